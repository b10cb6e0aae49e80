//go:build browser

package browser

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// foreignDocuments are what people paste. The kind is that which the text has by itself; without
// one the page shows no error, and asks for the status.
var foreignDocuments = []struct{ name, kind, text string }{
	{"a page of nginx", "upstream_failed", `<html>
<head><title>502 Bad Gateway</title></head>
<body>
<center><h1>502 Bad Gateway</h1></center>
<hr><center>nginx/1.24.0 (Ubuntu)</center>
</body>
</html>`},
	{"a page of nginx with its head", "unavailable", `HTTP/1.1 503 Service Temporarily Unavailable
Server: nginx/1.24.0
Date: Tue, 14 Jul 2026 09:12:44 GMT
Content-Type: text/html
Content-Length: 190
Connection: keep-alive
Retry-After: 20

<html>
<head><title>503 Service Temporarily Unavailable</title></head>
<body>
<center><h1>503 Service Temporarily Unavailable</h1></center>
<hr><center>nginx/1.24.0</center>
</body>
</html>`},
	{"XML of S3", "not_found", `<?xml version="1.0" encoding="UTF-8"?>
<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message><Key>reports/2026.csv</Key><RequestId>4442587FB7D0A2F9</RequestId><HostId>h9d</HostId></Error>`},
	{"a traceback of Python", "internal", `Traceback (most recent call last):
  File "/srv/app/tools/orders.py", line 41, in find
    return rows[0]
           ~~~~^^^
IndexError: list index out of range`},
	{"a panic of Go", "internal", `panic: runtime error: invalid memory address or nil pointer dereference
[signal SIGSEGV: segmentation violation code=0x1 addr=0x18 pc=0x49d2a1]

goroutine 1 [running]:
main.(*store).find(...)
	/srv/app/store.go:27
main.main()
	/srv/app/main.go:14 +0x1d
exit status 2`},
	{"a stack trace of Java", "internal", `Exception in thread "main" java.lang.NullPointerException: Cannot invoke "String.length()" because "name" is null
	at com.example.orders.Finder.find(Finder.java:31)
	at com.example.orders.Main.main(Main.java:12)
Caused by: java.sql.SQLException: Connection is closed
	... 2 more`},
	{"Spring", "internal", `{"timestamp":"2026-07-14T09:12:44.120+00:00","status":500,"error":"Internal Server Error","path":"/orders/17"}`},
	{"FastAPI", "invalid_input", `{"detail":[{"type":"missing","loc":["body","date"],"msg":"Field required","input":{"seats":2}}]}`},
	{"GitHub", "not_found", `{"message":"Not Found","documentation_url":"https://docs.github.com/rest/repos/repos#get-a-repository","status":"404"}`},
	{"Stripe", "failed_precondition", `{"error":{"code":"card_declined","decline_code":"insufficient_funds","doc_url":"https://stripe.com/docs/error-codes/card-declined","message":"Your card has insufficient funds.","type":"card_error"}}`},
	{"OpenAI with its head", "rate_limited", `HTTP/2 429 
content-type: application/json
retry-after: 12
x-request-id: req_7d1

{"error":{"message":"Rate limit reached for requests","type":"requests","param":null,"code":"rate_limit_exceeded"}}`},
	{"a result of MCP", "execution_failed",
		`{"jsonrpc":"2.0","id":4,"result":{"content":[{"type":"text","text":"The calendar could not be read."}],"isError":true}}`},
	{"JSON-RPC", "invalid_input", `{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"Invalid params"}}`},
	{"RFC 9457 with a status", "conflict",
		`{"type":"https://shop.example/problems/out-of-stock","title":"There are not enough seats.","status":409,"detail":"2 seats are left."}`},
	{"RFC 9457 without a status", "unknown",
		`{"type":"https://shop.example/problems/maintenance","title":"The shop is closed.","detail":"It opens at nine."}`},
	{"A2A", "not_found", `{"jsonrpc":"2.0","id":"r-1","error":{"code":-32001,"message":"Task not found","data":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND","domain":"a2a-protocol.org"}]}}`},
	{"OXP", "execution_failed", `{"$schema":"urn:oxp:1.0","result":{"call_id":"c-1","success":false,"error":{"message":"The mailbox is locked.","can_retry":true,"retry_after_ms":500}}}`},
	{"AAI", "app_not_found", `{"jsonrpc":"2.0","id":3,"error":{"code":-32002,"message":"Target app not running","data":{"type":"APP_NOT_RUNNING","detail":"Reminders is not running"}}}`},
	{"a status of gRPC", "permission_denied",
		`{"code":7,"message":"The caller may not read this bucket.","details":[]}`},
	{"GraphQL", "internal", `{"data":null,"errors":[{"message":"The order service is not available.","path":["order"],"extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}`},
	{"a fault of SOAP", "internal", `<?xml version="1.0"?>
<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault><faultcode>soap:Server</faultcode><faultstring>The stock system did not answer.</faultstring></soap:Fault></soap:Body></soap:Envelope>`},
	{"a line of a log", "", `dial tcp 10.0.0.7:5432: connect: connection refused`},
	{"Kubernetes", "not_found", `{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"pods \"web-7\" not found","reason":"NotFound","details":{"name":"web-7","kind":"pods"},"code":404}`},
	{"a page without its head", "not_found", `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>404 Not Found</title></head><body><h1>Not Found</h1><p>The requested URL was not found on this server.</p></body></html>`},
	{"an object without members", "", `{}`},
	{"events of MCP", "internal", `event: message
data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}

event: message
data: {"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}

`},
	{"events of MCP with their head", "invalid_input", `HTTP/1.1 200 OK
content-type: text/event-stream

id: 7
data: {"jsonrpc":"2.0","id":1,
data: "error":{"code":-32602,"message":"Invalid params"}}

data: [DONE]
`},
	{"events without data", "", `: keep-alive
`},
}

