package all_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden holds every byte of every dialect: a file for each value, with what
// each dialect makes of it and what that loses.
func TestGolden(t *testing.T) {
	var codec dialect.Codec
	for _, v := range values() {
		t.Run(v.name, func(t *testing.T) {
			var b strings.Builder
			fmt.Fprintf(&b, "%s: %s\n\n", v.name, v.why)
			for _, w := range ways() {
				out, losses, err := codec.Measure(v.err, w.dialect, w.call)
				require.NoError(t, err, w.name)
				require.True(t, json.Valid(out.Body), "%s: %s", w.name, out.Body)
				fmt.Fprintf(&b, "-- %s --\n%d %s", w.name, out.Status, out.Header.Get("Content-Type"))
				if after := out.Header.Get("Retry-After"); after != "" {
					fmt.Fprintf(&b, ", Retry-After %s", after)
				}
				fmt.Fprintf(&b, "\n%s\n", out.Body)
				if v.name == "large" {
					continue // its losses are those of typical
				}
				for _, l := range losses {
					line, err := json.Marshal(l)
					require.NoError(t, err)
					fmt.Fprintf(&b, "loss %s\n", line)
				}
			}
			file := filepath.Join("testdata", "golden", v.name+".txtar")
			if *update {
				require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
				require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			require.Equal(t, string(want), b.String())
		})
	}
}
