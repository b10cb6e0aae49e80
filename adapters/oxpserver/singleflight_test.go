package oxpserver_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/toolerr/toolerr/adapters/oxpserver"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
	"github.com/toolerr/toolerr/tool"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// gate is a tool that counts its runs and waits for release.
type gate struct {
	runs    atomic.Int32
	entered chan struct{}
	release chan struct{}
}

func newGate() *gate { return &gate{entered: make(chan struct{}, 100), release: make(chan struct{})} }

type note struct {
	Text string `json:"text,omitempty"`
}

func (g *gate) run(ctx context.Context, _ note) (int32, error) {
	n := g.runs.Add(1)
	g.entered <- struct{}{}
	select {
	case <-g.release:
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// send calls the handler without a socket, so that a test may set what only an HTTP server sets.
func send(s http.Handler, ctx context.Context, body string, change func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(ctx, "POST", "/tools/call", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// Two calls are the same if everything is equal, including the caller.
func TestRepeatedCalls(t *testing.T) {
	const body = `{"tool_id":"T.Gate@1.0.0","call_id":"1","input":{"text":"a"},"context":{"user_id":"u"}}`
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	named := func(name string) func(*http.Request) { return header("Caller", name) }
	certified := func(raw string) func(*http.Request) {
		return func(r *http.Request) {
			r.TLS = &tls.ConnectionState{PeerCertificates: []*x509.Certificate{{Raw: []byte(raw)}}}
		}
	}
	tests := []struct {
		name          string
		first, second string
		a, b          func(*http.Request)
		runs          int32
	}{
		{"the same again", body, body, nil, nil, 1},
		{"the same, with other spaces", body, strings.ReplaceAll(body, `:{"text"`, ` : { "text"`), nil, nil, 1},
		{"the same, wrapped", body, `{"request":` + body + `}`, nil, nil, 1},
		{"the same, by the latest version", body, strings.ReplaceAll(body, "@1.0.0", ""), nil, nil, 1},
		{"another call", body, strings.ReplaceAll(body, `"1"`, `"2"`), nil, nil, 2},
		{"another input", body, strings.ReplaceAll(body, `"a"`, `"b"`), nil, nil, 2},
		{"another user", body, strings.ReplaceAll(body, `"u"`, `"v"`), nil, nil, 2},
		{"another tool", body, strings.ReplaceAll(body, `T.Gate@1.0.0`, `T.Other`), nil, nil, 2},
		{"another version", body, strings.ReplaceAll(body, `@1.0.0`, `@0.1.0`), nil, nil, 2},
		{"no call id", strings.ReplaceAll(body, `"call_id":"1",`, ``), strings.ReplaceAll(body, `"call_id":"1",`, ``),
			nil, nil, 2},
		{"the same credentials", body, body, header("Authorization", "Bearer a"), header("Authorization", "Bearer a"),
			1},
		{"other credentials", body, body, header("Authorization", "Bearer a"), header("Authorization", "Bearer b"), 2},
		{"credentials and none", body, body, header("Authorization", "Bearer a"), nil, 2},
		{"other API keys", body, body, header("OXP-API-Key", "a"), header("OXP-API-Key", "b"), 2},
		{"other sessions", body, body, header("Cookie", "s=a"), header("Cookie", "s=b"), 2},
		{"other certificates", body, body, certified("a"), certified("b"), 2},
		{"the same caller by other credentials", body, body,
			func(r *http.Request) { named("x")(r); header("Authorization", "Bearer a")(r) }, named("x"), 1},
		{"other callers", body, body, named("x"), named("y"), 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := newGate()
				s := oxpserver.Server{Boundary: new(middleware.Boundary), Auth: func(next http.Handler) http.Handler {
					return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
						if name := r.Header.Get("Caller"); name != "" {
							r = r.WithContext(idempotency.WithPrincipal(r.Context(), name))
						}
						next.ServeHTTP(w, r)
					})
				}}
				require.NoError(t, errors.Join(
					addTool(&s, tool.Definition{Name: "T.Gate", Version: "1.0.0"}, g.run),
					addTool(&s, tool.Definition{Name: "T.Gate", Version: "0.1.0"}, g.run),
					addTool(&s, tool.Definition{Name: "T.Other", Version: "1.0.0"}, g.run),
				))
				h := s.Handler()
				answers := make([]*httptest.ResponseRecorder, 2)
				var wg sync.WaitGroup
				wg.Go(func() { answers[0] = send(h, t.Context(), tt.first, tt.a) })
				<-g.entered
				wg.Go(func() { answers[1] = send(h, t.Context(), tt.second, tt.b) })
				synctest.Wait() // until the second call runs, or waits for the first one
				close(g.release)
				wg.Wait()
				require.Equal(t, tt.runs, g.runs.Load())
				for _, w := range answers {
					require.Equal(t, 200, w.Code, w.Body)
					require.Contains(t, w.Body.String(), `"success":true`)
				}
			})
		})
	}
}

