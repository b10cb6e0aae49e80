package bridge_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/middleware/jsonschema"
)

// A toolServer is an upstream of MCP with two pages of tools.
type toolServer struct {
	events   bool   // it responds with events
	response string // the result or the error of a call, such as `"result":{}`
	list     string // that of a list; "": two pages
	calls    atomic.Int32
	status   int         // of the response to a call, with a delay; 0: 200
	changed  atomic.Bool // it announces that the tools have changed before it responds to a call
}

const (
	pageOfTools = `"result":{"tools":[{"name":"ring","inputSchema":{"type":"object","required":["bell","tone"],` +
		`"properties":{"bell":{"type":"string"},"times":{"type":"integer","default":1},` +
		`"tone":{"enum":["low","high"]}}},"annotations":{"readOnlyHint":true}}],"nextCursor":"2"}`
	lastPageOfTools = `"result":{"tools":[{"name":"melt","inputSchema":{"type":"object"},"annotations":{"destructiveHint":true}}]}`
)

func (s *toolServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var request struct {
		ID     json.RawMessage
		Method string
		Params struct{ Cursor string }
	}
	body, _ := io.ReadAll(r.Body)
	_ = json.Unmarshal(body, &request)
	answer := s.response
	switch {
	case request.Method == "tools/call":
		s.calls.Add(1)
	case s.list != "":
		answer = s.list
	case request.Params.Cursor == "":
		answer = pageOfTools
	default:
		answer = lastPageOfTools
	}
	message := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,%s}`, request.ID, answer)
	if s.status != 0 && request.Method == "tools/call" {
		w.Header().Set("Retry-After", "30")
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(s.status)
	}
	if !s.events {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, message)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	if s.changed.Load() {
		_, _ = io.WriteString(w, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n\n")
	}
	_, _ = io.WriteString(w, "data: "+message+"\n\n")
}

const (
	wrongCall  = `{"name":"ring","arguments":{"times":"two"}}`
	wrongFault = "bell: is required\ntimes: must be an integer\ntone: is required, and must be one of low, high"
	failedText = `"result":{"isError":true,"content":[{"type":"text","text":%q}]}`
	zod        = "MCP error -32602: Input validation error: Invalid arguments for tool ring: Required at bell\n" +
		"Expected number, received string at times\nRequired at tone"
)

func failed(text string) string { return fmt.Sprintf(failedText, text) }

func TestTools(t *testing.T) {
	const invalid = `The arguments of the tool "ring" are invalid.` + "\n" + wrongFault
	const maybe = "This call may have taken effect. If it only reads data, you may repeat it. Otherwise check first; " +
		"if you cannot, ask the user."
	tests := []struct {
		name, params, response, want, why string
		trusted                           bool
	}{
		{"the same faults", wrongCall, failed(zod), invalid, "the text of the server has no more", false},
		{"more faults", wrongCall, failed(zod + "\nToo loud at volume"),
			strings.TrimPrefix(zod, "MCP error -32602: ") + "\nToo loud at volume\n" + wrongFault + "\nvolume: Too loud",
			"the server knows a rule that the schema does not have", false},
		{"an internal error", wrongCall, `"error":{"code":-32603,"message":"TypeError: canary"}`, invalid + "\nThis call may have taken effect: check that first.",
			"a server that does not check its input", false},
		{"invalid params", wrongCall, `"error":{"code":-32602,"message":"Invalid request"}`,
			"Invalid request\n" + wrongFault, "the text of the server stays", false},
		{"another failure", wrongCall, failed("The bell is cracked."),
			"The bell is cracked.\n" + wrongFault + "\nThis call may have taken effect: check that first. Do not repeat the same call.",
			"the server may have taken \"two\" for a number; a call with right arguments is another one", false},
		{"right arguments", `{"name":"ring","arguments":{"bell":"front","tone":"low"}}`, failed("The bell is cracked."),
			"The bell is cracked.\n" + maybe, "they explain nothing", false},
		{"trusted", `{"name":"ring","arguments":{"bell":"front","tone":"low"}}`, failed("The bell is cracked."),
			"The bell is cracked.", "the tool is read-only", true},
		{"a lost connection", wrongCall, failed("Error: socket hang up"), "Error: socket hang up\n" + wrongFault + "\nDo not repeat the same call.",
			"the tool is read-only, but a call with right arguments is another one", true},
		{"no arguments", `{"name":"ring"}`, `"error":{"code":-32603,"message":"canary"}`,
			`The arguments of the tool "ring" are invalid.` + "\n" +
				"bell: is required\ntone: is required, and must be one of low, high\nThis call may have taken effect: check that first.", "absent is empty", false},
		{"destructive", `{"name":"melt"}`, failed("It is too hot."),
			"It is too hot.\nThis call may already have taken effect. Check first. Repeat it only if it did not.",
			"advice against repeating needs no trust", false},
		{"an unknown tool", `{"name":"rnig"}`, `"error":{"code":-32602,"message":"Unknown tool: rnig"}`,
			`There is no tool "rnig". Did you mean "ring"?`, "a near name", false},
		{"a tool that is not listed", `{"name":"Ring"}`, failed("Cannot read properties of undefined"),
			"Cannot read properties of undefined\nThe server lists no tool \"Ring\". Did you mean \"ring\"?\n" + maybe, "it may be hidden", false},
		{"no name", `{"arguments":{}}`, `"error":{"code":-32603,"message":"canary"}`,
			"Some input parameters are invalid.\nthe params must have the name of a tool, a string", "no tool has the name \"\"", false},
		{"an unknown tool, as a method", `{"name":"rnig"}`, `"error":{"code":-32601,"message":"MCP error -32601: Unknown tool: rnig"}`,
			`There is no tool "rnig". Did you mean "ring"?`, "servers use this code for tools", false},
		{"a method of a tool", `{"name":"ring","arguments":{"bell":"front","tone":"low"}}`, `"error":{"code":-32601,"message":"No method toll."}`,
			"No method toll.", "the tool is listed", false},
		{"an unknown tool, as an internal error", `{"name":"rnig"}`, `"error":{"code":-32603,"message":"Unknown tool: rnig"}`,
			`There is no tool "rnig". Did you mean "ring"?`, "the list and the text agree, as in a result", false},
		{"an unknown tool, as a method that is an internal error", `{"name":"rnig"}`, `"error":{"code":-32603,"message":"Method rnig not found"}`,
			`There is no tool "rnig". Did you mean "ring"?`, "the list and the text agree, as in a result", false},
		{"another unknown tool, as an internal error", `{"name":"rnig"}`, `"error":{"code":-32603,"message":"Unknown tool: chime"}`,
			"The server lists no tool \"rnig\". Did you mean \"ring\"?\n" + maybe, "a tool that is hidden may have called it", false},
		{"an internal error that names a tool that is not listed", `{"name":"rnig"}`, `"error":{"code":-32603,"message":"rnig: bell not found"}`,
			"The server lists no tool \"rnig\". Did you mean \"ring\"?\n" + maybe, "it may be hidden", false},
		{"a service that is not found, as an internal error", wrongCall, `"error":{"code":-32603,"message":"getaddrinfo ENOTFOUND api.example.com"}`,
			"A service that the tool depends on failed.\n" + wrongFault + "\nDo not repeat the same call.",
			"the tool is read-only, but a call with right arguments is another one", true},
		{"an unknown tool, in a result", `{"name":"rnig"}`, failed("Unknown tool: rnig"),
			`There is no tool "rnig". Did you mean "ring"?`, "the list and the text agree: nothing was called", false},
		{"another unknown tool, in a result", `{"name":"rnig"}`, failed("Unknown tool: chime"),
			"There is no tool \"rnig\". Did you mean \"ring\"?\nThis call may have taken effect: check that first.",
			"a tool that is hidden may have called it", false},
		{"another unknown tool, with the name in its own", `{"name":"chi"}`, failed("The bell rang, and then: Unknown tool: chime"),
			"There is no tool \"chi\". The tools are: melt, ring.\nThis call may have taken effect: check that first.",
			"a tool that is hidden may have called it", false},
		{"no arguments, as the server found", `{"name":"ring"}`,
			failed(`Invalid arguments: [{"code":"invalid_type","expected":"object","received":"undefined","path":[],"message":"Required"}]`),
			`The arguments of the tool "ring" are invalid.` + "\nbell: is required\ntone: is required, and must be one of low, high",
			"what the server misses are the same members", false},
		{"the same faults after an effect", wrongCall, `"result":{"content":[{"type":"text","text":"The bell rang.\ntimes: must be an integer\n` +
			`This call has taken effect, at least in part. Do not repeat it."}],"isError":true,"_meta":{"io.github.toolerr/error":` +
			`{"kind":"invalid_input","message":"The bell rang.","fields":[{"path":"/times","message":"must be an integer"}],"retry":"never","effect":"partial"}}}`,
			"The bell rang.\n" + wrongFault + "\nThis call has taken effect, at least in part. Do not repeat it.",
			"what the server states of the effect stays, with its text", false},
		{"a result that breaks its schema", `{"name":"ring","arguments":{"bell":"front","tone":"low"}}`,
			failed("MCP error -32602: Output validation error: Invalid structured content for tool ring: id: Required"),
			"Output validation error: Invalid structured content for tool ring: id: Required\n" + maybe,
			"the tool ran: the SDK for TypeScript has the code of wrong arguments for it", false},
		{"a result that MCP does not have", `{"name":"ring","arguments":{"bell":"front","tone":"low"}}`,
			`"error":{"code":-32602,"message":"MCP error -32602: Invalid tools/call result: [\n  {\n    \"expected\": \"array\",\n` +
				`    \"code\": \"invalid_type\",\n    \"path\": [\n      \"content\"\n    ],\n    \"message\": \"Invalid input: expected array, received string\"\n  }\n]"}`,
			"A service that the tool depends on failed.\n" + maybe,
			"the tool ran, and the same SDK has the same code for it", false},
		{"a limit in a result", `{"name":"ring","arguments":{"bell":"front","tone":"low"}}`, failed("MCP error 429: Too many calls"),
			"Too many calls\n" + maybe, "the tool ran: the limit may be that of its second service", false},
		{"a limit of the application", `{"name":"ring","arguments":{"bell":"front","tone":"low"}}`,
			`"error":{"code":429,"message":"Too many calls","data":{"retryAfter":30}}`, "Too many calls\n" + maybe,
			"a handler has thrown the status of its service", false},
		{"a limit of the server", `{"name":"ring","arguments":{"bell":"front","tone":"low"}}`,
			`"error":{"code":-32029,"message":"Too many calls","data":{"retryAfter":30}}`,
			"Too many calls\nNothing was done. Try again in 30 seconds.", "the code of a hop before the tool", false},
		{"its own values", `{"name":"ring","arguments":{"bell":"/srv/bells/front","tone":"low"}}`,
			`"error":{"code":-32602,"message":"no such bell: /srv/bells/front"}`, "no such bell: /srv/bells/front",
			"they are no secrets", false},
	}
	for _, events := range []bool{false, true} {
		for _, tt := range tests {
			t.Run(fmt.Sprintf("%s, events: %t", tt.name, events), func(t *testing.T) {
				s := &toolServer{events: events, response: tt.response}
				c := newToolClient(t, s, &bridge.Tools{Faults: jsonschema.Faults, Trusted: tt.trusted})
				c.list()
				require.Equal(t, tt.want, c.call(tt.params), tt.why)
			})
		}
	}
}

