package check

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/check/internal/probe"
	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/mapping"
)

// jsonrpcRules are about the responses of JSON-RPC 2.0, on which MCP, AAI and A2A are.
var jsonrpcRules = []Rule{
	{ID: "jsonrpc/response/1", Category: spec, Level: must, Source: "JSON-RPC 2.0 §5",
		Text:     `A response has the member jsonrpc with the value "2.0".`,
		Fault:    "leaves out the member jsonrpc",
		dialects: onRPC, judge: eachResponse(hasOtherVersion)},
	{ID: "jsonrpc/response/2", Category: spec, Level: must, Source: "JSON-RPC 2.0 §5",
		Text:     "A response has the id of its request.",
		Fault:    "answers errors with the id null",
		dialects: onRPC,
		probes: with(wrongMember, probe.List, probe.Valid, probe.UnknownTool, probe.UnknownMethod, probe.Extra,
			probe.Repeated, probe.Concurrent, probe.Alive),
		judge: eachResponse(hasOtherID)},
	{ID: "jsonrpc/response/3", Category: spec, Level: must, Source: "JSON-RPC 2.0 §5",
		Text:     "A response has either a result or an error.",
		Fault:    "answers errors with a result beside the error",
		dialects: onRPC, judge: eachResponse(hasBothOrNeither)},
	{ID: "jsonrpc/error/1", Category: spec, Level: must, Source: "JSON-RPC 2.0 §5.1",
		Text:     "An error has an integer code and a text as its message.",
		Fault:    "has the name of the error as its code",
		dialects: onRPC, judge: eachResponse(lacksCodeOrMessage)},
	{ID: "jsonrpc/error/2", Category: spec, Level: should, Source: "JSON-RPC 2.0 §5.1",
		Text:     "A code that JSON-RPC reserves is one that it or the protocol defines.",
		Fault:    "answers with the code -32768",
		dialects: onRPC, judge: eachResponse(hasReservedCode)},
	{ID: "jsonrpc/parse/1", Category: spec, Level: must, Source: "JSON-RPC 2.0 §5.1",
		Text:     "A body that is not JSON is a parse error, -32700, or HTTP 400.",
		Fault:    "answers a body that is not JSON as an invalid request",
		dialects: onRPC, probes: only(probe.NotJSON), judge: hasCodeOr400(-32700)},
	{ID: "jsonrpc/request/1", Category: spec, Level: must, Source: "JSON-RPC 2.0 §5.1",
		Text:     "JSON that is not a request is an invalid request, -32600, or HTTP 400.",
		Fault:    "answers a string with a success",
		dialects: onRPC, probes: only(probe.NotRequest), judge: hasCodeOr400(-32600, -32700)},
	{ID: "jsonrpc/method/1", Category: spec, Level: must, Source: "JSON-RPC 2.0 §5.1",
		Text:     "An unknown method is an error with the code -32601.",
		Fault:    "answers an unknown method as an internal error",
		dialects: onRPC, probes: only(probe.UnknownMethod),
		judge: hasCode(-32601, func(x *probe.Exchange) bool {
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
// possible.
func eachResponse(wrong func(x *probe.Exchange, m *response) string) judge {
	return eachAnswer(func(x *probe.Exchange) string {
		var m response
		if json.Unmarshal(x.Message, &m) != nil || x.HTTP() && m.JSONRPC == "" && m.Error == nil && m.Result == nil {
			return ""
		}
		return wrong(x, &m)
	})
}

// hasCode judges the responses that must be an error with a code.
func hasCode(want int, when func(x *probe.Exchange) bool) judge {
	return eachResponse(func(x *probe.Exchange, m *response) string {
		if code, ok := m.code(); when(x) && (!ok || code != want) {
			return m.shown()
		}
		return ""
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
	switch {
	case m.Result != nil && m.Error != nil:
		return "it has both"
	case m.Result == nil && m.Error == nil:
		return "it has neither"
	}
	return ""
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
	switch {
	case !ok, code < -32768, code > -32000: // not reserved
	case code == -32700, code >= -32603 && code <= -32600, code >= -32099:
	default:
		return fmt.Sprintf("the code is %d", code)
	}
	return ""
}

// mcpRules are about MCP, revision 2025-11-25 and older ones.
var mcpRules = []Rule{
	{ID: "mcp/tools-error-handling/1", Category: spec, Level: should, Source: "MCP 2025-11-25, Tools, Error Handling",
		Text:     "An unknown tool is a protocol error with the code -32602.",
		Fault:    "answers the call of an unknown tool as a failed call",
		dialects: onMCP, probes: only(probe.UnknownTool), judge: hasCode(-32602, (*probe.Exchange).Failed)},
	{ID: "mcp/tools-error-handling/2", Category: model, Level: should,
		Source:   "MCP 2025-11-25, Tools, Error Handling; SEP-1303",
		Text:     "A wrong input of a tool is a failed call, which the model reads, not a protocol error.",
		Fault:    "answers a wrong input with the code -32602",
		dialects: onMCP, probes: wrongMember, judge: eachResponse(isProtocolError)},
	{ID: "mcp/tools-result/1", Category: model, Level: must, Source: "MCP 2025-11-25, Tools, Error Handling",
		Text:     "A failed call has a text for the model.",
		Fault:    "answers a failed call without content",
		dialects: onMCP, judge: eachResponse(failsWithoutText)},
	{ID: "mcp/lifecycle-version/1", Category: spec, Level: must,
		Source: "MCP 2025-11-25, Lifecycle, Version Negotiation",
		Text: "A revision that the server does not support is answered with one that it supports, " +
			"or with an error.",
		Fault:    "repeats any revision of the client",
		dialects: onMCP, probes: only(probe.WrongRevision), judge: eachResponse(agreesToUnknownRevision)},
	{ID: "mcp/transports-version/1", Category: spec, Level: must,
		Source:   "MCP 2025-11-25, Transports, Protocol Version Header",
		Text:     "A request with a MCP-Protocol-Version that the server does not support is answered with 400.",
		Fault:    "ignores the header MCP-Protocol-Version",
		dialects: onMCP, probes: only(probe.WrongRevision), judge: eachAnswer(ignoresRevisionHeader)},
	{ID: "mcp/transports-status/1", Category: hygiene, Level: must,
		Source: "MCP 2025-11-25, Transports, Sending Messages to the Server",
		Text: "A failed call does not have a status of a server's failure, " +
			"which ends the session of some clients.",
		Fault:    "answers failed calls with the status 500",
		dialects: onMCP, probes: with(wrongInput, probe.UnknownTool, probe.UnknownMethod),
		judge: eachAnswer(isServerFailure)},
}

func isProtocolError(_ *probe.Exchange, m *response) string {
	return when(m.Error != nil, "%s", m.shown())
}

func failsWithoutText(_ *probe.Exchange, m *response) string {
	var result struct {
		IsError bool
		Content []struct{ Type, Text string }
	}
	if m.Result == nil || json.Unmarshal(m.Result, &result) != nil || !result.IsError {
		return ""
	}
	for _, c := range result.Content {
		if strings.TrimSpace(c.Text) != "" {
			return ""
		}
	}
	return "isError is true, and there is no text"
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
var a2aRules = []Rule{
	{ID: "a2a/task/1", Category: spec, Level: must, Source: "A2A 1.0 §3.3.2, §5.4; A2A 0.3 §8.2",
		Text:     "A task that does not exist is a TaskNotFoundError, -32001.",
		Fault:    "answers an unknown task as an internal error",
		dialects: onA2A, probes: only(probe.Valid),
		judge: hasCode(-32001, isAboutNoTask)},
	{ID: "a2a/params/1", Category: spec, Level: should, Source: "A2A 1.0 §9.5; A2A 0.3 §8.1; JSON-RPC 2.0 §5.1",
		Text:     "Wrong params of a method are the error -32602, or HTTP 400.",
		Fault:    "answers an id that is not a string as an invalid request",
		dialects: onA2A, probes: only(probe.Missing, probe.WrongType), judge: hasCodeOr400(-32602)},
	{ID: "a2a/version/1", Category: spec, Level: must, Source: "A2A 1.0 §3.6.2, §5.4",
		Text:     "An A2A-Version that the agent does not support is a VersionNotSupportedError, -32009.",
		Fault:    "ignores the header A2A-Version",
		dialects: onA2A, probes: only(probe.WrongRevision),
		judge: hasCode(-32009, func(*probe.Exchange) bool { return true })},
	{ID: "a2a/error-info/1", Category: spec, Level: should, Source: "A2A 1.0 §9.5",
		Text:     "The data of an error with a code of A2A 1.0 has an ErrorInfo with its reason and domain.",
		Fault:    "answers an unknown task without data",
		dialects: onA2A, judge: eachResponse(lacksErrorInfo)},
}

func isAboutNoTask(x *probe.Exchange) bool { return bytes.Contains(x.Request.Body, []byte(noTask)) }

func lacksErrorInfo(x *probe.Exchange, m *response) string {
	n, _ := m.code()
	code, known := mapping.LookupA2ACode(int64(n))
	if !known || code.Reason == "" || strings.HasPrefix(x.Request.Header.Get("A2A-Version"), "0.") {
		return ""
	}
	var e struct{ Data json.RawMessage }
	var details []struct{ Reason, Domain string }
	if json.Unmarshal(m.Error, &e) == nil && json.Unmarshal(e.Data, &details) == nil {
		for _, d := range details {
			if d.Reason == code.Reason && d.Domain == rpcdetails.A2ADomain {
				return ""
			}
		}
	}
	return fmt.Sprintf("the code is %d, and no ErrorInfo has the reason %s and the domain %s",
		n, code.Reason, rpcdetails.A2ADomain)
}
