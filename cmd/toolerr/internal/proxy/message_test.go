package proxy

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A response is found in a line that is not a message, or is damaged, and nothing else is.
func TestResponseIn(t *testing.T) {
	tests := []struct {
		name, line string
		want       string // "": none
		at         int
	}{
		{"NaN", `{"jsonrpc":"2.0","id":7,"result":{"x":NaN}}`, "7", 0},
		{"-Infinity, the id last", `{ "result" : {"x":[-Infinity],"id":8}, "jsonrpc":"2.0", "id":"a\"b" }`, `"a\"b"`, 0},
		{"a control character", "{\"jsonrpc\":\"2.0\",\"result\":\"\x00\",\"id\":7}", "7", 0},
		{"an error", `{"jsonrpc":"2.0","id":-7,"error":{"data":NaN}}`, "-7", 0},
		{"without its end", `{"jsonrpc":"2.0","id": 7 ,"error":{"message":"x`, "7", 0},
		{"without its end, in the id", `{"jsonrpc":"2.0","result":{},"id":7`, "", -1},
		{"cut in a string", `{"jsonrpc":"2.0","result":{},"id":"7`, "", -1},
		{"a prompt before", `> {"jsonrpc":"2.0","id":7,"result":{"x":1}}`, "7", 2},
		{"a log", `DEBUG {x} sending {"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","te`, "7", 18},
		{"text after", `{"jsonrpc":"2.0","id":7,"result":{}} (36 bytes)`, "7", 0},
		{"the response in a member", `{"sent":{"jsonrpc":"2.0","id":7,"result":{"x":1}}}`, "7", 8},
		{"the response in a text", `{"jsonrpc":"2.0","sent":"{\"id\":7,\"result\":1}","x":1}`, "", -1},
		{"no version", `{"id":7,"result":{"x":1}}`, "7", 0},
		{"no result", `{"jsonrpc":"2.0","id":7}`, "7", 0},
		{"a record of a log", `{"id":7,"level":"info","message":"result"}`, "", -1},
		{"a request", `DEBUG got {"jsonrpc":"2.0","id":7,"method":"ping","params":{"result":1}}`, "", -1},
		{"a notification", `{"jsonrpc":"2.0","method":"ping","params":{"id":7,"x":NaN}}`, "", -1},
		{"an id that is not JSON", `{"jsonrpc":"2.0","id":NaN,"result":{}}`, "", -1},
		{"an object as an id", `{"jsonrpc":"2.0","id":{"a":7},"result":{}}`, "", -1},
		{"too many objects", `{}{}{}{}{}{}{}{} {"jsonrpc":"2.0","id":7,"result":1}`, "", -1},
		{"a text", `}{ "id": 7`, "", -1},
	}
	for _, tt := range tests {
		m, at := responseIn([]byte(tt.line))
		require.Equal(t, tt.want, string(m.CallID()), tt.name)
		require.Equal(t, tt.at, at, tt.name)
	}
}
