package mcperr_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/errkit"
)

// A reply is the response to one request.
type reply struct {
	status int
	body   string // $id is the id of the request; "": none
	header map[string]string
	drop   bool // the connection ends without a response
}

// host is a server of MCP over HTTP by hand, whose replies to a method are scripted, the last of
// them again and again.
type host struct {
	sync.Mutex
	revision string
	replies  map[string][]reply
	calls    map[string]int
	params   []string // of tools/list
	resumed  []string // the headers Last-Event-ID
}

func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		h.Lock()
		h.resumed = append(h.resumed, r.Header.Get("Last-Event-ID"))
		list := h.replies["GET"]
		h.Unlock()
		if r.Header.Get("Last-Event-ID") == "" || len(list) == 0 {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		h.write(w, list[0], json.RawMessage(`"resumed"`))
		return
	}
	var m struct {
		ID     json.RawMessage
		Method string
		Params json.RawMessage
	}
	_ = json.NewDecoder(r.Body).Decode(&m)
	h.Lock()
	defer h.Unlock()
	if m.Method == "tools/list" {
		h.params = append(h.params, string(m.Params))
	}
	h.calls[m.Method]++
	list := h.replies[m.Method]
	switch {
	case len(list) > 0:
		if len(list) > 1 {
			h.replies[m.Method] = list[1:]
		}
		h.write(w, list[0], m.ID)
	case m.Method == "initialize":
		h.write(w, result(`{"protocolVersion":"`+h.revision+`","capabilities":{"tools":{}},"serverInfo":{"name":"h","version":"1"}}`), m.ID)
	case m.Method == "tools/list":
		h.write(w, result(`{"tools":[{"name":"search","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},{"name":"order","inputSchema":{"type":"object"}}]}`), m.ID)
	case m.ID == nil:
		w.WriteHeader(http.StatusAccepted)
	default:
		h.write(w, reply{status: 404, body: `{"jsonrpc":"2.0","id":$id,"error":{"code":-32601,"message":"No."}}`}, m.ID)
	}
}

func (h *host) write(w http.ResponseWriter, a reply, id json.RawMessage) {
	if a.drop {
		panic(http.ErrAbortHandler)
	}
	w.Header().Set("Content-Type", "application/json")
	for name, value := range a.header {
		w.Header().Set(name, value)
	}
	w.WriteHeader(a.status)
	_, _ = io.WriteString(w, strings.ReplaceAll(a.body, "$id", string(id)))
}

func result(v string) reply {
	return reply{status: 200, body: `{"jsonrpc":"2.0","id":$id,"result":` + v + `}`}
}

func fault(status int, code int, data string) reply {
	return reply{status: status, body: fmt.Sprintf(`{"jsonrpc":"2.0","id":$id,"error":{"code":%d,"message":"No.","data":%s}}`, code, data)}
}

// connectTo connects a client that repeats calls to a host.
func connectTo(t *testing.T, h *host, base http.RoundTripper) *mcp.ClientSession {
	t.Helper()
	h.calls = map[string]int{}
	if h.revision == "" {
		h.revision = "2025-11-25"
	}
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	client := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil)
	client.AddSendingMiddleware(mcperr.ClientMiddleware(), mcperr.Retry(&mcperr.RetryOptions{Base: time.Millisecond, MaxWait: 500 * time.Millisecond}))
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: s.URL,
		HTTPClient: &http.Client{Transport: &mcperr.ClientTransport{Base: base}}}, &mcp.ClientSessionOptions{ProtocolVersion: h.revision})
	require.NoError(t, err)
	t.Cleanup(func() { _ = session.Close() })
	_, err = session.ListTools(t.Context(), nil)
	require.NoError(t, err)
	return session
}

