package analyzer

import (
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
)

// TestAnalyzers compares the findings of all analyzers with the comments "want" in testdata, and the fixed files with the golden ones.
// The golden files are built by analysistest, so that fixes compile.
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
	for _, name := range []string{"web", "names", "tools", "mirrored", "sdk", "frameworks", "texts", "shapes", "accepts", "cgo", "bounded", "silent", "imported",
		"chosen", "changed", "given"} {
		pkgs = append(pkgs, "github.com/bells/server/"+name)
	}
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), all, pkgs...)
}
