package httphead_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/internal/httphead"
)

func TestParseAuthenticate(t *testing.T) {
	tests := []struct {
		name   string
		fields []string
		want   httphead.Authenticate
	}{
		{"none", nil, httphead.Authenticate{}},
		{"another scheme", []string{`Basic realm="bells"`}, httphead.Authenticate{}},
		{"bare", []string{"Bearer"}, httphead.Authenticate{}},
		{"RFC 6750 §3", []string{`Bearer realm="bells", error="invalid_token", error_description="The token \"7\" expired"`},
			httphead.Authenticate{Error: "invalid_token", Description: `The token "7" expired`}},
		{"MCP, scopes", []string{`Bearer error="insufficient_scope", scope="bells:read bells:ring", resource_metadata="https://bells.example/m"`},
			httphead.Authenticate{Error: "insufficient_scope", Scopes: []string{"bells:read", "bells:ring"}, URLs: []string{"https://bells.example/m"}}},
		{"after another challenge", []string{`Basic realm="a", Bearer error="invalid_token"`}, httphead.Authenticate{Error: "invalid_token"}},
		{"two errors", []string{`Bearer error="invalid_token"`, `DPoP error="use_dpop_nonce"`}, httphead.Authenticate{Error: "invalid_token"}},
		{"signs only", []string{`=,="`, ""}, httphead.Authenticate{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, httphead.ParseAuthenticate(http.Header{"Www-Authenticate": tt.fields}))
		})
	}
}

func FuzzParseAuthenticate(f *testing.F) {
	for _, s := range []string{"Bearer", `Bearer a="b", c=d`, `Basic, Bearer`, `Bearer ="`, `a b=c, d e="\`, "=", `"`, ",", `Bearer a=b"c"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, field string) { // it ends, and does not panic
		httphead.ParseAuthenticate(http.Header{"Www-Authenticate": {field}})
	})
}
