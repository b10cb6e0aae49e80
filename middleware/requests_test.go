package middleware_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

// shop is a server that places an order, and then responds, or does not.
type shop struct {
	url    string
	orders atomic.Int32
}

func newShop(t *testing.T, respond http.HandlerFunc) *shop {
	s := &shop{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if r.Method == http.MethodPost {
			s.orders.Add(1)
		}
		respond(w, r)
	}))
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

// hangUp closes the connection without an answer; with reset the client sees a reset.
func hangUp(reset bool) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		c, _, _ := w.(http.Hijacker).Hijack()
		if reset {
			_ = c.(*net.TCPConn).SetLinger(0)
		}
		_ = c.Close()
	}
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// refused returns a URL where nobody listens.
func refused(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, l.Close())
	return "http://" + l.Addr().String()
}

// A response that ends before its end is a broken connection, as a reset is, if the call sent a
// request.
func TestBrokenAnswer(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "10")
		_, _ = io.WriteString(w, canary[:3])
	}))
	defer s.Close()
	for _, sends := range []bool{true, false} {
		e := errkit.From(standard.Boundary().Run(middleware.WithRequests(t.Context()), func(ctx context.Context) error {
			if !sends { // a file
				return io.ErrUnexpectedEOF
			}
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL, nil)
			require.NoError(t, err)
			res, err := http.DefaultClient.Do(req)
			require.NoError(t, err)
			defer res.Body.Close()
			_, err = io.ReadAll(res.Body)
			require.ErrorIs(t, err, io.ErrUnexpectedEOF)
			return fmt.Errorf("%s: %w", canary, err)
		}))
		if !sends {
			require.Equal(t, errkit.Internal, e.Kind)
			continue
		}
		require.Equal(t, errkit.Network, e.Kind)
		require.Equal(t, "The connection to a service broke before it answered.", e.Error())
		require.Equal(t, errkit.EffectUnknown, e.Effect)
	}
}

type counting struct{ base http.RoundTripper }

func (c counting) RoundTrip(r *http.Request) (*http.Response, error) {
	return middleware.RoundTrip(c.base, r)
}

