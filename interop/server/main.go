// Command server offers what the clients of this folder call: the tools of the
// MCP conformance suite, and tools that fail in every kind. It serves the same
// tools bare and with our middleware, so that what differs is our doing:
//
//	/bare        the SDK alone, with sessions
//	/bare/now    the same, stateless, as 2026-07-28 wants it
//	/ours        with the middleware
//	/ours/now    the same, stateless
//	/toolerror   with the middleware, errors said as toolError:v1
//
// It listens on a free port of the loopback interface, prints its address, and
// ends when its standard input does.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/middleware"
)

// silent reports nothing: the suites make thousands of failures.
var silent = new(middleware.Boundary)

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	mux := http.NewServeMux()
	mount(mux, "/bare", newServer())
	mount(mux, "/ours", newServer(mcperr.Middleware(&mcperr.Options{Boundary: silent})))
	mount(mux, "/toolerror", newServer(mcperr.Middleware(&mcperr.Options{ToolError: true, Boundary: silent})))
	go func() {
		log.Fatal((&http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}).Serve(listener))
	}()
	fmt.Printf("http://%s\n", listener.Addr())
	_, _ = io.Copy(io.Discard, os.Stdin)
}

func mount(mux *http.ServeMux, path string, s *mcp.Server) {
	get := func(*http.Request) *mcp.Server { return s }
	mux.Handle(path, mcp.NewStreamableHTTPHandler(get, nil))
	mux.Handle(path+"/now", mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{Stateless: true}))
}

func newServer(middleware ...mcp.Middleware) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "toolerr-interop", Version: "1.0.0"}, &mcp.ServerOptions{
		CompletionHandler: func(context.Context, *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
			return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: []string{}}}, nil
		},
		SubscribeHandler:   func(context.Context, *mcp.SubscribeRequest) error { return nil },
		UnsubscribeHandler: func(context.Context, *mcp.UnsubscribeRequest) error { return nil },
	})
	addContent(s)
	addTalk(s)
	addElicitations(s)
	addQuestions(s)
	addResources(s)
	addPrompts(s)
	addFailures(s)
	s.AddReceivingMiddleware(middleware...)
	return s
}
