package oxpclient_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/oxpclient"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/model"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

// Each row is one call. How often it is made, and when the last time was, depends on what the
// server responds.
func TestRepeat(t *testing.T) {
	var (
		again = toolError(`"can_retry":true,"retry_after_ms":500`)
		dial  = answer{err: &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}}
		lost  = answer{err: io.ErrUnexpectedEOF}
		after = func(status int, v string) answer {
			return answer{status: status, header: http.Header{"Retry-After": {v}}}
		}
		yes     = func(string) bool { return true }
		patient = oxpclient.Client{Attempts: 5, MaxWait: time.Hour}
	)
	tests := []struct {
		name    string
		why     string
		answers []answer
		client  oxpclient.Client
		calls   int
		kind    errkit.Kind // of the error; 0 with last done: none
		last    time.Duration
	}{
		{name: "success", answers: []answer{done}, calls: 1},
		{name: "can_retry", why: "the client SHOULD retry, and wait", answers: []answer{again, done}, calls: 2,
			last: 500 * time.Millisecond},
		{name: "can_retry again and again", why: "a budget", answers: []answer{again}, calls: 3,
			kind: errkit.ExecutionFailed, last: time.Second},
		{name: "a budget of the application", answers: []answer{again}, client: patient, calls: 5,
			kind: errkit.ExecutionFailed, last: 2 * time.Second},
		{name: "can_retry false", answers: []answer{toolError(`"can_retry":false,"retry_after_ms":500`)}, calls: 1,
			kind: errkit.ExecutionFailed},
		{name: "no can_retry", why: "clients MUST assume false", answers: []answer{toolError(`"retry_after_ms":500`)},
			calls: 1, kind: errkit.ExecutionFailed},
		{name: "no can_retry, idempotent", why: "the server forbids it", answers: []answer{toolError(`"x":1`)},
			client: oxpclient.Client{Idempotent: yes}, calls: 1, kind: errkit.ExecutionFailed},
		{name: "a hint", why: "the next call is that of the model", calls: 1, kind: errkit.ExecutionFailed,
			answers: []answer{toolError(`"can_retry":true,"additional_prompt_content":"ids: a"`)}},
		{name: "a delay that is too long", answers: []answer{toolError(`"can_retry":true,"retry_after_ms":31000`)},
			calls: 1, kind: errkit.ExecutionFailed},
		{name: "a long delay", answers: []answer{toolError(`"can_retry":true,"retry_after_ms":600000`), done},
			client: patient, calls: 2, last: 10 * time.Minute},
		{name: "a fault of the input", answers: []answer{{status: 422, body: `{"message":"No.","parameter_errors":{"a":"b"}}`}},
			calls: 1, kind: errkit.InvalidInput},
		{name: "a server error", answers: []answer{{status: 400, body: `{"message":"No."}`}}, calls: 1,
			kind: errkit.InvalidRequest},
		{name: "not sent", why: "it had no effect", answers: []answer{dial, dial, done}, calls: 3},
		{name: "lost", why: "it may have had an effect", answers: []answer{lost, done}, calls: 1, kind: errkit.Network},
		{name: "lost, idempotent", answers: []answer{lost, done}, client: oxpclient.Client{Idempotent: yes}, calls: 2},
		{name: "lost, another tool is idempotent", answers: []answer{lost, done}, calls: 1, kind: errkit.Network,
			client: oxpclient.Client{Idempotent: func(tool string) bool { return tool != "Calculator.Add" }}},
		{name: "429", why: "it was refused", answers: []answer{after(429, "2"), done}, calls: 2, last: 2 * time.Second},
		{name: "503 with a time", why: "it was refused", answers: []answer{after(503, "1"), done}, calls: 2,
			last: time.Second},
		{name: "503 without one", why: "it may have had an effect", answers: []answer{{status: 503}, done}, calls: 1,
			kind: errkit.Unavailable},
		{name: "503 without one, idempotent", answers: []answer{{status: 503}, done},
			client: oxpclient.Client{Idempotent: yes}, calls: 2},
		{name: "500, idempotent", why: "it does not pass", answers: []answer{{status: 500}},
			client: oxpclient.Client{Idempotent: yes}, calls: 1, kind: errkit.Internal},
		{name: "429 in an hour", answers: []answer{after(429, "3600")}, calls: 1, kind: errkit.RateLimited},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := calls(tt.answers...)
				c := tt.client
				c.URL, c.HTTP = "https://bells.example/oxp/", &http.Client{Transport: s}
				s.answers["/oxp/tools/call"] = s.answers["/tools/call"]
				var waits []time.Duration
				c.OnRetry = func(_ context.Context, tool string, err *errkit.Error, wait time.Duration) {
					require.Equal(t, "Calculator.Add", tool)
					require.NotNil(t, err)
					waits = append(waits, wait)
				}
				res, err := c.Call(t.Context(), oxpclient.Call{ID: id, Tool: "Calculator.Add", Input: map[string]int{"a": 10}})
				require.Len(t, s.sent, tt.calls, tt.why)
				require.Len(t, waits, tt.calls-1)
				for _, got := range s.ids(t) {
					require.Equal(t, id, got, "the idempotency key is that of the call")
				}
				require.Zero(t, s.open, "every body is closed")
				if tt.last > 0 {
					require.Equal(t, tt.last, s.sent[len(s.sent)-1].at)
				}
				if tt.kind == 0 && err == nil {
					require.JSONEq(t, "15", string(res.Value))
					require.Equal(t, 2*time.Millisecond, res.Duration)
					require.Equal(t, id, res.CallID)
					return
				}
				require.Nil(t, res)
				require.Equal(t, tt.kind, failed(t, err).Kind, "%v", err)
			})
		})
	}
}

