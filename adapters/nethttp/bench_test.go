package nethttp_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
)

func ding(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ding\n") }

// BenchmarkSuccess is what a handler pays for what does not go wrong.
func BenchmarkSuccess(b *testing.B) {
	api := nethttp.API{Boundary: unreported}
	returns := func(w http.ResponseWriter, r *http.Request) error { ding(w, r); return nil }
	for _, bench := range []struct {
		name string
		h    http.Handler
	}{
		{"with=nothing", http.HandlerFunc(ding)},
		{"with=handler", api.Handler(returns)},
		{"with=middleware", api.Middleware(http.HandlerFunc(ding))},
		{"with=both", api.Middleware(api.Handler(returns))},
		{"with=rewrite", (&nethttp.API{Boundary: unreported, Rewrite: true}).Middleware(http.HandlerFunc(ding))},
	} {
		b.Run(bench.name, func(b *testing.B) {
			r := httptest.NewRequest("GET", "/", nil)
			w := &stub{h: http.Header{}}
			b.ReportAllocs()
			for b.Loop() {
				bench.h.ServeHTTP(w, r)
			}
		})
	}
}

// BenchmarkError is from a handler's return to the written bytes.
func BenchmarkError(b *testing.B) {
	for _, d := range []dialect.Dialect{oxp.Dialect{}, problem.Dialect{}, aai.Dialect{}} {
		for _, c := range []struct {
			name string
			err  error
		}{{"tiny", errkit.New(errkit.NotFound, "There is no bell with this id.")}, {"typical", invalid}} {
			b.Run("dialect="+d.Name()+"/case="+c.name, func(b *testing.B) {
				api := nethttp.API{Dialect: d, Boundary: unreported}
				h := api.Handler(func(http.ResponseWriter, *http.Request) error { return c.err })
				r := httptest.NewRequest("GET", "/", nil)
				w := &stub{h: http.Header{}}
				b.ReportAllocs()
				for b.Loop() {
					h.ServeHTTP(w, r)
				}
			})
		}
	}
}

// BenchmarkPanic is from a panic to the written bytes.
func BenchmarkPanic(b *testing.B) {
	api := nethttp.API{Boundary: unreported}
	h := api.Middleware(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("boom") }))
	r := httptest.NewRequest("GET", "/", nil)
	w := &stub{h: http.Header{}}
	b.ReportAllocs()
	for b.Loop() {
		h.ServeHTTP(w, r)
	}
}
