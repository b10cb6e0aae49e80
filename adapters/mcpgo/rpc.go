package mcpgoerr

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"

	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/mcpserver"
)

// A request is one that a JSON-RPC error responds to, if it fails.
type request struct {
	*config
	method    mcp.MCPMethod
	key, name string            // what was requested, for the report
	uri       string            // of the requested resource
	arguments map[string]string // of the prompt
}

// serve runs the handler of a request, and returns its result or the error that the server sends.
func serve[R any](ctx context.Context, r *request, handler func(context.Context) (R, error)) (res R, err error) {
	var none R
	defer func() {
		if v := recover(); v != nil {
			res, err = none, r.asText(ctx, r.handlePanic(r.withFacts(ctx), v))
		}
	}()
	res, err = mcpserver.RunWithin(ctx, 0, handler, r.panicked(ctx))
	if err != nil {
		return none, r.fail(ctx, err)
	}
	return res, nil
}

// fail returns the error that the server sends for an error of a handler.
func (r *request) fail(ctx context.Context, err error) error {
	found := find(err)
	asks := r.method != mcp.MethodCompletionComplete // for which the server does not send -32042
	if asks && found.resolvable(ctx) {
		return *found.required
	}
	var input mcpserver.Input
	if r.method == mcp.MethodPromptsGet { // others have no arguments
		input.Arguments, _ = json.Marshal(r.arguments) // texts, which have JSON
		input.Texts = true
	}
	ctx, err = found.convert(ctx, err, input)
	e := r.handle(r.withFacts(ctx), err)
	if asks {
		if required := elicitations(r.render(peer(ctx), e).Data); required != nil {
			return *required
		}
	}
	return r.asText(ctx, e)
}

// panicked returns a function for [mcpserver.RunWithin].
func (r *request) panicked(ctx context.Context) func(v any) error {
	return func(v any) error { return r.handlePanic(r.withFacts(ctx), v) }
}

func (r *request) withFacts(ctx context.Context) context.Context {
	return r.config.withFacts(ctx, r.method, r.key, r.name)
}

// asText returns an error with the text of e, which is all that the server sends. It has the URLs to visit.
func (r *request) asText(ctx context.Context, e *errkit.Error) error {
	return &textError{text: r.render(mcpdialect.Dialect{Revision: peer(ctx).Revision}, e).Message, err: e}
}

func (r *request) render(peer mcpdialect.Dialect, e *errkit.Error) mcpdialect.Parts {
	return r.renderer.Render(mcpserver.Call{Method: string(r.method), URI: r.uri, Peer: peer}, e)
}

// elicitations returns mcp-go's error for the data of a JSON-RPC error, or nil if it has no URLs to visit.
func elicitations(data json.RawMessage) *mcp.URLElicitationRequiredError {
	var required mcp.URLElicitationRequiredError
	if data == nil || json.Unmarshal(data, &required) != nil || len(required.Elicitations) == 0 {
		return nil
	}
	return &required
}

// A textError is an error with the text that a client gets. errors.Is and errors.As find e and its causes, for hooks of the
// server, except for what mcp-go searches: its own errors, which it would send, and those of contexts, for which it marks a task
// as cancelled.
type textError struct {
	text string
	err  *errkit.Error
	task bool
}

func (e *textError) Error() string { return e.text }

// Is reports whether e has the kind target, or it is in the causes.
func (e *textError) Is(target error) bool {
	switch {
	case e.task && target == context.Canceled:
		return e.err.Kind == errkit.Canceled
	case e.task && target == context.DeadlineExceeded:
		return false
	}
	return errchain.Is(e.err, target)
}

// As sets a target whose type is that of e or of a cause.
func (e *textError) As(target any) bool {
	switch target.(type) {
	case *mcp.URLElicitationRequiredError, **mcp.URLElicitationRequiredError:
		return false
	}
	return errors.As(e.err, target)
}