// What is sent, wrapped and flat, is the same in each attempt.
func TestRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := calls(toolError(`"can_retry":true`))
		c := client(s)
		c.Authorize = func(r *http.Request) error {
			r.Header.Set("Authorization", "Bearer t")
			return nil
		}
		call := oxpclient.Call{TraceID: "t1", Tool: "Doorbell.Ring@0.1.0", Input: json.RawMessage(`{"a":"<b>"}`),
			Caller: tool.Caller{UserID: "ada",
				Tokens:  map[string]tool.Token{"mail": {Value: errkit.Dev("m")}, "files": {Value: errkit.Dev("f")}},
				Secrets: map[string]errkit.Private{"z": errkit.Dev("1"), "b": errkit.Dev("2")}}}
		_, err := c.Call(t.Context(), call)
		require.ErrorIs(t, err, errkit.UpstreamFailed, "the response is that to another call")
		require.Len(t, s.sent, 1)
		r := s.sent[0]
		require.Equal(t, http.MethodPost, r.method)
		require.Equal(t, "https://bells.example/tools/call", r.url)
		require.Equal(t, "application/json", r.header.Get("Content-Type"))
		require.Equal(t, "Bearer t", r.header.Get("Authorization"))
		require.Empty(t, r.header.Get("OXP-Version"))
		require.Regexp(t, `^\{"\$schema":"urn:oxp:1\.0","request":\{"call_id":"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}",`+
			`"trace_id":"t1","tool_id":"Doorbell\.Ring@0\.1\.0","input":\{"a":"\\u003cb\\u003e"\},`+
			`"context":\{"authorization":\[\{"id":"files","token":"f"\},\{"id":"mail","token":"m"\}\],`+
			`"secrets":\[\{"id":"b","value":"2"\},\{"id":"z","value":"1"\}\],"user_id":"ada"\}\}\}$`, r.body)

		c.Flat = true
		_, err = c.Call(t.Context(), oxpclient.Call{ID: "x", Tool: "Doorbell.Ring"})
		require.Error(t, err)
		require.Equal(t, `{"call_id":"x","tool_id":"Doorbell.Ring"}`, s.sent[1].body)
		require.Equal(t, "1.0", s.sent[1].header.Get("OXP-Version"))
	})
}