// A seen is what the front page shows.
type seen struct {
	Kind, Blame, Problem string // of the card, or the text in place of it
	Shown                string // what the page has of an error elsewhere: in the form, as Go, in other formats
	Status, Input        string
}

// look returns what the page shows as soon as the answer to the latest request is there.
func look(t *testing.T, tab context.Context) seen {
	t.Helper()
	until(t, tab, `!document.querySelector("#card.stale")`)
	return eval[seen](t, tab, `(() => {
		const one = s => document.querySelector(s), card = one("#card");
		const text = (...s) => s.map(s => one(s)?.textContent.trim()).join("");
		const fact = [...card.querySelectorAll(".facts div")].find(d => d.textContent.includes("Who caused it"));
		return {
			Kind: card.hidden ? "" : text("#card .kind code"), Blame: card.hidden ? "" : fact?.querySelector("dd").textContent,
			Problem: one("#problem").hidden ? "" : text("#problem"),
			Shown: text("#go", "#renderings") + one("#f-kind").value + one("#f-message").value,
			Status: one("#status").value, Input: one("#input").value,
		};
	})()`)
}

// paste copies a text and pastes it, by the commands of the browser, over all of the document or
// at its end.
func paste(t *testing.T, tab context.Context, text string, over bool) {
	t.Helper()
	do(t, tab, chromedp.Evaluate[chromedp.Void](`(() => {
		const from = document.body.appendChild(document.createElement("textarea")), to = document.querySelector("#document");
		from.value = `+quote(text)+`;
		from.select();
		document.execCommand("copy");
		from.remove();
		window.pastes = 0;
		window.before = JSON.stringify(history.state);
		to.addEventListener("paste", () => window.pastes++, { once: true });
		to.focus();
		to.setSelectionRange(`+map[bool]string{true: "0", false: "to.value.length"}[over]+`, to.value.length);
	})()`, func(p *runtime.EvaluateParams) { p.UserGesture = new(true) }),
		call(input.DispatchKeyEvent, input.DispatchKeyEventParams{
			Type: input.DispatchKeyEventTypeRawKeyDown, Key: "v", Code: "KeyV", Modifiers: 2,
			Commands: []string{"paste"},
		}))
	require.Equal(t, 1, eval[int](t, tab, `window.pastes`))
	require.True(t, strings.HasSuffix(eval[string](t, tab, `document.querySelector("#document").value`), text))
	until(t, tab, `JSON.stringify(history.state) !== window.before`)
}

