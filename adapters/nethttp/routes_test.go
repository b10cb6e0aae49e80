package nethttp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/google"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// Routers respond with these statuses in every dialect.
func TestUnrouted(t *testing.T) {
	for _, d := range []dialect.Dialect{oxp.Dialect{}, aai.Dialect{}, problem.Dialect{}, google.Dialect{}} {
		t.Run(d.Name(), func(t *testing.T) {
			var seen reports
			api := nethttp.API{Dialect: d, Boundary: seen.boundary()}
			mux := http.NewServeMux()
			mux.HandleFunc("/", api.NotFound)
			mux.HandleFunc("/bells", func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Allow", "GET")
				api.MethodNotAllowed(w, r)
			})
			overWires(t, api.Middleware(mux), func(t *testing.T, s served) {
				seen.reset()
				for _, tt := range []struct {
					path   string
					status int
					allow  string
				}{
					{"/towers", 404, ""},
					{"/bells", 405, "GET"},
				} {
					resp, body := s.do(t, "PUT", tt.path, "")
					require.Equal(t, tt.status, resp.StatusCode)
					require.Equal(t, tt.allow, resp.Header.Get("Allow"))
					e, err := new(dialect.Codec).Decode(dialect.Document{Dialect: d, Status: resp.StatusCode,
						Header: resp.Header, Body: []byte(body)})
					require.NoError(t, err)
					require.NotNil(t, e)
					if d == (google.Dialect{}) {
						require.Contains(t, body, fmt.Sprintf(`"code":%d`, tt.status)) // that of the response
					}
				}
				require.Equal(t, []string{"not_found", "method_not_allowed"}, seen.kinds())
			})
		})
	}
}

// What the zero API does with what goes wrong: a record of slog, with the route
// and the whole cause, and nothing of the request's headers and query.
func TestDefaultReport(t *testing.T) {
	var buf bytes.Buffer
	was := slog.Default()
	slog.SetDefault(slog.New(slog.NewJSONHandler(&buf, &slog.HandlerOptions{Level: slog.LevelDebug})))
	defer slog.SetDefault(was)
	router := http.NewServeMux()
	router.Handle("/bells/{id}", nethttp.Handler(func(w http.ResponseWriter, r *http.Request) error {
		switch r.PathValue("id") {
		case "0":
			panic("boom")
		case "1":
			return errkit.NotFound
		case "3":
			nethttp.WriteError(w, r, errkit.Conflict)
			return nil
		}
		return context.Canceled
	}))
	tests := []struct {
		path, level, kind string
		status            int
	}{
		{"/bells/0", "ERROR", "internal", 500},
		{"/bells/1", "INFO", "not_found", 404},
		{"/bells/2", "ERROR", "internal", 500},
		{"/bells/3", "INFO", "conflict", 409},
	}
	for _, tt := range tests {
		buf.Reset()
		r := httptest.NewRequest("GET", tt.path+"?token="+canary, nil)
		r.Header.Set("Authorization", canary)
		w := httptest.NewRecorder()
		nethttp.Middleware(router).ServeHTTP(w, r)
		require.Equal(t, tt.status, w.Code)
		var record struct {
			Level, Msg, Method, Route, Stack, Kind, Ref string
		}
		require.NoError(t, json.Unmarshal(buf.Bytes(), &record), "one record: %s", buf.String())
		require.Equal(t, tt.level, record.Level)
		require.Equal(t, tt.kind, record.Kind)
		require.Equal(t, "/bells/{id}", record.Route)
		require.Equal(t, "GET", record.Method)
		require.Equal(t, tt.path == "/bells/0", strings.Contains(record.Stack, "TestDefaultReport"), record.Stack)
		require.NotEmpty(t, record.Ref)
		require.Contains(t, w.Body.String(), record.Ref)
		require.NotContains(t, buf.String(), canary)
	}
	require.NotContains(t, buf.String(), "boom")
}

func TestRepanic(t *testing.T) {
	api := nethttp.API{Boundary: &middleware.Boundary{Repanic: true}}
	h := api.Middleware(api.Handler(func(http.ResponseWriter, *http.Request) error { panic("boom") }))
	require.PanicsWithValue(t, "boom", func() {
		h.ServeHTTP(httptest.NewRecorder(),
			httptest.NewRequest("GET", "/", nil))
	})
}

func TestWrite(t *testing.T) {
	var seen reports
	api := nethttp.API{Boundary: seen.boundary(), Dialect: oxp.Dialect{Flat: true}}
	w := httptest.NewRecorder()
	r := httptest.NewRequest("GET", "/", nil)
	api.WriteError(w, r, nil)
	require.False(t, w.Flushed)
	require.Empty(t, w.Body.String())
	api.WriteError(w, r, errkit.Unauthenticated)
	require.Equal(t, 400, w.Code)
	require.JSONEq(t, `{"message":"Valid credentials are needed."}`, w.Body.String())

	h := api.Middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(200)
		api.WriteError(foreign{w}, r, errkit.NotFound)
	}))
	require.PanicsWithValue(t, http.ErrAbortHandler, func() { h.ServeHTTP(httptest.NewRecorder(), r) },
		"a foreign wrapper hides nothing")
}

type foreign struct{ http.ResponseWriter }

func (f foreign) Unwrap() http.ResponseWriter { return f.ResponseWriter }
