package nethttp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/a2a"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/adcp"
	"github.com/toolerr/toolerr/dialect/connect"
	"github.com/toolerr/toolerr/dialect/google"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// script responds to each call with the next response, and repeats the last one.
type script struct {
	answers []answer
	bodies  []string
	at      []time.Duration
	began   time.Time
	open    int
}

type answer struct {
	status int
	body   string
	header http.Header
}

type counted struct {
	io.Reader
	open *int
}

func (c *counted) Close() error { *c.open--; return nil }

func (s *script) RoundTrip(r *http.Request) (*http.Response, error) {
	body := ""
	if r.Body != nil {
		b, _ := io.ReadAll(r.Body)
		body = string(b)
	}
	s.bodies = append(s.bodies, body)
	s.at = append(s.at, time.Since(s.began))
	a := s.answers[min(len(s.bodies), len(s.answers))-1]
	if a.status == 0 {
		return nil, io.ErrUnexpectedEOF
	}
	h := a.header.Clone()
	if h == nil {
		h = http.Header{}
	}
	if h.Get("Content-Type") == "" {
		h.Set("Content-Type", "application/json")
	}
	s.open++
	length := int64(len(a.body))
	if h.Get("X-Length") != "" {
		length = -1
	}
	return &http.Response{StatusCode: a.status, Header: h, ContentLength: length,
		Body: &counted{strings.NewReader(a.body), &s.open}, Request: r}, nil
}

