package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/adapters/oxpclient"
	"github.com/toolerr/toolerr/check"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/errkittest/internal/judge"
)

const (
	most      = 1 << 20 // bytes of an answer
	textLimit = 10_000  // characters of a text
)

// A fault is what a client does wrong.
type fault struct {
	endless, unclosed, once bool
	text                    func(doc []byte) error // of the body of a failed answer; nil: that of the error
}

// call is a client of problem details. Without a fault it breaks no rule.
func call(ctx context.Context, url string, f fault) error {
	errs := nethttp.ErrorReader{Dialect: problem.Dialect{}}
	client := http.Client{Transport: &nethttp.RetryTransport{Errors: errs}}
	if f.once {
		client.Transport = nil
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(`{}`))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	res, err := client.Do(r)
	if err != nil {
		return err
	}
	if !f.unclosed {
		defer res.Body.Close()
	}
	e, err := errs.Read(res)
	if err != nil {
		return err
	}
	doc, err := io.ReadAll(io.LimitReader(res.Body, most))
	if f.endless {
		_, _ = io.Copy(io.Discard, res.Body)
	}
	switch {
	case e != nil && f.text != nil:
		return f.text(doc)
	case e != nil:
		return short(e)
	case err != nil:
		return err
	case !json.Valid(doc):
		return json.Unmarshal(doc, new(any))
	}
	return nil
}

// short bounds the text of an error.
func short(err error) error {
	if e, ok := errors.AsType[*errkit.Error](err); ok {
		return errkit.Bounded(e, textLimit)
	}
	return err
}

var clients = map[string]Call{
	"problem": func(ctx context.Context, url string) error { return call(ctx, url, fault{}) },
	"oxp": func(ctx context.Context, url string) error {
		_, err := (&oxpclient.Client{URL: url}).Call(ctx, oxpclient.Call{Tool: "Bell.Ring"})
		return short(err)
	},
	"mcp": onMCP,
}

// onMCP is a client with the SDK.
func onMCP(ctx context.Context, url string) error {
	client := mcp.NewClient(&mcp.Implementation{Name: "t", Version: "1"}, nil)
	client.AddSendingMiddleware(mcperr.ClientMiddleware(), mcperr.Retry(nil))
	web := &http.Client{Transport: &mcperr.ClientTransport{Base: limited{}}}
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: url, DisableStandaloneSSE: true,
		MaxRetries: -1, HTTPClient: web}, nil)
	if err != nil {
		return err
	}
	defer session.Close()
	_, err = session.CallTool(ctx, &mcp.CallToolParams{Name: "ring"})
	return short(err)
}

// limited reads at most 1 MiB of a body: the SDK has no limit.
type limited struct{}

func (limited) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := http.DefaultTransport.RoundTrip(r)
	if err == nil {
		res.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(res.Body, most), res.Body}
	}
	return res, err
}

func ids(r *check.Report, s string) (ids []string) {
	for _, x := range r.Results {
		if x.Status() == s {
			ids = append(ids, x.Rule.ID)
		}
	}
	return ids
}

func findings(r *check.Report) string {
	var b strings.Builder
	for _, x := range r.Results {
		for _, f := range x.Findings {
			fmt.Fprintln(&b, x.Rule.ID, f.Text)
		}
	}
	return b.String()
}

// A faulty client is one of problems that breaks one rule, made of one that breaks none.
type faulty func(ctx context.Context, url string, right Call) error

// but returns a client that does something else with some errors.
func but(is func(error) bool, then func(again func() error, err error) error) faulty {
	return func(ctx context.Context, url string, right Call) error {
		err := right(ctx, url)
		if is(err) {
			return then(func() error { return right(ctx, url) }, err)
		}
		return err
	}
}

func of(kind error) func(error) bool { return func(err error) bool { return errors.Is(err, kind) } }

func repeats(again func() error, _ error) error { return again() }

// with returns a client with a fault.
func with(f fault) faulty {
	return func(ctx context.Context, url string, _ Call) error {
		return call(ctx, url, f)
	}
}

