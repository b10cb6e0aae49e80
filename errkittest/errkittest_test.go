package errkittest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/adapters/nethttp/api"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/errkittest"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
	"github.com/toolerr/toolerr/tool"
)

type ringInput struct {
	Bell string `json:"bell" validate:"required,max=20"`
}

func newBoundary() *middleware.Boundary {
	b := standard.Boundary()
	b.Report = middleware.Log(slog.New(slog.DiscardHandler))
	return b
}

// TestHandler tests a server that breaks no rule, with its list of tools.
func TestHandler(t *testing.T) {
	rest := &api.API{API: nethttp.API{Boundary: newBoundary(), Rewrite: true}}
	var set tool.Set
	require.NoError(t, set.Add(tool.New("Bell_Ring", "Rings a bell.",
		func(context.Context, ringInput) (string, error) { return "ding", nil })))
	doc, err := rest.OpenAPI(&set)
	require.NoError(t, err)
	tools, err := json.Marshal(doc)
	require.NoError(t, err)
	errkittest.Handler(t, rest.Middleware(rest.Tools(&set)),
		errkittest.Options{Dialect: "problem", Tools: tools, Strict: true, CallAll: true})
}

// TestKnown tests a server that breaks rules, all of which are known.
func TestKnown(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it checks a whole server several times")
	}
	h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) })
	errkittest.Handler(t, h, errkittest.Options{Dialect: "problem", Tools: []byte(`[{"name":"a"}]`), CallAll: true,
		Known: []string{
			"http/json/1", "http/document/1", "text/empty/1",
		}})
}

func TestBoundary(t *testing.T) {
	errkittest.Boundary(t, newBoundary(), errkittest.Options{Strict: true})
}

func TestClient(t *testing.T) {
	errkittest.Client(t, call, errkittest.Options{Dialect: "problem", Strict: true})
}

// call is a client of problem details.
func call(ctx context.Context, url string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(`{"bell":"door"}`))
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	errs := nethttp.ErrorReader{Dialect: problem.Dialect{}}
	if e, err := errs.Read(res); err != nil {
		return err
	} else if e != nil {
		return errkit.Bounded(e, 1000)
	}
	return json.NewDecoder(io.LimitReader(res.Body, 1<<20)).Decode(new(struct{}))
}

// repeating is a client that repeats every call that failed, at once, and prints what it got.
func repeating(ctx context.Context, url string) (err error) {
	for range 12 {
		res, failed := http.Post(url, "application/json", strings.NewReader(`{"bell":"door"}`))
		if err = failed; err != nil {
			continue
		}
		doc, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if res.StatusCode < 300 {
			return nil
		}
		err = fmt.Errorf("HTTP %d: %s", res.StatusCode, doc)
	}
	return err
}

