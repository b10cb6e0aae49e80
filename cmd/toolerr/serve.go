package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/cmd/toolerr/internal/demo"
	"github.com/toolerr/toolerr/cmd/toolerr/internal/serving"
	"github.com/toolerr/toolerr/cmd/toolerr/internal/site"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

// graceTimeout is for pending requests at shutdown.
const graceTimeout = 5 * time.Second

func newServe() *cobra.Command {
	var (
		addr   = "127.0.0.1:8080"
		asJSON bool
	)
	run := func(ctx context.Context, cmd *cobra.Command, _ []string) error {
		greet := welcome
		if asJSON {
			greet = welcomeJSON
		}
		log := slog.New(slog.NewJSONHandler(plainJSON{cmd.ErrOrStderr()}, nil))
		return serve(ctx, addr, cmd.OutOrStdout(), greet, log)
	}
	cmd := newCommand("serve", atMost(0), untilSignal(run))
	cmd.Flags().StringVar(&addr, "addr", addr, "`HOST:PORT` to listen on; port 0 selects a free port")
	cmd.Flags().BoolVar(&asJSON, "json", false,
		`print {"base","oxp","mcp","aai","problem","google","connect","a2a","openapi"}, the URLs, when it serves`)
	return cmd
}

// serve serves until ctx is done, and then waits up to graceTimeout for pending requests. greet
// prints the base URL.
func serve(ctx context.Context, addr string, out io.Writer, greet func(io.Writer, string) error,
	log *slog.Logger) error {
	listener, err := listen(ctx, "addr", addr)
	if err != nil {
		return err
	}
	base := "http://" + reachable(listener.Addr())
	handler := handlerOf(base, log)
	if err := greet(out, base); err != nil {
		return errors.Join(fmt.Errorf("serve: %w", err), listener.Close())
	}
	log.Info("serving", "addr", listener.Addr().String())
	err = serving.Until(ctx, graceTimeout, log, serving.Server{Listener: listener, Server: &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: time.Minute,
		IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
	}})
	if err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

// handlerOf returns the handler of the pages and of the demo tools. The answers that the pages
// show are those of other tools, whose failures are not logged.
func handlerOf(base string, log *slog.Logger) http.Handler {
	boundary := standard.Boundary()
	boundary.Report = middleware.Log(log)
	return site.Handler(site.Options{Tools: demo.New(base, slog.New(slog.DiscardHandler)), Base: base,
		Endpoints: demo.Endpoints(base), Codes: func() ([]byte, error) { return json.Marshal(codePages()) }},
		boundary, demo.New(base, log))
}

// reachable returns an address at which a client on this machine can connect to the listener.
func reachable(a net.Addr) string {
	host, port, _ := net.SplitHostPort(a.String()) // the address of TCP has both
	if net.ParseIP(host).IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}

//go:embed welcome.txt
var welcomeText string

func welcome(w io.Writer, base string) error {
	calls := ""
	for _, e := range demo.Endpoints(base)[:3] {
		calls += "  " + e.Curl + "\n"
	}
	_, err := strings.NewReplacer("$base", base, "$calls", calls).WriteString(w, welcomeText)
	return err
}

func welcomeJSON(w io.Writer, base string) error {
	return printCompact(w, map[string]string{
		"base": base + "/", "oxp": base + "/oxp/tools/call", "mcp": base + "/mcp", "aai": base + "/aai",
		"problem": base + "/problem/", "google": base + "/google/", "connect": base + "/connect/", "a2a": base + "/a2a",
		"openapi": base + "/openapi.json",
	})
}
