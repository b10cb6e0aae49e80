package adcp_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/adcp"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/golden"
	"github.com/toolerr/toolerr/lab/strict"
)

var ways = []golden.Way{
	{Name: "result", Dialect: adcp.Dialect{}},
	{Name: "response of 2026-07-28", Dialect: adcp.Dialect{Revision: "2026-07-28"},
		Call: dialect.Call{ID: json.RawMessage("7")}},
	{Name: "output schema", Dialect: adcp.Dialect{}, Call: dialect.Call{ID: json.RawMessage("7"), OutputSchema: true}},
}

func TestGolden(t *testing.T) { golden.Test(t, ways) }

func TestLaws(t *testing.T) { golden.Laws(t, ways) }

func TestSchemas(t *testing.T) { golden.Schemas(t, ways, shapes) }

func shapes(t require.TestingT, w golden.Way, _ int, body []byte) map[string]golden.Shape {
	if w.Call.ID != nil {
		var response struct{ Result json.RawMessage }
		require.NoError(t, json.Unmarshal(body, &response))
		body = response.Result
	}
	var result strict.MCPCallToolResult
	require.NoError(t, strict.Unmarshal(body, &result))
	payload := string(result.StructuredContent)
	if payload == "" {
		require.Len(t, result.Content, 2)
		payload = result.Content[1].Text
	}
	return map[string]golden.Shape{
		string(body): golden.ShapeOf[strict.MCPCallToolResult]("mcp-call-tool-result"),
		payload:      golden.ShapeOf[strict.AdCPErrorPayload]("adcp-error"),
	}
}

// members renders an error and returns its adcp_error.
func members(t *testing.T, e *errkit.Error) (m strict.AdCPError, size int) {
	t.Helper()
	body, _ := new(dialect.Codec).Append(nil, adcp.Dialect{}, dialect.Call{}, e)
	var result strict.MCPCallToolResult
	require.NoError(t, strict.Unmarshal(body, &result))
	var payload strict.AdCPErrorPayload
	require.NoError(t, strict.Unmarshal(result.StructuredContent, &payload))
	doc, err := strict.Marshal(payload.Error)
	require.NoError(t, err)
	return payload.Error, len(doc)
}

func TestRecovery(t *testing.T) {
	tests := []struct {
		name, why string
		err       errkit.Error
		code      string
		recovery  string
	}{
		{"rate limited", "", errkit.Error{Kind: errkit.RateLimited}, "RATE_LIMITED", "transient"},
		{"authorization", "the user must act", errkit.Error{Kind: errkit.AuthRequired}, "AUTHORIZATION_REQUIRED",
			"correctable"},
		{"invalid", "the caller can correct the call", errkit.Error{Kind: errkit.InvalidInput}, "VALIDATION_ERROR",
			"correctable"},
		{"internal", "nobody can do anything", errkit.Error{Kind: errkit.Internal}, "INTERNAL_ERROR", "terminal"},
		{"internal with advice", "", errkit.Error{Kind: errkit.Internal, Hint: "Use another bell."}, "INTERNAL_ERROR",
			"correctable"},
		{"an upstream that may recover", "", errkit.Error{Kind: errkit.UpstreamFailed, Upstream: 503},
			"UPSTREAM_FAILED", "transient"},
		{"an upstream that rejects", "", errkit.Error{Kind: errkit.UpstreamFailed, Upstream: 400}, "UPSTREAM_FAILED",
			"terminal"},
		{"conflict", "a client repeats a CONFLICT", errkit.Error{Kind: errkit.Conflict}, "INVALID_STATE",
			"correctable"},
		{"conflict that may pass", "", errkit.Error{Kind: errkit.Conflict, Retry: errkit.Allowed}, "CONFLICT",
			"transient"},
		{"the author's retry", "programs repeat SERVICE_UNAVAILABLE, whatever its recovery is",
			errkit.Error{Kind: errkit.Unavailable, Retry: errkit.Never}, "EXECUTION_FAILED", "terminal"},
		{"a quota", "programs repeat RATE_LIMITED",
			errkit.Error{Kind: errkit.RateLimited, Retry: errkit.AfterAction}, "EXECUTION_FAILED", "correctable"},
		{"an unclear outcome", "programs change a call with PRODUCT_NOT_FOUND, and repeat it with a new key",
			errkit.Error{Kind: errkit.NotFound, Code: "PRODUCT_NOT_FOUND", Effect: errkit.EffectUnknown},
			"OUTCOME_UNKNOWN", "terminal"},
		{"a code of a terminal failure", "no other call helps",
			errkit.Error{Kind: errkit.PermissionDenied, Code: "ACCOUNT_SUSPENDED", Hint: "Call us."},
			"ACCOUNT_SUSPENDED", "terminal"},
		{"a call that is running", "", errkit.Error{Kind: errkit.Conflict, Code: "IDEMPOTENCY_IN_FLIGHT",
			Retry: errkit.Allowed}, "IDEMPOTENCY_IN_FLIGHT", "transient"},
		{"a code of the protocol", "", errkit.Error{Kind: errkit.NotFound, Code: "PRODUCT_NOT_FOUND"},
			"PRODUCT_NOT_FOUND", "correctable"},
		{"a code with another meaning", "the kind wins",
			errkit.Error{Kind: errkit.Conflict, Code: "PRODUCT_NOT_FOUND"}, "INVALID_STATE", "correctable"},
		{"a code of the application", "its form is another one",
			errkit.Error{Kind: errkit.NotFound, Code: "no_such_bell"}, "REFERENCE_NOT_FOUND", "correctable"},
		{"a guess", "no guess invites a retry",
			errkit.Error{Kind: errkit.RateLimited, Peer: &errkit.Peer{Guessed: true, Coarse: errkit.ExecutionFailed}},
			"EXECUTION_FAILED", "terminal"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, _ := members(t, &tt.err)
			require.Equal(t, tt.code, m.Code, tt.why)
			require.Equal(t, tt.recovery, m.Recovery, tt.why)
		})
	}
}

