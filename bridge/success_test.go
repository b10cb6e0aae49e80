package bridge_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
)

// aboutFailures are responses of 2xx whose documents describe failures, as data of their APIs.
var aboutFailures = []struct {
	name   string
	status int
	media  string
	body   string
}{
	{"a response of OpenAI that failed", 200, "application/json",
		`{"id":"resp_1","object":"response","status":"failed","error":{"code":"server_error","message":"The model failed."},"output":[]}`},
	{"an operation of Google that failed", 200, "application/json",
		`{"name":"operations/7","done":true,"error":{"code":5,"message":"Book not found.","status":"NOT_FOUND"}}`},
	{"an error of Google", 200, "application/json",
		`{"error":{"code":404,"message":"Book not found.","status":"NOT_FOUND"}}`},
	{"the report of a linter", 200, "application/json",
		`{"success":false,"errors":[{"code":"E1","message":"missing semicolon","path":"/a.js"}],"message":"1 error"}`},
	{"a stored problem", 200, "application/problem+json",
		`{"type":"about:blank","title":"Not Found","status":404,"detail":"No bell."}`},
	{"a code", 200, "application/json", `{"code":"not_found","message":"No bell."}`},
	{"a type", 200, "application/json", `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`},
	{"a type of Smithy", 200, "application/json", `{"__type":"ResourceNotFoundException","message":"No table."}`},
	{"a part of the data of GraphQL", 200, "application/json",
		`{"data":{"bell":{"id":1},"tower":null},"errors":[{"message":"No tower.","path":["tower"]}]}`},
	{"no data of GraphQL", 200, "application/json",
		`{"data":null,"errors":[{"message":"No tower.","extensions":{"code":"NOT_FOUND"}}]}`},
	{"a message of JSON-RPC", 200, "application/json",
		`{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"stored"}}`},
	{"a result of a tool", 200, "application/json", `{"content":[{"type":"text","text":"No bell."}],"isError":true}`},
	{"a task of A2A", 200, "application/a2a+json",
		`{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_FAILED","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"No."}]}}}}`},
	{"a result of OXP", 200, "application/json", `{"call_id":"1","success":false,"error":{"message":"No bell."}}`},
	{"an array", 200, "application/json", `[{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"stored"}}]`},
	{"JSON lines", 200, "application/json",
		`{"code":"not_found","message":"a"}` + "\n" + `{"code":"not_found","message":"b"}` + "\n"},
	{"plain text", 200, "text/plain", `{"code":"not_found","message":"No bell."}`},
	{"no type", 200, "", `{"code":"not_found","message":"No bell."}`},
	{"without its end", 200, "application/json", `{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"sto`},
	{"events", 200, "text/event-stream",
		"event: error\ndata: {\"type\":\"error\",\"message\":\"logged\"}\n\ndata: {\"code\":\"not_found\",\"message\":\"a\"}"},
	{"created", 201, "application/json", `{"code":"not_found","message":"No bell."}`},
	{"accepted", 202, "application/json", `{"status":"failed","error":{"code":"x","message":"No bell."}}`},
	{"other information", 203, "application/json", `{"code":"not_found","message":"No bell."}`},
	{"no content", 204, "", ""},
	{"a part", 206, "application/json", `{"code":"not_found","message":"No bell."}`},
	{"several statuses", 207, "application/json", `{"error":{"code":404,"message":"No bell.","status":"NOT_FOUND"}}`},
}

// byStatus are the dialects whose errors have the HTTP status of an error.
var byStatus = []string{"problem", "google", "connect", "a2a-http", "a2a-http-0.3", "aai-string", "http"}

// In front of a client that knows an error by its status, a response of 2xx is a success (RFC
// 9110 §15.3): no byte and no header of it is changed, whatever its document describes.
func TestSuccessByStatus(t *testing.T) {
	for _, name := range byStatus {
		to, err := all.Parse(name)
		require.NoError(t, err)
		for _, from := range []string{"", "problem", "google", "connect", "a2a-http"} {
			t.Run(name+"/from "+from, func(t *testing.T) {
				var log reports
				b := &bridge.Bridge{Policy: noTexts, To: to, Report: log.add}
				if from != "" {
					b.From, err = all.Parse(from)
					require.NoError(t, err)
				}
				for _, tt := range aboutFailures {
					for _, encoding := range []string{"", "gzip", "br"} {
						body := tt.body
						if encoding == "gzip" {
							body = zipped(t, body)
						}
						header := http.Header{"Etag": {`"1"`}, "Last-Modified": {"Mon, 02 Jan 2006 15:04:05 GMT"},
							"Accept-Ranges": {"bytes"},
							"Repr-Digest":   {"sha-256=:AA==:"}, "Cache-Control": {"max-age=60"},
							"X-Request-Id": {"r1"},
							"Content-Type": {tt.media}}
						if tt.media == "" {
							header.Del("Content-Type")
						}
						if tt.status != 204 {
							header.Set("Content-Length", strconv.Itoa(len(body)))
						}
						if encoding != "" {
							header.Set("Content-Encoding", encoding)
						}
						x := b.Exchange(newCall())
						require.Equal(t, bridge.Pass, x.Head(tt.status, header), tt.name)
						if from != "" {
							continue
						}
						for front, h := range successFronts(b, tt.status, header, body) {
							w := httptest.NewRecorder()
							h.ServeHTTP(w, newCall())
							require.Equal(t, tt.status, w.Code, "%s: %s", front, tt.name)
							require.Equal(t, body, w.Body.String(), "%s: %s", front, tt.name)
							if got, ok := w.Header()["Content-Type"]; ok && got == nil { // so that no server guesses one
								delete(w.Header(), "Content-Type")
							}
							require.Equal(t, header, w.Header(), "%s: %s", front, tt.name)
						}
					}
				}
				require.Empty(t, log.all(), "what is not examined is not reported as unread")
			})
		}
	}
}

