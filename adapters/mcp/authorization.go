package mcperr

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/toolerr/toolerr/dialect"
	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/middleware"
)

// An Authorization checks the requests of the HTTP transport before a server gets them (MCP,
// Authorization):
//
//	a := &mcperr.Authorization{Check: check, ResourceMetadata: "https://..."}
//	http.Handle("/mcp", a.Handler(streamable))
//
// The error of a tool cannot do this, because the transport has responded with 200 by then: it is
// a result, with the scopes in its text, or asks the user to visit a URL.
type Authorization struct {
	// Check returns an error for a request that is not allowed: Unauthenticated, AuthRequired or
	// AuthExpired for 401, PermissionDenied for 403, with Needs.Scopes; any other kind has the
	// status of its row in package mapping.
	Check func(*http.Request) error

	// ResourceMetadata is the URL of the protected resource's metadata (RFC 9728 §5.1).
	ResourceMetadata string

	// Boundary converts and reports the failures. Nil: [standard.Boundary].
	Boundary *middleware.Boundary
}

// Handler returns a handler that passes the allowed requests to next. The response to others is a
// JSON-RPC error without an id, with the header WWW-Authenticate for 401 and 403.
func (a *Authorization) Handler(next http.Handler) http.Handler {
	s := mcpserver.NewServer(&mcpserver.Server{Boundary: a.Boundary})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		call := &mcpserver.Call{Server: s, Method: r.Method, What: "path", Name: r.URL.Path}
		if err := a.check(r, call); err != nil {
			a.refuse(w, r, errkit.From(err))
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (a *Authorization) check(r *http.Request, c *mcpserver.Call) error {
	if a.Check == nil {
		return nil
	}
	check := func(context.Context) (none struct{}, err error) { return none, a.Check(r) }
	_, err := mcpserver.Guard(header.WithLanguageOf(r.Context(), r.Header), c, check)
	return err
}

func (a *Authorization) refuse(w http.ResponseWriter, r *http.Request, e *errkit.Error) {
	var codec dialect.Codec
	status := codec.Table.Status(e)
	if status == http.StatusUnauthorized || status == http.StatusForbidden {
		challenge := header.Challenge(e, header.HasToken(r.Header))
		challenge.ResourceMetadata = a.ResourceMetadata
		header.Set(w.Header(), "Www-Authenticate", challenge.String())
	}
	// A method of the protocol that has no result with isError. The request was not passed on.
	call := dialect.Call{ID: json.RawMessage("null"), Method: mcpserver.Complete, Repeatable: errkit.RepeatableYes}
	body, head := codec.Append(nil, mcpdialect.Dialect{}, call, e)
	header.Set(w.Header(), "Content-Type", head.ContentType)
	header.Set(w.Header(), "Cache-Control", "no-store")
	header.Set(w.Header(), "Retry-After", dialect.Head{RetryAfter: e.RetryAfter}.RetryAfterSeconds())
	w.WriteHeader(status)
	_, _ = w.Write(body) // the client may be gone
}
