package errkit

import (
	"fmt"
	"io"
	"log/slog"
)

// Text is public text, which users and models see. Constants convert to it implicitly, variables
// do not:
//
//	errkit.New(errkit.NotFound, "There is no such bell.") // compiles
//	errkit.New(errkit.NotFound, err.Error())              // does not
//	errkit.New(errkit.NotFound, fmt.Sprintf("no %s", id)) // does not
//
// [Textf] formats values into public text. The conversion errkit.Text(s) declares any string as
// public; a review can search for such conversions.
type Text string

// A Code is the application's own stable code for a failure, such as "no_such_bell", for client
// programs. It is a target of [errors.Is]; the empty code matches no error.
type Code string

// Error returns the code. It makes a Code a target of errors.Is. If the code of a call returns one
// as its error, that is the declared error with this code, else Internal; [From] knows no
// declarations.
func (c Code) Error() string { return string(c) }

// Textf formats public text as [fmt.Sprintf] does, with three exceptions: an error among args
// prints its [PublicText], a [Code] itself, and a [Private], or a value that contains an error
// or a Private, "[private]". All other values become public text.
func Textf(format Text, args ...any) Text {
	safe := make([]any, len(args))
	for i, a := range args {
		safe[i] = publicArg(a)
	}
	return Text(fmt.Sprintf(string(format), safe...))
}

func publicArg(a any) any {
	switch a := a.(type) {
	case nil:
		return nil
	case Code:
		return string(a)
	case error:
		return string(PublicText(a))
	case Error:
		return string(a.text())
	}
	if holdsSecret(a, false) {
		return Private{} // prints as "[private]" for every verb
	}
	return a
}

// PublicText returns the public text of err: the message of [From](err), or the default text of
// its kind. It is "" for nil.
func PublicText(err error) Text {
	if err == nil {
		return ""
	}
	f := find(err)
	if f.err != nil {
		return f.err.text()
	}
	return f.kind.Text()
}

const hidden = "[private]"

// Private is text for developers, which [Dev] returns. Every fmt verb, encoding and log attribute
// prints it as "[private]", and errkit.Text(p) does not compile. Only [Private.Reveal] returns the
// text.
type Private struct {
	p *string // a pointer, so that fmt prints an address where it cannot call Format: in unexported fields
}

// Dev returns s as text for developers. The zero Private is the empty text.
func Dev(s string) Private {
	if s == "" {
		return Private{}
	}
	return Private{&s}
}

// Devf formats text for developers as [fmt.Sprintf] does.
func Devf(format string, args ...any) Private { return Dev(fmt.Sprintf(format, args...)) }

// Reveal returns the text, for logs and for members that a protocol defines for developers.
func (p Private) Reveal() string {
	if p.p == nil {
		return ""
	}
	return *p.p
}

// IsZero reports whether the text is empty.
func (p Private) IsZero() bool { return p.p == nil }

// Equal reports whether p and q have the same text.
func (p Private) Equal(q Private) bool { return p.Reveal() == q.Reveal() }

// Format prints "[private]" for every verb.
func (Private) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, hidden) }

// String returns "[private]".
func (Private) String() string { return hidden }

// MarshalText returns "[private]", for JSON keys, XML and other text encodings.
func (Private) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// MarshalJSON returns "[private]" as a JSON string.
func (Private) MarshalJSON() ([]byte, error) { return []byte(`"` + hidden + `"`), nil }

// LogValue returns "[private]". Only the log value of an [Error] contains the text of its Dev.
func (Private) LogValue() slog.Value { return slog.StringValue(hidden) }
