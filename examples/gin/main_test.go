package main

import (
	"context"
	"net"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/attribute"
	sdklog "go.opentelemetry.io/otel/sdk/log"

	ginerr "github.com/toolerr/toolerr/adapters/gin"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/examples/internal/wire"
	"github.com/toolerr/toolerr/middleware"
	otelerr "github.com/toolerr/toolerr/middleware/otel"
)

func TestHandler(t *testing.T) {
	s := wire.Serve(t, handler())
	require.Equal(t, "a bell\n", wire.Do(t, s, "GET", "/bells/front", "").Body)
	tests := []struct {
		method, path string
		status       int
		want         string
	}{
		{"GET", "/bells/back", 404, `"detail":"There is no bell with this id."`},
		{"GET", "/panic", 500, `"kind":"internal"`},
		{"GET", "/old", 500, `"kind":"internal"`},
		{"GET", "/nowhere", 404, `"kind":"not_found"`},
		{"DELETE", "/bells/front", 405, `"kind":"method_not_allowed"`},
	}
	for _, tt := range tests {
		resp := wire.Do(t, s, tt.method, tt.path, "")
		require.Equal(t, tt.status, resp.Status, "%s %s", tt.method, tt.path)
		require.Equal(t, "application/problem+json", resp.Header.Get("Content-Type"))
		require.Contains(t, resp.Body, tt.want)
		require.NotContains(t, resp.Body, "hunter2")
		if tt.status == 405 {
			require.True(t, strings.Contains(resp.Header.Get("Allow"), "GET"), resp.Header)
		}
	}
}

// Fields have the names of the request, and a value that is not a number is the fault of the caller.
func TestSearch(t *testing.T) {
	s := wire.Serve(t, handler())
	for query, want := range map[string]string{
		"page=0":  `"errors":[{"pointer":"#/page","detail":"is required"`,
		"page=-1": `"errors":[{"pointer":"#/page","detail":"must be at least 1"`,
		"page=x":  `"status":400`,
	} {
		resp := wire.Do(t, s, "POST", "/search?"+query, "", "Content-Type", "application/x-www-form-urlencoded")
		require.Contains(t, resp.Body, want, query)
	}
}

func TestStream(t *testing.T) {
	resp := wire.Do(t, wire.Serve(t, handler()), "GET", "/stream", "")
	require.False(t, resp.Broken)
	require.True(t, strings.HasPrefix(resp.Body, "event:ding\ndata:1\n\nevent:ding\ndata:2\n\nevent: error\ndata: {"), resp.Body)
	require.NotContains(t, resp.Body, "hunter2")
}

// records keeps log records.
type records []sdklog.Record

func (r *records) OnEmit(_ context.Context, record *sdklog.Record) error {
	*r = append(*r, record.Clone())
	return nil
}
func (*records) Enabled(context.Context, sdklog.EnabledParameters) bool { return true }
func (*records) Shutdown(context.Context) error                         { return nil }
func (*records) ForceFlush(context.Context) error                       { return nil }

// The type of an exception is that of the error of the handler, by which a backend groups failures.
func TestExceptionType(t *testing.T) {
	var kept records
	telemetry := &otelerr.Telemetry{Dialect: "problem",
		LoggerProvider: sdklog.NewLoggerProvider(sdklog.WithProcessor(&kept))}
	e := gin.New()
	ginerr.Install(e, &nethttp.API{Boundary: &middleware.Boundary{Report: telemetry.Report}})
	e.GET("/return", ginerr.Handle(func(*gin.Context) error { return &net.AddrError{} }))
	e.GET("/abort", func(c *gin.Context) { _ = c.AbortWithError(500, &net.AddrError{}) })
	for _, path := range []string{"/return", "/abort"} {
		e.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", path, nil))
		found := ""
		kept[len(kept)-1].WalkAttributes(func(a attribute.KeyValue) bool {
			if a.Key == "exception.type" {
				found = a.Value.AsString()
			}
			return true
		})
		require.Equal(t, "*net.AddrError", found, path)
	}
}
