package all_test

import (
	"github.com/toolerr/toolerr/dialect/mcp"
)

// What SDKs and servers of MCP send.
var realMCP = []real{
	{
		name: "structuredContent of somebody's own, with a kind", why: "a word of ours in another's document does not replace its text", dialect: mcp.Dialect{},
		body: `{"content":[{"type":"text","text":"The queue is full."}],"structuredContent":{"kind":"conflict","queue":"mail"},"isError":true}`,
		want: `{"kind":"execution_failed","message":"The queue is full."}`,
	},
	{
		name: "structuredContent of ours", dialect: mcp.Dialect{},
		body: `{"content":[{"type":"text","text":"The queue is full.\nTry later."}],"structuredContent":{"kind":"conflict","message":"The queue is full.","hint":"Try later."},"isError":true}`,
		want: `{"kind":"conflict","message":"The queue is full.","hint":"Try later."}`,
	},
	{
		name: "TypeScript, unknown tool", dialect: mcp.Dialect{}, guessed: true, evidence: "the code -32602 is in the text",
		body: `{"content":[{"type":"text","text":"MCP error -32602: Tool ring not found"}],"isError":true}`,
		want: `{"kind":"tool_not_found","message":"Tool ring not found","stage":"execution"}`,
	},
	{
		name: "TypeScript, bad arguments", why: "what the input names is not what happened", dialect: mcp.Dialect{},
		body: `{"content":[{"type":"text","text":"MCP error -32602: Input validation error: Invalid arguments for tool ring: [{\"path\":[\"timeout\"],\"message\":\"Required\"}]"}],"isError":true}`,
		want: `{"kind":"invalid_input","message":"Input validation error: Invalid arguments for tool ring: [{\"path\":[\"timeout\"],\"message\":\"Required\"}]"}`,
	},
	{
		name: "Python, a tool's own words", why: "the SDK's words before them name a tool that was found", dialect: mcp.Dialect{}, guessed: true,
		body: `{"content":[{"type":"text","text":"Error executing tool get_user: User 42 not found"}],"isError":true}`,
		want: `{"kind":"not_found","message":"Error executing tool get_user: User 42 not found"}`,
	},
	{
		name: "Python, bad arguments", why: "the line below names an input", dialect: mcp.Dialect{}, guessed: true,
		body: `{"content":[{"type":"text","text":"1 validation error for call[fetch]\ntimeout\n  Input should be a valid integer"}],"isError":true}`,
		want: `{"kind":"invalid_input","message":"1 validation error for call[fetch]\ntimeout\n  Input should be a valid integer"}`,
	},
	{
		name: "no code", dialect: mcp.Dialect{}, evidence: "an error without a code",
		body: `{"jsonrpc":"2.0","id":1,"error":{"message":"No."}}`,
		want: `{"kind":"internal","message":"No."}`,
	},
	{
		name: "no code, but one in the message", dialect: mcp.Dialect{}, evidence: "error.code -32002",
		body: `{"jsonrpc":"2.0","id":1,"error":{"message":"MCP error -32002: No."}}`,
		want: `{"kind":"not_found","message":"No."}`,
	},
	{
		name: "a code of many digits", dialect: mcp.Dialect{}, evidence: "/error/code: not an integer of 64 bits",
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":99999999999999999999,"message":"No."}}`,
		want: `{"kind":"unknown","message":"No."}`,
	},
	{
		name: "a code with a fraction", dialect: mcp.Dialect{}, evidence: "the string code -32602.5",
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602.5,"message":"No."}}`,
		want: `{"kind":"unknown","message":"No."}`,
	},
	{
		name: "data that is a text", dialect: mcp.Dialect{}, evidence: "/error/data: string, read as the detail data",
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error","data":"ORA-12154"}}`,
		want: `{"kind":"internal","message":"Internal error","stage":"before_call","details":{"data":"ORA-12154"}}`,
	},
	{
		name: "no elicitations", why: "an empty list is as good as none", dialect: mcp.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"No.","data":{"elicitations":[],"validationErrors":[],"missingVars":[]}}}`,
		want: `{"kind":"internal","message":"No.","stage":"before_call","details":{"missingVars":[]}}`,
	},
	{
		name: "data that is a list", dialect: mcp.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error","data":["a",1]}}`,
		want: `{"kind":"internal","message":"Internal error","stage":"before_call","details":{"data":["a",1]}}`,
	},
	{
		name: "TypeScript, later", dialect: mcp.Dialect{}, guessed: true,
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Tool ring not found"}}`,
		want: `{"kind":"tool_not_found","message":"Tool ring not found"}`,
	},
	{
		name: "Go, unknown tool", dialect: mcp.Dialect{}, guessed: true,
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"unknown tool \"ring\""}}`,
		want: `{"kind":"tool_not_found","message":"unknown tool \"ring\""}`,
	},
	{
		name: "Go, missing argument", why: "the prefix alone tells it", dialect: mcp.Dialect{}, guessed: true,
		body: `{"content":[{"type":"text","text":"validating \"arguments\": validating root: required: missing properties: [\"timeout\"]"}],"isError":true}`,
		want: `{"kind":"invalid_input","message":"validating \"arguments\": validating root: required: missing properties: [\"timeout\"]"}`,
	},
	{
		name: "Go, params of the wrong type", dialect: mcp.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"handling 'tools/call': invalid params: unmarshaling"}}`,
		want: `{"kind":"invalid_input","message":"handling 'tools/call': invalid params: unmarshaling"}`,
	},
	{
		name: "Go, output breaks its schema", dialect: mcp.Dialect{}, guessed: true,
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":0,"message":"validating tool output: validating root: required: missing properties: [\"a\"]"}}`,
		want: `{"kind":"output_invalid","message":"validating tool output: validating root: required: missing properties: [\"a\"]"}`,
	},
	{
		name: "Go, deadline in a result", dialect: mcp.Dialect{}, guessed: true,
		body: `{"content":[{"type":"text","text":"context deadline exceeded"}],"isError":true}`,
		want: `{"kind":"timeout","message":"context deadline exceeded"}`,
	},
	{
		name: "Go, deadline without a code", dialect: mcp.Dialect{}, guessed: true,
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":0,"message":"context deadline exceeded"}}`,
		want: `{"kind":"timeout","message":"context deadline exceeded"}`,
	},
	{
		name: "Go, plain error", dialect: mcp.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":0,"message":"backend down"}}`,
		want: `{"kind":"internal","message":"backend down"}`,
	},
	{
		name: "mcp-go, unknown tool", dialect: mcp.Dialect{}, guessed: true,
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"tool 'ring' not found: tool not found"}}`,
		want: `{"kind":"tool_not_found","message":"tool 'ring' not found: tool not found"}`,
	},
	{
		name: "mcp-go, bad arguments", dialect: mcp.Dialect{}, guessed: true,
		body: `{"content":[{"type":"text","text":"input schema validation failed: /name: &{Got:number Want:[string]}"}],"isError":true}`,
		want: `{"kind":"invalid_input","message":"input schema validation failed: /name: &{Got:number Want:[string]}"}`,
	},
	{
		name: "mcp-go, canceled or timed out", dialect: mcp.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32800,"message":"request cancelled"}}`,
		want: `{"kind":"canceled","message":"request cancelled"}`,
	},
	{
		name: "mcp-go, context canceled", dialect: mcp.Dialect{}, guessed: true,
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"context canceled"}}`,
		want: `{"kind":"canceled","message":"context canceled"}`,
	},
	{
		name: "a handler throws", dialect: mcp.Dialect{},
		body: `{"content":[{"type":"text","text":"The bell jammed"}],"isError":true}`,
		want: `{"kind":"execution_failed","message":"The bell jammed"}`,
	},
	{
		name: "local timeout", dialect: mcp.Dialect{}, guessed: true, evidence: "code -32001 has no meaning in MCP",
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"MCP error -32001: Request timed out"}}`,
		want: `{"kind":"timeout","message":"Request timed out"}`,
	},
	{
		name: "connection closed", dialect: mcp.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"Connection closed"}}`,
		want: `{"kind":"unknown","message":"Connection closed"}`,
	},
	{
		name: "client closing", why: "tool_not_found in AAI, nothing here", dialect: mcp.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32003,"message":"client is closing"}}`,
		want: `{"kind":"unknown","message":"client is closing"}`,
	},
	{
		name: "server closing", dialect: mcp.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32004,"message":"server is closing"}}`,
		want: `{"kind":"unknown","message":"server is closing"}`,
	},
	{
		name: "rejected", dialect: mcp.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"rejected"}}`,
		want: `{"kind":"unknown","message":"rejected"}`,
	},
	{
		name: "session not found", why: "the status of the HTTP layer", dialect: mcp.Dialect{}, status: 404,
		body: `{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}`,
		want: `{"kind":"not_found","message":"Session not found"}`,
	},
	{
		name: "bad request of the HTTP layer", why: "400 says little; the words say more", dialect: mcp.Dialect{}, status: 400, guessed: true,
		body: `{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Bad Request: Mcp-Session-Id header is required"}}`,
		want: `{"kind":"invalid_input","message":"Bad Request: Mcp-Session-Id header is required"}`,
	},
	{
		name: "forbidden", dialect: mcp.Dialect{}, status: 403,
		body: `{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Forbidden: Origin"}}`,
		want: `{"kind":"permission_denied","message":"Forbidden: Origin"}`,
	},
	{
		name: "conflict", dialect: mcp.Dialect{}, status: 409,
		body: `{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Only one stream"}}`,
		want: `{"kind":"conflict","message":"Only one stream"}`,
	},
	{
		name: "code is a number in a string", dialect: mcp.Dialect{},
		body: `{"jsonrpc":"2.0","id":"a","error":{"code":"-32601","message":"No such method"}}`,
		want: `{"kind":"method_not_found","message":"No such method"}`,
	},
	{
		name: "code is a name", dialect: mcp.Dialect{},
		body: `{"jsonrpc":"2.0","id":"a","error":{"code":"RATE_LIMITED","message":"Slow down"}}`,
		want: `{"kind":"rate_limited","message":"Slow down"}`,
	},
	{
		name: "code is a float", dialect: mcp.Dialect{},
		body: `{"jsonrpc":"2.0","id":1.0,"error":{"code":-32700.0,"message":"Parse error"}}`,
		want: `{"kind":"malformed","message":"Parse error"}`,
	},
	{
		name: "code has an exponent", dialect: mcp.Dialect{},
		body: `{"jsonrpc":"2.0","error":{"code":-3.27e4,"message":"Parse error"}}`,
		want: `{"kind":"malformed","message":"Parse error"}`,
	},
	{
		name: "code of nobody", dialect: mcp.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":404,"message":"gone"}}`,
		want: `{"kind":"unknown","message":"gone"}`,
	},
	{
		name: "code beyond all ranges", dialect: mcp.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-99999999999,"message":"odd"}}`,
		want: `{"kind":"unknown","message":"odd"}`,
	},
	{
		name: "three hops", why: "each hop adds a prefix, the innermost code is the real one", dialect: mcp.Dialect{},
		body: `{"content":[{"type":"text","text":"MCP error -32603: MCP error -32001: MCP error -32601: no such method"}],"isError":true}`,
		want: `{"kind":"method_not_found","message":"no such method"}`,
	},
	{
		name: "three hops, protocol", dialect: mcp.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"MCP error -32603: MCP error -32601: no such method"}}`,
		want: `{"kind":"method_not_found","message":"no such method"}`,
	},
	{
		name: "resource not found", dialect: mcp.Dialect{Revision: "2025-11-25"},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"Resource not found","data":{"uri":"bell:1"}}}`,
		want: `{"kind":"not_found","message":"Resource not found","details":{"uri":"bell:1"}}`,
	},
	{
		name: "resource not found, 2026-07-28", dialect: mcp.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"No such resource","data":{"uri":"bell:1"}}}`,
		want: `{"kind":"not_found","message":"No such resource","details":{"uri":"bell:1"}}`,
	},
	{
		name: "resource not found, some SDKs", dialect: mcp.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"No such resource","data":{"uri":"bell:1"}}}`,
		want: `{"kind":"not_found","message":"No such resource","details":{"uri":"bell:1"}}`,
	},
	{
		name: "resource not found, Python", dialect: mcp.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":0,"message":"No such resource","data":{"uri":"bell:1"}}}`,
		want: `{"kind":"not_found","message":"No such resource","details":{"uri":"bell:1"}}`,
	},
	{
		name: "version, up to 2025-11-25", why: "the shape of the data beats the number", dialect: mcp.Dialect{Revision: "2025-11-25"},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unsupported protocol version","data":{"supported":["2025-11-25"],"requested":"1.0"}}}`,
		want: `{"kind":"unsupported_version","message":"Unsupported protocol version","details":{"supported":["2025-11-25"],"requested":"1.0"}}`,
	},
	{
		name: "version, 2026-07-28", dialect: mcp.Dialect{}, status: 400,
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["2026-07-28"],"requested":"1.0"}}}`,
		want: `{"kind":"unsupported_version","message":"Unsupported protocol version","details":{"supported":["2026-07-28"],"requested":"1.0"}}`,
	},
	{
		name: "capability", dialect: mcp.Dialect{}, status: 400,
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"Missing capability","data":{"requiredCapabilities":{"sampling":{}}}}}`,
		want: `{"kind":"unsupported","message":"Missing capability","details":{"requiredCapabilities":{"sampling":{}}}}`,
	},
	{
		name: "header mismatch", dialect: mcp.Dialect{}, status: 400,
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"Header mismatch"}}`,
		want: `{"kind":"invalid_request","message":"Header mismatch"}`,
	},
	{
		name: "URL elicitation", dialect: mcp.Dialect{Revision: "2025-11-25"},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32042,"message":"Authorize","data":{"elicitations":[{"mode":"url","elicitationId":"e1","url":"https://example.com/a","message":"Sign in"}]}}}`,
		want: `{"kind":"auth_required","message":"Authorize","needs":{"authorization":[{"id":"e1","url":"https://example.com/a","message":"Sign in"}]}}`,
	},
	{
		name: "input required by URL", dialect: mcp.Dialect{},
		body: `{"resultType":"input_required","inputRequests":{"auth":{"method":"elicitation/create","params":{"mode":"url","url":"https://example.com/a","message":"Sign in"}}},"requestState":"s"}`,
		want: `{"kind":"auth_required","message":"Sign in","needs":{"authorization":[{"id":"auth","url":"https://example.com/a","message":"Sign in"}]}}`,
	},
	{
		name: "input required by form", dialect: mcp.Dialect{},
		body: `{"resultType":"input_required","inputRequests":{"more":{"method":"elicitation/create","params":{"message":"How often?","requestedSchema":{"type":"object","properties":{"times":{"type":"integer"}}}}}}}`,
		want: `{"kind":"input_required","needs":{"input":{"fields":["times"],"reason":"How often?"}}}`,
	},
	{
		name: "input required by sampling", dialect: mcp.Dialect{},
		body: `{"resultType":"input_required","inputRequests":{"ask":{"method":"sampling/createMessage","params":{"messages":[]}}}}`,
		want: `{"kind":"input_required","needs":{"input":{"fields":["ask"]}}}`,
	},
	{
		name: "state alone", dialect: mcp.Dialect{},
		body: `{"resultType":"input_required","requestState":"s"}`,
		want: `{"kind":"unavailable"}`,
	},
	{
		name: "task failed", dialect: mcp.Dialect{Revision: "2025-11-25"}, guessed: true, evidence: "a failed task inside a success",
		body: `{"jsonrpc":"2.0","id":1,"result":{"taskId":"t1","status":"failed","statusMessage":"Rate limit reached"}}`,
		want: `{"kind":"rate_limited","message":"Rate limit reached"}`,
	},
	{
		name: "task failed, nested", dialect: mcp.Dialect{Revision: "2025-11-25"},
		body: `{"jsonrpc":"2.0","id":1,"result":{"task":{"taskId":"t1","status":"failed"}}}`,
		want: `{"kind":"execution_failed"}`,
	},
	{
		name: "task cancelled", dialect: mcp.Dialect{Revision: "2025-11-25"},
		body: `{"jsonrpc":"2.0","id":1,"result":{"taskId":"t1","status":"cancelled"}}`,
		want: `{"kind":"canceled"}`,
	},
	{
		name: "task at work", dialect: mcp.Dialect{Revision: "2025-11-25"},
		body: `{"jsonrpc":"2.0","id":1,"result":{"taskId":"t1","status":"working"}}`,
		want: "",
	},
	{
		name: "task rejected", dialect: mcp.Dialect{Revision: "2025-11-25"}, guessed: true,
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Cannot cancel task: already in terminal status"}}`,
		want: `{"kind":"conflict","message":"Cannot cancel task: already in terminal status"}`,
	},
	{
		name: "notification", dialect: mcp.Dialect{},
		body: `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"The user left"}}`,
		want: `{"kind":"canceled","message":"The user left"}`,
	},
	{
		name: "success", dialect: mcp.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"ding"}],"isError":false}}`,
		want: "",
	},
	{
		name: "success about errors", why: "a success is not searched for words", dialect: mcp.Dialect{},
		body: `{"content":[{"type":"text","text":"Error: API request failed: 500"}]}`,
		want: "",
	},
	{
		name: "no text", dialect: mcp.Dialect{},
		body: `{"content":[],"isError":true}`,
		want: `{"kind":"execution_failed"}`,
	},
	{
		name: "several blocks", dialect: mcp.Dialect{},
		body: `{"content":[{"type":"image","data":"AA==","mimeType":"image/png"},{"type":"text","text":"The bell"},{"type":"text","text":"jammed"}],"isError":true}`,
		want: `{"kind":"execution_failed","message":"The bell\njammed"}`,
	},
	{
		name: "Arcade", dialect: mcp.Dialect{},
		body: `{"content":[{"type":"text","text":"No bell"}],"isError":true,"_meta":{"arcade":{"errorKind":"TOOL_RUNTIME_RETRY","canRetry":true,"additionalPromptContent":"Call list_bells","retryAfterMs":500,"statusCode":502}}}`,
		want: `{"kind":"execution_failed","message":"No bell","hint":"Call list_bells","retry":"allowed","retry_after_ms":500,"upstream":502}`,
	},
	{
		name: "Arcade says never", dialect: mcp.Dialect{},
		body: `{"content":[{"type":"text","text":"No bell"}],"isError":true,"_meta":{"arcade":{"errorKind":"UPSTREAM_RUNTIME_RATE_LIMIT","canRetry":false}}}`,
		want: `{"kind":"rate_limited","message":"No bell","retry":"never"}`,
	},
	{
		name: "the code of a server of its own", dialect: mcp.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-31999,"message":"app specific","data":{"kind":"quota","retryAfterMs":1500}}}`,
		want: `{"kind":"unknown","message":"app specific","details":{"kind":"quota","retryAfterMs":1500}}`,
	},
}
