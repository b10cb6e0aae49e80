package bridge_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/problem"
)

// An upstream that fails with a stack trace, behind a bridge.
func ExampleBridge_Handler() {
	upstream := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "2")
		http.Error(w, "panic: dial tcp 10.0.0.7:5432: password hunter2", http.StatusServiceUnavailable)
	})
	b := &bridge.Bridge{To: mcp.Dialect{Revision: mcp.Revision20251125}}
	r := httptest.NewRequest(http.MethodPost, "/mcp",
		strings.NewReader(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ring"}}`))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	b.Handler(upstream).ServeHTTP(w, r)
	fmt.Println(w.Code, w.Body)
	// Output:
	// 200 {"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"The tool is unavailable for now.\nNothing was done. Try again in 2 seconds."}],"isError":true}}
}

// A filter that receives the parts of a response, as an Envoy ext_proc server does.
func ExampleExchange() {
	b := &bridge.Bridge{To: problem.Dialect{}}
	x := b.Exchange(httptest.NewRequest(http.MethodGet, "/bells/42", nil))
	action := x.Head(404, http.Header{"Content-Type": {"text/html"}})
	fmt.Println(action)
	fmt.Println(x.Body([]byte("<html>Not Found: /srv/bells/")))
	action = x.End(nil)
	fmt.Println(action, x.Response().Status, string(x.Response().Body))
	// Output:
	// hold
	// hold
	// replace 404 {"type":"about:blank","title":"Not Found","status":404,"kind":"not_found"}
}

// A policy that relays the texts of errors that the caller can correct, and no other text.
func ExampleParsePolicy() {
	policy, err := bridge.ParsePolicy([]byte(`{"disclose": "none", "rules": [{"statuses": ["4xx"], "disclose": "actionable"}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	b := &bridge.Bridge{Policy: *policy}
	r := httptest.NewRequest(http.MethodGet, "/bells/42", nil)
	w := httptest.NewRecorder()
	b.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusNotFound)
		_, _ = io.WriteString(w, `{"message": "There is no bell \"42\"."}`)
	})).ServeHTTP(w, r)
	fmt.Println(w.Body)

	_, err = bridge.ParsePolicy([]byte("{\n  \"rules\": [\n    {\"kinds\": [\"not_fonud\"]}\n  ]\n}"))
	fmt.Println(err)
	// Output:
	// {"type":"about:blank","title":"Not Found","status":404,"detail":"There is no bell \"42\".","kind":"not_found"}
	// line 3: /rules/0/kinds/0: unknown kind "not_fonud"
}
