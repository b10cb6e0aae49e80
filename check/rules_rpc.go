package check

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/check/internal/probe"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/mapping"
)

// jsonrpcRules are about the responses of JSON-RPC 2.0, on which MCP, AAI and A2A are.
var jsonrpcRules = []test{
	{"jsonrpc/response/1", nil, eachResponse(hasOtherVersion)},
	{"jsonrpc/response/2", with(wrongMember, probe.List, probe.Valid, probe.UnknownTool, probe.UnknownMethod, probe.Extra,
		probe.Repeated, probe.Concurrent, probe.Alive),
		eachResponse(hasOtherID)},
	{"jsonrpc/response/3", nil, eachResponse(hasBothOrNeither)},
	{"jsonrpc/error/1", nil, eachResponse(lacksCodeOrMessage)},
	{"jsonrpc/error/2", nil, eachResponse(hasReservedCode)},
	{"jsonrpc/parse/1", only(probe.NotJSON), hasCodeOr400(-32700)},
	{"jsonrpc/request/1", only(probe.NotRequest), hasCodeOr400(-32600, -32700)},
	{"jsonrpc/method/1", only(probe.UnknownMethod), hasCode(-32601, func(x *probe.Exchange) bool {
		return x.Status != http.StatusBadRequest // which MCP allows, Transports, Sending Messages to the Server
	})},
}

// response is a response as rules read it.
type response struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  json.RawMessage `json:"result"`
	Error   json.RawMessage `json:"error"`
}

// code returns the code of an error.
func (m *response) code() (int, bool) {
	var e struct {
		Code *int `json:"code"`
	}
	if m.Error == nil || json.Unmarshal(m.Error, &e) != nil || e.Code == nil {
		return 0, false
	}
	return *e.Code, true
}

// shown describes a response in a few words.
func (m *response) shown() string {
	if code, ok := m.code(); ok {
		return fmt.Sprintf("the answer is an error with the code %d", code)
	}
	return "the answer is a result: " + quote(string(m.Result))
}

// eachResponse is eachAnswer for answers that are JSON-RPC responses. Over HTTP others are
// possible: an error of OAuth (RFC 6749 §5.2) or of a router has a text as its error.
func eachResponse(wrong func(x *probe.Exchange, m *response) string) judge {
	return eachAnswer(func(x *probe.Exchange) string {
		var m response
		isNone := json.Unmarshal(x.Message, &m) != nil
		_, coded := m.code()
		ofHTTP := m.Error == nil || !coded && m.ID == nil && x.Status >= http.StatusBadRequest
		if isNone || x.HTTP() && m.JSONRPC == "" && m.Result == nil && ofHTTP {
			return ""
		}
		return wrong(x, &m)
	})
}

// hasCode judges the responses that must be an error with a code.
func hasCode(want int, applies func(x *probe.Exchange) bool) judge {
	return eachResponse(func(x *probe.Exchange, m *response) string {
		code, ok := m.code()
		return when(applies(x) && (!ok || code != want), "%s", m.shown())
	})
}

// hasCodeOr400 judges answers that must be errors with one of the codes, or have HTTP status 400.
func hasCodeOr400(codes ...int) judge {
	return eachAnswer(func(x *probe.Exchange) string {
		var m response
		if x.Status == http.StatusBadRequest || x.Status == http.StatusUnsupportedMediaType {
			return ""
		}
		if json.Unmarshal(x.Message, &m) != nil {
			return fmt.Sprintf("the answer is HTTP %d without a response", x.Status)
		}
		if code, ok := m.code(); !ok || !slices.Contains(codes, code) {
			return m.shown()
		}
		return ""
	})
}

func hasOtherVersion(_ *probe.Exchange, m *response) string {
	return when(m.JSONRPC != "2.0", "jsonrpc is %q", m.JSONRPC)
}

func hasOtherID(x *probe.Exchange, m *response) string {
	return when(x.Request.ID != "" && string(m.ID) != x.Request.ID,
		"the id is %s, that of the request is %s", m.ID, x.Request.ID)
}

func hasBothOrNeither(_ *probe.Exchange, m *response) string {
	hasResult, hasError := m.Result != nil, m.Error != nil
	return when(hasResult == hasError, "it has %s", lo.Ternary(hasError, "both", "neither"))
}

func lacksCodeOrMessage(_ *probe.Exchange, m *response) string {
	var e struct {
		Code    *int    `json:"code"`
		Message *string `json:"message"`
	}
	return when(m.Error != nil && (json.Unmarshal(m.Error, &e) != nil || e.Code == nil || e.Message == nil),
		"the error is %s", quote(string(m.Error)))
}

