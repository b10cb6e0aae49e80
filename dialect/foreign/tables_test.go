package foreign

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/internal/text"
)

// Every table of tables.txt has rows in the form that its readers expect.
func TestTables(t *testing.T) {
	all := tables()
	require.NotEmpty(t, all.headings)
	for heading, status := range all.headings {
		require.NotEmpty(t, http.StatusText(status), heading)
		require.Equal(t, strings.ToLower(heading), heading)
	}
	require.NotEmpty(t, all.proxies)
	for _, p := range all.proxies {
		require.NotEmpty(t, http.StatusText(p.status), p.text)
		require.NotEmpty(t, p.text)
	}
	require.NotEmpty(t, all.traces)
	for _, row := range all.traces {
		require.NotEmpty(t, row.start)
		require.NotContains(t, row.start+row.within, `\`)
		require.NotContains(t, row.within, "|")
	}
	require.NotEmpty(t, all.codes)
	for _, place := range all.codes {
		require.True(t, strings.HasPrefix(place, "/"), place)
	}
	require.True(t, len(all.members) > 0 && slices.IsSorted(all.members))
	for _, name := range all.members {
		require.Equal(t, name, string(text.AppendLetters(nil, name)))
	}
	require.NotEmpty(t, all.requests)
	for _, text := range all.requests {
		require.True(t, text != "" && text == strings.ToLower(text), text)
	}
	for _, names := range [][]string{all.echoes, all.texts} {
		require.NotEmpty(t, names)
		for _, name := range names {
			require.Equal(t, name, string(text.AppendLetters(nil, name)))
		}
	}
	require.NotEmpty(t, all.fields)
	require.NotEmpty(t, all.paths)
	require.NotEmpty(t, all.items)
	require.NotEmpty(t, all.failures)
	require.Contains(t, all.advice, "what ")
	require.NotEmpty(t, all.only)
	require.NotEmpty(t, all.others)
	require.Contains(t, all.statuses, "/status")
	for _, words := range [][]string{all.messages, all.outcomes, all.failed, all.done, all.faults, all.beside, all.envelopes,
		all.inputs, all.faulty, all.weak, all.states, all.nostates, all.named, all.unlikely, all.answers, all.abouts, all.dones, all.numbers, all.several, all.headers, all.seconds, all.milliseconds, all.pages, all.guides, all.within, all.numeric, all.starts,
		all.credentials, all.permits, all.callers, all.formats} {
		require.NotEmpty(t, words)
	}
	for _, text := range all.faults {
		require.Equal(t, strings.ToLower(text), text)
	}
	require.NotEmpty(t, all.prints)
	require.Equal(t, 34, strings.Count(tablesText, "\n\n"), "a table that is not read")
}
