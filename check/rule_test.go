package check

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRules checks that the rules are complete, and that the table of each subject has those of
// its subject.
func TestRules(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules() {
		require.Regexp(t, `^[a-z0-9-]+/[a-z-]+/[1-9]$`, r.ID)
		require.Regexp(t, `^[A-Z].*\.$`, r.Text, "a sentence")
		require.Contains(t, []string{"SPEC", "MODEL", leaks, "RETRY", "AUTH", "HYGIENE"}, r.Category, r.ID)
		require.Contains(t, []string{must, "SHOULD"}, r.Level, r.ID)
		require.NotEmpty(t, r.Source, r.ID)
		require.NotEmpty(t, r.Fault, r.ID)
		require.NotNil(t, r.judge, "%s is in no table", r.ID)
		for _, language := range languages {
			require.NotEmpty(t, r.remedy(language), r.ID)
		}
		require.False(t, seen[r.ID], "%s is not the only one", r.ID)
		seen[r.ID] = true
	}
	require.GreaterOrEqual(t, len(seen), 70)

	for subject, table := range map[string][]test{
		"tool": toolRules, "jsonrpc": jsonrpcRules, "mcp": mcpRules, "a2a": a2aRules, "http": httpRules,
		"leak": leakRules, "retry": retryRules, "auth": authRules, "server": serverRules, "text": textRules,
		"problem|google|connect|oxp": documentRules,
	} {
		for i := range table {
			require.Regexp(t, "^("+subject+")/", table[i].id)
			delete(seen, table[i].id)
		}
	}
	for id := range seen {
		require.Regexp(t, "^leak/", id, "is in no table") // those of a class of package leak
	}
}