func TestRetryTransport(t *testing.T) {
	const (
		oxpYes   = `{"$schema":"urn:oxp:1.0","result":{"call_id":"","success":false,"error":{"message":"no","can_retry":true,"retry_after_ms":250}}}`
		oxpNo    = `{"$schema":"urn:oxp:1.0","result":{"call_id":"","success":false,"error":{"message":"no","retry_after_ms":250}}}`
		oxpAuth  = `{"$schema":"urn:oxp:1.0","result":{"call_id":"","success":false,"error":{"message":"no","can_retry":true,"missing_requirements":{"user_id":true}}}}`
		oxpDone  = `{"$schema":"urn:oxp:1.0","result":{"call_id":"","success":true,"value":1}}`
		yes      = `{"type":"about:blank","status":429,"kind":"rate_limited","retry":"allowed"}`
		no       = `{"type":"about:blank","status":503,"kind":"unavailable","retry":"never"}`
		noTable  = `{"type":"about:blank","status":404,"kind":"not_found","retry":"never"}`
		silent   = `{"type":"about:blank","status":503,"kind":"unavailable"}`
		noEffect = `{"type":"about:blank","status":503,"kind":"unavailable","effect":"none"}`
		timedOut = `{"type":"about:blank","status":504,"kind":"timeout"}`
		soon     = `{"type":"about:blank","status":503,"kind":"unavailable","retry_after_ms":40}`
		tool     = `{"content":[],"isError":true,"structuredContent":{"kind":"toolError:v1","code":"CLIENT_ERROR","message":"slow down","retryable":true,"details":{"statusCode":429}}}`
		date     = "Mon, 02 Jan 2006 15:04:05 GMT"
		later    = "Mon, 02 Jan 2006 15:04:08 GMT"
	)
	after := func(v string) http.Header { return http.Header{"Retry-After": {v}, "Date": {date}} }
	tests := []struct {
		name    string
		why     string
		method  string // "": POST
		header  http.Header
		stream  bool // the body cannot be had again
		retry   nethttp.RetryTransport
		answers []answer
		calls   int
		status  int
		last    time.Duration // when the last call was; 0: not looked at
	}{
		{name: "success", answers: []answer{{200, `{"message":"hello"}`, nil}}, calls: 1, status: 200},
		{name: "oxp can_retry", answers: []answer{{200, oxpYes, nil}, {200, oxpDone, nil}}, calls: 2, status: 200,
			last: 250 * time.Millisecond},
		{name: "oxp without can_retry", why: "clients must assume false", answers: []answer{{200, oxpNo, nil}},
			calls: 1, status: 200},
		{name: "oxp after the user", answers: []answer{{200, oxpAuth, nil}}, calls: 1, status: 200},
		{name: "toolError retryable", method: "PUT", answers: []answer{{200, tool, nil}, {200, "{}", nil}}, calls: 2,
			status: 200},
		{name: "toolError not retryable", method: "PUT", why: "clients should not, though the status is 429",
			answers: []answer{{200, strings.Replace(tool, "true,\"details", "false,\"details", 1), nil}}, calls: 1, status: 200},
		{name: "problem says yes", method: "PUT", why: "though the table says it too",
			answers: []answer{{429, yes, nil}, {200, "{}", nil}}, calls: 2, status: 200},
		{name: "POST, toolError retryable", why: "an invitation is no permission", answers: []answer{{200, tool, nil}},
			calls: 1, status: 200},
		{name: "POST, problem says yes", why: "an invitation is no permission", answers: []answer{{429, yes, nil}},
			calls: 1, status: 429},
		{name: "POST without effect", answers: []answer{{503, noEffect, nil}, {200, "{}", nil}}, calls: 2, status: 200},
		{name: "POST without effect, which is forbidden",
			answers: []answer{{503, strings.Replace(noEffect, `"effect"`, `"retry":"never","effect"`, 1), nil}}, calls: 1,
			status: 503},
		{name: "POST with an unknown effect",
			answers: []answer{{503, strings.Replace(noEffect, "none", "unknown", 1), nil}}, calls: 1, status: 503},
		{name: "problem says no", method: "GET", answers: []answer{{503, no, nil}}, calls: 1, status: 503},
		{name: "problem says no and when", method: "GET", why: "though the table says no too",
			answers: []answer{{404, noTable, after("1")}}, calls: 1, status: 404},
		{name: "no member and no idempotency", why: "POST", answers: []answer{{503, silent, nil}}, calls: 1,
			status: 503},
		{name: "no member, not JSON", answers: []answer{{503, "busy", http.Header{"Content-Type": {"text/plain"}}}},
			calls: 1, status: 503},
		{name: "HTTP says", method: "GET", answers: []answer{{503, silent, nil}, {200, "{}", nil}}, calls: 2,
			status: 200},
		{name: "a key", why: "whoever sends it states that the server knows it",
			header: http.Header{"Idempotency-Key": {"1"}}, answers: []answer{{504, timedOut, nil}}, calls: 3, status: 504},
		{name: "the other key of net/http", header: http.Header{"X-Idempotency-Key": {"1"}},
			answers: []answer{{504, timedOut, nil}, {200, "{}", nil}}, calls: 2, status: 200},
		{name: "a key, the program says no", header: http.Header{"Idempotency-Key": {"1"}}, answers: []answer{{504, timedOut, nil}},
			retry: nethttp.RetryTransport{Idempotent: func(*http.Request) bool { return false }}, calls: 1, status: 504},
		{name: "HTTP says, the kind does not", method: "GET", answers: []answer{{500, `{}`, nil}}, calls: 1,
			status: 500},
		{name: "GET 502", method: "GET",
			answers: []answer{{502, "bad", http.Header{"Content-Type": {"text/html"}}}, {200, "{}", nil}}, calls: 2,
			status: 200},
		{name: "GET 500", method: "GET", answers: []answer{{500, "bad", nil}}, calls: 1, status: 500},
		{name: "GET 429", why: "only with the option", method: "GET", answers: []answer{{429, "{}", nil}}, calls: 1,
			status: 429},
		{name: "GET 429 with Retry-After", method: "GET", answers: []answer{{429, "{}", after("1")}}, calls: 3,
			status: 429, last: 2 * time.Second},
		{name: "GET 429 with RateLimit", method: "GET", calls: 3, status: 429, last: 4 * time.Second,
			answers: []answer{{429, "{}", http.Header{"Ratelimit": {`"day";r=9;t=90, "burst";r=0;t=2`}}}}},
		{name: "POST 429 with RateLimit",
			answers: []answer{{429, "{}", http.Header{"Ratelimit": {`"burst";r=0;t=2`}}}}, calls: 1, status: 429},
		{name: "POST 429 without effect", calls: 3, status: 429, last: 2 * time.Second,
			answers: []answer{{429, `{"type":"about:blank","status":429,"kind":"rate_limited","effect":"none"}`, after("1")}}},
		{name: "OXP with a key, without can_retry", why: "clients must assume false", answers: []answer{{200, oxpNo, nil}},
			retry: nethttp.RetryTransport{Idempotent: func(*http.Request) bool { return true }}, calls: 1, status: 200},
		{name: "GET 425", why: "only with the option", method: "GET", answers: []answer{{425, "{}", nil}}, calls: 1,
			status: 425},
		{name: "GET 429 with the option", method: "GET", retry: nethttp.RetryTransport{Statuses: []int{425, 429}},
			answers: []answer{{429, "{}", after("1")}, {200, "{}", nil}}, calls: 2, status: 200, last: time.Second},
		{name: "POST 429 with the option", why: "a status alone never allows it",
			retry: nethttp.RetryTransport{Statuses: []int{429}}, answers: []answer{{429, "{}", after("1")}}, calls: 1,
			status: 429},
		{name: "the program says", retry: nethttp.RetryTransport{Idempotent: func(*http.Request) bool { return true }},
			answers: []answer{{503, "{}", nil}, {200, "{}", nil}}, calls: 2, status: 200},
		{name: "the program says no", method: "GET",
			retry:   nethttp.RetryTransport{Idempotent: func(*http.Request) bool { return false }},
			answers: []answer{{503, "{}", nil}}, calls: 1, status: 503},
		{name: "POST with Retry-After", why: "a time to wait is no permission",
			answers: []answer{{503, silent, after("2")}}, calls: 1, status: 503},
		{name: "POST with retry_after_ms", answers: []answer{{500, soon, nil}}, calls: 1, status: 500},
		{name: "seconds", method: "PUT", answers: []answer{{503, silent, after("2")}, {200, "{}", nil}}, calls: 2,
			status: 200, last: 2 * time.Second},
		{name: "a date counts from the answer's", method: "PUT",
			answers: []answer{{503, "busy", after(later)}, {200, "{}", nil}}, calls: 2, status: 200,
			last: 3 * time.Second},
		{name: "milliseconds beat the header", method: "PUT",
			answers: []answer{{503, soon, after("9")}, {200, "{}", nil}}, calls: 2, status: 200,
			last: 40 * time.Millisecond},
		{name: "too long", method: "PUT", answers: []answer{{503, silent, after("31")}}, calls: 1, status: 503},
		{name: "a delay beyond all numbers", method: "PUT",
			answers: []answer{{503, silent, after("99999999999999999999")}}, calls: 1, status: 503},
		{name: "a stream", why: "it is not waited for", method: "GET",
			answers: []answer{{200, oxpYes, http.Header{"X-Length": {"unknown"}}}}, calls: 1, status: 200},
		{name: "a stream that is waited for", retry: nethttp.RetryTransport{Errors: nethttp.ErrorReader{Await: true}},
			answers: []answer{{200, oxpYes, http.Header{"X-Length": {"unknown"}}}, {200, oxpDone, nil}}, calls: 2,
			status: 200},
		{name: "a dialect without errors in 200",
			retry:   nethttp.RetryTransport{Errors: nethttp.ErrorReader{Dialect: problem.Dialect{}}},
			answers: []answer{{200, oxpYes, nil}}, calls: 1, status: 200},
		{name: "a dialect with errors in 200",
			retry:   nethttp.RetryTransport{Errors: nethttp.ErrorReader{Dialect: oxp.Dialect{}}},
			answers: []answer{{200, oxpYes, nil}, {200, oxpDone, nil}}, calls: 2, status: 200},
		{name: "bounded", method: "PUT", answers: []answer{{429, yes, nil}}, calls: 3, status: 429},
		{name: "bounded as told", method: "PUT", retry: nethttp.RetryTransport{Attempts: 5, MaxWait: time.Second},
			answers: []answer{{429, yes, after("1")}}, calls: 5, status: 429, last: 4 * time.Second},
		{name: "a body that is gone", stream: true, answers: []answer{{429, yes, nil}}, calls: 1, status: 429},
		{name: "no answer", method: "GET", answers: []answer{{0, "", nil}}, calls: 1},
		{name: "no answer after one", method: "PUT", answers: []answer{{429, yes, nil}, {0, "", nil}}, calls: 2},
	}
	for _, codec := range []dialect.Codec{anyDialect, {}} { // the zero value knows what OXP, toolError and problems have
		for _, tt := range tests {
			t.Run(fmt.Sprintf("%s, %d dialects", tt.name, len(codec.Dialects)), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					s := &script{answers: tt.answers, began: time.Now()}
					tt.retry.Base, tt.retry.Errors.Codec = s, codec
					method := tt.method
					if method == "" {
						method = "POST"
					}
					var body io.Reader = strings.NewReader("ring")
					if tt.stream {
						body = io.MultiReader(body)
					}
					r, err := http.NewRequestWithContext(t.Context(), method, "http://bells.test/", body)
					require.NoError(t, err)
					for name, values := range tt.header {
						r.Header[name] = values
					}
					resp, err := tt.retry.RoundTrip(r)
					require.Len(t, s.bodies, tt.calls)
					for _, b := range s.bodies {
						require.Equal(t, "ring", b, "each call has the whole body")
					}
					if tt.status == 0 {
						require.ErrorIs(t, err, io.ErrUnexpectedEOF)
						require.Nil(t, resp)
						require.Zero(t, s.open)
						return
					}
					require.NoError(t, err)
					require.Equal(t, tt.status, resp.StatusCode)
					got, err := io.ReadAll(resp.Body)
					require.NoError(t, err)
					require.Equal(t, tt.answers[min(tt.calls, len(tt.answers))-1].body, string(got),
						"the last answer is as it was")
					require.NoError(t, resp.Body.Close())
					require.Zero(t, s.open, "every body is closed")
					if tt.last > 0 {
						require.Equal(t, tt.last, s.at[len(s.at)-1])
					}
				})
			})
		}
	}
}

