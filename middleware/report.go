package middleware

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/mapping"
)

// report calls Report unless e was reported before, and returns e with the Ref of the report, the
// texts of Localize, and a reported in its chain. An error that only wraps reported errors is the
// same failure: it has their Ref.
func (b *Boundary) report(ctx context.Context, e *errkit.Error) error {
	e, undeclared := declared(ctx, e)
	if e.Peer == nil || !b.ofRequest { // a front, or a client, knows the effect of its request
		e = withEffect(ctx, e)
	}
	ref, done := reportedAs(e)
	if b != nil && !done {
		if undeclared {
			ctx, e = b.undeclared(ctx, e)
		}
		e = b.Overrides.Apply(e)
	}
	switch {
	case done:
		same := *e
		same.Ref = cmp.Or(e.Ref, ref)
		return b.localized(ctx, &same)
	case b == nil:
		return e
	}
	if b.Report == nil {
		return b.shown(b.localized(ctx, e), e.Err)
	}
	if level := b.Overrides[e.Code].Level; level != nil {
		ctx = context.WithValue(ctx, levelKey{}, *level)
	}
	record := *e
	if record.Ref == "" {
		record.Ref = b.ref(ctx)
	}
	result := record // Report may keep record
	result.Err = &reported{ref: record.Ref, err: record.Err, localized: isHandled(e)}
	guard(func() { b.Report(ctx, &record) }) // a panic must not prevent the response
	return b.shown(b.localized(ctx, &result), record.Err)
}

type refKey struct{}

// WithRef returns a context with the reference of the failures that are reported with it, such as
// the id of the trace. It returns ctx for "".
func WithRef(ctx context.Context, ref string) context.Context {
	if ref == "" {
		return ctx
	}
	return context.WithValue(ctx, refKey{}, ref)
}

// ref returns the reference of a failure.
func (b *Boundary) ref(ctx context.Context) (ref string) {
	if ref, ok := ctx.Value(refKey{}).(string); ok {
		return ref
	}
	if b.Ref != nil {
		guard(func() { ref = b.Ref(ctx) })
	}
	return cmp.Or(ref, newRef())
}

// newRef returns a short reference, because people read it out. It is not a secret.
func newRef() string { return fmt.Sprintf("%08x", rand.Uint32()) }

// A reported is in the chain of an error that was reported or localized, before its causes.
type reported struct {
	ref       string // "": not reported
	err       error
	localized bool
}

func (r *reported) Error() string {
	switch {
	case r.ref == "" && r.err == nil:
		return "localized"
	case r.ref == "":
		return r.err.Error()
	case r.err == nil:
		return "reported as " + r.ref
	}
	return r.err.Error() + " (reported as " + r.ref + ")"
}

func (r *reported) Unwrap() error { return r.err }

// isHandled reports whether a boundary reported or localized e.
func isHandled(e *errkit.Error) bool {
	_, ok := e.Err.(*reported)
	return ok
}

// reportedAs returns the Ref of the report of err. It is false if err was not reported: every
// error that err joins must have been. A panic is a new failure, whatever its value wraps.
func reportedAs(err error) (ref string, done bool) {
	if e, ok := err.(*errkit.Error); ok && e.Err == nil {
		return "", false
	}
	found := false
	r := errchain.Walk(err, func(err error, _ bool) bool {
		switch e := err.(type) {
		case *reported:
			if e.ref == "" {
				return true
			}
			if !found {
				ref, found = e.ref, true
			}
			return false
		case *Panic:
			ref, found = "", true
			return false
		}
		return true
	})
	if ref == "" || r.Ends > 0 || r.Panicked || r.Cut {
		return "", false
	}
	return ref, true
}

// WithAcceptLanguage returns a context with the languages that the client of a call prefers, as
// the header Accept-Language has them (RFC 9110 §12.5.4). It returns ctx for "". The adapters use
// the header of the request, unless the context has a value.
func WithAcceptLanguage(ctx context.Context, accept string) context.Context {
	return header.WithLanguage(ctx, accept)
}

// AcceptLanguage returns the value of [WithAcceptLanguage], or "". It is not validated:
// language.ParseAcceptLanguage of golang.org/x/text parses it.
func AcceptLanguage(ctx context.Context) string { return header.Language(ctx) }

// localized returns e with the texts of Localize, in a copy that has them once, however many
// boundaries it passes.
func (b *Boundary) localized(ctx context.Context, e *errkit.Error) *errkit.Error {
	if b == nil || b.Localize == nil {
		return e
	}
	r := reported{err: e.Err}
	if before, ok := e.Err.(*reported); ok {
		r = *before
	}
	if r.localized {
		return e
	}
	texts := *e
	texts.Fields = slices.Clone(e.Fields)
	if !guard(func() { b.Localize(ctx, &texts) }) {
		return e
	}
	c := *e
	c.Message, c.Hint = texts.Message, texts.Hint
	if len(texts.Fields) == len(e.Fields) {
		c.Fields = slices.Clone(e.Fields)
		for i := range c.Fields {
			c.Fields[i].Message = texts.Fields[i].Message
		}
	}
	r.localized = true
	c.Err = &r
	return &c
}

