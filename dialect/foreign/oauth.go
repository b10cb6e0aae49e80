package foreign

import (
	"net/http"
	"strings"

	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
)

// oauthCodes are the error codes of OAuth 2.0, which protected resources and authorization servers
// send, MCP servers among them.
var oauthCodes = []codes[string]{
	// RFC 6750 §3.1, RFC 9449 §5, GitHub, which responds with 200
	{errkit.Unauthenticated, 0, []string{
		"invalid_token", "invalid_client", "invalid_dpop_proof", "incorrect_client_credentials",
	}},
	{errkit.Unauthenticated, errkit.Allowed, []string{"use_dpop_nonce"}}, // RFC 9449 §8
	{errkit.PermissionDenied, errkit.AfterAction, []string{"insufficient_scope"}},
	// RFC 6749 §4.1.2.1 and §5.2, UMA 2.0 Grant for OAuth 2.0 §3.3.6
	{errkit.PermissionDenied, 0, []string{
		"unauthorized_client", "access_denied", "request_denied", "unapproved_software_statement",
	}},
	{errkit.InvalidRequest, 0, []string{"invalid_request"}},
	{errkit.Internal, 0, []string{"server_error"}},
	{errkit.Unavailable, 0, []string{"temporarily_unavailable"}},
	// RFC 7009 §2.2.1, OpenID Connect Core 1.0 §3.1.2.6
	{errkit.Unsupported, 0, []string{
		"unsupported_grant_type", "unsupported_response_type", "unsupported_token_type", "request_not_supported",
		"request_uri_not_supported", "registration_not_supported",
	}},
	// RFC 7591 §3.2.2, RFC 8707 §2, RFC 9396 §5, CIBA 1.0 §13
	{errkit.InvalidInput, 0, []string{
		"invalid_scope", "invalid_redirect_uri", "invalid_client_metadata", "invalid_target",
		"invalid_software_statement", "invalid_authorization_details", "invalid_request_uri", "invalid_request_object",
		"unknown_user_id", "missing_user_code", "invalid_user_code", "invalid_binding_message",
	}},
	// RFC 8628 §3.5, CIBA 1.0 §11, GitHub
	{errkit.AuthExpired, 0, []string{
		"invalid_grant", "expired_token", "expired_login_hint_token", "bad_verification_code",
	}},
	{errkit.AuthRequired, errkit.Allowed, []string{"authorization_pending", "slow_down", "request_submitted"}},
	// OpenID Connect Core 1.0 §3.1.2.6, RFC 9470 §3, UMA 2.0, Auth0
	{errkit.AuthRequired, 0, []string{
		"login_required", "interaction_required", "account_selection_required", "consent_required",
		"insufficient_user_authentication", "need_info", "mfa_required",
	}},
	{errkit.AuthConfigInvalid, 0, []string{"redirect_uri_mismatch"}},  // GitHub, Google
	{errkit.FailedPrecondition, 0, []string{"unverified_user_email"}}, // GitHub
}

// oauth sets the kind of an error code of OAuth 2.0, and reports whether it is one.
func oauth(r *wire.Reader, code, where string) bool {
	c := find(oauthCodes, code)
	if c == nil {
		return false
	}
	r.Kind(c.kind, where+" "+code)
	r.Peer.Code = code
	if code == "invalid_token" {
		r.Refine(wire.InvalidToken)
	}
	if c.retry != errkit.RetryUnspecified {
		r.Peer.Retry = c.retry
	}
	return true
}

// OAuth reads an error response of OAuth 2.0, {"error":"invalid_token","error_description":"..."}
// (RFC 6749 §5.2), and reports whether v is one.
func OAuth(r *wire.Reader, v jsontree.Value) bool {
	code, ok := v.Member("error").Text()
	if !ok || !oauth(r, code, "the OAuth error") {
		return false
	}
	if code == "unauthorized_client" && r.Document.Status == http.StatusUnauthorized { // its credentials: Keycloak
		r.Kind(errkit.Unauthenticated, "HTTP status 401 and the OAuth error "+code)
	}
	if message := MessageOf(v); message != code {
		r.Message(message)
	}
	if scope, ok := v.Member("scope").Text(); ok {
		scopes(r, strings.Fields(scope))
	}
	return true
}

func scopes(r *wire.Reader, names []string) {
	if len(names) > 0 && len(names) <= text.MaxFields && (r.Error.Needs == nil || r.Error.Needs.Scopes == nil) {
		r.Needs().Scopes = names
	}
}

// readChallenge reads the challenges of the response (RFC 6750 §3, RFC 9728 §5.1): the error, if
// the kind is that of the HTTP status and the error has the same status, the scopes and the URLs.
func readChallenge(r *wire.Reader) {
	if len(r.Document.Header["Www-Authenticate"]) == 0 {
		return
	}
	a := header.ParseAuthenticate(r.Document.Header)
	if r.Guess.StatusOnly {
		before, rule, code := r.Error.Kind, r.Peer.Rule, r.Peer.Code
		status := r.Document.Status
		r.GuessFrom(a.Description)
		oauth(r, a.Error, "WWW-Authenticate: the error")
		// of the client, of the server
		general := status == http.StatusBadRequest || status == http.StatusInternalServerError
		if !general && r.Codec.Table.Row(r.Error.Kind).HTTP != status {
			r.Kind(before, rule)
			r.Peer.Code, r.Peer.Retry = code, errkit.RetryUnspecified
		}
	}
	scopes(r, a.Scopes)
	if r.Error.Needs == nil || r.Error.Needs.Challenges == nil {
		for _, u := range a.URLs {
			r.Challenge(errkit.Challenge{URL: u})
		}
	}
	if r.Error.Message == "" {
		r.Error.Message = errkit.Text(a.Description)
	}
}
