package nethttp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gorilla/mux"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

func TestRoutes(t *testing.T) {
	ok := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }
	for _, d := range []dialect.Dialect{oxp.Dialect{}, aai.Dialect{}, problem.Dialect{}} {
		t.Run(d.Name(), func(t *testing.T) {
			router := mux.NewRouter()
			api := nethttp.API{Dialect: d, Boundary: new(reports).boundary()}
			router.HandleFunc("/bells", ok).Methods("GET", "HEAD")
			api.Routes(router)
			router.HandleFunc("/bells", ok).Methods("POST")
			router.HandleFunc("/bells/{id:[0-9]+}", ok).Methods("DELETE")
			sub := router.PathPrefix("/towers").Subrouter()
			sub.HandleFunc("/{id}", ok).Methods("PUT", "PATCH")
			overWires(t, router, func(t *testing.T, s served) {
				for _, tt := range []struct {
					method, path string
					status       int
					allow        string
				}{
					{"GET", "/bells", 204, ""},
					{"GET", "/nowhere", 404, ""},
					{"GET", "/bells/x", 404, ""},
					{"GET", "/towers/1/2/3", 404, ""},
					{"PUT", "/bells", 405, "GET, HEAD, POST"},
					{"POST", "/bells/7", 405, "DELETE"},
					{"GET", "/towers/1", 405, "PATCH, PUT"},
				} {
					resp, body := s.do(t, tt.method, tt.path, "")
					require.Equal(t, tt.status, resp.StatusCode, "%s %s", tt.method, tt.path)
					require.Equal(t, tt.allow, resp.Header.Get("Allow"))
					if tt.status == 204 {
						continue
					}
					e, err := new(dialect.Codec).Decode(dialect.Document{Dialect: d, Status: resp.StatusCode, Header: resp.Header, Body: []byte(body)})
					require.NoError(t, err)
					require.NotNil(t, e)
					if (d == oxp.Dialect{}) {
						require.Contains(t, body, `{"$schema":"urn:oxp:1.0","message":`)
					}
				}
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
	var api nethttp.API
	router := mux.NewRouter()
	router.Handle("/bells/{id}", api.Handler(func(_ http.ResponseWriter, r *http.Request) error {
		switch mux.Vars(r)["id"] {
		case "0":
			panic("boom")
		case "1":
			return errkit.NotFound
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
	}
	for _, tt := range tests {
		buf.Reset()
		r := httptest.NewRequest("GET", tt.path+"?token="+canary, nil)
		r.Header.Set("Authorization", canary)
		w := httptest.NewRecorder()
		api.Middleware(router).ServeHTTP(w, r)
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
	require.PanicsWithValue(t, "boom", func() { h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)) })
}

func TestWrite(t *testing.T) {
	var seen reports
	api := nethttp.API{Boundary: seen.boundary(), Dialect: oxp.Dialect{Flat: true}}
	w := httptest.NewRecorder()
	r := httptest.NewRequest("GET", "/", nil)
	api.Write(w, r, nil)
	require.False(t, w.Flushed)
	require.Empty(t, w.Body.String())
	api.Write(w, r, errkit.Unauthenticated)
	require.Equal(t, 400, w.Code)
	require.JSONEq(t, `{"message":"Valid credentials are needed."}`, w.Body.String())

	h := api.Middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(200)
		api.Write(foreign{w}, r, errkit.NotFound)
	}))
	require.PanicsWithValue(t, http.ErrAbortHandler, func() { h.ServeHTTP(httptest.NewRecorder(), r) }, "a foreign wrapper hides nothing")
}

type foreign struct{ http.ResponseWriter }

func (f foreign) Unwrap() http.ResponseWriter { return f.ResponseWriter }