// A server that invites to repeat a call, and names no time, is called again after waits that
// grow.
func TestRetryGrows(t *testing.T) {
	const again = `{"content":[],"isError":true,"structuredContent":{"kind":"toolError:v1","code":"NETWORK_ERROR","message":"No.","retryable":true}}`
	synctest.Test(t, func(t *testing.T) {
		s := &script{answers: []answer{{200, again, nil}}, began: time.Now()}
		client := http.Client{Transport: &nethttp.RetryTransport{Base: s, Attempts: 6}}
		r, err := http.NewRequestWithContext(t.Context(), "PUT", "http://bells.test/", strings.NewReader("ring"))
		require.NoError(t, err)
		resp, err := client.Do(r)
		require.NoError(t, err)
		require.NoError(t, resp.Body.Close())
		require.Len(t, s.at, 6)
		for n, most := 1, 500*time.Millisecond; n < len(s.at); n, most = n+1, 2*most { // a half of each is random
			wait := s.at[n] - s.at[n-1]
			require.GreaterOrEqual(t, wait, most/2, "wait %d", n)
			require.LessOrEqual(t, wait, most, "wait %d", n)
		}
	})
}

// Each row calls a server whose calls fail in a dialect, with a POST, a GET, and a POST with a
// key.
func TestRetryTransportDialects(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it waits between tries")
	}
	limit := &errkit.Error{Kind: errkit.RateLimited, Effect: errkit.EffectNone, RetryAfter: time.Second}
	unclear := &errkit.Error{Kind: errkit.Timeout, Effect: errkit.EffectUnknown}
	tests := []struct {
		dialect dialect.Dialect
		none    int // calls of a POST that had no effect; 1: the dialect cannot state that
		zero    int // the same, without dialects; 0: it does not know this one
		get     int // calls of a GET with an unknown effect; 1: only a guess allows it
	}{
		{problem.Dialect{}, 3, 3, 3},
		{google.Dialect{}, 3, 1, 3},
		{connect.Dialect{}, 3, 1, 3},
		{a2a.Dialect{Binding: a2a.HTTP}, 3, 1, 3},
		{oxp.Dialect{}, 3, 3, 1}, // can_retry
		{toolerror.Dialect{}, 1, 1, 3},
		{adcp.Dialect{}, 1, 0, 3},
		{aai.Strings{}, 1, 1, 3},
	}
	var wait sync.WaitGroup
	for _, tt := range tests {
		for _, codec := range []dialect.Codec{anyDialect, {}} {
			isZero := len(codec.Dialects) == 0
			if isZero && tt.zero == 0 {
				continue
			}
			for _, how := range []string{"POST", "GET", "key"} {
				none, get := 3, tt.get
				if how == "POST" {
					none, get = tt.none, 1
				}
				if how == "POST" && isZero {
					none = tt.zero
				}
				for _, row := range []struct {
					name string
					err  *errkit.Error
					want int
				}{
					{"without effect", limit, none},
					{"of unknown effect", unclear, get},
					{"of the input", &errkit.Error{Kind: errkit.InvalidInput, Message: "No."}, 1},
				} {
					wait.Go(func() { // all at once
						got := callsUntilGivenUp(t, codec, tt.dialect, how, row.err)
						assert.EqualValues(t, row.want, got, "%s, %s, %s, %t", tt.dialect.Name(), how, row.name, isZero)
					})
				}
			}
		}
	}
	wait.Wait()
}

