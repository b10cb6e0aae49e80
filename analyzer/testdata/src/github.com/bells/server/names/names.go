// Package names uses the name errkit for another package: its findings have no fix.
package names

import (
	"net/http"
	"os"

	"example.com/foreign/errkit"
	"github.com/toolerr/toolerr/adapters/nethttp"
)

var api nethttp.API

func handle(w http.ResponseWriter, r *http.Request) {
	if err := os.Remove(errkit.Name()); err != nil {
		http.Error(w, err.Error(), 500) // want `http.Error sends the text of an error of os.Remove: log the error`
	}
}
