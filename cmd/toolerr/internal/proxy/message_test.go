package proxy

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDamagedID(t *testing.T) {
	tests := []struct {
		name, line string
		cut        bool
		want       string // "": none
	}{
		{"NaN", `{"jsonrpc":"2.0","id":7,"result":{"x":NaN}}`, false, "7"},
		{"-Infinity, the id last", ` { "result" : {"x":[-Infinity],"id":8}, "jsonrpc":"2.0", "id":"a\"b" }`, false,
			`"a\"b"`},
		{"a control character", "{\"jsonrpc\":\"2.0\",\"result\":\"\x00\",\"id\":7}", false, "7"},
		{"an error", `{"jsonrpc":"2.0","id":-7,"error":{"data":NaN}}`, false, "-7"},
		{"without its end", `{"jsonrpc":"2.0","id": 7 ,"error":{"message":"x`, false, "7"},
		{"without its end, after the id", `{"jsonrpc":"2.0","result":{},"id":"7"`, false, `"7"`},
		{"without its end, in the id", `{"jsonrpc":"2.0","result":{},"id":7`, false, ""},
		{"cut", `{"jsonrpc":"2.0","id":7,"result":{"x":"...`, true, "7"},
		{"cut in a number", `{"jsonrpc":"2.0","result":{},"id":7`, true, ""},
		{"cut in a string", `{"jsonrpc":"2.0","result":{},"id":"7`, true, ""},
		{"cut after a number", `{"jsonrpc":"2.0","result":{},"id":7,`, true, "7"},
		{"cut after the object", `{"jsonrpc":"2.0","id":7,"result":NaN}`, true, ""},
		{"text before", `> {"jsonrpc":"2.0","id":7,"result":{"x":NaN}}`, false, ""},
		{"a log", `DEBUG sending {"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","te`, false, ""},
		{"text after", `{"jsonrpc":"2.0","id":7,"result":{}} (36 bytes)`, false, ""},
		{"an ellipsis", `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","te... (81 bytes)`, false, ""},
		{"an ellipsis of one character", `{"jsonrpc":"2.0","id":7,"result":{"content":[…`, false, ""},
		{"the response in a member", `{"sent":{"jsonrpc":"2.0","id":7,"result":{"x":NaN}}}`, false, ""},
		{"the response in a text", `{"jsonrpc":"2.0","sent":"{\"id\":7,\"result\":1}","x":NaN}`, false, ""},
		{"no version", `{"id":7,"result":{"x":NaN}}`, false, ""},
		{"another version", `{"jsonrpc":"1.0","id":7,"result":{"x":NaN}}`, false, ""},
		{"a request", `{"jsonrpc":"2.0","id":7,"method":"ping","params":{"result":NaN}}`, false, ""},
		{"a request with a result", `{"jsonrpc":"2.0","id":7,"result":NaN,"method":"ping"}`, false, ""},
		{"a notification", `{"jsonrpc":"2.0","method":"ping","params":{"id":7,"result":NaN}}`, false, ""},
		{"an id that is not JSON", `{"jsonrpc":"2.0","id":NaN,"result":{}}`, false, ""},
		{"an object as an id", `{"jsonrpc":"2.0","id":{"a":7},"result":{}}`, false, ""},
		{"a line of several", `"id": 7,`, false, ""},
		{"a batch", `[{"jsonrpc":"2.0","id":7,"result":NaN}]`, false, ""},
		{"not JSON", `{jsonrpc:"2.0",id:7,result:1}`, false, ""},
		{"a text", `}{ "id": 7`, false, ""},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, string(damagedID([]byte(tt.line), tt.cut)), tt.name)
	}
}
