// Package silent has a boundary that logs nothing: its findings have no fix.
package silent

import (
	"net/http"
	"os"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/middleware"
)

var api = nethttp.API{Boundary: &middleware.Boundary{Report: nil}}

func handle(w http.ResponseWriter, r *http.Request) {
	if err := os.Remove("x"); err != nil {
		http.Error(w, err.Error(), 500) // want `http.Error sends the text of an error of os.Remove: log the error, and send a text that you wrote$`
		return
	}
}
