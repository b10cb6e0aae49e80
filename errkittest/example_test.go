package errkittest_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/toolerr/toolerr/errkittest"
	"github.com/toolerr/toolerr/middleware/standard"
)

// The test of a server, which is http.NotFoundHandler() here.
func ExampleHandler() {
	testErrors := func(t *testing.T) {
		errkittest.Handler(t, http.NotFoundHandler(), errkittest.Options{Dialect: "problem"})
	}
	fmt.Printf("%T\n", testErrors)
	// Output:
	// func(*testing.T)
}

// The test of the boundary that a server uses.
func ExampleBoundary() {
	testErrors := func(t *testing.T) {
		b := standard.Boundary()
		errkittest.Boundary(t, b, errkittest.Options{Strict: true})
	}
	fmt.Printf("%T\n", testErrors)
	// Output:
	// func(*testing.T)
}
