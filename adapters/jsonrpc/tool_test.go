package jsonrpc_test

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/jsonrpc"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/lab/toolcases"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

// Every case has the same output or error as in every other protocol, by tools/call and by the
// method of the tool.
func TestToolCases(t *testing.T) {
	for method, params := range map[string]string{
		"tools/call": `{"name":"Doorbell.Ring","arguments":$input}`, "Doorbell.Ring": `$input`,
	} {
		t.Run(method, func(t *testing.T) { testToolCases(t, method, params) })
	}
}

func testToolCases(t *testing.T, method, params string) {
	toolcases.Run(t, toolcases.Cases(), func(ring *tool.Tool,
		b *middleware.Boundary) func(*testing.T, string) toolcases.Response {
		s := &jsonrpc.Server{Boundary: b, Codec: dialect.Codec{Carry: true}}
		require.NoError(t, s.Add(ring))
		web := httptest.NewServer(s)
		t.Cleanup(web.Close)
		return func(t *testing.T, input string) toolcases.Response {
			got := post(t, web.URL, `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":`+
				strings.Replace(params, "$input", input, 1)+`}`)
			e, err := s.Codec.Decode(dialect.Document{Dialect: aai.Dialect{}, Status: got.status,
				Body: []byte(got.body)})
			require.NoError(t, err, got.body)
			if e != nil {
				return toolcases.Response{Body: got.body, Err: e}
			}
			var doc struct{ Result json.RawMessage }
			require.NoError(t, json.Unmarshal([]byte(got.body), &doc))
			return toolcases.Response{Body: got.body, Output: doc.Result}
		}
	})
}

// A tool has several names.
func TestToolNames(t *testing.T) {
	s := &jsonrpc.Server{Boundary: new(middleware.Boundary)}
	require.NoError(t, s.Add(toolcases.New()))
	web := httptest.NewServer(s)
	defer web.Close()
	for name, want := range map[string]string{
		"Doorbell.Ring": `"result":{`, "Doorbell_Ring": `"result":{`, "Doorbell.Ring@2.1.0": `"result":{`,
		"Doorbell.Ring@1": `"code":-32003`, "Doorbell.Ring@": `"code":-32600`, "doorbell": `"code":-32003`,
	} {
		got := post(t, web.URL, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+name+
			`","arguments":{"bell":"front","volume":0,"loud":false}}}`)
		require.Contains(t, got.body, want, name)
	}
}