var faults = map[string]faulty{
	"client/time/1": func(ctx context.Context, url string, right Call) error {
		return right(context.WithoutCancel(ctx), url)
	},
	"client/panic/1": but(of(errkit.InvalidInput), func(_ func() error, err error) error {
		return fmt.Errorf("%s: %w", errkit.From(err).Fields[1].Path, err)
	}),
	"client/size/1":    with(fault{endless: true}),
	"client/close/1":   with(fault{unclosed: true}),
	"client/success/1": but(of(nil), func(func() error, error) error { return errors.New("unknown result") }),
	"client/error/1": but(of(errkit.Conflict), func(_ func() error, err error) error {
		if strings.Contains(err.Error(), "rings already") {
			return nil
		}
		return err
	}),
	"client/error/2": but(func(err error) bool { _, ok := errors.AsType[*json.SyntaxError](err); return ok },
		func(func() error, error) error { return nil }),
	"client/kind/1": but(of(errkit.NotFound), func(_ func() error, err error) error {
		return errkit.Wrap(err, errkit.Internal, "")
	}),
	"client/retry/1": but(of(errkit.PermissionDenied), repeats),
	"client/retry/2": but(of(io.EOF), repeats),
	"client/retry/3": but(of(errkit.RateLimited), repeats),
	"client/retry/4": func(ctx context.Context, url string, _ Call) (err error) {
		for range 12 {
			err = with(fault{once: true})(ctx, url, nil)
			e, ok := errors.AsType[*errkit.Error](err)
			if !ok || e.Effect != errkit.EffectNone || e.RetryAfter > 0 || e.Kind != errkit.Unavailable {
				break
			}
		}
		return err
	},
	"client/text/1": but(func(err error) bool { return err != nil && len(err.Error()) >= textLimit },
		func(_ func() error, err error) error { return errors.New(strings.Repeat(err.Error(), 10)) }),
	"client/leak/1": with(fault{text: func(doc []byte) error { return fmt.Errorf("the answer is %.500s", doc) }}),
}

// reports runs all clients at the same time: they wait for most of it.
func reports(t *testing.T, clients map[string]Call,
	run func(name string, call Call) (*check.Report, error)) map[string]*check.Report {
	all := map[string]*check.Report{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for name, call := range clients {
		wg.Go(func() {
			report, err := run(name, call)
			assert.NoError(t, err, name)
			mu.Lock()
			defer mu.Unlock()
			all[name] = report
		})
	}
	wg.Wait()
	require.False(t, t.Failed())
	return all
}

// TestRight checks that clients of this module break no rule.
func TestRight(t *testing.T) {
	t.Parallel()
	for name, report := range reports(t, clients, func(name string, call Call) (*check.Report, error) {
		return Run(t.Context(), name, call, 5*time.Second)
	}) {
		require.Empty(t, findings(report), name)
		require.Subset(t, []string{"client/retry/3", "client/retry/4"}, ids(report, "skipped"),
			"MCP names no time to wait, and no error that had no effect")
	}
	_, err := Run(t.Context(), "grpc", nil, time.Second)
	require.EqualError(t, err, `Options.Dialect: clients of "grpc" cannot be tested, but those of `+
		"aai, connect, google, mcp, oxp, problem")
}

// TestFaults checks that every rule finds the fault that it describes, and that no other rule
// does.
func TestFaults(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("slow: it waits for clients that do not obey")
	}
	calls := map[string]Call{}
	for id, fault := range faults {
		calls[id] = func(ctx context.Context, url string) error { return fault(ctx, url, clients["problem"]) }
	}
	all := reports(t, calls, func(_ string, call Call) (*check.Report, error) {
		return Run(t.Context(), "problem", call, 3*time.Second)
	})
	rules := judge.New("", "", rulesText).Results
	for _, x := range rules {
		r := x.Rule
		require.NotEmpty(t, r.Text)
		require.NotEmpty(t, r.Source)
		require.NotEmpty(t, r.Fault)
		require.Contains(t, all, r.ID, "there is no client with this fault")
		assert.Equal(t, []string{r.ID}, ids(all[r.ID], "failed"), findings(all[r.ID]))
	}
	require.Len(t, faults, len(rules), "every fault is that of a rule")
	require.Contains(t, findings(all["client/kind/1"]), "the kind is internal, and that of the answer not_found",
		"the names of kinds, not their texts")
	require.Contains(t, findings(all["client/retry/1"]), "not permitted: the tool was called 2 times")
	require.Contains(t, findings(all["client/retry/2"]), "a closed connection: the tool was called 2 times")
}

