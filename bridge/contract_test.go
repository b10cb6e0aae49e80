package bridge_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
)

// answers are answers to the call ring that pass byte for byte, whatever they look like.
var answers = []struct{ name, doc string }{
	{"a text", `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"an error message"}]}}`},
	{"blocks", `{"jsonrpc":"2.0","id":7,"result":{"content":[{"a":{"b":[]},"type":"a"},{"type":"b"}]}}`},
	{"isError is false", `{"jsonrpc":"2.0","id":7,"result":{"content":[],"isError":false}}`},
	{"the id last", `{"result":{"content":[]},"jsonrpc":"2.0","id":7}`},
	{"an id of the same value", `{"result":{"content":[]},"jsonrpc":"2.0","id":7.0}`},
	{"error is null", `{"jsonrpc":"2.0","id":7,"result":{"content":[]},"error":null}`},
	{"method is null", `{"jsonrpc":"2.0","id":7,"method":null,"result":{"content":[]}}`},
	{"structured content with an error",
		`{"jsonrpc":"2.0","id":7,"result":{"content":[],"structuredContent":{"error":{"code":"E1","message":"x"}}}}`},
	{"structured content with a failed result",
		`{"jsonrpc":"2.0","id":7,"result":{"content":[],"structuredContent":{"content":[],"isError":true}}}`},
	{"only structured content", `{"jsonrpc":"2.0","id":7,"result":{"structuredContent":{"success":false}}}`},
	{"a member error", `{"jsonrpc":"2.0","id":7,"result":{"content":[],"error":"none","status":"failed"}}`},
	{"a stored problem",
		`{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"{\"type\":\"about:blank\",\"status\":404}"}]}}`},
	{"a document of toolError", `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"{\"kind\":\"toolError:v1\",\"code\":\"NOT_FOUND\",\"message\":\"x\"}"}]}}`},
	{"a question", `{"jsonrpc":"2.0","id":7,"result":{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"mode":"form","message":"error?","requestedSchema":{"type":"object"}}}}}}`},
	{"a question of the Go SDK, which writes null", `{"jsonrpc":"2.0","id":7,"result":{"content":null,"resultType":"input_required","inputRequests":{"a":{"method":"roots/list","params":{}}}}}`},
	{"only a state", `{"jsonrpc":"2.0","id":7,"result":{"resultType":"input_required","requestState":"s"}}`},
	{"a task", `{"jsonrpc":"2.0","id":7,"result":{"task":{"taskId":"1","status":"failed","statusMessage":"x"}}}`},
	{"a byte order mark", "\ufeff" + `{"jsonrpc":"2.0","id":7,"result":{"content":[]}}`},
	{"text that is not UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"content\":[],\"x\":\"\xe9\"}}"},
	{"space around it", " \n" + `{"jsonrpc":"2.0","id":7,"result":{"content":[]}}` + "\r\n"},
}