// The effect of a call that fails, with a client of net/http, and with one whose requests are
// counted with their methods.
func TestEffect(t *testing.T) {
	do := func(ctx context.Context, c *http.Client, method, url string) error {
		req, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader("{}"))
		if err != nil {
			return err
		}
		res, err := c.Do(req)
		if err != nil {
			return err
		}
		defer res.Body.Close()
		switch res.StatusCode {
		case http.StatusOK:
			return nil
		case http.StatusTooManyRequests:
			return errkit.RateLimited
		}
		delay, _ := time.ParseDuration(res.Header.Get("Retry-After") + "s")
		return &errkit.Error{Kind: errkit.FromStatus(res.StatusCode), RetryAfter: delay}
	}
	const post, get = http.MethodPost, http.MethodGet
	ok, eof, reset := newShop(t, status(200)), newShop(t, hangUp(false)), newShop(t, hangUp(true))
	limited, broken := newShop(t, status(429)), newShop(t, status(503))
	missing := newShop(t, status(404))
	silent := newShop(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	later := newShop(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(503)
	})
	closed := refused(t)
	type step struct{ method, url string }
	tests := []struct {
		name           string
		steps          []step
		then           error
		plain, counted errkit.Effect
		text           string
	}{
		{"refused", []step{{post, closed}}, nil, errkit.EffectUnknown, errkit.EffectUnknown, "A service could not be reached."},
		{"a name that does not exist", []step{{post, "http://nobody.invalid"}}, nil, errkit.EffectUnknown,
			errkit.EffectUnknown,
			"A service could not be reached."},
		{"hung up", []step{{post, eof.url}}, nil, errkit.EffectUnknown, errkit.EffectUnknown,
			"The connection to a service broke before it answered."},
		{"reset", []step{{post, reset.url}}, nil, errkit.EffectUnknown, errkit.EffectUnknown,
			"The connection to a service broke before it answered."},
		{"no answer in time", []step{{post, silent.url}}, nil, errkit.EffectUnknown, errkit.EffectUnknown,
			"The call took too long."},
		{"a server that is not available", []step{{post, broken.url}}, nil, errkit.EffectUnknown,
			errkit.EffectUnknown, "The tool is unavailable for now."},
		{"a server that names a delay", []step{{post, later.url}}, nil, errkit.EffectUnknown, errkit.EffectUnknown,
			"The tool is unavailable for now."},
		{"an order, then a delay", []step{{post, ok.url}, {post, later.url}}, nil, errkit.EffectUnknown,
			errkit.EffectUnknown, "The tool is unavailable for now."},
		{"only a GET", []step{{get, eof.url}}, nil, errkit.EffectUnknown, errkit.EffectUnknown,
			"The connection to a service broke before it answered."},
		{"too many calls", []step{{post, limited.url}}, nil, errkit.EffectUnknown, errkit.EffectUnknown,
			"Too many calls."},
		{"an order, then refused", []step{{post, ok.url}, {post, closed}}, nil, errkit.EffectUnknown,
			errkit.EffectUnknown, "A service could not be reached."},
		{"an order, then too many calls", []step{{post, ok.url}, {post, limited.url}}, nil, errkit.EffectUnknown,
			errkit.EffectUnknown, "Too many calls."},
		{"an order, then a plain error", []step{{post, ok.url}}, errors.New("oops"), errkit.EffectUnknown,
			errkit.EffectUnknown, "Something went wrong on our side."},
		{"a price, then refused", []step{{get, ok.url}, {post, closed}}, nil, errkit.EffectUnknown,
			errkit.EffectUnknown, "A service could not be reached."},
		{"the author knows it", []step{{post, ok.url}}, &errkit.Error{Kind: errkit.Timeout, Effect: errkit.EffectDone},
			errkit.EffectDone, errkit.EffectDone, "The call took too long."},
		{"the author allows it", []step{{post, ok.url}}, &errkit.Error{Kind: errkit.Timeout, Retry: errkit.Allowed}, 0,
			0, "The call took too long."},
		{"before the tool ran", nil, &errkit.Error{Kind: errkit.Unavailable, Stage: errkit.BeforeCall},
			errkit.EffectNone, errkit.EffectNone, "The tool is unavailable for now."},
		{"nothing was seen", nil, errkit.Network, errkit.EffectUnknown, errkit.EffectUnknown,
			"A service could not be reached."},
		{"the tool failed", nil, errkit.ExecutionFailed, errkit.EffectUnknown, errkit.EffectUnknown, "The tool failed."},
		{"the tool failed, in words of its author", nil, errkit.New(errkit.ExecutionFailed, "No flights."), 0, 0,
			"No flights."},
		{"an order, then the tool failed, in words of its author", []step{{post, ok.url}},
			errkit.New(errkit.ExecutionFailed, "No mail."), errkit.EffectUnknown, errkit.EffectUnknown, "No mail."},
		{"a limit of the tool", nil, errkit.RateLimited, errkit.EffectNone, errkit.EffectNone, "Too many calls."},
		{"unavailable for a second", nil, &errkit.Error{Kind: errkit.Unavailable, RetryAfter: time.Second},
			errkit.EffectUnknown, errkit.EffectUnknown, "The tool is unavailable for now."},
		{"unavailable for a second, with the status", nil,
			&errkit.Error{Kind: errkit.Unavailable, Status: 503, RetryAfter: time.Second},
			errkit.EffectUnknown, errkit.EffectUnknown, "The tool is unavailable for now."},
		{"the caller's fault", nil, errkit.NotFound, 0, 0, "What was asked for does not exist."},
		{"an order, then the caller's fault", []step{{post, ok.url}}, errkit.NotFound, errkit.EffectUnknown,
			errkit.EffectUnknown, "What was asked for does not exist."},
		{"the service finds a fault", []step{{post, missing.url}}, nil, errkit.EffectUnknown, 0,
			"What was asked for does not exist."},
		{"an order, then the service finds a fault", []step{{post, ok.url}, {post, missing.url}}, nil,
			errkit.EffectUnknown, errkit.EffectUnknown, "What was asked for does not exist."},
		{"a price, then the caller's fault", []step{{get, ok.url}}, errkit.NotFound, errkit.EffectUnknown, 0,
			"What was asked for does not exist."},
		{"the service finds a fault of the tool", []step{{post, ok.url}},
			&errkit.Error{Kind: errkit.UpstreamFailed, Upstream: 404}, 0, errkit.EffectUnknown,
			"A service that the tool depends on failed."},
	}
	boundary := &middleware.Boundary{Classify: []middleware.Classifier{middleware.Context, middleware.Network}}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for want, rt := range map[bool]http.RoundTripper{false: newTransport(t), true: counting{newTransport(t)}} {
				client := &http.Client{Transport: rt, Timeout: 30 * time.Second}
				if tt.name == "no answer in time" {
					client.Timeout = 50 * time.Millisecond
				}
				ctx := middleware.WithRequests(t.Context())
				err := boundary.Run(ctx, func(ctx context.Context) error {
					for _, s := range tt.steps {
						if err := do(ctx, client, s.method, s.url); err != nil {
							return err
						}
					}
					return tt.then
				})
				e, ok := err.(*errkit.Error)
				require.True(t, ok)
				effect := tt.plain
				if want {
					effect = tt.counted
				}
				require.Equal(t, effect.String(), e.Effect.String(), "counted: %t", want)
				require.Equal(t, tt.text, e.Error())
			}
		})
	}
}

