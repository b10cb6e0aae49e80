package mcpgoerr

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
)

// resolvable returns mcp-go's error by which a handler asks the user to visit a URL, if err is one and the client can resolve it
// (MCP 2025-11-25, URL Elicitation Required Error); otherwise nil. If the server does not know what the client supports, the
// handler decides.
func resolvable(ctx context.Context, err error) *mcp.URLElicitationRequiredError {
	if d := peer(ctx); d.Revision != mcpdialect.Revision20251125 || !d.URLElicitation && declared(ctx) {
		return nil
	}
	return findElicitation(err)
}

// declared reports whether the server knows what the client supports.
func declared(ctx context.Context) bool {
	info := server.RequestProtocolInfoFromContext(ctx)
	_, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo)
	return ok || info != nil && info.Modern
}

// findElicitation returns mcp-go's error in a chain, or nil. In a chain with a coded error it is the cause, which is not
// rendered.
func findElicitation(err error) *mcp.URLElicitationRequiredError {
	if isCoded(err) {
		return nil
	}
	if e, ok := errors.AsType[mcp.URLElicitationRequiredError](err); ok {
		return &e
	}
	e, _ := errors.AsType[*mcp.URLElicitationRequiredError](err)
	return e
}

func isCoded(err error) bool {
	_, coded := errors.AsType[*errkit.Error](err)
	_, kind := errors.AsType[errkit.Kind](err)
	return coded || kind
}

// fromServer converts mcp-go's errors that a handler returns, and returns any other as it is.
func fromServer(err error) error {
	if required := findElicitation(err); required != nil {
		return challenges(required, err)
	}
	if isCoded(err) {
		return err
	}
	for i := range unsupported {
		if u := &unsupported[i]; errors.Is(err, u.err) {
			return &errkit.Error{Kind: errkit.Unsupported, Stage: errkit.Execution, Message: u.message, Err: err}
		}
	}
	return err
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

func challenges(required *mcp.URLElicitationRequiredError, err error) *errkit.Error {
	needs := &errkit.Needs{}
	for _, e := range required.Elicitations {
		// The handler wrote the message for the user, so it is public.
		needs.Challenges = append(needs.Challenges, errkit.Challenge{ID: e.ElicitationID, URL: e.URL, Message: errkit.Text(e.Message)})
	}
	return &errkit.Error{Kind: errkit.AuthRequired, Needs: needs, Err: err}
}
