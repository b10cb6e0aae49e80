package mcpgoerr

import (
	"context"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/middleware"
)

// A finding is what decides how an uncoded error is rendered.
type finding struct {
	coded       bool                             // an error with a Kind, a panic, or a chain without an end
	required    *mcp.URLElicitationRequiredError // mcp-go's error by which a handler asks the user to visit URLs
	unsupported *unsupported                     // the client may not support a request of the handler
}

// find visits the chain of an error of a handler. What is beside or below a coded error is its cause, which is not rendered.
func find(err error) (f finding) {
	r := errchain.Walk(err, func(err error, _ bool) bool {
		switch e := err.(type) {
		case *errkit.Error, errkit.Kind, *middleware.Panic:
			f.coded = true
			return false
		case mcp.URLElicitationRequiredError:
			f.required = &e
			return false
		case *mcp.URLElicitationRequiredError:
			f.required = e
			return false
		}
		for i := range clientFeatures {
			if row := &clientFeatures[i]; row.matches(err) {
				f.unsupported = row
			}
		}
		return true
	})
	if f.coded || r.Cut || r.Panicked {
		return finding{coded: true}
	}
	return f
}

// An unsupported is an error of a request to a client that may not support it.
type unsupported struct {
	err      error                              // of mcp-go; nil: only its text is known
	text     string                             // how its text starts; the rest is that of the client
	declared func(*mcp.ClientCapabilities) bool // whether the client does support it, so that it is another error; nil: it does not
	message  errkit.Text
}

var clientFeatures = [...]unsupported{
	{server.ErrElicitationNotSupported, "", nil, "The client does not support elicitation."},
	{nil, "elicitation request failed: ", func(c *mcp.ClientCapabilities) bool { return c.Elicitation != nil }, "The client does not support elicitation."},
	{nil, "session does not support sampling", nil, "The client does not support sampling."},
	{nil, "sampling request failed: ", func(c *mcp.ClientCapabilities) bool { return c.Sampling != nil }, "The client does not support sampling."},
	{server.ErrRootsNotSupported, "", nil, "The client does not support roots."},
	{nil, "list root request failed: ", func(c *mcp.ClientCapabilities) bool { return c.Roots != nil }, "The client does not support roots."},
	{server.ErrServerInitiatedRequestUnsupported, "", nil, "The client does not support requests of the server."},
}

func (u *unsupported) matches(err error) bool {
	return u.err != nil && err == u.err || u.text != "" && strings.HasPrefix(errchain.Text(err), u.text)
}

// by reports whether the client of a request does not support it.
func (u *unsupported) by(ctx context.Context) bool {
	if u == nil || u.declared == nil {
		return u != nil
	}
	can := capabilities(ctx)
	return can != nil && !u.declared(can)
}

// resolvable reports whether the client can resolve the error by which a handler asks its user to visit URLs (MCP 2025-11-25, URL
// Elicitation Required Error). If the server does not know what the client supports, the handler decides.
func (f *finding) resolvable(ctx context.Context) bool {
	if f.required == nil {
		return false
	}
	d := peer(ctx)
	return d.Revision == mcpdialect.Revision20251125 && (d.URLElicitation || capabilities(ctx) == nil)
}

// convert returns the context and the error for the boundary: mcp-go's errors are converted, and those of encoding/json and of
// validators are the caller's only if they are about the input.
func (f *finding) convert(ctx context.Context, err error, input mcpserver.Input) (context.Context, error) {
	switch {
	case f.required != nil:
		return ctx, &errkit.Error{Kind: errkit.AuthRequired, Needs: needs(f.required), Err: err}
	case f.unsupported.by(ctx):
		return ctx, &errkit.Error{Kind: errkit.Unsupported, Stage: errkit.Execution, Message: f.unsupported.message, Err: err}
	case f.coded:
		return ctx, err
	}
	return mcpserver.Blame(ctx, err, input)
}

func needs(required *mcp.URLElicitationRequiredError) *errkit.Needs {
	n := &errkit.Needs{}
	for _, e := range required.Elicitations {
		// The handler wrote the message for the user, so it is public.
		n.Challenges = append(n.Challenges, errkit.Challenge{ID: e.ElicitationID, URL: e.URL, Message: errkit.Text(e.Message)})
	}
	return n
}
