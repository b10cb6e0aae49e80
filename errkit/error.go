package errkit

import (
	"log/slog"
	"time"
)

// An Error is the failure of a tool call. It must not be changed after it is returned. RetryAfter
// without Retry permits a retry only in OXP and in texts for models.
//
// Error() and the verbs %v, %s and %q return only public text, so that a framework that does not
// know this package leaks nothing. The package comment lists who sees which field.
type Error struct {
	Kind       Kind
	Retry      Retry         // whether the same call may be repeated; unspecified: by Kind, see package mapping
	Effect     Effect        // what the call did before it failed; set it where you know it
	Stage      Stage         // when the call failed; unspecified: by Kind, see package mapping
	Status     uint16        // exact HTTP status in protocols that use it, 400 to 599; 0: by Kind; see FromStatus
	Upstream   int           // HTTP status of the response of an upstream service; 0: none
	RetryAfter time.Duration // time to wait before a retry, rendered in milliseconds, rounded up; set Retry, too
	Code       Code          // the application's own code
	Message    Text          // what failed; "": the default text of Kind
	Hint       Text          // for a model that tries again (OXP 1.0, additional_prompt_content)
	DocURL     string        // http or https URL of what documents the failure; any other text is not rendered
	Fields     []Field       // the parts of the input that are not valid
	Details    []slog.Attr   // public and ordered; see AppendDetails
	Needs      *Needs        // what the call needs before it can succeed
	Dev        Private       // text for developers; rendered in developer_message of OXP only
	Err        error         // the cause; logged and unwrapped, never rendered
	Ref        string        // reference of the log record, which is also rendered
	Peer       *Peer         // for a decoded error: the document
}

// New returns an error with a public message; "" means the default text of kind.
func New(kind Kind, message Text) error { return &Error{Kind: kind, Message: message} }

// Newf returns an error with a public message, formatted as by [Textf].
func Newf(kind Kind, format Text, args ...any) error { return New(kind, Textf(format, args...)) }

// Wrap returns an error with a public message and a cause, which is logged and never rendered.
// It returns nil if err is nil.
func Wrap(err error, kind Kind, message Text) error {
	if err == nil {
		return nil
	}
	return &Error{Kind: kind, Message: message, Err: err}
}

// Wrapf is [Wrap] with a public message that is formatted as by [Textf]. err is not one of args.
func Wrapf(err error, kind Kind, format Text, args ...any) error {
	if err == nil {
		return nil
	}
	return Wrap(err, kind, Textf(format, args...))
}

// Invalid returns an error of kind [InvalidInput] with fields.
func Invalid(fields ...Field) error { return &Error{Kind: InvalidInput, Fields: fields} }

// Error returns the public text: Message, or the default text of Kind.
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

// Unwrap returns Err.
func (e *Error) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.Err
}

// Is reports whether target is the Kind or the Code of e.
func (e *Error) Is(target error) bool {
	switch t := target.(type) {
	case Kind:
		return e != nil && e.Kind.known() == t || e == nil && t == Internal
	case Code:
		return e != nil && e.Code == t && t != ""
	}
	return false
}
