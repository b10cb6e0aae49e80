package all_test

import (
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/mcp"
)

// What gateways and apps of AAI send, over MCP mostly.
var realAAI = []real{
	{
		name: "no code", dialect: aai.Dialect{}, evidence: "an error without a code",
		body: `{"jsonrpc":"2.0","id":1,"error":{"message":"No."}}`,
		want: `{"kind":"unknown","message":"No."}`,
	},
	{
		name: "validation errors that are texts", dialect: aai.Strings{},
		body: `{"status":"error","error":{"code":"INVALID_PARAMS","message":"Bad.","data":{"validationErrors":["a is bad"]}}}`,
		want: `{"kind":"invalid_input","message":"Bad.","fields":[{"path":"","message":"a is bad"}]}`,
	},
	{
		name: "data that is a text", dialect: aai.Strings{},
		body: `{"status":"error","error":{"code":"TIMEOUT","message":"Late.","data":"ORA-12154"}}`,
		want: `{"kind":"timeout","message":"Late.","details":{"data":"ORA-12154"}}`,
	},
	{
		name: "data lost", why: "the SDK copies data alone, and the gateway had it elsewhere", dialect: aai.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32003,"message":"Tool not found"}}`,
		want: `{"kind":"tool_not_found","message":"Tool not found"}`,
	},
	{
		name: "TCC", dialect: mcp.Dialect{}, guessed: true,
		body: `{"content":[{"type":"text","text":"Permission denied: Not authorized to send Apple events to Bells. (-1743)"}],"isError":true}`,
		want: `{"kind":"permission_denied","message":"Permission denied: Not authorized to send Apple events to Bells. (-1743)"}`,
	},
	{
		name: "TCC behind another message", dialect: mcp.Dialect{}, guessed: true,
		body: `{"content":[{"type":"text","text":"Automation failed: execution error: (-1743)"}],"isError":true}`,
		want: `{"kind":"permission_denied","message":"Automation failed: execution error: (-1743)"}`,
	},
	{
		name: "osascript", dialect: mcp.Dialect{}, guessed: true,
		body: `{"content":[{"type":"text","text":"Operation timed out: AppleEvent timed out. (-1712)"}],"isError":true}`,
		want: `{"kind":"timeout","message":"Operation timed out: AppleEvent timed out. (-1712)"}`,
	},
	{
		name: "D-Bus, no service", dialect: mcp.Dialect{}, guessed: true,
		body: `{"content":[{"type":"text","text":"Automation failed: org.freedesktop.DBus.Error.ServiceUnknown: The name was not provided by any .service files"}],"isError":true}`,
		want: `{"kind":"app_not_running","message":"Automation failed: org.freedesktop.DBus.Error.ServiceUnknown: The name was not provided by any .service files"}`,
	},
	{
		name: "D-Bus, no access", dialect: mcp.Dialect{}, guessed: true,
		body: `{"content":[{"type":"text","text":"Automation failed: org.freedesktop.DBus.Error.AccessDenied: Rejected"}],"isError":true}`,
		want: `{"kind":"permission_denied","message":"Automation failed: org.freedesktop.DBus.Error.AccessDenied: Rejected"}`,
	},
	{
		name: "D-Bus, default message", dialect: mcp.Dialect{}, guessed: true,
		body: `{"content":[{"type":"text","text":"Application not running: org.freedesktop.DBus.Error.NoReply"}],"isError":true}`,
		want: `{"kind":"app_not_running","message":"Application not running: org.freedesktop.DBus.Error.NoReply"}`,
	},
	{
		name: "COM, not installed", dialect: mcp.Dialect{}, guessed: true,
		body: `{"content":[{"type":"text","text":"Automation failed: HRESULT 0x80040154"}],"isError":true}`,
		want: `{"kind":"app_not_found","message":"Automation failed: HRESULT 0x80040154"}`,
	},
	{
		name: "COM, no access", dialect: mcp.Dialect{}, guessed: true,
		body: `{"content":[{"type":"text","text":"Automation failed: HRESULT: 0x80070005 (E_ACCESSDENIED)"}],"isError":true}`,
		want: `{"kind":"permission_denied","message":"Automation failed: HRESULT: 0x80070005 (E_ACCESSDENIED)"}`,
	},
	{
		name: "COM, any other", why: "E_FAIL says nothing", dialect: mcp.Dialect{},
		body: `{"content":[{"type":"text","text":"Automation failed: HRESULT 0x80004005"}],"isError":true}`,
		want: `{"kind":"execution_failed","message":"Automation failed: HRESULT 0x80004005"}`,
	},
	{
		name: "empty detail", dialect: mcp.Dialect{}, guessed: true,
		body: `{"content":[{"type":"text","text":"Application not running: "}],"isError":true}`,
		want: `{"kind":"app_not_running","message":"Application not running: "}`,
	},
	{
		name: "executor, 401", dialect: mcp.Dialect{}, guessed: true,
		body: `{"content":[{"type":"text","text":"Error: Authentication failed. Token may be expired."}],"isError":true}`,
		want: `{"kind":"auth_expired","message":"Error: Authentication failed. Token may be expired."}`,
	},
	{
		name: "executor, 403", dialect: mcp.Dialect{}, guessed: true,
		body: `{"content":[{"type":"text","text":"Error: Forbidden. Insufficient permissions."}],"isError":true}`,
		want: `{"kind":"permission_denied","message":"Error: Forbidden. Insufficient permissions."}`,
	},
	{
		name: "executor, 429", dialect: mcp.Dialect{}, guessed: true,
		body: `{"content":[{"type":"text","text":"Error: API request failed: 429 slow down"}],"isError":true}`,
		want: `{"kind":"rate_limited","message":"Error: API request failed: 429 slow down","upstream":429}`,
	},
	{
		name: "executor, 500", why: "the status says more than what the body happens to say", dialect: mcp.Dialect{}, guessed: true,
		body: `{"content":[{"type":"text","text":"Error: API request failed: 500 Rate limit not found"}],"isError":true}`,
		want: `{"kind":"upstream_failed","message":"Error: API request failed: 500 Rate limit not found","upstream":500}`,
	},
	{
		name: "executor, timeout", dialect: mcp.Dialect{}, guessed: true,
		body: `{"content":[{"type":"text","text":"Error: Request timeout after 30000ms"}],"isError":true}`,
		want: `{"kind":"timeout","message":"Error: Request timeout after 30000ms"}`,
	},
	{
		name: "executor, authorization", dialect: mcp.Dialect{}, guessed: true,
		body: `{"content":[{"type":"text","text":"Error: Authorization required. Please run: aai-gateway authorize bells"}],"isError":true}`,
		want: `{"kind":"auth_required","message":"Error: Authorization required. Please run: aai-gateway authorize bells"}`,
	},
	{
		name: "rate limiter", dialect: mcp.Dialect{}, guessed: true,
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Rate limit exceeded"}}`,
		want: `{"kind":"rate_limited","message":"Rate limit exceeded"}`,
	},
	{
		name: "guidance", dialect: mcp.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Authorization needed","data":{"app_id":"bells","auth_type":"apiKey","instructions":"Make a key","obtain_url":"https://example.com/keys"}}}`,
		want: `{"kind":"auth_required","message":"Authorization needed","needs":{"authorization":[{"url":"https://example.com/keys","message":"Make a key"}]},"details":{"app_id":"bells","auth_type":"apiKey"}}`,
	},
	{
		name: "validation, in Chinese", why: "no text has to be understood", dialect: mcp.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"参数校验失败","data":{"schema":{},"validationErrors":[{"path":"times","message":"必须是整数","expected":"integer","actual":"string"}]}}}`,
		want: `{"kind":"invalid_input","message":"参数校验失败","fields":[{"path":"/times","message":"必须是整数"}],"details":{"schema":{}}}`,
	},
	{
		name: "Chinese alone", why: "and none is", dialect: mcp.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"参数校验失败"}}`,
		want: `{"kind":"internal","message":"参数校验失败","stage":"before_call"}`,
	},
	{
		name: "missing variables", dialect: aai.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"缺少环境变量","data":{"code":"MISSING_ENV_VARS","missingVars":["TOKEN"],"envFile":".env","setupExample":["TOKEN=x"],"userAction":"Set it"}}}`,
		want: `{"kind":"auth_config_invalid","message":"缺少环境变量","details":{"code":"MISSING_ENV_VARS","missingVars":["TOKEN"],"envFile":".env","setupExample":["TOKEN=x"],"userAction":"Set it"}}`,
	},
	{
		name: "web tool, 404", dialect: mcp.Dialect{}, guessed: true,
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"HTTP 404 from https://example.com/v1/404: not found"}}`,
		want: `{"kind":"upstream_failed","message":"HTTP 404 from https://example.com/v1/404: not found","upstream":404}`,
	},
	{
		name: "web tool, 429", dialect: mcp.Dialect{}, guessed: true,
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"HTTP 429 from https://example.com/v1/404: not found"}}`,
		want: `{"kind":"rate_limited","message":"HTTP 429 from https://example.com/v1/404: not found","upstream":429}`,
	},
	{
		name: "web tool, 503", dialect: mcp.Dialect{}, guessed: true,
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"HTTP 503 from https://example.com/v1/404: not found"}}`,
		want: `{"kind":"unavailable","message":"HTTP 503 from https://example.com/v1/404: not found","upstream":503}`,
	},
	{
		name: "web tool, 504", dialect: mcp.Dialect{}, guessed: true,
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"HTTP 504 from https://example.com/v1/404: not found"}}`,
		want: `{"kind":"timeout","message":"HTTP 504 from https://example.com/v1/404: not found","upstream":504}`,
	},
	{
		name: "native app", dialect: mcp.Dialect{}, guessed: true,
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"bells/ring error [NOT_FOUND]: no such bell"}}`,
		want: `{"kind":"not_found","message":"bells/ring error [NOT_FOUND]: no such bell"}`,
	},
	{
		name: "failed result inside a success", dialect: mcp.Dialect{}, evidence: "a failed result inside a success",
		body: `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"content\":[],\"isError\":true}"}],"structuredContent":{"content":[{"type":"text","text":"MCP error -32601: no such method"}],"isError":true}}}`,
		want: `{"kind":"method_not_found","message":"no such method"}`,
	},
	{
		name: "executor failure inside a success", dialect: aai.Dialect{}, evidence: "a failure inside a success",
		body: `{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"success":false,"error":"The agent stopped","turns":3}}}`,
		want: `{"kind":"execution_failed","message":"The agent stopped","details":{"turns":3}}`,
	},
	{
		name: "validation inside a success", dialect: mcp.Dialect{}, guessed: true,
		body: `{"content":[],"structuredContent":{"success":false,"error":"times must be a number"}}`,
		want: `{"kind":"invalid_input","message":"times must be a number"}`,
	},
	{
		name: "success inside a success", dialect: mcp.Dialect{},
		body: `{"content":[],"structuredContent":{"success":true}}`,
		want: "",
	},
	{
		name: "downstream throws", dialect: mcp.Dialect{}, evidence: "the code -32601 is in the message",
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"MCP tool 'ring' failed for 'bells': McpError: MCP error -32601: no such method"}}`,
		want: `{"kind":"method_not_found","message":"MCP tool 'ring' failed for 'bells': McpError: MCP error -32601: no such method"}`,
	},
	{
		name: "downstream, connecting", dialect: mcp.Dialect{}, guessed: true,
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Failed to connect MCP app 'bells'"}}`,
		want: `{"kind":"network","message":"Failed to connect MCP app 'bells'"}`,
	},
	{
		name: "downstream, silent", dialect: mcp.Dialect{}, guessed: true,
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Downstream 'bells' timed out after 600000ms without any activity"}}`,
		want: `{"kind":"timeout","message":"Downstream 'bells' timed out after 600000ms without any activity"}`,
	},
	{
		name: "import", dialect: mcp.Dialect{}, guessed: true,
		body: `{"content":[{"type":"text","text":"Import failed\nError: descriptor is invalid\n\nDetails:\n{\"a\":1}"}],"isError":true}`,
		want: `{"kind":"invalid_input","message":"Import failed\nError: descriptor is invalid\n\nDetails:\n{\"a\":1}"}`,
	},
	{
		name: "the type contradicts the code", dialect: aai.Dialect{}, evidence: "conflict: data.detail describes timeout",
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"Automation failed","data":{"type":"EXECUTION_FAILED","detail":"The script timed out"}}}`,
		want: `{"kind":"execution_failed","message":"The script timed out"}`,
	},
	{
		name: "upstream 429", why: "API_REQUEST_FAILED is no more than upstream_failed, but a detail that names the status says what happened: 429 is rate_limited, whatever a list of examples calls it", dialect: aai.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32013,"message":"API request failed","data":{"type":"API_REQUEST_FAILED","detail":"Request to bells failed with status 429: slow down"}}}`,
		want: `{"kind":"rate_limited","message":"Request to bells failed with status 429: slow down","upstream":429}`,
	},
	{
		name: "upstream 503", dialect: aai.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32013,"message":"API request failed","data":{"type":"API_REQUEST_FAILED","detail":"failed with status 503"}}}`,
		want: `{"kind":"unavailable","message":"failed with status 503","upstream":503}`,
	},
	{
		name: "upstream 504", dialect: aai.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32013,"message":"API request failed","data":{"type":"API_REQUEST_FAILED","detail":"failed with status 504"}}}`,
		want: `{"kind":"timeout","message":"failed with status 504","upstream":504}`,
	},
	{
		name: "upstream 500", dialect: aai.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32013,"message":"API request failed","data":{"type":"API_REQUEST_FAILED","detail":"failed with status 500"}}}`,
		want: `{"kind":"upstream_failed","message":"failed with status 500","upstream":500}`,
	},
	{
		name: "upstream 404", dialect: aai.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32013,"message":"API request failed","data":{"type":"API_REQUEST_FAILED","detail":"failed with status 404"}}}`,
		want: `{"kind":"upstream_failed","message":"failed with status 404","upstream":404}`,
	},
	{
		name: "upstream of no status", dialect: aai.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32013,"message":"API request failed","data":{"type":"API_REQUEST_FAILED","detail":"no luck"}}}`,
		want: `{"kind":"upstream_failed","message":"no luck"}`,
	},
	{
		name: "message of its own and a detail", dialect: aai.Dialect{},
		body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"Bells is not here","data":{"type":"APP_NOT_FOUND","detail":"never installed"}}}`,
		want: `{"kind":"app_not_found","message":"Bells is not here: never installed"}`,
	},
	{
		name: "consent", dialect: aai.Strings{},
		body: `{"status":"error","error":{"code":"CONSENT_REQUIRED","message":"Consent needed","data":{"appId":"bells","tool":"ring","consentUrl":"aai://consent?app=bells"}}}`,
		want: `{"kind":"permission_denied","message":"Consent needed","needs":{"authorization":[{"url":"aai://consent?app=bells"}]},"retry":"after_action","details":{"appId":"bells","tool":"ring"}}`,
	},
	{
		name: "consent, older", dialect: aai.Strings{},
		body: `{"status":"error","error":{"code":"CONSENT_REQUIRED","message":"Consent needed","data":{"app_id":"bells","consent_url":"aai://consent?app=bells"}}}`,
		want: `{"kind":"permission_denied","message":"Consent needed","needs":{"authorization":[{"url":"aai://consent?app=bells"}]},"retry":"after_action","details":{"app_id":"bells"}}`,
	},
	{
		name: "reply of a native app", dialect: aai.Strings{},
		body: `{"version":"1.0","request_id":"r1","status":"error","error":{"code":"FILE_NOT_FOUND","message":"No such file"}}`,
		want: `{"kind":"not_found","message":"No such file"}`,
	},
	{
		name: "body of an app", dialect: aai.Strings{}, status: 400,
		body: `{"error":{"code":"INVALID_PARAMETER","message":"times"}}`,
		want: `{"kind":"invalid_input","message":"times"}`,
	},
	{
		name: "bare", dialect: aai.Strings{}, status: 401,
		body: `{"error":"unauthorized"}`,
		want: `{"kind":"unauthenticated","message":"unauthorized"}`,
	},
	{
		name: "bare without a status", dialect: aai.Strings{}, guessed: true,
		body: `{"error":"unauthorized"}`,
		want: `{"kind":"unauthenticated","message":"unauthorized"}`,
	},
	{
		name: "bare code", dialect: aai.Strings{},
		body: `{"error":"rate_limited"}`,
		want: `{"kind":"rate_limited","message":"rate_limited"}`,
	},
	{
		name: "code of nobody", dialect: aai.Strings{}, evidence: "CODE_NAME is not a code of AAI",
		body: `{"status":"error","error":{"code":"CODE_NAME","message":"Odd"}}`,
		want: `{"kind":"unknown","message":"Odd"}`,
	},
	{
		name: "code of nobody, with a status", dialect: aai.Strings{}, status: 409,
		body: `{"error":{"code":"CODE_NAME","message":"Odd"}}`,
		want: `{"kind":"conflict","message":"Odd"}`,
	},
	{
		name: "Retry-After", dialect: aai.Strings{}, status: 429, header: header{"Retry-After": "2"},
		body: `{"status":"error","error":{"code":"RATE_LIMITED","message":"Slow down"}}`,
		want: `{"kind":"rate_limited","message":"Slow down","retry_after_ms":2000}`,
	},
	{
		name: "success", dialect: aai.Strings{},
		body: `{"status":"success","result":{}}`,
		want: "",
	},
}
