package check

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/check/internal/probe"
	"github.com/toolerr/toolerr/internal/rows"
)

// TestTables checks the tables of causes and remedies: every row has a use.
func TestTables(t *testing.T) {
	starts := func(id string) (used bool) {
		for _, r := range Rules() {
			used = used || strings.HasPrefix(r.ID, id)
		}
		return used
	}
	for _, f := range rows.Cells(remedyText) {
		require.Len(t, f, 3, "%v", f)
		require.True(t, starts(f[0]), "%v", f)
		require.Contains(t, languages, f[1])
	}
	known := map[string]bool{}
	for _, f := range rows.Cells(causeText) {
		require.Contains(t, languages, f[1])
		if f[2] != "" {
			require.Len(t, f, 4, "%v", f)
			_, err := regexp.Compile(f[3])
			require.NoError(t, err)
			known[f[0]] = true
			continue
		}
		require.Len(t, f, 6, "%v", f)
		require.True(t, known[f[0]] && starts(f[3]), "%v", f)
		_, err := regexp.Compile(f[5])
		require.NoError(t, err)
	}
}

// TestCauses checks that a finding about an SDK is not one about the server.
func TestCauses(t *testing.T) {
	const unknown = `"error":{"code":-32601,"message":"Method not found"}`
	report, err := Run(t.Context(), Target{Dialect: "mcp", URL: toolsServer(t, true, func(tool, input string) string {
		switch {
		case tool == noTool:
			return failed("MCP error -32602: Tool " + noTool + " not found")
		case strings.Contains(input, `"max":1`) && strings.Contains(input, `"url":"t`):
			return `"result":{"content":[]}`
		case strings.HasPrefix(input, "{"):
			return failed("Something is not right here")
		}
		return `"error":{"code":-32603,"message":"expected record, received string"}`
	}, unknown)}, Options{slow: 1, deep: 10, large: 10})
	require.NoError(t, err)
	causes := map[string]string{}
	for _, x := range report.Results {
		for _, f := range x.Findings {
			causes[x.Rule.ID] = f.Cause
			require.NotEmpty(t, f.Remedy)
		}
	}
	const sdk = "the TypeScript SDK for MCP"
	require.Equal(t, sdk, causes["mcp/tools-error-handling/1"])
	require.Equal(t, sdk, causes["tool/input/3"])
	require.Equal(t, thisServer, causes["tool/input/4"])
	require.Equal(t, []string{thisServer, sdk}, report.causes(), "the server itself is first")

	c := newCauses([]*probe.Exchange{{Probe: probe.UnknownMethod, Body: []byte("404 page not found\n")}})
	require.Equal(t, cause{thisServer, "Go"}, c.of(&Rule{ID: "http/path/1"}, &probe.Exchange{Body: []byte("{}")}))
}
