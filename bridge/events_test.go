package bridge_test

import (
	"bufio"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/httperr"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/allocs"
)

func edited(t *testing.T, b *bridge.Bridge, stream string, size int, end error) (string, error) {
	t.Helper()
	return editedAs(t, b, "identity", stream, size, end)
}

func editedAs(t *testing.T, b *bridge.Bridge, encoding, stream string, size int, end error) (string, error) {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/", nil)
	r.Header.Set("Content-Type", "application/json")
	x := b.Exchange(r)
	x.Sent([]byte(ring))
	require.Equal(t, bridge.Edit, x.Head(200,
		http.Header{"Content-Type": {"text/event-stream; charset=utf-8"}, "Content-Encoding": {encoding}}))
	var out []byte
	for rest := stream; rest != ""; {
		n := min(size, len(rest))
		out = x.Edit(out, []byte(rest[:n]))
		rest = rest[n:]
	}
	out, err := x.EndEdit(out, end)
	return string(out), err
}

const progress = "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"message\":\"error\"}}\n\n"

const noAnswerEvent = "data: {\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"The server responded, but not with a valid answer to this call.\\nThis call may have taken effect. If it only reads data, you may repeat it. Otherwise check first; if you cannot, ask the user.\"}],\"isError\":true}}\n\n"

func TestEvents(t *testing.T) {
	const failed = `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"The tool failed.\nThis call may have taken effect. If it only reads data, you may repeat it. Otherwise check first; if you cannot, ask the user."}],"isError":true}}`
	old := mcp.Dialect{Revision: mcp.Revision20250618}
	broken := errors.New("connection reset by " + canary)
	tests := []struct {
		name, why string
		from, to  dialect.Dialect
		in, want  string
		end, err  error
		kind      errkit.Kind // of the report; Internal: there is none
	}{
		{name: "nothing", why: "the call has no answer", to: old, want: noAnswerEvent, kind: errkit.UpstreamFailed},
		{name: "only progress", why: "the call has no answer", to: old, in: progress, want: progress + noAnswerEvent,
			kind: errkit.UpstreamFailed},
		{name: "successes", to: old, in: ": hello\n\n" + progress +
			"data: {\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"content\":[]}}\n\n",
			want: ": hello\n\n" + progress + "data: {\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"content\":[]}}\n\n"},
		{name: "carriage returns", to: old, in: "event: a\r\ndata: b\r\n\r\nevent: c\rdata: c\r\r" + answerEvent,
			want: "event: a\r\ndata: b\r\n\r\nevent: c\rdata: c\r\r" + answerEvent},
		{name: "a failed call", to: old,
			in:   progress + "id: 12\ndata: {\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"" + canary + "\"}]}}\n\n",
			want: progress + "id: 12\ndata: " + failed + "\n\n", kind: errkit.ExecutionFailed},
		{name: "in several lines", to: old,
			in:   "data: {\"jsonrpc\":\"2.0\",\"id\":7,\ndata: \"result\":{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"" + canary + "\"}]}}\r\n\r\n",
			want: "data: " + failed + "\n\n\n", kind: errkit.ExecutionFailed},
		{name: "an error event", from: httperr.Dialect{}, to: problem.Dialect{},
			in:   "event: error\ndata: " + canary + "\n\n",
			want: "event: error\ndata: {\"type\":\"about:blank\",\"title\":\"Bad Gateway\",\"status\":502,\"kind\":\"upstream_failed\",\"retry\":\"after_action\",\"effect\":\"unknown\"}\n\n", kind: errkit.UpstreamFailed},
		{name: "an error event of a model", from: httperr.Dialect{}, to: problem.Dialect{},
			in: "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"" +
				canary + "\"}}\n\n",
			want: "event: error\ndata: {\"type\":\"about:blank\",\"title\":\"Service Unavailable\",\"status\":503,\"kind\":\"unavailable\",\"code\":\"overloaded_error\",\"retry\":\"after_action\",\"effect\":\"unknown\"}\n\n", kind: errkit.Unavailable},
		{name: "it breaks", why: "the call gets a response", to: old, in: progress + "data: {\"jso", end: broken,
			want: progress + "data: {\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"A service that the tool depends on failed.\\nThis call may have taken effect. If it only reads data, you may repeat it. Otherwise check first; if you cannot, ask the user.\"}],\"isError\":true}}\n\n", kind: errkit.UpstreamFailed},
		{name: "it breaks, but can be continued", why: "the client does so by the id", to: old,
			in: "id: 3\n" + progress, end: broken, want: "id: 3\n" + progress, err: broken},
		{name: "it breaks after the response", to: old, in: answerEvent, end: broken, want: answerEvent, err: broken},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, size := range []int{1, 7, 1 << 20} {
				var log reports
				got, err := edited(t, &bridge.Bridge{Policy: noTexts, From: tt.from, To: tt.to, Report: log.add}, tt.in, size, tt.end)
				require.Equal(t, tt.err, err)
				if tt.kind == errkit.Internal {
					require.Empty(t, log.all())
					require.Equal(t, tt.want, got, "in parts of %d", size)
					continue
				}
				require.Len(t, log.all(), 1)
				require.True(t, log.all()[0].Event)
				require.Equal(t, tt.kind, log.all()[0].Error.Kind)
				require.NotContains(t, got, canary)
				// without a reference
				got, _ = edited(t, &bridge.Bridge{Policy: noTexts, From: tt.from, To: tt.to}, tt.in, size, tt.end)
				require.Equal(t, tt.want, got, "in parts of %d", size)
			}
		})
	}
}