// An error that is relayed has the effect of the call, unless the peer states it.
func TestEffectOfRelayed(t *testing.T) {
	shop := newShop(t, status(200))
	b := &middleware.Boundary{RelayPeers: true}
	for _, tt := range []struct {
		name       string
		e          errkit.Error
		one, after errkit.Effect // of the only request, and after an order
	}{
		{"not available", errkit.Error{Kind: errkit.Unavailable}, errkit.EffectUnknown, errkit.EffectUnknown},
		{"no answer in time", errkit.Error{Kind: errkit.Timeout}, errkit.EffectUnknown, errkit.EffectUnknown},
		{"a bug", errkit.Error{Kind: errkit.Internal}, errkit.EffectUnknown, errkit.EffectUnknown},
		{"not available for a second", errkit.Error{Kind: errkit.Unavailable, RetryAfter: time.Second}, 0, errkit.EffectUnknown},
		{"a limit", errkit.Error{Kind: errkit.RateLimited, RetryAfter: time.Second}, 0, errkit.EffectUnknown},
		{"the caller's fault", errkit.Error{Kind: errkit.NotFound}, 0, errkit.EffectUnknown},
		{"the tool failed, in words of its author", errkit.Error{Kind: errkit.ExecutionFailed, Message: "No flights."}, 0,
			errkit.EffectUnknown},
		{"before the call", errkit.Error{Kind: errkit.Unavailable, Stage: errkit.BeforeCall}, 0, errkit.EffectUnknown},
		{"it states the effect", errkit.Error{Kind: errkit.Timeout, Effect: errkit.EffectNone}, errkit.EffectNone,
			errkit.EffectUnknown},
		{"a part of it happened", errkit.Error{Kind: errkit.Timeout, Effect: errkit.EffectPartial}, errkit.EffectPartial,
			errkit.EffectPartial},
		{"it states the retry", errkit.Error{Kind: errkit.Timeout, Retry: errkit.Allowed}, 0, errkit.EffectUnknown},
		{"it forbids the retry", errkit.Error{Kind: errkit.Timeout, Retry: errkit.Never}, 0, errkit.EffectUnknown},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.e.Peer = &errkit.Peer{Dialect: "http"}
			client := &http.Client{Transport: newTransport(t)}
			for requests, want := range []errkit.Effect{tt.one, tt.one, tt.after} {
				err := b.Run(middleware.WithRequests(t.Context()), func(ctx context.Context) error {
					for range requests {
						req, err := http.NewRequestWithContext(ctx, http.MethodPost, shop.url, strings.NewReader("{}"))
						require.NoError(t, err)
						res, err := client.Do(req)
						require.NoError(t, err)
						require.NoError(t, res.Body.Close())
					}
					return &tt.e
				})
				e, ok := err.(*errkit.Error)
				require.True(t, ok)
				require.Equal(t, want.String(), e.Effect.String(), "%d requests", requests)
				require.Equal(t, tt.e.Kind, e.Kind)
				if retry, _ := mapping.Default().Narrow(e, errkit.RepeatableUnstated); requests == 2 {
					require.NotEqual(t, errkit.Allowed, retry, "the order is placed again")
				}
			}
		})
	}
}

