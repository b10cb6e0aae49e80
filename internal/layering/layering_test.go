package layering

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const root = "../.."

func TestImports(t *testing.T) {
	require.Empty(t, Violations(list(t, modules(t))))
}

// modules returns the folders of the root module and of all nested modules.
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
			// The go command that list runs is not visible to the test cache. Stat makes `go test` rerun the test
			// when a file has changed.
			_, err := os.Stat(path)
			return err
		}
		return nil
	})
	require.NoError(t, err)
	require.Contains(t, dirs, root)
	return dirs
}

// list returns the packages of these modules and their dependencies. A workspace has all modules, so that one go command
// reads them. It does not use the network: with -e, dependencies that are not downloaded are ignored, which does not affect
// the imports of the modules' own packages.
func list(t *testing.T, dirs []string) []Package {
	t.Helper()
	work := "go 1.26.0\n"
	for _, dir := range dirs {
		dir, err := filepath.Abs(dir)
		require.NoError(t, err)
		work += "use " + strconv.Quote(dir) + "\n"
	}
	file := filepath.Join(t.TempDir(), "go.work")
	require.NoError(t, os.WriteFile(file, []byte(work), 0o600))

	var stderr strings.Builder
	cmd := exec.Command("go", "list", "-e", "-deps", "-json=ImportPath,Standard,Imports", "work")
	cmd.Dir, cmd.Stderr = root, &stderr
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOWORK="+file)
	out, err := cmd.Output()
	require.NoError(t, err, stderr.String())
	all, err := Read(bytes.NewReader(out))
	require.NoError(t, err)

	for _, dir := range dirs {
		rel, err := filepath.Rel(root, dir)
		require.NoError(t, err)
		path := strings.TrimSuffix(module+"/"+filepath.ToSlash(rel), "/.")
		require.True(t, slices.ContainsFunc(all, func(p Package) bool { return within(p.ImportPath, path) }), "no package of %s: %s", rel, stderr.String())
	}
	return all
}

