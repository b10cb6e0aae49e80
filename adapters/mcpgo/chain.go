package mcpgoerr

import (
	"context"

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
	unsupported errkit.Text                      // the client does not support a request of the handler
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
		for i := range unsupported {
			if err == unsupported[i].err {
				f.unsupported = unsupported[i].message
			}
		}
		return true
	})
	if f.coded || r.Cut || r.Panicked {
		return finding{coded: true}
	}
	return f
}

// unsupported are the errors of requests to a client that it does not support.
var unsupported = [...]struct {
	err     error
	message errkit.Text
}{
	{server.ErrElicitationNotSupported, "The client does not support elicitation."},
	{server.ErrRootsNotSupported, "The client does not support roots."},
	{server.ErrServerInitiatedRequestUnsupported, "The client does not support requests of the server."},
}

// resolvable reports whether the client can resolve the error by which a handler asks its user to visit URLs (MCP 2025-11-25, URL
// Elicitation Required Error). If the server does not know what the client supports, the handler decides.
func (f *finding) resolvable(ctx context.Context) bool {
	if f.required == nil {
		return false
	}
	d := peer(ctx)
	return d.Revision == mcpdialect.Revision20251125 && (d.URLElicitation || !declared(ctx))
}

// declared reports whether the server knows what the client supports.
func declared(ctx context.Context) bool {
	info := server.RequestProtocolInfoFromContext(ctx)
	_, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo)
	return ok || info != nil && info.Modern
}

// convert returns the context and the error for the boundary: mcp-go's errors are converted, and those of encoding/json and of
// validators are the caller's only if they are about the input.
func (f *finding) convert(ctx context.Context, err error, input mcpserver.Input) (context.Context, error) {
	switch {
	case f.required != nil:
		return ctx, &errkit.Error{Kind: errkit.AuthRequired, Needs: needs(f.required), Err: err}
	case f.unsupported != "":
		return ctx, &errkit.Error{Kind: errkit.Unsupported, Stage: errkit.Execution, Message: f.unsupported, Err: err}
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
