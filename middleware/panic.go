package middleware

import (
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
	maxValue  = 8 << 10 // bytes of a panic value's text
)

// A Panic is the cause of an error that was a panic. What it says is for logs
// alone.
type Panic struct {
	Value any // what the program panicked with

	stack []uintptr // its functions are looked up by who reads [Panic.Stack]
}

// newFault returns the error that a panic is, with a [Panic] as the cause. Both
// are one allocation, and the stack is another, as long as it needs to be.
func newFault(v any, stack []uintptr) *errkit.Error {
	f := &struct {
		err   errkit.Error
		cause Panic
	}{cause: Panic{Value: v, stack: slices.Clone(stack)}}
	f.err = errkit.Error{Kind: errkit.Internal, Err: &f.cause}
	return &f.err
}

// Error returns "panic: " and the value, as the runtime would print it: texts,
// numbers, errors and Stringers as they say, anything else by its type alone,
// for it may hold a whole request. A long text is cut.
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

func valueText(v any) (text string) {
	defer func() {
		if recover() != nil {
			text = fmt.Sprintf("(%T panicked in its own text)", v)
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

// Stack returns the stack of the panic, the panicking function first, two lines
// a function. It is empty where the stack was not seen, and says so where it
// was cut.
func (p *Panic) Stack() string {
	if p == nil || len(p.stack) == 0 {
		return ""
	}
	var b strings.Builder
	for frames, more := runtime.CallersFrames(p.stack), true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		switch f.Function {
		case "runtime.gopanic": // what is above is the recovery
			b.Reset()
			continue
		case "runtime.goexit", "": // what every goroutine begins with
			continue
		}
		if b.Len() == 0 && strings.HasPrefix(f.Function, "runtime.") {
			continue // how the runtime came to panic
		}
		fmt.Fprintf(&b, "%s\n\t%s:%d\n", f.Function, f.File, f.Line)
	}
	if len(p.stack) == maxFrames {
		b.WriteString("...\n")
	}
	return b.String()
}

// LogValue is the value and the stack.
func (p *Panic) LogValue() slog.Value {
	if p == nil {
		return slog.Value{}
	}
	return slog.GroupValue(slog.String("value", p.Error()), slog.String("stack", p.Stack()))
}
