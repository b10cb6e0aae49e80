// Command gorilla shows an existing gorilla/mux application, in app.go, that is wrapped with the
// three lines in handler. Every error response is then rendered in OXP, or in RFC 9457 or AAI if
// the client accepts it. The private text of the original responses is logged.
//
//	go run ./gorilla
//
//	curl -i localhost:8080/nowhere                               # no route
//	curl -i -X DELETE localhost:8080/bells                       # wrong method, with Allow
//	curl -i localhost:8080/bells/7                               # http.NotFound
//	curl -i localhost:8080/bells/x                               # a panic
//	curl -i localhost:8080/bells -d '{"id":'                     # http.Error with err.Error()
//	curl -i localhost:8080/bells -d "{\"name\":\"$(printf %2000s)\"}"  # too large
//	curl -i -X POST localhost:8080/bells/1/ring                  # http.Error with a delay
//	curl -i -X POST localhost:8080/bells/7/ring                  # an HTML page
//	curl -i localhost:8080/stats                                 # a status without body
//	curl -i localhost:8080/slow                                  # http.TimeoutHandler
//	curl -i localhost:8080/files/x                               # http.FileServer
//	curl -i localhost:8080/bells -H 'Authorization: Bearer expired'
//	curl -i localhost:8080/export                                # a panic in the body: the connection is aborted
//
// In the other dialects:
//
//	curl -i localhost:8080/bells/7 -H 'Accept: application/problem+json'
//	curl -i localhost:8080/bells/7 -H 'Accept: application/vnd.aai+json'
package main

import (
	"log"
	"net/http"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/adapters/nethttp/gorilla"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
)

// offers lists the dialects that a client can select by its Accept header.
var offers = []nethttp.Offer{
	{Type: "application/problem+json", Dialect: problem.Dialect{}},
	{Type: "application/vnd.aai+json", Dialect: aai.Dialect{}},
}

func handler() http.Handler {
	router := newApp()
	api := nethttp.API{Dialect: oxp.Dialect{}, Choose: nethttp.ChooseByAccept(offers...), Rewrite: true}
	gorilla.Routes(&api, router)
	return api.Middleware(router)
}

func main() { log.Fatal(http.ListenAndServe("127.0.0.1:8080", handler())) }
