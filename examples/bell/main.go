// Command bell is a minimal program: a handler that returns an error, and the middleware. Errors
// are rendered in OXP.
//
//	go run ./bell
//	curl -X POST localhost:8080/bells/front/ring
//	curl -X POST localhost:8080/bells/back/ring
package main

import (
	"io"
	"log"
	"net/http"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware/standard"
)

// api renders the errors of handlers in OXP.
var api = nethttp.API{Dialect: oxp.Dialect{}, Boundary: standard.Boundary()}

func ring(w http.ResponseWriter, r *http.Request) error {
	if r.PathValue("bell") != "front" {
		return errkit.New(errkit.NotFound, "There is no bell with this id.")
	}
	_, err := io.WriteString(w, "ding\n")
	return err
}

func main() {
	mux := http.NewServeMux()
	mux.Handle("POST /bells/{bell}/ring", api.Handler(ring))
	log.Fatal(http.ListenAndServe("127.0.0.1:8080", api.Middleware(mux)))
}
