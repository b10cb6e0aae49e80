package errkit

import (
	"fmt"
	"io"
	"strings"

	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/text"
)

// Format prints the public text for every verb except %+v, which adds kind, code, fields, Dev
// and the causes, one per line, for a terminal.
//
// It has a value receiver, so that a copy of an Error prints in the same way. fmt does not call
// it for %p, and for %w outside [fmt.Errorf], which go vet reports: they print the struct, with
// Dev as an address, but with the fields of a cause that is not a pointer.
func (e Error) Format(s fmt.State, verb rune) {
	switch {
	case verb == 'v' && s.Flag('+'):
		_, _ = io.WriteString(s, e.long())
	case verb == 'v', verb == 's':
		_, _ = fmt.Fprintf(s, fmt.FormatString(s, 's'), e.Error())
	default:
		_, _ = fmt.Fprintf(s, fmt.FormatString(s, verb), e.Error())
	}
}

// MarshalText returns the public text, for encodings that would otherwise have all fields,
// including the cause: XML, YAML, and the keys of JSON objects.
func (e Error) MarshalText() ([]byte, error) { return []byte(e.text()), nil }

// maxShown is the number of causes that are printed or logged.
const maxShown = 100

func (e *Error) long() string {
	r := report{left: maxShown}
	e = Bounded(e, text.MaxText)
	r.WriteString(e.Kind.String() + ": " + e.Error())
	r.parts(e, "\n  ")
	return r.String()
}

// A report is the text of %+v, which has about text.MaxRecord bytes at most.
type report struct {
	strings.Builder
	left int  // causes that may still be printed
	full bool // the text was cut
}

// line writes a line "name: text". newline is a line feed and the indentation, also of the lines
// of text.
func (r *report) line(newline, name, s string) {
	if s == "" || r.full {
		return
	}
	line := newline + name + ": " + strings.ReplaceAll(s, "\n", newline+"  ")
	if room := text.MaxRecord - r.Len(); len(line) > room {
		line = text.Ends(line, room) + newline + "(the rest is left out)"
		r.full = true
	}
	r.WriteString(line)
}

// parts writes all fields except kind and message.
func (r *report) parts(e *Error, newline string) {
	r.line(newline, "code", string(e.Code))
	for _, f := range e.Fields {
		r.line(newline, "field "+f.Path, string(f.Message))
	}
	r.line(newline, "hint", string(e.Hint))
	r.line(newline, "doc", e.DocURL)
	r.line(newline, "ref", e.Ref)
	r.line(newline, "dev", e.Dev.Reveal())
	r.cause(e.Err, newline)
}

// cause writes a chain of causes, one per line. The fields of an Error and joined errors are
// indented.
func (r *report) cause(err error, newline string) {
	for err != nil && r.left > 0 && !r.full {
		r.left--
		if e, ok := err.(*Error); ok && e != nil {
			e = Bounded(e, text.MaxText)
			r.line(newline, "cause", e.Kind.String()+": "+e.Error())
			r.parts(e, newline+"  ")
			return
		}
		r.line(newline, "cause", causeText(err))
		branches, _, next := errchain.Unwrap(err)
		for _, branch := range branches {
			r.cause(branch, newline+"  ")
		}
		err = next
	}
}

// causeText returns the start and the end of the text of err.
func causeText(err error) string { return text.Ends(errchain.Text(err), text.MaxCause) }
