// Command server is the MCP server for the clients in this folder. It has the tools of the MCP
// conformance suite, and tools that fail with every kind. It serves the same tools with and
// without the middleware of this module, to compare the two:
//
//	/sdk                 without middleware, with sessions
//	/sdk/stateless       without middleware, stateless, as 2026-07-28 requires
//	/toolerr             with the middleware
//	/toolerr/stateless   with the middleware, stateless
//	/toolerror           with the middleware, which renders errors as toolError:v1
//	/clients             with the middleware: the tools whose failures a model reads
//
// It listens on a free port of the loopback interface, prints its address, and exits when its
// standard input is closed.
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

// noReport is a Boundary without Report: the suites cause thousands of errors.
var noReport = new(middleware.Boundary)

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	mux := http.NewServeMux()
	mount(mux, "/sdk", newServer())
	mount(mux, "/toolerr", newServer(mcperr.Middleware(&mcperr.Options{Boundary: noReport})))
	mount(mux, "/toolerror", newServer(mcperr.Middleware(&mcperr.Options{ToolError: true, Boundary: noReport})))
	clients := mcp.NewServer(&mcp.Implementation{Name: "toolerr-clients", Version: "1.0.0"}, nil)
	addModelFailures(clients)
	clients.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: noReport}))
	mount(mux, "/clients", clients)
	go func() {
		log.Fatal((&http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}).Serve(listener))
	}()
	fmt.Printf("http://%s\n", listener.Addr())
	_, _ = io.Copy(io.Discard, os.Stdin)
}

func mount(mux *http.ServeMux, path string, s *mcp.Server) {
	get := func(*http.Request) *mcp.Server { return s }
	mux.Handle(path, mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{
		EventStore: mcp.NewMemoryEventStore(nil), // a client can continue a stream that was closed (SEP-1699)
	}))
	mux.Handle(path+"/stateless", mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{Stateless: true}))
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
	addNotifications(s)
	addElicitations(s)
	addInputRequests(s)
	addResources(s)
	addPrompts(s)
	addFailures(s)
	s.AddReceivingMiddleware(middleware...)
	return s
}
