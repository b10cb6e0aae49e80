package nethttp

import (
	"net/http"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/bearer"
	"github.com/toolerr/toolerr/internal/httphead"
)

// Bearer returns a function for [API.Authenticate]: the challenge for a bearer token (RFC 6750 §3), with the scopes that the error
// needs and the URL of the protected resource's metadata (RFC 9728 §5.1), "" for none. The details acr_values and max_age of an
// error ask for another authentication of the user (RFC 9470 §3).
func Bearer(resourceMetadata string) func(*http.Request, *errkit.Error) string {
	return func(r *http.Request, e *errkit.Error) string {
		b := bearer.Challenge(e, httphead.HasToken(r.Header))
		b.ResourceMetadata = resourceMetadata
		return b.String()
	}
}
