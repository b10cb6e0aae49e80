package nethttp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/connect"
	"github.com/toolerr/toolerr/dialect/google"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
)

// callOf calls a server once, as a program with the client of this package does it, and returns the error of the
// call: nil only if the answer is an object with the member value or result.
func callOf(ctx context.Context, url string, d dialect.Dialect) error {
	errs := nethttp.ErrorReader{Dialect: d, Await: true}
	client := http.Client{Transport: &nethttp.RetryTransport{Errors: errs}}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(`{}`))
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
		return e
	}
	var success struct{ Value, Result any }
	err = json.NewDecoder(io.LimitReader(res.Body, 1<<20)).Decode(&success)
	if err == nil && success.Value == nil && success.Result == nil {
		err = errkit.UpstreamFailed
	}
	return err
}

// Whatever a server responds with, a call returns in time, has read little, and succeeds only if the answer is a
// success; an error has the kind that the server wrote, and is not repeated unless it invites to.
func TestMisbehavingServers(t *testing.T) {
	const success = `{"result":{"success":true,"value":"ding"},"value":"ding","jsonrpc":"2.0","id":1}`
	text := func(status int, contentType, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", contentType)
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		}
	}
	starts := func(status int, then func(http.ResponseWriter, *http.Request)) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = io.WriteString(w, success[:len(success)/2])
			_ = http.NewResponseController(w).Flush()
			then(w, r)
		}
	}
	var written atomic.Int64
	waits := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	aborts := func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	endless := func(w http.ResponseWriter, _ *http.Request) {
		for chunk := bytes.Repeat([]byte("x"), 64<<10); written.Load() < 24<<20; {
			n, err := w.Write(chunk)
			if written.Add(int64(n)); err != nil {
				return
			}
		}
	}
	const html = `<!DOCTYPE html><html><body><h1>Sign in to the network</h1></body></html>`
	deep := strings.Repeat(`{"error":[`, 12_000) + strings.Repeat(`]}`, 12_000)
	tests := []struct {
		name    string
		respond http.HandlerFunc
		kind    error // nil: any
	}{
		{"a page with 200", text(200, "text/html", html), nil},
		{"a page that calls itself JSON", text(200, "application/json", html), nil},
		{"an empty body", text(200, "application/json", ""), nil},
		{"bytes that are not UTF-8", text(200, "application/json", "\xff\xfe\x00{"), nil},
		{"a list", text(200, "application/json", `[]`), nil},
		{"null", text(200, "application/json", `null`), nil},
		{"an event stream without an event", text(200, "text/event-stream", ": nothing\n\n"), nil},
		{"a page with 502", text(502, "text/html", html), errkit.UpstreamFailed},
		{"an empty 500", text(500, "", ""), errkit.Internal},
		{"a text with 401", text(401, "text/plain", "Unauthorized"), errkit.Unauthenticated},
		{"an error that is deep", text(409, "application/json", deep), errkit.Conflict},
		{"an error that is a list", text(409, "application/json", `[{"error":1},null]`), errkit.Conflict},
		{"members of other types", text(404, "application/json", `{"error":7,"result":"x","type":{},"title":[],`+
			`"status":"y","detail":1,"code":{},"message":[],"details":3,"jsonrpc":2,"id":{}}`), nil},
		{"half a document", starts(200, func(http.ResponseWriter, *http.Request) {}), nil},
		{"a connection that is closed within an answer", starts(200, aborts), nil},
		{"a closed connection", aborts, nil},
		{"no answer", waits, context.DeadlineExceeded},
		{"an answer that stops", starts(200, waits), context.DeadlineExceeded},
		{"an error that stops", starts(500, waits), nil},
		{"a success without an end", starts(200, endless), nil},
		{"an error without an end", starts(500, endless), errkit.Internal},
	}
	dialects := []dialect.Dialect{problem.Dialect{}, google.Dialect{}, connect.Dialect{}, oxp.Dialect{}, aai.Dialect{}}
	if testing.Short() { // slow: some answers are waited for in each
		dialects = dialects[:1]
	}
	for _, tt := range tests {
		for _, d := range dialects {
			t.Run(tt.name+" "+d.Name(), func(t *testing.T) {
				written.Store(0)
				server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					_, _ = io.Copy(io.Discard, r.Body) // so that the server sees that the client is gone
					tt.respond(w, r)
				}))
				defer server.Close()
				ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
				defer cancel()
				if tt.kind != context.DeadlineExceeded && tt.name != "an error that stops" {
					ctx = t.Context()
				}
				err := callOf(ctx, server.URL, d)
				require.Error(t, err)
				require.Less(t, len(err.Error()), 64<<10)
				require.Less(t, written.Load(), int64(16<<20), "the client has read more than it needs")
				if tt.kind != nil && d != (connect.Dialect{}) { // whose statuses have other kinds
					require.ErrorIs(t, err, tt.kind)
				}
			})
		}
	}
	for _, d := range dialects {
		server := httptest.NewServer(text(200, "application/json", success))
		require.NoError(t, callOf(t.Context(), server.URL, d), d.Name())
		server.Close()
		for _, k := range errkit.Kinds() {
			calls := 0
			sent := &errkit.Error{Kind: k, Message: errkit.Text(strings.Repeat("long ", 40_000)), Retry: errkit.Never}
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				calls++
				body, head := new(dialect.Codec).Append(nil, d, dialect.Call{ID: []byte("1")}, sent)
				_ = head.Write(w, r, body)
			}))
			got, ok := callOf(t.Context(), server.URL, d).(*errkit.Error)
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
