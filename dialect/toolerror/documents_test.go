package toolerror_test

import (
	"testing"

	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/lab/golden"
)

// What servers of toolError:v1 send, in all formats and around them.
var documents = []golden.Document{
	{
		Name: "retryable in a string, details in a list", Why: "PHP writes an empty object so",
		Dialect: toolerror.Dialect{}, Evidence: "/details: want an object, got array, ignored",
		Body: `{"kind":"toolError:v1","code":"NOT_FOUND","message":"No.","retryable":"true","details":[]}`,
		Want: `{"kind":"not_found","message":"No.","retry":"allowed"}`,
	},
	{
		Name: "CLIENT_ERROR 400", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"CLIENT_ERROR","message":"No.","retryable":false,"details":{"statusCode":400}},"isError":true}`,
		Want: `{"kind":"invalid_input","message":"No.","upstream":400}`,
	},
	{
		Name: "CLIENT_ERROR 408", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"CLIENT_ERROR","message":"No.","retryable":false,"details":{"statusCode":408}},"isError":true}`,
		Want: `{"kind":"timeout","message":"No.","retry":"never","upstream":408}`,
	},
	{
		Name: "CLIENT_ERROR 409", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"CLIENT_ERROR","message":"No.","retryable":false,"details":{"statusCode":409}},"isError":true}`,
		Want: `{"kind":"conflict","message":"No."}`,
	},
	{
		Name: "CLIENT_ERROR 413", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"CLIENT_ERROR","message":"No.","retryable":false,"details":{"statusCode":413}},"isError":true}`,
		Want: `{"kind":"too_large","message":"No."}`,
	},
	{
		Name: "CLIENT_ERROR 422", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"CLIENT_ERROR","message":"No.","retryable":false,"details":{"statusCode":422}},"isError":true}`,
		Want: `{"kind":"invalid_input","message":"No."}`,
	},
	{
		Name: "CLIENT_ERROR 499", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"CLIENT_ERROR","message":"No.","retryable":false,"details":{"statusCode":499}},"isError":true}`,
		Want: `{"kind":"canceled","message":"No."}`,
	},
	{
		Name: "AUTHENTICATION_ERROR 401", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"AUTHENTICATION_ERROR","message":"No.","retryable":false,"details":{"statusCode":401}},"isError":true}`,
		Want: `{"kind":"unauthenticated","message":"No."}`,
	},
	{
		Name: "AUTHENTICATION_ERROR 403", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"AUTHENTICATION_ERROR","message":"No.","retryable":false,"details":{"statusCode":403}},"isError":true}`,
		Want: `{"kind":"permission_denied","message":"No."}`,
	},
	{
		Name: "NOT_FOUND 404", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"NOT_FOUND","message":"No.","retryable":false,"details":{"statusCode":404}},"isError":true}`,
		Want: `{"kind":"not_found","message":"No."}`,
	},
	{
		Name: "SERVER_ERROR 500", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"SERVER_ERROR","message":"No.","retryable":true,"details":{"statusCode":500}},"isError":true}`,
		Want: `{"kind":"upstream_failed","message":"No.","retry":"allowed","upstream":500}`,
	},
	{
		Name: "SERVER_ERROR 501", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"SERVER_ERROR","message":"No.","retryable":true,"details":{"statusCode":501}},"isError":true}`,
		Want: `{"kind":"unsupported","message":"No.","retry":"allowed"}`,
	},
	{
		Name: "SERVER_ERROR 502", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"SERVER_ERROR","message":"No.","retryable":true,"details":{"statusCode":502}},"isError":true}`,
		Want: `{"kind":"upstream_failed","message":"No.","retry":"allowed"}`,
	},
	{
		Name: "SERVER_ERROR 503", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"SERVER_ERROR","message":"No.","retryable":true,"details":{"statusCode":503}},"isError":true}`,
		Want: `{"kind":"unavailable","message":"No."}`,
	},
	{
		Name: "SERVER_ERROR 504", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"SERVER_ERROR","message":"No.","retryable":true,"details":{"statusCode":504}},"isError":true}`,
		Want: `{"kind":"timeout","message":"No.","upstream":504}`,
	},
	{
		Name: "429 that must not be retried", Why: "the document says 4xx are not; what the peer claims stays",
		Dialect: toolerror.Dialect{},
		Body:    `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"CLIENT_ERROR","message":"No.","retryable":false,"details":{"statusCode":429}},"isError":true}`,
		Want:    `{"kind":"rate_limited","message":"No.","retry":"never"}`,
	},
	{
		Name: "status in a string", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"CLIENT_ERROR","message":"No.","details":{"statusCode":"429"}},"isError":true}`,
		Want: `{"kind":"rate_limited","message":"No."}`,
	},
	{
		Name: "authentication without details", Why: "401 and 403 have one code", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"AUTHENTICATION_ERROR","message":"No."},"isError":true}`,
		Want: `{"kind":"unauthenticated","message":"No."}`,
	},
	{
		Name: "server error without details", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"SERVER_ERROR","message":"No."},"isError":true}`,
		Want: `{"kind":"internal","message":"No."}`,
	},
	{
		Name: "network", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"NETWORK_ERROR","message":"No.","retryable":true,"details":{"errorType":"fetch_error","cause":"ECONNREFUSED"}},"isError":true}`,
		Want: `{"kind":"network","message":"No.","details":{"errorType":"fetch_error","cause":"ECONNREFUSED"}}`,
	},
	{
		Name: "network, timed out", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"NETWORK_ERROR","message":"No.","retryable":true,"details":{"errorType":"timeout"}},"isError":true}`,
		Want: `{"kind":"timeout","message":"No.","details":{"errorType":"timeout"}}`,
	},
	{
		Name: "network, timed out by its text", Dialect: toolerror.Dialect{}, Guessed: true,
		Body: `{"content":[{"type":"text","text":"**Error:** The request timed out","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"NETWORK_ERROR","message":"The request timed out","retryable":true},"isError":true}`,
		Want: `{"kind":"timeout","message":"The request timed out"}`,
	},
	{
		Name: "TLS", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"NETWORK_ERROR","message":"No.","retryable":false,"details":{"errorType":"tls"}},"isError":true}`,
		Want: `{"kind":"network","message":"No.","retry":"never","details":{"errorType":"tls"}}`,
	},
	{
		Name: "unclassified", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"UNKNOWN_ERROR","message":"No.","retryable":false},"isError":true}`,
		Want: `{"kind":"unknown","message":"No."}`,
	},
	{
		Name: "in the description of the schema", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"VALIDATION_ERROR","message":"No."},"isError":true}`,
		Want: `{"kind":"invalid_input","message":"No."}`,
	},
	{
		Name: "an open set", Dialect: toolerror.Dialect{}, Evidence: "QUOTA_ERROR is not a code of toolError:v1",
		Body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"QUOTA_ERROR","message":"No.","retryable":true},"isError":true}`,
		Want: `{"kind":"unknown","message":"No.","retry":"allowed"}`,
	},
	{
		Name: "over the size limit", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"**Error:** Result too large","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"SERVER_ERROR","message":"Result too large","retryable":false},"isError":true}`,
		Want: `{"kind":"internal","message":"Result too large"}`,
	},
	{
		Name: "an exception in a handler", Why: "no payload at all", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"Error: the bell jammed"}],"isError":true}`,
		Want: `{"kind":"execution_failed","message":"Error: the bell jammed"}`,
	},
	{
		Name: "format json", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"{\n  \"kind\": \"toolError:v1\",\n  \"code\": \"NOT_FOUND\",\n  \"message\": \"No.\"\n}"}],"isError":true}`,
		Want: `{"kind":"not_found","message":"No."}`,
	},
	{
		Name: "format both", Why: "the block counts before structuredContent", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"**Error:** No."},{"type":"text","text":"{\"kind\":\"toolError:v1\",\"code\":\"NOT_FOUND\",\"message\":\"No.\"}","mimeType":"application/json"}],"structuredContent":{"kind":"toolError:v1","code":"SERVER_ERROR","message":"Yes."},"isError":true}`,
		Want: `{"kind":"not_found","message":"No."}`,
	},
	{
		Name: "two payloads", Why: "the last block counts", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"{\"kind\":\"toolError:v1\",\"code\":\"SERVER_ERROR\",\"message\":\"first\"}"},{"type":"text","text":"{\"kind\":\"toolError:v1\",\"code\":\"NOT_FOUND\",\"message\":\"last\"}"}],"isError":true}`,
		Want: `{"kind":"not_found","message":"last"}`,
	},
	{
		Name: "isError false", Why: "the kind wins", Dialect: toolerror.Dialect{},
		Evidence: "conflict: isError is false",
		Body:     `{"content":[],"structuredContent":{"kind":"toolError:v1","code":"NOT_FOUND","message":"No."},"isError":false}`,
		Want:     `{"kind":"not_found","message":"No."}`,
	},
	{
		Name: "a text that quotes one", Why: "only a whole block counts", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"It said {\"kind\":\"toolError:v1\",\"code\":\"NOT_FOUND\",\"message\":\"No.\"}"}]}`,
		Want: "",
	},
	{
		Name: "a member that quotes one", Dialect: toolerror.Dialect{},
		Body: `{"content":[],"structuredContent":{"answer":"{\"kind\":\"toolError:v1\",\"code\":\"NOT_FOUND\",\"message\":\"No.\"}"}}`,
		Want: "",
	},
	{
		Name: "Markdown that quotes one", Why: "a block for people is no payload", Dialect: toolerror.Dialect{},
		Body: `{"content":[{"type":"text","text":"{\"kind\":\"toolError:v1\",\"code\":\"NOT_FOUND\",\"message\":\"No.\"}","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"CLIENT_ERROR","message":"Yes."},"isError":true}`,
		Want: `{"kind":"invalid_input","message":"Yes."}`,
	},
	{
		Name: "bare payload", Dialect: toolerror.Dialect{},
		Body: `{"kind":"toolError:v1","code":"NOT_FOUND","message":"No."}`,
		Want: `{"kind":"not_found","message":"No."}`,
	},
	{
		Name: "empty strings", Dialect: toolerror.Dialect{},
		Body: `{"kind":"toolError:v1","code":"","message":""}`,
		Want: `{"kind":"unknown"}`,
	},
	{
		Name: "question", Dialect: toolerror.Dialect{},
		Body: `{"content":[],"structuredContent":{"kind":"needsInput:v1","type":"elicitation","message":"Which?","needsInput":{"fields":["q"],"reason":"empty","suggestions":{"q":["retry","queue"]}},"options":[{"label":"Retry","value":"retry","field":"q"}]}}`,
		Want: `{"kind":"input_required","message":"Which?","needs":{"input":{"fields":["q"],"reason":"empty","suggestions":{"q":["retry","queue"]},"options":[{"label":"Retry","value":"retry","field":"q"}]}}}`,
	},
	{
		Name: "over MCP", Why: "the payload says more than isError does", Dialect: mcp.Dialect{},
		Body: `{"content":[{"type":"text","text":"**Error:** No.","mimeType":"text/markdown"}],"structuredContent":{"kind":"toolError:v1","code":"NOT_FOUND","message":"No.","details":{"statusCode":404}},"isError":true}`,
		Want: `{"kind":"not_found","message":"No."}`,
	},
	{
		Name: "HTTP layer, 401", Dialect: toolerror.Dialect{}, Status: 401,
		Body: `{"jsonrpc":"2.0","error":{"code":-32001,"message":"Unauthorized"}}`,
		Want: `{"kind":"unauthenticated","message":"Unauthorized"}`,
	},
	{
		Name: "HTTP layer, 403", Dialect: toolerror.Dialect{}, Status: 403,
		Body: `{"jsonrpc":"2.0","error":{"code":-32600,"message":"Forbidden origin"}}`,
		Want: `{"kind":"permission_denied","message":"Forbidden origin"}`,
	},
	{
		Name: "HTTP layer, 413", Dialect: toolerror.Dialect{}, Status: 413,
		Body: `{"jsonrpc":"2.0","error":{"code":-32013,"message":"Payload"}}`,
		Want: `{"kind":"too_large","message":"Payload"}`,
	},
	{
		Name: "HTTP layer, 408", Dialect: toolerror.Dialect{}, Status: 408,
		Body: `{"jsonrpc":"2.0","error":{"code":-32008,"message":"Body"}}`,
		Want: `{"kind":"timeout","status":408,"message":"Body"}`,
	},
	{
		Name: "HTTP layer, 400", Dialect: toolerror.Dialect{}, Status: 400,
		Body: `{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}`,
		Want: `{"kind":"malformed","message":"Parse error"}`,
	},
	{
		Name: "HTTP layer, 500", Dialect: toolerror.Dialect{}, Status: 500,
		Body: `{"jsonrpc":"2.0","error":{"code":-32603,"message":"Oops"}}`,
		Want: `{"kind":"internal","message":"Oops","stage":"before_call"}`,
	},
}

func TestDocuments(t *testing.T) { golden.Documents(t, documents) }

func FuzzDecode(f *testing.F) { golden.Fuzz(f, toolerror.Dialect{}, documents) }
