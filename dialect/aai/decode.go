package aai

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// Decode decodes an error in the format of either dialect, a result of a gateway, or the body of
// an app's HTTP API.
func (d Dialect) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	return wire.Decode(c, doc, d.Name(), read, foreign.Rules{})
}

// Decode decodes what [Dialect.Decode] does.
func (d Strings) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	return wire.Decode(c, doc, d.Name(), read, foreign.Rules{})
}

// read reads a document and reports whether it has an error.
func read(r *wire.Reader, v jsontree.Value) (bool, error) {
	result, fault, err := wire.UnwrapRPC(v)
	if err != nil {
		return false, err
	}
	status, _ := v.Member("status").Text()
	switch {
	case !fault.IsNull() && (status == "success" || status == "ok"):
		return false, fmt.Errorf(`%s: contradicts "status": %q beside it`, wire.Place(fault), status)
	case result.Kind() != jsontree.Absent && fault.IsNull() && !v.Member("jsonrpc").IsNull():
		if result.Kind() == jsontree.Object {
			return mcp.ReadResult(r, result) // gateways respond to tools/call as MCP does
		}
		return false, nil
	case fault.Kind() == jsontree.Object:
		return readFault(r, fault), nil
	case fault.Kind() == jsontree.String && foreign.OAuth(r, v):
		return true, nil
	case fault.Kind() == jsontree.String:
		return readText(r, v), nil
	case !fault.IsNull():
		r.WrongType(fault, "an object")
		return false, nil
	case status == "error":
		return false, errors.New(`the document: no "error" beside "status": "error"`)
	case status == "success", status == "ok":
		return false, nil
	case !v.Member("code").IsNull() && !v.Member("message").IsNull():
		return readFault(r, v), nil
	case mcp.IsResult(v):
		return mcp.ReadResult(r, v)
	}
	return false, errors.New("the document: not an error of AAI")
}

// readText reads {"error": "unauthorized"}.
func readText(r *wire.Reader, v jsontree.Value) bool {
	text := r.String(v, "error")
	r.Message(text)
	r.Peer.Code = text
	if k, ok := r.Codec.Table.FromAAIString(strings.ToUpper(text)); ok {
		r.Kind(k, "the string code "+wire.Clip(text))
		return true
	}
	r.Kind(errkit.Unknown, "error is a string")
	r.Refine(wire.UnknownCode)
	foreign.ByStatus(r)
	foreign.APIRefine(r, v)
	return true
}

// readFault reads an error object with a numeric or a string code.
func readFault(r *wire.Reader, v jsontree.Value) bool {
	f, data := r.RPCError(v), v.Member("data")
	text, inner, prefixed := mcp.TrimCode(f.Message)
	if prefixed && f.Code == rpc.InternalError {
		r.Note("the code %d is in the message", inner)
		f.Code, f.HasCode = inner, true
		f.Message = text
	}
	if f.Name != "" {
		k, known := r.Codec.Table.FromAAIString(f.Name)
		r.Kind(k, "the string code "+wire.Clip(f.Name))
		if !known {
			r.Unused(v.Member("code"))
			r.Note("%s is not a code of AAI", wire.Clip(f.Name))
			foreign.UndefinedCode(r, f.Name)
			if header.IsError(r.Document.Status) {
				foreign.ByAPICode(r, f.Name, "error.code")
			}
			foreign.APIMembers(r, v)
		}
		if f.Name == "CONSENT_REQUIRED" {
			r.Peer.Retry = errkit.AfterAction
		}
		r.Message(f.Message)
		foreign.Shapes(r, data, foreign.IsShape, publicDetails[:]...)
		r.Carry(data.Member(dialect.CarryMember), Strings{})
		return true
	}
	k, known := r.Codec.Table.FromAAI(f.Code)
	r.ByRPCCode(k, f)
	switch {
	case !known:
		r.Refine(wire.UnknownCode)
		if f.HasCode {
			r.Unused(v.Member("code"))
			r.Note("code %d has no meaning in AAI", f.Code)
		}
		r.ByStatus()
	case f.Code == rpc.InternalError:
		r.Refine(wire.ServerFault)
	case f.Code == rpc.InvalidParams:
		r.Refine(wire.UnknownName)
	}
	readDetail(r, f, data)
	foreign.Shapes(r, data, taken, publicDetails[:]...)
	if r.Error.Kind == errkit.UpstreamFailed && f.Code == -32013 {
		if status, ok := statusIn(string(r.Error.Message)); ok {
			r.ByCode(upstreamKind(status), "error.code -32013, and the detail names HTTP status", int64(status))
			r.Error.Upstream = status
		}
	}
	r.Carry(data.Member(dialect.CarryMember), Dialect{})
	return true
}

// publicDetails are the members of data that AAI defines, and that its gateway sends for a client
// to act on. Others, such as envFile, a path of the gateway's machine, are private.
var publicDetails = [...]string{
	"appId", "appName", "tool", "toolDescription", "toolParameters", // AAI, security, CONSENT_REQUIRED
	"app_id", "app_name", "tool_description", "tool_parameters", // the same in the gateway
	"auth_type", "instructions", "preferred_locale", // gateway, AUTH_REQUIRED
	"schema", "code", "userAction", // gateway, INVALID_PARAMS and INVALID_REQUEST
}

// taken reports whether a member of data has a meaning; all others are details.
func taken(name string) bool { return name == "type" || name == "detail" || foreign.IsShape(name) }