// noAnswers are not an answer to the call ring (JSON-RPC 2.0 §5; MCP, Schema).
var noAnswers = []struct{ name, doc string }{
	{"a page", "<html><h1>" + canary + "</h1></html>"},
	{"a text", canary},
	{"nothing", ""},
	{"space", " \n"},
	{"null", "null"},
	{"a number", "7"},
	{"a prefix", `)]}',` + `{"jsonrpc":"2.0","id":7,"result":{"content":[]}}`},
	{"a log before it", canary + ` {"jsonrpc":"2.0","id":7,"result":{"content":[]}}`},
	{"text after it", `{"jsonrpc":"2.0","id":7,"result":{"content":[]}}` + canary},
	{"two", `{"jsonrpc":"2.0","id":7,"result":{"content":[]}}{"jsonrpc":"2.0","id":7,"result":{"content":[]}}`},
	{"cut", `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"` + canary},
	{"JSON-RPC 1.0", `{"id":7,"result":{"content":[{"type":"text","text":"` + canary + `"}]},"error":null}`},
	{"another version", `{"jsonrpc":"2.1","id":7,"result":{"content":[]}}`},
	{"a version that is a number", `{"jsonrpc":2.0,"id":7,"result":{"content":[]}}`},
	{"an error that is a text", `{"jsonrpc":"2.0","id":7,"error":"` + canary + `"}`},
	{"an error without JSON-RPC", `{"error":{"code":-32603,"message":"` + canary + `"}}`},
	{"an object of an API", `{"message":"` + canary + `"}`},
	{"a list", `[{"error":"` + canary + `"}]`},
	{"an array of others", `["` + canary + `"]`},
	{"another id", `{"jsonrpc":"2.0","id":8,"result":{"content":[{"type":"text","text":"` + canary + `"}]}}`},
	{"an id of another type", `{"jsonrpc":"2.0","id":"7","result":{"content":[]}}`},
	{"no id", `{"jsonrpc":"2.0","result":{"content":[]}}`},
	{"a result and an error", `{"jsonrpc":"2.0","id":7,"result":{"content":[]},"error":{"code":1,"message":"x"}}`},
	{"neither", `{"jsonrpc":"2.0","id":7}`},
	{"a request", `{"jsonrpc":"2.0","id":7,"method":"ping"}`},
	{"a result that is a text", `{"jsonrpc":"2.0","id":7,"result":"` + canary + `"}`},
	{"a result that is null", `{"jsonrpc":"2.0","id":7,"result":null}`},
	{"an empty result", `{"jsonrpc":"2.0","id":7,"result":{}}`},
	{"content that is a text", `{"jsonrpc":"2.0","id":7,"result":{"content":"` + canary + `"}}`},
	{"content that is null", `{"jsonrpc":"2.0","id":7,"result":{"content":null}}`},
	{"a block without a type",
		`{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"a"},{"a":{"type":"` + canary + `"}}]}}`},
	{"a block that is a text",
		`{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"a"},"` + canary + `",{"type":"a"}]}}`},
	{"isError that is a text", `{"jsonrpc":"2.0","id":7,"result":{"content":[],"isError":"true"}}`},
	{"isError that is a number", `{"jsonrpc":"2.0","id":7,"result":{"content":[],"isError":1}}`},
	{"content is null", `{"jsonrpc":"2.0","id":7,"result":{"content":null}}`},
	{"structured content that is a list", `{"jsonrpc":"2.0","id":7,"result":{"content":[],"structuredContent":[]}}`},
	{"NaN", `{"jsonrpc":"2.0","id":7,"result":{"content":[],"structuredContent":{"x":NaN}}}`},
	{"a missing comma", `{"jsonrpc":"2.0","id":7 "result":{"content":[]}}`},
	{"a comma too many", `{"jsonrpc":"2.0","id":7,"result":{"content":[],}}`},
	{"single quotes", `{'jsonrpc':'2.0','id':7,'result':{'content':[]}}`},
}

var partSizes = []int{1, 7, 1 << 20}

// handled returns a response to the call ring through a Handler whose upstream writes it in parts.
func handled(b *bridge.Bridge, h http.Header, doc string, size int) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	b.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = r.Body.Read(make([]byte, 1000))
		for name, values := range h {
			w.Header()[name] = values
		}
		w.WriteHeader(200)
		for rest := doc; rest != ""; {
			n := min(size, len(rest))
			if _, err := w.Write([]byte(rest[:n])); err != nil {
				return
			}
			rest = rest[n:]
		}
	})).ServeHTTP(w, newCall())
	return w
}

// The answer to a call of JSON-RPC passes byte for byte, and everything else is upstream_failed
// with the id of the call.
func TestContract(t *testing.T) {
	to := mcp.Dialect{Revision: mcp.Revision20251125}
	for _, tt := range answers {
		t.Run(tt.name, func(t *testing.T) {
			for _, size := range partSizes {
				var log reports
				b := &bridge.Bridge{To: to, Report: log.add}
				require.Equal(t, tt.doc, handled(b, http.Header{"Content-Type": {"application/json"}}, tt.doc, size).Body.String())
				h := http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {"gzip"}}
				doc := zipped(t, tt.doc)
				require.Equal(t, doc, handled(b, h, doc, size).Body.String())
				if !strings.Contains(tt.doc, "\n") {
					event := "data: " + tt.doc + "\n\n"
					got, err := edited(t, b, event, size, nil)
					require.NoError(t, err)
					require.Equal(t, event, got)
				}
				require.Empty(t, log.all())
			}
		})
	}
	for _, tt := range noAnswers {
		t.Run("no answer/"+tt.name, func(t *testing.T) {
			for _, size := range partSizes {
				var log reports
				b := &bridge.Bridge{To: to, Report: log.add}
				for _, media := range []string{"application/json", "text/html", ""} {
					w := handled(b, http.Header{"Content-Type": {media}, "Content-Length": {"9"}}, tt.doc, size)
					requireFailed(t, w.Body.String())
					require.Equal(t, 200, w.Code)
				}
				requireFailed(t, handled(b, http.Header{"Content-Encoding": {"gzip"}}, zipped(t, tt.doc), size).Body.String())
				require.Len(t, log.all(), 4)
				require.Equal(t, errkit.UpstreamFailed, log.all()[0].Error.Kind)
				require.Equal(t, errkit.EffectUnknown, log.all()[0].Error.Effect)
				require.ErrorContains(t, log.all()[0].Error.Err, "not an answer")
			}
		})
	}
}

