package analyzer_test

import (
	"fmt"

	"github.com/toolerr/toolerr/analyzer"
)

// The analyzers are those of golang.org/x/tools/go/analysis: any driver of it runs them.
func Example() {
	for _, a := range analyzer.Analyzers {
		fmt.Printf("%s: %s\n", a.Name, a.Doc)
	}
	// Output:
	// leak: report errors of other modules whose text is sent to a client or to a model
	// shape: report errors that should have another status, errors that are dropped, and codes that are not declared
	// accepted: report comments //toolerr:public that have no reason, or that are of no use
}
