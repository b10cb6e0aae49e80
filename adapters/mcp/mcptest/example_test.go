package mcptest_test

import (
	"fmt"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/adapters/mcp/mcptest"
	"github.com/toolerr/toolerr/errkittest"
)

// The test of a server's tools.
func ExampleTools() {
	newServer := func() *mcp.Server {
		s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
		s.AddReceivingMiddleware(mcperr.Middleware(nil))
		return s // with the tools
	}
	testErrors := func(t *testing.T) {
		mcptest.Tools(t, newServer, errkittest.Options{Strict: true})
	}
	fmt.Printf("%T\n", testErrors)
	// Output:
	// func(*testing.T)
}
