package bridge_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
)

const rpcError = `"error":{"code":-32603,"message":"` + canary + `"}`

// Errors that parsers other than a strict one read are errors, in a body and in an event.
func TestUnusualDocuments(t *testing.T) {
	deep := strings.Repeat("[", 300) + strings.Repeat("]", 300)
	tests := []struct{ name, why, doc string }{
		{"method null", "serializers write all members",
			`{"jsonrpc":"2.0","id":7,"method":null,"result":null,` + rpcError + `}`},
		{"method empty", "it is not a request", `{"jsonrpc":"2.0","id":7,"method":"",` + rpcError + `}`},
		{"method with an error", "a request has no error",
			`{"jsonrpc":"2.0","id":7,"method":"ping",` + rpcError + `}`},
		{"method after isError", "a request has no result",
			`{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"` + canary +
				`"}],"isError":true},"method":"ping"}`},
		{"method and a name with an escape", "a parser decodes it",
			`{"jsonrpc":"2.0","id":7,"method":"ping","\u0065rror":{"code":-32603,"message":"` + canary + `"}}`},
		{"not UTF-8", "Latin-1", `{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"` + canary + " \xe9\"}}"},
		{"a control character", "encoders by hand",
			`{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"` + canary + "\t1\"}}"},
		{"deep", "over the limit of the parser",
			`{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"` + canary + `","data":` + deep + `}}`},
		{"NaN", "Python writes it", `{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"` + canary +
			`","data":{"x":NaN}}}`},
		{"NaN with isError", "in a result",
			`{"jsonrpc":"2.0","id":7,"result":{"x":NaN,"isError": true,"content":[{"type":"text","text":"` + canary +
				`"}]}}`},
		{"equal names", "the last counts", `{"jsonrpc":"2.0","id":1,"id":7,` + rpcError + `}`},
		{"without its end", "some clients show what they got",
			`{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"` + canary},
		{"an error that is a text", "and the document is damaged",
			`{"jsonrpc":"2.0","id":7,"x":NaN,"error":"` + canary + `"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, compress := range []bool{false, true} {
				upstream := respond(200, tt.doc, "Content-Type", "application/json")
				if compress {
					upstream = compressed(200, tt.doc)
				}
				var log reports
				w := httptest.NewRecorder()
				(&bridge.Bridge{Policy: noTexts, To: mcp.Dialect{}, Report: log.add}).Handler(upstream).ServeHTTP(w, newCall())
				require.NotContains(t, w.Body.String(), canary, tt.why)
				require.Contains(t, w.Body.String(), `"id":7`)
				require.Len(t, log.all(), 1)
				require.Equal(t, bridge.Rendered, log.all()[0].Outcome)
			}
			for _, size := range []int{1, 1 << 20} {
				var log reports
				got, err := edited(t, &bridge.Bridge{Policy: noTexts, To: mcp.Dialect{}, Report: log.add},
					progress+"data: "+tt.doc+"\n\n"+progress, size, nil)
				require.NoError(t, err)
				require.NotContains(t, got, canary, tt.why)
				require.Equal(t, 2, strings.Count(got, progress))
				require.Len(t, log.all(), 1)
			}
		})
	}
}

func newCall() *http.Request {
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(ring))
	r.Header.Set("Content-Type", "application/json")
	return r
}

// In a batch each error is replaced, and everything else stays.
func TestBatch(t *testing.T) {
	const (
		fine   = `{"jsonrpc":"2.0","id":8,"result":{"content":[]}}`
		note   = `{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"error"}}`
		failed = `{"jsonrpc":"2.0","id":7,` + rpcError + `}`
		sent   = `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"A service that the tool depends on failed.\nThis call may have taken effect. If it only reads data, you may repeat it. Otherwise check first; if you cannot, ask the user."}],"isError":true}}`
		broken = `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"The server responded, but not with a valid answer to this call.\nThis call may have taken effect. If it only reads data, you may repeat it. Otherwise check first; if you cannot, ask the user."}],"isError":true}}`
	)
	toMCP := mcp.Dialect{Revision: mcp.Revision20250618}
	tests := []struct {
		name, in, out string
		to            dialect.Dialect
		outcomes      []bridge.Outcome
	}{
		{"successes", "[" + fine + ", " + note + "]", "[" + fine + ", " + note + "]", toMCP, nil},
		{"an error", " [\n" + failed + "]\n", "[\n" + sent + "]", toMCP, []bridge.Outcome{bridge.Rendered}},
		{"an error among successes", "[" + fine + "," + failed + " , " + note + "]",
			"[" + fine + "," + sent + " , " + note + "]", toMCP, []bridge.Outcome{bridge.Rendered}},
		{"two errors", "[" + failed + "," + failed + "]", "[" + sent + "," + sent + "]", toMCP,
			[]bridge.Outcome{bridge.Rendered, bridge.Rendered}},
		{"without its end", "[" + fine + "," + failed[:len(failed)-3], broken, toMCP,
			[]bridge.Outcome{bridge.Rendered}},
		{"a client without JSON-RPC", "[" + fine + "," + failed + "]",
			`{"type":"about:blank","title":"Bad Gateway","status":502,"kind":"upstream_failed","retry":"after_action","effect":"unknown"}`, problem.Dialect{},
			[]bridge.Outcome{bridge.Rendered}},
		{"not only objects", "[" + fine + `,"error"]`, broken, toMCP, []bridge.Outcome{bridge.Rendered}},
		{"a list of other objects", `[{"error":"x"},` + fine + `]`, broken, toMCP, []bridge.Outcome{bridge.Rendered}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, compress := range []bool{false, true} {
				upstream := respond(200, tt.in, "Content-Type", "application/json", "Etag", `"1"`)
				if compress {
					upstream = compressed(200, tt.in)
				}
				var log reports
				w := httptest.NewRecorder()
				(&bridge.Bridge{Policy: noTexts, From: mcp.Dialect{}, To: tt.to, Report: log.add}).Handler(upstream).ServeHTTP(w,
					newCall())
				require.NotContains(t, w.Body.String(), canary)
				var got []bridge.Outcome
				for _, r := range log.all() {
					got = append(got, r.Outcome)
				}
				require.Equal(t, tt.outcomes, got)
				if compress && tt.in == tt.out {
					continue
				}
				if len(got) > 0 && got[0] == bridge.Rendered {
					require.Empty(t, w.Header().Get("Etag")+w.Header().Get("Content-Encoding"))
					w = httptest.NewRecorder()
					// without a reference
					(&bridge.Bridge{Policy: noTexts, From: mcp.Dialect{}, To: tt.to}).Handler(upstream).ServeHTTP(w, newCall())
				}
				require.Equal(t, strings.TrimRight(tt.out, "\n"), strings.TrimRight(w.Body.String(), "\n"))
			}
		})
	}
	t.Run("an event", func(t *testing.T) {
		got, err := edited(t, &bridge.Bridge{To: toMCP}, "id: 3\ndata: ["+fine+","+failed+"]\n\n", 7, nil)
		require.NoError(t, err)
		require.Equal(t, "id: 3\ndata: ["+fine+","+sent+"]\n\n", got)
	})
}

// Streams that clients read and that are not what servers usually send.
func TestUnusualStreams(t *testing.T) {
	const failed = `{"jsonrpc":"2.0","id":7,` + rpcError + `}`
	tests := []struct{ name, why, in, id string }{
		{"the end after a line", "clients in Go take it for an event", "data: " + failed + "\n", ""},
		{"the end within a line", "clients in Go take it for an event", progress + "data: " + failed, ""},
		{"carriage returns", "the id and the data are two lines", "id: 7\rdata: " + failed + "\r\r", "id: 7\n"},
		{"a retry", "the client waits as long", "retry: 3000\nid: 7\ndata: " + failed + "\n\n",
			"id: 7\nretry: 3000\n"},
		{"a retry that is no number", "clients ignore it",
			"retry: " + canary + "\nretry:50\nretry: -7\nretry:\ndata: " + failed + "\n\n", "retry: 50\n"},
		{"an id without a space", "by HTML the space is not a part of it", "id:7\ndata: " + failed + "\n\n",
			"id: 7\n"},
		{"a byte order mark", "by HTML the first one is ignored", "\ufeffdata: " + failed + "\n\n", ""},
		{"an empty first line of data", "JSON may start with a line feed", "data:\ndata: " + failed + "\n\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, size := range []int{1, 7, 1 << 20} {
				var log reports
				got, err := edited(t, &bridge.Bridge{To: mcp.Dialect{}, Report: log.add}, tt.in, size, nil)
				require.NoError(t, err)
				require.NotContains(t, got, canary, tt.why)
				require.Contains(t, got, tt.id+`data: {"jsonrpc":"2.0","id":7,"result":`)
				require.Len(t, log.all(), 1)
				require.Equal(t, errkit.UpstreamFailed, log.all()[0].Error.Kind)
			}
		})
	}
}
