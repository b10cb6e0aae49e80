// Package given has an API that another package makes, with statuses that are not known: its findings have no fix.
package given

import (
	"net/http"
	"os"

	"github.com/toolerr/toolerr/adapters/nethttp"
)

var api *nethttp.API

func handle(w http.ResponseWriter, r *http.Request) {
	http.Error(w, os.Remove("x").Error(), 500) // want `http.Error sends the text of an error of os.Remove: log the error`
}