// A tool that the server does not have is not called again, whatever status and delay the response
// has, and an effect that the server states stays.
func TestUnknownToolIsNotRepeated(t *testing.T) {
	const unknown = `"error":{"code":-32603,"message":"Unknown tool: rnig"}`
	const partial = `"result":{"content":[{"type":"text","text":"Unknown tool: rnig"}],"isError":true,` +
		`"_meta":{"io.github.toolerr/error":{"kind":"internal","message":"Unknown tool: rnig","effect":"partial"}}}`
	for _, tt := range []struct {
		response, want string
		status         int
	}{
		{unknown, "", http.StatusServiceUnavailable},
		{unknown, "", http.StatusTooManyRequests},
		{partial, "\nThis call has taken effect, at least in part. Do not repeat it.", 0},
	} {
		c := newToolClient(t, &toolServer{response: tt.response, status: tt.status}, &bridge.Tools{Faults: jsonschema.Faults})
		c.list()
		got, _, _ := strings.Cut(c.call(`{"name":"rnig"}`), "\nNothing was done.")
		require.Equal(t, `There is no tool "rnig". Did you mean "ring"?`+tt.want, got)
	}
}

// What a failed result has beside its text reaches the client, with the text of the front.
func TestAttachmentsAreRelayed(t *testing.T) {
	picture := `{"type":"image","data":"` + strings.Repeat("iVBORw0K", 7000) + `","mimeType":"image/png"}`
	const rest = `"structuredContent":{"url":"https://bells.example/7","step":7},"isError":true,"_meta":{"example.com/run":"r7"}`
	response := `"result":{"content":[{"type":"text","text":"No bell at postgres://ada:hunter2@10.0.0.7/x."},` + picture + `],` + rest + `}`
	for _, events := range []bool{false, true} {
		c := newToolClient(t, &toolServer{events: events, response: response}, nil)
		got := c.send("tools/call", `{"name":"ring","arguments":{}}`)
		require.Contains(t, got, `"text":"No bell at [withheld]`)
		require.Contains(t, got, picture+`],`+rest+`}}`, "events: %t", events)
	}
}