// TestFailures runs the tests of programs that break a rule in another process: their failure is
// the sentence of the rule with its source, and nothing else fails.
func TestFailures(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it waits for servers that do not answer")
	}
	const env = "ERRKITTEST_FAILS"
	broken := map[string]struct {
		run   func(t *testing.T)
		wants []string
	}{
		"handler": {func(t *testing.T) {
			errkittest.Handler(t, http.NotFoundHandler(),
				errkittest.Options{Dialect: "problem", Tools: []byte(`[]`), Known: []string{"http/document/1"}})
		}, []string{"--- FAIL: TestFailures/run/http/content-type/2 ",
			"An error has the Content-Type of its dialect. (SPEC, MUST)", "Source: RFC", "curl -sS -i -X GET"}},
		"handler, a request is never answered": {func(t *testing.T) {
			var n atomic.Int32
			errkittest.HandlerWithin(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if n.Add(1) == 2 {
					select {}
				}
				http.NotFound(w, r)
			}), errkittest.Options{Dialect: "problem", Tools: []byte(`[]`),
				Known: []string{"http/json/1", "http/document/1", "http/content-type/2", "robust/alive/1"}},
				time.Second)
		}, []string{"--- FAIL: TestFailures/run ",
			"errkittest: the handler did not return within 1s after the connection was closed"}},
		"handler, no request is answered": {func(t *testing.T) {
			errkittest.HandlerWithin(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { select {} }),
				errkittest.Options{Dialect: "problem", Tools: []byte(`[]`)}, 100*time.Millisecond)
		}, []string{"--- FAIL: TestFailures/run ", "errkittest: 5 requests have no answer in time; the last one is ",
			"the handler did not return within 100ms"}},
		"boundary": {func(t *testing.T) {
			b := newBoundary()
			b.Report = nil
			errkittest.Boundary(t, b, errkittest.Options{})
		}, []string{"--- FAIL: TestFailures/run/boundary/report/1 ",
			"Every failure is reported, once. (HYGIENE, MUST)", "Source: package middleware, Boundary",
			"errors.New: it was reported 0 times"}},
		"boundary, a rule that should hold": {func(t *testing.T) {
			b := newBoundary()
			b.RelayPeers = true
			errkittest.Boundary(t, b, errkittest.Options{Strict: true})
		}, []string{"--- FAIL: TestFailures/run/boundary/kind/3 ",
			"The status of another server is not that of this one. (AUTH, SHOULD)"}},
		"a known rule that is not broken": {func(t *testing.T) {
			errkittest.Boundary(t, newBoundary(), errkittest.Options{Known: []string{"boundary/leak/1"}})
		}, []string{"--- FAIL: TestFailures/run/boundary/leak/1 ", "remove it from Options.Known"}},
		"client": {func(t *testing.T) {
			errkittest.Client(t, func(ctx context.Context, url string) error {
				if err := call(ctx, url); err != nil {
					return err
				}
				return errkit.Unavailable
			}, errkittest.Options{Dialect: "problem"})
		}, []string{"--- FAIL: TestFailures/run/client/success/1 ", "A success is not an error. (SPEC, MUST)",
			"Source: ", "a success: the call failed"}},
		"client, repeats everything": {func(t *testing.T) {
			errkittest.Client(t, repeating, errkittest.Options{Dialect: "problem", Strict: true,
				Known: []string{"client/size/1", "client/error/2", "client/text/1"}})
		}, []string{"A call ends with its context. (HYGIENE, MUST)",
			"no answer: the call did not return until its connection was closed",
			"A call is not repeated if its error does not permit it. (RETRY, MUST)",
			"an invalid input: the tool was called 12 times",
			"A call that may have taken effect is not repeated without a method or a key that makes it safe. (RETRY, MUST)",
			"Source: RFC 9110 §9.2.2", "a closed connection: the tool was called 12 times",
			"A call is not repeated before the time that its error names. (RETRY, MUST)",
			"too many calls, a second: repeated after ",
			"A client waits before it repeats a call again. (RETRY, MUST)",
			"The text of an error has nothing of a failure that its server did not write for clients. (LEAK, SHOULD)",
			`a stack with 500: the text is "HTTP 500: panic: dial postgres://bells:`}},
		"client, does not end": {func(t *testing.T) {
			errkittest.Client(t, func(context.Context, string) error { select {} }, errkittest.Options{Dialect: "problem"})
		}, []string{"--- FAIL: TestFailures/run ", "errkittest: a success: the call did not return within 5s of the end " +
			"of its context, nor within 5s after its connection was closed"}},
		"a dialect without clients": {func(t *testing.T) {
			errkittest.Client(t, call, errkittest.Options{Dialect: "grpc"})
		}, []string{"--- FAIL: TestFailures/run ", `errkittest: Options.Dialect: clients of "grpc" cannot be tested, ` +
			"but those of aai, connect, google, mcp, oxp, problem"}},
	}
	if name := os.Getenv(env); name != "" {
		t.Run("run", broken[name].run)
		return
	}
	program, err := os.Executable()
	require.NoError(t, err)
	for name, tt := range broken {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := exec.CommandContext(t.Context(), program, "-test.run=^TestFailures$", "-test.count=1",
				"-test.timeout=1m")
			c.Env = append(os.Environ(), env+"="+name)
			out, err := c.CombinedOutput()
			require.Error(t, err)
			for _, text := range tt.wants {
				require.Contains(t, string(out), text)
			}
			require.LessOrEqual(t, strings.Count(string(out), "--- FAIL: "), max(5, len(tt.wants)),
				"the rules and the tests around them")
		})
	}
}
