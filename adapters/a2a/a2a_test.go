package a2aerr_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/a2aproject/a2a-go/a2a"
	"github.com/a2aproject/a2a-go/a2asrv"
	"github.com/a2aproject/a2a-go/a2asrv/eventqueue"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	a2aerr "github.com/toolerr/toolerr/adapters/a2a"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/rpccases"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
)

// An error of an executor is the status of the task, and the same error at the client, of a call
// and of a stream.
func TestTasks(t *testing.T) {
	full := &errkit.Error{
		Kind: errkit.Conflict, Code: "bell_jammed", Message: "The bell did not ring – «42».", Hint: "Call list_bells.",
		Ref:   "7f3a9c",
		Retry: errkit.Allowed, RetryAfter: 1500 * time.Millisecond, Upstream: 503, Status: 423,
		Fields: []errkit.Field{{Path: "/bells/0", Message: "must be a name", Rule: "min", Param: "1"},
			{Path: "/a.b"}},
		Details: []slog.Attr{slog.String("bell", "front"), slog.Int("times", 3)},
		Needs: &errkit.Needs{
			Challenges: []errkit.Challenge{{ID: "c1", URL: "https://example.com/authorize",
				CheckURL: "https://example.com/check", Message: "Let the tool ring."}},
			UserID: true, Secrets: []string{"BELL_TOKEN"}, Scopes: []string{"bells:ring"},
		},
	}
	list := []*errkit.Error{full}
	for _, k := range errkit.Kinds() {
		list = append(list, &errkit.Error{Kind: k, Message: "There is no bell."})
	}
	for _, next := range list {
		t.Run(next.Kind.String(), func(t *testing.T) {
			s := serve(t, failing(next), nil)
			client := s.client(t, true)
			check := func(event a2a.Event, state a2a.TaskState) {
				require.Equal(t, mapping.A2ALegacyState(mapping.Default().Row(next.Kind).A2AState), string(state))
				e := coded(t, a2aerr.FromEvent(event))
				want := *rpccases.Sent(next)
				if want.Ref == "" {
					require.NotEmpty(t, e.Ref, "that of the report")
					want.Ref = e.Ref
				}
				require.Equal(t, samples.Canonical(t, &want), samples.Canonical(t, e))
			}
			result, err := client.SendMessage(t.Context(), message())
			require.NoError(t, err)
			task := result.(*a2a.Task)
			check(task, task.Status.State)
			stored, err := client.GetTask(t.Context(), &a2a.TaskQueryParams{ID: task.ID})
			require.NoError(t, err)
			check(stored, stored.Status.State)

			event, err := last(client.SendStreamingMessage(t.Context(), message()))
			require.NoError(t, err)
			update := event.(*a2a.TaskStatusUpdateEvent)
			require.True(t, update.Final)
			check(update, update.Status.State)
		})
	}
}

// An error before the call is one of JSON-RPC, with the code of its kind and the text for people.
func TestErrorsBeforeTheTask(t *testing.T) {
	tests := []struct {
		name string
		err  error
		code error
		want errkit.Error
	}{
		{"invalid input", &errkit.Error{Kind: errkit.InvalidInput, Stage: errkit.BeforeCall, Message: "Which bell?",
			Hint: "Call list_bells."}, a2a.ErrInvalidParams,
			errkit.Error{Kind: errkit.InvalidInput, Message: "Which bell?\nCall list_bells."}},
		{"not found", &errkit.Error{Kind: errkit.NotFound, Stage: errkit.BeforeCall, Message: "There is no bell."},
			a2a.ErrInvalidParams, errkit.Error{Kind: errkit.InvalidInput, Message: "There is no bell."}},
		{"unknown tool", &errkit.Error{Kind: errkit.ToolNotFound, Stage: errkit.BeforeCall,
			Message: "There is no tool."}, a2a.ErrUnsupportedOperation,
			errkit.Error{Kind: errkit.Unsupported, Message: "There is no tool."}},
		{"version", &errkit.Error{Kind: errkit.UnsupportedVersion, Stage: errkit.BeforeCall, Message: "0.3 only."},
			a2a.ErrInvalidRequest, errkit.Error{Kind: errkit.InvalidRequest, Message: "0.3 only."}},
		{"authentication", &errkit.Error{Kind: errkit.Unauthenticated, Stage: errkit.BeforeCall,
			Message: "Who are you?"}, a2a.ErrServerError, errkit.Error{Kind: errkit.Unknown, Message: "Who are you?"}},
		{"an error of a2a-go", fmt.Errorf("CANARY: %w", a2a.ErrUnsupportedContentType), a2a.ErrUnsupportedContentType,
			errkit.Error{Kind: errkit.InvalidInput, Message: "incompatible content types"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, failing(tt.err), nil)
			_, err := s.client(t, true).SendMessage(t.Context(), message())
			e := coded(t, err)
			require.ErrorIs(t, err, tt.code)
			require.Equal(t, tt.want.Kind.String(), e.Kind.String())
			require.Equal(t, string(tt.want.Message), string(e.Message))
			require.Equal(t, "a2a-0.3", e.Peer.Dialect)
			_, err = last(s.client(t, true).SendStreamingMessage(t.Context(), message()))
			require.ErrorIs(t, err, tt.code)
			_, err = s.client(t, false).SendMessage(t.Context(), message())
			require.NotContains(t, err.Error(), "CANARY")
			require.Equal(t, samples.Canonical(t, e), samples.Canonical(t, coded(t, a2aerr.FromError(err))))
		})
	}
}

