// Package middleware is the boundary between a handler and a protocol: whatever
// goes wrong inside, one *errkit.Error comes out, and one report is made.
//
// Start with [Boundary.Run]. The zero Boundary and the nil one work; package
// middleware/standard has one that knows the usual errors and reports to slog.
//
//	var b middleware.Boundary
//	err := b.Run(ctx, handler) // nil, or an *errkit.Error
//
// # What a boundary cannot see
//
// A goroutine that a handler starts is outside of every boundary: a panic in it
// ends the program. Start it with [Boundary.Go], or give [Boundary.Run] to the
// group that starts it. Fatal errors of the runtime, such as concurrent writes
// to a map, cannot be caught by anybody.
//
// # Once
//
// An error is reported by the first boundary that it passes. Those above do not
// report it again, and an error that wraps it keeps the Ref of its record. Only a
// panic that [Boundary.Repanic] passes on is reported by each boundary above.
package middleware
