package header_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/internal/header"
)

func TestParseAuthenticate(t *testing.T) {
	tests := []struct {
		name   string
		fields []string
		want   header.Authenticate
	}{
		{"none", nil, header.Authenticate{}},
		{"another scheme", []string{`Basic realm="bells"`}, header.Authenticate{}},
		{"bare", []string{"Bearer"}, header.Authenticate{}},
		{"RFC 6750 §3", []string{`Bearer realm="bells", error="invalid_token", error_description="The token \"7\" expired"`},
			header.Authenticate{Error: "invalid_token", Description: `The token "7" expired`}},
		{"MCP, scopes", []string{`Bearer error="insufficient_scope", scope="bells:read bells:ring", resource_metadata="https://bells.example/m"`},
			header.Authenticate{Error: "insufficient_scope", Scopes: []string{"bells:read", "bells:ring"}}},
		{"Azure", []string{`Bearer authorization_uri="https://login.bells.example/", resource_metadata="https://bells.example/m"`},
			header.Authenticate{}},
		{"after another challenge", []string{`Basic realm="a", Bearer error="invalid_token"`},
			header.Authenticate{Error: "invalid_token"}},
		{"two errors", []string{`Bearer error="invalid_token"`, `DPoP error="use_dpop_nonce"`},
			header.Authenticate{Error: "invalid_token"}},
		{"signs only", []string{`=,="`, ""}, header.Authenticate{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, header.ParseAuthenticate(http.Header{"Www-Authenticate": tt.fields}))
		})
	}
}

func FuzzParseAuthenticate(f *testing.F) {
	for _, s := range []string{"Bearer", `Bearer a="b", c=d`, `Basic, Bearer`, `Bearer ="`, `a b=c, d e="\`, "=", `"`,
		",", `Bearer a=b"c"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, field string) { // it ends, and does not panic
		header.ParseAuthenticate(http.Header{"Www-Authenticate": {field}})
	})
}
