// Command servemux shows the ServeMux of net/http with an API for each part of a program: tools in
// OXP, other handlers in RFC 9457. The middleware rewrites the 404 and 405 responses of the mux in
// the dialect of the path.
//
//	go run ./servemux
//	curl -i -X POST localhost:8080/tools/ring -H 'Content-Type: application/json' -d '{"times":0}'
//	curl -i localhost:8080/tools/ring
//	curl -i localhost:8080/nowhere
//	curl -i localhost:8080/towers
package main

import (
	"fmt"
	"log"
	"net/http"
	"strings"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/adapters/nethttp/api"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/errkit"
)

var (
	tools = api.API{API: nethttp.API{Dialect: oxp.Dialect{}}}
	pages = nethttp.API{}
	root  = nethttp.API{Rewrite: true, Choose: func(r *http.Request) dialect.Dialect {
		if strings.HasPrefix(r.URL.Path, "/tools/") {
			return oxp.Dialect{}
		}
		return nil
	}}
)

type call struct {
	Times int `json:"times" validate:"min=1"`
}

func ring(w http.ResponseWriter, r *http.Request) error {
	c, err := api.Bind[call](&tools, r)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(w, strings.TrimSpace(strings.Repeat("ding ", c.Times)))
	return err
}

func towers(http.ResponseWriter, *http.Request) error {
	return errkit.New(errkit.Unavailable, "The towers are closed for the night.")
}

func handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("POST /tools/ring", tools.Handler(ring))
	mux.Handle("GET /towers", pages.Handler(towers))
	return root.Middleware(mux)
}

func main() { log.Fatal(http.ListenAndServe("127.0.0.1:8080", handler())) }
