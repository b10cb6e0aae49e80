//go:build heavy

package main

import (
	"io"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestApp(t *testing.T) {
	tests := []struct {
		method, path, body string
		status             int
		want, retryAfter   string
	}{
		{"GET", "/bells/back", "", 404, `"detail":"There is no bell with this id."`, ""},
		{"POST", "/bells", `{"times":"many"}`, 422, `"pointer":"#/times"`, ""},
		{"POST", "/bells", `{`, 400, `"kind":"malformed"`, ""},
		{"GET", "/panic", "", 500, `"kind":"internal"`, ""},
		{"GET", "/busy", "", 503, `"retry_after_ms":2000`, "2"},
		{"GET", "/nowhere", "", 404, `"kind":"not_found"`, ""},
		{"DELETE", "/bells/front", "", 405, `"kind":"method_not_allowed"`, ""},
	}
	for _, tt := range tests {
		r := httptest.NewRequest(tt.method, tt.path, strings.NewReader(tt.body))
		r.Header.Set("Content-Type", "application/json")
		resp, err := app().Test(r)
		require.NoError(t, err)
		body, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		require.Equal(t, tt.status, resp.StatusCode, "%s %s: %s", tt.method, tt.path, body)
		require.Equal(t, "application/problem+json", resp.Header.Get("Content-Type"))
		require.Equal(t, tt.retryAfter, resp.Header.Get("Retry-After"))
		require.Contains(t, string(body), tt.want)
		require.NotContains(t, string(body), "hunter2")
	}
	resp, err := app().Test(httptest.NewRequest("GET", "/bells/front", nil))
	require.NoError(t, err)
	require.Equal(t, 200, resp.StatusCode)
}
