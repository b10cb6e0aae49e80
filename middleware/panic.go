package middleware

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/errkit"
)

const (
	maxFrames = 64      // of a stack
	maxValue  = 8 << 10 // bytes of the text of a value
)

// A Panic is the cause of the error for a panic. Its text is for logs only.
type Panic struct {
	Value any // the argument of panic

	stack []uintptr // program counters; only Stack looks up the functions
}

// newPanicError returns the error for a panic, with a [Panic] as the cause. It allocates twice:
// the error with its cause, and the stack.
func newPanicError(v any, stack []uintptr) *errkit.Error {
	e := &struct {
		err   errkit.Error
		cause Panic
	}{cause: Panic{Value: v, stack: slices.Clone(stack)}}
	e.err = errkit.Error{Kind: errkit.Internal, Effect: errkit.Internal.Effect(), Err: &e.cause}
	return &e.err
}

// Error returns "panic: " and the value as the runtime prints it: strings, numbers, errors and
// Stringers as text. Any other value is printed as its type, because it may contain a complete
// request. A long text is cut.
func (p *Panic) Error() string {
	if p == nil {
		return "panic"
	}
	text := valueText(p.Value)
	if len(text) > maxValue {
		text = strings.ToValidUTF8(text[:maxValue], "") + "..."
	}
	return "panic: " + text
}

// valueText returns the text of a panic value. The Error or String method of a foreign type may
// panic.
func valueText(v any) (text string) {
	defer func() {
		if recover() != nil {
			text = fmt.Sprintf("(%T panicked in Error or String)", v)
		}
	}()
	switch v := v.(type) {
	case *errkit.Error:
		return fmt.Sprintf("%+v", v)
	case error:
		return v.Error()
	case fmt.Stringer:
		return v.String()
	}
	if k := reflect.ValueOf(v).Kind(); k <= reflect.Complex128 || k == reflect.String {
		return fmt.Sprint(v)
	}
	return fmt.Sprintf("(%T)", v)
}

// Unwrap returns the value if it is an error.
func (p *Panic) Unwrap() error {
	if p == nil {
		return nil
	}
	err, _ := p.Value.(error)
	return err
}

// Stack returns the stack of the panic, two lines for each function, starting with the one that
// panicked. It is "" if the stack is not known. A stack that was cut ends with "...".
func (p *Panic) Stack() string {
	if p == nil || len(p.stack) == 0 {
		return ""
	}
	var b strings.Builder
	for frames, more := runtime.CallersFrames(p.stack), true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		switch f.Function {
		case "runtime.gopanic": // the functions before it recovered the panic
			b.Reset()
			continue
		case "runtime.goexit", "": // the start of every goroutine
			continue
		}
		if b.Len() == 0 && strings.HasPrefix(f.Function, "runtime.") {
			continue // such as runtime.panicIndex
		}
		fmt.Fprintf(&b, "%s\n\t%s:%d\n", f.Function, f.File, f.Line)
	}
	if len(p.stack) == maxFrames {
		b.WriteString("...\n")
	}
	return b.String()
}

// LogValue returns the value and the stack.
func (p *Panic) LogValue() slog.Value {
	if p == nil {
		return slog.Value{}
	}
	return slog.GroupValue(slog.String("value", p.Error()), slog.String("stack", p.Stack()))
}

var errGoexit = errors.New("middleware: the goroutine ended by runtime.Goexit")

// Go calls f in a new goroutine as [Boundary.Run] does: a panic is converted to an error and does
// not exit the program, unless Repanic is set. The channel receives the result of Run and is
// closed. It need not be read, because the error is reported in any case; a handler that returns
// the error does not report it again.
//
// A panic of http.ErrAbortHandler is converted, too, because no HTTP server would recover it. If
// the goroutine ends by runtime.Goexit, the error is Internal.
//
// In a group of goroutines, call Run:
//
//	group.Go(func() error { return b.Run(ctx, work) })
func (b *Boundary) Go(ctx context.Context, f func(context.Context) error) <-chan error {
	done := make(chan error, 1)
	go func() {
		defer close(done)
		err := errGoexit // until f returns
		defer func() {   // Goexit calls only deferred functions
			if v := recover(); v != nil {
				err = b.panicked(ctx, v)
			} else {
				err = b.Handle(ctx, err)
			}
			done <- err
		}()
		err = f(ctx)
	}()
	return done
}
