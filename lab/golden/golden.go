// Package golden has the tests that the built-in dialects share besides the laws of package
// dialecttest: documents byte for byte, documents of real servers, and the schemas of documents.
package golden

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/dialecttest"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/errkit"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A Way is a dialect with its options, and a call: what the documents of an error depend on.
type Way struct {
	Name    string
	Dialect dialect.Dialect
	Call    dialect.Call
}

// Test compares every byte with the golden files: a file for each value, with the document of
// each way and its losses.
func Test(t *testing.T, ways []Way) {
	var codec dialect.Codec
	for _, v := range samples.Values() {
		t.Run(v.Name, func(t *testing.T) {
			if v.Name == "large" {
				checkLarge(t, ways, v.Error)
				return
			}
			var b strings.Builder
			fmt.Fprintf(&b, "%s: %s\n\n", v.Name, v.Why)
			for _, w := range ways {
				out, losses, err := codec.Measure(v.Error, w.Dialect, w.Call)
				require.NoError(t, err, w.Name)
				fmt.Fprintf(&b, "-- %s --\n%d %s", w.Name, out.Status, out.Header.Get("Content-Type"))
				if after := out.Header.Get("Retry-After"); after != "" {
					fmt.Fprintf(&b, ", Retry-After %s", after)
				}
				fmt.Fprintf(&b, "\n%s\n", out.Body)
				for _, l := range losses {
					line, err := json.Marshal(l)
					require.NoError(t, err)
					fmt.Fprintf(&b, "loss %s\n", line)
				}
			}
			File(t, filepath.Join("testdata", "golden", v.Name+".txtar"), b.String())
		})
	}
}

// checkLarge checks the documents of an error that is too large for a golden file that can be
// reviewed. They are bounded, valid and decodable; a document that does not report a loss of the
// fields has all of them; and the documents of a family, which are the ways with the same losses,
// decode to equal errors. TestSchemas compares the bytes with encoding/json.
func checkLarge(t *testing.T, ways []Way, e *errkit.Error) {
	var codec dialect.Codec
	canonical := samples.Canonical(t, e)
	families := map[string]*errkit.Error{} // the first decoded error by the fields that are lost
	for _, w := range ways {
		out, losses, err := codec.Measure(e, w.Dialect, w.Call)
		require.NoError(t, err, w.Name)
		require.LessOrEqual(t, len(out.Body), 3*len(canonical), w.Name)
		if strings.Contains(out.Header.Get("Content-Type"), "json") {
			require.True(t, json.Valid(out.Body), w.Name)
		}
		back, err := codec.Decode(out)
		require.NoError(t, err, w.Name)
		require.NotNil(t, back, w.Name)
		var lost []string
		for _, l := range losses {
			lost = append(lost, l.Field)
		}
		if !slices.Contains(lost, "fields") {
			require.Equal(t, codec.Normalize(e).Fields, back.Fields, w.Name)
		}
		family := strings.Join(lost, " ")
		if families[family] == nil {
			families[family] = back
		}
		require.Equal(t, families[family].Fields, back.Fields, "%s: losses of %s", w.Name, family)
		require.Equal(t, families[family].Message, back.Message, "%s: losses of %s", w.Name, family)
	}
}

// File compares a golden file with its content; with the flag -update it writes the file.
func File(t *testing.T, name, content string) {
	t.Helper()
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(content), 0o644))
	}
	want, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, string(want), content)
}

// Laws runs the laws for each dialect of the ways, with -short for every third one.
func Laws(t *testing.T, ways []Way) {
	seen := map[dialect.Dialect]bool{}
	for _, w := range ways {
		if !seen[w.Dialect] {
			seen[w.Dialect] = true
			if testing.Short() && len(seen)%3 != 1 {
				continue
			}
			t.Run(fmt.Sprintf("%s %+v", w.Dialect.Name(), w.Dialect),
				func(t *testing.T) { dialecttest.Run(t, w.Dialect) })
		}
	}
}