func TestRetryAfter(t *testing.T) {
	for after, want := range map[time.Duration]int{0: 0, 1: 1, 1500 * time.Millisecond: 2, 5 * time.Second: 5,
		2 * time.Hour: 3600} {
		m, _ := members(t, &errkit.Error{Kind: errkit.RateLimited, RetryAfter: after})
		require.Equal(t, want, m.RetryAfter, after)
	}
}

func TestIssues(t *testing.T) {
	m, _ := members(t, &errkit.Error{Kind: errkit.InvalidInput, Fields: []errkit.Field{
		{Path: "/packages/0/budget", Message: "must be at least 100", Rule: "min"},
		{Path: "/a.b/c~1d", Rule: "my_rule"}, {Message: "as a whole", Rule: "oneOf"},
	}})
	require.Equal(t, "packages[0].budget", m.Field)
	require.Equal(t, []strict.AdCPIssue{
		{Pointer: "/packages/0/budget", Message: "must be at least 100", Keyword: "minimum"},
		{Pointer: "/a.b/c~1d", Message: "is invalid", Keyword: "properties"},
		{Pointer: "", Message: "as a whole", Keyword: "oneOf"},
	}, m.Issues)
	for path, want := range map[string]string{"/a.b/0/c-d": "['a.b'][0].c-d", "bell": "bell", "/0/x": "[0].x",
		"": ""} {
		m, _ := members(t, &errkit.Error{Kind: errkit.InvalidInput, Fields: []errkit.Field{{Path: path}}})
		require.Equal(t, want, m.Field, path)
	}
}

// sizeInPython returns the length of the error in a result as json.dumps of Python writes it.
func sizeInPython(t *testing.T, body []byte) (size int) {
	var result struct {
		StructuredContent struct {
			Error json.RawMessage `json:"adcp_error"`
		}
	}
	require.NoError(t, json.Unmarshal(body, &result))
	inString := false
	for _, c := range string(result.StructuredContent.Error) {
		switch {
		case c >= utf8.RuneSelf:
			size += 6 * utf16.RuneLen(c)
			continue
		case c == '"': // no text here has one
			inString = !inString
		case !inString && (c == ',' || c == ':'):
			size++
		}
		size++
	}
	return size
}

// Receivers may refuse an error of more than 4096 bytes.
func TestSize(t *testing.T) {
	long := errkit.Text(strings.Repeat("é\"", 10_000))
	e := &errkit.Error{Kind: errkit.InvalidInput, Message: long, Hint: long}
	for range 100 {
		e.Fields = append(e.Fields, errkit.Field{Path: "/" + strings.Repeat("x", 300), Message: long})
	}
	m, size := members(t, e)
	require.LessOrEqual(t, size, 4096)
	require.NotEmpty(t, m.Message)
	require.True(t, strings.HasSuffix(m.Message, "…"))

	e.Message, e.Hint = "Invalid.", "Read the list."
	m, size = members(t, e)
	require.LessOrEqual(t, size, 4096)
	require.NotEmpty(t, m.Issues)

	// adcp for Python counts what its encoder writes, and reads no longer error.
	long = errkit.Text(strings.Repeat("予算が足りません。", 100))
	e = &errkit.Error{Kind: errkit.InvalidInput, Message: long, Hint: long,
		Fields: []errkit.Field{{Path: "/budget", Message: long}}}
	short := &errkit.Error{Kind: errkit.InvalidInput, Message: "Invalid."}
	for range 100 {
		short.Fields = append(short.Fields, errkit.Field{Path: "/a", Message: "is é"})
	}
	for _, e := range []*errkit.Error{e, short} {
		body, _ := new(dialect.Codec).Append(nil, adcp.Dialect{}, dialect.Call{}, e)
		size := sizeInPython(t, body)
		require.LessOrEqual(t, size, 4096)
		require.Greater(t, size, 2500, "there is room for more")
	}

	for _, v := range samples.Values() {
		_, size := members(t, v.Error)
		require.LessOrEqual(t, size, 4096, v.Name)
	}
}

// An issue that says something else than the carried error counts, whatever the text says.
func TestIssueWins(t *testing.T) {
	c := dialect.Codec{Carry: true}
	e := &errkit.Error{Kind: errkit.InvalidInput, Message: "Bad.",
		Fields: []errkit.Field{{Path: "/a", Message: "is required"}, {Path: "/b", Message: "is too high"}}}
	doc, _ := c.Append(nil, adcp.Dialect{}, dialect.Call{}, e)
	for issue, carried := range map[string]bool{"is too high": true, "is too low": false} {
		body := strings.Replace(string(doc), `"message":"is too high"`, `"message":"`+issue+`"`, 1)
		got, err := c.Decode(dialect.Document{Dialect: adcp.Dialect{}, Body: []byte(body)})
		require.NoError(t, err)
		require.Equal(t, carried, got.Peer.Carried)
		require.EqualValues(t, issue, got.Fields[1].Message)
	}
}
