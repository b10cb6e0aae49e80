// Package errkittest tests how a program reports errors, in process and without configuration: [Handler] tests a server with the
// rules of the command `toolerr check`, [Boundary] what classifies and reports its errors, and [Client] how a client reads the
// errors of others. Package adapters/mcp/mcptest tests servers of the Go SDK for MCP.
//
//	func TestErrors(t *testing.T) {
//		errkittest.Handler(t, newHandler(), errkittest.Options{Dialect: "problem"})
//	}
//
// A subtest has the name of a rule, such as TestErrors/leak/sql/1, so that -run selects rules or groups of them. Its failure is
// the sentence of the rule with its source, and for a server a command line that sends the request again.
package errkittest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toolerr/toolerr/internal/check"
	"github.com/toolerr/toolerr/internal/check/boundary"
	"github.com/toolerr/toolerr/internal/check/checktest"
	"github.com/toolerr/toolerr/internal/check/hostile"
	"github.com/toolerr/toolerr/internal/check/rules"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

// Options of a test. Handler and Client require the Dialect. Boundary uses Strict and Known, Client these and the Dialect.
type Options struct {
	Dialect string      // mcp, oxp, aai, problem, google or connect; of Handler also a2a
	Path    string      // of the endpoint, such as /mcp; "": the root
	Header  http.Header // of all requests, such as Authorization
	Strict  bool        // rules of level SHOULD fail the test, too; else they are logged
	Tools   []byte      // a list of tools as JSON, for protocols that have none: that of MCP or OXP, or an OpenAPI document
	Known   []string    // IDs of rules that are known to be broken; one that is not broken fails the test

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

// unanswered is the number of requests without an answer after which Handler stops.
const unanswered = 5

// handler is Handler with the time for each answer, and for the end of the server.
func handler(t *testing.T, h http.Handler, o Options, patience time.Duration) {
	t.Helper()
	server := httptest.NewServer(h)
	defer stop(t, server, patience)
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	client := &http.Client{Transport: &waiting{next: server.Client().Transport, give: cancel}}
	target := check.Target{Dialect: o.Dialect, URL: server.URL + o.Path, Header: o.Header, Client: client}
	if o.Tools != nil {
		tools, err := check.ReadTools(o.Tools)
		if err != nil {
			t.Fatalf("errkittest: Options.Tools: %v", err)
		}
		target.Tools = tools
	}
	report, err := check.Run(ctx, target, rules.All(), check.Options{CallInvalid: o.CallInvalid, CallAll: o.CallAll, Timeout: patience})
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	if err != nil {
		t.Fatalf("errkittest: %v", err)
	}
	checktest.Run(t, report, o.Strict, o.Known)
}

// stop closes a server, which waits for its handlers: those that do not return fail the test.
func stop(t *testing.T, server *httptest.Server, patience time.Duration) {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		server.CloseClientConnections()
		server.Close()
	}()
	select {
	case <-closed:
	case <-time.After(patience):
		t.Errorf("errkittest: the handler did not return within %v after the connection was closed", patience)
	}
}

// waiting counts requests that have no answer in time.
type waiting struct {
	next http.RoundTripper
	give context.CancelCauseFunc // ends the test
	lost atomic.Int32
}

func (w *waiting) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := w.next.RoundTrip(r)
	if errors.Is(err, context.DeadlineExceeded) && w.lost.Add(1) == unanswered {
		w.give(fmt.Errorf("%d requests have no answer in time; the last one is %s %s", unanswered, r.Method, r.URL.Path))
	}
	return res, err
}

// Boundary tests a Boundary with its classifiers, Report, Ref, Localize and PassThrough: it lets code behind a copy of it return
// errors of many kinds, and panic. Their private text must not be public, in any dialect. A nil Boundary is [standard.Boundary],
// as it is in the adapters. Report is called with these errors, so give it a log that the test may write to.
func Boundary(t *testing.T, b *middleware.Boundary, o Options) {
	t.Helper()
	if b == nil {
		b = standard.Boundary()
	}
	checktest.Run(t, boundary.Run(t.Context(), b, boundary.Patience), o.Strict, o.Known)
}

// Client tests a client. It lets call call a tool of servers whose answers are successes, errors, broken, or without an end.
//
// call connects to the server at a URL, calls any tool once, with any input, and returns nil if the tool succeeded. It uses the
// settings of the program for timeouts and retries. In MCP a server is at the URL itself, and has a tool named ring.
func Client(t *testing.T, call func(ctx context.Context, url string) error, o Options) {
	t.Helper()
	report, err := hostile.Run(t.Context(), o.Dialect, call, hostile.Patience)
	if err != nil {
		t.Fatalf("errkittest: Options.Dialect: %v", err)
	}
	checktest.Run(t, report, o.Strict, o.Known)
}
