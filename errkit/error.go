package errkit

import (
	"log/slog"
	"time"
)

// Error is the failure of a tool call. Write it as a literal where it happens;
// do not change it after it is returned.
//
// Error(), %v, %s and %q give exactly the public text, so that a framework that
// does not know this package leaks nothing. Who reads which field is in the
// package comment.
type Error struct {
	Kind       Kind
	Retry      Retry         // may the same call be made again; Unspecified: as the table says for Kind
	Stage      Stage         // when it failed; Unspecified: as the table says for Kind
	Status     uint16        // the exact HTTP status, 400 to 599, in protocols that use HTTP's; 0: that of Kind; see FromStatus
	Upstream   int           // the HTTP status that an upstream service answered with, 0 if none
	RetryAfter time.Duration // how long to wait first; whole milliseconds on the wire, rounded up
	Code       Code          // the application's own code
	Message    Text          // what happened; empty: the Kind's standing text
	Hint       Text          // for a model that will try again (OXP 1.0, additional_prompt_content)
	Fields     []Field       // which inputs are wrong
	Details    []slog.Attr   // public and ordered; of equal keys the last counts; errors print their public text, a LogValuer prints null
	Needs      *Needs        // what must be there first
	Dev        Private       // the author's words to developers; OXP alone has a slot for them
	Err        error         // the cause: logged and unwrapped, never rendered
	Ref        string        // ties the public answer to the log record
	Peer       *Peer         // where a decoded error came from
}

// New returns an error of a kind with a public message. An empty message means
// the kind's standing text.
func New(kind Kind, message Text) error { return &Error{Kind: kind, Message: message} }

// Wrap returns an error of a kind with a public message and a cause, which is
// logged and never rendered. It returns nil for a nil err.
func Wrap(err error, kind Kind, message Text) error {
	if err == nil {
		return nil
	}
	return &Error{Kind: kind, Message: message, Err: err}
}

// Invalid returns an error of kind [InvalidInput] that names what is wrong.
func Invalid(fields ...Field) error { return &Error{Kind: InvalidInput, Fields: fields} }

// Error returns the public text: Message, or the kind's standing text.
func (e *Error) Error() string { return string(e.text()) }

func (e *Error) text() Text {
	switch {
	case e == nil:
		return Internal.Text()
	case e.Message == "":
		return e.Kind.Text()
	}
	return e.Message
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.Err
}

// Is reports whether target is this error's Kind or its Code.
func (e *Error) Is(target error) bool {
	switch t := target.(type) {
	case Kind:
		return e != nil && e.Kind.known() == t || e == nil && t == Internal
	case Code:
		return e != nil && e.Code == t && t != ""
	}
	return false
}
