package mcptest_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/adapters/mcp/mcptest"
	"github.com/toolerr/toolerr/errkittest"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

type ringInput struct {
	Bell  string `json:"bell"`
	Times int    `json:"times,omitempty"`
}

// newServer returns a server without the middleware of this module.
func newServer(ring mcp.ToolHandlerFor[ringInput, any]) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"},
		&mcp.ServerOptions{Logger: slog.New(slog.DiscardHandler)})
	mcp.AddTool(s, &mcp.Tool{Name: "ring", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, ring)
	return s
}

func ring(context.Context, *mcp.CallToolRequest, ringInput) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "ding"}}}, nil, nil
}

// TestTools tests a server that breaks no rule.
func TestTools(t *testing.T) {
	boundary := standard.Boundary()
	boundary.Report = middleware.Log(slog.New(slog.DiscardHandler))
	mcptest.Tools(t, func() *mcp.Server {
		s := newServer(ring)
		s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: boundary}))
		return s
	}, errkittest.Options{Strict: true})
}

// TestPermission tests a server whose tool changes something: it runs only if all tools may be
// called.
func TestPermission(t *testing.T) {
	boundary := standard.Boundary()
	boundary.Report = middleware.Log(slog.New(slog.DiscardHandler))
	for name, tt := range map[string]struct {
		options errkittest.Options
		runs    bool
	}{
		"none":    {errkittest.Options{Strict: true}, false},
		"invalid": {errkittest.Options{Strict: true, CallInvalid: true}, false},
		"all":     {errkittest.Options{Strict: true, CallAll: true}, true},
	} {
		t.Run(name, func(t *testing.T) {
			var runs atomic.Int32
			mcptest.Tools(t, func() *mcp.Server {
				s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"},
					&mcp.ServerOptions{Logger: slog.New(slog.DiscardHandler)})
				mcp.AddTool(s, &mcp.Tool{Name: "remove"},
					func(ctx context.Context, r *mcp.CallToolRequest, in ringInput) (*mcp.CallToolResult, any, error) {
						runs.Add(1)
						return ring(ctx, r, in)
					})
				s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: boundary}))
				return s
			}, tt.options)
			require.Equal(t, tt.runs, runs.Load() > 0)
		})
	}
}

// TestNoServer runs the test of a function that ends it, in another process: it fails, and does
// not wait for a server.
func TestNoServer(t *testing.T) {
	const env = "MCPTEST_NO_SERVER"
	if os.Getenv(env) != "" {
		t.Run("run", func(t *testing.T) {
			mcptest.Tools(t, func() *mcp.Server {
				t.Fatal("there is no configuration")
				return nil
			}, errkittest.Options{})
		})
		return
	}
	program, err := os.Executable()
	require.NoError(t, err)
	c := exec.CommandContext(t.Context(), program, "-test.run=^TestNoServer$", "-test.count=1", "-test.timeout=30s")
	c.Env = append(os.Environ(), env+"=1")
	out, err := c.CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(out), "there is no configuration")
	require.NotContains(t, string(out), "panic: test timed out")
}

// TestLeak runs the test of a tool that returns the error of its database in another process.
func TestLeak(t *testing.T) {
	const env = "MCPTEST_LEAKS"
	if os.Getenv(env) != "" {
		t.Run("run", func(t *testing.T) {
			mcptest.Tools(t, func() *mcp.Server {
				const failure = `pq: duplicate key value violates unique constraint "bells_pkey" (SQLSTATE 23505)`
				type result = mcp.CallToolResult
				return newServer(func(context.Context, *mcp.CallToolRequest, ringInput) (*result, any, error) {
					return nil, nil, errors.New(failure)
				})
			}, errkittest.Options{})
		})
		return
	}
	program, err := os.Executable()
	require.NoError(t, err)
	c := exec.CommandContext(t.Context(), program, "-test.run=^TestLeak$", "-test.count=1")
	c.Env = append(os.Environ(), env+"=1")
	out, err := c.CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(out), "--- FAIL: TestLeak/run/leak/sql/1 ")
	require.Contains(t, string(out), "No answer has SQL or an error of a database. (LEAK, MUST)\n")
	require.Contains(t, string(out), `printf '%s\n' '{"id":`)
}
