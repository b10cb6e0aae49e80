package analyzer

import (
	"cmp"
	"flag"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden files in the archives of testdata")

// The root of the module of the fixtures, and the one without a module.
var fixtures = regexp.MustCompile(`^(github.com/bells/server|plain)(/|$)`)

// TestAnalyzers compares the findings in the packages of the archives of testdata with the
// comments "want" there, in whichever package they are reported, and the fixed files, which must
// compile, with the golden ones. The analyzers do not see the comments.
func TestAnalyzers(t *testing.T) {
	gopath := t.TempDir()
	golden, wants := map[string]string{}, map[string][]string{}
	archives, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	roots := map[string]bool{}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		require.NoError(t, err)
		for _, file := range archive.Files {
			to := filepath.Join(gopath, "src", file.Name)
			if before, ok := strings.CutSuffix(to, ".golden"); ok {
				golden[before] = string(file.Data)
				continue
			}
			if fixtures.MatchString(file.Name) {
				roots[path.Dir(file.Name)] = true
			}
			require.NoError(t, os.MkdirAll(filepath.Dir(to), 0o700))
			require.NoError(t, os.WriteFile(to, withoutWants(t, to, file.Data, wants), 0o600))
		}
	}

	pkgs := load(t, gopath, nil, slices.Collect(maps.Keys(roots)))
	graph, err := checker.Analyze(Analyzers, pkgs, nil)
	require.NoError(t, err)
	fset := pkgs[0].Fset
	edits := map[string][]analysis.TextEdit{}
	found := map[string]bool{}
	for _, action := range graph.Roots {
		require.NoError(t, action.Err)
		for _, d := range action.Diagnostics {
			at := fset.Position(d.Pos)
			key := fmt.Sprintf("%s:%d", at.Filename, at.Line)
			if once := fmt.Sprint(at, d.Message); found[once] { // by the packages that import the same ends
				continue
			} else {
				found[once] = true
			}
			i := slices.IndexFunc(wants[key], func(want string) bool {
				return regexp.MustCompile(want).MatchString(d.Message)
			})
			if i < 0 {
				t.Errorf("%s: not wanted: %s", key, d.Message)
			} else {
				wants[key] = slices.Delete(wants[key], i, i+1)
			}
			for _, fix := range d.SuggestedFixes {
				name := fset.File(d.Pos).Name()
				edits[name] = append(edits[name], fix.TextEdits...)
			}
		}
	}
	for key, left := range wants {
		for _, want := range left {
			t.Errorf("%s: not found: %s", key, want)
		}
	}

	fixed := map[string][]byte{}
	for name, edits := range edits {
		fixed[name] = apply(t, fset.File, name, edits)
	}
	for name, want := range golden {
		if !*update {
			require.Equal(t, want, string(fixed[name]), "%s.golden", name)
		}
	}
	load(t, gopath, fixed, []string{"github.com/bells/server/..."})
	if *update {
		rewrite(t, archives, gopath, fixed)
	}
}

