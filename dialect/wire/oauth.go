package wire

import (
	"net/http"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/httphead"
	"github.com/toolerr/toolerr/jsontree"
)

// oauthCodes are the error codes of OAuth 2.0, which protected resources and authorization servers send, MCP servers among
// them.
var oauthCodes = [...]struct {
	name  string
	kind  errkit.Kind
	retry errkit.Retry
}{
	// RFC 6750 §3.1
	{"invalid_token", errkit.Unauthenticated, 0},
	{"insufficient_scope", errkit.PermissionDenied, errkit.AfterAction},
	// RFC 6749 §4.1.2.1, §5.2
	{"invalid_request", errkit.InvalidRequest, 0},
	{"invalid_client", errkit.Unauthenticated, 0},
	{"invalid_grant", errkit.AuthExpired, 0},
	{"unauthorized_client", errkit.PermissionDenied, 0},
	{"unsupported_grant_type", errkit.Unsupported, 0},
	{"unsupported_response_type", errkit.Unsupported, 0},
	{"invalid_scope", errkit.InvalidInput, 0},
	{"access_denied", errkit.PermissionDenied, 0},
	{"server_error", errkit.Internal, 0},
	{"temporarily_unavailable", errkit.Unavailable, 0},
	// RFC 8628 §3.5
	{"authorization_pending", errkit.AuthRequired, errkit.Allowed},
	{"slow_down", errkit.AuthRequired, errkit.Allowed},
	{"expired_token", errkit.AuthExpired, 0},
	// RFC 7591 §3.2.2
	{"invalid_redirect_uri", errkit.InvalidInput, 0},
	{"invalid_client_metadata", errkit.InvalidInput, 0},
	// OpenID Connect Core 1.0 §3.1.2.6
	{"login_required", errkit.AuthRequired, 0},
	{"interaction_required", errkit.AuthRequired, 0},
	{"account_selection_required", errkit.AuthRequired, 0},
	{"consent_required", errkit.AuthRequired, 0},
	// RFC 8707 §2, RFC 9449 §5 and §8, RFC 9470 §3
	{"invalid_target", errkit.InvalidInput, 0},
	{"invalid_dpop_proof", errkit.Unauthenticated, 0},
	{"use_dpop_nonce", errkit.Unauthenticated, errkit.Allowed},
	{"insufficient_user_authentication", errkit.AuthRequired, 0},
	// UMA 2.0 Grant for OAuth 2.0 §3.3.6
	{"need_info", errkit.AuthRequired, 0},
	{"request_submitted", errkit.AuthRequired, errkit.Allowed},
	{"request_denied", errkit.PermissionDenied, 0},
	// RFC 7009 §2.2.1, RFC 7591 §3.2.2, RFC 9396 §5, OpenID Connect Core 1.0 §3.1.2.6, CIBA 1.0 §11 and §13
	{"unsupported_token_type", errkit.Unsupported, 0},
	{"invalid_software_statement", errkit.InvalidInput, 0},
	{"unapproved_software_statement", errkit.PermissionDenied, 0},
	{"invalid_authorization_details", errkit.InvalidInput, 0},
	{"invalid_request_uri", errkit.InvalidInput, 0},
	{"invalid_request_object", errkit.InvalidInput, 0},
	{"request_not_supported", errkit.Unsupported, 0},
	{"request_uri_not_supported", errkit.Unsupported, 0},
	{"registration_not_supported", errkit.Unsupported, 0},
	{"expired_login_hint_token", errkit.AuthExpired, 0},
	{"unknown_user_id", errkit.InvalidInput, 0},
	{"missing_user_code", errkit.InvalidInput, 0},
	{"invalid_user_code", errkit.InvalidInput, 0},
	{"invalid_binding_message", errkit.InvalidInput, 0},
	{"mfa_required", errkit.AuthRequired, 0}, // Auth0
	// GitHub, which responds with 200
	{"bad_verification_code", errkit.AuthExpired, 0},
	{"incorrect_client_credentials", errkit.Unauthenticated, 0},
	{"redirect_uri_mismatch", errkit.AuthConfigInvalid, 0}, // Google, too
	{"unverified_user_email", errkit.FailedPrecondition, 0},
}

// oauth sets the kind of an error code of OAuth 2.0, and reports whether it is one.
func (r *Reader) oauth(code, where string) bool {
	for i := range oauthCodes {
		if c := &oauthCodes[i]; c.name == code {
			r.Kind(c.kind, where+" "+code)
			r.Peer.Code = code
			if code == "invalid_token" {
				r.Refine(badToken)
			}
			if c.retry != errkit.RetryUnspecified {
				r.Peer.Retry = c.retry
			}
			return true
		}
	}
	return false
}

// OAuth reads an error response of OAuth 2.0, {"error":"invalid_token","error_description":"..."} (RFC 6749 §5.2), and
// reports whether v is one.
func (r *Reader) OAuth(v jsontree.Value) bool {
	code, ok := v.Member("error").Text()
	if !ok || !r.oauth(code, "the OAuth error") {
		return false
	}
	if code == "unauthorized_client" && r.Document.Status == http.StatusUnauthorized { // the credentials of the client are wrong: Keycloak
		r.Kind(errkit.Unauthenticated, "HTTP status 401 and the OAuth error "+code)
	}
	if message := MessageOf(v); message != code {
		r.Message(message)
	}
	if scope, ok := v.Member("scope").Text(); ok {
		r.scopes(strings.Fields(scope))
	}
	return true
}

func (r *Reader) scopes(names []string) {
	if len(names) > 0 && len(names) <= maxItems && (r.Error.Needs == nil || r.Error.Needs.Scopes == nil) {
		r.Needs().Scopes = names
	}
}

// readChallenge reads the challenges of the response (RFC 6750 §3, RFC 9728 §5.1): the error, if the kind is that of the HTTP
// status and the error has the same status, the scopes and the URLs.
func (r *Reader) readChallenge() {
	if len(r.Document.Header["Www-Authenticate"]) == 0 {
		return
	}
	a := httphead.ParseAuthenticate(r.Document.Header)
	if r.statusOnly {
		before, rule, code := r.Error.Kind, r.Peer.Rule, r.Peer.Code
		status := r.Document.Status
		r.GuessFrom(a.Description)
		if r.oauth(a.Error, "WWW-Authenticate: the error"); !isGeneral(status) && r.Codec.Table.Row(r.Error.Kind).HTTP != status {
			r.Kind(before, rule)
			r.Peer.Code, r.Peer.Retry = code, errkit.RetryUnspecified
		}
	}
	r.scopes(a.Scopes)
	if r.Error.Needs == nil || r.Error.Needs.Challenges == nil {
		for _, u := range a.URLs {
			r.Challenge(errkit.Challenge{URL: u})
		}
	}
	if r.Error.Message == "" {
		r.Error.Message = errkit.Text(a.Description)
	}
}
