// Package changed sets a dialect with other statuses: its findings have no fix.
package changed

import (
	"net/http"
	"os"

	"github.com/toolerr/toolerr/adapters/nethttp"
)

var api nethttp.API

func init() { api.Dialect = 1 }

func handle(w http.ResponseWriter, r *http.Request) {
	http.Error(w, os.Remove("x").Error(), 500) // want `http.Error sends the text of an error of os.Remove: log the error`
}
