package violation

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// never has the tags of the library that cannot be violated.
var never = []string{"dive", "keys", "endkeys", "structonly", "omitzero", "omitempty", "omitnil", "-", "nostructlevel"}

// shipped returns the tags and aliases in the source of the library.
func shipped(t *testing.T) []string {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/go-playground/validator/v10").Output()
	require.NoError(t, err)
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "baked_in.go"),
		nil, 0)
	require.NoError(t, err)
	var tags []string
	found := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		table, ok := spec.Values[0].(*ast.CompositeLit)
		switch name := spec.Names[0].Name; {
		case !ok, name != "bakedInValidators" && name != "bakedInAliases":
			return true
		default:
			found[name] = true
		}
		for _, e := range table.Elts {
			key, ok := e.(*ast.KeyValueExpr).Key.(*ast.BasicLit)
			require.True(t, ok, "a key that is no literal")
			tag, err := strconv.Unquote(key.Value)
			require.NoError(t, err)
			tags = append(tags, tag)
		}
		return true
	})
	require.Len(t, found, 2, "the library keeps its tables elsewhere now")
	return tags
}

// Every tag of the library has a sentence, and every sentence belongs to a tag.
func TestEveryTagHasASentence(t *testing.T) {
	tags := map[string]bool{}
	for _, tag := range shipped(t) {
		tags[tag] = true
	}
	require.Greater(t, len(tags), 150)
	for tag := range tags {
		text, _, ok := rule{c: &Converter{}, fe: fault{tag: tag, kind: reflect.String}}.sentence(tag, "p")
		require.True(t, ok, "no sentence for %q", tag)
		require.Regexp(t, `^(must|is required|is not valid)`, string(text), tag)
		require.NotContains(t, string(text), "%s", tag)
	}
	for _, tag := range never {
		require.False(t, tags[tag])
	}
	parts := map[string]int{"tags": 1, "sizes": 3, "others": 1, "conditions": 2, "lists": 1}
	require.Len(t, messages(), len(parts))
	for group, table := range messages() {
		for tag, sentences := range table {
			require.True(t, tags[tag], "%q is no tag of the library", tag)
			require.GreaterOrEqual(t, len(sentences), parts[group], "%s %s", group, tag)
		}
	}
}

// fault is a Fault for tests.
type fault struct {
	tag  string
	kind reflect.Kind
	typ  reflect.Type
}

func (v fault) Tag() string             { return v.tag }
func (v fault) ActualTag() string       { return v.tag }
func (v fault) Namespace() string       { return "" }
func (v fault) StructNamespace() string { return "" }
func (v fault) Field() string           { return "" }
func (v fault) StructField() string     { return "" }
func (v fault) Value() any              { return nil }
func (v fault) Param() string           { return "p" }
func (v fault) Kind() reflect.Kind      { return v.kind }
func (v fault) Type() reflect.Type      { return v.typ }
