package all_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/dialect/httperr"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/golden"
)

// Bodies that are of no dialect have the kind of their HTTP status, and what headers and common
// members say.
func TestHTTPResponses(t *testing.T) {
	type header = golden.Header
	tests := []struct {
		name, why string
		status    int
		header    header
		body      string
		want      string // canonical JSON
	}{
		{"OpenAI 401", "a string code of another API", 401, nil,
			`{"error":{"message":"Wrong key.","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}`,
			`{"kind":"unauthenticated","code":"invalid_api_key","message":"Wrong key."}`},
		{"Stripe 402", "", 402, nil, `{"error":{"type":"card_error","code":"card_declined","message":"Declined."}}`,
			`{"kind":"failed_precondition","code":"card_declined","status":402,"message":"Declined."}`},
		{"Cloudflare 403", "success:false has no code", 403, nil,
			`{"success":false,"errors":[{"code":9109,"message":"No access."}],"messages":[],"result":null}`,
			`{"kind":"permission_denied","code":"9109","message":"No access."}`},
		{"Azure 503", "", 503, nil, `{"error":{"code":"ServerBusy","message":"Busy."}}`,
			`{"kind":"unavailable","code":"ServerBusy","message":"Busy."}`},
		{"an HTML page", "a page is not a message", 502, header{"Content-Type": "text/html"},
			`<html><h1>502 Bad Gateway</h1></html>`, `{"kind":"upstream_failed"}`},
		{"an empty body", "", 503, header{"Retry-After": "3"}, ``, `{"kind":"unavailable","retry_after_ms":3000}`},
		{"plain text", "", 429, header{"Content-Type": "text/plain; charset=utf-8"}, "Slow down.\n",
			`{"kind":"rate_limited","message":"Slow down."}`},
		{"a stack trace", "more than a message", 500, nil, "panic: x\n\ngoroutine 1 [running]:\nmain.main()\n",
			`{"kind":"internal"}`},
		{"cut off", "", 500, nil, `{"message":"x`, `{"kind":"internal"}`},
		{"a JSON text", "", 404, nil, `"No such bell."`, `{"kind":"not_found","message":"No such bell."}`},
		{"JSON that is cut in a JSON text", "not a document", 404, nil, `"{\"message\":\"No such"`,
			`{"kind":"not_found","message":"{\"message\":\"No such"}`},
		{"a word as the type", "not a problem type", 409, nil, `{"type":"text"}`, `{"kind":"conflict"}`},
		{"a list", "", 409, nil, `[]`, `{"kind":"conflict"}`},
		{"529", "overloaded, as model providers send it", 529, nil,
			`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`,
			`{"kind":"unavailable","code":"overloaded_error","status":529,"message":"Overloaded"}`},
		{"the status in the body", "HTTP gives none", 0, nil,
			`{"statusCode":409,"error":"Conflict","message":"The bell is ringing."}`,
			`{"kind":"conflict","message":"The bell is ringing."}`},
		{"the status in the error", "", 0, nil, `{"error":{"code":403,"message":"No.","status":"PERMISSION_DENIED"}}`,
			`{"kind":"permission_denied","message":"No."}`},
		{"both statuses", "that of HTTP counts", 410, nil, `{"statusCode":409,"message":"x"}`,
			`{"kind":"not_found","status":410,"message":"x"}`},
		{"OAuth, invalid_token", "RFC 6750", 401, nil,
			`{"error":"invalid_token","error_description":"It is not known."}`,
			`{"kind":"unauthenticated","code":"invalid_token","message":"It is not known."}`},
		{"OAuth, insufficient_scope", "", 403, nil,
			`{"error":"insufficient_scope","error_description":"More is needed.","scope":"bells:ring bells:list"}`,
			`{"kind":"permission_denied","code":"insufficient_scope","message":"More is needed.","needs":{"scopes":["bells:ring","bells:list"]},"retry":"after_action"}`},
		{"OAuth, invalid_grant", "400 has no meaning of its own", 400, nil, `{"error":"invalid_grant"}`,
			`{"kind":"auth_expired","code":"invalid_grant"}`},
		{"a challenge", "RFC 9728 §5.1", 401,
			header{"WWW-Authenticate": `Bearer resource_metadata="https://bells.example/m", scope="ring"`}, ``,
			`{"kind":"unauthenticated","needs":{"scopes":["ring"]}}`},
		{"a challenge with URLs", "for the client's program: without its id and a page to return to, a user would see an error there", 401,
			header{"WWW-Authenticate": `Bearer resource_metadata="https://bells.example/m", authorization_uri="https://login.bells.example/common/oauth2/authorize"`}, ``,
			`{"kind":"unauthenticated"}`},
		{"a challenge with an error", "RFC 6750 §3", 403,
			header{"WWW-Authenticate": `Bearer error="insufficient_scope", scope="ring", error_description="More."`},
			``, `{"kind":"permission_denied","message":"More.","needs":{"scopes":["ring"]},"retry":"after_action"}`},
		{"a challenge and a body", "the body's own members count first", 401,
			header{"WWW-Authenticate": `Bearer error="invalid_token", error_description="no"`},
			`{"status":"error","error":{"code":"AUTH_EXPIRED","message":"It is old."}}`,
			`{"kind":"auth_expired","message":"It is old."}`},
		{"fields", "under any name", 400, nil,
			`{"message":"Wrong.","issues":[{"code":"too_small","path":["items",0,"sku"],"message":"too short"}]}`,
			`{"kind":"invalid_input","status":400,"message":"Wrong.","fields":[{"path":"/items/0/sku","message":"too short","rule":"too_small"}]}`},
		{"Discord", "seconds with a fraction", 429, nil, `{"message":"Slow down.","retry_after":0.651,"global":false}`,
			`{"kind":"rate_limited","message":"Slow down.","retry_after_ms":651}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			codec := dialect.Codec{Dialects: all.Dialects()}
			in := dialect.Document{Status: tt.status, Header: tt.header.HTTP(), Body: []byte(tt.body)}
			_, evidence, err := codec.Detect(in)
			require.NoError(t, err, tt.why)
			e, err := codec.Decode(in)
			require.NoError(t, err, tt.why)
			require.NotNil(t, e, tt.why)
			require.Equal(t, tt.want, samples.Canonical(t, e), "%s: %s: %s %v", tt.why, e.Peer.Dialect, evidence,
				e.Peer.Evidence)
			require.Equal(t, tt.body, e.Peer.Raw)
			require.False(t, e.Peer.Guessed)
			for _, d := range every() { // whatever dialect the caller expects
				in.Dialect = d
				e, err := codec.Decode(in)
				if tt.status == 0 && err != nil {
					require.ErrorIs(t, err, dialect.ErrNotDocument)
					continue
				}
				require.NoError(t, err, d.Name())
				require.NotNil(t, e, d.Name())
			}
		})
	}
	// Without the status of an error such a body is not a document.
	codec := dialect.Codec{Dialects: all.Dialects()}
	for _, status := range []int{0, 200, 302} {
		for _, body := range []string{"", "<html></html>", "[]", `"x"`} {
			_, err := codec.Decode(dialect.Document{Status: status, Body: []byte(body)})
			require.ErrorIs(t, err, dialect.ErrNotDocument)
		}
	}
}

func TestBodyEncodedTwice(t *testing.T) {
	tests := []struct {
		name, body, raw string
		dialect         dialect.Dialect
		want            errkit.Error
	}{
		{"an object", `"{\"code\":\"no_bell\",\"message\":\"No such bell.\"}"`, `{"code":"no_bell","message":"No such bell."}`, nil,
			errkit.Error{Code: "no_bell", Message: "No such bell."}},
		{"a list", ` "[{\"message\":\"No such bell.\"}]"` + "\n", `[{"message":"No such bell."}]`, nil, errkit.Error{Message: "No such bell."}},
		{"of a dialect that is given", `"{\"title\":\"Not Found\",\"detail\":\"No such bell.\"}"`, `{"title":"Not Found","detail":"No such bell."}`,
			problem.Dialect{}, errkit.Error{Message: "No such bell."}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			codec := dialect.Codec{Dialects: all.Dialects()}
			e, err := codec.Decode(dialect.Document{Dialect: tt.dialect, Status: 404, Body: []byte(tt.body)})
			require.NoError(t, err)
			require.Equal(t, errkit.NotFound, e.Kind)
			require.Equal(t, tt.want.Message, e.Message)
			require.Equal(t, tt.want.Code, e.Code)
			require.Equal(t, tt.raw, e.Peer.Raw)
		})
	}
}

// A response that is recorded as JSON has the meaning of the response.
func TestRecordedResponse(t *testing.T) {
	many := strings.Repeat(`"x":"y",`, 1000)
	tests := []struct {
		name, body string
		want       errkit.Error
	}{
		{"of a Lambda function", `{"statusCode":404,"headers":{"Content-Type":"application/json"},` +
			`"body":"{\"code\":\"no_bell\",\"message\":\"No such bell.\"}","isBase64Encoded":false}`,
			errkit.Error{Kind: errkit.NotFound, Code: "no_bell", Message: "No such bell."}},
		{"only a status and a body", `{"statusCode":404,"body":"{\"message\":\"No such bell.\"}"}`,
			errkit.Error{Kind: errkit.NotFound, Message: "No such bell."}},
		{"a body in base64", `{"statusCode":404,"headers":{},"body":"eyJtZXNzYWdlIjoiTm8gc3VjaCBiZWxsLiJ9","isBase64Encoded":true}`,
			errkit.Error{Kind: errkit.NotFound, Message: "No such bell."}},
		{"a body that is no base64", `{"statusCode":404,"headers":{},"body":"{\"message\":\"No such bell.\"}","isBase64Encoded":true}`,
			errkit.Error{Kind: errkit.NotFound, Message: "No such bell."}},
		{"of axios, with a delay", `{"status":429,"statusText":"Too Many Requests","headers":{"retry-after":"7"},"data":{"message":"Slow down."}}`,
			errkit.Error{Kind: errkit.RateLimited, Message: "Slow down.", RetryAfter: 7 * time.Second}},
		{"a problem with fields", `{"statusCode":422,"body":"{\"type\":\"about:blank\",\"detail\":\"No.\",\"errors\":[{\"pointer\":\"/a\",\"detail\":\"is bad\"}]}"}`,
			errkit.Error{Kind: errkit.InvalidInput, Message: "No.", Fields: []errkit.Field{{Path: "/a", Message: "is bad"}}}},
		{"a text", `{"statusCode":403,"body":"This bell is not yours."}`,
			errkit.Error{Kind: errkit.PermissionDenied, Message: "This bell is not yours."}},
		{"a page", `{"statusCode":502,"body":"<html><title>502 Bad Gateway</title></html>"}`, errkit.Error{Kind: errkit.UpstreamFailed}},
		{"many headers", `{"statusCode":404,"headers":{` + many + `"retry-after":"7"},"body":"{}"}`,
			errkit.Error{Kind: errkit.NotFound, RetryAfter: 7 * time.Second}},
		{"headers that are lists, as in Go", `{"status":429,"headers":{"Retry-After":["7"],"Vary":[]},"data":{"message":"Slow down."}}`,
			errkit.Error{Kind: errkit.RateLimited, Message: "Slow down.", RetryAfter: 7 * time.Second}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			codec := dialect.Codec{Dialects: all.Dialects(), Unread: true}
			e, err := codec.Decode(dialect.Document{Body: []byte(tt.body)})
			require.NoError(t, err)
			require.Equal(t, "http", e.Peer.Dialect)
			require.Equal(t, tt.want, errkit.Error{Kind: e.Kind, Code: e.Code, Message: e.Message, Fields: e.Fields, RetryAfter: e.RetryAfter})
			require.Equal(t, tt.body, e.Peer.Raw)
			require.Empty(t, e.Peer.Unread)
		})
	}

	for _, tt := range []struct {
		name, body string
		lost       []string
	}{
		{"members of a body in a text", `{"statusCode":404,"body":"{\"message\":\"No.\",\"bells\":{\"n\":[1,2]}}"}`, []string{"/body/bells"}},
		{"members of a body", `{"status":404,"data":{"message":"No.","bells":{"n":[1,2]}}}`, []string{"/data/bells"}},
		{"further values of a header", `{"status":404,"headers":{"Link":["a","b"]},"data":{"message":"No."}}`, []string{"/headers/Link/1"}},
		{"a header that is an object", `{"status":404,"headers":{"Link":{"a":"b"}},"data":{"message":"No."}}`, []string{"/headers"}},
		{"other members", `{"statusCode":404,"headers":{},"cookies":["a"],"body":"{\"message\":\"No.\",\"x\":1}"}`, []string{"/cookies", "/body/x"}},
	} {
		t.Run("lost: "+tt.name, func(t *testing.T) {
			codec := dialect.Codec{Dialects: all.Dialects(), Unread: true}
			e, err := codec.Decode(dialect.Document{Body: []byte(tt.body)})
			require.NoError(t, err)
			require.EqualValues(t, "No.", e.Message)
			require.Equal(t, tt.lost, e.Peer.Unread)
		})
	}

	codec := dialect.Codec{Dialects: all.Dialects(), Unread: true}
	e, err := codec.Decode(dialect.Document{Status: 429, Header: http.Header{"Retry-After": {"3"}},
		Body: []byte(`{"statusCode":429,"headers":{"Retry-After":"7"},"body":"{}"}`)})
	require.NoError(t, err)
	require.Equal(t, 3*time.Second, e.RetryAfter, "the header of the response counts")
	require.Equal(t, []string{"/headers"}, e.Peer.Unread)
	e, err = codec.Decode(dialect.Document{Dialect: httperr.Dialect{}, Body: []byte(
		`{"status":400,"message":"No such pitch.","headers":{"Accept":"*/*"},"data":{"pitch":9}}`)})
	require.NoError(t, err)
	require.EqualValues(t, "No such pitch.", e.Message, "beside the request")

	e, err = codec.Decode(dialect.Document{Status: 400, Body: []byte(`{"statusCode":500,"body":"The column of bells is gone."}`)})
	require.NoError(t, err)
	require.Empty(t, e.Message, "what a server states about its own fault is not for the caller of another one")

	codec = dialect.Codec{Dialects: all.Dialects()}
	for _, tt := range []struct {
		name, body string
		status     int
	}{
		{"a success", `{"statusCode":200,"body":"{\"error\":\"no\"}"}`, 0},
		{"in the answer of a tool that fetches", `{"statusCode":404,"headers":{},"body":"{\"message\":\"No such bell.\"}"}`, 200},
		{"a record with other members", `{"statusCode":404,"body":"{}","url":"https://bells.example"}`, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := codec.Decode(dialect.Document{Status: tt.status, Body: []byte(tt.body)})
			require.ErrorIs(t, err, dialect.ErrNotDocument)
		})
	}
}

// The string that a service responds with is its answer, whatever is in it.
func TestTextOfSuccessIsKept(t *testing.T) {
	codec := dialect.Codec{Dialects: all.Dialects()}
	_, err := codec.Decode(dialect.Document{Status: 200,
		Body: []byte(`"{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"x\"}}"`)})
	require.ErrorIs(t, err, dialect.ErrNotDocument)
}

// The limits of an API are in each of its responses, so they say nothing about a failure that is none
// for a limit, or is one only as its text is read: a call that took effect must not be repeated.
func TestLimitOfAnotherFailure(t *testing.T) {
	codec := dialect.Codec{Dialects: all.Dialects()}
	headers := map[string]http.Header{
		"of GitHub":    {"X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset": {"60"}},
		"of the draft": {"Ratelimit": {`"burst";r=0;t=60`}},
	}
	tests := []struct {
		name, body string
		status     int
		kind       errkit.Kind
		want       time.Duration
	}{
		{"a guess", `{"content":[{"type":"text","text":"The order was placed, but no mail was sent: rate limit exceeded"}],"isError":true}`,
			200, errkit.RateLimited, 0},
		{"of a tool", `{"content":[{"type":"text","text":"The order was placed, but no mail was sent."}],"isError":true}`,
			200, errkit.ExecutionFailed, 0},
		{"of the input", `{"message":"There is no such bell."}`, 404, errkit.NotFound, 0},
		{"of the server", `{"message":"The order was placed, the receipt was not."}`, 500, errkit.Internal, 0},
		{"for a limit, by the status", `{"message":"No."}`, 429, errkit.RateLimited, time.Minute},
		{"for a limit, by the headers", `{"message":"No."}`, 403, errkit.RateLimited, time.Minute},
	}
	for name, h := range headers {
		for _, tt := range tests {
			t.Run(name+" "+tt.name, func(t *testing.T) {
				doc := dialect.Document{Status: tt.status, Header: h, Body: []byte(tt.body)}
				e, err := codec.Decode(doc)
				require.NoError(t, err)
				require.Equal(t, tt.kind, e.Kind)
				require.Equal(t, tt.want, e.RetryAfter)
				for _, d := range every() {
					out, _, err := codec.Translate(doc, d, dialect.Call{ID: []byte("1")})
					require.NoError(t, err)
					if tt.want == 0 {
						require.NotContains(t, string(out.Body), "Try again in", d.Name())
						require.Empty(t, out.Header.Get("Retry-After"), d.Name())
					}
				}
			})
		}
	}
}
