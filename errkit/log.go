package errkit

import (
	"log/slog"
	"slices"
	"strconv"

	"github.com/toolerr/toolerr/internal/text"
)

// LogValue returns all fields, including Dev and the causes, except Peer.Raw. It is for logs
// only. It has at most 64 KiB in a record, and at most the first and the last 4 KiB of the text
// of one cause; each cut is marked.
//
// Log [From](err) if err may wrap an Error, because package slog does not unwrap errors.
func (e *Error) LogValue() slog.Value {
	if e == nil {
		return slog.Value{}
	}
	attrs := e.logValue(new(maxShown)).Group()
	const room = text.MaxRecord - text.MaxRecord/64 // the rest is time, level and message
	return slog.GroupValue(text.BoundAttrs(attrs, room)...)
}

// logValue is LogValue with at most left causes.
func (e *Error) logValue(left *int) slog.Value {
	e = Bounded(e, text.MaxText)
	attrs := []slog.Attr{
		slog.String("kind", e.Kind.String()),
		slog.String("message", e.Error()),
	}
	add := func(set bool, a slog.Attr) {
		if set {
			attrs = append(attrs, a)
		}
	}
	add(e.Code != "", slog.String("code", string(e.Code)))
	add(e.Hint != "", slog.String("hint", string(e.Hint)))
	add(e.DocURL != "", slog.String("doc_url", e.DocURL))
	add(len(e.Fields) > 0, slog.Any("fields", e.Fields))
	add(e.Needs != nil, slog.Any("needs", e.Needs))
	add(e.Retry != RetryUnspecified, slog.String("retry", e.Retry.String()))
	add(e.RetryAfter != 0, slog.Duration("retry_after", e.RetryAfter))
	add(e.Effect != EffectUnspecified, slog.String("effect", e.Effect.String()))
	add(e.Stage != StageUnspecified, slog.String("stage", e.Stage.String()))
	add(e.Status != 0, slog.Int("status", int(e.Status)))
	add(e.Upstream != 0, slog.Int("upstream", e.Upstream))
	add(len(e.Details) > 0, slog.Attr{Key: "details", Value: slog.GroupValue(loggedDetails(e.Details, left)...)})
	add(e.Ref != "", slog.String("ref", e.Ref))
	add(!e.Dev.IsZero(), slog.String("dev", e.Dev.Reveal()))
	add(e.Err != nil, slog.Attr{Key: "cause", Value: causeValue(e.Err, left)})
	if p := e.Peer; p != nil {
		peer := []slog.Attr{
			slog.String("dialect", p.Dialect), slog.String("code", p.Code), slog.String("type", p.Type),
			slog.String("rule", p.Rule), slog.Bool("guessed", p.Guessed),
		}
		if len(p.Evidence) > 0 {
			peer = append(peer, slog.Any("evidence", p.Evidence))
		}
		attrs = append(attrs, slog.Attr{Key: "peer", Value: slog.GroupValue(peer...)})
	}
	return slog.GroupValue(attrs...)
}

// loggedDetails returns attrs with the log values of errors, of which an Error may contain itself.
func loggedDetails(attrs []slog.Attr, left *int) []slog.Attr {
	for i, a := range attrs {
		if e, ok := a.Value.Any().(*Error); ok {
			attrs = slices.Clone(attrs)
			attrs[i].Value = causeValue(e, left)
		}
	}
	return attrs
}

// causeValue returns the log value of an *Error. For a foreign error it returns the text, with
// the log values of each *Error that it wraps, because the text has only their public text.
// These are named "error", "error2" and so on.
func causeValue(err error, left *int) slog.Value {
	if err == nil {
		return slog.Value{}
	}
	if e, ok := err.(*Error); ok && e != nil {
		if *left--; *left < 0 {
			return slog.StringValue("(more causes)")
		}
		return e.logValue(left)
	}
	attrs := []slog.Attr{slog.String("text", causeText(err))}
	eachError(err, func(e *Error) {
		key := "error"
		if n := len(attrs); n > 1 {
			key += strconv.Itoa(n)
		}
		attrs = append(attrs, slog.Attr{Key: key, Value: causeValue(e, left)})
	})
	if len(attrs) == 1 {
		return attrs[0].Value
	}
	return slog.GroupValue(attrs...)
}