func TestViolations(t *testing.T) {
	tests := []struct {
		name string
		from string // relative to the module
		path string // the whole path
		want string // part of the reason, "" if the import is fine
	}{
		{"errkit imports the standard library", "errkit", "log/slog", ""},
		{"errkit imports a library", "errkit", "github.com/samber/lo", "standard library"},
		{"errkit imports mapping", "errkit", module + "/mapping", "standard library and [jsontree internal/jsonw internal/delay internal/limit internal/errchain]"},
		{"errkit imports jsonw", "errkit", module + "/internal/jsonw", ""},
		{"mapping imports errkit", "mapping", module + "/errkit", ""},
		{"mapping imports dialect", "mapping", module + "/dialect", "standard library and [errkit internal/rpc]"},
		{"jsontree imports jsonw", "jsontree", module + "/internal/jsonw", ""},
		{"jsonw imports jsontree", "internal/jsonw", module + "/jsontree", "standard library and []"},
		{"dialect imports a dialect", "dialect", module + "/dialect/oxp", "standard library"},
		{"a dialect imports wire", "dialect/oxp", module + "/dialect/wire", ""},
		{"a dialect imports another", "dialect/oxp", module + "/dialect/mcp", "standard library"},
		{"a dialect imports its base", "dialect/aai", module + "/dialect/mcp", ""},
		{"a new dialect imports wire", "dialect/new", module + "/dialect/wire", ""},
		{"a new dialect imports another", "dialect/new", module + "/dialect/oxp", "standard library"},
		{"a new dialect imports a library", "dialect/new", "github.com/samber/lo", "standard library"},
		{"the laws of dialects import a library", "dialect/dialecttest", "github.com/samber/lo", ""},
		{"the list of dialects imports a dialect", "dialect/all", module + "/dialect/oxp", ""},
		{"an adapter imports the list of dialects", "adapters/oxpserver", module + "/dialect/all", "the dialects that it uses"},
		{"a command of an adapter imports the list of dialects", "adapters/extproc/cmd/toolerr-extproc", module + "/dialect/all", ""},
		{"its adapter imports the list of dialects", "adapters/extproc", module + "/dialect/all", "the dialects that it uses"},
		{"an adapter with a configuration imports the list of dialects", "adapters/caddy", module + "/dialect/all", ""},
		{"an adapter imports a dialect", "adapters/oxpserver", module + "/dialect/oxp", ""},
		{"dialect imports a transport", "dialect", module + "/adapters/oxpserver", "standard library"},
		{"dialect imports the root", "dialect", module, "standard library"},
		{"schemas imports a library", "schemas", "github.com/swaggest/jsonschema-go", "standard library"},
		{"the generator of schemas imports a library", "schemas/gen", "github.com/swaggest/jsonschema-go", ""},
		{"the generator of schemas imports a transport", "schemas/gen", module + "/adapters/oxpserver", "must not depend on a transport"},
		{"middleware imports a library", "middleware", "github.com/go-playground/validator/v10", "standard library"},
		{"middleware/validate imports a library", "middleware/validate", "github.com/go-playground/validator/v10", ""},
		{"middleware/validate imports a transport", "middleware/validate", module + "/adapters/nethttp", "must not depend on a transport"},
		{"tool imports middleware", "tool", module + "/middleware/standard", ""},
		{"tool imports dialect", "tool", module + "/dialect", "must not depend on a wire format"},
		{"tool imports an adapter", "tool", module + "/adapters/oxpserver", "must not depend on a transport"},
		{"an adapter imports tool", "adapters/oxpserver", module + "/tool", ""},
		{"an adapter imports dialect", "adapters/oxpserver", module + "/dialect", ""},
		{"an adapter imports its own subpackage", "adapters/oxpserver", module + "/adapters/oxpserver/version", ""},
		{"an adapter imports another adapter", "adapters/oxpserver", module + "/adapters/nethttp", "children of adapters"},
		{"a subpackage imports another adapter's subpackage", "adapters/oxpserver/version", module + "/adapters/mcp/text", "children of adapters"},
		{"a name with the prefix of another", "adapters/mcpgo", module + "/adapters/mcp", "children of adapters"},
		{"an adapter imports the command", "adapters/oxpserver", module + "/cmd/toolerr/demo", "commands must not be imported"},
		{"the command imports its own subpackage", "cmd/toolerr", module + "/cmd/toolerr/demo", ""},
		{"the command imports an adapter", "cmd/toolerr", module + "/adapters/oxpserver", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Violations([]Package{
				{ImportPath: module + "/" + tt.from, Imports: []string{"errors", tt.path}},
				{ImportPath: "errors", Standard: true},
				{ImportPath: "log/slog", Standard: true},
				// The rules do not apply to the imports of other modules.
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

// A program that uses another router does not link gorilla/mux.
func TestRouter(t *testing.T) {
	for _, p := range list(t, []string{root}) {
		if from, ok := local(p.ImportPath); ok && from != "adapters/nethttp/gorilla" && from != "adapters/oxpserver" {
			require.NotContains(t, p.Imports, "github.com/gorilla/mux", from)
		}
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
	for _, to := range forDialects {
		require.True(t, rows[to], "dialects may import %s, which has no row", to)
	}
}

func TestRead(t *testing.T) {
	all, err := Read(strings.NewReader(`{"ImportPath":"a","Imports":["errors"]}` + "\n" + `{"ImportPath":"errors","Standard":true}`))
	require.NoError(t, err)
	require.Equal(t, []Package{{ImportPath: "a", Imports: []string{"errors"}}, {ImportPath: "errors", Standard: true}}, all)

	_, err = Read(strings.NewReader(`{"ImportPath":"a"} {"ImportPath":1}`))
	require.ErrorContains(t, err, "layering: package 2 of the list: ")
}
