package header

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
)

func TestRepeatable(t *testing.T) {
	for _, tt := range []struct {
		method string
		safe   bool
		want   errkit.Repeatable
	}{
		{"", true, errkit.RepeatableYes},
		{"GET", true, errkit.RepeatableYes},
		{"HEAD", true, errkit.RepeatableYes},
		{"OPTIONS", true, errkit.RepeatableYes},
		{"TRACE", true, errkit.RepeatableYes},
		{"PUT", false, errkit.RepeatableYes},
		{"DELETE", false, errkit.RepeatableYes},
		{"POST", false, errkit.RepeatableNo},
		{"PATCH", false, errkit.RepeatableNo},
		{"get", false, errkit.RepeatableNo}, // methods are case-sensitive (RFC 9110 §9.1)
	} {
		require.Equal(t, tt.want, Repeatable(tt.method), tt.method)
		require.Equal(t, tt.safe, IsSafe(tt.method), tt.method)
	}
}

func TestIsRefused(t *testing.T) {
	delay := http.Header{"Retry-After": {"1"}}
	for status, want := range map[int]bool{429: true, 421: true, 425: true, 503: false, 500: false, 408: false} {
		require.Equal(t, want, IsRefused(status, nil), status)
		require.Equal(t, want || status == 503, IsRefused(status, delay), status)
	}
}
