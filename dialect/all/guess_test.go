package all_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// The texts that a dialect writes itself must not change what its codes mean.
func TestDefaultTextsAreNoEvidence(t *testing.T) {
	for _, d := range every() {
		for _, k := range errkit.Kinds() {
			for _, e := range []*errkit.Error{{Kind: k}, {Kind: k, Retry: errkit.Allowed}, {Kind: k, Ref: "r-1"}} {
				var codec dialect.Codec
				body, head := codec.Append(nil, d, dialect.Call{ID: json.RawMessage("1")}, e)
				in := dialect.Document{Dialect: d, Status: head.Status, Body: body}
				got, err := codec.Decode(in)
				require.NoError(t, err)
				codec.NoGuess = true
				want, err := codec.Decode(in)
				require.NoError(t, err)
				require.Equal(t, want.Kind.String(), got.Kind.String(), "%s: %s", d.Name(), body)
				require.False(t, got.Peer.Guessed, "%s: %s: %s", d.Name(), got.Peer.Rule, body)
			}
		}
	}
}

// guessed is what an MCP server sends that has nothing but a text.
func guessed(text string) dialect.Document {
	return dialect.Document{Dialect: mcp.Dialect{}, Body: []byte(`{"content":[{"type":"text","text":"` + text + `"}],"isError":true}`)}
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
		{"isError, a code of AWS", "in the text of botocore", guessed("An error occurred (ResourceInUseException) when calling the CreateTable operation: no"), errkit.Conflict, true},
		{"isError, a code of AWS in Go", "", guessed("operation error DynamoDB: PutItem, api error ConditionalCheckFailedException: no"), errkit.FailedPrecondition, true},
		{"isError, a code of Slack", "at the end", guessed("An API error occurred: is_archived"), errkit.FailedPrecondition, true},
		{"isError, a word with an underscore", "not in a place of its own", guessed("The column is called is_archived"), errkit.ExecutionFailed, false},
		{"-32603", "a fault of the server stays one", fault(mcp.Dialect{}, 0, -32603, "runtime error: invalid memory address or nil pointer dereference"), errkit.Internal, false},
		{"-32603, a limit", "nor does it become the caller's rate", fault(mcp.Dialect{}, 0, -32603, "Rate limit exceeded"), errkit.Internal, false},
		{"-32603, a timeout", "another fault of the server", fault(mcp.Dialect{}, 0, -32603, "context deadline exceeded"), errkit.Timeout, true},
		{"-32602, a tool", "", fault(mcp.Dialect{}, 0, -32602, "Unknown tool: ring"), errkit.ToolNotFound, true},
		{"-32602, a timeout", "an argument that is named timeout", fault(mcp.Dialect{}, 0, -32602, "Request timed out"), errkit.InvalidInput, false},
		{"-32600", "the code has one meaning", fault(mcp.Dialect{}, 0, -32600, "Unknown tool: ring"), errkit.InvalidRequest, false},
		{"-32600, thrown by a tool", "the SDK for TypeScript writes the code before the text", fault(mcp.Dialect{}, 0, -32600, "MCP error -32600: Resource not found: bell"), errkit.NotFound, true},
		{"-32601", "the code has one meaning", fault(mcp.Dialect{}, 0, -32601, "Request timed out"), errkit.MethodNotFound, false},
		{"an unknown code", "", fault(mcp.Dialect{}, 0, -32050, "Request timed out"), errkit.Timeout, true},
		{"an unknown code, the input", "only a failed call is the input's fault", fault(mcp.Dialect{}, 0, -32050, "Missing required argument: path"), errkit.Unknown, false},
		{"an unknown code with a status", "the status says it", fault(mcp.Dialect{}, 403, -32050, "Request timed out"), errkit.PermissionDenied, false},
		{"an unknown code with 400", "", fault(mcp.Dialect{}, 400, -32050, "Request timed out"), errkit.InvalidRequest, false},
		{"an unknown code with 500", "", fault(mcp.Dialect{}, 500, -32050, "Request timed out"), errkit.Timeout, true},
		{"AAI, a code of its own", "", fault(aai.Dialect{}, 0, -32001, "Request timed out"), errkit.ExecutionFailed, false},
		{"AAI, a string code", "", body(aai.Strings{}, 0, `{"error":{"code":"EXECUTION_ERROR","message":"Request timed out"}}`), errkit.ExecutionFailed, false},
		{"OXP, a failed tool", "", body(oxp.Dialect{}, 200, `{"result":{"call_id":"1","success":false,"error":{"message":"Request timed out"}}}`), errkit.Timeout, true},
		{"OXP 400, a tool", "", body(oxp.Dialect{}, 400, `{"message":"Unknown tool: ring"}`), errkit.ToolNotFound, true},
		{"OXP 400, a timeout", "a server error has no such cause", body(oxp.Dialect{}, 400, `{"message":"Request timed out"}`), errkit.InvalidRequest, false},
		{"OXP 404", "", body(oxp.Dialect{}, 404, `{"message":"Unknown tool: ring"}`), errkit.NotFound, false},
		{"OXP 422", "", body(oxp.Dialect{}, 422, `{"message":"Request timed out"}`), errkit.InvalidInput, false},
		{"OXP 500", "", body(oxp.Dialect{}, 500, `{"message":"Request timed out"}`), errkit.Timeout, true},
		{"OXP, wrong parameters", "", body(oxp.Dialect{}, 400, `{"message":"Unknown tool: ring","parameter_errors":{"a":"no"}}`), errkit.InvalidInput, false},
		{"toolError, its classes", "", body(toolerror.Dialect{}, 0, `{"kind":"toolError:v1","code":"SERVER_ERROR","message":"Request timed out"}`), errkit.Internal, false},
		{"toolError, unknown", "", body(toolerror.Dialect{}, 0, `{"kind":"toolError:v1","code":"UNKNOWN_ERROR","message":"Request timed out"}`), errkit.Unknown, false},
		{"toolError, network", "", body(toolerror.Dialect{}, 0, `{"kind":"toolError:v1","code":"NETWORK_ERROR","message":"Request timed out"}`), errkit.Timeout, true},
		{"a problem of 400", "", body(problem.Dialect{}, 400, `{"title":"Bad Request","status":400,"detail":"Request timed out"}`), errkit.InvalidRequest, false},
		{"a problem of 400, the input", "such words refine execution_failed alone", body(problem.Dialect{}, 400, `{"title":"Bad Request","status":400,"detail":"times must be a number"}`), errkit.InvalidRequest, false},
		{"a problem of 401, a token", "401 has one meaning", body(problem.Dialect{}, 401, `{"title":"Unauthorized","status":401,"detail":"The token has expired"}`), errkit.Unauthenticated, false},
		{"a problem of 403, no credentials", "403 has one meaning", body(problem.Dialect{}, 403, `{"title":"Forbidden","status":403,"detail":"Not authenticated"}`), errkit.PermissionDenied, false},
		{"a problem of 403, wrong credentials", "403 is for a caller that is known", body(problem.Dialect{}, 403, `{"title":"Forbidden","status":403,"detail":"Invalid API key"}`), errkit.PermissionDenied, false},
		{"a problem of 500", "", body(problem.Dialect{}, 500, `{"title":"Oops","status":500,"detail":"Request timed out"}`), errkit.Timeout, true},
		{"a problem of 502", "", body(problem.Dialect{}, 502, `{"title":"Oops","status":502,"detail":"Request timed out"}`), errkit.UpstreamFailed, false},
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

// A guess never makes a call retryable: not for a program, nor in words.
func TestGuessesInviteNoRetry(t *testing.T) {
	texts := map[string]errkit.Kind{
		"Request timed out": errkit.Timeout, "connect ECONNREFUSED 10.0.0.1:80": errkit.Network,
		"API rate limit exceeded": errkit.RateLimited, "The service is unavailable": errkit.Unavailable,
	}
	for text, want := range texts {
		var codec dialect.Codec
		in := guessed(text)
		e, err := codec.Decode(in)
		require.NoError(t, err)
		require.Equal(t, want.String(), e.Kind.String())
		require.Equal(t, errkit.Allowed, mapping.Default().Retry(e.Kind, 0), "or there is nothing to test")
		require.EqualValues(t, errkit.RetryUnspecified, mapping.Default().RetryOf(e), "that of execution_failed")
		require.EqualValues(t, errkit.RetryUnspecified, codec.Normalize(e).Retry)
		for _, to := range every() {
			out, _, err := codec.Translate(in, to, dialect.Call{ID: []byte("1")})
			require.NoError(t, err)
			for _, invitation := range []string{"gain", `"retryable":true`, `"can_retry":true`, `"retry":"allowed"`} {
				require.NotContains(t, string(out.Body), invitation, to.Name())
			}
			// Nor for the next reader, where the document has a member for the retry or carries the error.
			for _, carry := range []bool{false, true} {
				if strings.HasPrefix(to.Name(), "aai") && !carry {
					continue
				}
				out, _, err = (&dialect.Codec{Carry: carry}).Translate(in, to, dialect.Call{ID: []byte("1")})
				require.NoError(t, err)
				back, err := codec.Decode(out)
				require.NoError(t, err)
				require.NotEqual(t, errkit.Allowed, mapping.Default().RetryOf(back), "%s: %s", to.Name(), out.Body)
			}
		}
	}
	// What the document itself says of repeating the call counts.
	e, err := (&dialect.Codec{}).Decode(body(oxp.Dialect{}, 200, `{"result":{"call_id":"1","success":false,"error":{"message":"Request timed out","can_retry":true}}}`))
	require.NoError(t, err)
	require.True(t, e.Peer.Guessed)
	require.Equal(t, errkit.Allowed, e.Retry)
}

func TestGuessesAreListedAsAmbiguous(t *testing.T) {
	for _, to := range every() {
		var codec dialect.Codec
		in := guessed("API rate limit exceeded")
		_, losses, err := codec.Translate(in, to, dialect.Call{})
		require.NoError(t, err)
		require.Equal(t, dialect.Loss{Field: "kind", Reason: dialect.Ambiguous, From: "execution_failed", To: "rate_limited"}, losses[0], to.Name())

		codec.Strict = true
		_, _, err = codec.Translate(in, to, dialect.Call{})
		require.ErrorIs(t, err, dialect.ErrLoss)

		codec.NoGuess = true
		_, losses, _ = codec.Translate(in, to, dialect.Call{})
		for _, l := range losses {
			require.NotEqual(t, "rate_limited", l.To)
		}
	}
}