// set types a text over that of a field.
func set(t *testing.T, tab context.Context, selector, text string) {
	t.Helper()
	do(t, tab, chromedp.Evaluate[chromedp.Void](`document.querySelector(`+quote(selector)+`).select()`),
		call(input.InsertText, input.InsertTextParams{Text: text}))
	until(t, tab, `JSON.stringify(history.state).includes(JSON.stringify(`+quote(text)+`).slice(1, -1))`)
}

// TestPaste pastes documents of others into the fresh page: none of them has the status or the
// input of the example.
func TestPaste(t *testing.T) {
	static := httptest.NewServer(http.FileServer(http.Dir(os.Getenv("SITE"))))
	t.Cleanup(static.Close)
	tab := open(t, views[0], "", false)
	for _, tt := range foreignDocuments {
		t.Run(tt.name, func(t *testing.T) { pasteFresh(t, tab, base, tt.kind, tt.text) })
	}
	tab = openURL(t, views[0], static.URL+"/", false)
	t.Run("static site", func(t *testing.T) {
		pasteFresh(t, tab, static.URL+"/", foreignDocuments[0].kind, foreignDocuments[0].text)
	})
}

// fresh opens a page anew: its address again would be a reload, which keeps the document.
func fresh(t *testing.T, tab context.Context, page string) {
	t.Helper()
	do(t, tab, chromedp.Navigate("about:blank"), chromedp.Navigate(page), chromedp.WaitReady(chromedp.CSS("footer.site")))
	until(t, tab, ready)
}

func pasteFresh(t *testing.T, tab context.Context, page, kind, text string) {
	fresh(t, tab, page)
	require.Equal(t, "invalid_input", look(t, tab).Kind, "of the example")
	paste(t, tab, text, true)
	got := look(t, tab)
	require.Equal(t, kind, got.Kind, "%s", got.Blame)
	require.Equal(t, kind == "", got.Problem != "", got.Problem)
	require.Equal(t, kind == "", got.Shown == "", "nothing of the example remains: %s", got.Shown)
	require.Empty(t, got.Status)
	require.Empty(t, got.Input)
	card := eval[string](t, tab, `document.querySelector("#card").textContent`)
	require.Equal(t, kind != "", strings.Contains(card, "Why it was recognized so"), "the static site lacks methods: %s", card)
}

