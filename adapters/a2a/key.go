package a2aerr

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"

	"github.com/a2aproject/a2a-go/a2a"
	"github.com/a2aproject/a2a-go/a2asrv"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
)

// keyed is a handler that runs message/send once for messages with the same id.
type keyed struct {
	a2asrv.RequestHandler
	*server
}

// Keyed returns a handler that runs message/send once for equal messages of a caller with the same
// messageId, as [Options.Keys] states: an agent may use it to detect duplicates (A2A 1.0 §3.3.1).
//
//	handler := a2aerr.Keyed(a2asrv.NewHandler(a2aerr.Executor(executor, o), ...), o)
//
// A task that failed without an effect, or whose error invites to send the message again, is not
// kept; one that waits for its caller is, and goes on by its id. A message/stream runs each time:
// its client continues with tasks/resubscribe.
//
// The caller is [idempotency.WithPrincipal], the user that an interceptor authenticated, or known
// by the metadata authorization. The execution goes on if the client leaves.
func Keyed(h a2asrv.RequestHandler, o *Options) a2asrv.RequestHandler {
	k := &keyed{h, newServer(o)}
	if outer, ok := h.(*a2asrv.InterceptedHandler); ok { // whose interceptors authenticate the caller
		inner := *outer
		k.RequestHandler, inner.Handler = outer.Handler, k
		return &inner
	}
	return k
}

// An answer is a result of message/send.
type answer struct {
	Task    *a2a.Task
	Message *a2a.Message
}

// OnSendMessage implements [a2asrv.RequestHandler].
func (k *keyed) OnSendMessage(ctx context.Context, params *a2a.MessageSendParams) (a2a.SendMessageResult, error) {
	if params == nil || params.Message == nil || params.Message.ID == "" {
		return k.RequestHandler.OnSendMessage(ctx, params)
	}
	ctx = middleware.WithAttrs(middleware.WithTable(ctx, k.codec.Table), slog.String("method", "OnSendMessage"))
	c, of := idempotency.Call{Key: params.Message.ID, Header: http.Header{}}, middleware.RepeatableFrom(ctx)
	if call, ok := a2asrv.CallContextFrom(ctx); ok {
		c.Header["Authorization"], _ = call.RequestMeta().Get("authorization")
		if call.User != nil && call.User.Authenticated() {
			c.Principal = call.User.Name()
		}
	}
	a, err := idempotency.Do(k.keys.With(ctx, c), &k.boundary, "message/send",
		func() []byte { doc, _ := json.Marshal(params); return doc },
		func(ctx context.Context) (a answer, err error) {
			res, err := k.RequestHandler.OnSendMessage(context.WithoutCancel(ctx), params)
			if e, ok := errors.AsType[*errkit.Error](err); ok { // of Executor
				return a, e
			} else if err != nil {
				return a, k.boundary.Handle(ctx, err)
			}
			a.Task, _ = res.(*a2a.Task)
			a.Message, _ = res.(*a2a.Message)
			return a, k.runsAgain(a.Task, of)
		})
	switch {
	case a.Task != nil:
		return a.Task, nil
	case a.Message != nil:
		return a.Message, nil
	}
	return nil, k.send(err, of)
}

// runsAgain returns an error without an effect if a task failed so that its message may be sent
// again.
func (k *keyed) runsAgain(task *a2a.Task, of errkit.Repeatable) error {
	e, ok := FromEvent(task).(*errkit.Error)
	if !ok || !task.Status.State.Terminal() {
		return nil
	}
	if retry, _ := k.codec.Table.Narrow(e, of); retry != errkit.Allowed && e.Effect != errkit.EffectNone {
		return nil
	}
	return &errkit.Error{Kind: e.Kind, Effect: errkit.EffectNone}
}
