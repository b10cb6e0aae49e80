package nethttp_test

import (
	"context"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/testlog"
	"github.com/toolerr/toolerr/middleware"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// canary is text that no client may ever see.
const canary = "canary-7b1d"

// reports is what a Boundary reported.
type reports struct {
	mu  sync.Mutex
	all []*errkit.Error
}

func (r *reports) boundary() *middleware.Boundary {
	return &middleware.Boundary{Report: func(_ context.Context, e *errkit.Error) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.all = append(r.all, e)
	}}
}

func (r *reports) kinds() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var kinds []string
	for _, e := range r.all {
		kinds = append(kinds, e.Kind.String())
	}
	return kinds
}

func (r *reports) reset() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = nil
}

// served is a server of one protocol, and its client.
type served struct {
	*httptest.Server
	client *http.Client
	log    *testlog.Log
}

// overWires runs a test against real servers of HTTP/1.1 and of HTTP/2 over TLS.
func overWires(t *testing.T, h http.Handler, test func(t *testing.T, s served)) {
	for _, proto := range []string{"HTTP/1.1", "HTTP/2.0"} {
		t.Run(proto, func(t *testing.T) {
			s := served{Server: httptest.NewUnstartedServer(h), log: new(testlog.Log)}
			s.Config.ErrorLog = logTo(s.log)
			if proto == "HTTP/2.0" {
				s.EnableHTTP2 = true
				// on one connection: each handshake takes its time
				s.Config.HTTP2 = &http.HTTP2Config{MaxConcurrentStreams: 2000}
				s.StartTLS()
			} else {
				s.Start()
			}
			t.Cleanup(func() {
				s.client.CloseIdleConnections()
				s.Close()
			})
			s.client = s.Client()
			s.client.Transport.(*http.Transport).DisableCompression = true
			test(t, s)
		})
	}
}

// do makes a request whose response must be complete.
func (s served) do(t *testing.T, method, path, body string, header ...string) (*http.Response, string) {
	t.Helper()
	resp, text, err := s.try(t, method, path, body, header...)
	require.NoError(t, err)
	return resp, text
}

// try makes a request whose response may be cut; what a client saw never holds
// the canary.
func (s served) try(t *testing.T, method, path, body string, header ...string) (*http.Response, string, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, strings.NewReader(body))
	require.NoError(t, err)
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Add(header[i], header[i+1])
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return nil, "", err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	require.NotContains(t, string(text), canary)
	for name, values := range resp.Header {
		require.NotContains(t, name+strings.Join(values, "\n"), canary)
	}
	for name, values := range resp.Trailer {
		require.NotContains(t, name+strings.Join(values, "\n"), canary)
	}
	return resp, string(text), err
}

func logTo(l *testlog.Log) *log.Logger { return log.New(l, "", 0) }
