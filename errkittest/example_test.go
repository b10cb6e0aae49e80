package errkittest_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/toolerr/toolerr/errkittest"
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
