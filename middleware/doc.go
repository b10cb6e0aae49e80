// Package middleware, for applications, provides the boundary between a handler and a protocol. A
// [Boundary] runs a handler, recovers its panics, converts every failure into one *errkit.Error,
// and reports it once:
//
//	var b middleware.Boundary
//	err := b.Run(ctx, handler) // nil, or an *errkit.Error
//
// Package middleware/standard provides a Boundary with classifiers of the usual errors, which
// reports to log/slog.
//
// # Classifiers
//
// An error that neither is nor wraps an *errkit.Error is Internal, unless a [Classifier] knows
// it. This package has the classifiers of errors of the standard library ([Value], [JSON],
// [Context], [Network], [Limits]) and constructors for those of an application ([Is],
// [HTTPStatus], [Reveal]). Packages middleware/validate and middleware/jsonschema have those of
// validators.
//
// # Goroutines
//
// A Boundary does not recover panics in goroutines that a handler starts; they exit the program.
// Start such goroutines with [Boundary.Go], or call [Boundary.Run] in them. Fatal errors of the
// runtime, such as concurrent writes to a map, cannot be recovered.
//
// # Nested boundaries
//
// The innermost Boundary reports an error. Others do not report it again, and an error that wraps
// it has the Ref of its report. Only a panic that [Boundary.Repanic] re-panics is reported by
// each Boundary.
package middleware