// A picture that is larger than the details of an error is relayed as it is, once, unless the policy
// or a block beside it is private.
func TestLargePictureIsRelayed(t *testing.T) {
	data := strings.Repeat("iVBORw0K", 50<<10)
	picture := `{"type":"image","data":"` + data + `","mimeType":"image/png"}`
	const secret = `,{"type":"resource_link","uri":"postgres://ada:hunter2@10.0.0.7/x","name":"n"}`
	tests := []struct {
		name, beside string
		disclose     dialect.Disclosure
		want         int
	}{
		{"alone", "", dialect.DiscloseActionable, 1},
		{"of a private server", "", dialect.DiscloseNone, 0},
		{"beside a private link", secret, dialect.DiscloseActionable, 0},
		{"beside a link with large data that is private", `,{"type":"resource_link","uri":"a:b","name":"n","data":"` +
			strings.Repeat("No bell. ", 2000) + `postgres://ada:hunter2@10.0.0.7/x"}`, dialect.DiscloseActionable, 0},
	}
	for _, tt := range tests {
		for _, events := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, events: %t", tt.name, events), func(t *testing.T) {
				b := &bridge.Bridge{To: mcp.Dialect{}, Hold: 1 << 20, Policy: bridge.Policy{Disclose: tt.disclose}}
				server := httptest.NewServer(b.Handler(&toolServer{events: events,
					response: `"result":{"content":[` + picture + tt.beside + `,{"type":"text","text":"No bell."}],"isError":true}`}))
				defer server.Close()
				c := &toolClient{t, server.URL, http.Header{"Content-Type": {"application/json"}}}
				got := c.send("tools/call", `{"name":"ring","arguments":{}}`)
				require.Contains(t, got, `"isError":true`)
				require.Equal(t, tt.want, strings.Count(got, picture))
				require.Equal(t, tt.want, strings.Count(got, data))
				require.NotContains(t, got, "hunter2")
			})
		}
	}
}

