package mcp_test

import (
	"testing"

	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/lab/golden"
)

// What SDKs and servers of MCP send.
var documents = []golden.Document{
	{
		Name: "structuredContent of somebody's own, with a kind",
		Why:  "a word of ours in another's document does not replace its text", Dialect: mcp.Dialect{},
		Body: `{"content":[{"type":"text","text":"The queue is full."}],"structuredContent":{"kind":"conflict","queue":"mail"},"isError":true}`,
		Want: `{"kind":"execution_failed","message":"The queue is full.","details":{"structuredContent":{"kind":"conflict","queue":"mail"}}}`,
	},
	{
		Name: "structuredContent of ours", Dialect: mcp.Dialect{},
		Body: `{"content":[{"type":"text","text":"The queue is full.\nTry later."}],"structuredContent":{"kind":"conflict","message":"The queue is full.","hint":"Try later."},"isError":true}`,
		Want: `{"kind":"conflict","message":"The queue is full.","hint":"Try later."}`,
	},
	{
		Name: "only blank texts", Why: "a model reads that the tool failed", Dialect: mcp.Dialect{},
		Body: `{"content":[{"type":"text","text":" \n"},{"type":"text","text":""}],"isError":true}`,
		Want: `{"kind":"execution_failed"}`,
	},
	{
		Name: "a blank message", Why: "a result that is rendered from it must not be blank", Dialect: mcp.Dialect{},
		Body: "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,\"message\":\"\\u2028\"}}",
		Want: `{"kind":"invalid_input"}`,
	},
	{
		Name: "TypeScript, unknown tool", Dialect: mcp.Dialect{}, Guessed: true,
		Evidence: "the code -32602 is in the text",
		Body:     `{"content":[{"type":"text","text":"MCP error -32602: Tool ring not found"}],"isError":true}`,
		Want:     `{"kind":"tool_not_found","message":"Tool ring not found","stage":"execution"}`,
	},
	{
		Name: "a code in the middle of a text", Why: "a tool that ran quotes the error of another call", Dialect: mcp.Dialect{}, Guessed: true,
		Evidence: "low confidence: invalid_input is the kind of a code in the middle of a text, after isError",
		Body:     `{"content":[{"type":"text","text":"The order was placed, no mail was sent: McpError: MCP error -32602: to: Required"}],"isError":true}`,
		Want:     `{"kind":"invalid_input","message":"The order was placed, no mail was sent: McpError: MCP error -32602: to: Required"}`,
	},
	{
		Name: "a code in the middle, and words behind it", Why: "neither is certain", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"MCP error -32603: The order was placed: MCP error -32602: Tool ring not found"}],"isError":true}`,
		Want: `{"kind":"tool_not_found","message":"The order was placed: MCP error -32602: Tool ring not found","stage":"execution"}`,
	},
	{
		Name: "TypeScript, bad arguments", Why: "what the input names is not what happened", Dialect: mcp.Dialect{},
		Body: `{"content":[{"type":"text","text":"MCP error -32602: Input validation error: Invalid arguments for tool ring: [{\"path\":[\"timeout\"],\"message\":\"Required\"}]"}],"isError":true}`,
		Want: `{"kind":"invalid_input","message":"Input validation error: Invalid arguments for tool ring: [{\"path\":[\"timeout\"],\"message\":\"Required\"}]","fields":[{"path":"/timeout","message":"Required"}]}`,
	},
	{
		Name: "TypeScript, bad arguments of a newer SDK", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Input validation error: Invalid arguments for tool ring: Too small: expected number to be >=1 at bells.0.times"}}`,
		Want: `{"kind":"invalid_input","message":"Input validation error: Invalid arguments for tool ring: Too small: expected number to be >=1 at bells.0.times","fields":[{"path":"/bells/0/times","message":"Too small: expected number to be >=1"}]}`,
	},
	{
		Name: "pydantic, bad arguments", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"Error executing tool ring: 1 validation error for ringArguments\ntimes\n  Field required [type=missing, input_value={'bell': 'front'}, input_type=dict]\n    For further information visit https://errors.pydantic.dev/2.12/v/missing"}],"isError":true}`,
		Want: `{"kind":"invalid_input","message":"Error executing tool ring: 1 validation error for ringArguments\ntimes\n  Field required [type=missing, input_value={'bell': 'front'}, input_type=dict]\n    For further information visit https://errors.pydantic.dev/2.12/v/missing","fields":[{"path":"/times","message":"Field required","rule":"missing"}]}`,
	},
	{
		Name: "C#, a missing argument", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"The arguments dictionary is missing a value for the required parameter 'bell'. (Parameter 'arguments')"}],"isError":true}`,
		Want: `{"kind":"invalid_input","message":"The arguments dictionary is missing a value for the required parameter 'bell'. (Parameter 'arguments')","fields":[{"path":"/bell","message":"is required","rule":"required"}]}`,
	},
	{
		Name: "Java, bad arguments", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"Input validation error: $.times: string found, integer expected"}],"isError":true}`,
		Want: `{"kind":"invalid_input","message":"Input validation error: $.times: string found, integer expected","fields":[{"path":"/times","message":"must be of type integer","rule":"type","param":"integer"}]}`,
	},
	{
		Name: "the Chrome DevTools Protocol", Why: "JSON-RPC without its version", Dialect: mcp.Dialect{},
		Guessed: true,
		Body:    `{"id":7,"error":{"code":-32000,"message":"Could not find node with given id"}}`,
		Want:    `{"kind":"not_found","message":"Could not find node with given id"}`,
	},
	{
		Name: "a body after a text", Why: "SDKs write the status and the body of a response", Dialect: mcp.Dialect{},
		Guessed: true,
		Body:    `{"content":[{"type":"text","text":"Error listing bells: 403 {\"success\":false,\"errors\":[{\"code\":10000,\"message\":\"Authentication error\"}]}"}],"isError":true}`,
		Want:    `{"kind":"unauthenticated","message":"Error listing bells: 403 {\"success\":false,\"errors\":[{\"code\":10000,\"message\":\"Authentication error\"}]}"}`,
	},
	{
		Name: "an input after a text", Why: "it is not an error", Dialect: mcp.Dialect{},
		Body: `{"content":[{"type":"text","text":"The bell jammed: {\"status\":\"NOT_FOUND\",\"times\":3}"}],"isError":true}`,
		Want: `{"kind":"execution_failed","message":"The bell jammed: {\"status\":\"NOT_FOUND\",\"times\":3}"}`,
	},
	{
		Name: "a code before a colon", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"Failed to query: INVALID_FIELD: No such column 'Pitch'"}],"isError":true}`,
		Want: `{"kind":"invalid_input","message":"Failed to query: INVALID_FIELD: No such column 'Pitch'"}`,
	},
	{
		Name: "a code in a JSON text", Why: "of the vocabulary of HTTP APIs", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"{\"error\":\"bell 7\",\"error_code\":\"BELL_VALIDATION_ERROR\"}"}],"isError":true}`,
		Want: `{"kind":"invalid_input","message":"{\"error\":\"bell 7\",\"error_code\":\"BELL_VALIDATION_ERROR\"}"}`,
	},
	{
		Name: "a status in structured content", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"bell 7"}],"structuredContent":{"error":{"status":404,"message":"bell 7"}},"isError":true}`,
		Want: `{"kind":"not_found","message":"bell 7","details":{"structuredContent":{"error":{"status":404,"message":"bell 7"}}}}`,
	},
	{
		Name: "Python, a tool's own words", Why: "the SDK's words before them name a tool that was found",
		Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"Error executing tool get_user: User 42 not found"}],"isError":true}`,
		Want: `{"kind":"not_found","message":"Error executing tool get_user: User 42 not found"}`,
	},
	{
		Name: "Python, bad arguments", Why: "the line below names an input", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"1 validation error for call[fetch]\ntimeout\n  Input should be a valid integer"}],"isError":true}`,
		Want: `{"kind":"invalid_input","message":"1 validation error for call[fetch]\ntimeout\n  Input should be a valid integer"}`,
	},
	{
		Name: "no code", Dialect: mcp.Dialect{}, Evidence: "an error without a code",
		Body: `{"jsonrpc":"2.0","id":1,"error":{"message":"No."}}`,
		Want: `{"kind":"internal","message":"No."}`,
	},
	{
		Name: "no code, but one in the message", Dialect: mcp.Dialect{}, Evidence: "error.code -32002",
		Body: `{"jsonrpc":"2.0","id":1,"error":{"message":"MCP error -32002: No."}}`,
		Want: `{"kind":"not_found","message":"No."}`,
	},
	{
		Name: "a code of many digits", Dialect: mcp.Dialect{}, Evidence: "/error/code: not an integer of 64 bits",
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":99999999999999999999,"message":"No."}}`,
		Want: `{"kind":"unknown","code":"99999999999999999999","message":"No."}`,
	},
	{
		Name: "a code with a fraction", Dialect: mcp.Dialect{}, Evidence: "the string code -32602.5",
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602.5,"message":"No."}}`,
		Want: `{"kind":"unknown","code":"-32602.5","message":"No."}`,
	},
	{
		Name: "data that is a text", Dialect: mcp.Dialect{}, Evidence: "/error/data: string, read as the detail data",
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error","data":"ORA-12154"}}`,
		Want: `{"kind":"internal","message":"Internal error","stage":"before_call","details":{"data":"ORA-12154"}}`,
	},
	{
		Name: "no elicitations", Why: "an empty list is as good as none", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"No.","data":{"elicitations":[],"validationErrors":[],"missingVars":[]}}}`,
		Want: `{"kind":"internal","message":"No.","stage":"before_call","details":{"missingVars":[]}}`,
	},
	{
		Name: "data that is a list", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error","data":["a",1]}}`,
		Want: `{"kind":"internal","message":"Internal error","stage":"before_call","details":{"data":["a",1]}}`,
	},
	{
		Name: "TypeScript, later", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Tool ring not found"}}`,
		Want: `{"kind":"tool_not_found","message":"Tool ring not found"}`,
	},
	{
		Name: "Go, unknown tool", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"unknown tool \"ring\""}}`,
		Want: `{"kind":"tool_not_found","message":"unknown tool \"ring\""}`,
	},
	{
		Name: "Go, missing argument", Why: "the prefix alone tells it", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"validating \"arguments\": validating root: required: missing properties: [\"timeout\"]"}],"isError":true}`,
		Want: `{"kind":"invalid_input","message":"validating \"arguments\": validating root: required: missing properties: [\"timeout\"]","fields":[{"path":"/timeout","message":"is required","rule":"required"}]}`,
	},
	{
		Name: "Go, params of the wrong type", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"handling 'tools/call': invalid params: unmarshaling"}}`,
		Want: `{"kind":"invalid_input","message":"handling 'tools/call': invalid params: unmarshaling"}`,
	},
	{
		Name: "pydantic, errors() as data", Why: "without them a model cannot repair its call", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params","data":[{"type":"missing","loc":["bells",0,"pitch"],"msg":"Field required"}]}}`,
		Want: `{"kind":"invalid_input","message":"Invalid params","fields":[{"path":"/bells/0/pitch","message":"Field required","rule":"missing"}],"details":{"data":[{"type":"missing","loc":["bells",0,"pitch"],"msg":"Field required"}]}}`,
	},
	{
		Name: "zod, issues as data", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params","data":[{"code":"too_big","path":["pitch"],"message":"Too big"}]}}`,
		Want: `{"kind":"invalid_input","message":"Invalid params","fields":[{"path":"/pitch","message":"Too big","rule":"too_big"}],"details":{"data":[{"code":"too_big","path":["pitch"],"message":"Too big"}]}}`,
	},
	{
		Name: "data that is a list of the server's files", Why: "a path is not always of the input", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"boom","data":[{"path":"/srv/bells.yml","message":"is broken"}]}}`,
		Want: `{"kind":"internal","message":"boom","stage":"before_call","details":{"data":[{"path":"/srv/bells.yml","message":"is broken"}]}}`,
	},
	{
		Name: "data that is a list of something else", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params","data":[{"path":"/srv/bells"},"front"]}}`,
		Want: `{"kind":"invalid_input","message":"Invalid params","details":{"data":[{"path":"/srv/bells"},"front"]}}`,
	},
	{
		Name: "Go, output breaks its schema", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":0,"message":"validating tool output: validating root: required: missing properties: [\"a\"]"}}`,
		Want: `{"kind":"output_invalid","message":"validating tool output: validating root: required: missing properties: [\"a\"]"}`,
	},
	{
		Name: "Go, deadline in a result", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"context deadline exceeded"}],"isError":true}`,
		Want: `{"kind":"timeout","message":"context deadline exceeded"}`,
	},
	{
		Name: "Go, deadline without a code", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":0,"message":"context deadline exceeded"}}`,
		Want: `{"kind":"timeout","message":"context deadline exceeded"}`,
	},
	{
		Name: "Go, plain error", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":0,"message":"backend down"}}`,
		Want: `{"kind":"internal","message":"backend down"}`,
	},
	{
		Name: "mcp-go, unknown tool", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"tool 'ring' not found: tool not found"}}`,
		Want: `{"kind":"tool_not_found","message":"tool 'ring' not found: tool not found"}`,
	},
	{
		Name: "mcp-go, bad arguments", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"input schema validation failed: /name: &{Got:number Want:[string]}"}],"isError":true}`,
		Want: `{"kind":"invalid_input","message":"input schema validation failed: /name: &{Got:number Want:[string]}","fields":[{"path":"/name","message":"must be string","param":"string"}]}`,
	},
	{
		Name: "a proposed code", Dialect: mcp.Dialect{}, Why: "SEP-3304",
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32023,"message":"Slow down.","data":{"retryAfter":2}}}`,
		Want: `{"kind":"rate_limited","message":"Slow down.","retry_after_ms":2000,"effect":"none","details":{"retryAfter":2}}`,
	},
	{
		Name: "a proposed code with its data", Dialect: mcp.Dialect{}, Why: "SEP-3304", Status: 429,
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32023,"message":"Slow down.","data":{"retryAfterMs":1500,"limit":10,"remaining":0}}}`,
		Want: `{"kind":"rate_limited","message":"Slow down.","retry_after_ms":1500,"effect":"none","details":{"limit":10,"remaining":0}}`,
	},
	{
		Name: "error registry, too large", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32025,"message":"Big.","data":{"part":"params","limitBytes":1024}}}`,
		Want: `{"kind":"too_large","message":"Big.","details":{"part":"params","limitBytes":1024}}`,
	},
	{
		Name: "error registry, stale state", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32026,"message":"Old.","data":{"kind":"cursor","reason":"expired","restart":true}}}`,
		Want: `{"kind":"failed_precondition","message":"Old.","hint":"Start over.","details":{"kind":"cursor","reason":"expired","restart":true}}`,
	},
	{
		Name: "error registry, unsupported feature", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32027,"message":"No.","data":{"kind":"method","feature":"sampling"}}}`,
		Want: `{"kind":"unsupported","message":"No.","details":{"kind":"method","feature":"sampling"}}`,
	},
	{
		Name: "error registry, unknown tool", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"No.","data":{"reason":"unknown_tool","name":"x"}}}`,
		Want: `{"kind":"tool_not_found","message":"No.","details":{"reason":"unknown_tool","name":"x"}}`,
	},
	{
		Name: "error registry, unknown prompt", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"No.","data":{"reason":"unknown_prompt","name":"x"}}}`,
		Want: `{"kind":"not_found","message":"No.","details":{"reason":"unknown_prompt","name":"x"}}`,
	},
	{
		Name: "a server that did not process the request", Dialect: mcp.Dialect{}, Why: "error registry", Status: 503,
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32024,"message":"Busy.","data":{"reason":"overloaded","notProcessed":true}}}`,
		Want: `{"kind":"unavailable","message":"Busy.","effect":"none","details":{"reason":"overloaded","notProcessed":true}}`,
	},
	{
		Name: "a deadline of the server", Dialect: mcp.Dialect{}, Why: "error registry: the outcome is unknown", Status: 503,
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32024,"message":"Late.","data":{"reason":"deadline_exceeded","retryAfterMs":2000}}}`,
		Want: `{"kind":"timeout","message":"Late.","retry_after_ms":2000,"effect":"unknown","details":{"reason":"deadline_exceeded","retryAfterMs":2000}}`,
	},
	{
		Name: "a server that needs its user", Dialect: mcp.Dialect{}, Why: "error registry", Status: 503,
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32024,"message":"Closed.","data":{"reason":"maintenance","requiresUserAction":true}}}`,
		Want: `{"kind":"unavailable","message":"Closed.","retry":"after_action","details":{"reason":"maintenance","requiresUserAction":true}}`,
	},
	{
		Name: "ToolFailure, reliability", Dialect: mcp.Dialect{}, Why: "SEP-3313; the time is over",
		Body:     `{"content":[{"type":"text","text":"The bell is busy."}],"isError":true,"_meta":{"io.modelcontextprotocol/toolFailure":{"class":"reliability","code":"retryable_transient_error","retryable":true,"retryNotBefore":1,"correlationId":"7f3a9c"}}}`,
		Want:     `{"kind":"unavailable","message":"The bell is busy.","ref":"7f3a9c"}`,
		Evidence: "toolFailure code retryable_transient_error",
	},
	{
		Name: "ToolFailure, governance", Dialect: mcp.Dialect{}, Why: "SEP-3313",
		Body: `{"content":[{"type":"text","text":"No."}],"isError":true,"_meta":{"io.modelcontextprotocol/toolFailure":{"class":"governance","code":"auth_required","retryable":true,"correlationId":"7f3a9c","agentGuidance":"Ask the user to reconnect."}}}`,
		Want: `{"kind":"auth_required","message":"No.","hint":"Ask the user to reconnect.","ref":"7f3a9c"}`,
	},
	{
		Name: "ToolFailure, a code of the server's own", Dialect: mcp.Dialect{}, Why: "the class counts",
		Body: `{"content":[{"type":"text","text":"No."}],"isError":true,"_meta":{"io.modelcontextprotocol/toolFailure":{"class":"reliability","code":"bell_frozen","correlationId":"7f3a9c"}}}`,
		Want: `{"kind":"unavailable","code":"bell_frozen","message":"No.","retry":"never","ref":"7f3a9c"}`,
	},
	{
		Name: "ToolFailure, with the text of another kind", Dialect: mcp.Dialect{}, Why: "a code decides before a text",
		Body: `{"content":[{"type":"text","text":"Something went wrong on our side. (reference 9)"}],"isError":true,"_meta":{"io.modelcontextprotocol/toolFailure":{"class":"governance","code":"unauthenticated","correlationId":"7f3a9c"}}}`,
		Want: `{"kind":"unauthenticated","message":"Something went wrong on our side. (reference 9)","ref":"7f3a9c"}`,
	},
	{
		Name: "ToolFailure, a class that is new", Dialect: mcp.Dialect{}, Why: "the call failed",
		Body: `{"content":[{"type":"text","text":"No."}],"isError":true,"_meta":{"io.modelcontextprotocol/toolFailure":{"class":"lunar","code":"moon","correlationId":"7f3a9c"}}}`,
		Want: `{"kind":"execution_failed","code":"moon","message":"No.","retry":"never","ref":"7f3a9c"}`,
	},
	{
		Name: "a code of gateways", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32029,"message":"Slow down.","data":{"retryAfterSeconds":0.5}}}`,
		Want: `{"kind":"rate_limited","message":"Slow down.","retry_after_ms":500,"details":{"retryAfterSeconds":0.5}}`,
	},
	{
		Name: "an HTTP status as a code", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":429,"message":"Slow down.","data":{"retry_after_ms":7}}}`,
		Want: `{"kind":"rate_limited","message":"Slow down.","retry_after_ms":7,"details":{"retry_after_ms":7}}`,
	},
	{
		Name: "mcp-go, canceled or timed out", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32800,"message":"request cancelled"}}`,
		Want: `{"kind":"canceled","message":"request cancelled"}`,
	},
	{
		Name: "mcp-go, context canceled", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"context canceled"}}`,
		Want: `{"kind":"internal","message":"context canceled","stage":"before_call"}`,
	},
	{
		Name: "a handler throws", Dialect: mcp.Dialect{},
		Body: `{"content":[{"type":"text","text":"The bell jammed"}],"isError":true}`,
		Want: `{"kind":"execution_failed","message":"The bell jammed"}`,
	},
	{
		Name: "local timeout", Dialect: mcp.Dialect{}, Guessed: true, Evidence: "code -32001 has no meaning in MCP",
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"MCP error -32001: Request timed out"}}`,
		Want: `{"kind":"timeout","message":"Request timed out"}`,
	},
	{
		Name: "connection closed", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"Connection closed"}}`,
		Want: `{"kind":"network","message":"Connection closed"}`,
	},
	{
		Name: "client closing", Why: "tool_not_found in AAI, nothing here", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32003,"message":"client is closing"}}`,
		Want: `{"kind":"unknown","message":"client is closing"}`,
	},
	{
		Name: "server closing", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32004,"message":"server is closing"}}`,
		Want: `{"kind":"unknown","message":"server is closing"}`,
	},
	{
		Name: "rejected", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"rejected"}}`,
		Want: `{"kind":"unknown","message":"rejected"}`,
	},
	{
		Name: "session not found", Why: "the status of the HTTP layer", Dialect: mcp.Dialect{}, Status: 404,
		Body: `{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}`,
		Want: `{"kind":"not_found","message":"Session not found"}`,
	},
	{
		Name: "bad request of the HTTP layer", Why: "a text does not refine a status", Dialect: mcp.Dialect{},
		Status: 400,
		Body:   `{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Bad Request: Mcp-Session-Id header is required"}}`,
		Want:   `{"kind":"invalid_request","message":"Bad Request: Mcp-Session-Id header is required"}`,
	},
	{
		Name: "forbidden", Dialect: mcp.Dialect{}, Status: 403,
		Body: `{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Forbidden: Origin"}}`,
		Want: `{"kind":"permission_denied","message":"Forbidden: Origin"}`,
	},
	{
		Name: "conflict", Dialect: mcp.Dialect{}, Status: 409,
		Body: `{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Only one stream"}}`,
		Want: `{"kind":"conflict","message":"Only one stream"}`,
	},
	{
		Name: "code is a number in a string", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":"a","error":{"code":"-32601","message":"No such method"}}`,
		Want: `{"kind":"method_not_found","message":"No such method"}`,
	},
	{
		Name: "code is a name", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":"a","error":{"code":"RATE_LIMITED","message":"Slow down"}}`,
		Want: `{"kind":"rate_limited","message":"Slow down"}`,
	},
	{
		Name: "code is a float", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1.0,"error":{"code":-32700.0,"message":"Parse error"}}`,
		Want: `{"kind":"malformed","message":"Parse error"}`,
	},
	{
		Name: "code has an exponent", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","error":{"code":-3.27e4,"message":"Parse error"}}`,
		Want: `{"kind":"malformed","message":"Parse error"}`,
	},
	{
		Name: "code of nobody", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":404,"message":"gone"}}`,
		Want: `{"kind":"unknown","message":"gone"}`,
	},
	{
		Name: "code beyond all ranges", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-99999999999,"message":"odd"}}`,
		Want: `{"kind":"unknown","message":"odd"}`,
	},
	{
		Name: "three hops", Why: "each hop adds a prefix, the innermost code is the real one", Dialect: mcp.Dialect{},
		Body: `{"content":[{"type":"text","text":"MCP error -32603: MCP error -32001: MCP error -32601: no such method"}],"isError":true}`,
		Want: `{"kind":"method_not_found","message":"no such method"}`,
	},
	{
		Name: "three hops, protocol", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"MCP error -32603: MCP error -32601: no such method"}}`,
		Want: `{"kind":"method_not_found","message":"no such method"}`,
	},
	{
		Name: "invalid params, the TypeScript SDK", Why: "it compares the request with the schema of the method before the handler runs", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"[{\"expected\":\"string\",\"code\":\"invalid_type\",\"path\":[\"params\",\"name\"],\"message\":\"Expected string\"}]"}}`,
		Want: `{"kind":"invalid_input","message":"[{\"expected\":\"string\",\"code\":\"invalid_type\",\"path\":[\"params\",\"name\"],\"message\":\"Expected string\"}]","fields":[{"path":"/params/name","message":"Expected string","rule":"invalid_type"}],"effect":"none"}`,
	},
	{
		Name: "invalid members of another value, the TypeScript SDK", Why: "a tool may have compared what a service responded", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"[{\"expected\":\"string\",\"code\":\"invalid_type\",\"path\":[\"name\"],\"message\":\"Expected string\"}]"}}`,
		Want: `{"kind":"internal","message":"[{\"expected\":\"string\",\"code\":\"invalid_type\",\"path\":[\"name\"],\"message\":\"Expected string\"}]","stage":"before_call"}`,
	},
	{
		Name: "invalid params, behind a gateway that gave up", Why: "the call may have been made", Dialect: mcp.Dialect{}, Status: 504,
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"[{\"expected\":\"string\",\"code\":\"invalid_type\",\"path\":[\"params\",\"name\"],\"message\":\"Expected string\"}]"}}`,
		Want: `{"kind":"timeout","message":"[{\"expected\":\"string\",\"code\":\"invalid_type\",\"path\":[\"params\",\"name\"],\"message\":\"Expected string\"}]"}`,
	},
	{
		Name: "invalid params, of a hop", Why: "the tool called it, and may have done more", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"MCP error -32603: [{\"expected\":\"string\",\"code\":\"invalid_type\",\"path\":[\"params\",\"name\"],\"message\":\"Expected string\"}]"}}`,
		Want: `{"kind":"internal","message":"[{\"expected\":\"string\",\"code\":\"invalid_type\",\"path\":[\"params\",\"name\"],\"message\":\"Expected string\"}]","stage":"before_call"}`,
	},
	{
		Name: "a hop that rejects the call", Why: "its code leaves nothing open, and the tool did nothing", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32023,"message":"MCP error -32602: not found","data":{"retryAfterMs":1}}}`,
		Want: `{"kind":"rate_limited","message":"not found","retry_after_ms":1,"effect":"none"}`,
	},
	{
		Name: "resource not found", Dialect: mcp.Dialect{Revision: "2025-11-25"},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"Resource not found","data":{"uri":"bell:1"}}}`,
		Want: `{"kind":"not_found","message":"Resource not found","details":{"uri":"bell:1"}}`,
	},
	{
		Name: "resource not found, 2026-07-28", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"No such resource","data":{"uri":"bell:1"}}}`,
		Want: `{"kind":"not_found","message":"No such resource","details":{"uri":"bell:1"}}`,
	},
	{
		Name: "resource not found, some SDKs", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"No such resource","data":{"uri":"bell:1"}}}`,
		Want: `{"kind":"internal","message":"No such resource","stage":"before_call","details":{"uri":"bell:1"}}`,
	},
	{
		Name: "resource not found, Python", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":0,"message":"No such resource","data":{"uri":"bell:1"}}}`,
		Want: `{"kind":"not_found","message":"No such resource","details":{"uri":"bell:1"}}`,
	},
	{
		Name: "version, up to 2025-11-25", Why: "the shape of the data beats the number",
		Dialect: mcp.Dialect{Revision: "2025-11-25"},
		Body:    `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unsupported protocol version","data":{"supported":["2025-11-25"],"requested":"1.0"}}}`,
		Want:    `{"kind":"unsupported_version","message":"Unsupported protocol version","details":{"supported":["2025-11-25"],"requested":"1.0"}}`,
	},
	{
		Name: "version, 2026-07-28", Dialect: mcp.Dialect{}, Status: 400,
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["2026-07-28"],"requested":"1.0"}}}`,
		Want: `{"kind":"unsupported_version","message":"Unsupported protocol version","details":{"supported":["2026-07-28"],"requested":"1.0"}}`,
	},
	{
		Name: "capability", Dialect: mcp.Dialect{}, Status: 400,
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"Missing capability","data":{"requiredCapabilities":{"sampling":{}}}}}`,
		Want: `{"kind":"unsupported","message":"Missing capability","details":{"requiredCapabilities":{"sampling":{}}}}`,
	},
	{
		Name: "header mismatch", Dialect: mcp.Dialect{}, Status: 400,
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"Header mismatch"}}`,
		Want: `{"kind":"invalid_request","message":"Header mismatch"}`,
	},
	{
		Name: "URL elicitation", Dialect: mcp.Dialect{Revision: "2025-11-25"},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32042,"message":"Authorize","data":{"elicitations":[{"mode":"url","elicitationId":"e1","url":"https://example.com/a","message":"Sign in"}]}}}`,
		Want: `{"kind":"auth_required","message":"Authorize","needs":{"authorization":[{"id":"e1","url":"https://example.com/a","message":"Sign in"}]}}`,
	},
	{
		Name: "input required by URL", Dialect: mcp.Dialect{},
		Body: `{"resultType":"input_required","inputRequests":{"auth":{"method":"elicitation/create","params":{"mode":"url","url":"https://example.com/a","message":"Sign in"}}},"requestState":"s"}`,
		Want: `{"kind":"auth_required","message":"Sign in","needs":{"authorization":[{"id":"auth","url":"https://example.com/a","message":"Sign in"}]}}`,
	},
	{
		Name: "input required by form", Dialect: mcp.Dialect{},
		Body: `{"resultType":"input_required","inputRequests":{"more":{"method":"elicitation/create","params":{"message":"How often?","requestedSchema":{"type":"object","properties":{"times":{"type":"integer"}}}}}}}`,
		Want: `{"kind":"input_required","needs":{"input":{"fields":["times"],"reason":"How often?"}}}`,
	},
	{
		Name: "input required by sampling", Dialect: mcp.Dialect{},
		Body: `{"resultType":"input_required","inputRequests":{"ask":{"method":"sampling/createMessage","params":{"messages":[]}}}}`,
		Want: `{"kind":"input_required","needs":{"input":{"fields":["ask"]}}}`,
	},
	{
		Name: "state alone", Dialect: mcp.Dialect{},
		Body: `{"resultType":"input_required","requestState":"s"}`,
		Want: `{"kind":"unavailable"}`,
	},
	{
		Name: "task failed", Dialect: mcp.Dialect{Revision: "2025-11-25"}, Guessed: true,
		Evidence: "a failed task inside a success",
		Body:     `{"jsonrpc":"2.0","id":1,"result":{"taskId":"t1","status":"failed","statusMessage":"Rate limit reached"}}`,
		Want:     `{"kind":"rate_limited","message":"Rate limit reached"}`,
	},
	{
		Name: "task failed, nested", Dialect: mcp.Dialect{Revision: "2025-11-25"},
		Body: `{"jsonrpc":"2.0","id":1,"result":{"task":{"taskId":"t1","status":"failed"}}}`,
		Want: `{"kind":"execution_failed"}`,
	},
	{
		Name: "task cancelled", Dialect: mcp.Dialect{Revision: "2025-11-25"},
		Body: `{"jsonrpc":"2.0","id":1,"result":{"taskId":"t1","status":"cancelled"}}`,
		Want: `{"kind":"canceled"}`,
	},
	{
		Name: "A2A, a failed task", Why: "a success of JSON-RPC", Dialect: mcp.Dialect{},
		Evidence: "a failed task inside a success",
		Body:     `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_FAILED","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"The bell"},{"text":"jammed."}]}}}}}`,
		Want:     `{"kind":"execution_failed","message":"The bell\njammed."}`,
	},
	{
		Name: "A2A 0.3, a failed task", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"jsonrpc":"2.0","id":1,"result":{"kind":"task","id":"t1","contextId":"c1","status":{"state":"failed","message":{"kind":"message","parts":[{"kind":"text","text":"Request timed out"}]}}}}`,
		Want: `{"kind":"timeout","message":"Request timed out"}`,
	},
	{
		Name: "A2A, input required", Dialect: mcp.Dialect{},
		Body: `{"result":{"task":{"id":"t1","status":{"state":"TASK_STATE_INPUT_REQUIRED","message":{"parts":[{"text":"Which bell?"}]}}}}}`,
		Want: `{"kind":"input_required","message":"Which bell?"}`,
	},
	{
		Name: "A2A, at work", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t1","status":{"state":"TASK_STATE_WORKING"}}}}`,
	},
	{
		Name: "task at work", Dialect: mcp.Dialect{Revision: "2025-11-25"},
		Body: `{"jsonrpc":"2.0","id":1,"result":{"taskId":"t1","status":"working"}}`,
		Want: "",
	},
	{
		Name: "task rejected", Dialect: mcp.Dialect{Revision: "2025-11-25"},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Cannot cancel task: already in terminal status"}}`,
		Want: `{"kind":"invalid_input","message":"Cannot cancel task: already in terminal status"}`,
	},
	{
		Name: "notification", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"The user left"}}`,
		Want: `{"kind":"canceled","message":"The user left"}`,
	},
	{
		Name: "success", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"ding"}],"isError":false}}`,
		Want: "",
	},
	{
		Name: "success about errors", Why: "a success is not searched for words", Dialect: mcp.Dialect{},
		Body: `{"content":[{"type":"text","text":"Error: API request failed: 500"}]}`,
		Want: "",
	},
	{
		Name: "no text", Dialect: mcp.Dialect{},
		Body: `{"content":[],"isError":true}`,
		Want: `{"kind":"execution_failed"}`,
	},
	{
		Name: "several blocks", Dialect: mcp.Dialect{},
		Body: `{"content":[{"type":"image","data":"AA==","mimeType":"image/png"},{"type":"text","text":"The bell"},{"type":"text","text":"jammed"}],"isError":true}`,
		Want: `{"kind":"execution_failed","message":"The bell\njammed","details":{"content":[{"type":"image","data":"AA==","mimeType":"image/png"}]}}`,
	},
	{
		Name: "Arcade", Dialect: mcp.Dialect{},
		Body: `{"content":[{"type":"text","text":"No bell"}],"isError":true,"_meta":{"arcade":{"errorKind":"TOOL_RUNTIME_RETRY","canRetry":true,"additionalPromptContent":"Call list_bells","retryAfterMs":500,"statusCode":502}}}`,
		Want: `{"kind":"execution_failed","message":"No bell","hint":"Call list_bells","retry":"allowed","retry_after_ms":500,"upstream":502}`,
	},
	{
		Name: "Arcade says never", Dialect: mcp.Dialect{},
		Body: `{"content":[{"type":"text","text":"No bell"}],"isError":true,"_meta":{"arcade":{"errorKind":"UPSTREAM_RUNTIME_RATE_LIMIT","canRetry":false}}}`,
		Want: `{"kind":"rate_limited","message":"No bell","retry":"never"}`,
	},
	{
		Name: "the code of a server of its own", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-31999,"message":"app specific","data":{"kind":"quota","retryAfterMs":1500}}}`,
		Want: `{"kind":"unknown","message":"app specific","retry_after_ms":1500,"details":{"kind":"quota","retryAfterMs":1500}}`,
	},
}

func TestDocuments(t *testing.T) { golden.Documents(t, documents) }

func FuzzDecode(f *testing.F) { golden.Fuzz(f, mcp.Dialect{}, documents) }
