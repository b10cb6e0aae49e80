package header

import (
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
)

// Requests counts the requests of a call to other services. Its Trace counts those that have the
// context of the call, of which Known, Safe and Refused are only known if something else counts them.
type Requests struct {
	Seen    atomic.Int32 // connections that were asked for
	Known   atomic.Int32 // of them, those of requests whose method is known
	Sent    atomic.Int32 // requests of which a byte was written
	Safe    atomic.Int32 // of them, those with a safe method
	Refused atomic.Int32 // of them, those with another method that the server did not process
}

// RequestsKey is the key in a context of the *Requests of the call.
type RequestsKey struct{}

// Trace returns a trace that counts the requests of net/http in its context.
func (r *Requests) Trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		GetConn:      func(string) { r.Seen.Add(1) },
		WroteHeaders: func() { r.Sent.Add(1) },
	}
}

// Unsafe returns the number of requests that may have had an effect.
func (r *Requests) Unsafe() int32 { return r.Sent.Load() - r.Safe.Load() - r.Refused.Load() }

// IsSafe reports whether an HTTP method only reads (RFC 9110 §9.2.1). "" is GET.
func IsSafe(method string) bool {
	switch method {
	case "", http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace:
		return true
	}
	return false
}

// IsRefused reports whether a server with this response did not process the request: it is 429, 421
// (RFC 9110 §15.5.20), 425 (RFC 8470 §5.2), or 503 with a delay.
func IsRefused(status int, h http.Header) bool {
	switch status {
	case http.StatusTooManyRequests, http.StatusMisdirectedRequest, http.StatusTooEarly:
		return true
	case http.StatusServiceUnavailable:
		return h.Get("Retry-After") != ""
	}
	return false
}
