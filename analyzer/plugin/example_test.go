package plugin_test

import (
	"fmt"

	"github.com/toolerr/toolerr/analyzer/plugin"
)

// golangci-lint calls New with the settings of the linter "toolerr", which are empty.
func ExampleNew() {
	linter, err := plugin.New(nil)
	if err != nil {
		panic(err)
	}
	analyzers, err := linter.BuildAnalyzers()
	if err != nil {
		panic(err)
	}
	for _, a := range analyzers {
		fmt.Println(a.Name)
	}
	// Output:
	// leak
	// shape
	// accepted
}
