package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// What a peer wrote for its developers is printed only if it is asked for.
func TestTranslateDiscloses(t *testing.T) {
	const canary = "CANARY7"
	file := filepath.Join(t.TempDir(), "error.json")
	require.NoError(t, os.WriteFile(file,
		[]byte(`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"dial postgres://app:`+canary+
			`@db/x failed","data":{"stack":"`+canary+`","token":"`+canary+`"}}}`), 0o600))
	translate := func(more ...string) (out string, code int, failure string) {
		return execute(append([]string{"translate", "--from", "mcp", "--to", "problem", "--json", file}, more...)...)
	}
	for _, more := range [][]string{nil, {"--disclose", "actionable"}, {"--carry"}} {
		out, code, failure := translate(more...)
		require.Zero(t, code, failure)
		require.NotContains(t, out, canary)
		require.Contains(t, out, "dial [withheld] failed")
		require.Contains(t, out, `{"field":"details","why":"withheld","from":"/stack","to":""}`)
	}
	out, code, failure := translate("--disclose", "all")
	require.Zero(t, code, failure)
	require.Contains(t, out, `"token":"`+canary+`"`)
	require.NotContains(t, out, "withheld")

	out, code, failure = translate("--disclose", "none")
	require.Zero(t, code, failure)
	require.NotContains(t, out, "dial")
	require.Contains(t, out, `{"field":"message","why":"withheld","from":"","to":""}`)

	_, code, failure = translate("--disclose", "some")
	require.Equal(t, 2, code)
	require.Contains(t, failure, `unknown disclosure "some", want one of actionable, none, all`)
}