// requireFailed checks that a document is the error of the call ring, with nothing private.
func requireFailed(t *testing.T, doc string) {
	t.Helper()
	require.NotContains(t, doc, canary)
	var m struct {
		JSONRPC string
		ID      json.Number
		Result  struct{ IsError bool }
	}
	require.NoError(t, json.Unmarshal([]byte(doc), &m), doc)
	require.Equal(t, "7", m.ID.String())
	require.True(t, m.Result.IsError, doc)
}

// A stream that does not answer the call ends with an error, and what is not a message in it does
// not pass.
func TestContractOfEvents(t *testing.T) {
	for _, tt := range noAnswers {
		if strings.ContainsAny(tt.doc, "\n") {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			for _, size := range partSizes {
				b := &bridge.Bridge{To: mcp.Dialect{Revision: mcp.Revision20251125}}
				got, err := edited(t, b, progress+"data: "+tt.doc+"\n\n", size, nil)
				require.NoError(t, err)
				rest, found := strings.CutPrefix(got, progress)
				require.True(t, found)
				if tt.name == "another id" { // a response to another request
					return
				}
				last := strings.LastIndex(rest, "data: ")
				requireFailed(t, strings.TrimSuffix(rest[last+len("data: "):], "\n\n"))
			}
		})
	}
}

// By the dialect of the client, the results of other protocols have other shapes.
func TestContractOfDialects(t *testing.T) {
	const list = `{"jsonrpc":"2.0","id":7,"method":"tools/list"}`
	tests := []struct {
		name     string
		to       dialect.Dialect
		sent     string
		status   int
		doc      string
		answered bool
	}{
		{"a result of AAI", aai.Dialect{}, ring, 200, `{"jsonrpc":"2.0","id":7,"result":"rung"}`, true},
		{"a page before AAI", aai.Dialect{}, ring, 200, canary, false},
		{"a list of tools", mcp.Dialect{}, list, 200, `{"jsonrpc":"2.0","id":7,"result":{"tools":[]}}`, true},
		{"a list of tools that is a text", mcp.Dialect{}, list, 200, `{"jsonrpc":"2.0","id":7,"result":"x"}`, false},
		{"in another stream", mcp.Dialect{}, ring, 202, "Accepted", true},
		{"no content", mcp.Dialect{}, ring, 204, "", false},
		{"a redirect", mcp.Dialect{}, ring, 307, canary, false},
		{"a notification", mcp.Dialect{}, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, 200, "OK", true},
		{"a response", mcp.Dialect{}, `{"jsonrpc":"2.0","id":1,"result":{}}`, 200, "{}", true},
		{"another API", mcp.Dialect{}, `{"client_name":"x"}`, 201, `{"error":{"code":"x","message":"x"}}`, true},
		{"any value from 2026-07-28", mcp.Dialect{}, ring, 200,
			`{"jsonrpc":"2.0","id":7,"result":{"content":[],"structuredContent":[1]}}`, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(tt.sent))
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			(&bridge.Bridge{To: tt.to}).Handler(respond(tt.status, tt.doc, "Content-Type", "application/json")).ServeHTTP(w, r)
			if tt.answered {
				require.Equal(t, tt.doc, w.Body.String())
				require.Equal(t, tt.status, w.Code)
				return
			}
			require.Contains(t, w.Body.String(), `"id":7`)
			require.Contains(t, w.Body.String(), `not with a valid answer`)
			require.NotContains(t, w.Body.String(), canary)
			require.Equal(t, 200, w.Code)
		})
	}
}

