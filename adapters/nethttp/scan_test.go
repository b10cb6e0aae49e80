package nethttp

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestScan(t *testing.T) {
	tests := []struct {
		name, body string
		want       rpcCall
	}{
		{"all", ` {"jsonrpc": "2.0", "id" : 7 , "method":"x","params":{"name":"n","uri":"u"} } `, rpcCall{rpc: true, whole: true, id: []byte("7"), method: []byte(`"x"`), tool: []byte(`"n"`), uri: []byte(`"u"`)}},
		{"any order", `{"id":"a\"b","params":{"x":[{"id":1}],"name":"n"},"jsonrpc":"2.0"}`, rpcCall{rpc: true, whole: true, id: []byte(`"a\"b"`), tool: []byte(`"n"`)}},
		{"escaped names", `{"\u006asonrpc":"2.0","\u0069d":7,"\u0049d":8,"i\u0164":9}`, rpcCall{rpc: true, whole: true, id: []byte("7")}},
		{"the last of equal names", `{"id":1,"id":2}`, rpcCall{whole: true, id: []byte("2")}},
		{"names further in", `{"a":{"jsonrpc":"2.0","id":1},"b":["id",2]}`, rpcCall{whole: true}},
		{"meta", `{"params":{"_meta":{"x":1,"io.modelcontextprotocol/a":2}}}`, rpcCall{meta: true, whole: true}},
		{"meta further in", `{"params":{"_meta":{"x":{"io.modelcontextprotocol/a":2}}}}`, rpcCall{whole: true}},
		{"cut in a number", `{"jsonrpc":"2.0","id":12`, rpcCall{rpc: true}},
		{"cut in a string", `{"jsonrpc":"2.0","id":"12`, rpcCall{rpc: true}},
		{"cut in params", `{"id":12,"params":{"name":"n","x":[[[`, rpcCall{id: []byte("12"), tool: []byte(`"n"`)}},
		{"an array", `[{"jsonrpc":"2.0"}]`, rpcCall{whole: true}},
		{"nothing", "", rpcCall{}},
		{"not JSON", "jsonrpc", rpcCall{}},
		{"an escape at the end", `{"id":"\`, rpcCall{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, scan([]byte(tt.body)))
		})
	}
}

// A body of small tokens, deep or wide, costs no allocation.
func TestScanAllocatesNothing(t *testing.T) {
	for _, body := range []string{
		`{"params":[` + strings.Repeat("1,", 1<<18) + `1],"jsonrpc":"2.0"}`,
		`{"params":` + strings.Repeat(`[`, 1<<18) + strings.Repeat(`]`, 1<<18) + `,"jsonrpc":"2.0"}`,
		`{` + strings.Repeat(`"\u0069x":1,`, 1<<16) + `"jsonrpc":"2.0"}`,
		`{` + strings.Repeat(`"\u00zzx":1,`, 1<<16) + `"jsonrpc":"2.0"}`,
		`{"params":{` + strings.Repeat(`"a":"\\\"",`, 1<<16) + `"a":1},"jsonrpc":"2.0"}`,
		`{"params":{"_meta":` + strings.Repeat(`{"_meta":`, 1<<16),
	} {
		b := []byte(body)
		var found rpcCall
		require.Zero(t, testing.AllocsPerRun(3, func() { found = scan(b) }))
		require.Equal(t, found.whole, found.rpc)
	}
}

// FuzzScan compares with encoding/json.
func FuzzScan(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":7,"method":"m","params":{"name":"n","_meta":{"a":1}}}`))
	f.Add([]byte(`{"params":[[{"a":{}}],1],"id":"x\u0041\\"}`))
	f.Add([]byte(`{"id":{"a":[`))
	f.Add([]byte(`{"\u0069d":1}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		found := scan(body)
		var members map[string]json.RawMessage
		if json.Unmarshal(body, &members) != nil || members == nil {
			return
		}
		_, rpc := members["jsonrpc"]
		require.Equal(t, rpc, found.rpc)
		require.True(t, found.whole)
		require.Equal(t, string(members["id"]), string(found.id))
		require.Equal(t, string(members["method"]), string(found.method))
	})
}
