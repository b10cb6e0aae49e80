package all_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
)

// What a document must not have, whatever the error has.
func TestRendered(t *testing.T) {
	tests := []struct {
		name, why string
		err       errkit.Error
		to        dialect.Dialect
		want, not string
	}{
		{"control characters in a key", "a terminal would run them",
			errkit.Error{Kind: errkit.InvalidInput, Fields: []errkit.Field{{Path: "/a\x1b[31mb\u202ec"}}},
			oxp.Dialect{}, `"abc":`, `\u001b`},
		{"control characters in a path", "",
			errkit.Error{Kind: errkit.InvalidInput, Fields: []errkit.Field{{Path: "/a\x1b[31mb\u202ec"}}},
			mcp.Dialect{Structured: true}, `"path":"/abc"`, "\u202e"},
		{"a path without a slash", "RFC 6901 §3",
			errkit.Error{Kind: errkit.InvalidInput, Fields: []errkit.Field{{Path: "b"}}}, problem.Dialect{},
			`"pointer":"#/b"`, ""},
		{"a path without a slash, canonical", "",
			errkit.Error{Kind: errkit.InvalidInput, Fields: []errkit.Field{{Path: "b"}}},
			mcp.Dialect{Structured: true}, `"path":"/b"`, ""},
		{"an instance that is not a URI", "RFC 9457 §3.1.5", errkit.Error{Kind: errkit.Internal, Ref: `a "b" ü`},
			problem.Dialect{}, `"instance":"a%20%22b%22%20%C3%BC"`, ""},
		{"a negative upstream", "not an HTTP status", errkit.Error{Kind: errkit.UpstreamFailed, Upstream: -1},
			problem.Dialect{}, `"status":502`, "upstream\":"},
		{"a negative upstream, toolError", "", errkit.Error{Kind: errkit.UpstreamFailed, Upstream: -1},
			toolerror.Dialect{}, "", "-1"},
		{"an upstream's delay", "a model can wait",
			errkit.Error{Kind: errkit.UpstreamFailed, Upstream: 503, RetryAfter: 3 * time.Second}, mcp.Dialect{},
			`Try again in 3 seconds.`, ""},
		{"a challenge without a URL", "there is nothing to visit",
			errkit.Error{Kind: errkit.AuthRequired, Needs: &errkit.Needs{Challenges: []errkit.Challenge{{ID: "1"}}}},
			oxp.Dialect{}, `"authorization":[]`, `"url"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var codec dialect.Codec
			body, _ := codec.Append(nil, tt.to, dialect.Call{}, &tt.err)
			require.True(t, json.Valid(body))
			require.Contains(t, string(body), tt.want, tt.why)
			if tt.not != "" {
				require.NotContains(t, string(body), tt.not, tt.why)
			}
		})
	}
	// A member occurs once.
	e := errkit.Error{Kind: errkit.AuthRequired,
		Needs: &errkit.Needs{Challenges: []errkit.Challenge{{URL: "https://bells.example", Message: "Sign in."}}}}
	e.Details = []slog.Attr{slog.String("instructions", "x")}
	var codec dialect.Codec
	text, _ := codec.Append(nil, aai.Strings{}, dialect.Call{}, &e)
	require.Equal(t, 1, strings.Count(string(text), `"instructions":`))
}

// What a decoder makes of members that are there and mean less, or something else, than they seem
// to.
func TestDecoded(t *testing.T) {
	tests := []struct {
		name, why string
		in        dialect.Document
		want      string // canonical JSON
	}{
		{"a URI with a fault of the server", "the Python SDK sends it for failed reads",
			body(mcp.Dialect{}, 0, `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Broken.","data":{"uri":"bell:1"}}}`), `{"kind":"internal","message":"Broken.","stage":"before_call","details":{"uri":"bell:1"}}`},
		{"a toolError of a server's own", "",
			body(toolerror.Dialect{}, 0,
				`{"kind":"toolError:v1","code":"RATE_LIMITED","message":"Slow.","details":{"statusCode":429}}`),
			`{"kind":"rate_limited","message":"Slow."}`},
		{"the name of a tool that failed", "it was found", guessed("Tool get_user failed: user 42 not found"),
			`{"kind":"not_found","message":"Tool get_user failed: user 42 not found"}`},
		{"a developer message only", "", body(oxp.Dialect{Flat: true}, 400, `{"developer_message":"motor 3"}`),
			`{"kind":"invalid_request"}`},
		{"parameters of a tool error", "",
			body(oxp.Dialect{Flat: true}, 200,
				`{"call_id":"1","success":false,"error":{"message":"No.","parameter_errors":{"b":"is wrong"}}}`),
			`{"kind":"invalid_input","message":"No.","fields":[{"path":"/b","message":"is wrong"}],"stage":"execution"}`},
		{"huma", "a place in the request",
			body(problem.Dialect{}, 422,
				`{"title":"Unprocessable Entity","status":422,"errors":[{"message":"a","location":"body"},{"message":"b","location":"body.items[0].sku"},{"message":"c","location":"body[1]"}]}`), `{"kind":"invalid_input","fields":[{"path":"","message":"a"},{"path":"/items/0/sku","message":"b"},{"path":"/1","message":"c"}]}`},
		{"Cloudflare", "seconds", body(problem.Dialect{}, 429,
			`{"type":"https://example.com/1015","title":"Slow.","status":429,"retryable":true,"retry_after":30}`),
			`{"kind":"rate_limited","message":"Slow.","doc_url":"https://example.com/1015","retry_after_ms":30000,"details":{"retryable":true,"retry_after":30}}`},
		{"an empty challenge", "", body(oxp.Dialect{Flat: true}, 400,
			`{"message":"No.","missing_requirements":{"authorization":[{"id":"1","url":""}]}}`),
			`{"kind":"auth_required","message":"No."}`},
		{"an empty elicitation", "", body(mcp.Dialect{}, 0,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32042,"message":"No.","data":{"elicitations":[{"mode":"url","elicitationId":"1","url":""}]}}}`), `{"kind":"auth_required","message":"No."}`},
		{"a negative upstream", "", body(problem.Dialect{}, 502,
			`{"title":"x","status":502,"detail":"No.","upstream":-4}`), `{"kind":"upstream_failed","message":"No."}`},
		{"structured issues", "zod", body(mcp.Dialect{}, 0,
			`{"content":[{"type":"text","text":"Wrong."}],"structuredContent":{"issues":[{"code":"custom","path":["a",0],"message":"no"}]},"isError":true}`), `{"kind":"invalid_input","message":"Wrong.","fields":[{"path":"/a/0","message":"no","rule":"custom"}],"details":{"structuredContent":{"issues":[{"code":"custom","path":["a",0],"message":"no"}]}}}`},
		{"issues in the data", "", body(mcp.Dialect{}, 0,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Wrong.","data":{"errors":[{"path":"a[0]","message":"no"}]}}}`), `{"kind":"invalid_input","message":"Wrong.","fields":[{"path":"/a/0","message":"no"}],"details":{"errors":[{"path":"a[0]","message":"no"}]}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var codec dialect.Codec
			e, err := codec.Decode(tt.in)
			require.NoError(t, err)
			require.Equal(t, tt.want, samples.Canonical(t, e), tt.why)
		})
	}
	for _, name := range []string{"complete", "task", ""} {
		_, err := (&dialect.Codec{}).Decode(body(mcp.Dialect{}, 0, `{"resultType":"`+name+`","content":[]}`))
		require.NoError(t, err)
	}
	_, err := (&dialect.Codec{}).Decode(body(mcp.Dialect{}, 0, `{"resultType":"done","content":[]}`))
	require.ErrorContains(t, err, "/resultType: a result type that MCP does not define")
}

// A success may have any length, an error may not.
func TestLength(t *testing.T) {
	long := strings.Repeat("a", 5<<20)
	codec := dialect.Codec{Dialects: all.Dialects()}
	e, err := codec.Decode(dialect.Document{Body: []byte(`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"` + long + `"}]}}`)})
	require.NoError(t, err)
	require.Nil(t, e)
	failed := []byte(`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"` + long +
		`"}],"isError":true}}`)
	_, err = codec.Decode(dialect.Document{Body: failed})
	require.ErrorIs(t, err, dialect.ErrNotDocument)
	require.ErrorContains(t, err, fmt.Sprintf("an error of %d bytes, which is more than 4194304", len(failed)))
	e, err = codec.Decode(dialect.Document{Status: 503, Body: failed})
	require.NoError(t, err)
	require.Equal(t, errkit.Unavailable, e.Kind)
	require.Empty(t, e.Message)
	require.LessOrEqual(t, len(e.Peer.Raw), 4<<20)
}
