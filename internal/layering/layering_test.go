package layering

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const root = "../.."

func TestImports(t *testing.T) {
	for _, dir := range modules(t) {
		t.Run(filepath.ToSlash(dir), func(t *testing.T) {
			require.Empty(t, Violations(list(t, dir)))
		})
	}
}

// modules returns the folders of the root module and of those nested in it.
func modules(t *testing.T) []string {
	t.Helper()
	var dirs []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch name := d.Name(); {
		case d.IsDir() && (name == "node_modules" || name == "testdata" || name == ".git"):
			return fs.SkipDir
		case name == "go.mod":
			dirs = append(dirs, filepath.Dir(path))
		case filepath.Ext(name) == ".go":
			// `go test` reruns a cached test when a file that it looked at has changed. It does not
			// see what the go command below looks at.
			_, err := os.Stat(path)
			return err
		}
		return nil
	})
	require.NoError(t, err)
	require.Contains(t, dirs, root)
	return dirs
}

// list returns what the go command knows of the module's packages. It stays off the network: what a
// nested module has not downloaded is left out (-e), which its own imports do not depend on.
func list(t *testing.T, dir string) []Package {
	t.Helper()
	var stderr strings.Builder
	cmd := exec.Command("go", "list", "-e", "-deps", "-json=ImportPath,Standard,Imports", "./...")
	cmd.Dir, cmd.Stderr = dir, &stderr
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOWORK=off")
	out, err := cmd.Output()
	require.NoError(t, err, stderr.String())
	all, err := Read(bytes.NewReader(out))
	require.NoError(t, err)
	if dir == root {
		require.NotEmpty(t, all, "the go command listed nothing: %s", stderr.String())
	}
	return all
}

func TestViolations(t *testing.T) {
	tests := []struct {
		name string
		from string // below the module
		path string // the whole path
		want string // part of the reason, "" if the import is fine
	}{
		{"the value uses the standard library", "errkit", "log/slog", ""},
		{"the value uses a library", "errkit", "github.com/samber/lo", "standard library"},
		{"the value uses the table", "errkit", module + "/mapping", "standard library and [internal/jsonw] alone"},
		{"the value uses the writer", "errkit", module + "/internal/jsonw", ""},
		{"the table uses the value", "mapping", module + "/errkit", ""},
		{"the table uses the bytes", "mapping", module + "/dialect", "[errkit] alone"},
		{"the reader uses the writer", "internal/jsonr", module + "/internal/jsonw", ""},
		{"the writer uses the reader", "internal/jsonw", module + "/internal/jsonr", "[] alone"},
		{"the bytes use the writer", "dialect", module + "/internal/jsonw", ""},
		{"the bytes use a transport", "dialect", module + "/adapters/oxp", "standard library"},
		{"the bytes use the root", "dialect", module, "standard library"},
		{"schemas use a library", "schemas", "github.com/swaggest/jsonschema-go", "standard library"},
		{"their generator uses a library", "schemas/gen", "github.com/swaggest/jsonschema-go", ""},
		{"their generator uses a transport", "schemas/gen", module + "/adapters/oxp", "no transport"},
		{"the boundary uses a library", "middleware", "github.com/go-playground/validator/v10", "standard library"},
		{"its validator uses a library", "middleware/validate", "github.com/go-playground/validator/v10", ""},
		{"its validator uses a transport", "middleware/validate", module + "/adapters/nethttp", "no transport"},
		{"a transport uses the bytes", "adapters/oxp", module + "/dialect", ""},
		{"a transport uses its own part", "adapters/oxp", module + "/adapters/oxp/version", ""},
		{"a transport uses its sibling", "adapters/oxp", module + "/adapters/nethttp", "siblings"},
		{"its part uses a sibling's part", "adapters/oxp/version", module + "/adapters/mcp/text", "siblings"},
		{"a name that begins like another", "adapters/mcpgo", module + "/adapters/mcp", "siblings"},
		{"a transport uses the command", "adapters/oxp", module + "/cmd/toolerr/demo", "end of the line"},
		{"the command uses its own part", "cmd/toolerr", module + "/cmd/toolerr/demo", ""},
		{"the command uses everything", "cmd/toolerr", module + "/adapters/oxp", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Violations([]Package{
				{ImportPath: module + "/" + tt.from, Imports: []string{"errors", tt.path}},
				{ImportPath: "errors", Standard: true},
				{ImportPath: "log/slog", Standard: true},
				// Not ours: what a library imports is no concern of these rules.
				{ImportPath: "github.com/samber/lo", Imports: []string{"golang.org/x/text"}},
			})
			if tt.want == "" {
				require.Empty(t, got)
				return
			}
			require.Len(t, got, 1)
			require.Contains(t, got[0], module+"/"+tt.from+" imports "+tt.path+": ")
			require.Contains(t, got[0], tt.want)
		})
	}
}

func TestRules(t *testing.T) {
	rows := map[string]bool{}
	for _, r := range closed {
		require.False(t, rows[r.pkg], "two rows for %s", r.pkg)
		rows[r.pkg] = true
		for _, to := range r.allows {
			require.True(t, rows[to], "%s allows %s, which has no row above it", r.pkg, to)
		}
	}
}

func TestRead(t *testing.T) {
	all, err := Read(strings.NewReader(`{"ImportPath":"a","Imports":["errors"]}` + "\n" + `{"ImportPath":"errors","Standard":true}`))
	require.NoError(t, err)
	require.Equal(t, []Package{{ImportPath: "a", Imports: []string{"errors"}}, {ImportPath: "errors", Standard: true}}, all)

	_, err = Read(strings.NewReader(`{"ImportPath":"a"} {"ImportPath":1}`))
	require.ErrorContains(t, err, "layering: package 2 of the list: ")
}
