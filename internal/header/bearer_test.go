package header_test

import (
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
)

func TestBearer(t *testing.T) {
	scopes := &errkit.Needs{Scopes: []string{"files:read", "files:write", "not valid", `"`}}
	tests := []struct {
		name     string
		err      errkit.Error
		hasToken bool
		want     string
	}{
		{"no token", errkit.Error{Kind: errkit.Unauthenticated, Needs: scopes}, false,
			`Bearer scope="files:read files:write", resource_metadata="https://example.com/.well-known/oauth-protected-resource"`},
		{"a token that is not valid", errkit.Error{Kind: errkit.AuthExpired}, true,
			`Bearer error="invalid_token", error_description="The authorization has expired.", resource_metadata="https://example.com/.well-known/oauth-protected-resource"`},
		{"a scope", errkit.Error{Kind: errkit.PermissionDenied, Message: "You may not write.", Needs: scopes}, true,
			`Bearer error="insufficient_scope", error_description="You may not write.", scope="files:read files:write", resource_metadata="https://example.com/.well-known/oauth-protected-resource"`},
		{"never allowed", errkit.Error{Kind: errkit.PermissionDenied}, true,
			`Bearer resource_metadata="https://example.com/.well-known/oauth-protected-resource"`},
		{"a step-up", errkit.Error{Kind: errkit.AuthRequired, Message: "Größer",
			Details: []slog.Attr{slog.Any("acr_values", []string{"mfa", "hw"}), slog.Int("max_age", 300)}}, true,
			`Bearer error="insufficient_user_authentication", acr_values="mfa hw", max_age="300", resource_metadata="https://example.com/.well-known/oauth-protected-resource"`},
		{"a request", errkit.Error{Kind: errkit.InvalidRequest, Message: "a\r\nSet-Cookie: x"}, true,
			`Bearer error="invalid_request", resource_metadata="https://example.com/.well-known/oauth-protected-resource"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := header.Challenge(&tt.err, tt.hasToken)
			b.ResourceMetadata = "https://example.com/.well-known/oauth-protected-resource"
			require.Equal(t, tt.want, b.String())
			back := header.ParseAuthenticate(http.Header{"Www-Authenticate": {b.String()}})
			require.Equal(t, b.Error, back.Error)
		})
	}
	many := header.Bearer{Scopes: strings.Fields(strings.Repeat("scope ", 10_000)),
		Description: strings.Repeat("d", 1<<20)}
	require.Less(t, len(many.String()), 3000)
	require.Equal(t, "Bearer", header.Bearer{}.String())
	require.True(t, header.HasToken(http.Header{"Authorization": {"bearer abc"}}))
	require.False(t, header.HasToken(http.Header{"Authorization": {"Basic abc"}}))
}
