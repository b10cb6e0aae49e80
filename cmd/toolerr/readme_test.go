package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/lab/docblocks"
)

// TestDocs runs every command toolerr of the console blocks in README.md and docs/, and compares
// its output: standard output, followed by standard error.
func TestDocs(t *testing.T) {
	blocks, err := docblocks.All(filepath.Join("..", ".."))
	require.NoError(t, err)
	dir := t.TempDir()
	n := 0
	for _, b := range blocks {
		var script, files strings.Builder
		for i, c := range b.Commands() {
			command, input := c.Line, ""
			if text, piped, ok := strings.Cut(command, " | "); ok {
				input = strings.Trim(strings.TrimPrefix(text, "echo "), "'")
				command = piped
			}
			args, ok := strings.CutPrefix(strings.TrimPrefix(command, "go run ./cmd/"), "toolerr ")
			if b.Lang != "console" || !ok {
				continue
			}
			n++
			name := fmt.Sprintf("run%d", i)
			script.WriteString("stdin " + name + ".in\nexec toolerr " + strings.ReplaceAll(args, `"`, "'") + "\n")

			script.WriteString("output " + name + ".out\n")
			files.WriteString("-- " + name + ".in --\n" + input + "\n-- " + name + ".out --\n" + c.Output)
		}
		if script.Len() == 0 {
			continue
		}
		page := strings.TrimSuffix(filepath.Base(b.Page), ".md")
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s_%d.txtar", page, b.Line)),
			[]byte(script.String()+files.String()), 0o600))
	}
	require.GreaterOrEqual(t, n, 6)
	testscript.Run(t, testscript.Params{Dir: dir, Cmds: map[string]func(*testscript.TestScript, bool, []string){
		"output": func(ts *testscript.TestScript, _ bool, args []string) {
			if got, want := ts.ReadFile("stdout")+ts.ReadFile("stderr"), ts.ReadFile(args[0]); got != want {
				ts.Fatalf("the output is\n%s\nand the page has\n%s", got, want)
			}
		},
	}})
}
