package request

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzCheckJSON holds that no type which a browser sends without asking the server is JSON.
func FuzzCheckJSON(f *testing.F) {
	for _, s := range []string{"", "application/json", "application/json; charset=UTF-8",
		"text/plain; a=application/json", "multipart/form-data; boundary=x", "application/json, text/plain", ";",
		"APPLICATION/JSON"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, value string) {
		if CheckJSON(http.Header{"Content-Type": {value}}) == nil {
			require.True(t, strings.HasPrefix(strings.ToLower(strings.TrimSpace(value)), "application/json"), "%q",
				value)
		}
	})
}
