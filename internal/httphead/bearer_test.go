package httphead_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/internal/httphead"
)

func TestParseBearer(t *testing.T) {
	tests := []struct {
		name   string
		fields []string
		want   *httphead.Bearer // nil: none
	}{
		{"none", nil, nil},
		{"another scheme", []string{`Basic realm="bells"`}, nil},
		{"bare", []string{"Bearer"}, &httphead.Bearer{}},
		{"in lower case", []string{"bearer"}, &httphead.Bearer{}},
		{"RFC 6750 §3", []string{`Bearer realm="bells", error="invalid_token", error_description="The token \"7\" expired"`},
			&httphead.Bearer{Error: "invalid_token", Description: `The token "7" expired`}},
		{"MCP, scopes", []string{`Bearer error="insufficient_scope", scope="bells:read bells:ring", resource_metadata="https://bells.example/.well-known/oauth-protected-resource"`},
			&httphead.Bearer{Error: "insufficient_scope", Scopes: []string{"bells:read", "bells:ring"}, ResourceMetadata: "https://bells.example/.well-known/oauth-protected-resource"}},
		{"without quotation marks", []string{"Bearer error=invalid_token,scope=bells"}, &httphead.Bearer{Error: "invalid_token", Scopes: []string{"bells"}}},
		{"spaces around the sign", []string{`Bearer error = "invalid_token" , scope = "a"`}, &httphead.Bearer{Error: "invalid_token", Scopes: []string{"a"}}},
		{"after another challenge", []string{`Basic realm="a", Bearer error="invalid_token"`}, &httphead.Bearer{Error: "invalid_token"}},
		{"before another challenge", []string{`Bearer error="invalid_token", Basic realm="a", error="no"`}, &httphead.Bearer{Error: "invalid_token"}},
		{"in the second field", []string{`Negotiate a87421000492aa874209af8bc028==`, `Bearer scope="a"`}, &httphead.Bearer{Scopes: []string{"a"}}},
		{"a quoted string without an end", []string{`Bearer error="invalid_token`}, &httphead.Bearer{Error: "invalid_token"}},
		{"signs only", []string{`=,="`}, nil},
		{"empty", []string{""}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := httphead.ParseBearer(http.Header{"Www-Authenticate": tt.fields})
			require.Equal(t, tt.want != nil, ok)
			if ok {
				require.Equal(t, *tt.want, got)
			}
		})
	}
	many, ok := httphead.ParseBearer(http.Header{"Www-Authenticate": {`Bearer scope="` + strings.Repeat("a ", 100_000) + `"`}})
	require.True(t, ok)
	require.Len(t, many.Scopes, 100)
}

func FuzzParseBearer(f *testing.F) {
	for _, s := range []string{"Bearer", `Bearer a="b", c=d`, `Basic, Bearer`, `Bearer ="`, `a b=c, d e="\`, "=", `"`, ",", `Bearer a=b"c"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, field string) { // it ends, and does not panic
		httphead.ParseBearer(http.Header{"Www-Authenticate": {field}})
	})
}
