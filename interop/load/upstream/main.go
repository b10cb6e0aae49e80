// Command upstream is a server of MCP over HTTP that fails in all known ways. The path selects
// the way; see ways. At /size/N a call succeeds with a text of N bytes, at /events/N with a
// stream of N events before the response.
package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"regexp"
)

func main() {
	if err := serve(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "upstream:", err)
		os.Exit(1)
	}
}

// serve serves at an address until the program is interrupted.
func serve(addr string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	server := &http.Server{Addr: addr, Handler: routes()}
	failed := make(chan error, 1)
	go func() { failed <- server.ListenAndServe() }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		return server.Close()
	}
}

// routes returns a handler for each way, and for successes of any size.
func routes() http.Handler {
	mux := http.NewServeMux()
	for name, respond := range ways {
		mux.HandleFunc("POST /"+name, func(w http.ResponseWriter, r *http.Request) { respond(w, r, readID(r)) })
	}
	mux.HandleFunc("POST /size/{n}", sized)
	mux.HandleFunc("POST /events/{n}", streamed)
	return mux
}

var firstID = regexp.MustCompile(`"id":([0-9]+)`)

// readID reads a request to its end, and returns the id of its first call.
func readID(r *http.Request) string {
	body, err := io.ReadAll(r.Body)
	if match := firstID.FindSubmatch(body); err == nil && match != nil {
		return string(match[1])
	}
	return "null"
}