// TestStatusOfDocument changes the document in other ways, and types what the page does not know.
func TestStatusOfDocument(t *testing.T) {
	const page = `dial tcp 10.0.0.7:5432: connect: connection refused` // no document has it without a status
	response := foreignDocuments[1].text
	const wrong = `{"message":"Wrong.","parameter_errors":{"seats":"must be at least 1"}}`
	tests := []struct {
		name, why string
		steps     func(t *testing.T, tab context.Context)
		want      seen // without Problem and Shown
	}{
		{"typed after the paste", "it is about the document", func(t *testing.T, tab context.Context) {
			paste(t, tab, wrong, true)
			set(t, tab, "#status", "422")
			set(t, tab, "#input", `7`)
			paste(t, tab, "\n", false)
		}, seen{Kind: "invalid_input", Blame: "the caller", Status: "422", Input: "7"}},
		{"another document", "what was typed is about the one before", func(t *testing.T, tab context.Context) {
			paste(t, tab, wrong, true)
			set(t, tab, "#status", "422")
			set(t, tab, "#input", `7`)
			paste(t, tab, page, true)
		}, seen{}},
		{"a head", "it has the status of this response", func(t *testing.T, tab context.Context) {
			paste(t, tab, response, true)
			set(t, tab, "#status", "422")
		}, seen{Kind: "unavailable", Blame: "the server", Status: "422"}},
		{"pasted into the example", "it is no longer that document", func(t *testing.T, tab context.Context) {
			paste(t, tab, page, false)
		}, seen{}},
		{"pasted after all was deleted", "", func(t *testing.T, tab context.Context) {
			set(t, tab, "#document", "x")
			set(t, tab, "#status", "422")
			do(t, tab, chromedp.Evaluate[chromedp.Void](`document.querySelector("#document").focus()`),
				chromedp.KeyEvent(kb.Backspace))
			paste(t, tab, page, true)
		}, seen{}},
		{"pasted over another example", "", func(t *testing.T, tab context.Context) {
			do(t, tab, chromedp.Click(chromedp.CSS(`.chip[data-status="402"]`), chromedp.NodeVisible))
			until(t, tab, `document.querySelector("#card").textContent.includes("insufficient funds")`)
			paste(t, tab, page, true)
		}, seen{}},
		{"typed over the example", "", func(t *testing.T, tab context.Context) {
			set(t, tab, "#document", "connection refused")
		}, seen{}},
		{"edited example", "its status is still that of the response", func(t *testing.T, tab context.Context) {
			do(t, tab, chromedp.Evaluate[chromedp.Void](`(d => { d.focus(); d.setSelectionRange(0, 0) })(document.querySelector("#document"))`),
				call(input.InsertText, input.InsertTextParams{Text: "\n"}))
			until(t, tab, `history.state !== null`)
		}, seen{Kind: "invalid_input", Blame: "the caller", Status: "422",
			Input: `{"from": "Berlin", "to": "CDG", "passengers": 12}`}},
		{"dropped into the example", "", func(t *testing.T, tab context.Context) {
			at := eval[[]float64](t, tab, `(r => [r.x + r.width / 2, r.y + r.height / 2])(
				document.querySelector("#document").getBoundingClientRect())`)
			data := &input.DragData{DragOperationsMask: 1,
				Items: []*input.DragDataItem{{MimeType: "text/plain", Data: page}}}
			for _, event := range []input.DispatchDragEventType{
				input.DispatchDragEventTypeDragEnter, input.DispatchDragEventTypeDragOver,
				input.DispatchDragEventTypeDrop,
			} {
				do(t, tab, call(input.DispatchDragEvent,
					input.DispatchDragEventParams{Type: event, X: at[0], Y: at[1], Data: data}))
			}
			until(t, tab, `document.querySelector("#document").value.includes("dial tcp") && history.state !== null`)
		}, seen{}},
		{"a reload", "the tab has what was typed, and the address, which goes to the history, does not", func(t *testing.T, tab context.Context) {
			paste(t, tab, wrong, true)
			set(t, tab, "#status", "422")
			set(t, tab, "#input", `{"seats": 0}`)
			require.Equal(t, base, eval[string](t, tab, `location.href`))
			do(t, tab, chromedp.Reload(), chromedp.WaitReady(chromedp.CSS("footer.site")))
			until(t, tab, `document.querySelector("#card").textContent.includes("Wrong.")`)
		}, seen{Kind: "invalid_input", Blame: "the caller", Status: "422", Input: `{"seats": 0}`}},
	}
	tab := open(t, views[0], "", false)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			fresh(t, tab, base)
			tt.steps(t, tab)
			got := look(t, tab)
			require.Equal(t, tt.want.Kind == "", got.Problem != "" && got.Shown == "", "%s: %+v", tt.why, got)
			got.Problem, got.Shown = "", ""
			require.Equal(t, tt.want, got, tt.why)
		})
	}
}
