package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
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
	"github.com/toolerr/toolerr/check"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/connect"
	"github.com/toolerr/toolerr/dialect/google"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
)

const (
	most      = 1 << 20 // bytes of an answer
	textLimit = 10_000  // characters of a text
)

// web is a client over HTTP that breaks no rule.
type web struct {
	dialect dialect.Dialect
	success string // a member of every success
	body    string
	most    int64 // bytes of an answer that are read
}

func (c web) call(ctx context.Context, url string) error {
	errs := nethttp.ErrorReader{Dialect: c.dialect, Await: true}
	client := http.Client{Transport: &nethttp.RetryTransport{Errors: errs}}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(c.body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	res, err := client.Do(r)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if e, err := errs.Read(res); err != nil {
		return err
	} else if e != nil {
		return errkit.Bounded(e, textLimit)
	}
	doc, err := io.ReadAll(io.LimitReader(res.Body, c.most))
	if err != nil {
		return err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(doc, &members); err != nil {
		return err
	}
	if members[c.success] == nil {
		return errors.New("the answer is not a success")
	}
	return nil
}

var clients = map[string]Call{
	"problem": web{problem.Dialect{}, "value", `{}`, most}.call,
	"google":  web{google.Dialect{}, "value", `{}`, most}.call,
	"connect": web{connect.Dialect{}, "value", `{}`, most}.call,
	"oxp": web{oxp.Dialect{}, "result", `{"$schema":"urn:oxp:1.0","request":{"call_id":"a",` +
		`"tool_id":"Bell.Ring","input":{}}}`, most}.call,
	"aai": web{aai.Dialect{}, "result", `{"jsonrpc":"2.0","id":"a","method":"Bell.Ring","params":{}}`, most}.call,
	"mcp": onMCP,
}

// onMCP is a client with the SDK.
func onMCP(ctx context.Context, url string) error {
	client := mcp.NewClient(&mcp.Implementation{Name: "t", Version: "1"}, nil)
	client.AddSendingMiddleware(mcperr.ClientMiddleware())
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: url, DisableStandaloneSSE: true,
		MaxRetries: -1, HTTPClient: &http.Client{Transport: limited{}}}, nil)
	if err != nil {
		return err
	}
	defer session.Close()
	_, err = session.CallTool(ctx, &mcp.CallToolParams{Name: "ring"})
	if e, ok := errors.AsType[*errkit.Error](err); ok {
		return errkit.Bounded(e, textLimit)
	}
	return err
}

// limited reads at most 1 MiB of a body.
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

// faulty is a client of problems that breaks one rule.
type faulty func(ctx context.Context, url string, right Call) error

// failedWith reports whether a call failed with one of the kinds.
func failedWith(err error, kinds ...error) bool {
	return slices.ContainsFunc(kinds, func(kind error) bool { return errors.Is(err, kind) })
}