// What cannot be sent is not, and the error states it.
func TestNotSent(t *testing.T) {
	s := calls(done)
	tests := []struct {
		name   string
		client oxpclient.Client
		input  any
		want   errkit.Kind
	}{
		{"no URL", oxpclient.Client{}, nil, errkit.ConfigInvalid},
		{"no host", oxpclient.Client{URL: "bells.example"}, nil, errkit.ConfigInvalid},
		{"another scheme", oxpclient.Client{URL: "file:///etc/passwd"}, nil, errkit.ConfigInvalid},
		{"not a URL", oxpclient.Client{URL: "http://\x7f"}, nil, errkit.ConfigInvalid},
		{"NaN", oxpclient.Client{URL: "http://bells.example"}, math.NaN(), errkit.InvalidInput},
		{"half a document", oxpclient.Client{URL: "http://bells.example"}, json.RawMessage(`{"a":`), errkit.InvalidInput},
		{"no credentials", oxpclient.Client{URL: "http://bells.example", Authorize: func(*http.Request) error {
			return errors.New(canary)
		}}, nil, errkit.Unauthenticated},
		{"credentials of a kind", oxpclient.Client{URL: "http://bells.example", Authorize: func(*http.Request) error {
			return errkit.AuthExpired
		}}, nil, errkit.AuthExpired},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.client.HTTP = &http.Client{Transport: s}
			_, err := tt.client.Call(t.Context(), oxpclient.Call{Tool: "Doorbell.Ring", Input: tt.input})
			require.Equal(t, tt.want, failed(t, err).Kind)
			require.Empty(t, s.sent)
		})
	}
}

// The context of the application ends a call, its waits and its polls.
func TestContext(t *testing.T) {
	again := toolError(`"can_retry":true,"retry_after_ms":20000`)
	t.Run("canceled in the wait", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := calls(again)
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, cancel)
			_, err := client(s).Call(ctx, oxpclient.Call{ID: id, Tool: "Doorbell.Ring"})
			require.ErrorIs(t, err, context.Canceled)
			require.ErrorIs(t, err, errkit.ExecutionFailed)
			require.Equal(t, time.Second, time.Since(s.began))
		})
	})
	t.Run("a deadline before the next attempt", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := calls(again)
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			_, err := client(s).Call(ctx, oxpclient.Call{ID: id, Tool: "Doorbell.Ring"})
			require.ErrorIs(t, err, errkit.ExecutionFailed)
			require.Zero(t, time.Since(s.began), "the error comes at once")
		})
	})
	for name, stop := range map[string]func(context.Context) (context.Context, context.CancelFunc){
		"canceled": func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(ctx)
			time.AfterFunc(time.Second, cancel)
			return ctx, cancel
		},
		"late": func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, time.Second)
		},
		"the timeout of the client": func(ctx context.Context) (context.Context, context.CancelFunc) {
			return ctx, func() {}
		},
	} {
		t.Run("while the server is silent, "+name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := stop(t.Context())
				defer cancel()
				c := client(roundTrip(func(r *http.Request) (*http.Response, error) {
					<-r.Context().Done()
					return nil, r.Context().Err()
				}))
				began := time.Now()
				_, err := c.Call(ctx, oxpclient.Call{Tool: "Doorbell.Ring"})
				e := failed(t, err)
				require.Equal(t, errkit.EffectUnknown, e.Effect, "it may have been processed")
				want, after := errkit.Timeout, time.Second
				switch name {
				case "canceled":
					want = errkit.Canceled
				case "the timeout of the client":
					after = 2 * time.Minute
				}
				require.Equal(t, want, e.Kind)
				require.Equal(t, after, time.Since(began))
			})
		})
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// The hint of a tool is in the text that a model gets (OXP 1.0, additional_prompt_content), and
// what is for developers is not.
func TestModel(t *testing.T) {
	c := client(calls(answer{status: 200, body: wrap(`"success":false,"error":{"message":"Doorbell ID not found",` +
		`"developer_message":"` + canary + `","can_retry":true,"additional_prompt_content":"ids: doorbell42,doorbell84","retry_after_ms":500}`)}))
	_, err := c.Call(t.Context(), oxpclient.Call{ID: id, Tool: "Doorbell.Ring"})
	e := failed(t, err)
	require.Equal(t, canary, e.Dev.Reveal())
	require.Equal(t, "oxp", e.Peer.Dialect)
	require.Equal(t, errkit.Allowed, e.Retry)
	require.Equal(t, 500*time.Millisecond, e.RetryAfter)
	text, _ := new(dialect.Codec).Append(nil, model.Anthropic, dialect.Call{ID: json.RawMessage(`"c"`)}, e)
	require.Contains(t, string(text), `Doorbell ID not found\nids: doorbell42,doorbell84`)
	require.NotContains(t, string(text), canary)
}

