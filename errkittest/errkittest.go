// Package errkittest, for applications, tests how a program reports errors, in process and without
// configuration: [Handler] tests a server with the rules of the command `toolerr check`, [Server]
// one that is not an http.Handler, [Boundary] what classifies and reports its errors, and [Client]
// what a client makes of hostile servers. Package adapters/mcp/mcptest tests servers of the Go SDK
// for MCP.
//
//	func TestErrors(t *testing.T) {
//		errkittest.Handler(t, newHandler(), errkittest.Options{Dialect: "problem"})
//	}
//
// A subtest has the name of a rule, such as TestErrors/leak/sql/1, so that -run selects rules or
// groups of them. Its failure is the sentence of the rule with its source, and for a server a
// command line that sends the request again.
package errkittest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/check"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/errkittest/internal/boundary"
	"github.com/toolerr/toolerr/errkittest/internal/client"
	"github.com/toolerr/toolerr/errkittest/internal/judge"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
	"github.com/toolerr/toolerr/middleware/standard"
)

// Options of a test. Handler and Client require the Dialect. Boundary uses Strict and Known,
// Client these and the Dialect, Server all but the Dialect, Path, Header and Tools, which are in
// its target.
type Options struct {
	Dialect string      // mcp, oxp, aai, problem, google or connect; of Handler also http or a2a
	Path    string      // of the endpoint, such as /mcp; "": the root
	Header  http.Header // of all requests, such as Authorization
	Strict  bool        // rules of level SHOULD fail the test, too; else they are logged
	Known   []string    // IDs of rules that are known to be broken; one that is not broken fails the test

	// Tools is a list of tools as JSON, for protocols that have none: that of MCP or OXP, or an
	// OpenAPI document.
	Tools []byte

	// Tools that are not declared read-only, as readOnlyHint of MCP does, are called only if one
	// of these is set. How many were not called is in the log of the test.
	CallInvalid bool // with inputs that lack something required, which run nothing if the server validates its inputs
	CallAll     bool // with all inputs, valid ones too
}

// Handler tests a server. It calls only tools that are declared read-only, unless
// Options.CallInvalid or CallAll is set. It sends requests that must fail, and compares the
// answers with the rules. It stops after a few requests that have no answer within 10 seconds
// each, and fails if a request is still handled after its connection was closed.
func Handler(t *testing.T, h http.Handler, o Options) {
	t.Helper()
	handler(t, h, o, 10*time.Second)
}

// handler is Handler with the time for each answer, and for the end of the server.
func handler(t *testing.T, h http.Handler, o Options, patience time.Duration) {
	t.Helper()
	web := httptest.NewServer(h)
	defer stop(t, web, patience)
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	waiting := &http.Client{Transport: &waiting{next: web.Client().Transport, give: cancel}}
	target := check.Target{Dialect: o.Dialect, URL: web.URL + o.Path, Header: o.Header, Client: waiting}
	if o.Tools != nil {
		tools, err := check.ReadTools(o.Tools)
		if err != nil {
			t.Fatalf("errkittest: Options.Tools: %v", err)
		}
		target.Tools = tools
	}
	server(ctx, t, target, o, patience)
}

// Server tests a server that is in another process, or on a connection. It sends what Handler
// sends.
func Server(t *testing.T, target check.Target, o Options) {
	t.Helper()
	server(t.Context(), t, target, o, 0)
}

func server(ctx context.Context, t *testing.T, target check.Target, o Options, timeout time.Duration) {
	t.Helper()
	calls := check.Options{CallInvalid: o.CallInvalid, CallAll: o.CallAll, Timeout: timeout}
	report, err := check.Run(ctx, target, calls)
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	if err != nil {
		t.Fatalf("errkittest: %v", err)
	}
	if text := report.NotJudged("Options.CallInvalid", "Options.CallAll"); text != "" {
		t.Log(text)
	}
	subtests(t, report, o)
}

// stop closes a server, which waits for its handlers: those that do not return fail the test.
func stop(t *testing.T, server *httptest.Server, patience time.Duration) {
	closed := judge.Go(func() {
		server.CloseClientConnections()
		server.Close()
	})
	select {
	case <-closed:
	case <-time.After(patience):
		t.Errorf("errkittest: the handler did not return within %v after the connection was closed", patience)
	}
}

// unanswered is the number of requests without an answer after which Handler stops.
const unanswered = 5

// waiting counts requests that have no answer in time.
type waiting struct {
	next http.RoundTripper
	give context.CancelCauseFunc // ends the test
	lost atomic.Int32
}

func (w *waiting) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := w.next.RoundTrip(r)
	if errors.Is(err, context.DeadlineExceeded) && w.lost.Add(1) == unanswered {
		w.give(fmt.Errorf("%d requests have no answer in time; the last one is %s %s",
			unanswered, r.Method, r.URL.Path))
	}
	return res, err
}

// Boundary tests a Boundary with its classifiers, Report, Ref, Localize and PassThrough: it lets
// code behind a copy of it return errors of many kinds, and panic. Their private text must not be
// public, in any dialect. A nil Boundary is [standard.Boundary], as it is in the adapters. Report
// is called with these errors, so give it a log that the test may write to.
func Boundary(t *testing.T, b *middleware.Boundary, o Options) {
	t.Helper()
	subtests(t, boundary.Run(t.Context(), standard.Or(b), boundary.Patience), o)
}

