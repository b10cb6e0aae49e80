package gorilla_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"

	"github.com/gorilla/mux"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/adapters/nethttp/gorilla"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

func do(h http.Handler, method, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, path, nil))
	return w
}

func TestRoutes(t *testing.T) {
	ok := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }
	tests := []struct {
		name, method, path string
		status             int
		allow              string
	}{
		{"a route", "GET", "/bells", 204, ""},
		{"no route", "GET", "/nowhere", 404, ""},
		{"an expression that does not match", "GET", "/bells/x", 404, ""},
		{"longer than a route of a subrouter", "GET", "/towers/1/2/3", 404, ""},
		{"routes before and after the call", "PUT", "/bells", 405, "GET, HEAD, POST"},
		{"an expression", "POST", "/bells/7", 405, "DELETE"},
		{"a route of a subrouter", "GET", "/towers/1", 405, "PATCH, PUT"},
	}
	for _, d := range []dialect.Dialect{oxp.Dialect{}, aai.Dialect{}, problem.Dialect{}} {
		router := mux.NewRouter()
		api := nethttp.API{Dialect: d, Boundary: new(middleware.Boundary)}
		router.HandleFunc("/bells", ok).Methods("GET", "HEAD")
		gorilla.Routes(&api, router)
		router.HandleFunc("/bells", ok).Methods("POST")
		router.HandleFunc("/bells/{id:[0-9]+}", ok).Methods("DELETE")
		sub := router.PathPrefix("/towers").Subrouter()
		sub.HandleFunc("/{id}", ok).Methods("PUT", "PATCH")
		for _, tt := range tests {
			t.Run(d.Name()+"/"+tt.name, func(t *testing.T) {
				w := do(router, tt.method, tt.path)
				require.Equal(t, tt.status, w.Code)
				require.Equal(t, tt.allow, w.Header().Get("Allow"))
				if tt.status == 204 {
					return
				}
				e, err := new(dialect.Codec).Decode(dialect.Document{Dialect: d, Status: w.Code, Header: w.Header(),
					Body: w.Body.Bytes()})
				require.NoError(t, err)
				require.NotNil(t, e)
			})
		}
	}
}

// A report names the route, and an error of a path value is the caller's fault.
func TestPattern(t *testing.T) {
	const template = "/bells/{id:[0-9a-z]{1,9}}"
	var route string
	api := nethttp.API{Boundary: &middleware.Boundary{
		Classify: []middleware.Classifier{func(ctx context.Context, err error) *errkit.Error {
			in, _ := middleware.InputFrom(ctx)
			require.Equal(t, []middleware.Parameter{{Name: "id", Text: "7x"}}, in.Values)
			return errkit.From(errkit.InvalidInput)
		}},
		Report: func(ctx context.Context, _ *errkit.Error) {
			for _, a := range middleware.AttrsFrom(ctx) {
				if a.Equal(slog.String("route", template)) {
					route = a.Value.String()
				}
			}
		},
	}}
	router := mux.NewRouter()
	gorilla.Routes(&api, router)
	router.Handle(template, api.Handler(func(_ http.ResponseWriter, r *http.Request) error {
		require.Equal(t, template, r.Pattern)
		require.Equal(t, mux.Vars(r)["id"], r.PathValue("id"))
		_, err := strconv.Atoi(r.PathValue("id"))
		return err
	}))
	require.Equal(t, 422, do(router, "GET", "/bells/7x").Code)
	require.Equal(t, template, route)
}

func ExampleRoutes() {
	api := nethttp.API{Dialect: oxp.Dialect{}, Boundary: new(middleware.Boundary)}
	router := mux.NewRouter()
	router.Handle("/bells", api.Handler(func(http.ResponseWriter, *http.Request) error { return nil })).Methods("GET")
	gorilla.Routes(&api, router)
	for _, w := range []*httptest.ResponseRecorder{do(router, "GET", "/towers"), do(router, "DELETE", "/bells")} {
		fmt.Println(w.Code, w.Body)
	}
	// Output:
	// 404 {"$schema":"urn:oxp:1.0","message":"What was asked for does not exist."}
	// 405 {"$schema":"urn:oxp:1.0","message":"This method is not allowed here."}
}
