// Package nethttp has the names of github.com/toolerr/toolerr/adapters/nethttp that the tests use.
package nethttp

import (
	"net/http"

	"github.com/toolerr/toolerr/middleware"
)

type API struct {
	Boundary *middleware.Boundary
	Choose   func(*http.Request) any
	Dialect  any
}

func (a *API) Handler(f func(http.ResponseWriter, *http.Request) error) http.Handler { return nil }

func (a *API) WriteError(w http.ResponseWriter, r *http.Request, err error) {}
