// Package respond is a package of another module that sends errors.
package respond

import (
	"encoding/json"
	"net/http"
)

func Error(w http.ResponseWriter, err error, status int) { http.Error(w, err.Error(), status) }

func JSON(w http.ResponseWriter, status int, v any) {
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}