func zipped(t *testing.T, text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := io.WriteString(z, text)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return b.String()
}

// successFronts returns the fronts of an upstream with one response.
func successFronts(b *bridge.Bridge, status int, header http.Header, body string) map[string]http.Handler {
	return map[string]http.Handler{
		"Handler": b.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			for name, values := range header {
				w.Header()[name] = values
			}
			w.WriteHeader(status)
			if body != "" {
				_, _ = io.WriteString(w, body)
			}
		})),
		"Proxy": b.Proxy(&httputil.ReverseProxy{
			Rewrite: rewrite(&url.URL{Scheme: "http", Host: "upstream.example"}),
			Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
				return &http.Response{StatusCode: status, Header: header.Clone(),
					Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), Request: r}, nil
			}),
		}),
	}
}

// An upstream with errors in 2xx, which From names, has them in front of such a client, too.
func TestErrorsIn2xx(t *testing.T) {
	tests := []struct{ from, why, body string }{
		{"oxp", "the member success", `{"$schema":"urn:oxp:1.0","result":{"call_id":"1","success":false,"error":{"message":"` + canary + `"}}}`},
		{"oxp-flat", "the member success", `{"call_id":"1","success":false,"error":{"message":"` + canary + `"}}`},
		{"aai", "JSON-RPC", `{"jsonrpc":"2.0","id":7,"error":{"code":-32001,"message":"` + canary +
			`","data":{"type":"UNKNOWN_TOOL"}}}`},
		{"aai-string", "the member status",
			`{"status":"error","error":{"code":"NOT_FOUND","message":"` + canary + `"}}`},
		{"mcp", "JSON-RPC", `{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"` + canary + `"}}`},
		{"mcp", "isError", `{"jsonrpc":"2.0","id":7,"result":{"isError":true,"content":[{"type":"text","text":"` +
			canary + `"}]}}`},
		{"a2a", "JSON-RPC", `{"jsonrpc":"2.0","id":7,"error":{"code":-32001,"message":"` + canary + `",
			"data":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND","domain":"a2a-protocol.org"}]}}`},
		{"a2a", "the state of a task", `{"jsonrpc":"2.0","id":7,"result":{"kind":"task","id":"t1","contextId":"c1","status":{"state":"failed",` +
			`"message":{"kind":"message","messageId":"m","role":"agent","parts":[{"kind":"text","text":"` + canary + `"}]}}}}`},
		{"a2a-http-task", "the state of the task",
			`{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_FAILED","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"` + canary + `"}]}}}}`},
		{"http", "GraphQL", `{"data":null,"errors":[{"message":"` + canary + `","extensions":{"code":"NOT_FOUND"}}]}`},
	}
	for _, name := range byStatus {
		to, err := all.Parse(name)
		require.NoError(t, err)
		for _, tt := range tests {
			t.Run(name+"/from "+tt.from+" "+tt.why, func(t *testing.T) {
				from, err := all.Parse(tt.from)
				require.NoError(t, err)
				var log reports
				b := &bridge.Bridge{Policy: noTexts, To: to, From: from, Codec: dialect.Codec{NoGuess: true}, Report: log.add}
				fronts := successFronts(b, 200, http.Header{"Content-Type": {"application/json"}, "Etag": {canary}},
					tt.body)
				for front, h := range fronts {
					w := httptest.NewRecorder()
					h.ServeHTTP(w, newCall())
					require.GreaterOrEqual(t, w.Code, 400, "%s: %s", front, w.Body)
					require.NotContains(t, w.Body.String(), canary)
					require.Empty(t, w.Header().Get("Etag"))
				}
				require.Len(t, log.all(), len(fronts))
				require.Equal(t, "data: x\n\n", editedBy(t, b, "data: x\n\n"), "other events pass")
				require.NotContains(t, editedBy(t, b, "data: "+tt.body+"\n\n"), canary)
			})
		}
	}
}

// With From, what only looks like an error, or is one of another dialect, passes.
func TestFromOfOthers(t *testing.T) {
	for from, docs := range map[string][]string{
		"aai-string": {`{"error":"no"}`, `{"code":"not_found","message":"no"}`, `{"isError":true,"content":[]}`, `"Error: no"`},
		"http":       {`{"isError":true,"content":[]}`, `{"message":"hi"}`, `"Error: no"`, `{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"no"}}`},
		"a2a":        {`{"error":"no"}`, `{"status":404,"title":"no"}`, `{"success":false}`},
	} {
		d, err := all.Parse(from)
		require.NoError(t, err)
		for _, doc := range docs {
			for front, h := range successFronts(&bridge.Bridge{From: d}, 200, http.Header{"Content-Type": {"application/json"}}, doc) {
				w := httptest.NewRecorder()
				h.ServeHTTP(w, newCall())
				require.Equal(t, doc, w.Body.String(), "%s, from %s", front, from)
			}
		}
	}
}

func editedBy(t *testing.T, b *bridge.Bridge, stream string) string {
	got, err := edited(t, b, stream, 7, nil)
	require.NoError(t, err)
	return got
}