// An event that is longer than what is held passes, and the next one is examined.
func TestLongEvent(t *testing.T) {
	long := "data: {\"jsonrpc\":\"2.0\",\"method\":\"" + strings.Repeat("x", 5000) + "\"}\n\n"
	var log reports
	got, err := edited(t, &bridge.Bridge{To: mcp.Dialect{}, Hold: 1000, Report: log.add},
		long+progress+"event: error\ndata: "+canary+"\n\n", 100, nil)
	require.NoError(t, err)
	require.Contains(t, got, long+progress+"data: {\"jsonrpc\"")
	require.NotContains(t, got, canary)
	require.Equal(t, []bridge.Outcome{bridge.Oversize, bridge.Rendered},
		[]bridge.Outcome{log.all()[0].Outcome, log.all()[1].Outcome})
}

// What an event is that is longer than what is held is known by its start, in which the version and
// the id may be missing: SDKs for TypeScript and C# write them last.
func TestLongEventStart(t *testing.T) {
	long := strings.Repeat("x", 3000)
	tests := []struct {
		name, why, event string
		more             string // events of the server
		dropped          bool
		outcome          []bridge.Outcome
	}{
		{name: "a result, its version last", why: "it is the answer",
			event: `{"result":{"content":[{"type":"text","text":"` + long + `"}]},"jsonrpc":"2.0","id":7}`},
		{name: "a result, its version first", why: "it is the answer",
			event: `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"` + long + `"}]}}`},
		{name: "a result, its id last", why: "it is the answer",
			event: `{"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"` + long + `"}]},"id":7}`},
		{name: "a request, its version last", why: "the server waits for the client", more: answerEvent,
			event:   `{"method":"sampling/createMessage","params":{"systemPrompt":"` + long + `"},"jsonrpc":"2.0","id":1}`,
			outcome: []bridge.Outcome{bridge.Oversize}},
		{name: "a batch", why: "the answer may be in it",
			event:   `[{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"` + long + `"}]}}]`,
			outcome: []bridge.Outcome{bridge.Oversize}},
		{name: "a log", why: "no client reads it", event: `{"level":"error","error":"` + long + `"}`, more: answerEvent,
			dropped: true, outcome: []bridge.Outcome{bridge.Unread}},
		{name: "a text", why: "no client reads it", event: long, more: answerEvent,
			dropped: true, outcome: []bridge.Outcome{bridge.Unread}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var log reports
			event := "event: message\nid: 3\ndata: " + tt.event + "\n\n"
			want := event + tt.more
			if tt.dropped {
				want = "id: 3\n\n" + tt.more
			}
			got, err := edited(t, &bridge.Bridge{To: mcp.Dialect{}, Hold: 1000, Report: log.add}, event+tt.more, 100, nil)
			require.NoError(t, err)
			require.Equal(t, want, got, tt.why)
			require.Len(t, log.all(), len(tt.outcome))
			for i, outcome := range tt.outcome {
				require.Equal(t, outcome, log.all()[i].Outcome)
			}
		})
	}
}

