// Package chosen chooses the dialect, and so the status: its findings have no fix.
package chosen

import (
	"net/http"
	"os"

	"github.com/toolerr/toolerr/adapters/nethttp"
)

var api = nethttp.API{Choose: func(*http.Request) any { return nil }}

func handle(w http.ResponseWriter, r *http.Request) {
	http.Error(w, os.Remove("x").Error(), 500) // want `http.Error sends the text of an error of os.Remove: log the error`
}