// readDetail joins the message, unless it is the default of the code, and the detail.
func readDetail(r *wire.Reader, f wire.RPCError, data jsontree.Value) {
	row, known := mapping.LookupAAICode(f.Code)
	detail, _ := data.Member("detail").Text()
	r.Peer.Type, _ = data.Member("type").Text()
	switch {
	case detail == "":
		r.Message(f.Message)
	case f.Message == "" || f.Message == row.Message:
		r.Message(detail)
	default:
		r.Message(f.Message + ": " + detail)
	}
	if known && r.Peer.Type != "" && r.Peer.Type != row.Type && r.Peer.Type != r.Codec.Table.AAIString(r.Error.Kind,
		0) {
		r.Unused(data.Member("type"))
		r.Note("conflict: data.type is %s, code %d is %s", wire.Clip(r.Peer.Type), row.Code, row.Type)
	}
	if r.Error.Kind != errkit.ExecutionFailed {
		return
	}
	r.Peer.Public = true // of the automation
	if r.Codec.NoGuess {
		return
	}
	if k, rule, ok := foreign.Kind(wire.FailedCall, detail); ok && k != errkit.InvalidInput {
		r.Note("conflict: data.detail describes %s (%s)", k.String(), rule)
	}
}

// leads are what gateways write before the HTTP status of a service.
var leads = [...]string{"failed with status ", "API request failed: ", "HTTP ", "status code "}

// statusIn returns the HTTP status that a gateway wrote into the first 4 KiB of a text.
func statusIn(text string) (status int, ok bool) {
	text = text[:min(len(text), 4<<10)]
	for _, lead := range leads {
		_, rest, found := strings.Cut(text, lead)
		if !found || len(rest) < 3 || len(rest) > 3 && rest[3] >= '0' && rest[3] <= '9' {
			continue
		}
		if status, err := strconv.Atoi(rest[:3]); err == nil && header.IsError(status) {
			return status, true
		}
	}
	return 0, false
}

// upstreamKind returns the kind of an error that reports the HTTP status of a service.
func upstreamKind(status int) errkit.Kind {
	switch status {
	case http.StatusTooManyRequests:
		return errkit.RateLimited
	case http.StatusServiceUnavailable:
		return errkit.Unavailable
	case http.StatusGatewayTimeout:
		return errkit.Timeout
	}
	return errkit.UpstreamFailed
}

// Detect rates a document: data.type, data of gateways and default messages. A number is not a
// sign of AAI, because others use the same range.
func (Dialect) Detect(_ dialect.Document, v jsontree.Value) (score int, why string) {
	fault, less := v.Member("error"), 0
	if v.Member("jsonrpc").IsNull() {
		if less = 5; fault.Kind() != jsontree.Object {
			fault = v
		}
	}
	code, ok := fault.Member("code").Int()
	if !ok {
		return 0, ""
	}
	row, known := mapping.LookupAAICode(code)
	data := fault.Member("data")
	kind, _ := data.Member("type").Text()
	if kind != "" && (known || slices.ContainsFunc(codes, func(c mapping.AAICode) bool { return c.Type == kind })) {
		return 90 - less, "data.type and the code of AAI"
	}
	if name := wire.FirstOf(data, "obtain_url", "validationErrors", "missingVars", "consentUrl",
		"consent_url"); name != "" {
		return 80 - less, "data." + name + " of AAI gateways"
	}
	if kind != "" && less == 0 {
		return 70, "data.type"
	}
	if message, _ := fault.Member("message").Text(); known && code >= -32014 && message == row.Message {
		return 70 - less, "the default message of an AAI code"
	}
	if less > 0 && !known { // the error of any API has a number
		return 0, ""
	}
	return 50 - 2*less, "an error object of JSON-RPC"
}

// RoundTrips reports whether the code of k is decoded as k.
func (Dialect) RoundTrips(t *mapping.Table, k errkit.Kind) bool {
	return t.RoundTrips(k, mapping.ColumnAAI)
}

var codes = mapping.AAICodes()

// Detect rates a document: status "error" and a string code.
func (Strings) Detect(doc dialect.Document, v jsontree.Value) (score int, why string) {
	if !v.Member("jsonrpc").IsNull() {
		return 0, ""
	}
	fault := v.Member("error")
	status, _ := v.Member("status").Text()
	code, hasCode := fault.Member("code").Text()
	text, _ := fault.Text()
	_, isOwn := mapping.Default().FromAAIString(strings.ToUpper(text))
	_, defined := mapping.Default().FromAAIString(code)
	hasCode = hasCode && strings.ToLower(code) != strings.ToUpper(code) // a number is a code of others
	switch {
	case hasCode && status == "error":
		return 90, `status "error" and a string code`
	// a resource or a job with its last error
	case hasCode && (!v.Member("id").IsNull() || header.IsSuccess(doc.Status) && doc.Status != http.StatusOK):
		return 45, "a string code, in a document with more"
	case defined:
		return 75, "a string code of AAI"
	case status == "error" && ((isOwn || strings.IndexByte(text, ' ') > 0) && v.Len() == 2 || !fault.Member("message").IsNull() && v.Member("id").IsNull()):
		return 60, `status "error"`
	}
	return 0, ""
}

// RoundTrips reports whether the code of k is decoded as k.
func (Strings) RoundTrips(t *mapping.Table, k errkit.Kind) bool {
	return t.RoundTrips(k, mapping.ColumnAAIString)
}
