package orders

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
)

// A Shop takes an order with each POST, and then responds as its path asks, or does not.
type Shop struct {
	URL    string
	Closed string // a URL at which no server listens
	orders atomic.Int32
}

// Orders returns how many orders were placed.
func (s *Shop) Orders() int { return int(s.orders.Load()) }

// Open opens a shop until the end of the test.
func Open(t testing.TB) *Shop {
	t.Helper()
	s := &Shop{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if r.Method == http.MethodPost && r.URL.Path != "/429" && r.URL.Path != "/busy" {
			s.orders.Add(1)
		}
		switch r.URL.Path {
		case "/end", "/reset":
			c, _, _ := w.(http.Hijacker).Hijack()
			if r.URL.Path == "/reset" {
				_ = c.(*net.TCPConn).SetLinger(0)
			}
			_ = c.Close()
		case "/silent":
			<-r.Context().Done()
		case "/busy":
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusServiceUnavailable)
		case "/cut":
			w.WriteHeader(http.StatusInternalServerError)
			_, _ = io.WriteString(w, "half")
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		case "/429", "/500", "/502", "/503", "/504":
			var status int
			_, _ = fmt.Sscanf(r.URL.Path, "/%d", &status)
			w.WriteHeader(status)
		}
	}))
	t.Cleanup(server.Close)
	s.URL = server.URL
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s.Closed = "http://" + l.Addr().String()
	require.NoError(t, l.Close())
	return s
}

// do makes a request, and returns the error that a careful author makes of the response.
func do(ctx context.Context, c *http.Client, method, url string) error {
	req, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(`{"book":1}`))
	if err != nil {
		return err
	}
	res, err := c.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	delay, _ := time.ParseDuration(res.Header.Get("Retry-After") + "s")
	switch {
	case res.StatusCode == http.StatusOK:
		return nil
	case res.StatusCode == http.StatusTooManyRequests:
		return errkit.RateLimited
	}
	return &errkit.Error{Kind: errkit.UpstreamFailed, Upstream: res.StatusCode, RetryAfter: delay}
}

// ordering returns a client that gives a request up when its time is over, but not before the shop
// took the order, however slow both are.
func (s *Shop) ordering(c *http.Client) *http.Client {
	return &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		before := s.Orders()
		ctx, giveUp := context.WithCancelCause(context.WithoutCancel(r.Context()))
		go func(inTime context.Context) {
			for s.Orders() == before {
				time.Sleep(time.Millisecond)
			}
			<-inTime.Done()
			giveUp(context.Cause(inTime))
		}(r.Context())
		r = r.WithContext(ctx)
		//lint:ignore SA1019 http.Client ends the request by it, too
		r.Cancel = nil
		return c.Transport.RoundTrip(r)
	})}
}

type transport func(r *http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

// soon is when a tool gives its request up.
const soon = 10 * time.Millisecond

const (
	post = http.MethodPost
	get  = http.MethodGet
)

// A Way is a way of a tool to fail, which makes its requests to the shop with a client.
type Way struct {
	Name string
	Fail func(ctx context.Context, s *Shop, c *http.Client) error
}

// Ways are those to fail after the order was placed.
var Ways = []Way{
	{"a deadline of its own", func(ctx context.Context, s *Shop, c *http.Client) error {
		ctx, cancel := context.WithTimeout(ctx, soon)
		defer cancel()
		return do(ctx, s.ordering(c), post, s.URL+"/silent")
	}},
	{"the timeout of the HTTP client", func(ctx context.Context, s *Shop, c *http.Client) error {
		impatient := s.ordering(c)
		impatient.Timeout = soon
		return do(ctx, impatient, post, s.URL+"/silent")
	}},
	{"the service hangs up", func(ctx context.Context, s *Shop, c *http.Client) error { return do(ctx, c, post, s.URL+"/end") }},
	{"a reset", func(ctx context.Context, s *Shop, c *http.Client) error { return do(ctx, c, post, s.URL+"/reset") }},
	{"an i/o timeout", func(ctx context.Context, s *Shop, _ *http.Client) error {
		var d net.Dialer
		c, err := d.DialContext(ctx, "tcp", strings.TrimPrefix(s.URL, "http://"))
		if err != nil {
			return err
		}
		defer func() { _ = c.Close() }()
		_, _ = io.WriteString(c, "POST /silent HTTP/1.1\r\nHost: shop\r\nContent-Length: 0\r\n\r\n")
		for s.orders.Load() == 0 {
			time.Sleep(time.Millisecond)
		}
		_ = c.SetReadDeadline(time.Now().Add(time.Millisecond))
		_, err = bufio.NewReader(c).ReadString('\n')
		return err
	}},
	{"a panic", func(ctx context.Context, s *Shop, c *http.Client) error {
		_ = do(ctx, c, post, s.URL+"/ok")
		panic("no receipt")
	}},
	{"a plain error", func(ctx context.Context, s *Shop, c *http.Client) error {
		return errors.Join(errors.New("no receipt"), do(ctx, c, post, s.URL+"/ok"))
	}},
	{"500 of the service", func(ctx context.Context, s *Shop, c *http.Client) error { return do(ctx, c, post, s.URL+"/500") }},
	{"502 of the service", func(ctx context.Context, s *Shop, c *http.Client) error { return do(ctx, c, post, s.URL+"/502") }},
	{"503 of the service", func(ctx context.Context, s *Shop, c *http.Client) error { return do(ctx, c, post, s.URL+"/503") }},
	{"the mail server refuses the connection", func(ctx context.Context, s *Shop, c *http.Client) error {
		if err := do(ctx, c, post, s.URL+"/ok"); err != nil {
			return err
		}
		return do(ctx, c, post, s.Closed)
	}},
	{"the mail server has a limit", func(ctx context.Context, s *Shop, c *http.Client) error {
		if err := do(ctx, c, post, s.URL+"/ok"); err != nil {
			return err
		}
		return do(ctx, c, post, s.URL+"/429")
	}},
	{"the same, and the order is not counted", func(ctx context.Context, s *Shop, c *http.Client) error {
		if err := do(context.Background(), c, post, s.URL+"/ok"); err != nil {
			return err
		}
		return do(ctx, c, post, s.URL+"/429")
	}},
	{"the mail server is busy, and the order is not counted", func(ctx context.Context, s *Shop, c *http.Client) error {
		s.orders.Add(1) // an INSERT
		return do(ctx, c, post, s.URL+"/busy")
	}},
	{"the mail server refuses, and the order is not counted", func(ctx context.Context, s *Shop, c *http.Client) error {
		s.orders.Add(1)
		return do(ctx, c, post, s.Closed)
	}},
}

// Harmless are the ways in which no order is placed, and the tool states it.
var Harmless = []Way{
	{"the connection is refused", func(ctx context.Context, s *Shop, c *http.Client) error {
		return &errkit.Error{Kind: errkit.Network, Effect: errkit.EffectNone, Err: do(ctx, c, post, s.Closed)}
	}},
	{"503 with a delay", func(ctx context.Context, s *Shop, c *http.Client) error {
		return nothingDone(do(ctx, c, post, s.URL+"/busy"))
	}},
	{"too many calls", func(ctx context.Context, s *Shop, c *http.Client) error {
		return nothingDone(do(ctx, c, post, s.URL+"/429"))
	}},
}

func nothingDone(err error) error {
	e := *errkit.From(err)
	e.Effect = errkit.EffectNone
	return &e
}
