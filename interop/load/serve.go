package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	vegeta "github.com/tsenart/vegeta/v12/lib"

	"github.com/toolerr/toolerr/internal/text"
)

// A protocol describes how a tool of `toolerr serve` is called in a protocol.
type protocol struct {
	name, path string
	header     http.Header
	body       func(n uint64, tool, input string) string
	echo       string // a format for the text in a 200 response that identifies call n; "" if the protocol has none
}

var plain = http.Header{"Content-Type": {"application/json"}}

var protocols = []protocol{
	{"oxp", "/oxp/tools/call", plain, oxpBody, `"call_id":"%d"`},
	{"oxp-flat", "/oxp/tools/call", plain, oxpFlatBody, `"call_id":"%d"`},
	{"mcp", "/mcp", http.Header{"Content-Type": {"application/json"},
		"Accept": {"application/json, text/event-stream"}, "Mcp-Protocol-Version": {"2025-11-25"}}, rpcBody,
		`"id":%d,`},
	{"aai", "/aai", plain, rpcBody, `"id":%d,`},
	{"problem", "/problem/", plain, func(_ uint64, _, input string) string { return input }, ""},
}

func oxpBody(n uint64, tool, input string) string {
	return `{"$schema":"urn:oxp:1.0","request":` + oxpFlatBody(n, tool, input) + `}`
}

func oxpFlatBody(n uint64, tool, input string) string {
	return fmt.Sprintf(`{"call_id":"%d","tool_id":%q,"input":%s}`, n, strings.Replace(tool, "_", ".", 1), input)
}

func rpcBody(n uint64, tool, input string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, n, tool,
		input)
}

// An outcome is the expected response in each protocol, in the order of protocols: the status,
// and a text in the body.
type outcome struct {
	statuses [5]int
	texts    [5]string
}

var (
	sum = outcome{[5]int{200, 200, 200, 200, 200},
		[5]string{`"value":5`, `"value":5`, `"text":"5"`, `"result":5`, `5`}}
	slept = outcome{[5]int{200, 200, 200, 200, 200},
		[5]string{`"slept_ms":5`, `"slept_ms":5`, `slept_ms`, `"slept_ms":5`, `"slept_ms":5`}}
	noBell = outcome{[5]int{200, 200, 200, 200, 404},
		[5]string{`Doorbell ID not found`, `Doorbell ID not found`, `"isError":true`, `-32001`,
			`Doorbell ID not found`}}
	noTool = outcome{[5]int{400, 400, 200, 200, 404},
		[5]string{`"message":`, `"message":`, `-32602`, `-32003`, `"status":404`}}
	failed = outcome{[5]int{200, 200, 200, 200, 500},
		[5]string{`"success":false`, `"success":false`, `"isError":true`, `-32603`, `"status":500`}}
	badGateway = outcome{[5]int{200, 200, 200, 200, 502},
		[5]string{`"success":false`, `"success":false`, `"isError":true`, `-32013`, `"upstream":503`}}
	invalid = outcome{[5]int{422, 422, 200, 200, 422},
		[5]string{`"parameter_errors":{`, `"parameter_errors":{`, `"isError":true`, `-32005`,
			`"kind":"invalid_input"`}}
	malformed = outcome{[5]int{400, 400, 400, 400, 400},
		[5]string{`"message":`, `"message":`, `-32700`, `-32700`, `"kind":"malformed"`}}
	tooDeep = outcome{[5]int{400, 400, 400, 400, 413},
		[5]string{`"message":`, `"message":`, `-32600`, `-32600`, `"kind":"too_large"`}}
)

// A call is a call of a tool.
type call struct {
	name, tool, input string
	want              outcome
}

var calls = []call{
	{"success", "Calculator_Add", `{"a":2,"b":3}`, sum},
	{"slow success", "Fail_With", `{"sleep_ms":5}`, slept},
	{"tool error", "Doorbell_Ring", `{"doorbell_id":"none"}`, noBell},
	{"bad input", "Calculator_Add", `{"a":2,"b":"three"}`, invalid},
	{"no such tool", "No_Such", `{}`, noTool},
	{"panic", "Fail_With", `{"panic":true}`, failed},
	{"upstream", "Fail_With", `{"upstream":503}`, badGateway},

	{"long key", "Calculator_Add", `{"a":2,"` + strings.Repeat("k", attackSize) + `":3}`, invalid},
	{"many keys", "Calculator_Add", `{` + list(attackSize/20, `"key%d":"x"`) + `}`, invalid},
	{"duplicate keys", "Calculator_Add", `{` + list(attackSize/10, `"a":"x"`) + `}`, invalid},
	{"wide array", "Calculator_Add", `{"a":2,"b":[` + list(attackSize/10, `"%d"`) + `]}`, invalid},
	{"deep", "Calculator_Add", `{"a":2,"b":` + nested(50) + `}`, invalid},
	{"too deep", "Calculator_Add", `{"a":2,"b":` + nested(5000) + `}`, tooDeep},
	{"long tool name", strings.Repeat("T", attackSize), `{}`, noTool},
	{"broken", "Calculator_Add", `{"a":2,"b":,"c":"` + strings.Repeat("c", attackSize) + `"}`, malformed},
	{"truncated", "Calculator_Add", `{"a":2,"b":"` + strings.Repeat("b", attackSize), malformed},
}

// attackSize is about the size of most hostile inputs, in bytes.
const attackSize = 60_000

// list returns n items that are separated by commas. The format may contain the number of the
// item.
func list(n int, format string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = strings.ReplaceAll(format, "%d", fmt.Sprint(i))
	}
	return strings.Join(items, ",")
}

// nested returns n lists in maps inside one another, with values of other types among them.
func nested(n int) string {
	return strings.Repeat(`{"k":["x",`, n) + `null` + strings.Repeat(`,7]}`, n)
}

// pick returns the call and the index of the protocol for call number n. It cycles through all
// combinations.
func pick(n uint64) (*call, int) {
	return &calls[n%uint64(len(calls))], int(n / uint64(len(calls)) % uint64(len(protocols)))
}

func serveRequest(n uint64) (path string, header http.Header, body string) {
	c, i := pick(n)
	p := &protocols[i]
	path = p.path
	if p.name == "problem" {
		path += c.tool
	}
	return path, p.header, p.body(n, c.tool, c.input)
}

// maxResponse bounds each response of `toolerr serve`, in bytes: what an input may add to it, and
// its envelope.
const maxResponse = text.MaxInput + 1<<10

// secret is part of the cause of the errors of Fail_With, and of those of the server in folder
// leak. No response may contain it.
const secret = "password"

func serveCheck(n uint64, r *vegeta.Result) string {
	c, p := pick(n)
	status, text, echo := c.want.statuses[p], c.want.texts[p], ""
	if protocols[p].echo != "" && status == http.StatusOK {
		echo = fmt.Sprintf(protocols[p].echo, n)
	}
	at := c.name + " by " + protocols[p].name
	switch {
	case r.Code == 0:
		return noResponse(r)
	case int(r.Code) != status:
		return fmt.Sprintf("%s: status %d, want %d", at, r.Code, status)
	case len(r.Body) > maxResponse:
		return at + ": the body is too large"
	case !json.Valid(r.Body):
		return at + ": the body is not JSON"
	case !bytes.Contains(r.Body, []byte(text)):
		return fmt.Sprintf("%s: the body does not contain %s", at, text)
	case !bytes.Contains(r.Body, []byte(echo)):
		return at + ": the response belongs to another call"
	case bytes.Contains(r.Body, []byte(secret)):
		return at + ": the response contains the cause"
	}
	return ""
}
