package samples

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

// TestGolden compares every byte of a dialect's package with its golden files: a file for each value, with what each way
// renders it as and what that loses.
func TestGolden(t *testing.T, pkg string) {
	var codec dialect.Codec
	for _, v := range Values() {
		t.Run(v.Name, func(t *testing.T) {
			var b strings.Builder
			fmt.Fprintf(&b, "%s: %s\n\n", v.Name, v.Why)
			for _, w := range Ways() {
				if w.Package() != pkg {
					continue
				}
				out, losses, err := codec.Measure(v.Error, w.Dialect, w.Call)
				require.NoError(t, err, w.Name)
				require.True(t, json.Valid(out.Body), "%s: %s", w.Name, out.Body)
				fmt.Fprintf(&b, "-- %s --\n%d %s", w.Name, out.Status, out.Header.Get("Content-Type"))
				if after := out.Header.Get("Retry-After"); after != "" {
					fmt.Fprintf(&b, ", Retry-After %s", after)
				}
				fmt.Fprintf(&b, "\n%s\n", out.Body)
				if v.Name == "large" {
					continue // its losses are those of typical
				}
				for _, l := range losses {
					line, err := json.Marshal(l)
					require.NoError(t, err)
					fmt.Fprintf(&b, "loss %s\n", line)
				}
			}
			file := filepath.Join("testdata", "golden", v.Name+".txtar")
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
