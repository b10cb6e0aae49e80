package wire

import (
	"log/slog"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/mapping"
)

// MediaTypeJSON is the media type of most dialects.
const MediaTypeJSON = "application/json"

// AppendMember appends an optional member: open, which ends with a quote, then value as it is, and
// the closing quote. It appends nothing if value is empty:
//
//	dst = wire.AppendMember(dst, `,"code":"`, string(e.Code))
func AppendMember(dst []byte, open, value string) []byte {
	if value == "" {
		return dst
	}
	return text.AppendMember(dst, open, value)
}

// AppendDetails appends the details of e as members, each after a comma, except those with a name
// that taken reports. See [errkit.AppendDetails].
func AppendDetails(dst []byte, e *errkit.Error, taken func(name string) bool) []byte {
	if len(e.Details) == 0 {
		return dst
	}
	n := len(dst)
	dst = append(dst, ',')
	if dst = errkit.AppendDetails(dst, e.Details, taken); len(dst) == n+1 {
		return dst[:n]
	}
	return dst
}

// CloseMember ends an object that is the value of a member, of which open was appended before
// start, and each member after it starts with a comma. Without members it removes open.
func CloseMember(dst []byte, start int, open string) []byte {
	if len(dst) == start {
		return dst[:start-len(open)]
	}
	return text.CloseObject(dst, start)
}

// Detail returns the detail of e with a name, of several the last one. The zero Value is that of
// none.
func Detail(e *errkit.Error, name string) (v slog.Value) {
	for i := range e.Details {
		if e.Details[i].Key == name {
			v = e.Details[i].Value
		}
	}
	return v
}

// AppendCarry appends the canonical JSON as a member after a comma, if the codec carries it.
// [Reader.Carry] reads it.
func AppendCarry(dst []byte, c *dialect.Codec, e *errkit.Error) []byte {
	if !c.Carry {
		return dst
	}
	return AppendCanonical(append(dst, `,"`+dialect.CarryMember+`":`...), e)
}

// AppendCanonical appends the canonical JSON of e as it is carried: its texts are cleaned, because
// clients show them to models, and it has at most 64 KiB, if necessary without details or needs
// and with shorter texts.
func AppendCanonical(dst []byte, e *errkit.Error) []byte {
	n := len(dst)
	e = WithRetry(nil, e)
	if dst = e.AppendJSON(dst); len(dst)-n > text.MaxCarry {
		dst = appendLess(dst[:n], e)
	}
	return text.CleanJSON(dst, n)
}

// WithRetry returns e for a document that names its kind, from which a reader infers the retry by
// the default table. If that is another retry than t has for e, as of a guess, e has it. A kind
// that invites to a retry, where t has no retry, becomes never: no guess invites to one, in any
// output.
func WithRetry(t *mapping.Table, e *errkit.Error) *errkit.Error {
	if t == nil && e.Retry == errkit.RetryUnspecified && e.Peer == nil {
		return e // as most are
	}
	retry, inferred := t.RetryOf(e), mapping.Default().Retry(e.Kind, e.Upstream)
	if retry == errkit.RetryUnspecified && inferred == errkit.Allowed {
		retry = errkit.Never
	}
	if retry == e.Retry || retry == inferred || retry == errkit.RetryUnspecified {
		return e
	}
	settled := *e
	settled.Retry = retry
	return &settled
}

// CodeKind returns the kind of the code of a document that has no member for the retry, so that
// its code invites to one by itself: of a guess that does not, it is the kind before the guess.
func CodeKind(t *mapping.Table, e *errkit.Error) errkit.Kind {
	if p := e.Peer; p != nil && p.Guessed && t.Retry(e.Kind, e.Upstream) == errkit.Allowed &&
		t.RetryOf(e) != errkit.Allowed {
		return p.Coarse
	}
	return e.Kind
}

func appendLess(dst []byte, e *errkit.Error) []byte {
	n := len(dst)
	less := *errkit.Bounded(e, text.MaxMessage)
	less.Details = []slog.Attr{slog.Bool("details_left_out", true)}
	if dst = less.AppendJSON(dst); len(dst)-n > text.MaxCarry {
		less.Needs = nil
		dst = less.AppendJSON(dst[:n])
	}
	return dst
}
