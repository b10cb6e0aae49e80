package mcpgoerr

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"

	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
)

// resolvable returns mcp-go's error by which a handler asks the user to visit a URL, if err is one and the client can resolve it
// (MCP 2025-11-25, URL Elicitation Required Error); otherwise nil.
func resolvable(ctx context.Context, err error) *mcp.URLElicitationRequiredError {
	if d := peer(ctx); !d.URLElicitation || d.Revision != mcpdialect.Revision20251125 {
		return nil
	}
	return findElicitation(err)
}

// findElicitation returns mcp-go's error in a chain, or nil. In a chain with a coded error it is the cause, which is not
// rendered.
func findElicitation(err error) *mcp.URLElicitationRequiredError {
	_, coded := errors.AsType[*errkit.Error](err)
	_, kind := errors.AsType[errkit.Kind](err)
	if coded || kind {
		return nil
	}
	if e, ok := errors.AsType[mcp.URLElicitationRequiredError](err); ok {
		return &e
	}
	e, _ := errors.AsType[*mcp.URLElicitationRequiredError](err)
	return e
}

// fromElicitation converts mcp-go's error to one with challenges, and returns any other as it is.
func fromElicitation(err error) error {
	required := findElicitation(err)
	if required == nil {
		return err
	}
	needs := &errkit.Needs{}
	for _, e := range required.Elicitations {
		// The handler wrote the message for the user, so it is public.
		needs.Challenges = append(needs.Challenges, errkit.Challenge{ID: e.ElicitationID, URL: e.URL, Message: errkit.Text(e.Message)})
	}
	return &errkit.Error{Kind: errkit.AuthRequired, Needs: needs, Err: err}
}
