// Package standard, for applications, provides the boundary that most servers use. It classifies
// the errors of the standard library and of go-playground/validator, and reports to log/slog.
//
//	b := standard.Boundary()
//
// It links no library: the errors of go-playground/validator are known by their methods. Adapters
// that decode inputs check validate tags, with package validate, and those that check inputs by a
// JSON Schema classify its errors, too, with package jsonschema.
package standard

import (
	"cmp"
	"log/slog"
	"slices"

	"github.com/toolerr/toolerr/internal/violation"
	"github.com/toolerr/toolerr/middleware"
)

// Boundary returns a new boundary with all classifiers, which reports to [slog.Default]. Its
// fields may be changed before it is used. An error of a parser is the fault of the caller only if
// the input of the call has that fault; see [middleware.JSON] and [middleware.Value].
func Boundary() *middleware.Boundary {
	return &middleware.Boundary{
		// The order is significant for an error that wraps another one: a body that is too large
		// is also a JSON error, a canceled request and an address also a network error.
		Classify: []middleware.Classifier{
			middleware.Limits,
			middleware.Context,
			middleware.Value,
			middleware.Network,
			new(violation.Converter).Classify,
			middleware.JSON,
		},
		Report: middleware.Log(nil),
	}
}

// Or returns b, or, if b is nil, a boundary that all callers of Or share. It is for adapters, in
// which nil is the default. The result must not be changed.
func Or(b *middleware.Boundary) *middleware.Boundary {
	return cmp.Or(b, defaultBoundary)
}

// With returns a copy of b, or of Boundary() if b is nil, whose first classifier is first. It is
// for adapters, whose classifier knows the errors of a library.
func With(b *middleware.Boundary, first middleware.Classifier) middleware.Boundary {
	c := *Or(b)
	c.Classify = slices.Concat([]middleware.Classifier{first}, c.Classify)
	return c
}

// Development returns Boundary() in development mode, which sends the causes of errors to
// clients, loudly marked; see [middleware.Development]. It logs a warning. Use it only for a
// server whose only client is its author's:
//
//	b := standard.Boundary()
//	if *develop {
//		b = standard.Development()
//	}
func Development() *middleware.Boundary {
	slog.Warn("toolerr: development mode: private causes of errors are sent to clients; never use it in production")
	return middleware.Development(Boundary())
}

var defaultBoundary = Boundary()
