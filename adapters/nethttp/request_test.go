package nethttp_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// What a failure takes from its request: the reference, and the languages of its client. Both are
// the same for every failure.
func TestFromTheRequest(t *testing.T) {
	tests := []struct {
		name    string
		handler func(http.ResponseWriter, *http.Request) error
	}{
		{"error", func(http.ResponseWriter, *http.Request) error { return errors.New(canary) }},
		{"panic", func(http.ResponseWriter, *http.Request) error { panic(canary) }},
		{"plain text", func(w http.ResponseWriter, _ *http.Request) error {
			http.Error(w, canary, http.StatusTeapot)
			return nil
		}},
		{"end of the request", func(_ http.ResponseWriter, r *http.Request) error {
			<-r.Context().Done()
			return r.Context().Err()
		}},
		{"nested boundary", func(_ http.ResponseWriter, r *http.Request) error {
			b := middleware.Boundary{Localize: func(ctx context.Context, e *errkit.Error) {
				e.Message = errkit.Text(middleware.AcceptLanguage(ctx))
			}}
			return b.Handle(r.Context(), errors.New(canary))
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var record *errkit.Error
			api := nethttp.API{Rewrite: true, Boundary: &middleware.Boundary{
				Report: func(_ context.Context, e *errkit.Error) { record = e },
				Localize: func(ctx context.Context, e *errkit.Error) {
					e.Message = errkit.Text(middleware.AcceptLanguage(ctx))
				},
			}}
			inner := api.Middleware(api.Handler(tt.handler))
			h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				ctx, cancel := context.WithTimeout(r.Context(), 20*time.Millisecond)
				defer cancel()
				ctx = middleware.WithRef(ctx, r.Header.Get("X-Request-Id"))
				inner.ServeHTTP(w, r.WithContext(ctx))
			})
			r := httptest.NewRequest("GET", "/", nil)
			r.Header.Set("X-Request-Id", "request-1")
			r.Header.Set("Accept-Language", "de, en;q=0.5")
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			require.Equal(t, "request-1", record.Ref)
			require.Contains(t, w.Body.String(), "request-1")
			require.Contains(t, w.Body.String(), `"detail":"de, en;q=0.5"`)
			require.NotContains(t, w.Body.String(), canary)
		})
	}
}

// A value that the application set counts, not the header.
func TestAcceptLanguageOfTheApplication(t *testing.T) {
	api := nethttp.API{Boundary: &middleware.Boundary{Localize: func(ctx context.Context, e *errkit.Error) {
		e.Message = errkit.Text(middleware.AcceptLanguage(ctx))
	}}}
	h := api.Handler(func(http.ResponseWriter, *http.Request) error { return errkit.NotFound })
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("Accept-Language", "de")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r.WithContext(middleware.WithAcceptLanguage(r.Context(), "fr")))
	require.Contains(t, w.Body.String(), `"detail":"fr"`)
}