// The policy decides what is public of the upstream's texts, not of what the schema finds.
func TestToolsPolicy(t *testing.T) {
	s := &toolServer{response: failed(zod + "\nExpected canary at volume")}
	for _, b := range []bridge.Bridge{
		{Policy: bridge.Policy{Disclose: dialect.DiscloseNone}}, {Policy: bridge.Policy{Quote: true}},
	} {
		b.To, b.Tools = mcp.Dialect{}, &bridge.Tools{Faults: jsonschema.Faults}
		server := httptest.NewServer(b.Handler(s))
		t.Cleanup(server.Close)
		c := &toolClient{t, server.URL, http.Header{"Content-Type": {"application/json"}}}
		c.list()
		text := c.call(wrongCall)
		if b.Policy.Quote {
			_, text, _ = strings.Cut(text, "</quote-")
		}
		require.NotContains(t, text, "canary")
		require.Contains(t, text, wrongFault+"\nvolume: is invalid")
	}
}

// Without a list nothing is explained; a list belongs to one session, and to one client.
func TestToolsOfSessions(t *testing.T) {
	s := &toolServer{events: true, response: failed("Broken.")}
	tools := &bridge.Tools{Faults: jsonschema.Faults}
	c := newToolClient(t, s, tools)
	explained := func() bool { return strings.Contains(c.call(wrongCall), "must be an integer") }
	require.False(t, explained(), "before a list")
	c.list()
	require.True(t, explained())
	for name, value := range map[string]string{
		"Mcp-Session-Id": "2", "Authorization": "Bearer b", "X-Api-Key": "b", "Cookie": "a=b",
	} {
		c.header.Set(name, value)
		require.False(t, explained(), "another %s", name)
		c.header.Del(name)
	}
	c.header.Set("X-Request-Id", "7")
	require.True(t, explained(), "a header of one request")
	s.changed.Store(true)
	require.False(t, explained(), "the upstream announced another list before it responded")
	s.changed.Store(false)
	require.False(t, explained(), "and it was not listed again")
	c.send("tools/list", `{"cursor":"2"}`)
	require.False(t, explained(), "nor its first page")
	c.list()
	require.True(t, explained())
	request, err := http.NewRequest(http.MethodPost, c.url+"/", nil)
	require.NoError(t, err)
	request.Header, request.RemoteAddr = c.header, "127.0.0.1:80"
	tools.Changed(request)
	(*bridge.Tools)(nil).Changed(request)
	require.False(t, explained())
}

