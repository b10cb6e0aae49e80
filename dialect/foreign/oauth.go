package foreign

import (
	"cmp"
	"net/http"

	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
)

// byOAuth sets the kind of an error code of OAuth 2.0, and reports whether it is one.
func byOAuth(r *wire.Reader, code, where string) bool {
	m, ok := meaningIn(oauthName, code)
	if !ok {
		return false
	}
	r.Kind(m.kind, where+" "+code)
	r.Peer.Code = code
	refineOAuth(r, code)
	if m.retry != errkit.RetryUnspecified {
		r.Peer.Retry = m.retry
	}
	return true
}

// refineOAuth handles the codes of OAuth 2.0 that mean several things.
func refineOAuth(r *wire.Reader, code string) {
	switch {
	case code == "invalid_token":
		r.Refine(wire.InvalidToken)
	case code == "unauthorized_client" && r.Document.Status == http.StatusUnauthorized: // its credentials: Keycloak
		r.Kind(errkit.Unauthenticated, "HTTP status 401 and the OAuth error "+code)
	}
}

// OAuth reads an error response of OAuth 2.0, {"error":"invalid_token","error_description":"..."}
// (RFC 6749 §5.2), and reports whether v is one.
func OAuth(r *wire.Reader, v jsontree.Value) bool {
	a := knownAPI(&r.Document, v, header.IsError(r.Document.Status))
	if a == nil || a.name != oauthName {
		return false
	}
	apiError(r, v, a)
	return true
}

func scopes(r *wire.Reader, names []string) {
	if len(names) > 0 && len(names) <= text.MaxFields && (r.Error.Needs == nil || r.Error.Needs.Scopes == nil) {
		r.Needs().Scopes = names
	}
}

// readChallenge reads the challenges of the response (RFC 6750 §3, RFC 9728 §5.1): the error, if
// the kind is that of the HTTP status and the error has the same status, and the scopes.
func readChallenge(r *wire.Reader) {
	if len(r.Document.Header["Www-Authenticate"]) == 0 {
		return
	}
	a := header.ParseAuthenticate(r.Document.Header)
	if r.Guess.StatusOnly {
		before, rule, code, status := r.Error.Kind, r.Peer.Rule, r.Peer.Code, r.Document.Status
		r.GuessFrom(a.Description)
		byOAuth(r, a.Error, "WWW-Authenticate: the error")
		// of the client, of the server
		general := status == http.StatusBadRequest || status == http.StatusInternalServerError
		if !general && r.Codec.Table.Row(r.Error.Kind).HTTP != status {
			r.Kind(before, rule)
			r.Peer.Code, r.Peer.Retry = code, errkit.RetryUnspecified
		}
	}
	scopes(r, a.Scopes)
	r.Error.Message = cmp.Or(r.Error.Message, errkit.Text(a.Description))
}
