// Command gorilla shows an existing application of gorilla/mux, in app.go, around
// which three lines were put, in handler below. Every failure of it has an answer
// in OXP then, or in RFC 9457 or AAI where the client asks for that, and what its
// plain texts tell about the inside goes to the log.
//
//	go run ./gorilla
//
//	curl -i localhost:8080/nowhere                               # no route
//	curl -i -X DELETE localhost:8080/bells                       # no method, with Allow
//	curl -i localhost:8080/bells/7                               # http.NotFound
//	curl -i localhost:8080/bells/x                               # a panic
//	curl -i localhost:8080/bells -d '{"id":'                     # http.Error with err.Error()
//	curl -i localhost:8080/bells -d "{\"name\":\"$(printf %2000s)\"}"  # too large
//	curl -i -X POST localhost:8080/bells/1/ring                  # http.Error with a delay
//	curl -i -X POST localhost:8080/bells/7/ring                  # a page of HTML
//	curl -i localhost:8080/stats                                 # a bare status
//	curl -i localhost:8080/slow                                  # http.TimeoutHandler
//	curl -i localhost:8080/files/x                               # http.FileServer
//	curl -i localhost:8080/bells -H 'Authorization: Bearer expired'
//	curl -i localhost:8080/export                                # a panic in the middle: breaks off
//
// The same in the other dialects:
//
//	curl -i localhost:8080/bells/7 -H 'Accept: application/problem+json'
//	curl -i localhost:8080/bells/7 -H 'Accept: application/vnd.aai+json'
package main

import (
	"log"
	"net/http"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/dialect"
)

// offers are the dialects that a client may ask for.
var offers = []nethttp.Offer{
	{Type: "application/problem+json", Dialect: dialect.Problem{}},
	{Type: "application/vnd.aai+json", Dialect: dialect.AAI{}},
}

func handler() http.Handler {
	router := newApp()
	api := nethttp.API{Dialect: dialect.OXP{}, Choose: nethttp.ByAccept(offers...), Rewrite: true}
	api.Routes(router)
	return api.Middleware(router)
}

func main() { log.Fatal(http.ListenAndServe("127.0.0.1:8080", handler())) }
