package mcp_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
)

// Proposals are written only if a server asks for it, in every case.
func TestDrafts(t *testing.T) {
	tests := []struct {
		name, why string
		method    string
		err       errkit.Error
		status    int
		want      string // a part of the document
		without   bool   // the document is the same without Drafts
	}{
		{"a rate", "SEP-3304", "", errkit.Error{Kind: errkit.RateLimited, Stage: errkit.BeforeCall,
			RetryAfter: 1500 * time.Millisecond}, 429,
			`"code":-32023,"message":"Too many calls.\nTry again in 1.5 seconds.","data":{"retryAfterMs":1500}`,
			false},
		{"a rate of another method", "it has no result", "prompts/get",
			errkit.Error{Kind: errkit.RateLimited, RetryAfter: time.Second}, 429, `"code":-32023,`, false},
		{"a rate without a delay", "retryAfterMs is required", "",
			errkit.Error{Kind: errkit.RateLimited, Stage: errkit.BeforeCall}, 200, `"isError":true`, true},
		{"a rate of the tool", "the model reads it", "",
			errkit.Error{Kind: errkit.RateLimited, RetryAfter: time.Second}, 200, `"isError":true`, true},
		{"a failure", "SEP-3313", "", errkit.Error{Kind: errkit.Timeout, Ref: "7f3a9c", Hint: "Use another bell."},
			200, `"_meta":{"io.modelcontextprotocol/toolFailure":{"class":"reliability","code":"timeout","retryable":true,"correlationId":"7f3a9c","agentGuidance":"Use another bell."}}`, false},
		{"a failure with a code", "", "", errkit.Error{Kind: errkit.AuthRequired, Ref: "7f3a9c", Code: "no_key"}, 200,
			`{"class":"governance","code":"no_key","correlationId":"7f3a9c"}`, false},
		{"a failure of the caller", "", "", errkit.Error{Kind: errkit.NotFound, Ref: "7f3a9c"}, 200,
			`{"class":"capability","code":"resource_not_found","correlationId":"7f3a9c"}`, false},
		{"a failure without a reference", "correlationId is required", "", errkit.Error{Kind: errkit.Timeout}, 200,
			`"isError":true`, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var codec dialect.Codec
			call := dialect.Call{ID: json.RawMessage("7"), Method: tt.method}
			body, head := codec.Append(nil, mcp.Dialect{Drafts: true}, call, &tt.err)
			require.Contains(t, string(body), tt.want, tt.why)
			require.Equal(t, tt.status, head.Status)
			plain, _ := codec.Append(nil, mcp.Dialect{}, call, &tt.err)
			require.Equal(t, tt.without, string(plain) == string(body), tt.why)
			require.NotContains(t, string(plain), "-32023")
			require.NotContains(t, string(plain), mcp.ToolFailureKey)
		})
	}
}

// The kind, the hint, the reference and the retry come back from a ToolFailure.
func TestToolFailureRoundTrips(t *testing.T) {
	var codec dialect.Codec
	results := 0
	for _, k := range errkit.Kinds() {
		e := &errkit.Error{Kind: k, Stage: errkit.Execution, Message: "It failed.", Hint: "Call list_bells.",
			Ref: "7f3a9c"}
		body, _ := codec.Append(nil, mcp.Dialect{Drafts: true}, dialect.Call{}, e)
		back, err := codec.Decode(dialect.Document{Dialect: mcp.Dialect{}, Body: body})
		require.NoError(t, err)
		if back.Peer.Type == "" {
			continue // an error of JSON-RPC
		}
		results++
		require.Equal(t, k.String(), back.Kind.String())
		require.Equal(t, e.Message, back.Message, k.String())
		require.Equal(t, e.Hint, back.Hint, k.String())
		require.Equal(t, e.Ref, back.Ref)
	}
	require.Greater(t, results, 25)
}

// A call of which nobody knows whether it took effect has the class governance, also if its kind
// waits for nobody: decoded and rendered again, its text and its class stay the same.
func TestToolFailureKeepsTheEffect(t *testing.T) {
	var codec dialect.Codec
	d := mcp.Dialect{Drafts: true}
	for _, tt := range []struct {
		kind  errkit.Kind
		retry errkit.Retry
		class string
	}{
		{errkit.ExecutionFailed, 0, "governance"},
		{errkit.Timeout, 0, "governance"},
		{errkit.Unavailable, 0, "governance"},
		{errkit.UpstreamFailed, 0, "governance"},
		{errkit.Internal, errkit.AfterAction, "governance"}, // the advice follows the sentence in its line
		{errkit.Internal, 0, "capability"},
		{errkit.NotFound, 0, "capability"},
	} {
		t.Run(fmt.Sprint(tt.kind, tt.retry), func(t *testing.T) {
			e := &errkit.Error{Kind: tt.kind, Retry: tt.retry, Ref: "7f3a9c", Effect: errkit.EffectUnknown}
			first, _ := codec.Append(nil, d, dialect.Call{}, e)
			require.Contains(t, string(first), "This call may have taken effect")
			require.Contains(t, string(first), `"class":"`+tt.class+`"`)
			back, err := codec.Decode(dialect.Document{Dialect: d, Body: first})
			require.NoError(t, err)
			again, _ := codec.Append(nil, d, dialect.Call{}, back)
			require.Equal(t, string(first), string(again))
		})
	}
}

// retryNotBefore is a time, in milliseconds since 1970. The delay until then is whole seconds, so
// that it is the same when the same document is decoded again soon.
func TestRetryNotBefore(t *testing.T) {
	body := fmt.Sprintf(`{"content":[{"type":"text","text":"No."}],"isError":true,"_meta":{%q:{"class":"reliability","code":"timeout","retryable":true,"retryNotBefore":%d,"correlationId":"1"}}}`, mcp.ToolFailureKey, time.Now().Add(time.Hour+500*time.Millisecond).UnixMilli())
	e, err := new(dialect.Codec).Decode(dialect.Document{Dialect: mcp.Dialect{}, Body: []byte(body)})
	require.NoError(t, err)
	require.InDelta(t, time.Hour, e.RetryAfter, float64(time.Minute))
	require.Zero(t, e.RetryAfter%time.Second, e.RetryAfter.String())
}

// The parts have what the document has.
func TestDraftParts(t *testing.T) {
	for _, v := range samples.Values() {
		for _, carry := range []bool{false, true} {
			codec := dialect.Codec{Carry: carry}
			d := mcp.Dialect{Drafts: true}
			p := d.Parts(&codec, dialect.Call{}, v.Error)
			body, _ := codec.Append(nil, d, dialect.Call{}, v.Error)
			var doc struct {
				Meta map[string]json.RawMessage `json:"_meta"`
			}
			require.NoError(t, json.Unmarshal(body, &doc))
			require.Equal(t, string(doc.Meta[mcp.ToolFailureKey]), string(p.Failure), v.Name)
			if p.IsError {
				require.Equal(t, string(doc.Meta[dialect.MetaKey]), string(p.Carried), v.Name)
			}
		}
	}
}
