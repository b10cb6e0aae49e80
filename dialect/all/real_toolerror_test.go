package all_test

import (
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/toolerror"
)

// What servers of toolError:v1 send, in all formats and around them.
var realToolError = []real{
	{
		name: "retryable in a string, details in a list", why: "PHP writes an empty object so", dialect: toolerror.Dialect{}, evidence: "/details: want an object, got array, ignored",
		body: `{"kind":"toolError:v1","code":"NOT_FOUND","message":"No.","retryable":"true","details":[]}`,
		want: `{"kind":"not_found","message":"No.","retry":"allowed"}`,
	},
	{
		name: "CLIENT_ERROR 400", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"CLIENT_ERROR","message":"No.","retryable":false,"details":{"statusCode":400}},"isError":true}`,
		want: `{"kind":"invalid_input","message":"No.","upstream":400}`,
	},
	{
		name: "CLIENT_ERROR 408", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"CLIENT_ERROR","message":"No.","retryable":false,"details":{"statusCode":408}},"isError":true}`,
		want: `{"kind":"timeout","message":"No.","retry":"never","upstream":408}`,
	},
	{
		name: "CLIENT_ERROR 409", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"CLIENT_ERROR","message":"No.","retryable":false,"details":{"statusCode":409}},"isError":true}`,
		want: `{"kind":"conflict","message":"No."}`,
	},
	{
		name: "CLIENT_ERROR 413", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"CLIENT_ERROR","message":"No.","retryable":false,"details":{"statusCode":413}},"isError":true}`,
		want: `{"kind":"too_large","message":"No."}`,
	},
	{
		name: "CLIENT_ERROR 422", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"CLIENT_ERROR","message":"No.","retryable":false,"details":{"statusCode":422}},"isError":true}`,
		want: `{"kind":"invalid_input","message":"No."}`,
	},
	{
		name: "CLIENT_ERROR 499", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"CLIENT_ERROR","message":"No.","retryable":false,"details":{"statusCode":499}},"isError":true}`,
		want: `{"kind":"canceled","message":"No."}`,
	},
	{
		name: "AUTHENTICATION_ERROR 401", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"AUTHENTICATION_ERROR","message":"No.","retryable":false,"details":{"statusCode":401}},"isError":true}`,
		want: `{"kind":"unauthenticated","message":"No."}`,
	},
	{
		name: "AUTHENTICATION_ERROR 403", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"AUTHENTICATION_ERROR","message":"No.","retryable":false,"details":{"statusCode":403}},"isError":true}`,
		want: `{"kind":"permission_denied","message":"No."}`,
	},
	{
		name: "NOT_FOUND 404", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"NOT_FOUND","message":"No.","retryable":false,"details":{"statusCode":404}},"isError":true}`,
		want: `{"kind":"not_found","message":"No."}`,
	},
	{
		name: "SERVER_ERROR 500", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"SERVER_ERROR","message":"No.","retryable":true,"details":{"statusCode":500}},"isError":true}`,
		want: `{"kind":"upstream_failed","message":"No.","upstream":500}`,
	},
	{
		name: "SERVER_ERROR 501", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"SERVER_ERROR","message":"No.","retryable":true,"details":{"statusCode":501}},"isError":true}`,
		want: `{"kind":"unsupported","message":"No.","retry":"allowed"}`,
	},
	{
		name: "SERVER_ERROR 502", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"SERVER_ERROR","message":"No.","retryable":true,"details":{"statusCode":502}},"isError":true}`,
		want: `{"kind":"upstream_failed","message":"No.","retry":"allowed"}`,
	},
	{
		name: "SERVER_ERROR 503", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"SERVER_ERROR","message":"No.","retryable":true,"details":{"statusCode":503}},"isError":true}`,
		want: `{"kind":"unavailable","message":"No."}`,
	},
	{
		name: "SERVER_ERROR 504", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"SERVER_ERROR","message":"No.","retryable":true,"details":{"statusCode":504}},"isError":true}`,
		want: `{"kind":"timeout","message":"No.","upstream":504}`,
	},
	{
		name: "429 that must not be retried", why: "the document says 4xx are not; what the peer claims stays", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"CLIENT_ERROR","message":"No.","retryable":false,"details":{"statusCode":429}},"isError":true}`,
		want: `{"kind":"rate_limited","message":"No.","retry":"never"}`,
	},
	{
		name: "status in a string", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"CLIENT_ERROR","message":"No.","details":{"statusCode":"429"}},"isError":true}`,
		want: `{"kind":"rate_limited","message":"No."}`,
	},
	{
		name: "authentication without details", why: "401 and 403 have one code", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"AUTHENTICATION_ERROR","message":"No."},"isError":true}`,
		want: `{"kind":"unauthenticated","message":"No."}`,
	},
	{
		name: "server error without details", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"SERVER_ERROR","message":"No."},"isError":true}`,
		want: `{"kind":"internal","message":"No."}`,
	},
	{
		name: "network", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"NETWORK_ERROR","message":"No.","retryable":true,"details":{"errorType":"fetch_error","cause":"ECONNREFUSED"}},"isError":true}`,
		want: `{"kind":"network","message":"No.","details":{"errorType":"fetch_error","cause":"ECONNREFUSED"}}`,
	},
	{
		name: "network, timed out", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"NETWORK_ERROR","message":"No.","retryable":true,"details":{"errorType":"timeout"}},"isError":true}`,
		want: `{"kind":"timeout","message":"No.","details":{"errorType":"timeout"}}`,
	},
	{
		name: "network, timed out by its text", dialect: toolerror.Dialect{}, guessed: true,
		body: `{"content":[{"type":"text","text":"**Error:** The request timed out","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"NETWORK_ERROR","message":"The request timed out","retryable":true},"isError":true}`,
		want: `{"kind":"timeout","message":"The request timed out"}`,
	},
	{
		name: "TLS", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"NETWORK_ERROR","message":"No.","retryable":false,"details":{"errorType":"tls"}},"isError":true}`,
		want: `{"kind":"network","message":"No.","retry":"never","details":{"errorType":"tls"}}`,
	},
	{
		name: "unclassified", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"UNKNOWN_ERROR","message":"No.","retryable":false},"isError":true}`,
		want: `{"kind":"unknown","message":"No."}`,
	},
	{
		name: "in the description of the schema", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"VALIDATION_ERROR","message":"No."},"isError":true}`,
		want: `{"kind":"invalid_input","message":"No."}`,
	},
	{
		name: "an open set", dialect: toolerror.Dialect{}, evidence: "QUOTA_ERROR is not a code of toolError:v1",
		body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"QUOTA_ERROR","message":"No.","retryable":true},"isError":true}`,
		want: `{"kind":"unknown","message":"No.","retry":"allowed"}`,
	},
	{
		name: "over the size limit", dialect: toolerror.Dialect{}, guessed: true,
		body: `{"content":[{"type":"text","text":"**Error:** Result too large","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"SERVER_ERROR","message":"Result too large","retryable":false},"isError":true}`,
		want: `{"kind":"too_large","message":"Result too large"}`,
	},
	{
		name: "an exception in a handler", why: "no payload at all", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"Error: the bell jammed"}],"isError":true}`,
		want: `{"kind":"execution_failed","message":"Error: the bell jammed"}`,
	},
	{
		name: "format json", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"{\n  \"kind\": \"toolError:v1\",\n  \"code\": \"NOT_FOUND\",\n  \"message\": \"No.\"\n}"}],"isError":true}`,
		want: `{"kind":"not_found","message":"No."}`,
	},
	{
		name: "format both", why: "the block counts before structuredContent", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"**Error:** No."},{"type":"text","text":"{\"kind\":\"toolError:v1\",\"code\":\"NOT_FOUND\",\"message\":\"No.\"}","mimeType":"application/json"}],"structuredContent":{"kind":"toolError:v1","code":"SERVER_ERROR","message":"Yes."},"isError":true}`,
		want: `{"kind":"not_found","message":"No."}`,
	},
	{
		name: "two payloads", why: "the last block counts", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"{\"kind\":\"toolError:v1\",\"code\":\"SERVER_ERROR\",\"message\":\"first\"}"},{"type":"text","text":"{\"kind\":\"toolError:v1\",\"code\":\"NOT_FOUND\",\"message\":\"last\"}"}],"isError":true}`,
		want: `{"kind":"not_found","message":"last"}`,
	},
	{
		name: "isError false", why: "the kind wins", dialect: toolerror.Dialect{}, evidence: "conflict: isError is false",
		body: `{"content":[],"structuredContent":{"kind":"toolError:v1","code":"NOT_FOUND","message":"No."},"isError":false}`,
		want: `{"kind":"not_found","message":"No."}`,
	},
	{
		name: "a text that quotes one", why: "only a whole block counts", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"It said {\"kind\":\"toolError:v1\",\"code\":\"NOT_FOUND\",\"message\":\"No.\"}"}]}`,
		want: "",
	},
	{
		name: "a member that quotes one", dialect: toolerror.Dialect{},
		body: `{"content":[],"structuredContent":{"answer":"{\"kind\":\"toolError:v1\",\"code\":\"NOT_FOUND\",\"message\":\"No.\"}"}}`,
		want: "",
	},
	{
		name: "Markdown that quotes one", why: "a block for people is no payload", dialect: toolerror.Dialect{},
		body: `{"content":[{"type":"text","text":"{\"kind\":\"toolError:v1\",\"code\":\"NOT_FOUND\",\"message\":\"No.\"}","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"CLIENT_ERROR","message":"Yes."},"isError":true}`,
		want: `{"kind":"invalid_input","message":"Yes."}`,
	},
	{
		name: "bare payload", dialect: toolerror.Dialect{},
		body: `{"kind":"toolError:v1","code":"NOT_FOUND","message":"No."}`,
		want: `{"kind":"not_found","message":"No."}`,
	},
	{
		name: "empty strings", dialect: toolerror.Dialect{},
		body: `{"kind":"toolError:v1","code":"","message":""}`,
		want: `{"kind":"unknown"}`,
	},
	{
		name: "question", dialect: toolerror.Dialect{},
		body: `{"content":[],"structuredContent":{"kind":"needsInput:v1","type":"elicitation","message":"Which?","needsInput":{"fields":["q"],"reason":"empty","suggestions":{"q":["retry","queue"]}},"options":[{"label":"Retry","value":"retry","field":"q"}]}}`,
		want: `{"kind":"input_required","message":"Which?","needs":{"input":{"fields":["q"],"reason":"empty","suggestions":{"q":["retry","queue"]},"options":[{"label":"Retry","value":"retry","field":"q"}]}}}`,
	},
	{
		name: "over MCP", why: "the payload says more than isError does", dialect: mcp.Dialect{},
		body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"NOT_FOUND","message":"No.","details":{"statusCode":404}},"isError":true}`,
		want: `{"kind":"not_found","message":"No."}`,
	},
	{
		name: "HTTP layer, 401", dialect: toolerror.Dialect{}, status: 401,
		body: `{"jsonrpc":"2.0","error":{"code":-32001,"message":"Unauthorized"}}`,
		want: `{"kind":"unauthenticated","message":"Unauthorized"}`,
	},
	{
		name: "HTTP layer, 403", dialect: toolerror.Dialect{}, status: 403,
		body: `{"jsonrpc":"2.0","error":{"code":-32600,"message":"Forbidden origin"}}`,
		want: `{"kind":"permission_denied","message":"Forbidden origin"}`,
	},
	{
		name: "HTTP layer, 413", dialect: toolerror.Dialect{}, status: 413,
		body: `{"jsonrpc":"2.0","error":{"code":-32013,"message":"Payload"}}`,
		want: `{"kind":"too_large","message":"Payload"}`,
	},
	{
		name: "HTTP layer, 408", dialect: toolerror.Dialect{}, status: 408,
		body: `{"jsonrpc":"2.0","error":{"code":-32008,"message":"Body"}}`,
		want: `{"kind":"timeout","message":"Body"}`,
	},
	{
		name: "HTTP layer, 400", dialect: toolerror.Dialect{}, status: 400,
		body: `{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}`,
		want: `{"kind":"malformed","message":"Parse error"}`,
	},
	{
		name: "HTTP layer, 500", dialect: toolerror.Dialect{}, status: 500,
		body: `{"jsonrpc":"2.0","error":{"code":-32603,"message":"Oops"}}`,
		want: `{"kind":"internal","message":"Oops","stage":"before_call"}`,
	},
}
