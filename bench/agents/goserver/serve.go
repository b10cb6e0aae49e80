package goserver

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"

	"github.com/toolerr/toolerr/bench/agents"
)

// Serve runs a server by its id until its input ends: one of MCP over standard input and output,
// one of HTTP on the port $PORT of loopback. $BACKEND is the URL of the services.
func Serve(ctx context.Context, id string) error {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	table, err := agents.Load()
	if err != nil {
		return err
	}
	s := &shop{os.Getenv("BACKEND"), statusError}
	switch id {
	case "toolerr":
		s.check = check
		return serveGoSDK(ctx, s, table, true)
	case "go-sdk":
		return serveGoSDK(ctx, s, table, false)
	case "mcp-go":
		return serveMCPGo(ctx, s, table, false)
	case "mcp-go-validating":
		return serveMCPGo(ctx, s, table, true)
	}
	var h http.Handler
	switch id {
	case "toolerr-http":
		s.check = check
		if h, err = newNetHTTP(s, table); err != nil {
			return err
		}
	case "huma":
		h = newHuma(s)
	case "echo":
		h = newEcho(s)
	default:
		return fmt.Errorf("there is no server %q", id)
	}
	l, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		return err
	}
	server := &http.Server{Handler: h, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)}
	return server.Serve(l)
}
