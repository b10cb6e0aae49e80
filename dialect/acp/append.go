package acp

import (
	"encoding/json"
	"log/slog"
	"net/http"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/internal/text"
)

// Dialect is the Agent Client Protocol.
type Dialect struct {
	Version int    // the negotiated version; below 2: 1
	Session string // the id of the session, for a notification with the update of a tool call; "": only the update
}

const name = "acp"

// Name returns "acp".
func (Dialect) Name() string { return name }

// The codes that ACP adds to those of JSON-RPC (schema, ErrorCode).
const (
	codeAuthRequired = -32000
	codeResource     = -32002
	codeVersion      = -32022 // from version 2
	codeCanceled     = -32800
)

// The statuses of a tool call (schema, ToolCallStatus).
const (
	statusFailed   = "failed"
	statusCanceled = "cancelled" // from version 2
)

// Append appends the update of the tool call with the id of the call, or for a Call.Method other
// than tools/call the response to a request.
func (d Dialect) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	head := dialect.Head{Status: http.StatusOK, ContentType: wire.MediaTypeJSON}
	if call.Method != "" && call.Method != "tools/call" {
		return d.appendResponse(dst, c, &call, e), head
	}
	if d.Session != "" {
		dst = text.AppendMember(dst, `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"`,
			text.Middle(d.Session, text.MaxID))
		dst = append(dst, `,"update":`...)
	}
	dst = append(dst, `{"sessionUpdate":"tool_call_update","toolCallId":"`...)
	dst = rpc.AppendIDBody(dst, call.ID)
	dst = append(append(append(dst, `","status":"`...), d.status(e)...),
		`","content":[{"type":"content","content":{"type":"text","text":"`...)
	dst = append(wire.AppendModelBody(dst, c, e, wire.AllLines(call.Repeatable)), `"}}]`...)
	dst = append(mcp.AppendCarry(dst, c, `,"rawOutput":`, e), '}')
	if d.Session != "" {
		dst = append(dst, "}}"...)
	}
	return dst, head
}

func (d Dialect) status(e *errkit.Error) string {
	if e.Kind == errkit.Canceled && d.Version >= 2 {
		return statusCanceled
	}
	return statusFailed
}

// appendResponse appends an error response. Its message has all lines, because data is for
// programs.
func (d Dialect) appendResponse(dst []byte, c *dialect.Codec, call *dialect.Call, e *errkit.Error) []byte {
	code := d.code(c, call, e)
	dst = wire.AppendRPC(dst, call.ID, `,"error":{"code":`)
	dst = append(text.AppendInt(dst, code), `,"message":"`...)
	dst = append(wire.AppendModelBody(dst, c, e, wire.AllLines(call.Repeatable)), `","data":`...)
	start := len(dst)
	switch code {
	case codeResource:
		dst = wire.AppendMember(dst, `,"uri":"`, text.Middle(call.URI, text.MaxURI))
	case codeVersion:
		requested, supported, _ := versions(e)
		attrs := [...]slog.Attr{{Key: "requested", Value: requested}, {Key: "supported", Value: supported}}
		dst = errkit.AppendDetails(append(dst, ','), attrs[:], nil)
	}
	dst = mcp.AppendCarry(dst, c, `,"`+dialect.MetaKey+`":`, e)
	return append(wire.CloseMember(dst, start, `,"data":`), "}}"...)
}

// code returns the code of an error response: one of ACP, or that of column MCPOutside, which are
// those of JSON-RPC.
func (d Dialect) code(c *dialect.Codec, call *dialect.Call, e *errkit.Error) int {
	switch e.Kind {
	case errkit.Unauthenticated, errkit.AuthRequired, errkit.AuthExpired:
		return codeAuthRequired
	case errkit.Canceled:
		return codeCanceled
	case errkit.NotFound:
		if call.URI != "" {
			return codeResource
		}
	case errkit.UnsupportedVersion:
		if _, _, ok := versions(e); ok && d.Version >= 2 {
			return codeVersion
		}
	}
	return c.Table.Row(e.Kind).MCPOutside
}

// versions returns the details that ACP requires for an unsupported version: numbers, in contrast
// to MCP.
func versions(e *errkit.Error) (requested, supported slog.Value, ok bool) {
	requested, supported = wire.Detail(e, "requested"), wire.Detail(e, "supported")
	isNumber := requested.Kind() == slog.KindInt64 || requested.Kind() == slog.KindUint64
	switch list := supported.Any().(type) {
	case []int:
		ok = isNumber
	case json.RawMessage:
		ok = isNumber && len(list) > 1 && list[0] == '[' && list[1] != '"'
	}
	return requested, supported, ok
}
