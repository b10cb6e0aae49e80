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
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/jsonschema"
	"github.com/toolerr/toolerr/middleware/validate"
)

// Boundary returns a new boundary with all classifiers, which reports to
// [slog.Default]. Its fields may be changed before it is used.
//
// A JSON or EOF error is the caller's only if the input of the call has that
// fault; see [middleware.JSON].
func Boundary() *middleware.Boundary {
	return &middleware.Boundary{
		// The order matters where one error is inside another: a body that is
		// too large ends in a JSON error, a canceled request in a network error.
		Classify: []middleware.Classifier{
			middleware.Limits,
			middleware.Context,
			middleware.Network,
			new(validate.Validator).Classify,
			jsonschema.Classifier,
			middleware.JSON,
		},
		Report: middleware.Log(nil),
	}
}