// An error of a task that exists, or has events, is its status.
func TestErrorsOfAStoredTask(t *testing.T) {
	ask := true
	a := &agent{ring: func(ctx context.Context, request *a2asrv.RequestContext, queue eventqueue.Queue) error {
		if ask {
			return &errkit.Error{Kind: errkit.InputRequired, Message: "Which bell?"}
		}
		return &errkit.Error{Kind: errkit.InvalidInput, Stage: errkit.BeforeCall, Message: "There is no such bell."}
	}}
	client := serve(t, a, nil).client(t, true)
	result, err := client.SendMessage(t.Context(), message())
	require.NoError(t, err)
	task := result.(*a2a.Task)
	require.Equal(t, a2a.TaskStateInputRequired, task.Status.State)
	ask = false
	next := message()
	next.Message.TaskID, next.Message.ContextID = task.ID, task.ContextID
	result, err = client.SendMessage(t.Context(), next)
	require.NoError(t, err)
	require.Equal(t, a2a.TaskStateRejected, result.(*a2a.Task).Status.State)
	require.Equal(t, "There is no such bell.", string(coded(t, a2aerr.FromEvent(result)).Message))

	a.ring = func(ctx context.Context, request *a2asrv.RequestContext, queue eventqueue.Queue) error {
		if err := queue.Write(ctx, a2a.NewStatusUpdateEvent(request, a2a.TaskStateWorking, nil)); err != nil {
			return err
		}
		return &errkit.Error{Kind: errkit.InvalidInput, Stage: errkit.BeforeCall, Message: "Too late."}
	}
	result, err = client.SendMessage(t.Context(), message())
	require.NoError(t, err)
	require.Equal(t, a2a.TaskStateRejected, result.(*a2a.Task).Status.State)
}

// An executor may write events from several goroutines; -race finds what they share.
func TestEventsOfSeveralGoroutines(t *testing.T) {
	s := serve(t, &agent{ring: func(ctx context.Context, request *a2asrv.RequestContext,
		queue eventqueue.Queue) error {
		var writers sync.WaitGroup
		for range 8 {
			writers.Go(func() { _ = queue.Write(ctx, a2a.NewStatusUpdateEvent(request, a2a.TaskStateWorking, nil)) })
		}
		writers.Wait()
		return &errkit.Error{Kind: errkit.InvalidInput, Stage: errkit.BeforeCall, Message: "Too late."}
	}}, nil)
	result, err := s.client(t, true).SendMessage(t.Context(), message())
	require.NoError(t, err)
	require.Equal(t, a2a.TaskStateRejected, result.(*a2a.Task).Status.State)
}

// A result that was sent stays the result.
func TestErrorAfterTheResult(t *testing.T) {
	s := serve(t, &agent{ring: func(ctx context.Context, request *a2asrv.RequestContext,
		queue eventqueue.Queue) error {
		done := a2a.NewStatusUpdateEvent(request, a2a.TaskStateCompleted, nil)
		done.Final = true
		if err := queue.Write(ctx, done); err != nil {
			return err
		}
		return errors.New("CANARY")
	}}, nil)
	result, err := s.client(t, true).SendMessage(t.Context(), message())
	require.NoError(t, err)
	require.Equal(t, a2a.TaskStateCompleted, result.(*a2a.Task).Status.State)
	require.NoError(t, a2aerr.FromEvent(result))
}

