package bridge

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
)

// The rest of a body that is held is not awaited without a bound.
func TestLateBody(t *testing.T) {
	tests := []struct {
		name   string
		status int
		body   string // before it stops
		kind   errkit.Kind
		wait   time.Duration
	}{
		{"an error", 429, `{"message":`, errkit.RateLimited, maxErrorWait},
		{"an error without a body", 503, ``, errkit.Unavailable, maxErrorWait},
		{"a success", 200, `{"a":`, errkit.Timeout, maxWait},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				body, upstream := io.Pipe()
				go func() { _, _ = io.WriteString(upstream, tt.body) }()
				var got *errkit.Error
				b := &Bridge{Report: func(_ context.Context, r *Report) { got = r.Error }}
				x := proxied{Exchange: Exchange{bridge: b, request: httptest.NewRequest(http.MethodGet, "/", nil)}}
				resp := &http.Response{StatusCode: tt.status, Header: http.Header{"Content-Type": {"application/json"}}, Body: body}
				start := time.Now()
				x.modify(resp)
				require.Equal(t, tt.wait, time.Since(start))
				require.Equal(t, tt.kind, got.Kind)
				document, err := io.ReadAll(resp.Body)
				require.NoError(t, err)
				require.Contains(t, string(document), `"type":"about:blank"`)
			})
		})
	}
}
