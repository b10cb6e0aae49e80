// Package language has the languages that the client of a call prefers, in a context.
package language

import (
	"context"
	"net/http"
)

// Header is the header that has them (RFC 9110 §12.5.4).
const Header = "Accept-Language"

// Key is the key of the value in a context: that of the header.
type Key struct{}

// Of returns the value of the header, "" if it is not known.
func Of(ctx context.Context) string {
	accept, _ := ctx.Value(Key{}).(string)
	return accept
}

// With returns a context with the value of the header. It returns ctx for "".
func With(ctx context.Context, accept string) context.Context {
	if accept == "" {
		return ctx
	}
	return context.WithValue(ctx, Key{}, accept)
}

// FromHeader returns a context with the value in h, unless ctx has one.
func FromHeader(ctx context.Context, h http.Header) context.Context {
	if Of(ctx) != "" {
		return ctx
	}
	return With(ctx, h.Get(Header))
}