// The client rules of the draft error registry, and of SEP-3313: how often each tool is called.
func TestClientRules(t *testing.T) {
	ding := result(`{"content":[{"type":"text","text":"ding"}]}`)
	failed := func(meta string) reply {
		return result(`{"content":[{"type":"text","text":"No."}],"isError":true,"_meta":{"io.modelcontextprotocol/toolFailure":` + meta + `}}`)
	}
	tests := []struct {
		name          string
		replies       []reply
		search, order int // calls
		kind          errkit.Kind
		effect        errkit.Effect
		delay         time.Duration // of the error
		why           string
	}{
		{"success", []reply{ding}, 1, 1, 0, 0, 0, ""},
		{"a rate, then success", []reply{fault(429, -32023, `{"retryAfterMs":20}`), ding}, 2, 2, 0, 0, 0, "it had no effect"},
		{"a rate", []reply{fault(429, -32023, `{"retryAfterMs":20}`)}, 3, 3, errkit.RateLimited, errkit.EffectNone, 20 * time.Millisecond, ""},
		{"a rate that takes too long", []reply{fault(429, -32023, `{"retryAfterMs":90000}`)}, 1, 1, errkit.RateLimited, errkit.EffectNone, 90 * time.Second, ""},
		{"the body beats the status", []reply{fault(503, -32023, `{"retryAfterMs":20}`)}, 3, 3, errkit.RateLimited, errkit.EffectNone, 20 * time.Millisecond, ""},
		{"unavailable", []reply{fault(503, -32024, `{"reason":"overloaded","retryAfterMs":20}`)}, 3, 1, errkit.Unavailable, 0, 20 * time.Millisecond, "it may have been processed"},
		{"not processed", []reply{fault(503, -32024, `{"reason":"overloaded","notProcessed":true}`)}, 3, 3, errkit.Unavailable, errkit.EffectNone, 0, "the only licence"},
		{"a deadline", []reply{fault(503, -32024, `{"reason":"deadline_exceeded"}`)}, 3, 1, errkit.Timeout, errkit.EffectUnknown, 0, ""},
		{"a user must act", []reply{fault(503, -32024, `{"reason":"maintenance","requiresUserAction":true,"notProcessed":true}`)}, 1, 1, errkit.Unavailable, errkit.EffectNone, 0, ""},
		{"another code that names a time", []reply{fault(500, -32055, `{"retryAfterMs":20}`)}, 3, 1, errkit.Internal, 0, 20 * time.Millisecond, "retryAfterMs opts in"},
		{"another code", []reply{fault(500, -32055, `{}`)}, 1, 1, errkit.Internal, 0, 0, "do not retry"},
		{"too large", []reply{fault(400, -32025, `{"part":"params","limitBytes":1024}`)}, 1, 1, errkit.TooLarge, 0, 0, "after a change"},
		{"an unsupported feature", []reply{fault(400, -32027, `{"kind":"method","feature":"x"}`)}, 1, 1, errkit.Unsupported, 0, 0, ""},
		{"an unknown tool", []reply{fault(400, -32602, `{"reason":"unknown_tool","name":"x"}`)}, 1, 1, errkit.ToolNotFound, 0, 0, ""},
		{"an internal error", []reply{fault(500, -32603, `{}`)}, 1, 1, errkit.Internal, 0, 0, "do not retry"},
		{"a status without a body", []reply{{status: 503}}, 3, 1, errkit.Unavailable, 0, 0, "a local error, of which nobody knows what happened"},
		{"a status with a page", []reply{{status: 504, body: "<html>" + canary}}, 3, 1, errkit.Timeout, 0, 0, ""},
		{"a status with a time", []reply{{status: 503, header: map[string]string{"Retry-After": "0.02"}}}, 3, 3, errkit.Unavailable, errkit.EffectNone, 20 * time.Millisecond, "it refused"},
		{"a lost response", []reply{{drop: true}}, 3, 1, errkit.Network, errkit.EffectUnknown, 0, "what was lost may have been processed"},
		{"a tool that may be repeated", []reply{failed(`{"class":"reliability","code":"timeout","retryable":true,"correlationId":"1"}`)}, 3, 1, errkit.Timeout, 0, 0,
			"SEP-3313: an invitation is no licence for a tool that is not idempotent"},
		{"a tool that must not", []reply{failed(`{"class":"capability","code":"invalid","retryable":false,"correlationId":"1"}`)}, 1, 1, errkit.ExecutionFailed, 0, 0, ""},
	}
	for _, revision := range []string{"2025-06-18", "2025-11-25"} {
		for _, tt := range tests {
			t.Run(revision+" "+tt.name, func(t *testing.T) {
				t.Parallel()
				for tool, want := range map[string]int{"search": tt.search, "order": tt.order} {
					h := &host{revision: revision, replies: map[string][]reply{"tools/call": tt.replies}}
					session := connectTo(t, h, nil)
					res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool})
					h.Lock()
					require.Equal(t, want, h.calls["tools/call"], "%s: %s: %v", tool, tt.why, err)
					h.Unlock()
					if err == nil {
						require.Equal(t, errkit.Kind(0), tt.kind)
						require.Equal(t, "ding", res.Content[0].(*mcp.TextContent).Text)
						continue
					}
					e, ok := errors.AsType[*errkit.Error](err)
					require.True(t, ok, "%T %v", err, err)
					require.Equal(t, tt.kind.String(), e.Kind.String(), "%v: %v", err, e.Err)
					require.Equal(t, tt.effect, e.Effect)
					require.Equal(t, tt.delay, e.RetryAfter)
					require.NotContains(t, err.Error(), canary)
				}
			})
		}
	}
}

