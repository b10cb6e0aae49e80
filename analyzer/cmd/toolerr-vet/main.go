// Toolerr-vet finds errors that reach clients and models in the wrong form, see package analyzer:
//
//	toolerr-vet ./...
//	toolerr-vet -fix ./...
//	go vet -vettool=$(which toolerr-vet) ./...
//	go fix -fixtool=$(which toolerr-vet) ./...
//
// The flags -leak, -shape and -accepted select analyzers.
package main

import (
	"golang.org/x/tools/go/analysis/multichecker"

	"github.com/toolerr/toolerr/analyzer"
)

func main() { multichecker.Main(analyzer.Analyzers...) }
