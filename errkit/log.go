package errkit

import "log/slog"

// LogValue is everything, Dev and the cause included: for logs alone.
func (e *Error) LogValue() slog.Value {
	if e == nil {
		return slog.Value{}
	}
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
	add(len(e.Fields) > 0, slog.Any("fields", e.Fields))
	add(e.Needs != nil, slog.Any("needs", e.Needs))
	add(e.Retry != Unspecified, slog.String("retry", e.Retry.String()))
	add(e.RetryAfter != 0, slog.Duration("retry_after", e.RetryAfter))
	add(e.Stage != Unspecified, slog.String("stage", e.Stage.String()))
	add(e.Upstream != 0, slog.Int("upstream", e.Upstream))
	add(len(e.Details) > 0, slog.Attr{Key: "details", Value: slog.GroupValue(e.Details...)})
	add(e.Ref != "", slog.String("ref", e.Ref))
	add(!e.Dev.IsZero(), slog.String("dev", e.Dev.Reveal()))
	add(e.Err != nil, slog.Any("cause", logCause{e.Err}))
	if p := e.Peer; p != nil {
		attrs = append(attrs, slog.Group("peer", slog.String("dialect", p.Dialect), slog.String("code", p.Code),
			slog.String("type", p.Type), slog.String("rule", p.Rule), slog.Bool("guessed", p.Guessed)))
	}
	return slog.GroupValue(attrs...)
}

// logCause logs a cause, and behind it the errors of this package that it
// wraps, whose own text says the public part alone.
type logCause struct{ err error }

// LogValue is the text of a foreign error, everything of one of ours, and both
// where a foreign error wraps one of ours.
func (c logCause) LogValue() slog.Value {
	if e, ok := c.err.(*Error); ok {
		return e.LogValue()
	}
	if f := find(c.err); f.err != nil {
		return slog.GroupValue(slog.String("text", causeText(c.err)), slog.Any("error", f.err))
	}
	return slog.StringValue(causeText(c.err))
}