// With Refuse the upstream does not get a call whose arguments break the schema, and gets any
// other as it is.
func TestToolsRefuse(t *testing.T) {
	s := &toolServer{response: `"result":{"content":[{"type":"text","text":"rung"}]}`}
	c := newToolClient(t, s, &bridge.Tools{Faults: jsonschema.Faults, Refuse: true})
	require.Equal(t, "rung", c.call(wrongCall), "before a list")
	c.list()
	s.calls.Store(0)
	require.Equal(t, `The arguments of the tool "ring" are invalid.`+"\n"+wrongFault, c.call(wrongCall))
	require.Zero(t, s.calls.Load())
	require.Equal(t, "rung", c.call(`{"name":"ring","arguments":{"bell":"front","tone":"low"}}`))
	require.Equal(t, "rung", c.call(`{"name":"unknown"}`), "the upstream knows its tools")
	long := strings.Repeat("x", 100<<10)
	require.Equal(t, "rung", c.call(`{"name":"ring","arguments":{"times":"`+long+`"}}`), "it is too long to be checked")
	require.EqualValues(t, 3, s.calls.Load())

	batch := c.post(`[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ring","arguments":{"times":1}}},` +
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":` + wrongCall + `}]`)
	require.Equal(t, 2, strings.Count(batch, "No call of the batch was made."), batch)
	require.Contains(t, batch, `"id":1`)
	require.Contains(t, batch, `"id":2`)
	require.EqualValues(t, 3, s.calls.Load())
}

// The work for a schema of an upstream is bounded, and a schema that refers to its parts is one.
func TestToolsOfHostileUpstreams(t *testing.T) {
	double := `{"$ref":"#/$defs/0","$defs":{`
	for i := range 60 {
		double += fmt.Sprintf(`"%d":{"allOf":[{"$ref":"#/$defs/%d"},{"$ref":"#/$defs/%d"}]},`, i, i+1, i+1)
	}
	for schema, explained := range map[string]bool{
		double + `"60":{"required":["x"]}}}`:                                                    false,
		`{"properties":{"times":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"integer"}}}`:        true,
		`{"properties":{"times":{"$ref":"#/$defs/a~1b"}},"$defs":{"a/b":{"type":"integer"}}}`:   true,
		`{"properties":{"times":{"$ref":"#n"}},"$defs":{"n":{"$anchor":"n","type":"integer"}}}`: false,
		`{"properties":{"times":{"maximum":1e999999999,"type":"integer"}}}`:                     false,
		`{"anyOf":[{"properties":{"a":{"$ref":"#"}}},{"properties":{"a":{"$ref":"#"}}}]}`:       false,
	} {
		s := &toolServer{list: `"result":{"tools":[{"name":"ring","inputSchema":` + schema + `}]}`, response: failed("Broken.")}
		c := newToolClient(t, s, &bridge.Tools{Faults: jsonschema.Faults})
		c.list()
		require.Equal(t, explained, strings.Contains(c.call(wrongCall), "must be an integer"), schema)
	}
}

// A server in Go without tools lists null. It passes, and explains nothing.
func TestToolsNull(t *testing.T) {
	s := &toolServer{list: `"result":{"tools":null}`, response: failed("The bell is cracked.")}
	c := newToolClient(t, s, &bridge.Tools{Faults: jsonschema.Faults, Refuse: true})
	require.Contains(t, c.send("tools/list", "{}"), s.list)
	require.Contains(t, c.call(wrongCall), "The bell is cracked.")
	require.EqualValues(t, 1, s.calls.Load())
}

// What is kept is bounded, and a schema of the upstream that is not one, or panics, explains
// nothing.
func TestToolsBounds(t *testing.T) {
	for _, page := range []string{
		`"result":{"tools":[{"name":"ring","inputSchema":{"type":5}}]}`,
		`"result":{"tools":[{"name":"ring","inputSchema":{"$ref":"https://example.com/canary"}}]}`,
		`"result":{"tools":[{"name":"ring","inputSchema":{"$ref":"#"}}]}`,
		`"result":{"tools":[{"name":"ring"}]}`,
		`"result":{"tools":"none"}`,
		`"result":{"tools":[{"name":"ring","description":"` + strings.Repeat("x", 2<<20) + `"}]}`,
	} {
		s := &toolServer{list: page, response: failed("Broken.")}
		c := newToolClient(t, s, &bridge.Tools{Faults: jsonschema.Faults})
		require.NotEmpty(t, c.send("tools/list", `{}`))
		require.Contains(t, c.call(wrongCall), "Broken.")
		require.NotContains(t, c.call(wrongCall), "canary")
	}
}

type toolClient struct {
	t      *testing.T
	url    string
	header http.Header
}

func newToolClient(t *testing.T, upstream http.Handler, tools *bridge.Tools) *toolClient {
	b := &bridge.Bridge{To: mcp.Dialect{}, Tools: tools}
	server := httptest.NewServer(b.Handler(upstream))
	t.Cleanup(server.Close)
	return &toolClient{t, server.URL, http.Header{"Content-Type": {"application/json"}}}
}

func (c *toolClient) send(method, params string) string {
	c.t.Helper()
	return c.post(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params))
}

func (c *toolClient) post(body string) string {
	c.t.Helper()
	request, err := http.NewRequest(http.MethodPost, c.url, strings.NewReader(body))
	require.NoError(c.t, err)
	request.Header = c.header
	response, err := http.DefaultClient.Do(request)
	require.NoError(c.t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(c.t, err)
	return string(text)
}

func (c *toolClient) list() {
	c.t.Helper()
	c.send("tools/list", `{}`)
	c.send("tools/list", `{"cursor":"2"}`)
}

// call returns what a model sees of the response.
func (c *toolClient) call(params string) string {
	c.t.Helper()
	text := strings.TrimSpace(c.send("tools/call", params))
	text = strings.TrimPrefix(text[strings.LastIndex(text, "\n")+1:], "data: ")
	var m struct {
		Result struct{ Content []struct{ Text string } }
		Error  struct{ Message string }
	}
	require.NoError(c.t, json.Unmarshal([]byte(text), &m), text)
	if len(m.Result.Content) > 0 {
		return m.Result.Content[0].Text
	}
	return m.Error.Message
}
