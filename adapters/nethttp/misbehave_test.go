package nethttp_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/connect"
	"github.com/toolerr/toolerr/dialect/google"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/errkittest"
)

// callers has the dialects of clients, with the call that they send and what their successes are.
var callers = []struct {
	dialect dialect.Dialect
	call    string
	success string // a regular expression
}{
	{problem.Dialect{}, `{}`, `^{"value":.*}$`},
	{google.Dialect{}, `{}`, `^{"value":.*}$`},
	{connect.Dialect{}, `{}`, `^{"value":.*}$`},
	{oxp.Dialect{}, `{"$schema":"urn:oxp:1.0","request":{"call_id":"a","tool_id":"Bell.Ring","input":{}}}`,
		`^{"\$schema":"urn:oxp:1.0","result":{"call_id":"a","duration":1,"success":true,"value":"ding"}}$`},
	{aai.Dialect{}, `{"jsonrpc":"2.0","id":"a","method":"Bell.Ring","params":{}}`,
		`^{"jsonrpc":"2.0","id":"a","result":{"value":"ding"}}$`},
}

// callOf calls a server once, as a program with the client of this package does it, and returns
// the error of the call, as an *errkit.Error of bounded size if the server wrote it.
func callOf(ctx context.Context, url string, d dialect.Dialect, call, success string) error {
	errs := nethttp.ErrorReader{Dialect: d, Await: true}
	client := http.Client{Transport: &nethttp.RetryTransport{Errors: errs, Base: &nethttp.Transport{}}}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(call))
	if err != nil {
		return err
	}
	res, err := client.Do(r)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if e, err := errs.Read(res); err != nil {
		return err
	} else if e != nil {
		return errkit.Bounded(e, 10_000)
	}
	doc, err := io.ReadAll(io.LimitReader(res.Body, 1<<20))
	if err == nil && !regexp.MustCompile(success).Match(bytes.TrimSpace(doc)) {
		err = errkit.UpstreamFailed
	}
	return err
}

// Whatever a server responds with, a call returns in time, has read little, and succeeds only if
// the answer is a success; an error has the kind that the server wrote, and is not repeated unless
// it invites to.
func TestMisbehavingServers(t *testing.T) {
	for _, c := range callers {
		if testing.Short() && c.dialect != (problem.Dialect{}) {
			continue // slow: some answers are waited for in each
		}
		t.Run(c.dialect.Name(), func(t *testing.T) {
			t.Parallel()
			errkittest.Client(t, func(ctx context.Context, url string) error {
				return callOf(ctx, url, c.dialect, c.call, c.success)
			}, errkittest.Options{Dialect: c.dialect.Name(), Strict: true})
		})
	}
}

// An error of any kind is decoded, and not repeated if it must not be.
func TestKindsOfServers(t *testing.T) {
	for _, c := range callers {
		d := c.dialect
		for _, k := range errkit.Kinds() {
			calls := 0
			sent := &errkit.Error{Kind: k, Message: errkit.Text(strings.Repeat("long ", 40_000)), Retry: errkit.Never}
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				calls++
				body, head := new(dialect.Codec).Append(nil, d, dialect.Call{ID: []byte("1")}, sent)
				_ = head.Write(w, r, body)
			}))
			got, ok := callOf(t.Context(), server.URL, d, c.call, c.success).(*errkit.Error)
			require.True(t, ok, "%s: %s", d.Name(), k.String())
			require.Equal(t, 1, calls, "%s: %s is repeated", d.Name(), k.String())
			doc, head := new(dialect.Codec).Append(nil, d, dialect.Call{ID: []byte("1")}, sent)
			want, err := new(dialect.Codec).Decode(dialect.Document{Dialect: d, Status: head.Status, Body: doc})
			require.NoError(t, err)
			require.Equal(t, want.Kind.String(), got.Kind.String(), d.Name())
			server.Close()
		}
	}
}