// A call that does not end ends the test, with the answer that it was for.
func TestEndless(t *testing.T) {
	t.Parallel()
	report, err := Run(t.Context(), "problem", func(ctx context.Context, url string) error {
		if err := clients["problem"](ctx, url); !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		select {}
	}, 500*time.Millisecond)
	require.EqualError(t, err, "no answer: the call did not return within 500ms of the end of its context, nor within "+
		"500ms after its connection was closed")
	require.Nil(t, report)
}

// A client that ignores its context, and panics when the server closes the connection, breaks one
// rule: nothing after its time is judged.
func TestLate(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it waits for answers that do not come")
	}
	t.Parallel()
	report, err := Run(t.Context(), "problem", func(ctx context.Context, url string) error {
		err := clients["problem"](context.WithoutCancel(ctx), url)
		if ctx.Err() != nil {
			panic("too late")
		}
		return err
	}, 500*time.Millisecond)
	require.NoError(t, err)
	require.Equal(t, []string{"client/time/1"}, ids(report, "failed"), findings(report))
}

// A call that ends its goroutine, as that of require.NoError does, has not succeeded.
func TestGoexit(t *testing.T) {
	t.Parallel()
	report, err := Run(t.Context(), "problem", func(ctx context.Context, url string) error {
		err := clients["problem"](ctx, url)
		if err == nil {
			runtime.Goexit()
		}
		return err
	}, time.Second)
	require.NoError(t, err)
	require.Equal(t, []string{"client/success/1"}, ids(report, "failed"), findings(report))
	require.Contains(t, findings(report), "a success: the call failed: the call ended its goroutine, as t.FailNow does")
}

// What a client may repeat with a key, or by a method that is safe, it must not repeat without.
func TestRepeatable(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it waits for answers that do not come")
	}
	t.Parallel()
	tests := map[string]struct {
		method, key string // "new": another one each time
		broken      bool
	}{
		"POST":           {"POST", "", true},
		"a key":          {"POST", "a", false},
		"different keys": {"POST", "new", true},
		"PATCH":          {"PATCH", "", true},
		"PUT":            {"PUT", "", false},
		"GET":            {"GET", "", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			report, err := Run(t.Context(), "problem", func(ctx context.Context, url string) error {
				var failed error
				for n := range 2 {
					r, err := http.NewRequestWithContext(ctx, tt.method, url, http.NoBody)
					if err != nil {
						return err
					}
					if tt.key != "" {
						r.Header.Set("Idempotency-Key", strings.Replace(tt.key, "new", fmt.Sprint(n), 1))
					}
					res, err := http.DefaultClient.Do(r)
					if err == nil {
						_ = res.Body.Close()
						if res.StatusCode < 500 {
							return nil
						}
						err = errkit.FromStatus(res.StatusCode)
					} else if !errors.Is(err, io.EOF) {
						return err
					}
					failed = err
				}
				return failed
			}, time.Second)
			require.NoError(t, err)
			require.Equal(t, tt.broken, slices.Contains(ids(report, "failed"), "client/retry/2"), findings(report))
			require.Equal(t, tt.method == "POST" || tt.method == "PATCH",
				slices.Contains(ids(report, "failed"), "client/retry/1"), "an error that forbids it: %s", findings(report))
			require.NotContains(t, ids(report, "failed"), "client/size/1", "the size is that of one answer")
		})
	}
}
