package nethttp_test

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
)

// anyDialect detects every dialect of this module.
var anyDialect = dialect.Codec{Dialects: all.Dialects()}

func TestReadError(t *testing.T) {
	big := strings.Repeat("x", 2<<20)
	tests := []struct {
		name    string
		why     string
		status  int
		header  http.Header
		body    string
		kind    string // "": no error
		dialect string
		message string
		after   time.Duration
	}{
		{name: "oxp", status: 200, body: `{"$schema":"urn:oxp:1.0","result":{"call_id":"","success":false,"error":{"message":"no"}}}`, kind: "execution_failed", dialect: "oxp", message: "no"},
		{name: "oxp success", status: 200,
			body: `{"$schema":"urn:oxp:1.0","result":{"call_id":"","success":true,"value":1}}`},
		{name: "oxp-flat", status: 422, body: `{"message":"no","parameter_errors":{"b":"must be a number"}}`,
			kind: "invalid_input", dialect: "oxp-flat", message: "no"},
		{name: "aai", status: 200, body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32008,"message":"Operation timed out","data":{"type":"TIMEOUT","detail":"no"}}}`, kind: "timeout", dialect: "aai", message: "no"},
		{name: "mcp", status: 200, body: `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"no"}],"isError":true}}`, kind: "execution_failed", dialect: "mcp", message: "no"},
		{name: "aai-string", status: 404, body: `{"status":"error","error":{"code":"UNKNOWN_TOOL","message":"no"}}`,
			kind: "tool_not_found", dialect: "aai-string", message: "no"},
		{name: "problem", status: 404, header: http.Header{"Content-Type": {"application/problem+json"}},
			body: `{"title":"Not Found","detail":"no"}`, kind: "not_found", dialect: "problem", message: "no"},
		{name: "a success that has a message", status: 200, body: `{"message":"hello"}`, why: "it is nobody's error"},
		{name: "a success that has a detail", status: 201, body: `{"detail":"hello","error":null}`},
		{name: "Slack", status: 200, body: `{"ok":false,"error":"not_in_channel"}`, kind: "failed_precondition",
			dialect: "http", message: "not_in_channel"},
		{name: "GraphQL", status: 200, body: `{"errors":[{"message":"no"}],"data":null}`, kind: "execution_failed",
			dialect: "http", message: "no"},
		{name: "GraphQL, a part", status: 200, body: `{"errors":[{"message":"no"}],"data":{"bell":{"id":1}}}`},
		{name: "Tencent Cloud", status: 200, body: `{"Response":{"Error":{"Code":"AuthFailure","Message":"no"}}}`,
			kind: "unauthenticated", dialect: "http", message: "no"},
		{name: "a record of a failure", status: 200, body: `{"id":"job-1","status":"failed","error":{"message":"no"}}`},
		{name: "a list", status: 200, body: `[1]`},
		{name: "nothing", status: 204, body: ``},
		{name: "plain text", status: 503, header: http.Header{"Content-Type": {"text/plain"}, "Retry-After": {"3"}},
			body: "busy", kind: "unavailable", dialect: "http", message: "busy", after: 3 * time.Second},
		{name: "no body", status: 418, kind: "invalid_request", dialect: "http", message: "The request is not valid."},
		{name: "a status beyond all", status: 999, kind: "internal", dialect: "http",
			message: "Something went wrong on our side."},
		{name: "too large for an error", status: 500, body: `{"message":"` + big + `"}`, kind: "internal",
			dialect: "http", message: "Something went wrong on our side."},
		{name: "too large for a success", status: 200, body: `{"jsonrpc":"` + big + `"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := tt.header
			if h == nil {
				h = http.Header{"Content-Type": {"application/json"}}
			}
			resp := &http.Response{StatusCode: tt.status, Header: h, ContentLength: int64(len(tt.body)),
				Body: io.NopCloser(strings.NewReader(tt.body))}
			e, err := nethttp.ReadError(resp, anyDialect)
			require.NoError(t, err)
			left, err := io.ReadAll(resp.Body)
			require.NoError(t, err)
			require.Equal(t, tt.body, string(left), "the body can be read again")
			if tt.kind == "" {
				require.Nil(t, e)
				return
			}
			require.Equal(t, tt.kind, e.Kind.String())
			require.Equal(t, tt.dialect, e.Peer.Dialect)
			require.Equal(t, tt.message, e.Error())
			require.Equal(t, tt.after, e.RetryAfter)
			require.LessOrEqual(t, len(e.Peer.Raw), 1<<20)
		})
	}
}

