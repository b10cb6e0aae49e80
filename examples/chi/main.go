// Command chi shows a router of go-chi/chi. The middleware replaces chi's Recoverer, and rewrites
// the 404 and 405 responses of chi.
//
//	go run ./chi
//	curl -i localhost:8080/bells/back
//	curl -i localhost:8080/panic
//	curl -i -X DELETE localhost:8080/bells/front
package main

import (
	"io"
	"log"
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
)

var api = nethttp.API{Dialect: problem.Dialect{Base: "https://bells.example/problems/"}, Rewrite: true}

func bell(w http.ResponseWriter, r *http.Request) error {
	if chi.URLParam(r, "bell") != "front" {
		return errkit.New(errkit.NotFound, "There is no bell with this id.")
	}
	_, err := io.WriteString(w, "a bell\n")
	return err
}

func handler() http.Handler {
	r := chi.NewRouter()
	r.Use(api.Middleware) // instead of middleware.Recoverer
	r.Use(middleware.RequestID, middleware.Compress(5))
	r.Method("GET", "/bells/{bell}", api.Handler(bell))
	r.Get("/panic", func(http.ResponseWriter, *http.Request) { panic("postgres://admin:hunter2@db/bells") })
	r.Get("/old", func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "open /etc/bells/hunter2: permission denied", http.StatusInternalServerError)
	})
	return r
}

func main() { log.Fatal(http.ListenAndServe("127.0.0.1:8080", handler())) }
