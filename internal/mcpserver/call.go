package mcpserver

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/mcplist"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/middleware"
)

// A Call is one request of a client, of any method.
type Call struct {
	*Server
	SDK        SDK
	Method     string
	What, Name string            // "tool", "prompt" or "resource", and its name or URI; "": unknown
	Arguments  json.RawMessage   // of a tool
	Texts      map[string]string // the arguments of a prompt
	Decoded    atomic.Bool       // the handler got decoded arguments, so that it does not decode them
	Unbounded  bool              // the timeout does not apply
	Repeatable errkit.Repeatable // what is known of the tool; of other methods see repeatable
	Asked      Asked
	Asker      Asker // nil: the user is not asked in a call

	form     *form           // what may replace the last response; nil: nothing
	requests header.Requests // of the handler of a tool to other services
	first    callContext     // of the first run of the handler
}

// An SDK has the conversions that do not depend on what is called.
type SDK interface {
	// Dialect returns the negotiated revision, and what the client can ask its user.
	Dialect(ctx context.Context) mcpdialect.Dialect
	// Client returns what a report has of the sender of the request.
	Client(ctx context.Context) Client
	// Describe returns the input schema of the called tool, a value that encodes as one, and
	// whether the tool has an output schema: nil and false if the tool is unknown. It is called
	// only after a failure.
	Describe(ctx context.Context) (inputSchema any, hasOutput bool)
	// Convert returns the error for one that the SDK made, or that a handler made for the SDK, and
	// any other as it is.
	Convert(ctx context.Context, err error) (Verdict, error)
}

// A Client is the sender of a request; "": unknown.
type Client struct{ Name, Revision, Session string }

// A Handler runs a call with a result of type R, and converts what is sent.
type Handler[R any] struct {
	// Run runs the handler of the server.
	Run func(ctx context.Context) (R, error)
	// Finish returns a result as it can be sent, or the error in it.
	Finish func(ctx context.Context, res R) (R, error)
	// Respond returns the response for an error, which is an *errkit.Error or one that belongs to
	// the protocol.
	Respond func(ctx context.Context, err error) (R, error)
}

// Serve runs a call and returns the response.
func Serve[R any](ctx context.Context, c *Call, h Handler[R]) (res R, err error) {
	x := &c.first
	x.Context, x.call = ctx, c
	defer func() {
		if v := recover(); v != nil {
			res, err = h.Respond(x, c.HandlePanic(x, v))
		}
	}()
	c.takeResponses()
	for {
		c.form = nil
		x.entered, x.repeatable = c.takeInput(ctx), c.repeatable()
		res, err = serveOnce(x, c, h)
		switch c.elicit(ctx) {
		case "":
			return res, err
		case "accept":
			x = &callContext{Context: ctx, call: c} // a handler may still have the other one
		default:
			return h.Respond(x, c.form.err)
		}
	}
}

func serveOnce[R any](ctx context.Context, c *Call, h Handler[R]) (res R, err error) {
	switch c.Method {
	case CallTool, GetPrompt, ReadResource, Complete: // the author of the server wrote the handler
		within := c.Timeout
		if c.Method != CallTool || c.Unbounded {
			within = 0
		}
		res, err = RunWithin(ctx, c, within, h.Run)
	default:
		res, err = h.Run(ctx)
	}
	if err == nil {
		res, err = h.Finish(ctx, res)
	}
	if err != nil {
		return h.Respond(ctx, c.Handle(ctx, err))
	}
	return res, nil
}

// Guard returns the result of f. A panic of f, or a call of runtime.Goexit, is an error, which is
// reported as every other one is.
func Guard[R any](ctx context.Context, c *Call, f func(context.Context) (R, error)) (R, error) {
	res, err := RunWithin(ctx, c, 0, f)
	return res, c.Handle(ctx, err)
}

// Handle returns the error that is rendered for an error of a handler or of the SDK, after it was
// reported.
func (c *Call) Handle(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	v := Coded // without a client there is no input
	if c.SDK != nil {
		v, err = c.SDK.Convert(ctx, err)
	}
	return c.HandleAs(ctx, v, err)
}

// HandleAs is Handle for an error that [SDK].Convert returned.
func (c *Call) HandleAs(ctx context.Context, v Verdict, err error) error {
	switch v {
	case Protocol:
		return err
	case Uncoded:
		ctx, err = c.Blame(ctx, err)
	case Coded:
		if c.Boundary.Report == nil { // nothing needs the facts
			return c.Boundary.Handle(ctx, err)
		}
	}
	return c.Boundary.Handle(c.WithFacts(ctx), err)
}

// A Verdict is what happens to an error.
type Verdict int

const (
	Uncoded  Verdict = iota // it must be found out whose fault it is
	Coded                   // it has a Kind, or is a panic, or has a chain that cannot be visited to its end
	Protocol                // it belongs to the protocol, and is sent without being reported
)

// Find visits the chain of an error until one decides what happens to it: one that is coded, or
// one for which protocol returns true. What is below it is its cause, which is not rendered.
func Find(err error, protocol func(error) bool) (v Verdict) {
	r := errchain.Walk(err, func(err error, _ bool) bool {
		if v != Uncoded {
			return false
		}
		switch err.(type) {
		case *errkit.Error, errkit.Kind, *middleware.Panic:
			v = Coded
		default:
			if protocol(err) {
				v = Protocol
			}
		}
		return v == Uncoded
	})
	if v == Uncoded && (r.Cut || r.Panicked) {
		return Coded // the boundary handles such a chain
	}
	return v
}

// Unsupported returns the error for a request of a handler, by its method, that the client does
// not support.
func Unsupported(method string, err error) *errkit.Error {
	sentence := cmp.Or(unsupported[method], "The client does not support requests of the server.")
	return &errkit.Error{Kind: errkit.Unsupported, Message: sentence, Err: err}
}

