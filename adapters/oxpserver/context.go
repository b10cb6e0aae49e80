package oxpserver

import (
	"context"
	"net/http"
)

// A Call identifies a call. What it brings besides its input is in [tool.CallerFrom].
type Call struct {
	ID      string // of the client, otherwise a random one
	TraceID string // of the trace that the call belongs to; "": none
	Tool    string // Toolkit.Tool
	Version string // x.y.z
}

type callKey struct{}

// CallFrom returns the call of a tool. It is false in another protocol.
func CallFrom(ctx context.Context) (Call, bool) {
	c, ok := ctx.Value(callKey{}).(Call)
	return c, ok
}

type identityKey struct{}

// WithIdentity returns a context that identifies the caller, for [Server.Auth]. Calls of different callers never share a
// result.
func WithIdentity(ctx context.Context, caller string) context.Context {
	return context.WithValue(ctx, identityKey{}, caller)
}

// credentials are the headers that identify a caller without WithIdentity.
var credentials = []string{"Authorization", "Oxp-Api-Key", "X-Api-Key", "Proxy-Authorization", "Cookie"}

// identity returns a hash of the caller: of WithIdentity, otherwise of the credentials of the request.
func identity(r *http.Request) callHash {
	d := newDigest()
	if caller, ok := r.Context().Value(identityKey{}).(string); ok {
		d.add("caller", caller)
		return d.sum()
	}
	for _, name := range credentials {
		for _, v := range r.Header[name] {
			d.add(name, v)
		}
	}
	if r.TLS != nil && len(r.TLS.PeerCertificates) > 0 {
		d.add("certificate", string(r.TLS.PeerCertificates[0].Raw))
	}
	return d.sum()
}
