package a2aerr

import (
	"cmp"
	"context"
	"encoding/gob"
	"encoding/json"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/a2aproject/a2a-go/a2a"
	"github.com/a2aproject/a2a-go/a2asrv"
	"github.com/a2aproject/a2a-go/a2asrv/eventqueue"

	"github.com/toolerr/toolerr/dialect"
	wire "github.com/toolerr/toolerr/dialect/a2a"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
	"github.com/toolerr/toolerr/middleware/standard"
)

// Options configure executors and interceptors. The zero Options are valid. They must not be
// changed after the call.
type Options struct {
	// Boundary converts every failure into an *errkit.Error. Nil: [standard.Boundary], which
	// reports to [slog.Default]. The errors for which its PassThrough returns true are returned to
	// a2a-go as they are.
	Boundary *middleware.Boundary

	// Codec renders and decodes errors.
	Codec dialect.Codec

	// Keys decide what [Keyed] does with a message that is sent again. Nil: it waits for the
	// answer of one that is running.
	Keys *idempotency.Keys
}

// server has Options with all defaults.
type server struct {
	boundary middleware.Boundary
	codec    dialect.Codec
	keys     *idempotency.Keys
}

func newServer(o *Options) *server {
	o = cmp.Or(o, &Options{})
	s := &server{codec: o.Codec, keys: cmp.Or(o.Keys, new(idempotency.Keys))}
	s.boundary = standard.With(o.Boundary, s.classify)
	return s
}

// classify returns the error for one that a2a-go defines, without the text around it.
func (s *server) classify(_ context.Context, err error) *errkit.Error {
	known, ok := find(err)
	if !ok {
		return nil
	}
	k, _ := s.codec.Table.FromA2A(int64(known.code))
	return &errkit.Error{Kind: k}
}

// executor converts the failures of an executor.
type executor struct {
	*server
	inner a2asrv.AgentExecutor
}

// Executor returns an executor that runs another one, whose failures become the status of its
// task. Nil options are the zero Options.
func Executor(inner a2asrv.AgentExecutor, o *Options) a2asrv.AgentExecutor {
	gob.Register(map[string]any(nil))
	gob.Register([]any(nil))
	return &executor{newServer(o), inner}
}

// Execute runs the executor.
func (x *executor) Execute(ctx context.Context, request *a2asrv.RequestContext, queue eventqueue.Queue) error {
	q, of := &recorder{Queue: queue}, middleware.RepeatableFrom(ctx) // A2A states nothing about a message
	err := x.run(ctx, request, "execute", func(ctx context.Context) error { return x.inner.Execute(ctx, request, q) })
	e, ok := err.(*errkit.Error)
	switch {
	case !ok: // no error, or one that passes through
		return err
	case q.ended.Load():
		return nil // the client has the result; the error is reported
	case request.StoredTask == nil && !q.written.Load() && x.isBeforeTask(e):
		return x.send(e, of)
	}
	event, err := x.statusOf(request, e, of)
	if err == nil && queue.Write(ctx, event) == nil {
		return nil
	}
	return x.send(e, of)
}

// Cancel runs the cancelation of the executor.
func (x *executor) Cancel(ctx context.Context, request *a2asrv.RequestContext, queue eventqueue.Queue) error {
	of := repeatable("OnCancelTask")
	ctx = middleware.WithRepeatable(ctx, of)
	err := x.run(ctx, request, "cancel", func(ctx context.Context) error { return x.inner.Cancel(ctx, request, queue) })
	return x.send(err, of)
}

// run calls f within the boundary, in a goroutine of its own, because a2a-go does not respond
// after runtime.Goexit.
func (x *executor) run(
	ctx context.Context, request *a2asrv.RequestContext, method string, f func(context.Context) error,
) error {
	ctx = middleware.WithTable(middleware.WithRequests(ctx), x.codec.Table)
	ctx = middleware.WithAttrs(ctx, slog.String("method", method), slog.String("task", string(request.TaskID)))
	return <-x.boundary.Go(ctx, f)
}

// isBeforeTask reports whether an error of a new task is one of the request.
func (x *executor) isBeforeTask(e *errkit.Error) bool {
	_, own := find(e.Err)
	return e.Stage == errkit.BeforeCall || own
}

