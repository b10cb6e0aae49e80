// Package bearer makes challenges for bearer tokens (RFC 6750) of errors.
package bearer

import (
	"log/slog"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/httphead"
)

// Challenge returns the challenge for an error: its needed scopes, and what an author put into the details acr_values and max_age for
// a step-up (RFC 9470 §3). hasToken reports whether the request has a token; otherwise the challenge has no error (RFC 6750 §3.1).
func Challenge(e *errkit.Error, hasToken bool) (b httphead.Bearer) {
	if e.Needs != nil {
		b.Scopes = e.Needs.Scopes
	}
	for i := range e.Details {
		a := &e.Details[i]
		switch {
		case a.Key == "acr_values" && a.Value.Kind() == slog.KindString:
			b.ACRValues = strings.Fields(a.Value.String())
		case a.Key == "acr_values":
			b.ACRValues, _ = a.Value.Any().([]string)
		case a.Key == "max_age" && a.Value.Kind() == slog.KindInt64:
			b.MaxAge = strconv.FormatInt(a.Value.Int64(), 10)
		}
	}
	if !hasToken {
		return b
	}
	b.Description = e.Error()
	switch {
	case len(b.ACRValues) > 0 || b.MaxAge != "":
		b.Error = "insufficient_user_authentication"
	case e.Kind == errkit.PermissionDenied && len(b.Scopes) > 0:
		b.Error = "insufficient_scope"
	case e.Kind == errkit.PermissionDenied:
		b.Description = "" // no other token would help, as far as it is known
	case e.Kind == errkit.InvalidRequest || e.Kind == errkit.Malformed:
		b.Error = "invalid_request"
	default:
		b.Error = "invalid_token"
	}
	return b
}
