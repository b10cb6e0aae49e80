package all_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
)

// guessed is what an MCP server sends that has nothing but a text.
func guessed(text string) dialect.Document {
	return dialect.Document{Dialect: mcp.Dialect{},
		Body: []byte(`{"content":[{"type":"text","text":"` + text + `"}],"isError":true}`)}
}

// A text refines only what the structure of a document leaves open.
func TestGuessesStayInTheirPlace(t *testing.T) {
	tests := []struct {
		name, why string
		in        dialect.Document
		want      errkit.Kind
		guessed   bool
	}{
		{"isError", "", guessed("API rate limit exceeded"), errkit.RateLimited, true},
		{"isError, a code of AWS", "in the text of botocore",
			guessed("An error occurred (ResourceInUseException) when calling the CreateTable operation: no"),
			errkit.Conflict, true},
		{"isError, a code of AWS in Go", "",
			guessed("operation error DynamoDB: PutItem, api error ConditionalCheckFailedException: no"),
			errkit.FailedPrecondition, true},
		{"isError, a code of Slack", "at the end", guessed("An API error occurred: is_archived"),
			errkit.FailedPrecondition, true},
		{"isError, a word with an underscore", "not in a place of its own",
			guessed("The column is called is_archived"), errkit.ExecutionFailed, false},
		{"-32603", "a fault of the server stays one",
			fault(mcp.Dialect{}, 0, -32603, "runtime error: invalid memory address or nil pointer dereference"),
			errkit.Internal, false},
		{"-32603, a limit", "nor does it become the caller's rate",
			fault(mcp.Dialect{}, 0, -32603, "Rate limit exceeded"), errkit.Internal, false},
		{"-32603, a timeout", "another fault of the server",
			fault(mcp.Dialect{}, 0, -32603, "context deadline exceeded"), errkit.Timeout, true},
		{"-32602, a tool", "", fault(mcp.Dialect{}, 0, -32602, "Unknown tool: ring"), errkit.ToolNotFound, true},
		{"-32602, a timeout", "an argument that is named timeout",
			fault(mcp.Dialect{}, 0, -32602, "Request timed out"), errkit.InvalidInput, false},
		{"-32600", "the code has one meaning", fault(mcp.Dialect{}, 0, -32600, "Unknown tool: ring"),
			errkit.InvalidRequest, false},
		{"-32600, thrown by a tool", "the SDK for TypeScript writes the code before the text",
			fault(mcp.Dialect{}, 0, -32600, "MCP error -32600: Resource not found: bell"), errkit.NotFound, true},
		{"-32601", "the code has one meaning", fault(mcp.Dialect{}, 0, -32601, "Request timed out"),
			errkit.MethodNotFound, false},
		{"an unknown code", "", fault(mcp.Dialect{}, 0, -32050, "Request timed out"), errkit.Timeout, true},
		{"an unknown code, the input", "only a failed call is the input's fault",
			fault(mcp.Dialect{}, 0, -32050, "Missing required argument: path"), errkit.Unknown, false},
		{"an unknown code with a status", "the status says it", fault(mcp.Dialect{}, 403, -32050, "Request timed out"),
			errkit.PermissionDenied, false},
		{"an unknown code with 400", "", fault(mcp.Dialect{}, 400, -32050, "Request timed out"), errkit.InvalidRequest,
			false},
		{"an unknown code with 500", "", fault(mcp.Dialect{}, 500, -32050, "Request timed out"), errkit.Timeout, true},
		{"AAI, a code of its own", "", fault(aai.Dialect{}, 0, -32001, "Request timed out"), errkit.ExecutionFailed,
			false},
		{"AAI, a string code", "", body(aai.Strings{}, 0,
			`{"error":{"code":"EXECUTION_ERROR","message":"Request timed out"}}`), errkit.ExecutionFailed, false},
		{"OXP, a failed tool", "", body(oxp.Dialect{}, 200,
			`{"result":{"call_id":"1","success":false,"error":{"message":"Request timed out"}}}`), errkit.Timeout,
			true},
		{"OXP 400, a tool", "", body(oxp.Dialect{}, 400, `{"message":"Unknown tool: ring"}`), errkit.ToolNotFound,
			true},
		{"OXP 400, a timeout", "a server error has no such cause",
			body(oxp.Dialect{}, 400, `{"message":"Request timed out"}`), errkit.InvalidRequest, false},
		{"OXP 404", "", body(oxp.Dialect{}, 404, `{"message":"Unknown tool: ring"}`), errkit.NotFound, false},
		{"OXP 422", "", body(oxp.Dialect{}, 422, `{"message":"Request timed out"}`), errkit.InvalidInput, false},
		{"OXP 500", "", body(oxp.Dialect{}, 500, `{"message":"Request timed out"}`), errkit.Timeout, true},
		{"OXP, wrong parameters", "", body(oxp.Dialect{}, 400,
			`{"message":"Unknown tool: ring","parameter_errors":{"a":"no"}}`), errkit.InvalidInput, false},
		{"toolError, its classes", "", body(toolerror.Dialect{}, 0,
			`{"kind":"toolError:v1","code":"SERVER_ERROR","message":"Request timed out"}`), errkit.Internal, false},
		{"toolError, unknown", "", body(toolerror.Dialect{}, 0,
			`{"kind":"toolError:v1","code":"UNKNOWN_ERROR","message":"Request timed out"}`), errkit.Unknown, false},
		{"toolError, network", "", body(toolerror.Dialect{}, 0,
			`{"kind":"toolError:v1","code":"NETWORK_ERROR","message":"Request timed out"}`), errkit.Timeout, true},
		{"a problem of 400", "", body(problem.Dialect{}, 400,
			`{"title":"Bad Request","status":400,"detail":"Request timed out"}`), errkit.InvalidInput, false},
		{"a problem of 400, the input", "such words refine execution_failed alone",
			body(problem.Dialect{}, 400, `{"title":"Bad Request","status":400,"detail":"times must be a number"}`),
			errkit.InvalidInput, false},
		{"a problem of 401, a token", "401 has one meaning",
			body(problem.Dialect{}, 401, `{"title":"Unauthorized","status":401,"detail":"The token has expired"}`),
			errkit.Unauthenticated, false},
		{"a problem of 403, no credentials", "403 has one meaning",
			body(problem.Dialect{}, 403, `{"title":"Forbidden","status":403,"detail":"Not authenticated"}`),
			errkit.PermissionDenied, false},
		{"a problem of 403, wrong credentials", "403 is for a caller that is known",
			body(problem.Dialect{}, 403, `{"title":"Forbidden","status":403,"detail":"Invalid API key"}`),
			errkit.PermissionDenied, false},
		{"a problem of 500", "", body(problem.Dialect{}, 500,
			`{"title":"Oops","status":500,"detail":"Request timed out"}`), errkit.Timeout, true},
		{"a problem of 502", "", body(problem.Dialect{}, 502,
			`{"title":"Oops","status":502,"detail":"Request timed out"}`), errkit.UpstreamFailed, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var codec dialect.Codec
			e, err := codec.Decode(tt.in)
			require.NoError(t, err)
			require.Equal(t, tt.want.String(), e.Kind.String(), "%s: %s", tt.why, e.Peer.Rule)
			require.Equal(t, tt.guessed, e.Peer.Guessed)
			require.Zero(t, e.Upstream, "a guess sets nothing but the kind")

			codec.NoGuess = true
			e, err = codec.Decode(tt.in)
			require.NoError(t, err)
			require.False(t, e.Peer.Guessed)
			require.Equal(t, !tt.guessed, e.Kind == tt.want)
		})
	}
}

