package bridge_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/problem"
)

const (
	sentBatch = ` [{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ring","arguments":{"a":[{"id":1}]}}},` +
		`{"jsonrpc":"2.0","method":"notifications/progress","params":{"id":9}}, {"method":"ping","id":"b","jsonrpc":"2.0"},{"jsonrpc":"2.0","id":8,"result":{}}]`
	failedOf7 = `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"A service that the tool depends on failed.\nThis call may have taken effect. If it only reads data, you may repeat it. Otherwise check first; if you cannot, ask the user."}],"isError":true}}`
	failedOfB = `{"jsonrpc":"2.0","id":"b","error":{"code":-32603,"message":"A service that the tool depends on failed.\nThe same call may be tried again."}}`
)

// If the upstream fails as a whole, each call of a batch with an id gets an error.
func TestSentBatch(t *testing.T) {
	old := mcp.Dialect{Revision: mcp.Revision20250618}
	tests := []struct {
		name, sent string
		to         dialect.Dialect
		serve      http.HandlerFunc
		status     int
		want       string
	}{
		{"no response", sentBatch, old, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, 200,
			"[" + failedOf7 + "," + failedOfB + "]"},
		{"502", sentBatch, old, respond(502, canary), 200, "[" + failedOf7 + "," + failedOfB + "]"},
		{"an error with the id null", sentBatch, old, respond(200, `{"jsonrpc":"2.0","id":null,`+rpcError+`}`), 200,
			"[" + failedOf7 + "," + failedOfB + "]"},
		{"a batch with one call", `[{"jsonrpc":"2.0","id":7,"method":"tools/call"}]`, old, respond(502, canary), 200,
			"[" + failedOf7 + "]"},
		{"a batch without a call", `[{"jsonrpc":"2.0","method":"notifications/progress"}]`, old, respond(502, canary),
			502,
			`{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"A service that the tool depends on failed.\nThis call may have taken effect. If it only reads data, you may repeat it. Otherwise check first; if you cannot, ask the user."}}`},
		{"a client without JSON-RPC", sentBatch, problem.Dialect{}, respond(502, canary), 502,
			`{"type":"about:blank","title":"Bad Gateway","status":502,"kind":"upstream_failed","retry":"after_action","effect":"unknown"}`},
		{"an array in the batch", `[[{"jsonrpc":"2.0","id":7,"method":"ping"}],1]`, old, respond(502, canary), 502,
			`{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"A service that the tool depends on failed.\nThis call may have taken effect. If it only reads data, you may repeat it. Otherwise check first; if you cannot, ask the user."}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var log reports
			for _, b := range []*bridge.Bridge{{To: tt.to}, {To: tt.to, Report: log.add}} {
				r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(tt.sent))
				r.Header.Set("Content-Type", "application/json")
				w := httptest.NewRecorder()
				b.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					_, _ = io.CopyN(io.Discard, r.Body, 20) // the rest is read for the error
					tt.serve(w, r)
				})).ServeHTTP(w, r)
				require.Equal(t, tt.status, w.Code)
				if b.Report == nil {
					require.Equal(t, tt.want, w.Body.String())
				}
				require.Equal(t, fmt.Sprint(w.Body.Len()), w.Header().Get("Content-Length"))
				require.NotContains(t, w.Body.String(), canary)
			}
			require.Len(t, log.all(), 1, "one failure is one report")
		})
	}
	t.Run("401", func(t *testing.T) {
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(sentBatch))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		(&bridge.Bridge{To: old}).Handler(respond(401, canary, "WWW-Authenticate", "Bearer")).ServeHTTP(w, r)
		require.Equal(t, 401, w.Code)
		var list []struct{ ID any }
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &list))
		require.Len(t, list, 2)
	})
	t.Run("too many calls", func(t *testing.T) {
		call := `{"jsonrpc":"2.0","id":1,"method":"ping"}`
		x := (&bridge.Bridge{To: old}).Exchange(newCall())
		x.Sent([]byte("[" + strings.Repeat(call+",", 999) + call + "]"))
		var list []struct{ ID any }
		require.NoError(t, json.Unmarshal(x.Fail(io.EOF).Body, &list))
		require.Len(t, list, 100)
	})
}

// A stream that breaks ends with an error for each call of a batch that has no response.
func TestSentBatchEvents(t *testing.T) {
	const (
		fine    = "data: {\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"content\":[]}}\n\n"
		failed  = "data: {\"jsonrpc\":\"2.0\",\"id\":\"b\"," + rpcError + "}\n\n"
		batched = "data: [{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"content\":[]}},{\"jsonrpc\":\"2.0\",\"id\":\"b\",\"result\":{}}]\n\n"
		of7     = "data: " + failedOf7 + "\n\n"
		ofB     = "data: " + failedOfB + "\n\n"
	)
	broken := errors.New("connection reset by " + canary)
	for _, tt := range []struct {
		name, in, want string
		err            error
	}{
		{"before all responses", "", of7 + ofB, nil},
		{"after one", fine, fine + ofB, nil},
		{"after an error", failed, ofB + of7, nil},
		{"after both", fine + failed, fine + ofB, broken},
		{"after a batch", batched, batched, broken},
		{"after an event that is an error", "event: error\nid: 3\ndata: " + canary + "\n\n", of7 + "id: 3\n" + ofB,
			broken},
		{"after an event that is an error of one call",
			fine + "event: error\ndata: {\"message\":\"" + canary + "\"}\n\n", fine + ofB, broken},
		{"after an event that is an error of no call", fine + failed + "event: error\ndata: " + canary + "\n\n",
			fine + ofB +
				"data: {\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32603,\"message\":\"A service that the tool depends on failed.\\nThis call may have taken effect. If it only reads data, you may repeat it. Otherwise check first; if you cannot, ask the user.\"}}\n\n", broken},
	} {
		for _, size := range []int{1, 1 << 20} {
			x := (&bridge.Bridge{To: mcp.Dialect{Revision: mcp.Revision20250618}}).Exchange(newCall())
			for rest := sentBatch; rest != ""; {
				n := min(size, len(rest))
				x.Sent([]byte(rest[:n]))
				rest = rest[n:]
			}
			require.Equal(t, bridge.Edit, x.Head(200, http.Header{"Content-Type": {"text/event-stream"}}))
			got, err := x.EndEdit(x.Edit(nil, []byte(tt.in)), broken)
			require.Equal(t, tt.err, err, tt.name)
			require.Equal(t, tt.want, string(got), tt.name)
		}
	}
}
