package main

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestLoad runs one second of load.
func TestLoad(t *testing.T) {
	var out strings.Builder
	require.NoError(t, run(t.Context(), &out, time.Second, 200, 8), "%s", &out)
	require.Contains(t, out.String(), "wrong      0 in total, 0 missing")
}

func TestCheck(t *testing.T) {
	tests := []struct {
		name   string
		n      uint64
		status int
		body   string
		want   string
	}{
		{"correct", 0, 200, `{"call_id":"0","value":5}`, ""},
		{"another status", 0, 500, `{"call_id":"0","value":5}`, "success by oxp: status 500, want 200"},
		{"truncated", 0, 200, `{"call_id":"0","value":5`, "success by oxp: the body is not JSON"},
		{"another value", 0, 200, `{"call_id":"0","value":6}`, `success by oxp: the body does not contain "value":5`},
		{"another call", 0, 200, `{"call_id":"1","value":5}`, "success by oxp: the response belongs to another call"},
		{"the cause", 4, 200, `{"call_id":"4","success":false,"error":"password"}`, "panic by oxp: the response contains the cause"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { require.Equal(t, tt.want, check(tt.n, tt.status, []byte(tt.body))) })
	}
}
