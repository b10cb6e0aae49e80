package mcperr_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/mcptest"
	"github.com/toolerr/toolerr/middleware"
)

// TestAuthorization checks the challenges of the HTTP transport, and that allowed requests arrive.
func TestAuthorization(t *testing.T) {
	s := guarded(nil)
	a := &mcperr.Authorization{ResourceMetadata: "https://example.com/meta", Boundary: new(middleware.Boundary),
		Check: func(r *http.Request) error {
			switch r.Header.Get("Authorization") {
			case "Bearer good":
				return nil
			case "Bearer read":
				return errkit.Wrap(&errkit.Error{Kind: errkit.Internal, Err: mcptest.ErrSecret}, errkit.Internal, "")
			case "Bearer write":
				return &errkit.Error{Kind: errkit.PermissionDenied,
					Needs: &errkit.Needs{Scopes: []string{"bells:ring"}},
					Err:   mcptest.ErrSecret}
			case "Bearer busy":
				return &errkit.Error{Kind: errkit.RateLimited, RetryAfter: 6500 * time.Millisecond,
					Err: mcptest.ErrSecret}
			case "Bearer panic":
				panic(canary)
			case "":
				return &errkit.Error{Kind: errkit.Unauthenticated,
					Needs: &errkit.Needs{Scopes: []string{"bells:ring"}}}
			}
			return &errkit.Error{Kind: errkit.AuthExpired, Err: mcptest.ErrSecret}
		}}
	web := httptest.NewServer(a.Handler(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s },
		nil)))
	defer web.Close()
	tests := []struct {
		token, challenge string
		status           int
	}{
		{"", `Bearer scope="bells:ring", resource_metadata="https://example.com/meta"`, 401},
		{"Bearer old", `Bearer error="invalid_token", error_description="The authorization has expired.", resource_metadata="https://example.com/meta"`, 401},
		{"Bearer write", `Bearer error="insufficient_scope", error_description="Permission denied.", scope="bells:ring", resource_metadata="https://example.com/meta"`, 403},
		{"Bearer read", "", 500},
		{"Bearer busy", "", 429},
		{"Bearer panic", "", 500},
	}
	for _, tt := range tests {
		t.Run(tt.token, func(t *testing.T) {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, web.URL,
				strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
			require.NoError(t, err)
			if tt.token != "" {
				req.Header.Set("Authorization", tt.token)
			}
			res, err := http.DefaultClient.Do(req)
			require.NoError(t, err)
			defer res.Body.Close()
			got, err := io.ReadAll(res.Body)
			require.NoError(t, err)
			require.Equal(t, tt.status, res.StatusCode)
			require.Equal(t, tt.challenge, res.Header.Get("WWW-Authenticate"))
			require.Equal(t, tt.status == 429, res.Header.Get("Retry-After") == "7", "in seconds, rounded up")
			require.Contains(t, string(got), `{"jsonrpc":"2.0","id":null,"error":{"code":-32`)
			require.NotContains(t, string(got), canary)
		})
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil).Connect(t.Context(),
		&mcp.StreamableClientTransport{
			Endpoint: web.URL, HTTPClient: &http.Client{Transport: authorized{}}}, nil)
	require.NoError(t, err)
	defer session.Close()
	res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "ok", Arguments: in{"name": "x"}})
	require.NoError(t, err)
	require.False(t, res.IsError)
}

type authorized struct{}

func (authorized) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set("Authorization", "Bearer good")
	return http.DefaultTransport.RoundTrip(r)
}

// What the SDK responds before any middleware runs has names of Go types, which Rewrite replaces.
func TestRewrite(t *testing.T) {
	s := newServer(nil)
	sdk := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
	for leaks, h := range map[bool]http.Handler{true: sdk, false: (&nethttp.API{Rewrite: true}).Middleware(sdk)} {
		r := httptest.NewRequest("POST", "/", strings.NewReader(`"text"`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		require.Equal(t, http.StatusBadRequest, w.Code)
		require.Equal(t, leaks, strings.Contains(w.Body.String(), "jsonrpc2."), w.Body.String())
	}
}
