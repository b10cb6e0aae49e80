package mcp

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// setMessage sets the message, unless it is blank: a model would read nothing.
func setMessage(r *wire.Reader, s string) {
	if strings.TrimSpace(s) != "" {
		r.Message(s)
	}
}

// readFault reads an error object of JSON-RPC.
func readFault(r *wire.Reader, v jsontree.Value) bool {
	f, data := r.RPCError(v), v.Member("data")
	text, inner, prefixed := TrimCode(f.Message)
	_, known := r.Codec.Table.FromMCP(f.Code)
	// The code of a hop that rejects the call by itself, such as one with too many calls, counts.
	if prefixed = prefixed && leftOpenByTool(f.Code, known && f.HasCode) != 0; prefixed {
		r.Note("the code %d is in the message", inner)
		f.Code, f.HasCode = inner, true
	}
	setMessage(r, text)
	switch {
	case f.Name != "":
		k, known := r.Codec.Table.FromAAIString(f.Name)
		r.Kind(k, "the string code "+wire.Clip(f.Name))
		if !known && !foreign.ByRPC(r, v) {
			r.Unused(v.Member("code"))
			foreign.UndefinedCode(r, f.Name)
		}
	default:
		k, known := r.Codec.Table.FromMCP(f.Code)
		r.ByRPCCode(k, f)
		if prefixed {
			r.Refine(leftOpenByTool(f.Code, known))
		} else {
			r.Refine(leftOpen(f.Code, known && f.HasCode))
		}
		if (!known || f.Code == codeResource) && !foreign.ByRPC(r, v) && !known {
			r.Unused(v.Member("code"))
			r.Note("code %d has no meaning in MCP", f.Code)
		}
		// The TypeScript SDK has this before the call; a gateway that gave up may have it from
		// anyone.
		isOwn := f.Code == rpc.InternalError && !prefixed && r.Document.Status <= http.StatusInternalServerError
		if isOwn && foreign.IsAboutParams(text) {
			r.Kind(errkit.InvalidInput, "error.message, a list of invalid params")
			r.Error.Effect = errkit.EffectNone
		}
		refineByStatus(r)
	}
	isOfResource := f.Code == codeResource || f.Code == rpc.InvalidParams // of a revision
	if isOfResource && data.Member("uri").Kind() == jsontree.String {
		r.Kind(errkit.NotFound, "data.uri")
	}
	text, _ = data.Text() // Zabbix
	r.GuessFrom(text)
	foreign.Shapes(r, data, func(name string) bool {
		return foreign.IsShape(name) || f.Code == CodeRateLimited && name == "retryAfterMs"
	}, "uri") // MCP, Resources, Error Handling
	foreign.Fields(r, data)
	foreign.Guidance(r, data) // no revision has a member for it
	readProcessed(r, f.Code, data)
	if _, ok := data.Member("uri").Text(); ok && len(r.Error.Details) > 0 && r.Error.Kind == errkit.NotFound {
		r.Note("the resource is %s", wire.Clip(resource(&dialect.Call{}, r.Error)))
	}
	if f.Code != 0 { // SDKs send 0 for an error of a tool
		r.StageOf = stageOfFault
	}
	r.CarryIf(data.Member(dialect.MetaKey), func(e *errkit.Error) bool { return isFaultOf(r, e) })
	return true
}

// faults are the ways in which an error may be written as an error object.
var faults = [...]struct {
	dialect Dialect
	call    dialect.Call
}{
	{Dialect{}, dialect.Call{}},
	{Dialect{}, dialect.Call{Method: "prompts/get"}},
	{Dialect{}, dialect.Call{Method: methodReadResource}},
	{Dialect{Revision: Revision20251125}, dialect.Call{Method: methodReadResource}},
	{Dialect{Revision: Revision20251125, URLElicitation: true}, dialect.Call{}},
	{Dialect{Revision: Revision20250618, ProtocolValidation: true}, dialect.Call{}},
	{Dialect{Drafts: true}, dialect.Call{}},
	{Dialect{Drafts: true}, dialect.Call{Method: "prompts/get"}},
}

// isFaultOf reports whether the error object that was read is one of a carried error.
func isFaultOf(r *wire.Reader, e *errkit.Error) bool {
	for _, f := range faults {
		if f.call.Method == methodReadResource {
			f.call.URI = resource(&f.call, r.Error)
		}
		if code := f.dialect.code(r.Codec, &f.call, e); strconv.Itoa(code) == r.Peer.Code && r.WrittenBy(f.dialect,
			f.call, e) {
			return true
		}
	}
	return false
}

// stageOfFault returns BeforeCall for kinds that are JSON-RPC errors only before the call.
func stageOfFault(t *mapping.Table, k errkit.Kind) errkit.Stage {
	if t.Row(k).MCPBefore != 0 {
		return errkit.BeforeCall
	}
	return errkit.StageUnspecified
}

// refineByStatus replaces the kind of an unspecific JSON-RPC code by that of the HTTP status.
func refineByStatus(r *wire.Reader) {
	status := r.Document.Status
	if !header.IsError(status) {
		return
	}
	switch r.Error.Kind {
	case errkit.Unknown:
	case errkit.ExecutionFailed, errkit.Internal, errkit.InvalidRequest, errkit.InvalidInput:
		if status == http.StatusBadRequest || status == http.StatusInternalServerError {
			return
		}
	case errkit.NotFound: // -32002 of another service
		if status == http.StatusBadRequest || status >= http.StatusInternalServerError {
			return
		}
	default:
		return
	}
	r.Note("error.code means %s", r.Error.Kind.String())
	r.ByStatus()
}

// leftOpen returns what a JSON-RPC code leaves open for a text to choose.
func leftOpen(code int64, known bool) wire.Open {
	switch {
	case !known:
		return wire.UnknownCode
	case code == 0: // SDKs send it for an error of a tool
		return wire.FailedCall
	case code == rpc.InternalError:
		return wire.ServerFault
	case code == rpc.InvalidParams:
		return wire.UnknownName
	case code == codeResource:
		return wire.UnknownResource
	}
	return 0
}

// leftOpenByTool returns what a code leaves open that is before a text, as the TypeScript SDK
// writes it for exceptions of tools: servers throw -32600 for every call that they reject.
func leftOpenByTool(code int64, known bool) wire.Open {
	if code == rpc.InvalidRequest {
		return wire.FailedCall
	}
	return leftOpen(code, known)
}

// TrimCode removes the prefixes "MCP error -32602: " that clients of the TypeScript SDK add, one
// for each hop, and returns the innermost code. A prefix in the middle of a text gives its code
// and is not removed.
func TrimCode(s string) (text string, code int64, found bool) {
	text = s
	for n, after, ok := cutCode(text); ok; n, after, ok = cutCode(text) {
		text, code, found = after, n, true
	}
	if strings.Contains(text, codePrefix) { // faster than LastIndex for the usual text
		if n, _, ok := cutCode(text[strings.LastIndex(text, codePrefix):]); ok {
			code, found = n, true
		}
	}
	return text, code, found
}

const codePrefix = "MCP error "

// cutCode cuts the code off "MCP error -32602: rest".
func cutCode(s string) (code int64, rest string, ok bool) {
	after, prefixed := strings.CutPrefix(s, codePrefix)
	digits, rest, ok := strings.Cut(after, ": ")
	if !prefixed || !ok || len(digits) > 20 {
		return 0, "", false
	}
	code, err := strconv.ParseInt(digits, 10, 64)
	return code, rest, err == nil
}
