package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestReport(t *testing.T) {
	leave := func(l *leaks) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { l.leave(w, r) })
	}
	tests := []struct {
		name    string
		handler func(*leaks) http.Handler
		path    string
		want    string
		err     string
		why     string
	}{
		{"package nethttp", routes, "/handler/success?n=1", "6 late writes, 0 accepted\n", "",
			"its ResponseWriter refuses late writes"},
		{"no middleware", leave, "/?n=1", "6 late writes, 4 accepted\n", "late writes succeeded",
			"a recorder accepts all but deadlines"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var l leaks
			l.watch(tt.handler(&l)).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("POST", tt.path, nil))
			var out strings.Builder
			err := l.report(&out)
			require.Equal(t, tt.want, out.String(), tt.why)
			if tt.err == "" {
				require.NoError(t, err)
			} else {
				require.EqualError(t, err, tt.err)
			}
		})
	}
}
