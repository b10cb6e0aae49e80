package foreign

import (
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/internal/text"
)

// Every table of tables.txt has rows in the form that its readers expect.
func TestTables(t *testing.T) {
	all := tables()
	for heading, status := range all.headings {
		require.NotEmpty(t, http.StatusText(status), heading)
		require.Equal(t, strings.ToLower(heading), heading)
	}
	for text, status := range all.proxies {
		require.NotEmpty(t, http.StatusText(status), text)
		require.NotEmpty(t, text)
	}
	for _, row := range all.Traces {
		require.NotEmpty(t, row.start)
		require.NotContains(t, row.start+row.within, `\`)
		require.NotContains(t, row.within, "|")
	}
	for _, row := range all.Sdks {
		require.Contains(t, row.start, sdkSign)
	}
	for _, place := range all.Codes {
		require.True(t, strings.HasPrefix(place, "/"), place)
	}
	require.True(t, len(all.Members) > 0 && slices.IsSorted(all.Members))
	for _, name := range all.Members {
		require.Equal(t, name, string(text.AppendLetters(nil, name)))
	}
	for _, text := range all.Requests {
		require.True(t, text != "" && text == strings.ToLower(text), text)
	}
	for _, names := range [][]string{all.Echoes, all.Texts} {
		for _, name := range names {
			require.Equal(t, name, string(text.AppendLetters(nil, name)))
		}
	}
	require.Contains(t, all.Advice, "what ")
	require.Contains(t, all.Statuses, "/status")
	for field, list := range reflect.ValueOf(all).Elem().Fields() {
		if field.Name == "uses" {
			list = list.FieldByName("of")
		}
		require.NotZero(t, list.Len(), field.Name)
	}
	for _, text := range all.Faults {
		require.Equal(t, strings.ToLower(text), text)
	}
}
