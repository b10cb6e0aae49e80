package proxy

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDamaged(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string // an id for each line; "": none
	}{
		{"NaN", `{"jsonrpc":"2.0","id":7,"result":{"x":NaN}}`, []string{"7"}},
		{"the id last", `{"result":{"x":NaN,"id":8},"jsonrpc":"2.0","id":"a\"b"}`, []string{`"a\"b"`}},
		{"without its end", `{"jsonrpc":"2.0","id": 7 ,"error":{"message":"x`, []string{"7"}},
		{"after a prompt", `> {"jsonrpc":"2.0","id":7,"result":{"x":NaN}}`, []string{"7"}},
		{"several lines", "{\n\"jsonrpc\": \"2.0\",\n\"id\": 7,\n\"result\": {\n\"a\": [\n{\n\"id\": 8\n}\n]\n}\n}", []string{"", "", "", "7", "", "", "", "", "", "", ""}},
		{"several lines, the id last", "{\n\"result\": {\n},\n\"jsonrpc\": \"2.0\",\n\"id\": 7\n}", []string{"", "", "", "", "7", ""}},
		{"after an object without its end", "{ starting\n{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"x\":NaN}}", []string{"", "7"}},
		{"two", "{\"id\":7,\"jsonrpc\":\"2.0\",\"result\":{\"x\":NaN\n{\"id\":8,\"jsonrpc\":\"2.0\",\"result\":{\"x\":NaN}}", []string{"7", "8"}},
		{"a response in a response", "{\n\"jsonrpc\": \"2.0\",\n\"id\": 7,\n\"result\": {\n\"example\":\n{\n\"jsonrpc\": \"2.0\", \"id\": 8, \"result\": 1\n}\n}\n}", []string{"", "", "", "7", "", "", "", "", "", ""}},
		{"no version", `{"id":7,"result":{"x":NaN}}`, []string{""}},
		{"a request", `{"jsonrpc":"2.0","id":7,"method":"ping","params":{"result":NaN}}`, []string{""}},
		{"a notification", `{"jsonrpc":"2.0","method":"ping","params":{"id":7,"result":NaN}}`, []string{""}},
		{"an id that is not JSON", `{"jsonrpc":"2.0","id":NaN,"result":{}}`, []string{""}},
		{"an object as an id", `{"jsonrpc":"2.0","id":{"a":7},"result":{}}`, []string{""}},
		{"a log", "{\"level\":\"error\",\"id\":7,\n\"message\":\"result\"}", []string{"", ""}},
		{"a text", "}{ \"id\": 7", []string{""}},
	}
	for _, tt := range tests {
		var s damaged
		for i, line := range strings.Split(tt.text, "\n") {
			require.Equal(t, tt.want[i], string(s.line([]byte(line))), "%s: %s", tt.name, line)
		}
	}
}
