package mcperr

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/dialect"
	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcplist"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/internal/text"
)

// The SDK has no constant for the code of an unknown resource, which is defined up to 2025-11-25.
const codeResourceNotFound = -32002

// allowed returns a JSON-RPC error of a handler with the code that the negotiated revision allows,
// within the bounds of what is rendered, and without data that is not JSON, which the SDK could
// not send. The SDK puts names of tools and URIs as received into its own errors.
func (r *request) allowed(e *jsonrpc.Error) *jsonrpc.Error {
	if r.isUnknownTool(e) {
		if similar := mcplist.Similar(r.Name, r.listedNames()); similar != "" {
			e = &jsonrpc.Error{Code: e.Code, Message: e.Message + "." + similar, Data: e.Data}
		}
	}
	code, uri := r.allowedCode(e), ""
	if r.Method == mcpserver.ReadResource {
		uri = r.Name
	}
	valid := len(e.Data) == 0 || json.Valid(e.Data)
	bounded := len(e.Message) <= text.MaxText && (len(uri) <= text.MaxURI || len(e.Data) <= text.MaxURI)
	if code == e.Code && valid && bounded {
		return e
	}
	changed := &jsonrpc.Error{Code: code, Message: text.Ends(e.Message, text.MaxText), Data: e.Data}
	if named := namesResource(e.Data); !valid || !bounded && named {
		changed.Data = nil
		if uri != "" && named {
			changed.Data, _ = json.Marshal(map[string]string{"uri": text.Middle(uri, text.MaxURI)})
		}
	}
	return changed
}

// allowedCode returns the code of e, or the nearest one that the negotiated revision allows (MCP
// 2026-07-28, Error Codes; for resources SEP-2164).
func (r *request) allowedCode(e *jsonrpc.Error) int64 {
	newest := r.revision() >= mcpdialect.Revision20260728
	resource, code := r.Method == mcpserver.ReadResource, e.Code
	newer := code >= mcp.CodeUnsupportedProtocolVersion && code <= mcp.CodeHeaderMismatch // than 2025-11-25
	switch {
	case code == jsonrpc.CodeMethodNotFound && e.Message != errMethodNotFound && // the method exists
		(resource || r.Method == mcpserver.GetPrompt),
		code == codeResourceNotFound && resource && newest,
		newer && !newest:
		return jsonrpc.CodeInvalidParams
	case code == jsonrpc.CodeInvalidParams && resource && !newest && namesResource(e.Data):
		return codeResourceNotFound
	case newer, code == codeResourceNotFound && resource, code == mcpdialect.CodeRateLimited && r.Drafts,
		code == mcp.CodeURLElicitationRequired: // where it is not allowed, fromRPC has converted it
		return code
	case code == 0, code >= -32099 && code <= -32000:
		return jsonrpc.CodeInternalError
	}
	return code
}

// errMethodNotFound is the message of the SDK's own error for a method that a server does not
// have.
const errMethodNotFound = "method not found"

// namesResource reports whether data has the member uri. The data of mcp.ResourceNotFoundError is
// not JSON if the URI has characters that Go and JSON quote differently.
func namesResource(data json.RawMessage) bool {
	var d struct {
		URI *string `json:"uri"`
	}
	return json.Unmarshal(data, &d) == nil && d.URI != nil || strings.HasPrefix(string(data), `{"uri":`)
}

// fromRPC converts the JSON-RPC errors that must not be sent as they are, and returns nil for all
// others. The message of one that is rendered as a result is public: it would have been sent.
func (r *request) fromRPC(ctx context.Context, e *jsonrpc.Error) *errkit.Error {
	peer := r.Peer(ctx)
	switch {
	case r.UnknownTool && r.isUnknownTool(e):
		return r.folded(e)
	case r.Method == mcpserver.CallTool && e.Code == jsonrpc.CodeMethodNotFound: // tools/call exists
	case e.Code == mcp.CodeURLElicitationRequired &&
		!(peer.URLElicitation && peer.Revision == mcpdialect.Revision20251125):
	default:
		return nil
	}
	return decode(&r.Codec, e)
}

// isUnknownTool reports whether e is the SDK's error for a call of an unknown tool.
func (r *request) isUnknownTool(e *jsonrpc.Error) bool {
	return r.Method == mcpserver.CallTool && e.Code == jsonrpc.CodeInvalidParams &&
		e.Message == fmt.Sprintf("unknown tool %q", r.Name)
}

func (r *request) listedNames() []string {
	return slices.Collect(maps.Keys(r.config.listed.of(r.req)))
}

// folded returns a JSON-RPC error as one that is rendered as a result. Its message is public: it
// would have been sent.
func (r *request) folded(e *jsonrpc.Error) *errkit.Error {
	if r.isUnknownTool(e) {
		return mcplist.Unknown(r.Name, r.listedNames(), e)
	}
	folded := decode(&r.Codec, e)
	folded.Stage = errkit.Execution
	return folded
}

// decode decodes a JSON-RPC error, which becomes the cause.
func decode(codec *dialect.Codec, e *jsonrpc.Error) *errkit.Error {
	decoded := decodePeer(codec, e)
	decoded.Peer, decoded.Err = nil, e
	return decoded
}

// decodePeer decodes a JSON-RPC error of a peer.
func decodePeer(codec *dialect.Codec, e *jsonrpc.Error) *errkit.Error {
	wire := *e
	if !json.Valid(wire.Data) {
		wire.Data = nil
	}
	decoded, err := decodeMessage(codec, &wire)
	if err != nil || decoded == nil {
		return &errkit.Error{Kind: errkit.Unknown, Err: err}
	}
	return decoded
}
