package analyzer

import (
	"path"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/errkit"
)

// TestAnalyzers compares the findings of all analyzers with the comments "want" in testdata, and
// the fixed files with the golden ones. The golden files are built by analysistest, so that fixes
// compile.
func TestAnalyzers(t *testing.T) {
	all := &analysis.Analyzer{Name: "all", Doc: "all analyzers in one run", Requires: []*analysis.Analyzer{flows},
		Run: func(pass *analysis.Pass) (any, error) {
			for _, a := range Analyzers {
				if _, err := a.Run(pass); err != nil {
					return nil, err
				}
			}
			return nil, nil
		},
	}
	pkgs := []string{"plain"}
	for _, name := range []string{"web", "names", "tools", "mirrored", "sdk", "frameworks", "texts", "shapes",
		"accepts", "cgo", "bounded", "silent", "imported",
		"chosen", "changed", "given", "closures"} {
		pkgs = append(pkgs, "github.com/bells/server/"+name)
	}
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), all, pkgs...)
}

// TestWithStatus renders an error in all dialects: those of the packages in withStatus have the HTTP
// status of its kind, and a package with another dialect is not there.
func TestWithStatus(t *testing.T) {
	others := map[string]bool{}
	for _, d := range all.Dialects() {
		_, head := new(dialect.Codec).Append(nil, d, dialect.Call{}, &errkit.Error{Kind: errkit.NotFound})
		pkg := path.Base(reflect.TypeOf(d).PkgPath())
		others[pkg] = others[pkg] || head.Status != 404
	}
	var names []string
	for pkg, other := range others {
		if !other {
			names = append(names, pkg)
		}
	}
	require.ElementsMatch(t, names, withStatus, "analyzer/scope.go")
}