// callsUntilGivenUp returns how often a server is called that fails with an error in a dialect.
func callsUntilGivenUp(t *testing.T, codec dialect.Codec, d dialect.Dialect, how string, e *errkit.Error) int32 {
	call := dialect.Call{ID: json.RawMessage("1")}
	transport := &nethttp.RetryTransport{Errors: nethttp.ErrorReader{Codec: codec}}
	if how != "POST" {
		call.Repeatable = errkit.RepeatableYes
	}
	var calls atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		var c dialect.Codec
		doc, head := c.Append(nil, d, call, e)
		_ = head.Write(w, r, doc)
	}))
	defer s.Close()
	r, err := http.NewRequestWithContext(t.Context(), strings.Replace(how, "key", "POST", 1), s.URL, nil)
	assert.NoError(t, err)
	if how == "key" {
		r.Header.Set("Idempotency-Key", "1")
	}
	resp, err := transport.RoundTrip(r)
	if assert.NoError(t, err) {
		assert.NoError(t, resp.Body.Close())
	}
	return calls.Load()
}

func TestRetryTransportHonoursTheContext(t *testing.T) {
	busy := answer{503, "{}", http.Header{"Retry-After": {"10"}}}
	t.Run("a deadline before the next call", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := &script{answers: []answer{busy}, began: time.Now()}
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			r, _ := http.NewRequestWithContext(ctx, "GET", "http://bells.test/", nil)
			resp, err := (&nethttp.RetryTransport{Base: s}).RoundTrip(r)
			require.NoError(t, err, "the answer is worth more than a timeout")
			require.Equal(t, 503, resp.StatusCode)
			require.Zero(t, time.Since(s.began), "and comes at once")
			require.NoError(t, resp.Body.Close())
		})
	})
	t.Run("canceled in the wait", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := &script{answers: []answer{busy}, began: time.Now()}
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, cancel)
			r, _ := http.NewRequestWithContext(ctx, "GET", "http://bells.test/", nil)
			resp, err := (&nethttp.RetryTransport{Base: s}).RoundTrip(r)
			require.ErrorIs(t, err, context.Canceled)
			require.Nil(t, resp)
			require.Equal(t, time.Second, time.Since(s.began))
			require.Zero(t, s.open)
		})
	})
}

