// Package imported imports in several declarations. A fix adds errkit to the first one that is not empty.
package imported

import ()
import "net/http"
import (
	"os"

	"github.com/toolerr/toolerr/adapters/nethttp"
)

var api nethttp.API

func handle(w http.ResponseWriter, r *http.Request) {
	http.Error(w, os.Remove("x").Error(), 500) // want `http.Error sends the text of an error of os.Remove$`
}
