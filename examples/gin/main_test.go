package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/examples/internal/wire"
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