// Requests that only read are not what a peer that refused one may have left done.
func TestEffectOfRelayedAfterReads(t *testing.T) {
	shop := newShop(t, status(200))
	client := &http.Client{Transport: counting{newTransport(t)}}
	for _, e := range []*errkit.Error{
		{Kind: errkit.RateLimited, RetryAfter: time.Second, Peer: &errkit.Peer{Dialect: "http"}},
		{Kind: errkit.Unavailable, Effect: errkit.EffectNone, Peer: &errkit.Peer{Dialect: "http"}},
	} {
		err := (&middleware.Boundary{RelayPeers: true}).Run(middleware.WithRequests(t.Context()), func(ctx context.Context) error {
			for range 2 {
				req, err := http.NewRequestWithContext(ctx, http.MethodGet, shop.url, nil)
				require.NoError(t, err)
				res, err := client.Do(req)
				require.NoError(t, err)
				require.NoError(t, res.Body.Close())
			}
			return e
		})
		require.Equal(t, e.Effect.String(), errkit.From(err).Effect.String())
		require.Equal(t, e.RetryAfter, errkit.From(err).RetryAfter)
	}
}

// A request that failed before there was a connection had no effect. The call may have had one.
func TestNotConnected(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0") // accepts connections, and never responds
	require.NoError(t, err)
	t.Cleanup(func() { _ = silent.Close() })
	strict := httptest.NewUnstartedServer(status(201))
	strict.TLS = &tls.Config{ClientAuth: tls.RequireAnyClientCert, MaxVersion: tls.VersionTLS12}
	strict.Config.ErrorLog = log.New(io.Discard, "", 0)
	strict.StartTLS()
	t.Cleanup(strict.Close)
	shop := newShop(t, status(201))
	boundary := &middleware.Boundary{Classify: []middleware.Classifier{middleware.Context, middleware.Network}}
	for _, tt := range []struct {
		name, url string
		timeout   time.Duration
		kind      errkit.Kind
	}{
		{"the handshake takes too long", "https://" + silent.Addr().String(), 50 * time.Millisecond, errkit.Timeout},
		{"the server refuses the handshake", strict.URL, 30 * time.Second, errkit.Network},
	} {
		for _, before := range []int{0, 1} {
			rt := newTransport(t)
			rt.TLSClientConfig = &tls.Config{InsecureSkipVerify: true} //nolint:gosec // a server of this test
			err := boundary.Run(middleware.WithRequests(t.Context()), func(ctx context.Context) error {
				for range before {
					require.NoError(t, do(ctx, counting{rt}, shop.url))
				}
				ctx, cancel := context.WithTimeout(ctx, tt.timeout)
				defer cancel()
				return do(ctx, counting{rt}, tt.url)
			})
			e := errkit.From(err)
			require.Equal(t, tt.kind.String(), e.Kind.String(), tt.name)
			require.Equal(t, errkit.EffectUnknown.String(), e.Effect.String(), tt.name)
		}
	}
}

func newTransport(t *testing.T) *http.Transport {
	rt := &http.Transport{}
	t.Cleanup(rt.CloseIdleConnections)
	return rt
}

