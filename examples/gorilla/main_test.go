package main

import (
	"io"
	"log"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/examples/internal/wire"
)

// secrets are texts that no response may contain.
var secrets = []string{"hunter2", "db.internal", "main.bell", "app.bell", "goroutine", "invalid character", "strconv"}

func TestEveryFailureInEveryDialect(t *testing.T) {
	logger := slog.Default()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	log.SetOutput(io.Discard)
	defer slog.SetDefault(logger)
	failures := []struct {
		name, method, path, body string
		header                   []string
		kind                     errkit.Kind
		routing                  int // the status of the router, which is not changed
	}{
		{name: "no route", path: "/nowhere", kind: errkit.NotFound, routing: 404},
		{name: "no method", method: "DELETE", path: "/bells", kind: errkit.MethodNotAllowed, routing: 405},
		{name: "http.NotFound", path: "/bells/7", kind: errkit.NotFound, routing: 404},
		{name: "a panic", path: "/bells/x", kind: errkit.Internal},
		{name: "http.Error", method: "POST", path: "/bells", body: `{"id":`, kind: errkit.InvalidRequest},
		{name: "too large", method: "POST", path: "/bells", body: `{"name":"` + strings.Repeat(" ", 2000) + `"}`, kind: errkit.TooLarge},
		{name: "http.Error with a delay", method: "POST", path: "/bells/1/ring", kind: errkit.Unavailable},
		{name: "a page of HTML", method: "POST", path: "/bells/7/ring", kind: errkit.Conflict},
		{name: "a bare status", path: "/stats", kind: errkit.Internal},
		{name: "http.TimeoutHandler", path: "/slow", kind: errkit.Unavailable},
		{name: "http.FileServer", path: "/files/x", kind: errkit.NotFound, routing: 404},
		{name: "a token", path: "/bells", header: []string{"Authorization", "Bearer expired"}, kind: errkit.Unauthenticated},
	}
	dialects := []struct {
		accept  string
		dialect dialect.Dialect
	}{
		{"", oxp.Dialect{}},
		{"application/problem+json", problem.Dialect{}},
		{"application/vnd.aai+json", aai.Dialect{}},
	}
	s := wire.Serve(t, handler())
	var codec dialect.Codec
	for _, d := range dialects {
		for _, f := range failures {
			t.Run(d.dialect.Name()+"/"+f.name, func(t *testing.T) {
				method := f.method
				if method == "" {
					method = http.MethodGet
				}
				resp := wire.Do(t, s, method, f.path, f.body, append(f.header, "Accept", d.accept)...)
				require.False(t, resp.Broken)
				for _, secret := range secrets {
					require.NotContains(t, resp.Body, secret)
					for _, values := range resp.Header {
						require.NotContains(t, strings.Join(values, " "), secret)
					}
				}
				e, err := codec.Decode(dialect.Document{Dialect: d.dialect, Status: resp.Status, Header: resp.Header, Body: []byte(resp.Body)})
				require.NoError(t, err, resp.Body)
				require.NotNil(t, e, "a success: %s", resp.Body)

				body, head := codec.Append(nil, d.dialect, dialect.Call{}, &errkit.Error{Kind: f.kind})
				want := head.Status
				if f.routing != 0 {
					want = f.routing
				}
				require.Equal(t, want, resp.Status, resp.Body)
				require.Equal(t, head.ContentType, resp.Header.Get("Content-Type"))
				if _, ok := d.dialect.(problem.Dialect); ok {
					require.Equal(t, f.kind.String(), e.Kind.String())
				}
				if _, ok := d.dialect.(aai.Dialect); ok && f.kind != errkit.Internal {
					require.JSONEq(t, string(body), resp.Body)
				}
				if f.routing == 405 {
					require.Equal(t, "GET, POST", resp.Header.Get("Allow"))
				}
				if resp.Status == 401 {
					require.Contains(t, resp.Header.Get("WWW-Authenticate"), "Bearer")
				}
				if f.name == "http.Error with a delay" {
					require.Equal(t, "2", resp.Header.Get("Retry-After"))
				}
			})
		}
	}
	t.Run("a panic in the middle", func(t *testing.T) {
		resp := wire.Do(t, s, "GET", "/export", "")
		require.True(t, resp.Broken)
		require.Equal(t, "id,name\n1,front\n", resp.Body)
	})
	t.Run("success", func(t *testing.T) {
		resp := wire.Do(t, s, "GET", "/bells", "")
		require.Equal(t, 200, resp.Status)
		require.Contains(t, resp.Body, `"front"`)
	})
}
