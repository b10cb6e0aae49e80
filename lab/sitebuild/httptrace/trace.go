// Package httptrace is the part of net/http/httptrace that compiles with package http of
// lab/sitebuild. Nothing is traced.
package httptrace

// A ClientTrace has the hooks that internal/header sets.
type ClientTrace struct {
	WroteHeaders func()
}
