package errkit_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCompile type-checks programs, because a test cannot call what must not compile. Each
// program is the body of a function with variables of several types.
func TestCompile(t *testing.T) {
	const (
		notText   = "as errkit.Text value in argument"
		notString = "cannot convert"
	)
	p := newProgram(t)
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
			err := p.compile(t, c.body)
			if c.want == "" {
				require.NoError(t, err, c.body)
				return
			}
			require.ErrorContains(t, err, c.want, c.body)
		})
	}
}

// A program type-checks programs that use errkit.
type program struct {
	fset     *token.FileSet
	packages types.Importer
}

// newProgram imports from the export data of the go command, which compiles errkit if it has
// changed.
func newProgram(t *testing.T) *program {
	t.Helper()
	list, err := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps", "-f",
		"{{.ImportPath}} {{.Export}}", ".", "fmt").Output()
	require.NoError(t, err)
	files := map[string]string{}
	for line := range strings.Lines(string(list)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		files[path] = file
	}
	fset := token.NewFileSet()
	open := func(path string) (io.ReadCloser, error) { return os.Open(files[path]) }
	return &program{fset, importer.ForCompiler(fset, "gc", open)}
}

// compile type-checks the body of a function.
func (p *program) compile(t *testing.T, body string) error {
	t.Helper()
	src := `package p

import (
	"fmt"
	"github.com/toolerr/toolerr/errkit"
)

var _ = fmt.Sprint

func f(k errkit.Kind, s string, err error, e *errkit.Error) { ` + body + ` }
`
	file, err := parser.ParseFile(p.fset, "p.go", src, 0)
	require.NoError(t, err)
	config := types.Config{Importer: p.packages}
	_, err = config.Check("p", p.fset, []*ast.File{file}, nil)
	return err
}