// A failed answer whose call is not known yet passes: an error without its id would be for nobody.
func TestLongEventOfOther(t *testing.T) {
	long := strings.Repeat("x", 3000)
	const first, last = `{"jsonrpc":"2.0","id":7,`, `,"jsonrpc":"2.0","id":7}`
	failed := `"result":{"isError":true,"content":[{"type":"text","text":"` + long + `"}]}`
	fault := `"error":{"code":-32602,"message":"` + long + `"}`
	batch := `[` + ring + `,{"jsonrpc":"2.0","id":8,"method":"ping"}]`
	tests := []struct {
		name, why, method, call, event string
		passes                         bool
	}{
		{"a resumed stream", "the call is in another request", http.MethodGet, "", "{" + failed + last, true},
		{"a resumed stream, a fault", "the call is in another request", http.MethodGet, "", "{" + fault + last, true},
		{"a batch", "it may be the answer to any call of it", http.MethodPost, batch, "{" + failed + last, true},
		{"a batch, with the id", "its call is known", http.MethodPost, batch, first + failed + "}", false},
		{"a resumed stream, with the id", "its call is known", http.MethodGet, "", first + failed + "}", false},
		{"a call", "it is the only one", http.MethodPost, ring, "{" + failed + last, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := httptest.NewRequest(tt.method, "/", nil)
			r.Header.Set("Content-Type", "application/json")
			x := (&bridge.Bridge{To: mcp.Dialect{}, Hold: 1000}).Exchange(r)
			x.Sent([]byte(tt.call))
			require.Equal(t, bridge.Edit, x.Head(200, http.Header{"Content-Type": {"text/event-stream"}}))
			event := "data: " + tt.event + "\n\n"
			var got []byte
			for rest := event; rest != ""; rest = rest[min(100, len(rest)):] {
				got = x.Edit(got, []byte(rest[:min(100, len(rest))]))
			}
			if tt.passes {
				require.Equal(t, event, string(got), tt.why)
			} else {
				require.NotContains(t, string(got), long, tt.why)
				require.Contains(t, string(got), `"id":7`)
			}
		})
	}
}

// Events are passed as soon as they are complete.
func TestStream(t *testing.T) {
	for _, f := range fronts {
		for _, http2 := range []bool{false, true} {
			t.Run(f.name, func(t *testing.T) {
				const event = `data: {"jsonrpc":"2.0","method":"x"}` + "\n\n"
				next := make(chan string)
				client, base := serve(t, f, &bridge.Bridge{To: mcp.Dialect{}},
					http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
						w.Header().Set("Content-Type", "text/event-stream")
						for event := range next {
							_, _ = io.WriteString(w, event)
							w.(http.Flusher).Flush()
						}
					}), http2)
				go func() { next <- ": open\n\n" }()
				resp, err := client.Post(base, "application/json", strings.NewReader(ring))
				require.NoError(t, err)
				defer resp.Body.Close()
				lines := bufio.NewReader(resp.Body)
				read := func() string {
					line, err := lines.ReadString('\n')
					require.NoError(t, err)
					_, err = lines.ReadString('\n')
					require.NoError(t, err)
					return line
				}
				require.Equal(t, ": open\n", read())
				for range 3 {
					next <- event
					require.Equal(t, strings.TrimSuffix(event, "\n"), read())
				}
				next <- "event: error\ndata: " + canary + "\n\n"
				close(next)
				rest, err := io.ReadAll(lines)
				require.NoError(t, err)
				require.Contains(t, string(rest), `"isError":true`)
				require.NotContains(t, string(rest), canary)
			})
		}
	}
}

// A part of a stream without an error allocates nothing.
func TestEditAllocatesNothing(t *testing.T) {
	x := (&bridge.Bridge{To: mcp.Dialect{}}).Exchange(newCall())
	x.Sent([]byte(ring))
	require.Equal(t, bridge.Edit, x.Head(200, http.Header{"Content-Type": {"text/event-stream"}}))
	room := make([]byte, 0, 4096)
	parts := []string{progress, progress[:20], progress[20:], ": ping\n\n", ping + ": ping\n\n"}
	var chunks [][]byte
	for _, p := range parts {
		chunks = append(chunks, []byte(p))
	}
	require.Zero(t, allocs.Of(func() {
		for _, p := range chunks {
			room = x.Edit(room[:0], p)
		}
	}))
}

// The bytes of a stream in parts of any size.
func FuzzEdit(f *testing.F) {
	f.Add(progress + ": x\n\ndata: a\r\n\r\nevent: error\rdata: b\r\r")
	f.Fuzz(func(t *testing.T, stream string) {
		whole, err := edited(t, &bridge.Bridge{To: mcp.Dialect{}}, stream, len(stream)+1, nil)
		require.NoError(t, err)
		parts, err := edited(t, &bridge.Bridge{To: mcp.Dialect{}}, stream, 1, nil)
		require.NoError(t, err)
		require.Equal(t, whole, parts)
	})
}

