package bridge

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
)

func TestScanner(t *testing.T) {
	tests := []struct {
		name, in string
		want     dialect.Call
		rpc      bool
		rest     string // after the first value
		open     bool   // the value has no end
	}{
		{name: "the id first", in: `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ring"}}`, want: dialect.Call{ID: json.RawMessage("7"), Method: "tools/call", Tool: "ring"}, rpc: true},
		{name: "the id last", in: `{"method":"resources/read","params":{"a":{"id":1,"name":"b"},"uri":"file:///\u00e9\"}","x":["{",{"id":2}]},"jsonrpc":"2.0", "id" : "a\"b" }`,
			want: dialect.Call{ID: json.RawMessage(`"a\"b"`), Method: "resources/read", URI: `file:///é"}`}, rpc: true},
		{name: "a name outside of params", in: `{"jsonrpc":"2.0","other":{"name":"x"},"name":"y","id":-1.5}`, want: dialect.Call{ID: json.RawMessage("-1.5")}, rpc: true},
		{name: "equal names", in: `{"id":1,"id":2}`, want: dialect.Call{ID: json.RawMessage("2")}},
		{name: "an id that is not one", in: `{"jsonrpc":"2.0","id":{"a":1},"method":[1]}`, rpc: true},
		{name: "null", in: `{"id":null}`},
		{name: "a long id", in: `{"id":"` + strings.Repeat("x", 5000) + `","method":"a"}`, want: dialect.Call{Method: "a"}},
		{name: "a long name", in: `{"` + strings.Repeat("x", 5000) + `":1,"method":"a"}`, want: dialect.Call{Method: "a"}},
		{name: "a batch", in: `[{"id":1,"method":"a"}]`},
		{name: "escapes", in: `{"text":"` + strings.Repeat(`\n\"\\`, 500) + `","id":1}`, want: dialect.Call{ID: json.RawMessage("1")}},
		{name: "a backslash at the end", in: `{"text":"\\","id":1}`, want: dialect.Call{ID: json.RawMessage("1")}},
		{name: "values that are long", in: `{"id":"` + strings.Repeat("x", 100) + `","method":"` + strings.Repeat("y", 100) + `"}`,
			want: dialect.Call{ID: json.RawMessage(`"` + strings.Repeat("x", 100) + `"`), Method: strings.Repeat("y", 100)}},
		{name: "two values", in: `{"id":1}` + "\n" + `{"id":2}`, want: dialect.Call{ID: json.RawMessage("1")}, rest: "\n" + `{"id":2}`},
		{name: "no end", in: `{"id":1,"method":"a`, want: dialect.Call{ID: json.RawMessage("1")}, open: true},
		{name: "no JSON", in: `}{]"`, rest: `{]"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, size := range []int{1, 3, len(tt.in)} {
				var s scanner
				n := 0
				for n < len(tt.in) && !s.done {
					n += s.write([]byte(tt.in[n:min(n+size, len(tt.in))]))
				}
				require.Equal(t, tt.want, s.call())
				require.Equal(t, tt.rpc, s.rpc)
				require.Equal(t, !tt.open, s.done)
				require.Equal(t, tt.rest, tt.in[n:])
			}
		})
	}
}

func TestWithoutTexts(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"nothing to remove", `Bearer realm="bells", scope="a b"`, `Bearer realm="bells", scope="a b"`},
		{"in the middle", `Bearer realm="a", error_description="b, \"c\" d", error="invalid_token"`, `Bearer realm="a", error="invalid_token"`},
		{"first", `Bearer error_description="a", error="invalid_token", scope="s"`, `Bearer error="invalid_token", scope="s"`},
		{"only", `Bearer error_description="a"`, `Bearer`},
		{"both", `Bearer Error_Description = "a",error_uri="https://a"`, `Bearer`},
		{"two challenges", `Basic realm="a", Bearer error_description="b", scope="c", DPoP`, `Basic realm="a", Bearer scope="c", DPoP`},
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
		{"an encoded text", `Bearer error_description*=UTF-8''SECRET, error_uri* = UTF-8''SECRET, realm="a"`, `Bearer realm="a"`},
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
