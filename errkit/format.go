package errkit

import (
	"fmt"
	"io"
	"strings"
)

// Format prints the public text for every verb but %+v, which adds kind, code,
// fields, Dev and the chain of causes, a line each: for a terminal.
//
// It has a value receiver, so that an Error that was copied leaks nothing
// either.
func (e Error) Format(s fmt.State, verb rune) {
	switch {
	case verb == 'v' && s.Flag('+'):
		_, _ = io.WriteString(s, e.long())
	case verb == 'v', verb == 's':
		_, _ = fmt.Fprintf(s, strings.ReplaceAll(fmt.FormatString(s, 's'), "#", ""), e.Error())
	default:
		_, _ = fmt.Fprintf(s, fmt.FormatString(s, verb), e.Error())
	}
}

func (e *Error) long() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", e.Kind.String(), e.Error())
	line := func(name, text string) {
		if text != "" {
			fmt.Fprintf(&b, "\n  %s: %s", name, text)
		}
	}
	line("code", string(e.Code))
	for _, f := range e.Fields {
		line("field "+f.Path, string(f.Message))
	}
	line("hint", string(e.Hint))
	line("ref", e.Ref)
	line("dev", e.Dev.Reveal())
	cause := e.Err
	for range maxLinks {
		if cause == nil {
			break
		}
		if inner, ok := cause.(*Error); ok {
			if inner != nil {
				line("cause", strings.ReplaceAll(inner.long(), "\n", "\n  "))
			}
			break
		}
		line("cause", causeText(cause))
		next, ok := cause.(interface{ Unwrap() error })
		if !ok {
			break
		}
		cause = next.Unwrap()
	}
	return b.String()
}

// causeText is err's own text; the Error method of a foreign nil pointer may
// panic.
func causeText(err error) (text string) {
	defer func() {
		if recover() != nil {
			text = fmt.Sprintf("(%T panicked in Error)", err)
		}
	}()
	return err.Error()
}
