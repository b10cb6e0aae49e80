// Package standard is the boundary that most servers want: it knows the errors
// of the standard library, of go-playground/validator and of
// santhosh-tekuri/jsonschema, and reports to log/slog.
//
//	b := standard.Boundary()
//
// A program that needs one of them and not the libraries of the others makes its
// own [middleware.Boundary] of the same parts.
package standard

import (
	"context"
	"errors"
	"log/slog"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/jsonschema"
	"github.com/toolerr/toolerr/middleware/validate"
)

// Boundary returns a new boundary with all classifiers, which reports to
// [slog.Default]. Its fields may be changed before it is used.
//
// It takes JSON errors for those of the request; see [middleware.JSON].
func Boundary() *middleware.Boundary {
	return &middleware.Boundary{
		// The order matters where one error is inside another: a body that is
		// too large ends in a JSON error, a canceled request in a network error.
		Classify: []middleware.Classifier{
			middleware.Limits,
			middleware.Context,
			middleware.Network,
			validate.Classifier,
			jsonschema.Classifier,
			middleware.JSON,
		},
		Report: Report(nil),
	}
}

// Report returns a [middleware.Boundary] Report that writes one record to a
// logger; nil is [slog.Default] at the time of the record. The record has
// everything that is known of the error, the cause and, for a panic, the stack
// included, and the facts of [middleware.WithAttrs]; nothing else of the request.
//
// The level is Error for what the HTTP table of package mapping calls a fault of
// the server, Debug for a caller who went away, and Info for the rest.
func Report(logger *slog.Logger) func(context.Context, *errkit.Error) {
	return func(ctx context.Context, e *errkit.Error) {
		l := logger
		if l == nil {
			l = slog.Default()
		}
		level := Level(e)
		if !l.Enabled(ctx, level) {
			return
		}
		attrs := append([]slog.Attr{}, middleware.Attrs(ctx)...)
		attrs = append(attrs, e.LogValue().Group()...)
		if p, ok := errors.AsType[*middleware.Panic](e); ok {
			attrs = append(attrs, slog.String("stack", p.Stack()))
		}
		l.LogAttrs(ctx, level, "call failed", attrs...)
	}
}

// Level is the level at which [Report] logs an error.
func Level(e *errkit.Error) slog.Level {
	switch status := mapping.Default().Row(errkit.KindOf(e)).HTTP; {
	case status == 499:
		return slog.LevelDebug
	case status >= 500:
		return slog.LevelError
	}
	return slog.LevelInfo
}
