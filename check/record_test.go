package check

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRecord checks that a recording has the same report when it is judged again, and none of the
// credentials.
func TestRecord(t *testing.T) {
	const token, key = "secret-token-of-a-user", "k3y"
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Echo", r.Header.Get("Authorization"))
		w.WriteHeader(http.StatusInternalServerError)
		fmt.Fprintf(w, "{\"error\":\"No user has %s\xff\"}", r.Header.Get("Authorization"))
	}))
	defer web.Close()
	mcp := toolsServer(t, true, func(tool, _ string) string { return failed("open /srv/bells/config.yaml") })
	for _, target := range []Target{{Dialect: "problem", URL: web.URL + "?token=" + token, Tools: []Tool{}}, {Dialect: "mcp", URL: mcp}} {
		target.Header = http.Header{"Authorization": {"Bearer " + token}, "X-Key": {key}}
		want, err := Run(t.Context(), target, Options{slow: 1, deep: 10, large: 100 << 10})
		require.NoError(t, err)
		folder := filepath.Join(t.TempDir(), "new")
		require.NoError(t, want.Record(folder))
		files, err := filepath.Glob(folder + "/*.json")
		require.NoError(t, err)
		require.Greater(t, len(files), 20)
		for _, name := range files {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			require.NotContains(t, string(text), token)
			require.NotContains(t, string(text), `"`+key)
			require.NotContains(t, string(text), base64.StdEncoding.EncodeToString([]byte(token))[:12])
		}
		got, err := Replay(folder, nil)
		require.NoError(t, err)
		for _, r := range []*Report{want, got} {
			r.run = nil
			r.Results = slices.DeleteFunc(r.Results, func(x Result) bool { return x.Rule.ID == "leak/token/1" })
			for i := range r.Results {
				r.Results[i].Rule = &Rule{ID: r.Results[i].Rule.ID}
				for j := range r.Results[i].Findings { // the values of headers are variables in both
					r.Results[i].Findings[j].Command = ""
				}
			}
		}
		require.Equal(t, want, got)
		require.NotZero(t, got.Count("failed"))
	}
	folder := t.TempDir()
	_, err := Replay(folder, nil)
	require.ErrorContains(t, err, "run.json is not a file of a recording")
	text, err := json.Marshal(recording{Report: Report{Dialect: "mcp"}})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(folder+"/run.json", text, 0o600))
	require.NoError(t, os.WriteFile(folder+"/1.json", []byte("{"), 0o600))
	_, err = Replay(folder, nil)
	require.ErrorContains(t, err, "1.json is not a file of a recording")
}
