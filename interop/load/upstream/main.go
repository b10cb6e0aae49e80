// Command upstream is a server of MCP over HTTP that responds in the ways of package ways. At
// /size/N a call succeeds with a text of N bytes, at /events/N with a stream of N events before
// the response.
package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/signal"

	"github.com/toolerr/toolerr/interop/load/ways"
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
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	context.AfterFunc(ctx, func() { _ = listener.Close() })
	(&ways.Server{Other: other}).Serve(listener)
	return nil
}
