package mcperr

import (
	"encoding/json"
	"net/http"

	"github.com/toolerr/toolerr/dialect"
	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/bearer"
	"github.com/toolerr/toolerr/internal/httphead"
	"github.com/toolerr/toolerr/internal/language"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

// An Authorization checks the requests of the HTTP transport before a server gets them (MCP, Authorization):
//
//	http.Handle("/mcp", (&mcperr.Authorization{Check: check, ResourceMetadata: "https://..."}).Handler(streamable))
//
// The error of a tool cannot do this, because the transport has responded with 200 by then: it is a result, with the scopes in its
// text, or asks the user to visit a URL.
type Authorization struct {
	// Check returns an error for a request that is not allowed: Unauthenticated, AuthRequired or AuthExpired for 401,
	// PermissionDenied for 403, with Needs.Scopes; any other kind has the status of its row in package mapping.
	Check func(*http.Request) error

	// ResourceMetadata is the URL of the protected resource's metadata (RFC 9728 §5.1).
	ResourceMetadata string

	// Boundary converts and reports the failures. Nil: [standard.Boundary].
	Boundary *middleware.Boundary
}

// Handler returns a handler that passes the allowed requests to next. The response to others is a JSON-RPC error without an id, with
// the header WWW-Authenticate for 401 and 403.
func (a *Authorization) Handler(next http.Handler) http.Handler {
	b := a.Boundary
	if b == nil {
		b = standard.Boundary()
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := a.check(r, b); err != nil {
			a.refuse(w, r, errkit.From(err))
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (a *Authorization) check(r *http.Request, b *middleware.Boundary) (err error) {
	ctx := mcpserver.WithFacts(language.FromHeader(r.Context(), r.Header), nil, r.Method, "path", r.URL.Path)
	defer func() {
		if v := recover(); v != nil {
			err = mcpserver.HandlePanic(ctx, b, v)
		}
	}()
	if a.Check == nil {
		return nil
	}
	return b.Handle(ctx, a.Check(r))
}

func (a *Authorization) refuse(w http.ResponseWriter, r *http.Request, e *errkit.Error) {
	var codec dialect.Codec
	status := codec.Table.Status(e)
	if status == http.StatusUnauthorized || status == http.StatusForbidden {
		challenge := bearer.Challenge(e, httphead.HasToken(r.Header))
		challenge.ResourceMetadata = a.ResourceMetadata
		httphead.Set(w.Header(), "Www-Authenticate", challenge.String())
	}
	// A method of the protocol that has no result with isError.
	body, head := codec.Append(nil, mcpdialect.Dialect{}, dialect.Call{ID: json.RawMessage("null"), Method: mcpserver.Complete}, e)
	httphead.Set(w.Header(), "Content-Type", head.ContentType)
	httphead.Set(w.Header(), "Cache-Control", "no-store")
	if after := (dialect.Head{RetryAfter: e.RetryAfter}).RetryAfterSeconds(); after != "" {
		w.Header().Set("Retry-After", after)
	}
	w.WriteHeader(status)
	_, _ = w.Write(body) // the client may be gone
}