// A success whose members have the names of those of an error is not one of a dialect that is named.
func TestReadErrorOfANamedDialect(t *testing.T) {
	const oxpNo = `{"call_id":"c","success":false,"error":{"message":"no"}}`
	for _, tt := range []struct {
		d    dialect.Dialect
		body string
		kind string // "": no error
	}{
		{toolerror.Dialect{}, `{"code":200,"message":"success","data":{"id":1}}`, ""},
		{mcp.Dialect{}, `{"code":"DE","message":"Hallo"}`, ""},
		{oxp.Dialect{}, `{"word":"error","error":"a mistake in a text"}`, ""},
		{oxp.Dialect{}, `["error"]`, ""},
		{oxp.Dialect{Flat: true}, oxpNo, "execution_failed"},
		{mcp.Dialect{}, `{"content":[],"isError":true}`, "execution_failed"},
	} {
		resp := &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}},
			ContentLength: int64(len(tt.body)), Body: io.NopCloser(strings.NewReader(tt.body))}
		e, err := (&nethttp.ErrorReader{Dialect: tt.d}).Read(resp)
		require.NoError(t, err)
		left, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		require.Equal(t, tt.body, string(left))
		if tt.kind == "" {
			require.Nil(t, e, tt.body)
			continue
		}
		require.NotNil(t, e, tt.body)
		require.Equal(t, tt.kind, e.Kind.String())
	}
}

// A client of net/http asks for gzip, and does not know the length of what it decompressed.
func TestReadErrorOfACompressedBody(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		failed     bool
	}{
		{"a failure", `{"ok":false,"error":"not_in_channel"}`, true},
		{"a success", `{"ok":true,"ts":"7"}`, false},
		{"a long success", `{"ok":false,"error":"not_in_channel","rows":"` + strings.Repeat("x", 1<<20) + `"}`, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.Header().Set("Content-Encoding", "gzip")
				z := gzip.NewWriter(w)
				io.WriteString(z, tt.body)
				z.Close()
			}))
			defer server.Close()
			resp, err := server.Client().Get(server.URL)
			require.NoError(t, err)
			defer resp.Body.Close()
			e, err := nethttp.ReadError(resp, anyDialect)
			require.NoError(t, err)
			require.Equal(t, tt.failed, e != nil)
			left, err := io.ReadAll(resp.Body)
			require.NoError(t, err)
			require.Equal(t, tt.body, string(left), "the body can be read again")
		})
	}
}

// Read does not wait for a stream of any type.
func TestReadErrorOfAStream(t *testing.T) {
	for _, tt := range []struct {
		status int
		ctype  string
		kind   string // "": no error
	}{{200, "text/event-stream", ""}, {200, "application/json", ""}, {503, "text/event-stream", "unavailable"}} {
		unread := iotest.ErrReader(errors.New("this must not be read"))
		resp := &http.Response{StatusCode: tt.status, Header: http.Header{"Content-Type": {tt.ctype}},
			ContentLength: -1, Body: io.NopCloser(unread)}
		e, err := nethttp.ReadError(resp, anyDialect)
		require.NoError(t, err)
		if tt.kind == "" {
			require.Nil(t, e)
			continue
		}
		require.Equal(t, tt.kind, e.Kind.String())
	}
}

// Only the status that came is believed.
func TestReadErrorTakesTheRealStatus(t *testing.T) {
	for body, kind := range map[string]errkit.Kind{
		`{"type":"about:blank","status":404,"title":"Not Found"}`: errkit.Unavailable,
		`{"status":"error","error":{"code":"SHUT","message":""}}`: errkit.Unavailable,
		`{"error":{"code":"NO_SUCH_CODE","message":"no"}}`:        errkit.Unavailable,
	} {
		resp := &http.Response{StatusCode: 503, Header: http.Header{"Content-Type": {"application/json"}},
			Body: io.NopCloser(strings.NewReader(body))}
		e, err := nethttp.ReadError(resp, anyDialect)
		require.NoError(t, err)
		require.Equal(t, kind.String(), e.Kind.String(), body)
	}
}

