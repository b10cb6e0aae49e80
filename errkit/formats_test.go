package errkit_test

import (
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFormatsOfTextf checks that every call of Textf in this module has as many arguments as its
// format has verbs. go vet does not check formats that are not of type string.
func TestFormatsOfTextf(t *testing.T) {
	const root = ".."
	calls := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && (name == "testdata" || name == "node_modules" || name == ".git") {
			return fs.SkipDir
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, c := range textfCalls(file) {
			calls++
			require.Empty(t, complaint(c.format, c.args), "%s: Textf(%q) with %d arguments", fset.Position(c.pos),
				c.format, c.args)
		}
		return nil
	})
	require.NoError(t, err)
	require.Positive(t, calls, "the examples of this package call Textf")
}

type textfCall struct {
	pos    token.Pos
	format string
	args   int
}

// textfCalls returns the calls whose format is a constant in the source, except those with
// args... .
func textfCalls(file *ast.File) (calls []textfCall) {
	constants := map[string]ast.Expr{}
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Names) == len(spec.Values) {
			for i, name := range spec.Names {
				constants[name.Name] = spec.Values[i]
			}
		}
		return true
	})
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || call.Ellipsis.IsValid() || len(call.Args) == 0 {
			return true
		}
		name := ""
		switch f := call.Fun.(type) {
		case *ast.Ident:
			name = f.Name
		case *ast.SelectorExpr:
			name = f.Sel.Name
		}
		if name != "Textf" {
			return true
		}
		if format, ok := constant(call.Args[0], constants, 0); ok {
			calls = append(calls, textfCall{call.Pos(), format, len(call.Args) - 1})
		}
		return true
	})
	return calls
}

// constant returns the value of a string literal, of a constant of the file, or of several joined
// by +.
func constant(e ast.Expr, names map[string]ast.Expr, depth int) (string, bool) {
	if depth > 20 {
		return "", false
	}
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil && e.Kind == token.STRING
	case *ast.ParenExpr:
		return constant(e.X, names, depth+1)
	case *ast.BinaryExpr:
		x, ok1 := constant(e.X, names, depth+1)
		y, ok2 := constant(e.Y, names, depth+1)
		return x + y, ok1 && ok2
	case *ast.Ident:
		if value, ok := names[e.Name]; ok {
			return constant(value, names, depth+1)
		}
	}
	return "", false
}

// complaint returns the error that fmt writes for a format with n arguments that are valid for
// every verb.
func complaint(format string, n int) string {
	out := fmt.Sprintf(strings.ReplaceAll(format, "%%", ""), repeat(anything{}, n)...)
	for _, harmless := range []string{"%!(BADWIDTH)", "%!(BADPREC)"} { // the arguments are not integers
		out = strings.ReplaceAll(out, harmless, "")
	}
	if i := strings.Index(out, "%!"); i >= 0 {
		return out[i:]
	}
	return ""
}

type anything struct{}

func (anything) Format(fmt.State, rune) {}

func TestComplaint(t *testing.T) {
	for _, c := range []struct {
		format string
		args   int
		want   string
	}{
		{"no verb", 0, ""},
		{"%q and %-5.2d, 100%% sure", 2, ""},
		{"%*d", 2, ""},
		{"%[1]d %[1]x", 1, ""},
		{"no verb", 1, "%!(EXTRA"},
		{"%s %s", 1, "%!s(MISSING)"},
		{"%s", 2, "%!(EXTRA"},
		{"%[2]s", 1, "%!s(BADINDEX)"},
		{"100%", 0, "%!(NOVERB)"},
		{"100% sure", 0, "%!s(MISSING)"},
		{"%w", 1, "%!w("},
	} {
		t.Run(c.format, func(t *testing.T) {
			got := complaint(c.format, c.args)
			if c.want == "" {
				require.Empty(t, got)
				return
			}
			require.Contains(t, got, c.want)
		})
	}
}

func TestTextfCalls(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", `package x
const format = "a %s" + (" b %s")
var (
	_ = errkit.Textf(format, 1)
	_ = Textf("c", 1, 2)
	_ = errkit.Textf(unknown, 1)
	_ = errkit.Textf("d %s", args...)
)`, 0)
	require.NoError(t, err)
	var got []string
	for _, c := range textfCalls(file) {
		got = append(got, fmt.Sprintf("%s:%d", c.format, c.args))
	}
	require.Equal(t, []string{"a %s b %s:1", "c:2"}, got)
}

// formats has the verbs of fmt and letters that are not verbs, each with every single flag, all
// flags, a width and a precision.
func formats() (all []string) {
	for verb := 'A'; verb <= 'z'; verb++ {
		if verb > 'Z' && verb < 'a' {
			continue
		}
		for _, flags := range []string{"", "+", "-", "#", " ", "0", "+-# 0", "20", "-20", ".3", "20.40", "#+", "# "} {
			all = append(all, "%"+flags+string(verb))
		}
	}
	return all
}

// requireNoCanary fails if s contains the canary, also as %x and %d format it.
func requireNoCanary(t *testing.T, text, format string, args ...any) {
	t.Helper()
	where := fmt.Sprintf(format, args...)
	low := strings.ToLower(text)
	for _, spelled := range []string{
		canary, hex.EncodeToString([]byte(canary)), fmt.Sprintf("% x", canary), fmt.Sprintf("%d", []byte(canary)[:4]),
		"canary",
	} {
		require.NotContains(t, low, strings.ToLower(strings.Trim(spelled, "[]")), where)
	}
}
