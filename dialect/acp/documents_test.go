package acp_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/acp"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/lab/golden"
)

// What agents and editors send.
var documents = []golden.Document{
	{
		Name: "a tool call that failed", Why: "the example of the protocol", Dialect: acp.Dialect{},
		Body: `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"c1","status":"failed",
 "content":[{"type":"content","content":{"type":"text","text":"There is no bell."}}],"rawOutput":{"kind":"not_found","code":"no_such_bell","message":"There is no bell."}}}}`,
		Want:     `{"kind":"not_found","code":"no_such_bell","message":"There is no bell."}`,
		Evidence: "carried at /params/update/rawOutput",
	},
	{
		Name: "an update without its notification", Dialect: acp.Dialect{},
		Body: `{"sessionUpdate":"tool_call_update","toolCallId":"c1","status":"failed","content":[{"type":"content","content":{"type":"text","text":"The bell is stuck."}},{"type":"diff","path":"/a","newText":"x"}]}`,
		Want: `{"kind":"execution_failed","message":"The bell is stuck."}`,
	},
	{
		Name: "only the output of the tool", Dialect: acp.Dialect{},
		Body: `{"sessionUpdate":"tool_call_update","toolCallId":"c1","status":"failed","rawOutput":{"error":"The bell is stuck."}}`,
		Want: `{"kind":"execution_failed","message":"The bell is stuck."}`,
	},
	{
		Name: "a text as the output", Dialect: acp.Dialect{},
		Body: `{"sessionUpdate":"tool_call_update","toolCallId":"c1","status":"failed","rawOutput":"The bell is stuck."}`,
		Want: `{"kind":"execution_failed","message":"The bell is stuck."}`,
	},
	{
		Name: "an output that is another error", Why: "what people read wins", Dialect: acp.Dialect{},
		Body:     `{"sessionUpdate":"tool_call_update","toolCallId":"c1","status":"failed","content":[{"type":"content","content":{"type":"text","text":"The bell is stuck."}}],"rawOutput":{"kind":"not_found","message":"There is no bell."}}`,
		Want:     `{"kind":"execution_failed","message":"The bell is stuck."}`,
		Evidence: "is not the error of the other members",
	},
	{
		Name: "a call that was canceled", Why: "version 2", Dialect: acp.Dialect{Version: 2},
		Body: `{"sessionUpdate":"tool_call_update","toolCallId":"c1","status":"cancelled"}`,
		Want: `{"kind":"canceled"}`,
	},
	{
		Name: "a call that goes on", Dialect: acp.Dialect{},
		Body: `{"sessionUpdate":"tool_call_update","toolCallId":"c1","status":"in_progress"}`,
	},
	{
		Name: "another update", Dialect: acp.Dialect{},
		Body: `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"It failed."}}}}`,
	},
	{
		Name: "authentication", Why: "-32000 has no meaning in other protocols", Dialect: acp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"Authentication required"}}`,
		Want: `{"kind":"auth_required","message":"Authentication required"}`,
	},
	{
		Name: "a resource", Dialect: acp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"Resource not found","data":{"uri":"file:///a"}}}`,
		Want: `{"kind":"not_found","message":"Resource not found","details":{"uri":"file:///a"}}`,
	},
	{
		Name: "a canceled request", Dialect: acp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32800,"message":"Request cancelled"}}`,
		Want: `{"kind":"canceled","message":"Request cancelled"}`,
	},
	{
		Name: "a version", Why: "the numbers of version 2", Dialect: acp.Dialect{Version: 2},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"No.","data":{"requested":3,"supported":[1,2]}}}`,
		Want: `{"kind":"unsupported_version","message":"No.","details":{"requested":3,"supported":[1,2]}}`,
	},
	{
		Name: "an internal error of the Rust SDK", Why: "data is a text", Dialect: acp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error","data":"thread panicked"}}`,
		Want: `{"kind":"internal","message":"Internal error","details":{"data":"thread panicked"}}`,
	},
	{
		Name: "arguments", Dialect: acp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params"}}`,
		Want: `{"kind":"invalid_input","message":"Invalid params"}`,
	},
	{
		Name: "arguments that the Python SDK refuses", Why: "the members say what to mend", Dialect: acp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params","data":{"errors":[{"type":"missing","loc":["mcpServers"],"msg":"Field required"}]}}}`,
		Want: `{"kind":"invalid_input","message":"Invalid params","fields":[{"path":"/mcpServers","message":"Field required","rule":"missing"}],"details":{"errors":[{"type":"missing","loc":["mcpServers"],"msg":"Field required"}]}}`,
	},
	{
		Name: "arguments that the TypeScript SDK refuses", Dialect: acp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params","data":{"_errors":[],"cwd":{"_errors":["expected string"]}}}}`,
		Want: `{"kind":"invalid_input","message":"Invalid params","fields":[{"path":"/cwd","message":"expected string"}],"details":{"_errors":[],"cwd":{"_errors":["expected string"]}}}`,
	},
	{
		Name: "a code that nobody defines", Dialect: acp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-31999,"message":"No."}}`,
		Want: `{"kind":"unknown","message":"No."}`,
	},
	{
		Name: "the end of a turn", Dialect: acp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"result":{"stopReason":"cancelled"}}`,
	},
}

func TestDocuments(t *testing.T) { golden.Documents(t, documents) }

// Updates are detected. Nothing of a response is only of ACP.
func TestDetected(t *testing.T) {
	codec := dialect.Codec{Dialects: all.Dialects()}
	for _, d := range documents[:8] {
		found, _, err := codec.Detect(dialect.Document{Status: d.Status, Body: []byte(d.Body)})
		require.NoError(t, err, d.Name)
		require.Equal(t, "acp", found.Name(), d.Name)
	}
}

func FuzzDecode(f *testing.F) { golden.Fuzz(f, acp.Dialect{}, documents) }