// A list of tools, of both forms, is repeated as any request that only reads.
func TestTools(t *testing.T) {
	const definition = `{"id":"Mail.Send@1.0.0","name":"Mail_Send","description":"Sends.","version":"1.0.0",` +
		`"input_schema":{"type":"object"},"output_schema":null,"requirements":{"user_id":true,` +
		`"authorization":[{"id":"mail","oauth2":{"scopes":["send"]}},{"id":"x"}],"secrets":[{"id":"key"}]}}`
	want := []oxpclient.Tool{{ID: "Mail.Send@1.0.0", Name: "Mail_Send", Description: "Sends.", Version: "1.0.0",
		InputSchema: json.RawMessage(`{"type":"object"}`), OutputSchema: json.RawMessage("null")}}
	want[0].Requirements = oxpclient.Requirements{UserID: true, Authorization: []oxpclient.Authorization{{ID: "mail"}, {ID: "x"}},
		Secrets: []struct {
			ID string `json:"id"`
		}{{"key"}}}
	want[0].Requirements.Authorization[0].OAuth2.Scopes = []string{"send"}
	tests := []struct {
		name    string
		answers []answer
		want    []oxpclient.Tool
		kind    errkit.Kind // 0: none
		calls   int
	}{
		{"items", []answer{{status: 200, body: `{"$schema":"urn:oxp:1.0","items":[` + definition + `]}`}}, want, 0, 1},
		{"tools", []answer{{status: 200, body: `{"tools":[` + definition + `]}`}}, want, 0, 1},
		{"none", []answer{{status: 200, body: `{"items":[]}`}}, []oxpclient.Tool{}, 0, 1},
		{"lost", []answer{{err: io.ErrUnexpectedEOF}, {status: 200, body: `{"items":[` + definition + `]}`}}, want, 0, 2},
		{"unavailable", []answer{{status: 503}}, nil, errkit.Unavailable, 3},
		{"unauthenticated", []answer{{status: 401, body: `{"error":"No."}`}}, nil, errkit.Unauthenticated, 1},
		{"a result", []answer{done}, nil, errkit.UpstreamFailed, 1},
		{"a page", []answer{{status: 200, body: `<html>`}}, nil, errkit.UpstreamFailed, 1},
		{"a list of texts", []answer{{status: 200, body: `{"items":["a"]}`}}, nil, errkit.UpstreamFailed, 1},
		{"another version", []answer{{status: 200, body: `{"$schema":"urn:oxp:2.0","items":[]}`}}, nil, errkit.UnsupportedVersion, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newScript(map[string][]answer{"/tools": tt.answers})
				got, err := client(s).Tools(t.Context())
				require.Len(t, s.sent, tt.calls)
				require.Equal(t, http.MethodGet, s.sent[0].method)
				if tt.kind != 0 {
					require.Equal(t, tt.kind, failed(t, err).Kind)
					return
				}
				require.NoError(t, err)
				require.Equal(t, tt.want, got)
			})
		})
	}
}

// A client is used by many goroutines at once, which do not change the secrets of their callers.
func TestConcurrent(t *testing.T) {
	c := client(roundTrip(func(r *http.Request) (*http.Response, error) {
		body, _ := io.ReadAll(r.Body)
		call := callOf(t, string(body))
		if len(call.Context.Secrets) == 0 {
			return (&script{answers: map[string][]answer{"/tools/call": {{status: 400,
				body: `{"message":"No.","missing_requirements":{"secrets":["key"]}}`}}}}).RoundTrip(r)
		}
		return (&script{answers: map[string][]answer{"/tools/call": {{status: 200,
			body: fmt.Sprintf(`{"call_id":%q,"success":true}`, call.CallID)}}}}).RoundTrip(r)
	}))
	c.Needs = &user{secret: "s"}
	call := oxpclient.Call{Tool: "Doorbell.Ring", Caller: tool.Caller{Secrets: map[string]errkit.Private{}}}
	errs := make(chan error)
	for range 20 {
		go func() {
			_, err := c.Call(t.Context(), call)
			errs <- err
		}()
	}
	for range 20 {
		require.NoError(t, <-errs)
	}
	require.Empty(t, call.Caller.Secrets)
}

// What is known of a request that was not sent is not the effect of the tool that made it.
func TestErrorInHandler(t *testing.T) {
	c := oxpclient.Client{URL: "http://127.0.0.1:1", Attempts: 1}
	_, err := c.Call(t.Context(), oxpclient.Call{Tool: "Doorbell.Ring"})
	require.Equal(t, errkit.EffectNone, failed(t, err).Effect)
	handled := new(middleware.Boundary).Handle(t.Context(), err)
	require.Equal(t, errkit.EffectUnknown.String(), errkit.From(handled).Effect.String())
}
