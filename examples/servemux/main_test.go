package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/examples/internal/wire"
)

func TestHandler(t *testing.T) {
	s := wire.Serve(t, handler())
	tests := []struct {
		method, path, body string
		status             int
		want               string
	}{
		{"POST", "/tools/ring", `{"times":2}`, 200, "ding ding\n"},
		{"POST", "/tools/ring", `{"times":0}`, 422, `{"$schema":"urn:oxp:1.0","message":"Some input parameters are invalid.","parameter_errors":{"times":"must be at least 1"}}`},
		{"POST", "/tools/ring", `{"times":"many"}`, 422, `{"$schema":"urn:oxp:1.0","message":"Some input parameters are invalid.","parameter_errors":{"times":"must be an integer"}}`},
		{"GET", "/tools/ring", ``, 405, `{"$schema":"urn:oxp:1.0","message":"This method is not allowed here."}`},
		{"GET", "/nowhere", ``, 404, `{"type":"about:blank","title":"Not Found","status":404,`},
		{"GET", "/towers", ``, 503, `{"type":"about:blank","title":"Service Unavailable","status":503,"detail":"The towers are closed for the night.",`},
	}
	for _, tt := range tests {
		resp := wire.Do(t, s, tt.method, tt.path, tt.body, "Content-Type", "application/json")
		require.Equal(t, tt.status, resp.Status, "%s %s", tt.method, tt.path)
		require.Contains(t, resp.Body, tt.want)
	}
	require.Equal(t, "POST", wire.Do(t, s, "GET", "/tools/ring", "").Header.Get("Allow"))
}
