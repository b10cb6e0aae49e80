package a2aerr_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/a2aproject/a2a-go/a2a"
	"github.com/a2aproject/a2a-go/a2aclient"
	"github.com/a2aproject/a2a-go/a2asrv"
	"github.com/a2aproject/a2a-go/a2asrv/eventqueue"
	"github.com/stretchr/testify/require"

	a2aerr "github.com/toolerr/toolerr/adapters/a2a"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
)

// authenticates is an interceptor that takes the header Authorization for the name of a user.
type authenticates struct {
	a2asrv.PassthroughCallInterceptor
}

func (authenticates) Before(ctx context.Context, call *a2asrv.CallContext, _ *a2asrv.Request) (context.Context, error) {
	if name, ok := call.RequestMeta().Get("Authorization"); ok {
		call.User = &a2asrv.AuthenticatedUser{UserName: name[0]}
	}
	return ctx, nil
}

// A keyedServer is a server whose messages are sent once.
type keyedServer struct {
	*httptest.Server
	runs   atomic.Int32
	arrive func(*http.Request)
}

func serveKeyed(t *testing.T, ring func(context.Context, *a2asrv.RequestContext, eventqueue.Queue) error) *keyedServer {
	t.Helper()
	s := &keyedServer{arrive: func(*http.Request) {}}
	discard := slog.New(slog.DiscardHandler)
	o := &a2aerr.Options{Boundary: &middleware.Boundary{Report: middleware.Log(discard)},
		Keys: &idempotency.Keys{Replay: true, Log: discard}}
	a := &agent{ring: func(ctx context.Context, request *a2asrv.RequestContext, queue eventqueue.Queue) error {
		s.runs.Add(1)
		return ring(ctx, request, queue)
	}}
	inner := a2asrv.NewJSONRPCHandler(a2aerr.Keyed(a2asrv.NewHandler(a2aerr.Executor(a, o),
		a2asrv.WithCallInterceptor(a2aerr.ServerInterceptor(o)), a2asrv.WithCallInterceptor(authenticates{}),
		a2asrv.WithLogger(discard)), o))
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.arrive(r)
		ctx, _ := a2asrv.WithCallContext(r.Context(), a2asrv.NewRequestMeta(r.Header)) // which a2a-go does for gRPC only
		inner.ServeHTTP(w, r.WithContext(ctx))
	}))
	t.Cleanup(s.Close)
	return s
}

// authorization is a transport that sends the header.
type authorization string

func (a authorization) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	if a != "" {
		r.Header.Set("Authorization", string(a))
	}
	return http.DefaultTransport.RoundTrip(r)
}

// call sends a message, and returns the result as JSON, or the error.
func (s *keyedServer) call(t *testing.T, ctx context.Context, caller, id, text string) (string, error) {
	t.Helper()
	c, err := a2aclient.NewFromEndpoints(t.Context(),
		[]a2a.AgentInterface{{URL: s.URL, Transport: a2a.TransportProtocolJSONRPC}},
		a2aclient.WithJSONRPCTransport(&http.Client{Transport: authorization(caller)}))
	require.NoError(t, err)
	m := a2a.NewMessage(a2a.MessageRoleUser, a2a.TextPart{Text: text})
	m.ID = id
	res, err := c.SendMessage(ctx, &a2a.MessageSendParams{Message: m})
	if err != nil {
		return "", err
	}
	doc, err := json.Marshal(res)
	require.NoError(t, err)
	return string(doc), nil
}

// reply writes a message, and complete a task.
func reply(ctx context.Context, request *a2asrv.RequestContext, queue eventqueue.Queue) error {
	return queue.Write(ctx, a2a.NewMessageForTask(a2a.MessageRoleAgent, request, a2a.TextPart{Text: "ding"}))
}

func complete(ctx context.Context, request *a2asrv.RequestContext, queue eventqueue.Queue) error {
	done := a2a.NewStatusUpdateEvent(request, a2a.TaskStateCompleted, nil)
	done.Final = true
	return queue.Write(ctx, done)
}

