package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"
)

// TestReadme runs every command of the console blocks in README.md and compares its output: one line of standard output,
// followed by standard error.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	require.NoError(t, err)
	dir := t.TempDir()
	var script, files strings.Builder
	n := 0
	for _, part := range strings.Split(string(readme), "```console\n")[1:] {
		block, _, _ := strings.Cut(part, "```")
		for _, run := range strings.Split(block, "$ ")[1:] {
			n++
			command, output, _ := strings.Cut(run, "\n")
			input := ""
			if text, piped, ok := strings.Cut(command, " | "); ok {
				input = strings.Trim(strings.TrimPrefix(text, "echo "), "'")
				command = piped
			}
			args, ok := strings.CutPrefix(command, "go run ./cmd/toolerr ")
			require.True(t, ok, "not a toolerr command: %s", command)
			name := "run" + string(rune('a'+n))
			script.WriteString("stdin " + name + ".in\nexec toolerr " + strings.ReplaceAll(args, `"`, "'") + "\n")
			body, rest, _ := strings.Cut(output, "\n")
			script.WriteString("cmp stdout " + name + ".out\n")
			if rest != "" {
				script.WriteString("cmp stderr " + name + ".err\n")
				files.WriteString("-- " + name + ".err --\n" + rest)
			}
			files.WriteString("-- " + name + ".in --\n" + input + "\n-- " + name + ".out --\n" + body + "\n")
		}
	}
	require.GreaterOrEqual(t, n, 6)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "readme.txtar"), []byte(script.String()+files.String()), 0o600))
	testscript.Run(t, testscript.Params{Dir: dir})
}

// TestReadmeProgram: the program in README.md is that of examples/tools, which has tests.
func TestReadmeProgram(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	require.NoError(t, err)
	program, err := os.ReadFile(filepath.Join("..", "..", "examples", "tools", "main.go"))
	require.NoError(t, err)
	_, code, found := strings.Cut(string(program), "package main\n")
	require.True(t, found)
	require.Contains(t, string(readme), "```go\npackage main\n"+code+"```\n")
}
