package mcperr_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/lab/mcptest"
)

var update = flag.Bool("update", false, "write the golden files")

// TestGolden compares the responses of all handlers with golden files, in each revision, over
// stdio and HTTP.
func TestGolden(t *testing.T) {
	for _, revision := range mcptest.Revisions {
		t.Run(revision, func(t *testing.T) {
			s := newServer(nil)
			s.AddReceivingMiddleware(mcperr.Middleware(quiet))
			w := stdio(t, s, revision, "{}")
			web := overHTTP(t, s, revision, "{}")

			var b strings.Builder
			try := func(name, method, params string) {
				got, gotWeb := w.Call(t, method, params), web.Call(t, method, params)
				require.NotEmpty(t, got, "no response to %s", name)
				require.NotEmpty(t, gotWeb, "no response over HTTP to %s", name)
				got = body(t, got)
				require.NotContains(t, got, canary, name)
				require.Equal(t, got, body(t, gotWeb), "over HTTP: %s", name)
				fmt.Fprintf(&b, "%s\n\t%s\n", name, got)
			}
			for _, name := range slices.Sorted(maps.Keys(typedTools)) {
				try(name, "tools/call", fmt.Sprintf(`{"name":%q,"arguments":{"name":"front"}}`, name))
				try(name+"_h", "tools/call", fmt.Sprintf(`{"name":"%s_h","arguments":{"name":"front"}}`, name))
			}
			for _, name := range append(slices.Sorted(maps.Keys(rawTools)), "nan_out", "bad_out", "unknown") {
				if name == "raw_question" && revision < "2026-07-28" {
					continue // asks the client, who is not there
				}
				try(name, "tools/call", fmt.Sprintf(`{"name":%q,"arguments":{}}`, name))
			}
			for _, name := range append(slices.Sorted(maps.Keys(resources)), "unknown") {
				try("resource "+name, "resources/read", fmt.Sprintf(`{"uri":"bell://%s"}`, name))
			}
			for _, name := range append(slices.Sorted(maps.Keys(prompts)), "unknown") {
				try("prompt "+name, "prompts/get", fmt.Sprintf(`{"name":%q}`, name))
			}

			file := filepath.Join("testdata", max(revision, "2025-11-25")+".txt") // responses of 2025-06-18 are equal
			if *update {
				require.NoError(t, os.MkdirAll("testdata", 0o755))
				require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			require.Equal(t, string(want), b.String())
		})
	}
}
