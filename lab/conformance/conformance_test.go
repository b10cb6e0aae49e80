// Package conformance holds docs/conformance.md: the statements of the documents that this module
// was made from, in statements.txt, each with the tests that hold it. It checks that the tests
// exist:
//
//	go test ./lab/conformance -update
package conformance

import (
	_ "embed"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write docs/conformance.md")

//go:embed statements.txt
var statements string

const (
	root = "../.."
	page = root + "/docs/conformance.md"
	head = `# Conformance

Does your client find what the specifications promise? Each statement with the tests that hold it.

<!-- Generated from lab/conformance/statements.txt: go test ./lab/conformance -update -->
`
)

func TestStatements(t *testing.T) {
	out := head
	for n, line := range strings.Split(strings.TrimSpace(statements), "\n") {
		if title, ok := strings.CutPrefix(line, "# "); ok {
			out += "\n## " + title + "\n\n| statement | tests |\n|---|---|\n"
			continue
		}
		if line == "" {
			continue
		}
		statement, list, ok := strings.Cut(line, " | ")
		require.True(t, ok, "line %d: want STATEMENT | TEST; TEST", n+1)
		names := strings.Split(list, "; ")
		for i, name := range names {
			require.NoError(t, exists(name), "line %d", n+1)
			names[i] = "`" + name + "`"
		}
		out += "| " + statement + " | " + strings.Join(names, ", ") + " |\n"
	}
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(out), 0o644))
	}
	got, err := os.ReadFile(page)
	require.NoError(t, err)
	require.Equal(t, out, string(got), "go test ./lab/conformance -update")
}

type missing string

func (m missing) Error() string { return "no test " + string(m) }

// exists returns an error unless there is a test with a name: folder.TestName, or
// folder.TestName/row with the text of a row in the file of the test.
func exists(name string) error {
	test, row, _ := strings.Cut(name[strings.LastIndex(name, ".Test")+1:], "/")
	if at := strings.Index(name, ".Example"); at >= 0 {
		test, row = name[at+1:], ""
	}
	folder, _, ok := strings.Cut(name, "."+test)
	files, err := filepath.Glob(filepath.Join(root, folder, "*_test.go"))
	if err != nil || !ok {
		return missing(name)
	}
	declared := regexp.MustCompile(`(?m)^func ` + test + `\(`)
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if declared.Match(src) && (row == "" || strings.Contains(string(src), `"`+row+`"`)) {
			return nil
		}
	}
	return missing(name)
}

func TestExists(t *testing.T) {
	for name, want := range map[string]bool{
		"dialect/all.TestSeeds": true, "dialect/all.TestSeeds/SEP-1303: after": true, "dialect/all.TestSeeds/SEP-1303": false,
		"dialect/all.TestSeed": false, "dialect/nothing.TestSeeds": false, "adapters/mcp/mcptool.ExampleAdd": true, "x": false,
	} {
		require.Equal(t, want, exists(name) == nil, name)
	}
}
