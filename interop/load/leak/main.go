// Command leak is an HTTP server, over HTTP/1.1 and HTTP/2, in which each call leaves a goroutine
// behind that writes to the ResponseWriter when its handler has returned. The handlers are those
// of package nethttp, so these writes must fail. It serves at the address that is its argument,
// stops on an interrupt, prints the number of late writes, and exits with code 1 if one of them
// succeeded.
//
// The first segment of a path selects the functions of package nethttp around a handler (handler,
// middleware, both), and the second one how the handler ends (success, error, panic, plain). The
// query has the number of the call, n.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/signal"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
)

func main() {
	if err := serve(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "leak:", err)
		os.Exit(1)
	}
}

func serve(addr string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var l leaks
	server := &http.Server{Addr: addr, Handler: l.watch(routes(&l)), Protocols: new(http.Protocols)}
	server.Protocols.SetHTTP1(true)
	server.Protocols.SetUnencryptedHTTP2(true)
	failed := make(chan error, 1)
	go func() { failed <- server.ListenAndServe() }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	if err := server.Shutdown(context.Background()); err != nil {
		return err
	}
	return l.report(os.Stdout)
}

// A handler is a function that package nethttp wraps.
type handler func(http.ResponseWriter, *http.Request) error

// secret is the panic value, and the text of http.Error. No response may contain it.
const secret = "password"

// routes returns a handler for each path: each ending, wrapped in each way.
func routes(l *leaks) http.Handler {
	api := &nethttp.API{Choose: nethttp.ChooseByBody, Rewrite: true}
	endings := map[string]handler{
		"success": success,
		"error":   noBell,
		"panic":   func(http.ResponseWriter, *http.Request) error { panic(secret) },
		"plain":   conflict,
	}
	wrappers := map[string]func(handler) http.Handler{
		"handler":    func(h handler) http.Handler { return api.Handler(h) },
		"middleware": func(h handler) http.Handler { return api.Middleware(write(api, h)) },
		"both":       func(h handler) http.Handler { return api.Middleware(api.Handler(h)) },
	}
	mux := http.NewServeMux()
	for around, wrap := range wrappers {
		for name, h := range endings {
			mux.Handle("/"+around+"/"+name, wrap(func(w http.ResponseWriter, r *http.Request) error {
				l.leave(w, r)
				return h(w, r)
			}))
		}
	}
	return mux
}

// write returns a handler that responds with its error by [nethttp.API.WriteError].
func write(api *nethttp.API, h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { api.WriteError(w, r, h(w, r)) })
}

func success(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Content-Type", "application/json")
	_, err := fmt.Fprintf(w, `{"id":%s,"result":"ding"}`, number(r))
	return err
}

func noBell(_ http.ResponseWriter, r *http.Request) error {
	return errkit.New(errkit.NotFound, errkit.Textf("There is no bell for call %s.", number(r)))
}

func conflict(w http.ResponseWriter, _ *http.Request) error {
	http.Error(w, secret, http.StatusConflict)
	return nil
}

// number returns the number of the call.
func number(r *http.Request) string { return r.URL.Query().Get("n") }