// An error after events that pass is replaced, in whatever spelling and with whatever ends of
// lines.
func TestErrorAfterCalls(t *testing.T) {
	text := `"result":{"isError":true,"content":[{"type":"text","text":"` + canary + `"}]}`
	for _, event := range []string{
		`data: {"jsonrpc":"2.0","id":7,` + text + "}\n\n",
		`data: {` + text + `,"id":7,"jsonrpc":"2.0"}` + "\n\n",
		`data: {"jsonrpc":"2.0","id":7,"\u0072esult":{"is\u0045rro\u0072":true,"content":[{"type":"text","text":"` + canary + `"}]}}` + "\n\n",
		"data: {\"jsonrpc\":\"2.0\",\rdata: \"id\":7," + text + "}\r\r",
		"event: message\rdata: {\"jsonrpc\":\"2.0\",\"method\":\"m\"}\r\rdata: {\"jsonrpc\":\"2.0\",\"id\":7," + text + "}\n\n",
	} {
		for _, size := range []int{1, 7, 1 << 20} {
			got, err := edited(t, &bridge.Bridge{To: mcp.Dialect{}, Policy: noTexts}, progress+progress+event+progress, size, nil)
			require.NoError(t, err)
			require.NotContains(t, got, canary, "%s in parts of %d", event, size)
			require.Contains(t, got, `"isError":true`, event)
			require.True(t, strings.HasPrefix(got, progress+progress), event)
			require.True(t, strings.HasSuffix(got, progress), event)
		}
	}
}

// A request of the server is not the response to the call, although both may have the same id.
func TestServerRequest(t *testing.T) {
	const request = `{"jsonrpc":"2.0","id":7,"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":{"type":"text","text":"the results"}}]}}`
	for _, data := range []string{request, "[" + request + "]",
		`{"jsonrpc":"2.0","id":7,"\u006dethod":"x","method":"ping","params":{"result":1}}`} {
		event := "data: " + data + "\n\n"
		got, err := edited(t, &bridge.Bridge{To: mcp.Dialect{}}, event, 1<<20, io.ErrUnexpectedEOF)
		require.NoError(t, err, data)
		last, found := strings.CutPrefix(got, event)
		require.True(t, found)
		require.Contains(t, last, `"id":7`)
		require.Contains(t, last, `"isError":true`)
	}
}

// A text that only starts or ends like a message, or has no method, is no call: in a stream that
// answers a call it does not pass.
func TestNoCall(t *testing.T) {
	for _, data := range []string{
		`{"jsonrpc":"2.0","id":7,"message":"` + canary + `"}`,
		`{"jsonrpc":"2.0", Traceback: ` + canary,
		`Traceback: ` + canary + `,"jsonrpc":"2.0"}`,
	} {
		for _, size := range []int{1, 1 << 20} {
			got, err := edited(t, &bridge.Bridge{To: mcp.Dialect{}, Policy: noTexts}, "data: "+data+"\n\n"+progress, size, nil)
			require.NoError(t, err)
			require.NotContains(t, got, canary, data)
			require.Contains(t, got, progress)
		}
	}
}

// The parts in which a stream arrives do not matter, wherever it is damaged.
func TestEditInParts(t *testing.T) {
	pieces := []string{"\ufeff", "\r", "\n", "\r\n", "\x00", ":", " ", "data", "data:", "data: ", "event: message\n",
		"event: error\n", "id: 1\x00\n", "retry: 5\n", "{", "}", `{"jsonrpc":"2.0",`, `,"jsonrpc":"2.0"}`, `"method":"m"}`,
		`"id":7,"result":{"isError":true,"content":[]}`, "\n\n", "\r\r", `\u0072`, progress, answerEvent, "\xe2\x82",
		strings.Repeat("x", 300), `"error":{"code":1,"message":"` + canary + `"}`}
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 2000 {
		stream := ""
		for range 1 + r.IntN(9) {
			stream += pieces[r.IntN(len(pieces))]
		}
		whole, err := edited(t, &bridge.Bridge{To: mcp.Dialect{}}, stream, len(stream)+1, nil)
		require.NoError(t, err)
		for _, size := range []int{1, 2 + n%7} {
			parts, err := edited(t, &bridge.Bridge{To: mcp.Dialect{}}, stream, size, nil)
			require.NoError(t, err)
			require.Equal(t, whole, parts, "%q in parts of %d", stream, size)
		}
	}
}
