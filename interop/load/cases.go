package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// A protocol describes how a tool is called in a protocol.
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
	{"mcp", "/mcp", http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "Mcp-Protocol-Version": {"2025-11-25"}}, rpcBody, `"id":%d`},
	{"aai", "/aai", plain, rpcBody, `"id":%d`},
	{"problem", "/problem/", plain, func(_ uint64, _, input string) string { return input }, ""},
}

func oxpBody(n uint64, tool, input string) string {
	return `{"$schema":"urn:oxp:1.0","request":` + oxpFlatBody(n, tool, input) + `}`
}

func oxpFlatBody(n uint64, tool, input string) string {
	return fmt.Sprintf(`{"call_id":"%d","tool_id":%q,"input":%s}`, n, strings.Replace(tool, "_", ".", 1), input)
}

func rpcBody(n uint64, tool, input string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, n, tool, input)
}

// A call is a call of a tool, and the expected response in each protocol, in the order of protocols: the status, and a
// text in the body.
type call struct {
	name, tool, input string
	statuses          [5]int
	texts             [5]string
}

var calls = []call{
	{"success", "Calculator_Add", `{"a":2,"b":3}`, [5]int{200, 200, 200, 200, 200},
		[5]string{`"value":5`, `"value":5`, `"text":"5"`, `"result":5`, `5`}},
	{"tool error", "Doorbell_Ring", `{"doorbell_id":"none"}`, [5]int{200, 200, 200, 200, 404},
		[5]string{`Doorbell ID not found`, `Doorbell ID not found`, `"isError":true`, `-32001`, `Doorbell ID not found`}},
	{"bad input", "Calculator_Add", `{"a":2,"b":"three"}`, [5]int{422, 422, 200, 200, 422},
		[5]string{`"parameter_errors":{"b":`, `"parameter_errors":{"b":`, `"isError":true`, `-32005`, `"pointer":"#/b"`}},
	{"no such tool", "No_Such", `{}`, [5]int{400, 400, 200, 200, 404},
		[5]string{`was not found`, `was not found`, `-32602`, `-32003`, `"status":404`}},
	{"panic", "Fail_With", `{"panic":true}`, [5]int{200, 200, 200, 200, 500},
		[5]string{`"success":false`, `"success":false`, `"isError":true`, `-32603`, `"status":500`}},
	{"upstream", "Fail_With", `{"upstream":503}`, [5]int{200, 200, 200, 200, 502},
		[5]string{`"success":false`, `"success":false`, `"isError":true`, `-32013`, `"upstream":503`}},
	{"slow success", "Fail_With", `{"sleep_ms":5}`, [5]int{200, 200, 200, 200, 200},
		[5]string{`"slept_ms":5`, `"slept_ms":5`, `slept_ms`, `"slept_ms":5`, `"slept_ms":5`}},
}

// pick returns the call and the index of the protocol for call number n. It cycles through all combinations.
func pick(n uint64) (*call, int) {
	return &calls[n%uint64(len(calls))], int(n / uint64(len(calls)) % uint64(len(protocols)))
}

// secret is part of the cause of the errors of Fail_With. No response may contain it.
const secret = "password"

// check returns what is wrong with the response to call number n, or "".
func check(n uint64, status int, body []byte) string {
	c, p := pick(n)
	echo := ""
	if protocols[p].echo != "" && status == http.StatusOK {
		echo = fmt.Sprintf(protocols[p].echo, n)
	}
	at := c.name + " by " + protocols[p].name
	switch {
	case status != c.statuses[p]:
		return fmt.Sprintf("%s: status %d, want %d", at, status, c.statuses[p])
	case !json.Valid(body):
		return at + ": the body is not JSON"
	case !bytes.Contains(body, []byte(c.texts[p])):
		return fmt.Sprintf("%s: the body does not contain %s", at, c.texts[p])
	case !bytes.Contains(body, []byte(echo)):
		return at + ": the response belongs to another call"
	case bytes.Contains(body, []byte(secret)):
		return at + ": the response contains the cause"
	}
	return ""
}
