package mcpgoerr

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/mcpserver"
)

// Convert converts mcp-go's errors. That by which a handler asks the user to visit URLs is sent as
// it is, if the client can resolve it.
func (c *call) Convert(ctx context.Context, err error) (mcpserver.Verdict, error) {
	var required *mcp.URLElicitationRequiredError
	var refused *clientFeature
	v := mcpserver.Find(err, func(err error) bool {
		switch e := err.(type) {
		case mcp.URLElicitationRequiredError:
			required = &e
		case *mcp.URLElicitationRequiredError:
			required = e
		}
		for i := range clientFeatures {
			if f := &clientFeatures[i]; f.refusedBy(ctx, err) {
				refused = f
			}
		}
		return required != nil
	})
	switch {
	case v == mcpserver.Coded:
		return v, err
	case required == nil:
	case c.resolves(ctx):
		return v, *required
	default:
		asks := needs(required) //toolerr:public the handler wrote the messages for the user
		return mcpserver.Coded, &errkit.Error{Kind: errkit.AuthRequired, Needs: asks, Err: err}
	}
	if refused != nil {
		e := mcpserver.Unsupported(refused.method, err)
		e.Stage = errkit.Execution
		return mcpserver.Coded, e
	}
	if invalid := c.ofRequire(err); invalid != nil {
		return mcpserver.Coded, invalid
	}
	return v, err
}

// resolves reports whether the client can resolve the error by which a handler asks its user to
// visit URLs (MCP 2025-11-25, URL Elicitation Required Error). If the server does not know what
// the client supports, the handler decides. The server does not send the error of a task or a
// completion.
func (c *call) resolves(ctx context.Context) bool {
	client := c.Dialect(ctx)
	return client.Revision == mcpdialect.Revision20251125 && (client.URLElicitation || capabilities(ctx) == nil) &&
		!c.task && c.Method != mcpserver.Complete
}

func needs(required *mcp.URLElicitationRequiredError) *errkit.Needs {
	n := &errkit.Needs{}
	for _, e := range required.Elicitations {
		public := errkit.Text(e.Message) // the handler wrote it for the user
		n.Challenges = append(n.Challenges, errkit.Challenge{ID: e.ElicitationID, URL: e.URL, Message: public})
	}
	return n
}

// A clientFeature is an error of a request to a client that may not support it.
type clientFeature struct {
	method   string
	err      error                              // of mcp-go; nil: only its text is known
	text     string                             // how its text starts; the rest is that of the client
	declared func(*mcp.ClientCapabilities) bool // the client supports it: it is another error; nil: it does not
}

var clientFeatures = [...]clientFeature{
	{mcpserver.Elicit, server.ErrElicitationNotSupported, "", nil},
	{mcpserver.Elicit, nil, "elicitation request failed: ", hasElicitation},
	{mcpserver.Sample, nil, "session does not support sampling", nil},
	{mcpserver.Sample, nil, "sampling request failed: ", hasSampling},
	{mcpserver.ListRoots, server.ErrRootsNotSupported, "", nil},
	{mcpserver.ListRoots, nil, "list root request failed: ", hasRoots},
	{"", server.ErrServerInitiatedRequestUnsupported, "", nil},
}

func hasElicitation(c *mcp.ClientCapabilities) bool { return c.Elicitation != nil }
func hasSampling(c *mcp.ClientCapabilities) bool    { return c.Sampling != nil }
func hasRoots(c *mcp.ClientCapabilities) bool       { return c.Roots != nil }

// refusedBy reports whether an error is that of a request which the client does not support.
func (f *clientFeature) refusedBy(ctx context.Context, err error) bool {
	if (f.err == nil || err != f.err) && (f.text == "" || !strings.HasPrefix(errchain.Text(err), f.text)) {
		return false
	}
	can := capabilities(ctx)
	return f.declared == nil || can != nil && !f.declared(can)
}

// elicitations returns mcp-go's error for the data of a JSON-RPC error, or nil if it has no URLs
// to visit.
func elicitations(data json.RawMessage) error {
	var required mcp.URLElicitationRequiredError
	if data == nil || json.Unmarshal(data, &required) != nil || len(required.Elicitations) == 0 {
		return nil
	}
	return required
}

// A textError is an error with the text that a client gets. errors.Is and errors.As find e and its
// causes, for hooks of the server, except for what mcp-go searches: its own errors, which it would
// send, and those of contexts, for which it marks a task as cancelled.
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