func hasReservedCode(_ *probe.Exchange, m *response) string {
	code, ok := m.code()
	isDefined := code == -32700 || code >= -32603 && code <= -32600 || code >= -32099
	return when(ok && code >= -32768 && code <= -32000 && !isDefined, "the code is %d", code)
}

// mcpRules are about MCP, revision 2025-11-25 and older ones.
var mcpRules = []test{
	{"mcp/tools-error-handling/1", only(probe.UnknownTool), hasCode(-32602, (*probe.Exchange).Failed)},
	{"mcp/tools-error-handling/2", wrongMember, eachResponse(isProtocolError)},
	{"mcp/tools-list/1", only(probe.List), eachResponse(isNullList)},
	{"mcp/tools-result/1", nil, eachResponse(failsWithoutText)},
	{"mcp/lifecycle-version/1", only(probe.WrongRevision), eachResponse(agreesToUnknownRevision)},
	{"mcp/transports-version/1", only(probe.WrongRevision), eachAnswer(ignoresRevisionHeader)},
	{"mcp/transports-stdio/1", nil, printsOther},
	{"mcp/transports-status/1", with(wrongInput, probe.UnknownTool, probe.UnknownMethod),
		eachAnswer(isServerFailure)},
}

// printsOther finds the first line that is no message, once: a program that logs does so for each request.
func printsOther(xs []*probe.Exchange, found func(*probe.Exchange, string)) {
	if n := slices.IndexFunc(xs, func(x *probe.Exchange) bool { return x.Stray != "" }); n >= 0 {
		found(xs[n], "the program wrote to its standard output: "+quote(xs[n].Stray))
	}
}

func isProtocolError(_ *probe.Exchange, m *response) string {
	return when(m.Error != nil, "%s", m.shown())
}

// isNullList finds the list of a server in Go without tools, which encodes a nil slice.
func isNullList(_ *probe.Exchange, m *response) string {
	var list map[string]json.RawMessage
	_ = json.Unmarshal(m.Result, &list)
	return when(string(list["tools"]) == "null", "the tools are null")
}

func failsWithoutText(_ *probe.Exchange, m *response) string {
	failed, text := contentOf(m.Result)
	return when(failed && strings.TrimSpace(text) == "", "isError is true, and there is no text")
}

// contentOf reports whether a result of MCP is a failed call, and returns the texts of its
// content.
func contentOf(doc json.RawMessage) (failed bool, text string) {
	var result struct {
		IsError bool
		Content []struct{ Text string }
	}
	if doc == nil || json.Unmarshal(doc, &result) != nil {
		return false, ""
	}
	for _, c := range result.Content {
		text += c.Text + "\n"
	}
	return result.IsError, text
}

func agreesToUnknownRevision(_ *probe.Exchange, m *response) string {
	var result struct{ ProtocolVersion string }
	_ = json.Unmarshal(m.Result, &result)
	return when(result.ProtocolVersion == unknownRevision, "the server agrees to %s", unknownRevision)
}

func ignoresRevisionHeader(x *probe.Exchange) string {
	asked := x.Request.Header.Get("MCP-Protocol-Version")
	return when(x.HTTP() && asked == unknownRevision && x.Status != http.StatusBadRequest, "%s", statusOf(x))
}

// a2aRules are about A2A over JSON-RPC, 1.0 and 0.3.
var a2aRules = []test{
	{"a2a/task/1", only(probe.Valid), hasCode(-32001, isAboutNoTask)},
	{"a2a/params/1", only(probe.Missing, probe.WrongType), hasCodeOr400(-32602)},
	{"a2a/version/1", only(probe.WrongRevision), hasCode(-32009, func(*probe.Exchange) bool { return true })},
	{"a2a/error-info/1", nil, eachResponse(lacksErrorInfo)},
}

func isAboutNoTask(x *probe.Exchange) bool { return bytes.Contains(x.Request.Body, []byte(noTask)) }

func lacksErrorInfo(x *probe.Exchange, m *response) string {
	n, _ := m.code()
	code, known := mapping.LookupA2ACode(int64(n))
	if !known || code.Reason == "" || strings.HasPrefix(x.Request.Header.Get("A2A-Version"), "0.") {
		return ""
	}
	type info struct{ Reason, Domain string }
	var e struct{ Data []info }
	_ = json.Unmarshal(m.Error, &e)
	return when(!slices.Contains(e.Data, info{code.Reason, rpcdetails.A2ADomain}),
		"the code is %d, and no ErrorInfo has the reason %s and the domain %s", n, code.Reason, rpcdetails.A2ADomain)
}
