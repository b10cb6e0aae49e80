package otelerr_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/codes"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	otelerr "github.com/toolerr/toolerr/middleware/otel"
	"github.com/toolerr/toolerr/tool"
)

// An HTTP server whose spans are of another instrumentation.
func TestHTTP(t *testing.T) {
	tests := []struct {
		path   string
		status int
		code   codes.Code
		kind   string
		why    string
	}{
		{"/bells/back", 404, codes.Unset, "not_found", "a fault of the caller"},
		{"/bells/broken", 500, codes.Error, "internal", "an uncoded error"},
		{"/bells/panic", 500, codes.Error, "internal", "a panic"},
	}
	for _, tt := range tests {
		x := newExported("problem")
		api := nethttp.API{Boundary: &middleware.Boundary{Report: x.Report, Ref: otelerr.TraceID}}
		mux := http.NewServeMux()
		mux.Handle("GET /bells/{bell}", api.Handler(func(_ http.ResponseWriter, r *http.Request) error {
			switch r.PathValue("bell") {
			case "broken":
				return errors.New(canary)
			case "panic":
				panic(canary)
			}
			return errkit.NotFound
		}))
		traced := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			ctx, span := x.TracerProvider.Tracer("http").Start(r.Context(), r.Method)
			defer span.End()
			mux.ServeHTTP(w, r.WithContext(ctx))
		})
		w := httptest.NewRecorder()
		traced.ServeHTTP(w, httptest.NewRequest("GET", tt.path+"?key="+canary, nil))
		require.Equal(t, tt.status, w.Code)
		span := x.spans.GetSpans()[0]
		require.Equal(t, tt.code, span.Status.Code, tt.why)
		found := texts(span.Attributes)
		require.Equal(t, tt.kind, found["toolerr.kind"], tt.why)
		require.Equal(t, "/bells/{bell}", found["http.route"])
		require.Equal(t, span.SpanContext.TraceID().String(), found["toolerr.ref"])
		require.Contains(t, w.Body.String(), found["toolerr.ref"])
		require.NotContains(t, fmt.Sprint(span, attributesOf(x.logs.records[0]), x.metrics(t)), canary)
	}
}

// A tool that the program calls itself: its name is a fact of the report.
func TestTool(t *testing.T) {
	x := newExported("")
	ring := tool.New("Bells.Ring", "Rings a bell.", func(context.Context, struct{}) (struct{}, error) {
		return struct{}{}, errkit.Unavailable
	})
	ctx, span := x.TracerProvider.Tracer("agent").Start(t.Context(), "agent")
	_, err := ring.Call(ctx, &middleware.Boundary{Report: x.Report}, nil)
	require.ErrorIs(t, err, errkit.Unavailable)
	span.End()
	found := texts(x.spans.GetSpans()[0].Attributes)
	require.Equal(t, "Bells.Ring", found["gen_ai.tool.name"])
	require.Equal(t, "unavailable", found["error.type"])
}
