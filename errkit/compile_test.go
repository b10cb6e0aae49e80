package errkit_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCompile type-checks programs, because a test cannot call what must not compile. Each program is the body of a function
// with variables of several types.
func TestCompile(t *testing.T) {
	const (
		notText   = "as errkit.Text value in argument"
		notString = "cannot convert"
	)
	sources := newSources()
	for _, c := range []struct {
		name, body, want string // want: part of the compiler's error; "": it compiles
	}{
		{"constant", `_ = errkit.New(k, "There is no such bell.")`, ""},
		{"untyped constant", `const c = "There is no such bell."; _ = errkit.New(k, c)`, ""},
		{"constants joined", `const c = "There is "; _ = errkit.New(k, c+"no such bell.")`, ""},
		{"Text", `_ = errkit.New(k, errkit.Text(s))`, ""},
		{"Textf", `_ = errkit.New(k, errkit.Textf("There is no bell %q.", s))`, ""},
		{"Textf of an error", `_ = errkit.New(k, errkit.Textf("The bell: %v", err))`, ""},
		{"Wrap", `_ = errkit.Wrap(err, k, "The bell did not answer.")`, ""},
		{"literal", `_ = &errkit.Error{Kind: k, Message: "There is no such bell.", Hint: "Call list_bells."}`, ""},
		{"Reveal is grepped for", `_ = errkit.Text(e.Dev.Reveal())`, ""},

		{"error text", `_ = errkit.New(k, err.Error())`, notText},
		{"error text of ours", `_ = errkit.New(k, e.Error())`, notText},
		{"variable", `_ = errkit.New(k, s)`, notText},
		{"typed constant", `const c string = "There is no such bell."; _ = errkit.New(k, c)`, notText},
		{"Sprintf", `_ = errkit.New(k, fmt.Sprintf("no bell %s", s))`, notText},
		{"joined with a variable", `_ = errkit.New(k, "no bell "+s)`, notText},
		{"joined with a variable, as Text", `_ = errkit.New(k, errkit.Text("no bell ")+s)`, "mismatched types"},
		{"error", `_ = errkit.New(k, err)`, notText},
		{"bytes", `_ = errkit.New(k, []byte(s))`, notText},
		{"another string type", `_ = errkit.New(k, e.Code)`, notText},
		{"Private", `_ = errkit.New(k, e.Dev)`, notText},
		{"Private as Text", `_ = errkit.Text(e.Dev)`, notString},
		{"Private as string", `_ = string(e.Dev)`, notString},
		{"error as Text", `_ = errkit.Text(err)`, notString},
		{"Private opened", `_ = e.Dev.p`, "p undefined"},
		{"Private as literal", `_ = errkit.Private{&s}`, "implicit assignment to unexported field"},
		{"string as Private", `e.Dev = "x"`, "as errkit.Private value"},
		{"Wrap with the cause's text", `_ = errkit.Wrap(err, k, err.Error())`, notText},
		{"format with the cause's text", `_ = errkit.Textf(err.Error())`, notText},
		{"format variable", `_ = errkit.Textf(s, 1)`, notText},
		{"message in a literal", `_ = &errkit.Error{Message: s}`, "as errkit.Text value in struct literal"},
		{"hint", `e.Hint = s`, "as errkit.Text value in assignment"},
		{"field", `_ = errkit.Field{Path: s, Message: err.Error()}`, "as errkit.Text value in struct literal"},
		{"challenge", `_ = errkit.Challenge{URL: s, Message: s}`, "as errkit.Text value in struct literal"},
		{"reason", `_ = errkit.Needs{Reason: s}`, "as errkit.Text value in struct literal"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := sources.compile(t, c.body)
			if c.want == "" {
				require.NoError(t, err, c.body)
				return
			}
			require.ErrorContains(t, err, c.want, c.body)
		})
	}
}

const errkitPath = "github.com/toolerr/toolerr/errkit"

// sourceImporter imports the standard library and errkit from their sources,
// each once for all programs.
type sourceImporter struct {
	fset   *token.FileSet
	std    types.Importer
	errkit *types.Package
}

func newSources() *sourceImporter {
	fset := token.NewFileSet()
	return &sourceImporter{fset: fset, std: importer.ForCompiler(fset, "source", nil)}
}

// compile type-checks body against the sources in this folder.
func (s *sourceImporter) compile(t *testing.T, body string) error {
	t.Helper()
	src := `package p

import (
	"fmt"
	"` + errkitPath + `"
)

var _ = fmt.Sprint

func f(k errkit.Kind, s string, err error, e *errkit.Error) { ` + body + ` }
`
	file, err := parser.ParseFile(s.fset, "p.go", src, 0)
	require.NoError(t, err)
	config := types.Config{Importer: s}
	_, err = config.Check("p", s.fset, []*ast.File{file}, nil)
	return err
}

func (s *sourceImporter) Import(path string) (*types.Package, error) {
	if path != errkitPath {
		return s.std.Import(path)
	}
	if s.errkit != nil {
		return s.errkit, nil
	}
	files, err := os.ReadDir(".")
	if err != nil {
		return nil, err
	}
	var parsed []*ast.File
	for _, f := range files {
		if name := f.Name(); strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			file, err := parser.ParseFile(s.fset, name, nil, 0)
			if err != nil {
				return nil, err
			}
			parsed = append(parsed, file)
		}
	}
	config := types.Config{Importer: s}
	s.errkit, err = config.Check(errkitPath, s.fset, parsed, nil)
	return s.errkit, err
}
