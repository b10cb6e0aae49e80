// Package plain has no module, and no dot in its path.
package plain

import (
	"net/http"
	"os"
)

func handle(w http.ResponseWriter, r *http.Request) {
	if err := os.Remove("x"); err != nil {
		http.Error(w, err.Error(), 500) // want `http.Error sends the text of an error of os.Remove`
	}
}
