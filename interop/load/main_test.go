package main

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A second of load: the long runs are for people, the program is for all.
func TestLoad(t *testing.T) {
	var out strings.Builder
	require.NoError(t, run(t.Context(), &out, time.Second, 200, 8), "%s", &out)
	require.Contains(t, out.String(), "wrong      0 of all, 0 lost")
}

func TestWrong(t *testing.T) {
	tests := []struct {
		name   string
		n      uint64
		status int
		body   string
		want   string
	}{
		{"right", 0, 200, `{"call_id":"0","value":5}`, ""},
		{"another status", 0, 500, `{"call_id":"0","value":5}`, "success by oxp: status 500, want 200"},
		{"cut", 0, 200, `{"call_id":"0","value":5`, "success by oxp: the body is not JSON"},
		{"another value", 0, 200, `{"call_id":"0","value":6}`, `success by oxp: the body does not say "value":5`},
		{"another call", 0, 200, `{"call_id":"1","value":5}`, "success by oxp: the answer is that of another call"},
		{"a cause", 4, 200, `{"call_id":"4","success":false,"error":"password"}`, "panic by oxp: the cause is in the answer"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { require.Equal(t, tt.want, wrong(tt.n, tt.status, []byte(tt.body))) })
	}
}