// A call runs as long as a request waits for it, and is canceled after the last one ended.
func TestLeaving(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const body = `{"tool_id":"T.Gate","call_id":"1"}`
		g := newGate()
		s := oxpserver.Server{Boundary: new(middleware.Boundary)}
		require.NoError(t, addTool(&s, tool.Definition{Name: "T.Gate", Version: "1.0.0"}, g.run))
		h := s.Handler()

		first, leave := context.WithCancel(t.Context())
		gone, stays := make(chan *httptest.ResponseRecorder), make(chan *httptest.ResponseRecorder)
		go func() { gone <- send(h, first, body, nil) }()
		<-g.entered
		go func() { stays <- send(h, t.Context(), body, nil) }()
		synctest.Wait() // until it waits, too
		leave()
		require.Contains(t, (<-gone).Body.String(), errkit.Canceled.Text())
		close(g.release)
		require.Contains(t, (<-stays).Body.String(), `"success":true,"value":1`)

		g.release = make(chan struct{})
		last, leave := context.WithCancel(t.Context())
		go func() { gone <- send(h, last, body, nil) }()
		<-g.entered
		leave()
		require.Contains(t, (<-gone).Body.String(), errkit.Canceled.Text())
		require.EqualValues(t, 2, g.runs.Load())
	})
}

// A panic of http.ErrAbortHandler reaches the HTTP server, also from a shared call.
func TestAbort(t *testing.T) {
	s := oxpserver.Server{Boundary: new(middleware.Boundary)}
	require.NoError(t, addTool(&s, tool.Definition{Name: "T.Abort", Version: "1.0.0"},
		func(context.Context, note) (int, error) { panic(http.ErrAbortHandler) }))
	h := s.Handler()
	for _, body := range []string{`{"tool_id":"T.Abort"}`, `{"tool_id":"T.Abort","call_id":"1"}`} {
		require.PanicsWithValue(t, http.ErrAbortHandler, func() { send(h, t.Context(), body, nil) })
	}
}

// Hundreds of concurrent callers, a third of which cause a panic: each gets its own result.
func TestManyCallers(t *testing.T) {
	s := oxpserver.Server{Boundary: new(middleware.Boundary)}
	require.NoError(t, addTool(&s, tool.Definition{Name: "T.Echo", Version: "1.0.0"},
		func(_ context.Context, in note) (string, error) {
			if strings.HasSuffix(in.Text, "0") {
				panic(canary)
			}
			return in.Text, nil
		}))
	url := serve(t, &s)
	client := &http.Client{Transport: &http.Transport{MaxConnsPerHost: 50}}
	defer client.CloseIdleConnections()
	var wg sync.WaitGroup
	var wrong atomic.Int32
	for i := range 600 {
		wg.Go(func() {
			text := fmt.Sprintf("%d-%d", i, i%3)
			body := fmt.Sprintf(`{"tool_id":"T.Echo","call_id":"%d","input":{"text":%q}}`, i%7, text)
			resp, err := client.Post(url+"/tools/call", "application/json", strings.NewReader(body))
			if err != nil {
				wrong.Add(1)
				return
			}
			defer resp.Body.Close()
			buf := make([]byte, 1000)
			n, _ := resp.Body.Read(buf)
			want := fmt.Sprintf(`"success":true,"value":%q`, text)
			if i%3 == 0 {
				want = `"success":false,"error":{"message":"Something went wrong on our side."}`
			}
			if resp.StatusCode != 200 || !strings.Contains(string(buf[:n]), want) {
				wrong.Add(1)
			}
		})
	}
	wg.Wait()
	require.Zero(t, wrong.Load())
}
