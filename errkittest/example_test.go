package errkittest_test

import (
	"context"
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

// The test of a client. Its function call is the one that the program uses.
func ExampleClient() {
	call := func(ctx context.Context, url string) error {
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, http.NoBody)
		if err != nil {
			return err
		}
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			return err
		}
		defer res.Body.Close()
		if res.StatusCode >= http.StatusBadRequest {
			return fmt.Errorf("bells: HTTP %d", res.StatusCode)
		}
		return nil
	}
	testErrors := func(t *testing.T) {
		errkittest.Client(t, call, errkittest.Options{Dialect: "problem", Known: []string{"client/error/2"}})
	}
	fmt.Printf("%T\n", testErrors)
	// Output:
	// func(*testing.T)
}
