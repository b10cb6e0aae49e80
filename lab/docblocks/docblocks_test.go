package docblocks_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/lab/docblocks"
)

const tree = "../.."

func read(t *testing.T) []docblocks.Block {
	t.Helper()
	blocks, err := docblocks.All(tree)
	require.NoError(t, err)
	return blocks
}

func place(b docblocks.Block) string { return fmt.Sprintf("%s:%d", b.Page, b.Line) }

// TestPrograms builds every block of go in a module that has the requirements of this one, and
// runs those that are followed by a console block with "go run .". A block that needs other
// modules is a file of the module examples, which has tests.
func TestPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it vets and links every program of the documentation")
	}
	dir := module(t)
	examples := exampleFiles(t)
	blocks := read(t)
	printed := map[string]docblocks.Block{} // the console block of a program
	files := 0
	for i, b := range blocks {
		if b.Lang != "go" {
			continue
		}
		if missing := imported(t, b); missing != "" {
			require.True(t, slices.Contains(examples, withoutComment(b.Text)),
				"%s imports %s, so it must be a file in examples/", place(b), missing)
			continue
		}
		files++
		name := fmt.Sprintf("block%d", i)
		require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name, "main.go"), []byte(b.Text), 0o600))
		if i+1 < len(blocks) && blocks[i+1].Lang == "console" && blocks[i+1].Commands()[0].Line == "go run ." {
			printed[name] = blocks[i+1]
		}
	}
	require.GreaterOrEqual(t, files, 20)
	require.GreaterOrEqual(t, len(printed), 10)

	run(t, dir, "go", "vet", "./...")
	require.Empty(t, run(t, dir, "gofmt", "-l", "."))
	build := []string{"build", "-ldflags=-s -w", "-o", filepath.Join(dir, "bin") + "/"}
	for name := range printed {
		build = append(build, "./"+name)
	}
	run(t, dir, "go", build...)
	for name, b := range printed {
		require.Equal(t, b.Commands()[0].Output, run(t, dir, filepath.Join(dir, "bin", name)), place(b))
	}
}

// module makes a module with the requirements of this one, which is replaced by the tree.
func module(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	mod, err := os.ReadFile(filepath.Join(tree, "go.mod"))
	require.NoError(t, err)
	sum, err := os.ReadFile(filepath.Join(tree, "go.sum"))
	require.NoError(t, err)
	root, err := filepath.Abs(tree)
	require.NoError(t, err)
	const path = "github.com/toolerr/toolerr"
	text := strings.Replace(string(mod), "module "+path, "module example.com/bells", 1) +
		"\nrequire " + path + " v0.0.0\nreplace " + path + " => " + strconv.Quote(root) + "\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte(text), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.sum"), sum, 0o600))
	return dir
}

// imported returns an import of a block that is of a module that this one does not require, "" if
// there is none.
func imported(t *testing.T, b docblocks.Block) string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), place(b), b.Text, parser.ImportsOnly)
	require.NoError(t, err, "a block of go is a complete file")
	mod, err := os.ReadFile(filepath.Join(tree, "go.mod"))
	require.NoError(t, err)
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		require.NoError(t, err)
		first, _, _ := strings.Cut(path, "/")
		if strings.Contains(first, ".") && !provides(t, string(mod), path) {
			return path
		}
	}
	return ""
}

// provides reports whether a package is in this module or in one that its go.mod requires.
func provides(t *testing.T, mod, path string) bool {
	t.Helper()
	if rest, ok := strings.CutPrefix(path, "github.com/toolerr/toolerr/"); ok {
		for folder := rest; folder != "."; folder = filepath.Dir(folder) {
			if _, err := os.Stat(filepath.Join(tree, folder, "go.mod")); err == nil {
				return false
			}
		}
		return true
	}
	for line := range strings.Lines(mod) {
		fields := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "require "))
		if len(fields) >= 2 && (path == fields[0] || strings.HasPrefix(path, fields[0]+"/")) {
			return true
		}
	}
	return false
}