// A response that is an endless stream is closed, and not awaited.
func TestRetryTransportDiscardsStreams(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it waits between tries")
	}
	t.Parallel() // it waits
	calls := make(chan struct{}, 3)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls <- struct{}{}
		w.Header().Set("Content-Type", "text/event-stream")
		w.WriteHeader(503)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}))
	defer s.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, "GET", s.URL, nil)
	require.NoError(t, err)
	resp, err := (&nethttp.RetryTransport{Base: s.Client().Transport}).RoundTrip(r)
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	require.Len(t, calls, 3)
}

// Each repetition is announced, and responses are read by the program's codec.
func TestRetryTransportHooks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table, err := mapping.Default().With(mapping.Row{Kind: errkit.Conflict, HTTP: 503})
		require.NoError(t, err)
		s := &script{answers: []answer{{503, "{}", http.Header{"Retry-After": {"1"}}}}, began: time.Now()}
		var attempts []nethttp.Attempt
		transport := &nethttp.RetryTransport{
			Base:    s,
			Errors:  nethttp.ErrorReader{Codec: dialect.Codec{Table: table}},
			OnRetry: func(a nethttp.Attempt) { attempts = append(attempts, a) },
		}
		r, err := http.NewRequestWithContext(t.Context(), "GET", "http://bells.test/", nil)
		require.NoError(t, err)
		resp, err := transport.RoundTrip(r)
		require.NoError(t, err)
		require.NoError(t, resp.Body.Close())
		require.Len(t, s.bodies, 3)
		require.Len(t, attempts, 2, "not before the last one is returned")
		for i, a := range attempts {
			require.Equal(t, i+1, a.Number)
			require.Equal(t, time.Second, a.Wait)
			require.Equal(t, 503, a.Response.StatusCode)
			require.Equal(t, time.Second, a.Err.RetryAfter)
			require.Equal(t, "http://bells.test/", a.Request.URL.String())
		}
	})
}

// compressed responds with a stream that its client decompresses.
type compressed struct{ body io.ReadCloser }

func (c compressed) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}}, ContentLength: -1,
		Uncompressed: true, Body: c.body}, nil
}

// The stream may be one without an end: whoever called reads it.
func TestRetryTransportPassesCompressedStreams(t *testing.T) {
	for name, reader := range map[string]nethttp.ErrorReader{"zero": {}, "detected": {Codec: anyDialect}} {
		body := io.NopCloser(iotest.ErrReader(errors.New("this must not be read")))
		client := &http.Client{Transport: &nethttp.RetryTransport{Base: compressed{body}, Errors: reader}}
		resp, err := client.Get("http://bells.example")
		require.NoError(t, err, name)
		require.Equal(t, body, resp.Body, name)
	}
}