// A request that was not sent had no effect, and is repeated for every tool.
func TestNotSent(t *testing.T) {
	h := &host{replies: map[string][]reply{"tools/call": {result(`{"content":[]}`)}}}
	refused, tries := false, 0
	session := connectTo(t, h, roundTripper(func(r *http.Request) (*http.Response, error) {
		if r.Body == nil {
			return http.DefaultTransport.RoundTrip(r)
		}
		if body, _ := io.ReadAll(r.Body); refused && bytes.Contains(body, []byte("tools/call")) {
			tries++
			return nil, &net.OpError{Op: "dial", Net: "tcp", Err: context.DeadlineExceeded}
		}
		r.Body, _ = r.GetBody()
		return http.DefaultTransport.RoundTrip(r)
	}))
	refused = true
	_, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "order"})
	refused = false
	require.Error(t, err)
	require.Equal(t, errkit.EffectNone, errkit.From(err).Effect, "%+v", errkit.From(err).Err)
	require.Equal(t, 3, tries)
	_, err = session.CallTool(t.Context(), &mcp.CallToolParams{Name: "order"})
	require.NoError(t, err, "the session goes on")
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// A list whose cursor is not valid any more starts again, once.
func TestRestart(t *testing.T) {
	stale := fault(400, -32026, `{"kind":"cursor","reason":"expired","restart":true}`)
	page := result(`{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}`)
	tests := []struct {
		name    string
		replies []reply // after the first list
		cursors []string
		fails   bool
	}{
		{"starts again", []reply{stale, page}, []string{"", "2", ""}, false},
		{"once", []reply{stale, stale}, []string{"", "2", ""}, true},
		{"only if it is asked for", []reply{fault(400, -32026, `{"kind":"cursor","reason":"expired"}`), page}, []string{"", "2"}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := &host{replies: map[string][]reply{"tools/list": append([]reply{page}, tt.replies...)}}
			session := connectTo(t, h, nil)
			params := &mcp.ListToolsParams{Cursor: "2"}
			list, err := session.ListTools(t.Context(), params)
			require.Equal(t, "2", params.Cursor, "the params are the caller's")
			h.Lock()
			defer h.Unlock()
			var cursors []string
			for _, p := range h.params {
				var c struct{ Cursor string }
				if p != "" {
					require.NoError(t, json.Unmarshal([]byte(p), &c))
				}
				cursors = append(cursors, c.Cursor)
			}
			require.Equal(t, tt.cursors, cursors)
			if tt.fails {
				require.Error(t, err)
				return
			}
			require.NoError(t, err)
			require.Equal(t, "a", list.Tools[0].Name)
		})
	}
}

// A stream that ends before the response is resumed where the revision has Last-Event-ID: the tool
// is called once.
func TestResume(t *testing.T) {
	h := &host{replies: map[string][]reply{
		"tools/call": {{status: 200, header: map[string]string{"Content-Type": "text/event-stream"}, body: "id: e7\nretry: 1\ndata: \n\n"}},
		"GET": {{status: 200, header: map[string]string{"Content-Type": "text/event-stream"},
			body: "id: e8\ndata: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"ding\"}]}}\n\n"}},
	}}
	session := connectTo(t, h, nil)
	h.Lock()
	next := h.calls["initialize"] + h.calls["tools/list"] + 1
	h.replies["GET"][0].body = strings.ReplaceAll(h.replies["GET"][0].body, "$id", fmt.Sprint(next))
	h.Unlock()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	res, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "order"})
	require.NoError(t, err)
	require.Equal(t, "ding", res.Content[0].(*mcp.TextContent).Text)
	h.Lock()
	defer h.Unlock()
	require.Equal(t, 1, h.calls["tools/call"])
	require.Contains(t, h.resumed, "e7")
}