// Private text is logged and not sent: causes, panics, text for developers, the text of errors of
// a2a-go and of stores.
func TestNothingPrivateIsSent(t *testing.T) {
	tests := []struct {
		name string
		fail func() error
		want errkit.Kind
	}{
		{"coded", func() error { return samples.Canaries(errkit.NotFound) }, errkit.NotFound},
		{"uncoded", func() error { return errors.New("CANARY") }, errkit.Internal},
		{"a panic", func() error { panic("CANARY") }, errkit.Internal},
		{"a panic of package net/http", func() error { panic(http.ErrAbortHandler) }, errkit.Internal},
		{"a goroutine that ends", func() error { runtime.Goexit(); return nil }, errkit.Internal},
		{"a nil pointer", func() error { var e *errkit.Error; return e }, errkit.Internal},
		{"a deadline", func() error { return fmt.Errorf("CANARY: %w", context.DeadlineExceeded) }, errkit.Timeout},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, &agent{
				ring:   func(context.Context, *a2asrv.RequestContext, eventqueue.Queue) error { return tt.fail() },
				cancel: func(context.Context) error { return tt.fail() },
			}, nil)
			client := s.client(t, false)
			result, err := client.SendMessage(t.Context(), message())
			require.NoError(t, err)
			doc, err := json.Marshal(result)
			require.NoError(t, err)
			require.NotContains(t, string(doc), "CANARY")
			require.Equal(t, tt.want.String(), coded(t, a2aerr.FromEvent(result)).Kind.String())
			require.Contains(t, s.log.String(), "method=execute")
			require.Contains(t, s.log.String(), "task="+string(result.TaskInfo().TaskID))
		})
	}
}

// Errors of a cancelation are errors of JSON-RPC.
func TestCancel(t *testing.T) {
	a := &agent{ring: func(context.Context, *a2asrv.RequestContext, eventqueue.Queue) error {
		return &errkit.Error{Kind: errkit.InputRequired, Message: "Which bell?"}
	}}
	client := serve(t, a, nil).client(t, true)
	result, err := client.SendMessage(t.Context(), message())
	require.NoError(t, err)
	id := &a2a.TaskIDParams{ID: result.TaskInfo().TaskID}
	for _, tt := range []struct {
		err  error
		code error
		want string
	}{
		{&errkit.Error{Kind: errkit.FailedPrecondition, Message: "The bell swings."}, a2a.ErrInvalidParams,
			"The bell swings."},
		{fmt.Errorf("CANARY: %w", a2a.ErrTaskNotCancelable), a2a.ErrTaskNotCancelable, "task cannot be canceled"},
	} {
		a.cancel = func(context.Context) error { return tt.err }
		_, err = client.CancelTask(t.Context(), id)
		require.ErrorIs(t, err, tt.code)
		require.Equal(t, tt.want, string(coded(t, err).Message))
	}
}

// A store fails with errors that have private text.
type store struct{ err error }

func (s store) Save(context.Context, *a2a.Task) error { return nil }

func (s store) Get(context.Context, a2a.TaskID) (*a2a.Task, error) { return nil, s.err }

// The errors of a2a-go itself, and of what it calls, have their codes, and no text of a cause.
func TestErrorsOfTheServer(t *testing.T) {
	tests := []struct {
		name string
		err  error
		code error
		kind errkit.Kind
		want string
	}{
		{"a store", errors.New("dial CANARY: refused"), a2a.ErrInternalError, errkit.Internal, ""},
		{"no task", fmt.Errorf("CANARY: %w", a2a.ErrTaskNotFound), a2a.ErrTaskNotFound, errkit.NotFound,
			"task not found"},
		{"coded", &errkit.Error{Kind: errkit.PermissionDenied, Message: "Not your task."}, a2a.ErrServerError,
			errkit.PermissionDenied, "Not your task."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, failing(nil), nil, a2asrv.WithTaskStore(store{tt.err}))
			_, err := s.client(t, false).GetTask(t.Context(), &a2a.TaskQueryParams{ID: "t1"})
			require.ErrorIs(t, err, tt.code)
			require.NotContains(t, err.Error(), "CANARY")
			if tt.want != "" {
				require.Contains(t, err.Error(), tt.want)
			}
			require.Contains(t, s.log.String(), "method=OnGetTask")
		})
	}
}

// endless wraps itself.
type endless struct{}

func (endless) Error() string   { return "CANARY" }
func (e endless) Unwrap() error { return e }

// broken panics when it is compared.
type broken struct{}

func (broken) Error() string { return "CANARY" }
func (broken) Is(error) bool { panic("CANARY") }
func (broken) As(any) bool   { panic("CANARY") }

