// Package mcptest, for applications, tests how the tools of a server that uses the official Go
// SDK for the Model Context Protocol report errors, with the rules of the command `toolerr
// check`:
//
//	func TestTools(t *testing.T) {
//		mcptest.Tools(t, newServer, errkittest.Options{})
//	}
//
// See package errkittest for other servers, and for the names of the subtests.
package mcptest

import (
	"context"
	"net"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/check"
	"github.com/toolerr/toolerr/errkittest"
)

// patience is how long a server may run after the end of its context.
const patience = 10 * time.Second

// Tools tests the tools of a server. It connects to it in memory, calls the tools with inputs that
// are not valid, and compares the answers with the rules. Tools without readOnlyHint are called
// only with Options.CallInvalid or CallAll. Rules about the transport have no answer to judge:
// test the handler of the server with [errkittest.Handler], which needs a URL. Of the options,
// Strict, CallInvalid, CallAll and Known count.
func Tools(t *testing.T, newServer func() *mcp.Server, o errkittest.Options) {
	t.Helper()
	server := newServer() // in the goroutine of the test, because it may end the test
	ctx, cancel := context.WithCancel(t.Context())
	ours, theirs := net.Pipe()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = server.Run(ctx, &mcp.IOTransport{Reader: theirs, Writer: theirs})
	}()
	defer func() {
		cancel()
		ours.Close()
		select {
		case <-ended:
		case <-time.After(patience):
			t.Errorf("mcptest: the server did not stop within %v after its context ended: "+
				"a tool does not return", patience)
		}
	}()
	errkittest.Server(t, check.Target{Dialect: "mcp", Conn: ours}, o)
}