// A client of Streamable HTTP gets its answer in the response, one of HTTP with SSE in another
// stream. A protocol that was not asked for, and a status that is none, are errors.
func TestContractOfStatuses(t *testing.T) {
	for _, tt := range []struct {
		name, header, value string
		status              int
		want                bridge.Action
	}{
		{"202 of HTTP with SSE", "Accept", "*/*", 202, bridge.Pass},
		{"202 of Streamable HTTP", "Accept", "application/json, text/event-stream", 202, bridge.Replace},
		{"a protocol that was asked for", "Upgrade", "bell", 101, bridge.Pass},
		{"a protocol that was not", "Accept", "*/*", 101, bridge.Replace},
		{"a status of two digits", "Accept", "*/*", 20, bridge.Replace},
	} {
		r := httptest.NewRequest(http.MethodPost, "/", nil)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set(tt.header, tt.value)
		x := (&bridge.Bridge{To: mcp.Dialect{}}).Exchange(r)
		x.Sent([]byte(ring))
		action := x.Head(tt.status, http.Header{})
		if action == bridge.Hold {
			action = x.End(nil)
		}
		require.Equal(t, tt.want, action, tt.name)
		if action == bridge.Replace {
			require.Equal(t, 200, x.Response().Status, tt.name)
			require.Contains(t, string(x.Response().Body), `"id":7`, tt.name)
		}
	}
}

// An error of the protocol stays one, and with From a document is read as one of that dialect
// although nothing in it names the dialect.
func TestContractOfErrors(t *testing.T) {
	for _, tt := range []struct {
		name     string
		from, to dialect.Dialect
		doc      string
		status   int
		want     []string
	}{
		{"elicitation of a URL", nil, mcp.Dialect{}, `{"jsonrpc":"2.0","id":7,"error":{"code":-32042,"message":"Authorize.",` +
			`"data":{"elicitations":[{"mode":"url","elicitationId":"e1","url":"https://a.example/auth","message":"x"}]}}}`,
			200, []string{`"code":-32042`, "https://a.example/auth", "e1"}},
		{"OXP without a schema", oxp.Dialect{}, problem.Dialect{},
			`{"call_id":"1","success":false,"error":{"kind":"not_found","message":"No bell."}}`, 500, []string{"No bell."}},
	} {
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(ring))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		b := &bridge.Bridge{From: tt.from, To: tt.to}
		b.Handler(respond(200, tt.doc, "Content-Type", "application/json")).ServeHTTP(w, r)
		require.Equal(t, tt.status, w.Code, "%s: %s", tt.name, w.Body)
		for _, want := range tt.want {
			require.Contains(t, w.Body.String(), want, tt.name)
		}
	}
}

// An answer that is longer than what is held passes, and is broken off if it is none.
func TestContractOfLongAnswers(t *testing.T) {
	long := strings.Repeat("x", 200_000)
	const start = `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"`
	tests := []struct {
		name, doc string
		want      string // "passes", "breaks" or "fails"
	}{
		{"a success", start + long + `"}]}}`, "passes"},
		{"without its end", start + long, "breaks"},
		{"with text after it", start + long + `"}]}} ` + canary, "breaks"},
		{"with another id at its end", `{"jsonrpc":"2.0","result":{"content":["` + long + `"]},"id":8}`, "breaks"},
		{"with another id", `{"jsonrpc":"2.0","id":8,"result":{"content":["` + long + `"]}}`, "fails"},
		{"an error", `{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"` + canary + long + `"}}`, "fails"},
		{"isError at its start", `{"jsonrpc":"2.0","id":7,"result":{"isError":true,"content":["` + canary + long + `"]}}`,
			"fails"},
		{"no result", `{"jsonrpc":"2.0","id":7,"x":"` + canary + long + `"}`, "fails"},
		{"a text", canary + long, "fails"},
		{"a page", "<p>" + canary + long, "fails"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := &bridge.Bridge{To: mcp.Dialect{Revision: mcp.Revision20251125}}
			var w *httptest.ResponseRecorder
			get := func() { w = handled(b, http.Header{"Content-Type": {"application/json"}}, tt.doc, 10_000) }
			switch tt.want {
			case "passes":
				get()
				require.True(t, tt.doc == w.Body.String())
			case "breaks":
				require.PanicsWithValue(t, http.ErrAbortHandler, get)
			default:
				get()
				requireFailed(t, w.Body.String())
			}
		})
	}
}