func fault(d dialect.Dialect, status, code int, message string) dialect.Document {
	return body(d, status, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"error":{"code":%d,"message":%q}}`, code, message))
}

func body(d dialect.Dialect, status int, text string) dialect.Document {
	return dialect.Document{Dialect: d, Status: status, Body: []byte(text)}
}

// What the document itself says of repeating the call counts, although the kind is a guess.
func TestGuessesKeepTheRetryOfTheDocument(t *testing.T) {
	e, err := (&dialect.Codec{}).Decode(body(oxp.Dialect{}, 200,
		`{"result":{"call_id":"1","success":false,"error":{"message":"Request timed out","can_retry":true}}}`))
	require.NoError(t, err)
	require.True(t, e.Peer.Guessed)
	require.Equal(t, errkit.Allowed, e.Retry)
}

// A strict translation fails for a guess, and makes none with NoGuess.
func TestGuessesAreStrictLosses(t *testing.T) {
	for _, to := range every() {
		codec := dialect.Codec{Strict: true}
		_, _, err := codec.Translate(guessed("API rate limit exceeded"), to, dialect.Call{})
		require.ErrorIs(t, err, dialect.ErrLoss)

		codec.NoGuess = true
		_, losses, _ := codec.Translate(guessed("API rate limit exceeded"), to, dialect.Call{})
		for _, l := range losses {
			require.NotEqual(t, "rate_limited", l.To)
		}
	}
}