// Client tests a client: it has call call a tool of some 50 servers, one after the other, whose
// answers are successes, errors, broken, or without an end (internal/client/servers.json). It
// takes about five seconds, and longer if the client waits for what does not come.
//
// call connects to the server at a URL, calls any tool once, with any input, and returns nil if
// the tool succeeded. It has the timeouts and retries of the program. Every request is taken for a
// call, whatever its method and path are, but a GET of OXP, which lists the tools, and what is not
// tools/call in MCP, whose endpoint is the URL itself and whose tool is ring. A call that does not
// end fails the test at once.
func Client(t *testing.T, call func(ctx context.Context, url string) error, o Options) {
	t.Helper()
	report, err := client.Run(t.Context(), o.Dialect, call, 5*time.Second)
	if err != nil {
		t.Fatalf("errkittest: %v", err)
	}
	subtests(t, report, o)
}

// Declared returns a copy of a Boundary that fails the test for each failure that its tool does
// not declare: see [middleware.WithDeclared]. Give it to the adapter that serves the tools in the
// test. A nil Boundary is [standard.Boundary].
func Declared(t testing.TB, b *middleware.Boundary) *middleware.Boundary {
	c := *standard.Or(b)
	c.Undeclared = func(ctx context.Context, e *errkit.Error) {
		attrs := middleware.AttrsFrom(ctx)
		t.Errorf("no declared error has the code %q and the kind %s: %v", e.Code, e.Kind.String(), attrs)
	}
	return &c
}

// subtests runs a subtest for each rule.
func subtests(t *testing.T, r *check.Report, o Options) {
	for _, x := range r.Results {
		t.Run(x.Rule.ID, func(t *testing.T) {
			known := slices.Contains(o.Known, x.Rule.ID)
			switch {
			case x.Judged == 0:
				t.Log("there was no answer to judge")
			case x.Found == 0 && known:
				t.Error("this rule is not broken any more: remove it from Options.Known")
			case x.Counts(o.Strict) && !known:
				t.Error(describe(x))
			case x.Found > 0:
				t.Log(describe(x))
			}
		})
	}
}

// describe returns the sentence of a rule with its source, and what breaks it.
func describe(x check.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s, %s)\nSource: %s", x.Rule.Text, x.Rule.Category, x.Rule.Level, x.Rule.Source)
	for _, f := range x.Findings {
		b.WriteByte('\n')
		if f.Probe != "" {
			b.WriteString(f.Probe + ": ")
		}
		b.WriteString(f.Text)
		if f.Command != "" {
			b.WriteString("\n  " + f.Command + "\n  To mend in " + f.Cause + ": " + f.Remedy)
		}
	}
	return b.String()
}

// RequireKind fails the test at once unless err has a kind, which [errkit.KindOf] returns.
func RequireKind(t testing.TB, want errkit.Kind, err error) {
	t.Helper()
	if got := errkit.KindOf(err); err == nil || got != want {
		t.Fatalf("want an error of kind %s, got %s: %v", want.String(), got.String(), err)
	}
}

// RequireFields fails the test at once unless the fields of err have these paths, such as
// "/items/0/count", in this order.
func RequireFields(t testing.TB, err error, paths ...string) {
	t.Helper()
	var got []string
	if err != nil {
		got = lo.Map(errkit.From(err).Fields, func(f errkit.Field, _ int) string { return f.Path })
	}
	if !slices.Equal(got, paths) {
		t.Fatalf("want fields %q, got %q: %v", paths, got, err)
	}
}

// Store tests a store of a program: the laws that [idempotency.Store] states. It uses the ids
// "errkittest-1" and "errkittest-2", which must have no record, and deletes them in the end.
func Store(t *testing.T, s idempotency.Store) {
	t.Helper()
	ctx, a, b := t.Context(), "errkittest-1", "errkittest-2"
	claim := func(id, record, want string) {
		t.Helper()
		got, err := s.Claim(ctx, id, []byte(record), time.Hour)
		if err != nil || string(got) != want || (got == nil) != (want == "") {
			t.Errorf("Claim(%q, %q) = %q, %v; want %q", id, record, got, err, want)
		}
	}
	succeed := func(what string, err error) {
		t.Helper()
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	claim(a, "1", "")
	claim(a, "2", "1")
	claim(b, "3", "")
	succeed("Put", s.Put(ctx, a, []byte("\x004"), time.Hour))
	claim(a, "5", "\x004")
	claim(b, "6", "3")
	succeed("Delete", s.Delete(ctx, a))
	succeed("Delete of an id without a record", s.Delete(ctx, a))
	claim(b, "7", "3")

	var won atomic.Int32
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if got, err := s.Claim(ctx, a, []byte("8"), time.Hour); got == nil && err == nil {
				won.Add(1)
			}
		})
	}
	wg.Wait()
	if n := won.Load(); n != 1 {
		t.Errorf("%d of 20 concurrent claims of an id got it; want 1", n)
	}
	succeed("Delete", s.Delete(ctx, a))
	succeed("Delete", s.Delete(ctx, b))
}