// A transport that is not one of net/http is counted, too.
func TestRoundTrip(t *testing.T) {
	boundary := &middleware.Boundary{Classify: []middleware.Classifier{middleware.Network}}
	answers := roundTrip(func(*http.Request) (*http.Response, error) {
		return http.ReadResponse(bufio.NewReader(strings.NewReader("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")), nil)
	})
	call := func(method string) errkit.Effect {
		err := boundary.Run(middleware.WithRequests(t.Context()), func(ctx context.Context) error {
			req, err := http.NewRequestWithContext(ctx, method, "http://shop.example", nil)
			require.NoError(t, err)
			res, err := middleware.RoundTrip(answers, req)
			require.NoError(t, err)
			require.NoError(t, res.Body.Close())
			return errkit.RateLimited
		})
		return errkit.From(err).Effect
	}
	require.Equal(t, errkit.EffectUnknown, call(http.MethodPost), "an order, then a limit of our own")
	require.Equal(t, errkit.EffectUnknown, call(http.MethodGet), "it may be the limit of the service, and the tool may have done more")

	late := &http.Client{Transport: counting{roundTrip(func(*http.Request) (*http.Response, error) {
		return nil, context.DeadlineExceeded // perhaps after it was sent
	})}}
	err := boundary.Run(middleware.WithRequests(t.Context()), func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://shop.example", nil)
		require.NoError(t, err)
		_, err = late.Do(req) //nolint:bodyclose // there is no response
		return err
	})
	require.Equal(t, errkit.EffectUnknown.String(), errkit.From(err).Effect.String())

	req := httptest.NewRequest(http.MethodPost, "/", nil)
	res, err := middleware.RoundTrip(answers, req)
	require.NoError(t, err, "without a call")
	require.NoError(t, res.Body.Close())
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// A tool does more than what is counted: only one that may be called twice has no effect after a
// request that was refused or not sent.
func TestEffectOfRepeatable(t *testing.T) {
	closed, limited := refused(t), newShop(t, status(429))
	boundary := &middleware.Boundary{Classify: []middleware.Classifier{middleware.Context, middleware.Network}}
	tests := []struct {
		name   string
		before string // the URL of a POST before
		f      func(ctx context.Context, rt http.RoundTripper) error
		yes    errkit.Effect // if the call may be made twice
	}{
		{"not sent", "", func(ctx context.Context, rt http.RoundTripper) error { return do(ctx, rt, closed) }, errkit.EffectNone},
		{"not sent, after an order", newShop(t, status(201)).url,
			func(ctx context.Context, rt http.RoundTripper) error { return do(ctx, rt, closed) }, errkit.EffectUnknown},
		{"a limit of the service", limited.url,
			func(context.Context, http.RoundTripper) error { return errkit.RateLimited }, errkit.EffectNone},
		{"a delay of the service", "", func(context.Context, http.RoundTripper) error {
			return &errkit.Error{Kind: errkit.UpstreamFailed, Upstream: 503, RetryAfter: time.Second}
		}, errkit.EffectNone},
		{"a dial of its own", "", func(context.Context, http.RoundTripper) error {
			_, err := net.Dial("tcp", strings.TrimPrefix(closed, "http://"))
			return err
		}, errkit.EffectNone},
		{"a plain error", "", func(context.Context, http.RoundTripper) error { return errors.New("oops") }, errkit.EffectUnknown},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for r := errkit.RepeatableUnstated; r <= errkit.RepeatableNo; r++ {
				want := errkit.EffectUnknown // it may have written to a database, or a file
				if r == errkit.RepeatableYes {
					want = tt.yes
				}
				ctx := middleware.WithRepeatable(middleware.WithRequests(t.Context()), r)
				rt := counting{newTransport(t)}
				err := boundary.Run(ctx, func(ctx context.Context) error {
					if tt.before != "" {
						require.NoError(t, do(ctx, rt, tt.before))
					}
					return tt.f(ctx, rt)
				})
				require.Equal(t, want.String(), errkit.From(err).Effect.String(), r)
			}
		})
	}
}