// An error that wraps itself, or whose methods panic, neither blocks nor ends the connection, in
// an executor and in a store.
func TestErrorsWithoutAnEnd(t *testing.T) {
	tests := []struct {
		name string
		err  error
		want errkit.Kind
	}{
		{"wraps itself", endless{}, errkit.Internal},
		{"coded, wraps itself", &errkit.Error{Kind: errkit.NotFound, Err: endless{}}, errkit.NotFound},
		{"panics", broken{}, errkit.Internal},
		{"coded, panics", &errkit.Error{Kind: errkit.NotFound, Err: broken{}}, errkit.NotFound},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			client := serve(t, failing(tt.err), nil, a2asrv.WithTaskStore(store{tt.err})).client(t, false)
			result, err := client.SendMessage(ctx, message())
			require.NoError(t, err)
			require.Equal(t, tt.want.String(), coded(t, a2aerr.FromEvent(result)).Kind.String())
			_, err = client.GetTask(ctx, &a2a.TaskQueryParams{ID: "t1"})
			require.Error(t, err)
			require.NoError(t, ctx.Err())
			require.NotContains(t, err.Error(), "CANARY")
		})
	}
}

// An error that passes through is not reported.
func TestPassThrough(t *testing.T) {
	o := &a2aerr.Options{Boundary: &middleware.Boundary{PassThrough: func(err error) bool {
		return errors.Is(err,
			a2a.ErrInvalidParams)
	}}}
	s := serve(t, failing(fmt.Errorf("Which bell?: %w", a2a.ErrInvalidParams)), o)
	_, err := s.client(t, true).SendMessage(t.Context(), message())
	require.Equal(t, "Which bell?", string(coded(t, err).Message))
	require.Empty(t, s.log.String())
}

func TestFromError(t *testing.T) {
	require.NoError(t, a2aerr.FromError(nil))
	grpcError := status.Error(codes.NotFound, "no")
	require.Equal(t, grpcError, a2aerr.FromError(grpcError))
	same := &errkit.Error{Kind: errkit.NotFound}
	require.Equal(t, error(same), a2aerr.FromError(same))

	busy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(503) }))
	t.Cleanup(busy.Close)
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w,
			"<html>")
	}))
	t.Cleanup(page.Close)
	slow := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // else the server does not notice that the client is gone
		<-r.Context().Done()
	}))
	t.Cleanup(slow.Close)
	gone := httptest.NewServer(nil)
	gone.Close()
	deadline, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	t.Cleanup(cancel)
	canceled, stop := context.WithCancel(t.Context())
	stop()
	tests := []struct {
		name string
		ctx  context.Context
		url  string
		want errkit.Kind
	}{
		{"HTTP status", t.Context(), busy.URL, errkit.Unavailable},
		{"not A2A", t.Context(), page.URL, errkit.UpstreamFailed},
		{"deadline", deadline, slow.URL, errkit.Timeout},
		{"canceled", canceled, slow.URL, errkit.Canceled},
		{"no server", t.Context(), gone.URL, errkit.Network},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := dial(t, tt.url, true).SendMessage(tt.ctx, message())
			e := coded(t, err)
			require.Equal(t, tt.want.String(), e.Kind.String(), "%v", e.Err)
			require.Empty(t, e.Message)
			require.Error(t, e.Err)
		})
	}
}

// Only a task that failed is an error.
func TestFromEvent(t *testing.T) {
	info := a2a.TaskInfo{TaskID: "t1", ContextID: "c1"}
	task := a2a.NewSubmittedTask(infoProvider(info), message().Message)
	for _, event := range []a2a.Event{task, message().Message,
		a2a.NewStatusUpdateEvent(task, a2a.TaskStateCompleted, nil),
		a2a.NewArtifactEvent(task, a2a.TextPart{Text: "failed"})} {
		require.NoError(t, a2aerr.FromEvent(event))
	}
	failed := a2a.NewStatusUpdateEvent(task, a2a.TaskStateFailed,
		a2a.NewMessage(a2a.MessageRoleAgent, a2a.TextPart{Text: "The bell jammed."}))
	e := coded(t, a2aerr.FromEvent(failed))
	require.Equal(t, errkit.ExecutionFailed, e.Kind)
	require.Equal(t, "The bell jammed.", string(e.Message))
}

type infoProvider a2a.TaskInfo

func (p infoProvider) TaskInfo() a2a.TaskInfo { return a2a.TaskInfo(p) }