func TestReadErrorKeepsChallenges(t *testing.T) {
	tests := []struct {
		name   string
		header []string
		body   string
		scopes []string
	}{
		{name: "none", header: []string{"Basic realm=\"bells\""}},
		{name: "scopes", header: []string{`Bearer realm="bells", error="insufficient_scope", scope="ring list"`},
			scopes: []string{"ring", "list"}},
		{name: "metadata, which is for programs", header: []string{`Bearer resource_metadata="https://bells.test/.well-known/oauth-protected-resource"`}},
		{name: "the endpoint of OAuth, which is for programs, too",
			header: []string{`Bearer realm="", authorization_uri="https://auth.test/common/oauth2/authorize", error="insufficient_claims"`}},
		{name: "several challenges in a line",
			header: []string{`Basic realm="a, b", Bearer scope = ring , DPoP algs="ES256", scope="x"`},
			scopes: []string{"ring", "x"}},
		{name: "several lines", header: []string{`Bearer scope="a b"`, `bearer SCOPE="b c"`},
			scopes: []string{"a", "b", "c"}},
		{name: "escapes", header: []string{`Bearer scope="a\"b"`}, scopes: []string{`a"b`}},
		{name: "a token", header: []string{`Negotiate YWJj==, Bearer scope="ring"`}, scopes: []string{"ring"}},
		{name: "too long", header: []string{`Bearer scope="` + strings.Repeat("x", text.MaxKey+1) + `"`}},
		{name: "no end", header: []string{`Bearer scope="ring`}},
		{name: "garbage", header: []string{`=, "" ,,=x Bearer`, "\x00", ",,,", "= = ="}},
		{name: "the body's own", header: []string{`Bearer scope="ring"`},
			body:   `{"type":"about:blank","status":401,"kind":"unauthenticated","needs":{"scopes":["list"]}}`,
			scopes: []string{"list"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := http.Header{"Content-Type": {"application/problem+json"}, "Www-Authenticate": tt.header}
			e, err := nethttp.ReadError(&http.Response{StatusCode: 401, Header: h,
				Body: io.NopCloser(strings.NewReader(tt.body))}, anyDialect)
			require.NoError(t, err)
			require.Equal(t, errkit.Unauthenticated.String(), e.Kind.String())
			if tt.scopes == nil {
				require.True(t, e.Needs.IsZero(), "%+v", e.Needs)
				return
			}
			require.Equal(t, tt.scopes, e.Needs.Scopes)
			require.Empty(t, e.Needs.Challenges)
		})
	}
}

// What a peer puts into the header is bounded.
func TestReadErrorBoundsChallenges(t *testing.T) {
	h := http.Header{"Www-Authenticate": {
		`Bearer scope="` + strings.Repeat("a", 10) + strings.Repeat(" b c d e f g", 10_000) + `"`,
		strings.Repeat(`Bearer scope="x",`, 10_000),
	}}
	for i := range 1000 {
		h.Add("Www-Authenticate", fmt.Sprintf(`Bearer scope="s%d"`, i))
	}
	e, err := nethttp.ReadError(&http.Response{StatusCode: 401, Header: h, Body: http.NoBody}, anyDialect)
	require.NoError(t, err)
	require.LessOrEqual(t, len(e.Needs.Scopes), text.MaxFields)
}

func TestReadErrorOfABrokenBody(t *testing.T) {
	broken := func(status int) *http.Response {
		body := io.MultiReader(strings.NewReader(`{"mess`), iotest.ErrReader(io.ErrUnexpectedEOF))
		return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}},
			ContentLength: 100, Body: io.NopCloser(body)}
	}
	e, err := nethttp.ReadError(broken(200), anyDialect)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Nil(t, e)

	resp := broken(404)
	e, err = nethttp.ReadError(resp, anyDialect)
	require.NoError(t, err, "the status says enough")
	require.Equal(t, errkit.NotFound, e.Kind)
	left, err := io.ReadAll(resp.Body)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Equal(t, `{"mess`, string(left))
}
