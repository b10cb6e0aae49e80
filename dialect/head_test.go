package dialect_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
)

func TestWrite(t *testing.T) {
	long := strings.Repeat("x", 2048)
	tests := []struct {
		name, method string
		before       http.Header
		head         dialect.Head
		body         string
		want         http.Header
	}{
		{"JSON", "POST", nil, dialect.Head{Status: 400, ContentType: "application/json"}, "{}",
			http.Header{"Content-Type": {"application/json"}}},
		{"a delay, rounded up", "POST", nil,
			dialect.Head{Status: 429, ContentType: "application/problem+json", RetryAfter: time.Second + 1}, "{}",
			http.Header{"Content-Type": {"application/problem+json"}, "Retry-After": {"2"}}},
		{"another type", "POST", nil, dialect.Head{Status: 400, ContentType: "text/plain"}, "x",
			http.Header{"Content-Type": {"text/plain"}}},
		{"a type that is not a header value", "POST", http.Header{"Content-Type": {"text/html"}},
			dialect.Head{Status: 400, ContentType: "text/plain\n"}, "x", http.Header{}},
		{"a long body", "GET", nil, dialect.Head{Status: 500, ContentType: "application/json"}, long,
			http.Header{"Content-Type": {"application/json"}, "Content-Length": {"2048"}}},
		{"a long body that is compressed outside", "GET", http.Header{"Content-Encoding": {"gzip"}},
			dialect.Head{Status: 500, ContentType: "application/json"}, long,
			http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {"gzip"}}},
		{"only the head", "HEAD", nil, dialect.Head{Status: 404, ContentType: "application/json"}, "{}",
			http.Header{"Content-Type": {"application/json"}, "Content-Length": {"2"}}},
		{"headers of the program", "GET", http.Header{"X-Id": {"1"}, "Cache-Control": {"no-cache"}},
			dialect.Head{Status: 404, ContentType: "application/json"}, "{}",
			http.Header{"X-Id": {"1"}, "Cache-Control": {"no-cache"}, "Content-Type": {"application/json"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := httptest.NewRecorder()
			for name, values := range tt.before {
				w.Header()[name] = values
			}
			require.NoError(t, tt.head.Write(w, httptest.NewRequest(tt.method, "/", nil), []byte(tt.body)))
			tt.want["X-Content-Type-Options"] = []string{"nosniff"}
			require.Equal(t, tt.want, w.Header())
			require.Equal(t, tt.head.Status, w.Code)
			require.Equal(t, tt.method == "HEAD", w.Body.Len() == 0)
		})
	}
}
