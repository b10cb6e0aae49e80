package middleware

import (
	"context"
	"slices"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/language"
)

// WithAcceptLanguage returns a context with the languages that the client of a call prefers, as the header Accept-Language has
// them (RFC 9110 §12.5.4). It returns ctx for "". The adapters use the header of the request, unless the context has a value.
func WithAcceptLanguage(ctx context.Context, accept string) context.Context {
	return language.With(ctx, accept)
}

// AcceptLanguage returns the value of [WithAcceptLanguage], or "". It is not validated:
// language.ParseAcceptLanguage of golang.org/x/text parses it.
func AcceptLanguage(ctx context.Context) string { return language.Of(ctx) }

// localized returns e with the texts of Localize, in a copy that has them once, however many boundaries it passes.
func (b *Boundary) localized(ctx context.Context, e *errkit.Error) *errkit.Error {
	if b == nil || b.Localize == nil {
		return e
	}
	r, ok := e.Err.(*reported)
	switch {
	case !ok:
		r = &reported{err: e.Err}
	case r.localized:
		return e
	}
	texts := *e
	texts.Fields = slices.Clone(e.Fields)
	if !b.callLocalize(ctx, &texts) {
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
	c.Err = &reported{ref: r.ref, err: r.err, localized: true}
	return &c
}

// callLocalize calls Localize, and reports whether it returned.
func (b *Boundary) callLocalize(ctx context.Context, e *errkit.Error) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	b.Localize(ctx, e)
	return true
}