var faults = map[string]faulty{
	"client/time/1": func(ctx context.Context, url string, right Call) error {
		err := right(ctx, url)
		if errors.Is(err, context.DeadlineExceeded) {
			select {}
		}
		return err
	},
	"client/panic/1": func(ctx context.Context, url string, right Call) error {
		e, ok := errors.AsType[*errkit.Error](right(ctx, url))
		if ok && e.Kind == errkit.InvalidInput {
			return fmt.Errorf("%s: %w", e.Fields[1].Path, e)
		} else if ok {
			return e
		}
		return right(ctx, url)
	},
	"client/size/1": func(ctx context.Context, url string, _ Call) error {
		return web{problem.Dialect{}, "value", `{}`, 1 << 30}.call(ctx, url)
	},
	"client/success/1": func(ctx context.Context, url string, right Call) error {
		if err := right(ctx, url); err != nil {
			return err
		}
		return errors.New("unknown result")
	},
	"client/error/1": func(ctx context.Context, url string, right Call) error {
		err := right(ctx, url)
		if failedWith(err, errkit.Conflict) {
			return nil
		}
		return err
	},
	"client/error/2": func(ctx context.Context, url string, right Call) error {
		err := right(ctx, url)
		if _, ok := errors.AsType[*json.SyntaxError](err); ok {
			return nil
		}
		return err
	},
	"client/kind/1": func(ctx context.Context, url string, right Call) error {
		err := right(ctx, url)
		if failedWith(err, errkit.NotFound) {
			return errkit.Wrap(err, errkit.Internal, "")
		}
		return err
	},
	"client/retry/1": func(ctx context.Context, url string, right Call) error {
		err := right(ctx, url)
		if failedWith(err, errkit.PermissionDenied) {
			return right(ctx, url)
		}
		return err
	},
	"client/retry/2": func(ctx context.Context, url string, right Call) error {
		err := right(ctx, url)
		if failedWith(err, errkit.RateLimited) {
			return right(ctx, url)
		}
		return err
	},
	"client/retry/3": func(ctx context.Context, url string, right Call) (err error) {
		for range 12 {
			if err = right(ctx, url); err == nil || errors.Is(err, context.DeadlineExceeded) {
				break
			}
			if e, ok := errors.AsType[*errkit.Error](err); !ok || e.Kind != errkit.Unavailable || e.RetryAfter > 0 {
				break
			}
		}
		return err
	},
	"client/text/1": func(ctx context.Context, url string, right Call) error {
		err := right(ctx, url)
		if e, ok := errors.AsType[*errkit.Error](err); ok && len(e.Message) >= textLimit {
			return errors.New(strings.Repeat(err.Error(), 10))
		}
		return err
	},
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
			assert.NoError(t, err)
			mu.Lock()
			defer mu.Unlock()
			all[name] = report
		})
	}
	wg.Wait()
	return all
}

// TestRight checks that clients of this module break no rule.
func TestRight(t *testing.T) {
	for name, report := range reports(t, clients, func(name string, call Call) (*check.Report, error) {
		return Run(t.Context(), name, call, Patience)
	}) {
		require.Empty(t, findings(report), name)
		require.Subset(t, []string{"client/retry/2"}, ids(report, "skipped"), "MCP and AAI have no time to wait")
	}
	_, err := Run(t.Context(), "grpc", nil, time.Second)
	require.ErrorContains(t, err, `dialect "grpc"`)
}

// TestFaults checks that every rule finds the fault that it describes, and that no other rule
// does.
func TestFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it waits for clients that do not obey")
	}
	calls := map[string]Call{}
	for id, fault := range faults {
		calls[id] = func(ctx context.Context, url string) error { return fault(ctx, url, clients["problem"]) }
	}
	all := reports(t, calls, func(id string, call Call) (*check.Report, error) {
		patience := Patience
		if id == "client/time/1" {
			patience = 500 * time.Millisecond
		}
		return Run(t.Context(), "problem", call, patience)
	})
	for i := range rules {
		r := &rules[i].Rule
		require.NotEmpty(t, r.Text)
		require.NotEmpty(t, r.Source)
		require.NotEmpty(t, r.Fault)
		require.Contains(t, all, r.ID, "there is no client with this fault")
		require.Equal(t, []string{r.ID}, ids(all[r.ID], "failed"), findings(all[r.ID]))
	}
	require.Len(t, faults, len(rules), "every fault is that of a rule")
	require.Contains(t, fmt.Sprint(findings(all["client/kind/1"])), "the kind is internal, and that of the answer not_found",
		"the names of kinds, not their texts")
}

// TestLate checks a client that ignores its context, and panics when the server closes the
// connection: nothing after its time is judged.
func TestLate(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it waits for answers that come late")
	}
	report, err := Run(t.Context(), "problem", func(ctx context.Context, url string) error {
		err := clients["problem"](context.WithoutCancel(ctx), url)
		if ctx.Err() != nil {
			panic("too late")
		}
		return err
	}, 100*time.Millisecond)
	require.NoError(t, err)
	require.Equal(t, []string{"client/time/1"}, ids(report, "failed"), findings(report))
}
