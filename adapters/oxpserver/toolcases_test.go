package oxpserver_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/oxpserver"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/lab/toolcases"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

// Every case has the same output or error as in every other protocol, in both forms, alone and as
// a call that a repetition can join.
func TestToolCases(t *testing.T) {
	for name, form := range map[string]struct{ open, end string }{
		"wrapped": {`{"request":{`, `}}`}, "flat": {`{`, `}`}, "with an id": {`{"request":{"call_id":"1",`, `}}`},
	} {
		t.Run(name, func(t *testing.T) {
			toolcases.Run(t, toolcases.Cases(),
				func(ring *tool.Tool, b *middleware.Boundary) func(*testing.T, string) toolcases.Response {
					s := oxpserver.Server{Boundary: b, Codec: dialect.Codec{Carry: true}, HideDev: true}
					require.NoError(t, s.Add(ring))
					url := serve(t, &s)
					return func(t *testing.T, input string) toolcases.Response {
						got := do(t, http.MethodPost, url+"/tools/call",
							form.open+`"tool_id":"`+ring.Name+`","input":`+input+form.end)
						e, err := s.Codec.Decode(dialect.Document{Dialect: oxp.Dialect{Flat: name == "flat"},
							Status: got.status, Header: got.header, Body: []byte(got.body)})
						require.NoError(t, err, got.body)
						if e != nil {
							return toolcases.Response{Body: got.body, Err: e}
						}
						type success struct{ Value json.RawMessage }
						var doc struct {
							success
							Result success
						}
						require.NoError(t, json.Unmarshal([]byte(got.body), &doc))
						return toolcases.Response{Body: got.body, Output: append(doc.Value, doc.Result.Value...)}
					}
				})
		})
	}
}