// statusOf returns the event that ends the execution of a task with an error.
func (x *executor) statusOf(
	request *a2asrv.RequestContext, e *errkit.Error, of errkit.Repeatable,
) (*a2a.TaskStatusUpdateEvent, error) {
	call := dialect.Call{
		TaskID: string(request.TaskID), ContextID: request.ContextID, MessageID: a2a.NewMessageID(), Repeatable: of,
	}
	doc, _ := x.codec.Append(nil, wire.Task{Binding: wire.HTTP, Version: wire.Version03}, call, e)
	var task a2a.Task
	if err := json.Unmarshal(doc, &task); err != nil {
		return nil, err
	}
	task.Status.Timestamp = new(time.Now().UTC())
	message := task.Status.Message
	message.TaskID, message.ContextID = request.TaskID, request.ContextID // as they are, if they are long
	return &a2a.TaskStatusUpdateEvent{
		TaskID: request.TaskID, ContextID: request.ContextID, Final: true, Status: task.Status,
	}, nil
}

// A recorder is the queue of an execution, which several goroutines may write to. It records
// whether there was an event, and whether one ended the execution.
type recorder struct {
	eventqueue.Queue
	written, ended atomic.Bool
}

// Write writes an event.
func (q *recorder) Write(ctx context.Context, event a2a.Event) error {
	err := q.Queue.Write(ctx, event)
	if err == nil {
		q.written.Store(true)
		if isFinal(event) {
			q.ended.Store(true)
		}
	}
	return err
}

// isFinal reports whether a2a-go ends the execution of a task with an event.
func isFinal(event a2a.Event) bool {
	switch event := event.(type) {
	case *a2a.Message:
		return true
	case *a2a.TaskStatusUpdateEvent:
		return event.Final
	case *a2a.Task:
		return event.Status.State.Terminal() || event.Status.State == a2a.TaskStateInputRequired
	}
	return false
}

// serverInterceptor converts the errors of requests.
type serverInterceptor struct {
	a2asrv.PassthroughCallInterceptor
	*server
}

// ServerInterceptor returns an interceptor that converts the errors of requests, other than those
// of an executor of [Executor]. Nil options are the zero Options.
func ServerInterceptor(o *Options) a2asrv.CallInterceptor {
	return &serverInterceptor{server: newServer(o)}
}

// After returns the error of a request as it is sent.
func (i *serverInterceptor) After(ctx context.Context, call *a2asrv.CallContext, response *a2asrv.Response) error {
	if response.Err == nil {
		return nil
	}
	if own, ok := errchain.As[*sent](response.Err); ok { // of an executor, which a2a-go wraps
		return own
	}
	ctx = middleware.WithTable(ctx, i.codec.Table)
	ctx = middleware.WithAttrs(ctx, slog.String("method", call.Method()))
	of := cmp.Or(repeatable(call.Method()), middleware.RepeatableFrom(ctx))
	return i.send(i.boundary.Handle(ctx, response.Err), of)
}

// repeatable returns whether a method of a2a-go may be called twice: what reads, cancels or
// deletes may be, and of a message nothing is stated (A2A 1.0 §3.3.1).
func repeatable(method string) errkit.Repeatable {
	switch method {
	case "OnGetTask", "OnCancelTask", "OnResubscribeToTask", "OnGetTaskPushConfig", "OnListTaskPushConfig",
		"OnDeleteTaskPushConfig", "OnGetExtendedAgentCard":
		return errkit.RepeatableYes
	}
	return errkit.RepeatableUnstated
}

// DeclaredErrors returns the extension of an agent's card with the errors that its skills declare,
// by the id of the skill. Its params have the canonical JSON of each.
//
//	card.Capabilities.Extensions = append(card.Capabilities.Extensions,
//		a2aerr.DeclaredErrors(map[string][]error{"ring": ring.Errors}))
func DeclaredErrors(skills map[string][]error) a2a.AgentExtension {
	params := map[string]any{}
	for id, errs := range skills {
		params[id] = middleware.DeclaredJSON(errs)
	}
	return a2a.AgentExtension{URI: dialect.ErrorsURI, Params: params, Description: "The errors that the skills declare."}
}
