package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/examples/internal/wire"
)

func TestHandler(t *testing.T) {
	s := wire.Serve(t, handler())
	require.Equal(t, "a bell\n", wire.Do(t, s, "GET", "/bells/front", "").Body)
	tests := []struct {
		method, path, body string
		status             int
		want               string
	}{
		{"GET", "/bells/back", "", 404, `"detail":"There is no bell with this id."`},
		{"POST", "/bells", `{"times":"many"}`, 422, `"pointer":"#/times"`},
		{"POST", "/bells", `{`, 400, `"kind":"malformed"`},
		{"GET", "/panic", "", 500, `"kind":"internal"`},
		{"GET", "/old", "", 500, `"kind":"internal"`},
		{"GET", "/nowhere", "", 404, `"kind":"not_found"`},
		{"DELETE", "/bells/front", "", 405, `"kind":"method_not_allowed"`},
	}
	for _, tt := range tests {
		resp := wire.Do(t, s, tt.method, tt.path, tt.body, "Content-Type", "application/json")
		require.Equal(t, tt.status, resp.Status, "%s %s: %s", tt.method, tt.path, resp.Body)
		require.Equal(t, "application/problem+json", resp.Header.Get("Content-Type"))
		require.Contains(t, resp.Body, tt.want)
		require.NotContains(t, resp.Body, "hunter2")
	}
	require.True(t, wire.Do(t, s, "GET", "/half", "").Broken, "a response that an error cuts is not complete for its client")
}