var unsupported = map[string]errkit.Text{
	Elicit:    "The client does not support elicitation.",
	Sample:    "The client does not support sampling.",
	ListRoots: "The client does not support roots.",
}

type callKey struct{}

// WithCall returns a context in which handlers find a call that is not served.
func WithCall(ctx context.Context, c *Call) context.Context {
	return context.WithValue(ctx, callKey{}, c)
}

// CallFrom returns the call that is served with ctx, or that WithCall put into it; nil: none.
func CallFrom(ctx context.Context) *Call {
	c, _ := ctx.Value(callKey{}).(*Call)
	return c
}

// A callContext is the context of one run of a handler, and of what follows it.
type callContext struct {
	context.Context
	call       *Call
	entered    map[string]any // by the user, in a form
	repeatable errkit.Repeatable
}

// Value returns the value of a key.
func (x *callContext) Value(key any) any {
	switch key {
	case callKey{}:
		return x.call
	case userInputKey{}:
		if x.entered != nil {
			return x.entered
		}
	case header.RepeatableKey{}:
		if x.repeatable != errkit.RepeatableUnstated {
			return x.repeatable
		}
	case header.InputKey{}:
		if m := x.call.Method; m == CallTool || m == GetPrompt {
			return x.call.input
		}
	}
	if x.call.Method == CallTool {
		return x.call.requests.Value(x.Context, key)
	}
	return x.Context.Value(key)
}

// String keeps package fmt from printing the arguments with the context.
func (x *callContext) String() string { return "mcpserver.Call" }

// WithFacts returns a context for the report of a failure, with the table of the server, what was
// called, and by whom.
func (c *Call) WithFacts(ctx context.Context) context.Context { return c.withFacts(ctx, c.What) }

// WithClient returns a context with the facts but for the name of what was called, which package
// tool adds.
func (c *Call) WithClient(ctx context.Context) context.Context { return c.withFacts(ctx, "") }

func (c *Call) withFacts(ctx context.Context, what string) context.Context {
	if c.Boundary.Report == nil && len(c.Boundary.Classify) == 0 {
		return ctx
	}
	attrs := append(make([]slog.Attr, 0, 5), slog.String("method", c.Method))
	add := func(key, value string, most int) {
		if key != "" && value != "" {
			attrs = append(attrs, slog.String(key, text.Middle(value, most)))
		}
	}
	add(what, c.Name, text.MaxURI)
	if c.SDK != nil {
		client := c.SDK.Client(ctx)
		add("client", client.Name, text.MaxKey)
		add("revision", client.Revision, text.MaxKey)
		add("session", client.Session, text.MaxKey)
	}
	ctx = middleware.WithRef(ctx, callOption(c.Ref, ctx))
	return middleware.WithAttrs(middleware.WithTable(ctx, c.Codec.Table), attrs...)
}

// input returns the arguments, for classifiers, in a stable order. Absent arguments of a tool are
// an empty body.
func (c *Call) input() middleware.Input {
	in := middleware.Input{}
	for _, name := range slices.Sorted(maps.Keys(c.Texts)) {
		in.Values = append(in.Values, middleware.Parameter{Name: name, Text: c.Texts[name]})
	}
	if in.Body = c.Arguments; c.Method == CallTool && in.Body == nil {
		in.Body = []byte{}
	}
	return in
}

// Hints are those of a tool, as [mcplist.Hints].
type Hints = mcplist.Hints

// repeatable returns whether the call may be made twice: a tool declares it, a method has it.
func (c *Call) repeatable() errkit.Repeatable {
	if c.Method != CallTool && rpc.IsRepeatable(c.Method) {
		return errkit.RepeatableYes
	}
	return c.Repeatable
}

// ErrGoexit is the error of a handler that called runtime.Goexit.
var ErrGoexit = errors.New("mcp: the handler called runtime.Goexit")

// RunWithin runs a handler in a goroutine, so that there is a response if it calls runtime.Goexit:
// ErrGoexit. After the time d the error is errkit.Timeout, also if the handler ignores its
// context; it continues, and its result is discarded. If d is 0 there is no bound. A panic is that
// of the call c.
func RunWithin[R any](
	ctx context.Context, c *Call, d time.Duration, handler func(context.Context) (R, error),
) (none R, _ error) {
	var r struct {
		result R
		err    error
		ended  sync.WaitGroup
	}
	outer := ctx
	var done chan struct{} // nil: there is no bound
	if d > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, d, errkit.Timeout)
		defer cancel()
		done = make(chan struct{})
	}
	r.err = ErrGoexit
	r.ended.Add(1)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				r.err = c.HandlePanic(outer, v)
			}
			if r.ended.Done(); done != nil {
				close(done)
			}
		}()
		r.result, r.err = handler(ctx)
	}()
	if done == nil {
		r.ended.Wait()
		return r.result, r.err
	}
	select {
	case <-done:
	case <-ctx.Done():
		select {
		case <-done: // in time, or because of the timeout
		default:
			return none, context.Cause(ctx)
		}
	}
	return r.result, r.err
}

// HandlePanic is Handle for a recovered panic. It must be called from the deferred function.
//
// Unlike [middleware.Boundary.HandlePanic] it returns an error for http.ErrAbortHandler, too:
// above a handler of MCP there is not always an HTTP server that recovers it, and then it would
// terminate the process.
func (c *Call) HandlePanic(ctx context.Context, v any) error {
	if v == http.ErrAbortHandler {
		v = fmt.Errorf("mcp: %w", http.ErrAbortHandler)
	}
	return c.Boundary.HandlePanic(c.WithFacts(ctx), v)
}