// TestManyChecks analyzes functions of 1,000 checks that add to one text. With a search of the
// whole function at each value of each trace, it does not end before the timeout of go test.
func TestManyChecks(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it analyzes thousands of checks")
	}
	tests := []struct {
		name, why   string
		start, each string // the code before the checks, and of each check, with its number as %[1]d
		text        string // what is sent
		want        int    // findings
	}{
		{"Field", "each store in a field is traced, and the stores before it",
			"type result struct{ Text string }; var res result",
			`if err := os.Remove("%[1]d"); err != nil { res.Text += err.Error() }`, "res.Text", 1},
		{"Struct", "each store of a struct has the fields of the one before",
			"type result struct{ Text string }; var res result",
			`if r.Host == "%[1]d" { res = result{Text: res.Text + "no %[1]d"} }`, "res.Text", 0},
		{"Parameters", "the text has as many parts of a parameter as checks", `msg := ""`,
			`if in.F%[1]d == "" { msg += fmt.Sprintf("no %%s;", in.F%[1]d) }`, "msg", 0},
	}
	const checks = 1000
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var code strings.Builder
			code.WriteString("package checks\nimport (\"fmt\"; \"net/http\"; \"os\")\n" +
				"var _ = fmt.Sprint(os.Args)\ntype input struct {\n")
			for i := range checks {
				fmt.Fprintf(&code, "F%d string\n", i)
			}
			code.WriteString("}\nfunc check(w http.ResponseWriter, r *http.Request, in *input) {\n" + tt.start + "\n")
			for i := range checks {
				fmt.Fprintf(&code, tt.each+"\n", i)
			}
			code.WriteString("http.Error(w, " + tt.text + ", 400)\n}\n")
			gopath := t.TempDir()
			dir := filepath.Join(gopath, "src", "plain", "checks")
			require.NoError(t, os.MkdirAll(dir, 0o700))
			require.NoError(t, os.WriteFile(filepath.Join(dir, "checks.go"), []byte(code.String()), 0o600))

			graph, err := checker.Analyze(Analyzers, load(t, gopath, nil, []string{"plain/checks"}), nil)
			require.NoError(t, err)
			found := 0
			for _, action := range graph.Roots {
				require.NoError(t, action.Err)
				found += len(action.Diagnostics)
			}
			require.Equal(t, tt.want, found, tt.why)
		})
	}
}

// withoutWants returns a file without its comments "want", whose patterns it adds to wants.
func withoutWants(t *testing.T, name string, data []byte, wants map[string][]string) []byte {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, data, parser.ParseComments)
	require.NoError(t, err)
	for _, group := range file.Comments {
		for _, comment := range group.List {
			_, patterns, ok := strings.Cut(comment.Text, "// want ")
			if !ok {
				continue
			}
			at := fset.Position(comment.Pos())
			key := fmt.Sprintf("%s:%d", at.Filename, at.Line)
			for _, quoted := range regexp.MustCompile("`[^`]*`").FindAllString(patterns, -1) {
				wants[key] = append(wants[key], strings.Trim(quoted, "`"))
			}
		}
	}
	return regexp.MustCompile(`[ \t]*// want .*`).ReplaceAll(data, nil)
}

// load returns packages below a GOPATH, without errors.
func load(t *testing.T, gopath string, overlay map[string][]byte, names []string) []*packages.Package {
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.LoadAllSyntax, Dir: gopath, Overlay: overlay,
		Env: append(os.Environ(), "GOPATH="+gopath, "GO111MODULE=off", "GOPROXY=off", "GOWORK=off"),
	}, names...)
	require.NoError(t, err)
	require.Zero(t, packages.PrintErrors(pkgs))
	return pkgs
}

// apply returns a file with edits, of which several may be the same import.
func apply(t *testing.T, file func(token.Pos) *token.File, name string, edits []analysis.TextEdit) []byte {
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	slices.SortStableFunc(edits, func(a, b analysis.TextEdit) int { return cmp.Compare(b.Pos, a.Pos) })
	edits = slices.CompactFunc(edits, func(a, b analysis.TextEdit) bool { return reflect.DeepEqual(a, b) })
	for _, edit := range edits {
		of := file(edit.Pos)
		data = slices.Concat(data[:of.Offset(edit.Pos)], edit.NewText, data[of.Offset(edit.End):])
	}
	data, err = format.Source(data)
	require.NoError(t, err)
	return data
}

// rewrite writes the golden files into their archives.
func rewrite(t *testing.T, archives []string, gopath string, fixed map[string][]byte) {
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		require.NoError(t, err)
		for i := range archive.Files {
			file := &archive.Files[i]
			before, ok := strings.CutSuffix(filepath.Join(gopath, "src", file.Name), ".golden")
			if ok {
				file.Data = fixed[before]
			}
		}
		require.NoError(t, os.WriteFile(name, txtar.Format(archive), 0o600))
	}
}
