package middleware

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
)

type declaredKey struct{}

// WithDeclared returns a context with the errors that the code of a call declares: [errkit.Kind]
// and *[errkit.Error] values, as in [tool.Definition.Errors]. They replace those of ctx, which may
// be of the tool that calls this one. It returns ctx if both have none.
//
// A Boundary completes an error by the declaration of its Code: what the error leaves zero of
// Kind, Retry, RetryAfter, Effect, Status, Message, Hint and DocURL is that of the declaration.
// Where codes are declared, an error with another kind than the declaration of its code is
// reported with the fact undeclared, see [Boundary.Undeclared], and so is one with another code,
// unless it is about the request, before the code runs, by its kind, Malformed or InvalidRequest,
// or its stage.
func WithDeclared(ctx context.Context, errs []error) context.Context {
	if len(errs) == 0 && ctx.Value(declaredKey{}) == nil {
		return ctx
	}
	return context.WithValue(ctx, declaredKey{}, errs)
}

// declared returns e as the declaration of its code completes it, and whether the code or the kind
// is not declared. The code of a peer is not one of the call.
func declared(ctx context.Context, e *errkit.Error) (_ *errkit.Error, undeclared bool) {
	if e.Code == "" || e.Peer != nil {
		return e, false
	}
	aboutRequest := e.Kind == errkit.Malformed || e.Kind == errkit.InvalidRequest || e.Stage == errkit.BeforeCall
	errs, _ := ctx.Value(declaredKey{}).([]error)
	for _, err := range errs {
		d, _ := err.(*errkit.Error)
		if d == nil || d.Code == "" {
			continue
		}
		if d.Code == e.Code {
			c := *e
			c.Kind, c.Status, c.Effect = cmp.Or(e.Kind, d.Kind), cmp.Or(e.Status, d.Status), cmp.Or(e.Effect, d.Effect)
			c.Retry, c.RetryAfter = cmp.Or(e.Retry, d.Retry), cmp.Or(e.RetryAfter, d.RetryAfter)
			c.Message, c.Hint = cmp.Or(e.Message, d.Message), cmp.Or(e.Hint, d.Hint)
			c.DocURL = cmp.Or(e.DocURL, d.DocURL)
			return &c, c.Kind != d.Kind
		}
		undeclared = !aboutRequest
	}
	return e, undeclared
}

// DeclaredJSON returns errors as [WithDeclared] has them for clients, which read them before a
// call: an array of the canonical JSON of each.
func DeclaredJSON(errs []error) json.RawMessage {
	doc := []byte{'['}
	for i, err := range errs {
		e := *cmp.Or(errkit.From(err), new(errkit.Error))
		e.Ref = "" // of a call
		doc = errkit.Bounded(&e, text.MaxText).AppendJSON(text.AppendComma(doc, i))
	}
	return append(doc, ']')
}

// undeclared returns the context for the report of an error that is not declared, and the error,
// whose text [Development] shows.
func (b *Boundary) undeclared(ctx context.Context, e *errkit.Error) (context.Context, *errkit.Error) {
	ctx = WithAttrs(ctx, slog.Bool("undeclared", true))
	if b.Undeclared != nil {
		guard(func() { b.Undeclared(ctx, e) })
	}
	note := fmt.Sprintf("no declared error has the code %q and the kind %s\n", e.Code, e.Kind.String())
	if dev := e.Dev.Reveal(); b.development && !strings.HasPrefix(dev, note) { // that of a boundary inside
		e = new(*e)
		e.Dev = errkit.Dev(note + dev)
	}
	return ctx, e
}
