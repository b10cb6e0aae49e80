package bridge

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWithoutTexts(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"nothing to remove", `Bearer realm="bells", scope="a b"`, `Bearer realm="bells", scope="a b"`},
		{"in the middle", `Bearer realm="a", error_description="b, \"c\" d", error="invalid_token"`,
			`Bearer realm="a", error="invalid_token"`},
		{"first", `Bearer error_description="a", error="invalid_token", scope="s"`,
			`Bearer error="invalid_token", scope="s"`},
		{"only", `Bearer error_description="a"`, `Bearer`},
		{"both", `Bearer Error_Description = "a",error_uri="https://a"`, `Bearer`},
		{"two challenges", `Basic realm="a", Bearer error_description="b", scope="c", DPoP`,
			`Basic realm="a", Bearer scope="c", DPoP`},
		{"a token", `Negotiate YWJj==, Bearer error_description="b"`, `Negotiate YWJj==, Bearer`},
		{"quotes without an end", `Bearer realm="a`, ``},
		{"a control character", "Bearer realm=\"a\x00\"", ``},
		{"nothing", ``, ``},
		{"no comma", `Bearer realm="a",error="x" error_description="SECRET"`, ``},
		{"no comma after a token", `Bearer realm=a error_description="SECRET"`, ``},
		{"a token and a parameter", `Bearer abc error_description="SECRET"`, ``},
		{"a token and parameters", `Bearer abc=, error_description="SECRET"`, `Bearer abc=`},
		{"a semicolon", `Bearer realm="x";error_description="SECRET"`, ``},
		{"a tab after the scheme", "Bearer\terror_description=\"SECRET x\"", ``},
		{"two spaces after the scheme", `Bearer  error_description="SECRET", error="x"`, `Bearer error="x"`},
		{"an encoded text", `Bearer error_description*=UTF-8''SECRET, error_uri* = UTF-8''SECRET, realm="a"`,
			`Bearer realm="a"`},
		{"a parameter without a scheme", `error_description="SECRET"`, ``},
		{"a text without a name", `Bearer "SECRET"`, ``},
		{"words", `the token SECRET has expired`, ``},
		{"empty items", `, Bearer ,, Basic realm=a,`, `Bearer, Basic realm=a`},
		{"other characters", "Bearer realm=\"é\"", ``},
		{"a value that is empty", `Bearer realm=""`, `Bearer realm=""`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { require.Equal(t, tt.want, withoutTexts(tt.in)) })
	}
}
