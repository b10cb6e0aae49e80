package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"
)

// A way is how the upstream in folder upstream responds, and what a client of MCP gets for it
// from a front.
type way struct {
	name   string
	status int
	text   string // in the body, of which %d is the id of the call
	header string // with its value; "" for none
	broken bool   // the response breaks off. With ext_proc the client gets none then: Envoy asks no filter
}

// Texts of the errors.
const (
	failedTool     = `"id":%d,"result":{"resultType":"complete","content":[{"type":"text","text":"The tool failed.\nThis call may have taken effect.`
	failedUpstream = `"id":%d,"result":{"resultType":"complete","content":[{"type":"text","text":"A service that the tool depends on failed.`
)

var mix = []way{
	{"success", 200, `"id":%d,"result":{"content":[{"type":"text","text":"ding"}]}}`, "Content-Type: application/json",
		false},
	{"success-large", 200, `"id":%d,"result":{"content":[{"type":"text","text":"` + strings.Repeat("ding ", 2<<20/5),
		"Content-Type: application/json", false},
	{"success-events", 200, `"id":%d,"result":{"content":[{"type":"text","text":"ding"}]}}`,
		"Content-Type: text/event-stream", false},
	{"page-404", 404, `"id":%d,"error":{"code":-32602,`, "", false},
	{"page-500", 200, failedUpstream, "", false},
	{"stack", 200, failedUpstream, "", false},
	{"bad-gateway", 200, failedUpstream, "", false},
	{"unavailable", 200, `Nothing was done. Try again in 7 seconds.`, "", false},
	{"limited", 200, `Too many calls.\nNothing was done. Try again in 3 seconds.`, "", false},
	{"unauthenticated", 401, `"id":%d,"error":{"code":-32600,`,
		`WWW-Authenticate: Bearer realm="bells", error="invalid_token"`, false},
	{"forbidden", 403, `"id":%d,"error":{"code":-32600,`,
		`WWW-Authenticate: Bearer error="insufficient_scope", scope="ring"`, false},
	{"tool-error", 200, failedTool, "", false},
	{"rpc-error", 200, failedUpstream, "", false},
	{"batch", 200, strings.Replace(failedUpstream, "%d", `"b%d"`, 1), "", false},
	{"large-error", 200, failedUpstream, "", false},
	{"gzip-error", 200, failedUpstream, "", false},
	{"nan", 200, failedUpstream, "", false},
	{"not-utf-8", 200, failedTool, "", false},
	{"event-error", 200, failedTool, "Content-Type: text/event-stream", false},
	{"event-named", 200, failedUpstream, "Content-Type: text/event-stream", false},
	{"short", 200, failedUpstream, "", true},
	{"short-chunks", 200, failedUpstream, "", true},
	{"head-only", 200, failedUpstream, "", true},
	{"short-events", 200, failedUpstream, "Content-Type: text/event-stream", true},
	closed,
}

// closed is the way without a response. Envoy responds with 503 to it.
var (
	closed        = way{"closed", 200, failedUpstream, "", false}
	closedOfEnvoy = way{"closed", 200, `This call may have taken effect.`, "", false}
)

// slowTimeout is the timeout of the fronts.
const slowTimeout = 2 * time.Second

// slow is the way of few calls: each takes as long as the timeout of the front.
var slow = way{"slow", 200, `The call took too long.`, "", false}

// ring is a call, of which %d is the id.
const ring = `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"ring","arguments":{"times":3}}}`

var acceptsBoth = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}

// pickWay returns the way for call number n.
func pickWay(n uint64) *way {
	if n%1000 == 0 {
		return &slow
	}
	return &mix[n%uint64(len(mix))]
}

func frontRequest(n uint64) (path string, header http.Header, body string) {
	w := pickWay(n)
	if w.name == "batch" {
		return "/" + w.name, acceptsBoth, fmt.Sprintf("["+ring+","+strings.Replace(ring, "%d", `"b%d"`, 1)+"]", n, n)
	}
	return "/" + w.name, acceptsBoth, fmt.Sprintf(ring, n)
}

// frontCheck returns the check of a front, which passes responses that break off, or not.
func frontCheck(passesBroken bool) func(uint64, *vegeta.Result) string {
	return func(n uint64, r *vegeta.Result) string {
		w := pickWay(n)
		switch {
		case w.broken && passesBroken:
			if r.Code != 0 {
				return w.name + ": the response did not break off"
			}
			return ""
		case w.name == closed.name && passesBroken:
			w = &closedOfEnvoy
		}
		return w.check(n, r)
	}
}

func (w *way) check(n uint64, r *vegeta.Result) string {
	text := strings.ReplaceAll(w.text, "%d", fmt.Sprint(n))
	name, value, _ := strings.Cut(w.header, ": ")
	switch {
	case r.Code == 0:
		return w.name + ": " + noResponse(r)
	case int(r.Code) != w.status:
		return fmt.Sprintf("%s: status %d, want %d", w.name, r.Code, w.status)
	case value != "text/event-stream" && !json.Valid(r.Body):
		return w.name + ": the body is not JSON"
	case !bytes.Contains(r.Body, fmt.Appendf(nil, `"id":%d,`, n)):
		return w.name + ": the response belongs to another call"
	case !bytes.Contains(r.Body, []byte(text)):
		return fmt.Sprintf("%s: the body does not contain %.200s", w.name, w.text)
	case r.Headers.Get(name) != value:
		return fmt.Sprintf("%s: %s is %q", w.name, name, r.Headers.Get(name))
	case bytes.Contains(r.Body, []byte(secret)) || strings.Contains(fmt.Sprint(r.Headers), secret):
		return w.name + ": the response contains a private text"
	}
	return ""
}