// developmentMark is the start of each message that has a cause.
const developmentMark = "[DEVELOPMENT MODE: private causes are sent to clients. Never use it in production.] "

// maxShownCause bounds the text of a cause, and that of a stack, in a message.
const maxShownCause = 4 << 10

// Development returns a copy of b that sends private text: the message of an error has a mark,
// its public text, its Dev, the text of its cause and the stack of a panic, each cut to 4 KiB. It
// is for an author who develops a server with a client of their own. Nothing else enables it: no
// field, no environment variable.
func Development(b *Boundary) *Boundary {
	c := *cmp.Or(b, &Boundary{})
	c.development = true
	return &c
}

// shown returns e, or with [Development] a copy with its private text in the message.
func (b *Boundary) shown(e *errkit.Error, cause error) *errkit.Error {
	if b == nil || !b.development || strings.HasPrefix(string(e.Message), developmentMark) {
		return e
	}
	var s strings.Builder
	add := func(name, value string) {
		if value != "" {
			s.WriteString("\n" + name + ": " + text.Ends(value, maxShownCause))
		}
	}
	add("dev", e.Dev.Reveal())
	if cause != nil {
		add("cause", errchain.Text(cause))
	}
	if p, ok := errchain.As[*Panic](cause); ok {
		add("stack", p.Stack())
	}
	if s.Len() == 0 {
		return e
	}
	c := *e
	c.Message = errkit.Text(developmentMark + e.Error() + s.String()) // public: the author asked for it
	return &c
}

// logMessage is the message of the records of [Log].
const logMessage = "call failed"

// Log returns a function for [Boundary.Report] that writes one record to a logger; nil means
// [slog.Default] at the time of the record. The record has the log value of the error (see
// [errkit.Error.LogValue]), the stack of a panic, and the facts of [WithAttrs], but nothing else
// of the request. It has at most 64 KiB: the largest values are cut first. DEL, C1 controls and
// characters that turn text around are escaped, because a handler for JSON leaves them. Its level
// is that of [Level].
func Log(logger *slog.Logger) func(context.Context, *errkit.Error) {
	return func(ctx context.Context, e *errkit.Error) {
		l := cmp.Or(logger, slog.Default())
		level := Level(ctx, e)
		if !l.Enabled(ctx, level) {
			return
		}
		attrs := slices.Concat(AttrsFrom(ctx), e.LogValue().Group())
		if p, ok := errchain.As[*Panic](e); ok {
			attrs = append(attrs, slog.String("stack", p.Stack()))
		}
		l.LogAttrs(ctx, level, logMessage, text.BoundAttrs(attrs, text.MaxRecord-text.MaxRecord/64)...)
	}
}

type levelKey struct{}

// Level returns the level of the record of an error: that of [Boundary.Overrides] in Report; else
// Error if its HTTP status is 500 or above, and Info. The status is e.Status, or that of its kind
// in the table of the call ([WithTable]).
func Level(ctx context.Context, e *errkit.Error) slog.Level {
	if level, ok := ctx.Value(levelKey{}).(slog.Level); ok {
		return level
	}
	table, _ := ctx.Value(tableKey{}).(*mapping.Table)
	if table.Status(e) >= 500 {
		return slog.LevelError
	}
	return slog.LevelInfo
}

type tableKey struct{}

// WithTable returns a context with the table by which the errors of the call are rendered, for
// [Level]; nil means [mapping.Default]. It allocates unless the table is nil; see [WithAttrs].
func WithTable(ctx context.Context, table *mapping.Table) context.Context {
	if table == nil && ctx.Value(tableKey{}) == nil {
		return ctx
	}
	return context.WithValue(ctx, tableKey{}, table)
}

type attrsKey struct{}

// WithAttrs returns a context with facts about the call, such as its route and method, in
// addition to those of ctx. [Boundary.Report] obtains them by [AttrsFrom]. They are logged, so
// they must not have headers or bodies.
//
// It allocates. If a successful call must not allocate, call WithAttrs after the failure, before
// [Boundary.Handle] or [Boundary.HandlePanic].
func WithAttrs(ctx context.Context, attrs ...slog.Attr) context.Context {
	return context.WithValue(ctx, attrsKey{}, slices.Concat(AttrsFrom(ctx), attrs))
}

// AttrsFrom returns the facts that [WithAttrs] added, in their order.
func AttrsFrom(ctx context.Context) []slog.Attr {
	attrs, _ := ctx.Value(attrsKey{}).([]slog.Attr)
	return attrs
}
