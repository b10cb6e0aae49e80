package mcperr

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcpserver"
)

var errGoexit = errors.New("mcp: the handler called runtime.Goexit")

// A response is what a handler returned.
type response struct {
	result mcp.Result
	err    error
}

// call runs the handlers. It runs those that the author of a server writes in a goroutine, so that there is a response to a handler
// that calls runtime.Goexit, and to one that runs for longer than its timeout, whose result is then ignored.
func (r *request) call(ctx context.Context) (mcp.Result, error) {
	switch r.method {
	case mcpserver.CallTool, mcpserver.ReadResource, mcpserver.GetPrompt, mcpserver.Complete:
	default:
		return r.next(ctx, r.method, r.req)
	}
	var expired <-chan struct{}
	if r.Timeout > 0 && r.method == mcpserver.CallTool {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, r.Timeout, errkit.Timeout)
		defer cancel()
		expired = ctx.Done()
	}
	done := make(chan response, 1)
	go r.runHandler(ctx, r.req, done)
	select {
	case response := <-done:
		return response.result, response.err
	case <-expired:
	}
	select {
	case response := <-done: // in time, or because of the timeout
		return response.result, response.err
	default:
		return nil, context.Cause(ctx)
	}
}

// runHandler sends the response of the handlers, also if they panic.
func (r *request) runHandler(ctx context.Context, req mcp.Request, done chan<- response) {
	answer := response{err: errGoexit}
	defer func() {
		if v := recover(); v != nil {
			answer = response{err: mcpserver.HandlePanic(r.withFacts(ctx), r.Boundary, v)}
		}
		done <- answer
	}()
	result, err := r.next(ctx, r.method, req)
	answer = response{result, err}
}
