package aai_test

import (
	"testing"

	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/lab/golden"
)

// What gateways and apps of AAI send, over MCP mostly.
var documents = []golden.Document{
	{
		Name: "a code of another API", Why: "which agrees with the HTTP status", Dialect: aai.Strings{}, Status: 400,
		Body: `{"error":{"code":"VALIDATION_ERROR","description":"The place is missing.","field":"place"}}`,
		Want: `{"kind":"invalid_input","code":"VALIDATION_ERROR","status":400,"fields":[{"path":"/place","message":"The place is missing."}]}`,
	},
	{
		Name: "no code", Dialect: aai.Dialect{}, Evidence: "an error without a code",
		Body: `{"jsonrpc":"2.0","id":1,"error":{"message":"No."}}`,
		Want: `{"kind":"unknown","message":"No."}`,
	},
	{
		Name: "validation errors that are texts", Dialect: aai.Strings{},
		Body: `{"status":"error","error":{"code":"INVALID_PARAMS","message":"Bad.","data":{"validationErrors":["a is bad"]}}}`,
		Want: `{"kind":"invalid_input","message":"Bad.","fields":[{"path":"","message":"a is bad"}]}`,
	},
	{
		Name: "data that is a text", Dialect: aai.Strings{},
		Body: `{"status":"error","error":{"code":"TIMEOUT","message":"Late.","data":"ORA-12154"}}`,
		Want: `{"kind":"timeout","message":"Late.","details":{"data":"ORA-12154"}}`,
	},
	{
		Name: "data lost", Why: "the SDK copies data alone, and the gateway had it elsewhere", Dialect: aai.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32003,"message":"Tool not found"}}`,
		Want: `{"kind":"tool_not_found","message":"Tool not found"}`,
	},
	{
		Name: "TCC", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"Permission denied: Not authorized to send Apple events to Bells. (-1743)"}],"isError":true}`,
		Want: `{"kind":"permission_denied","message":"Permission denied: Not authorized to send Apple events to Bells. (-1743)"}`,
	},
	{
		Name: "TCC behind another message", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"Automation failed: execution error: (-1743)"}],"isError":true}`,
		Want: `{"kind":"permission_denied","message":"Automation failed: execution error: (-1743)"}`,
	},
	{
		Name: "osascript", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"Operation timed out: AppleEvent timed out. (-1712)"}],"isError":true}`,
		Want: `{"kind":"timeout","message":"Operation timed out: AppleEvent timed out. (-1712)"}`,
	},
	{
		Name: "D-Bus, no service", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"Automation failed: org.freedesktop.DBus.Error.ServiceUnknown: The name was not provided by any .service files"}],"isError":true}`,
		Want: `{"kind":"app_not_running","message":"Automation failed: org.freedesktop.DBus.Error.ServiceUnknown: The name was not provided by any .service files"}`,
	},
	{
		Name: "D-Bus, no access", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"Automation failed: org.freedesktop.DBus.Error.AccessDenied: Rejected"}],"isError":true}`,
		Want: `{"kind":"permission_denied","message":"Automation failed: org.freedesktop.DBus.Error.AccessDenied: Rejected"}`,
	},
	{
		Name: "D-Bus, default message", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"Application not running: org.freedesktop.DBus.Error.NoReply"}],"isError":true}`,
		Want: `{"kind":"app_not_running","message":"Application not running: org.freedesktop.DBus.Error.NoReply"}`,
	},
	{
		Name: "COM, not installed", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"Automation failed: HRESULT 0x80040154"}],"isError":true}`,
		Want: `{"kind":"app_not_found","message":"Automation failed: HRESULT 0x80040154"}`,
	},
	{
		Name: "COM, no access", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"Automation failed: HRESULT: 0x80070005 (E_ACCESSDENIED)"}],"isError":true}`,
		Want: `{"kind":"permission_denied","message":"Automation failed: HRESULT: 0x80070005 (E_ACCESSDENIED)"}`,
	},
	{
		Name: "COM, any other", Why: "E_FAIL says nothing", Dialect: mcp.Dialect{},
		Body: `{"content":[{"type":"text","text":"Automation failed: HRESULT 0x80004005"}],"isError":true}`,
		Want: `{"kind":"execution_failed","message":"Automation failed: HRESULT 0x80004005"}`,
	},
	{
		Name: "empty detail", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"Application not running: "}],"isError":true}`,
		Want: `{"kind":"app_not_running","message":"Application not running: "}`,
	},
	{
		Name: "executor, 401", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"Error: Authentication failed. Token may be expired."}],"isError":true}`,
		Want: `{"kind":"unauthenticated","message":"Error: Authentication failed. Token may be expired."}`,
	},
	{
		Name: "executor, 403", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"Error: Forbidden. Insufficient permissions."}],"isError":true}`,
		Want: `{"kind":"permission_denied","message":"Error: Forbidden. Insufficient permissions."}`,
	},
	{
		Name: "executor, 429", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"Error: API request failed: 429 slow down"}],"isError":true}`,
		Want: `{"kind":"rate_limited","message":"Error: API request failed: 429 slow down"}`,
	},
	{
		Name: "executor, 500", Why: "the status says more than what the body happens to say", Dialect: mcp.Dialect{},
		Guessed: true,
		Body:    `{"content":[{"type":"text","text":"Error: API request failed: 500 Rate limit not found"}],"isError":true}`,
		Want:    `{"kind":"upstream_failed","message":"Error: API request failed: 500 Rate limit not found"}`,
	},
	{
		Name: "executor, timeout", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"Error: Request timeout after 30000ms"}],"isError":true}`,
		Want: `{"kind":"timeout","message":"Error: Request timeout after 30000ms"}`,
	},
	{
		Name: "executor, authorization", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"Error: Authorization required. Please run: aai-gateway authorize bells"}],"isError":true}`,
		Want: `{"kind":"auth_required","message":"Error: Authorization required. Please run: aai-gateway authorize bells"}`,
	},
	{
		Name: "rate limiter", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Rate limit exceeded"}}`,
		Want: `{"kind":"internal","message":"Rate limit exceeded","stage":"before_call"}`,
	},
	{
		Name: "guidance", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Authorization needed","data":{"app_id":"bells","auth_type":"apiKey","instructions":"Make a key","obtain_url":"https://example.com/keys"}}}`,
		Want: `{"kind":"auth_required","message":"Authorization needed","needs":{"authorization":[{"url":"https://example.com/keys","message":"Make a key"}]},"details":{"app_id":"bells","auth_type":"apiKey"}}`,
	},
	{
		Name: "validation, in Chinese", Why: "no text has to be understood", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"参数校验失败","data":{"schema":{},"validationErrors":[{"path":"times","message":"必须是整数","expected":"integer","actual":"string"}]}}}`,
		Want: `{"kind":"invalid_input","message":"参数校验失败","fields":[{"path":"/times","message":"必须是整数"}],"details":{"schema":{}}}`,
	},
	{
		Name: "Chinese alone", Why: "and none is", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"参数校验失败"}}`,
		Want: `{"kind":"internal","message":"参数校验失败","stage":"before_call"}`,
	},
	{
		Name: "missing variables", Dialect: aai.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"缺少环境变量","data":{"code":"MISSING_ENV_VARS","missingVars":["TOKEN"],"envFile":".env","setupExample":["TOKEN=x"],"userAction":"Set it"}}}`,
		Want: `{"kind":"auth_config_invalid","message":"缺少环境变量","details":{"code":"MISSING_ENV_VARS","missingVars":["TOKEN"],"envFile":".env","setupExample":["TOKEN=x"],"userAction":"Set it"}}`,
	},
	{
		Name: "web tool, 404", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"HTTP 404 from https://example.com/v1/404: not found"}}`,
		Want: `{"kind":"upstream_failed","message":"HTTP 404 from https://example.com/v1/404: not found"}`,
	},
	{
		Name: "web tool, 429", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"HTTP 429 from https://example.com/v1/404: not found"}}`,
		Want: `{"kind":"upstream_failed","message":"HTTP 429 from https://example.com/v1/404: not found"}`,
	},
	{
		Name: "web tool, 503", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"HTTP 503 from https://example.com/v1/404: not found"}}`,
		Want: `{"kind":"unavailable","message":"HTTP 503 from https://example.com/v1/404: not found"}`,
	},
	{
		Name: "web tool, 504", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"HTTP 504 from https://example.com/v1/404: not found"}}`,
		Want: `{"kind":"timeout","message":"HTTP 504 from https://example.com/v1/404: not found"}`,
	},
	{
		Name: "native app", Dialect: mcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"bells/ring error [NOT_FOUND]: no such bell"}}`,
		Want: `{"kind":"internal","message":"bells/ring error [NOT_FOUND]: no such bell","stage":"before_call"}`,
	},
	{
		Name: "failed result inside a success", Dialect: mcp.Dialect{}, Evidence: "a failed result inside a success",
		Body: `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"content\":[],\"isError\":true}"}],"structuredContent":{"content":[{"type":"text","text":"MCP error -32601: no such method"}],"isError":true}}}`,
		Want: `{"kind":"method_not_found","message":"no such method"}`,
	},
	{
		Name: "executor failure inside a success", Dialect: aai.Dialect{}, Evidence: "a failure inside a success",
		Body: `{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"success":false,"error":"The agent stopped","turns":3}}}`,
		Want: `{"kind":"execution_failed","message":"The agent stopped","details":{"turns":3}}`,
	},
	{
		Name: "validation inside a success", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"content":[],"structuredContent":{"success":false,"error":"times must be a number"}}`,
		Want: `{"kind":"invalid_input","message":"times must be a number"}`,
	},
	{
		Name: "success inside a success", Dialect: mcp.Dialect{},
		Body: `{"content":[],"structuredContent":{"success":true}}`,
		Want: "",
	},
	{
		Name: "downstream throws", Dialect: mcp.Dialect{}, Evidence: "the code -32601 is in the message",
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"MCP tool 'ring' failed for 'bells': McpError: MCP error -32601: no such method"}}`,
		Want: `{"kind":"method_not_found","message":"MCP tool 'ring' failed for 'bells': McpError: MCP error -32601: no such method"}`,
	},
	{
		Name: "downstream, connecting", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Failed to connect MCP app 'bells'"}}`,
		Want: `{"kind":"network","message":"Failed to connect MCP app 'bells'"}`,
	},
	{
		Name: "downstream, silent", Dialect: mcp.Dialect{}, Guessed: true,
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Downstream 'bells' timed out after 600000ms without any activity"}}`,
		Want: `{"kind":"timeout","message":"Downstream 'bells' timed out after 600000ms without any activity"}`,
	},
	{
		Name: "import", Dialect: mcp.Dialect{},
		Body: `{"content":[{"type":"text","text":"Import failed\nError: descriptor is invalid\n\nDetails:\n{\"a\":1}"}],"isError":true}`,
		Want: `{"kind":"execution_failed","message":"Import failed\nError: descriptor is invalid\n\nDetails:\n{\"a\":1}"}`,
	},
	{
		Name: "the type contradicts the code", Dialect: aai.Dialect{},
		Evidence: "conflict: data.detail describes timeout",
		Body:     `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"Automation failed","data":{"type":"EXECUTION_FAILED","detail":"The script timed out"}}}`,
		Want:     `{"kind":"execution_failed","message":"The script timed out"}`,
	},
	{
		Name: "upstream 429", Why: "API_REQUEST_FAILED is no more than upstream_failed, but a detail that names the status says what happened: 429 is rate_limited, whatever a list of examples calls it", Dialect: aai.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32013,"message":"API request failed","data":{"type":"API_REQUEST_FAILED","detail":"Request to bells failed with status 429: slow down"}}}`,
		Want: `{"kind":"rate_limited","message":"Request to bells failed with status 429: slow down","upstream":429}`,
	},
	{
		Name: "upstream 503", Dialect: aai.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32013,"message":"API request failed","data":{"type":"API_REQUEST_FAILED","detail":"failed with status 503"}}}`,
		Want: `{"kind":"unavailable","message":"failed with status 503","upstream":503}`,
	},
	{
		Name: "upstream 504", Dialect: aai.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32013,"message":"API request failed","data":{"type":"API_REQUEST_FAILED","detail":"failed with status 504"}}}`,
		Want: `{"kind":"timeout","message":"failed with status 504","upstream":504}`,
	},
	{
		Name: "upstream 500", Dialect: aai.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32013,"message":"API request failed","data":{"type":"API_REQUEST_FAILED","detail":"failed with status 500"}}}`,
		Want: `{"kind":"upstream_failed","message":"failed with status 500","upstream":500}`,
	},
	{
		Name: "upstream 404", Dialect: aai.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32013,"message":"API request failed","data":{"type":"API_REQUEST_FAILED","detail":"failed with status 404"}}}`,
		Want: `{"kind":"upstream_failed","message":"failed with status 404","upstream":404}`,
	},
	{
		Name: "upstream of no status", Dialect: aai.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32013,"message":"API request failed","data":{"type":"API_REQUEST_FAILED","detail":"no luck"}}}`,
		Want: `{"kind":"upstream_failed","message":"no luck"}`,
	},
	{
		Name: "message of its own and a detail", Dialect: aai.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"Bells is not here","data":{"type":"APP_NOT_FOUND","detail":"never installed"}}}`,
		Want: `{"kind":"app_not_found","message":"Bells is not here: never installed"}`,
	},
	{
		Name: "consent", Dialect: aai.Strings{},
		Body: `{"status":"error","error":{"code":"CONSENT_REQUIRED","message":"Consent needed","data":{"appId":"bells","tool":"ring","consentUrl":"aai://consent?app=bells"}}}`,
		Want: `{"kind":"permission_denied","message":"Consent needed","needs":{"authorization":[{"url":"aai://consent?app=bells"}]},"retry":"after_action","details":{"appId":"bells","tool":"ring"}}`,
	},
	{
		Name: "consent, older", Dialect: aai.Strings{},
		Body: `{"status":"error","error":{"code":"CONSENT_REQUIRED","message":"Consent needed","data":{"app_id":"bells","consent_url":"aai://consent?app=bells"}}}`,
		Want: `{"kind":"permission_denied","message":"Consent needed","needs":{"authorization":[{"url":"aai://consent?app=bells"}]},"retry":"after_action","details":{"app_id":"bells"}}`,
	},
	{
		Name: "reply of a native app", Dialect: aai.Strings{},
		Body: `{"version":"1.0","request_id":"r1","status":"error","error":{"code":"FILE_NOT_FOUND","message":"No such file"}}`,
		Want: `{"kind":"not_found","message":"No such file"}`,
	},
	{
		Name: "body of an app", Dialect: aai.Strings{}, Status: 400,
		Body: `{"error":{"code":"INVALID_PARAMETER","message":"times"}}`,
		Want: `{"kind":"invalid_input","message":"times"}`,
	},
	{
		Name: "bare", Dialect: aai.Strings{}, Status: 401,
		Body: `{"error":"unauthorized"}`,
		Want: `{"kind":"unauthenticated","code":"unauthorized","message":"unauthorized"}`,
	},
	{
		Name: "bare without a status", Dialect: aai.Strings{}, Guessed: true,
		Body: `{"error":"unauthorized"}`,
		Want: `{"kind":"unauthenticated","message":"unauthorized"}`,
	},
	{
		Name: "bare code", Dialect: aai.Strings{},
		Body: `{"error":"rate_limited"}`,
		Want: `{"kind":"rate_limited","message":"rate_limited"}`,
	},
	{
		Name: "code of nobody", Dialect: aai.Strings{}, Evidence: "CODE_NAME is not a code of AAI",
		Body: `{"status":"error","error":{"code":"CODE_NAME","message":"Odd"}}`,
		Want: `{"kind":"unknown","code":"CODE_NAME","message":"Odd"}`,
	},
	{
		Name: "code of nobody, with a status", Dialect: aai.Strings{}, Status: 409,
		Body: `{"error":{"code":"CODE_NAME","message":"Odd"}}`,
		Want: `{"kind":"conflict","code":"CODE_NAME","message":"Odd"}`,
	},
	{
		Name: "Retry-After", Dialect: aai.Strings{}, Status: 429, Header: golden.Header{"Retry-After": "2"},
		Body: `{"status":"error","error":{"code":"RATE_LIMITED","message":"Slow down"}}`,
		Want: `{"kind":"rate_limited","message":"Slow down","retry_after_ms":2000}`,
	},
	{
		Name: "success", Dialect: aai.Strings{},
		Body: `{"status":"success","result":{}}`,
		Want: "",
	},
}

func TestDocuments(t *testing.T) { golden.Documents(t, documents) }

func FuzzDecode(f *testing.F) { golden.Fuzz(f, aai.Dialect{}, documents) }

func FuzzDecodeStrings(f *testing.F) { golden.Fuzz(f, aai.Strings{}, documents) }