// exampleFiles returns the files of the examples, without the comments before the package.
func exampleFiles(t *testing.T) (files []string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(tree, "examples", "*", "*.go"))
	require.NoError(t, err)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		files = append(files, withoutComment(string(text)))
	}
	return files
}

func withoutComment(file string) string {
	if i := strings.Index("\n"+file, "\npackage "); i >= 0 {
		return file[i:]
	}
	return file
}

// run runs a command of the module and returns its standard output and standard error.
func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), name, args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod")
	out, err := c.CombinedOutput()
	require.NoError(t, err, string(out))
	return string(out)
}

// The program in docs/tools.md is that of examples/tools, which has tests.
func TestToolsProgram(t *testing.T) {
	program, err := os.ReadFile(filepath.Join(tree, "examples", "tools", "main.go"))
	require.NoError(t, err)
	var found bool
	for _, b := range read(t) {
		found = found || b.Page == filepath.Join("docs", "tools.md") && b.Text == withoutComment(string(program))
	}
	require.True(t, found)
}

// TestLinks checks that the files and headings that pages link to exist.
func TestLinks(t *testing.T) {
	pages, err := docblocks.Pages(tree)
	require.NoError(t, err)
	n := 0
	for _, page := range append(pages, "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md") {
		for _, part := range strings.Split(prose(t, page), "](")[1:] {
			target, _, _ := strings.Cut(part, ")")
			if strings.Contains(target, "://") {
				continue
			}
			n++
			file, heading, _ := strings.Cut(target, "#")
			linked := page
			if file != "" {
				linked = filepath.Join(filepath.Dir(page), file)
			}
			_, err := os.Stat(filepath.Join(tree, linked))
			require.NoError(t, err, "%s links to %s", page, target)
			if heading != "" {
				require.Contains(t, headings(prose(t, linked)), heading, "%s links to %s", page, target)
			}
		}
	}
	require.GreaterOrEqual(t, n, 40)
}

// prose returns a page without its code blocks.
func prose(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(tree, page))
	require.NoError(t, err)
	parts := strings.Split(string(text), "\n```")
	kept := parts[:1]
	for i := 2; i < len(parts); i += 2 {
		kept = append(kept, parts[i])
	}
	return strings.Join(kept, "\n")
}

// headings returns the names by which GitHub links to the headings of a page.
func headings(page string) (names []string) {
	for line := range strings.Lines(page) {
		if title, ok := strings.CutPrefix(strings.TrimLeft(line, "#"), " "); ok && strings.HasPrefix(line, "#") {
			names = append(names, strings.Map(func(r rune) rune {
				switch {
				case r == ' ':
					return '-'
				case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
					return unicode.ToLower(r)
				}
				return -1
			}, strings.TrimSpace(title)))
		}
	}
	return names
}

// TestExamples checks that every public package has an example with its output.
func TestExamples(t *testing.T) {
	packages := 0
	require.NoError(t, filepath.WalkDir(tree, func(path string, entry fs.DirEntry, err error) error {
		name := entry.Name()
		if err != nil || !entry.IsDir() {
			return err
		}
		switch {
		case slices.Contains([]string{"internal", "testdata", "cmd", "bench", "examples", "interop", "lab", "gen",
			"node_modules"}, name),
			strings.HasPrefix(name, ".") && path != tree:
			return filepath.SkipDir
		}
		files, err := filepath.Glob(filepath.Join(path, "*.go"))
		if err != nil || len(files) == 0 {
			return err
		}
		packages++
		found := false
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			_, example, ok := strings.Cut(string(text), "\nfunc Example")
			found = found || ok && strings.HasSuffix(file, "_test.go") && strings.Contains(example, "\t// Output:")
		}
		require.True(t, found, "%s has no example", path)
		return nil
	}))
	require.GreaterOrEqual(t, packages, 30)
}
