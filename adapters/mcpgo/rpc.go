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
	key, name string // what was requested, for the report
	uri       string // of the requested resource
	arguments []byte // of the prompt, as an object
}

// fail returns the error that the server sends for an error of a handler.
func (r *request) fail(ctx context.Context, err error) error {
	found := find(err)
	if found.resolvable(ctx) {
		return *found.required
	}
	return r.error(ctx, r.convert(ctx, found, err))
}

// convert passes an error of a handler to the boundary.
func (r *request) convert(ctx context.Context, found finding, err error) *errkit.Error {
	ctx, err = found.convert(ctx, err, mcpserver.Input{Arguments: r.arguments, Texts: true})
	return r.handle(r.withFacts(ctx), err)
}

// handlePanic returns the error that the server sends for a panic. It must be called from the deferred function.
func (r *request) handlePanic(ctx context.Context, v any) error {
	return r.asText(ctx, r.config.handlePanic(r.withFacts(ctx), v))
}

func (r *request) withFacts(ctx context.Context) context.Context {
	return r.config.withFacts(ctx, r.method, r.key, r.name)
}

// error returns the error that the server sends for e: mcp-go's own error, if the client can resolve it, else one with the text
// of e, which is all that the server sends.
func (r *request) error(ctx context.Context, e *errkit.Error) error {
	if required := elicitations(r.render(peer(ctx), e).Data); required != nil {
		return *required
	}
	return r.asText(ctx, e)
}

// asText returns the error with the text of e, which has the URLs to visit.
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
