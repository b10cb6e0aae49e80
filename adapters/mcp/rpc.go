package mcperr

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/dialect"
	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/internal/mcpserver"
)

// The SDK has no constant for the code of an unknown resource, which is defined up to 2025-11-25.
const codeResourceNotFound = -32002

// allowed returns a JSON-RPC error of a handler with the code that the negotiated revision allows, within the bounds of what is
// rendered, and without data that is not JSON, which the SDK could not send. The SDK puts names of tools and URIs as received
// into its own errors.
func (r *request) allowed(e *jsonrpc.Error) *jsonrpc.Error {
	if r.isUnknownTool(e) {
		if similar := mcpserver.Similar(r.tool(), r.listedNames()); similar != "" {
			e = &jsonrpc.Error{Code: e.Code, Message: e.Message + "." + similar, Data: e.Data}
		}
	}
	code, uri := r.allowedCode(e), r.uri()
	valid := len(e.Data) == 0 || json.Valid(e.Data)
	bounded := len(e.Message) <= limit.Text && (len(uri) <= limit.URI || len(e.Data) <= limit.URI)
	if code == e.Code && valid && bounded {
		return e
	}
	changed := &jsonrpc.Error{Code: code, Message: limit.Ends(e.Message, limit.Text), Data: e.Data}
	if named := namesResource(e.Data); !valid || !bounded && named {
		changed.Data = nil
		if uri != "" && named {
			changed.Data, _ = json.Marshal(map[string]string{"uri": limit.Middle(uri, limit.URI)})
		}
	}
	return changed
}

// allowedCode returns the code of e, or the nearest one that the negotiated revision allows (MCP 2026-07-28, Error Codes; for
// resources SEP-2164).
func (r *request) allowedCode(e *jsonrpc.Error) int64 {
	newest := r.peer().Revision >= mcpdialect.Revision20260728
	resource := r.method == mcpserver.ReadResource
	switch code := e.Code; {
	case code == 0:
		return jsonrpc.CodeInternalError
	case code == jsonrpc.CodeMethodNotFound && (resource || r.method == mcpserver.GetPrompt) && e.Message != errMethodNotFound:
		return jsonrpc.CodeInvalidParams // a handler returned it: the method exists
	case code == codeResourceNotFound && resource && newest:
		return jsonrpc.CodeInvalidParams
	case code == codeResourceNotFound && resource:
		return code
	case code == jsonrpc.CodeInvalidParams && resource && !newest && namesResource(e.Data):
		return codeResourceNotFound
	case code >= mcp.CodeUnsupportedProtocolVersion && code <= mcp.CodeHeaderMismatch && !newest:
		return jsonrpc.CodeInvalidParams
	case code >= mcp.CodeUnsupportedProtocolVersion && code <= mcp.CodeHeaderMismatch:
		return code
	case code == mcpdialect.CodeRateLimited && r.renderer.Drafts:
		return code
	case code == mcp.CodeURLElicitationRequired: // where it is not allowed, fromRPC has converted it
		return code
	case code >= -32099 && code <= -32000:
		return jsonrpc.CodeInternalError
	default:
		return code
	}
}

// errMethodNotFound is the message of the SDK's own error for a method that a server does not have.
const errMethodNotFound = "method not found"

// namesResource reports whether data has the member uri. The data of mcp.ResourceNotFoundError is not JSON if the URI has
// characters that Go and JSON quote differently.
func namesResource(data json.RawMessage) bool {
	var d struct {
		URI *string `json:"uri"`
	}
	return json.Unmarshal(data, &d) == nil && d.URI != nil || strings.HasPrefix(string(data), `{"uri":`)
}

// fromRPC converts the JSON-RPC errors that must not be sent as they are, and returns nil for all others.
func (r *request) fromRPC(e *jsonrpc.Error) *errkit.Error {
	call, peer := r.method == mcpserver.CallTool, r.peer()
	switch {
	case r.UnknownTool && r.isUnknownTool(e):
		message := mcpserver.UnknownTool(r.tool(), r.listedNames())
		return &errkit.Error{Kind: errkit.ToolNotFound, Stage: errkit.Execution, Message: message, Err: e}
	case call && e.Code == jsonrpc.CodeMethodNotFound: // the SDK would report that tools/call does not exist
	case e.Code == mcp.CodeURLElicitationRequired && !(peer.URLElicitation && peer.Revision == mcpdialect.Revision20251125):
	default:
		return nil
	}
	converted := decode(&r.renderer.Codec, e)
	converted.Peer, converted.Err = nil, e
	return converted
}

// isUnknownTool reports whether e is the SDK's error for a call of an unknown tool.
func (r *request) isUnknownTool(e *jsonrpc.Error) bool {
	return r.method == mcpserver.CallTool && e.Code == jsonrpc.CodeInvalidParams && e.Message == fmt.Sprintf("unknown tool %q", r.tool())
}

func (r *request) listedNames() []string {
	session, _ := r.req.GetSession().(*mcp.ServerSession)
	return r.listed.names(session)
}

// folded returns a JSON-RPC error as one that is rendered as a result. Its message is public: it would have been sent.
func (r *request) folded(e *jsonrpc.Error) *errkit.Error {
	if r.isUnknownTool(e) {
		return &errkit.Error{Kind: errkit.ToolNotFound, Stage: errkit.Execution, Message: mcpserver.UnknownTool(r.tool(), r.listedNames()), Err: e}
	}
	folded := decode(&r.renderer.Codec, e)
	folded.Peer, folded.Err, folded.Stage = nil, e, errkit.Execution
	return folded
}

// decode decodes a JSON-RPC error.
func decode(codec *dialect.Codec, e *jsonrpc.Error) *errkit.Error {
	wire := *e
	if !json.Valid(wire.Data) {
		wire.Data = nil
	}
	body, err := json.Marshal(&wire)
	if err != nil {
		return &errkit.Error{Kind: errkit.Unknown, Err: err}
	}
	decoded, err := codec.Decode(dialect.Document{Dialect: mcpdialect.Dialect{}, Body: body})
	if err != nil || decoded == nil {
		return &errkit.Error{Kind: errkit.Unknown, Err: err}
	}
	return decoded
}
