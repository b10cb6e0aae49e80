package otelerr

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"go.opentelemetry.io/otel/attribute"

	"github.com/toolerr/toolerr/dialect/wire/rpcdetails"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// schema is the URL of the semantic conventions of tracers, meters and loggers. Those for MCP, A2A
// and tools are in development and have no version of their own: they refer to this one of the
// core conventions.
const schema = "https://opentelemetry.io/schemas/1.45.0"

const (
	executeTool = "execute_tool" // value of gen_ai.operation.name
	other       = "_OTHER"       // value for a name that is not known
)

// ToolError is the error.type of a result of MCP with isError.
const ToolError = "tool_error"

// A protocol is how the calls of some dialects are recorded.
type protocol struct {
	dialects []string      // names of dialects, or their parts before the first hyphen
	method   attribute.Key // of Call.Method
	id       attribute.Key // of Call.ID
	version  attribute.Key // of Call.Revision
	system   string        // value of rpc.system.name
	methods  []string      // that exist; nil: each server has its own

	server, client string // metrics of the duration
	event          string // name of the log record of a failure

	code   func(*errkit.Error, *Call) string       // what a server responds with: a code, ToolError, or "" for none
	caller func(code string, e *errkit.Error) bool // whether it is the caller's fault, so no error of the server
}

const (
	rpcServer = "rpc.server.call.duration"
	rpcClient = "rpc.client.call.duration"
	rpcEvent  = "rpc.server.call.exception"
	toolTime  = "gen_ai.execute_tool.duration"
	toolEvent = "gen_ai.execute_tool.exception"
)

// The last protocol is that of every other dialect.
var protocols = [...]protocol{
	{[]string{"mcp", "adcp"}, "mcp.method.name", "jsonrpc.request.id", "mcp.protocol.version", "", mcpMethods,
		"mcp.server.operation.duration", "mcp.client.operation.duration", toolEvent,
		mcpCode, oneOf("-32700", "-32600", "-32601", "-32602", "-32002")},
	{[]string{"a2a"}, "a2a.method.name", "jsonrpc.request.id", "a2a.protocol.version", "", a2aMethods,
		rpcServer, rpcClient, rpcEvent, a2aCode, below500},
	{[]string{"aai", "jsonrpc"}, "rpc.method", "jsonrpc.request.id", "", "jsonrpc", nil,
		rpcServer, rpcClient, rpcEvent, aaiCode, never},
	{[]string{"grpc"}, "rpc.method", "", "", "grpc", nil, rpcServer, rpcClient, rpcEvent,
		grpcCode, notOneOf("UNKNOWN", "DEADLINE_EXCEEDED", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS")},
	{[]string{"connect"}, "rpc.method", "", "", "connectrpc", nil, rpcServer, rpcClient, rpcEvent,
		connectCode,
		notOneOf("unknown", "deadline_exceeded", "unimplemented", "internal", "unavailable", "data_loss")},
	{[]string{"problem", "google", "http", "toolerror", "aai-string"}, "http.request.method", "", "", "", httpMethods,
		toolTime, toolTime, "exception", noCode, below500},
	{nil, "", "gen_ai.tool.call.id", "", "", nil, toolTime, toolTime, toolEvent, noCode, below500},
}

//go:embed mcp-methods.txt
var mcpText string

// mcpMethods are those of all revisions of MCP.
var mcpMethods = strings.Fields(mcpText)

//go:embed a2a-methods.txt
var a2aText string

// a2aMethods are those of A2A 1.0 and of its versions before.
var a2aMethods = strings.Fields(a2aText)

// httpMethods are those of RFC 9110 §9 and RFC 5789 (HTTP conventions, http.request.method).
var httpMethods = []string{
	"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "CONNECT", "OPTIONS", "TRACE", "QUERY",
}

// protocolOf returns the protocol of a dialect.
func protocolOf(dialect string) *protocol {
	first, _, _ := strings.Cut(dialect, "-")
	for _, name := range [...]string{dialect, first} {
		for i := range protocols {
			if slices.Contains(protocols[i].dialects, name) {
				return &protocols[i]
			}
		}
	}
	return &protocols[len(protocols)-1]
}

// The codes that servers respond with, by the default table.

func mcpCode(e *errkit.Error, c *Call) string {
	row := mapping.Default().Row(e.Kind)
	if c.Method != "" && c.Method != "tools/call" {
		return strconv.Itoa(row.MCPOutside)
	}
	if code := mapping.Default().MCP(e.Kind, e.Stage); code != mapping.MCPResult {
		return strconv.Itoa(code)
	}
	return ToolError
}

func a2aCode(e *errkit.Error, _ *Call) string { return strconv.Itoa(mapping.Default().Row(e.Kind).A2A) }
func aaiCode(e *errkit.Error, _ *Call) string { return strconv.Itoa(mapping.Default().Row(e.Kind).AAI) }

func grpcCode(e *errkit.Error, _ *Call) string { return rpcCode(e).String() }

func connectCode(e *errkit.Error, _ *Call) string { return rpcCode(e).Connect() }

// rpcCode returns the code that is sent for a call of which nothing is stated but its effect.
func rpcCode(e *errkit.Error) mapping.RPCCode {
	sent := *e
	sent.Retry, _ = mapping.Default().Narrow(e, errkit.RepeatableUnstated)
	return mapping.Default().RPCOf(rpcdetails.WithCode(&sent))
}

func noCode(*errkit.Error, *Call) string { return "" }

// Which failures are faults of the caller.

func oneOf(codes ...string) func(string, *errkit.Error) bool {
	return func(code string, _ *errkit.Error) bool { return slices.Contains(codes, code) }
}

func notOneOf(codes ...string) func(string, *errkit.Error) bool {
	return func(code string, _ *errkit.Error) bool { return code != "" && !slices.Contains(codes, code) }
}

func below500(_ string, e *errkit.Error) bool { return mapping.Default().Status(e) < 500 }
func never(string, *errkit.Error) bool        { return false }