// Each row sends a message twice.
func TestKeyed(t *testing.T) {
	type executor = func(context.Context, *a2asrv.RequestContext, eventqueue.Queue) error
	failing := func(err error) executor {
		return func(context.Context, *a2asrv.RequestContext, eventqueue.Queue) error { return err }
	}
	tests := []struct {
		name   string
		why    string
		caller string
		id     string
		second [3]string // caller, id and text
		ring   executor
		runs   int32
		has    string // in the second answer
		err    string
	}{
		{name: "the same message", ring: reply, runs: 1, has: "ding"},
		{name: "the same task", ring: complete, runs: 1, has: `"completed"`},
		{name: "another input", second: [3]string{"ada", "1", "back"}, ring: reply, runs: 1, err: "was used for another call"},
		{name: "another id", second: [3]string{"ada", "2", "front"}, ring: reply, runs: 2, has: "ding"},
		{name: "another caller", second: [3]string{"eve", "1", "front"}, ring: reply, runs: 2, has: "ding"},
		{name: "an empty id", second: [3]string{"ada", "", "front"}, id: "-", ring: reply, runs: 2, has: "ding"},
		{name: "an unknown caller", second: [3]string{"", "1", "front"}, caller: "-", ring: reply, runs: 2, has: "ding"},
		{name: "a failed task", ring: failing(errkit.Timeout), runs: 1, has: `"failed"`},
		{name: "a panic", ring: func(context.Context, *a2asrv.RequestContext, eventqueue.Queue) error { panic("CANARY") },
			runs: 1, has: `"failed"`},
		{name: "a task that waits", why: "it goes on by its id", ring: failing(errkit.InputRequired), runs: 1,
			has: `"input-required"`},
		{name: "a limit", ring: failing(errkit.RateLimited), runs: 2, has: `"failed"`},
		{name: "an invitation", ring: failing(&errkit.Error{Kind: errkit.Unavailable, Retry: errkit.Allowed}), runs: 2,
			has: `"failed"`},
		{name: "a task that took effect", ring: failing(&errkit.Error{Kind: errkit.Unavailable, Effect: errkit.EffectDone}),
			runs: 1, has: `"failed"`},
		{name: "an error before the call", ring: failing(&errkit.Error{Kind: errkit.NotFound, Stage: errkit.BeforeCall}),
			runs: 2, err: "does not exist"},
		{name: "an error of a2a-go", why: "its text stays", ring: failing(a2a.ErrUnsupportedOperation), runs: 1,
			err: "not supported"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := serveKeyed(t, tt.ring)
			first, second := [3]string{"ada", "1", "front"}, tt.second
			if second == [3]string{} {
				second = first
			}
			if tt.id == "-" {
				first[1] = ""
			}
			if tt.caller == "-" {
				first[0] = ""
			}
			answer, err1 := s.call(t, t.Context(), first[0], first[1], first[2])
			again, err2 := s.call(t, t.Context(), second[0], second[1], second[2])
			require.Equal(t, tt.runs, s.runs.Load())
			if tt.err != "" {
				require.ErrorContains(t, err2, tt.err)
				return
			}
			require.NoError(t, err1)
			require.NoError(t, err2)
			require.Contains(t, again, tt.has)
			require.NotContains(t, again, "CANARY")
			if tt.runs == 1 {
				require.JSONEq(t, answer, again)
			}
		})
	}
}

// Messages that are sent at once run once, and each has the answer.
func TestKeyedConcurrent(t *testing.T) {
	const calls = 20
	entered, release := make(chan bool, calls), make(chan bool)
	s := serveKeyed(t, func(ctx context.Context, r *a2asrv.RequestContext, q eventqueue.Queue) error {
		entered <- true
		<-release
		return reply(ctx, r, q)
	})
	answers := make(chan string, calls)
	var all sync.WaitGroup
	for range calls {
		all.Go(func() {
			answer, err := s.call(t, t.Context(), "ada", "1", "front")
			require.NoError(t, err)
			answers <- answer
		})
	}
	<-entered
	close(release)
	all.Wait()
	require.EqualValues(t, 1, s.runs.Load())
	first := <-answers
	for range calls - 1 {
		require.JSONEq(t, first, <-answers)
	}
}

// Without an identity a message waits for the one that is running, and a later one runs.
func TestKeyedOfUnknownCaller(t *testing.T) {
	entered, release := make(chan bool, 3), make(chan bool)
	s := serveKeyed(t, func(ctx context.Context, r *a2asrv.RequestContext, q eventqueue.Queue) error {
		entered <- true
		<-release
		return reply(ctx, r, q)
	})
	first := make(chan error, 1)
	go func() {
		_, err := s.call(t, t.Context(), "", "1", "front")
		first <- err
	}()
	<-entered
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	_, err := s.call(t, ctx, "", "1", "front")
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.EqualValues(t, 1, s.runs.Load(), "the second message did not wait")
	close(release)
	require.NoError(t, <-first)
	_, err = s.call(t, t.Context(), "", "1", "front")
	require.NoError(t, err)
	require.EqualValues(t, 2, s.runs.Load())
}

// A client that loses its connection gets the answer of its message when it sends it again.
func TestKeyedLostConnection(t *testing.T) {
	entered, release := make(chan bool, 1), make(chan bool)
	s := serveKeyed(t, func(ctx context.Context, r *a2asrv.RequestContext, q eventqueue.Queue) error {
		entered <- true
		<-release
		return reply(ctx, r, q)
	})
	left := make(chan bool, 2)
	s.arrive = func(r *http.Request) { context.AfterFunc(r.Context(), func() { left <- true }) }
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-entered; cancel() }()
	_, err := s.call(t, ctx, "ada", "1", "front")
	require.ErrorIs(t, err, context.Canceled)
	<-left
	close(release)
	answer, err := s.call(t, t.Context(), "ada", "1", "front")
	require.NoError(t, err)
	require.Contains(t, answer, "ding")
	require.EqualValues(t, 1, s.runs.Load())
}
