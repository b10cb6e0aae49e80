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
			// The go command that list runs is not visible to the test cache. Stat makes `go test`
			// rerun the test when a file has changed.
			_, err := os.Stat(path)
			return err
		}
		return nil
	})
	require.NoError(t, err)
	require.Contains(t, dirs, root)
	return dirs
}

// list returns the packages of these modules and their dependencies. A workspace has all modules,
// so that one go command reads them. It does not use the network: with -e, dependencies that are
// not downloaded are ignored, which does not affect the imports of the modules' own packages.
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
		require.True(t, slices.ContainsFunc(all, func(p Package) bool { return within(p.ImportPath, path) }),
			"no package of %s: %s", rel, stderr.String())
	}
	return all
}

func TestViolations(t *testing.T) {
	const strata, siblings = "is in the stratum", "must not import each other"
	tests := []struct {
		name string
		from string // relative to the module
		path string // the whole path
		want string // part of the reason, "" if the import is fine
	}{
		{"errkit imports the standard library", "errkit", "log/slog", ""},
		{"errkit imports a library", "errkit", "github.com/samber/lo", "standard library"},
		{"errkit imports mapping", "errkit", module + "/mapping", ""},
		{"errkit imports text", "errkit", module + "/internal/text", ""},
		{"mapping imports dialect", "mapping", module + "/dialect", strata},
		{"text imports jsontree", "internal/text", module + "/jsontree", ""},
		{"text imports errkit", "internal/text", module + "/errkit", strata},
		{"header imports errkit", "internal/header", module + "/errkit", ""},
		{"header imports mapping", "internal/header", module + "/mapping", strata},
		{"dialect imports a dialect", "dialect", module + "/dialect/oxp", siblings},
		{"dialect imports a transport", "dialect", module + "/adapters/oxpserver", strata},
		{"dialect imports the root", "dialect", module, strata},
		{"a dialect imports wire", "dialect/oxp", module + "/dialect/wire/rpcdetails", ""},
		{"a dialect imports another", "dialect/oxp", module + "/dialect/mcp", siblings},
		{"a dialect imports its base", "dialect/aai", module + "/dialect/mcp", ""},
		{"a dialect imports a base that is not its own", "dialect/aai", module + "/dialect/problem", siblings},
		{"a new dialect imports wire", "dialect/new", module + "/dialect/wire", ""},
		{"a new dialect imports another", "dialect/new", module + "/dialect/oxp", siblings},
		{"a new dialect imports a library", "dialect/new", "github.com/samber/lo", "standard library"},
		{"a dialect imports the laws", "dialect/oxp", module + "/dialect/dialecttest", "the laws"},
		{"the laws of dialects import a library", "dialect/dialecttest", "github.com/samber/lo", ""},
		{"the list of dialects imports a dialect", "dialect/all", module + "/dialect/oxp", ""},
		{"schemas imports a library", "schemas", "github.com/swaggest/jsonschema-go", "standard library"},
		{"the generator of schemas imports a library", "lab/schemagen", "github.com/swaggest/jsonschema-go", ""},
		{"middleware imports a library", "middleware", "github.com/go-playground/validator/v10", "standard library"},
		{"middleware/validate imports a library", "middleware/validate", "github.com/go-playground/validator/v10", ""},
		{"middleware/validate imports a transport", "middleware/validate", module + "/adapters/nethttp", strata},
		{"tool imports middleware", "tool", module + "/middleware/standard", ""},
		{"tool imports dialect", "tool", module + "/dialect", "must not depend on a wire format"},
		{"tool imports the life of an MCP call", "tool", module + "/internal/mcpserver", strata},
		{"an adapter imports tool", "adapters/oxpserver", module + "/tool", ""},
		{"an adapter imports a dialect", "adapters/oxpserver", module + "/dialect/oxp", ""},
		{"an adapter imports the list of dialects", "adapters/oxpserver", module + "/dialect/all",
			"the dialects that it uses"},
		{"a command of an adapter imports the list of dialects", "adapters/extproc/cmd/toolerr-extproc",
			module + "/dialect/all", ""},
		{"its adapter imports the list of dialects", "adapters/extproc", module + "/dialect/all",
			"the dialects that it uses"},
		{"an adapter with a configuration imports the list of dialects", "adapters/caddy", module + "/dialect/all",
			""},
		{"an adapter imports its own subpackage", "adapters/oxpserver", module + "/adapters/oxpserver/version", ""},
		{"an adapter imports another adapter", "adapters/oxpserver", module + "/adapters/nethttp", siblings},
		{"an adapter imports its base", "adapters/echo", module + "/adapters/nethttp", ""},
		{"a subpackage imports another adapter's subpackage", "adapters/oxpserver/version",
			module + "/adapters/mcp/text", siblings},
		{"a name with the prefix of another", "adapters/mcpgo", module + "/adapters/mcp", siblings},
		{"bridge imports an adapter", "bridge", module + "/adapters/nethttp", "must not depend on a transport"},
		{"an adapter imports the command", "adapters/oxpserver", module + "/cmd/toolerr/demo", strata},
		{"a door imports the command", "lab/toolcases", module + "/cmd/toolerr/demo", "commands must not be imported"},
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

// TestRules checks that each exception is about imports that exist, so that none is left over.
func TestRules(t *testing.T) {
	imports := map[string][]string{}
	for _, p := range list(t, modules(t)) {
		from, _ := local(p.ImportPath)
		for _, path := range p.Imports {
			if to, ok := local(path); ok {
				imports[from] = append(imports[from], to)
			}
		}
	}
	require.LessOrEqual(t, len(against), 2, "imports that run against the strata")
	require.LessOrEqual(t, len(modules(t)), 15,
		"modules: each is kept tidy and released. One more needs dependencies that no user of another may get: raise this")
	for _, r := range against {
		require.Contains(t, imports[r.from], r.to)
	}
	for _, r := range bases {
		require.True(t, slices.ContainsFunc(imports[r.from], func(to string) bool { return within(to, r.to) }),
			"%s imports nothing of %s", r.from, r.to)
	}
}

// TestKept checks that kept has exactly what is imported.
func TestKept(t *testing.T) {
	var nested []string // the modules that are released, except the root
	dirs := modules(t)
	for _, dir := range dirs {
		rel, err := filepath.Rel(root, dir)
		require.NoError(t, err)
		if rel = filepath.ToSlash(rel); rel != "." && !slices.Contains([]string{"bench", "examples", "interop"}, rel) {
			nested = append(nested, rel)
		}
	}
	found := map[string][]string{}
	for _, p := range list(t, dirs) {
		from, ok := local(p.ImportPath)
		if !ok || !under(from, nested) {
			continue
		}
		for _, path := range p.Imports {
			if to, ok := local(path); ok && within(to, "internal") {
				found[to] = append(found[to], from)
			}
		}
	}
	want := map[string][]string{}
	for _, r := range kept {
		require.NotEmpty(t, r.reason, r.internal)
		want[r.internal] = r.by
	}
	for _, by := range found {
		slices.Sort(by)
	}
	require.Equal(t, want, found, "nested modules import other internal packages than kept has")
}

func TestRead(t *testing.T) {
	all, err := Read(strings.NewReader(`{"ImportPath":"a","Imports":["errors"]}` + "\n" +
		`{"ImportPath":"errors","Standard":true}`))
	require.NoError(t, err)
	require.Equal(t, []Package{{ImportPath: "a", Imports: []string{"errors"}}, {ImportPath: "errors", Standard: true}},
		all)

	_, err = Read(strings.NewReader(`{"ImportPath":"a"} {"ImportPath":1}`))
	require.ErrorContains(t, err, "layering: package 2 of the list: ")
}
