package errkittest_test

import (
	"context"
	"errors"
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

// The test of a client, here one for bells: each line of its function is one of the program.
func ExampleClient() {
	testErrors := func(t *testing.T) {
		errkittest.Client(t, func(ctx context.Context, url string) error {
			_, err := NewBells(url).Ring(ctx, "front")
			return err
		}, errkittest.Options{Dialect: "problem"})
	}
	fmt.Printf("%T\n", testErrors)
	// Output:
	// func(*testing.T)
}

// Bells is a client of an API.
type Bells struct{ url string }

func NewBells(url string) *Bells { return &Bells{url} }

func (b *Bells) Ring(ctx context.Context, bell string) (string, error) {
	return "", errors.ErrUnsupported
}
