package oxpserver

import (
	"context"
	"net/http"

	"github.com/toolerr/toolerr/errkit"
)

// A Call is what a call brings besides its input.
type Call struct {
	ID      string // names the call; made here if the client gave none
	TraceID string // names the trace that it belongs to
	Tool    string // Toolkit.Tool
	Version string // x.y.z
	UserID  string // names the user, by the client's word

	tokens, secrets map[string]errkit.Private
}

type callKey struct{}

// CallOf returns the call that a tool is called by. It is nil outside of OXP; its methods work on nil.
func CallOf(ctx context.Context) *Call {
	c, _ := ctx.Value(callKey{}).(*Call)
	return c
}

// Token returns the token of an authorization, zero if the call brought none.
func (c *Call) Token(id string) errkit.Private {
	if c == nil {
		return errkit.Private{}
	}
	return c.tokens[id]
}

// Secret returns a secret, zero if the call brought none.
func (c *Call) Secret(id string) errkit.Private {
	if c == nil {
		return errkit.Private{}
	}
	return c.secrets[id]
}

type identityKey struct{}

// WithIdentity names the caller: for [Server.Auth], once it knows who calls. Calls of different callers never share a
// result.
func WithIdentity(ctx context.Context, caller string) context.Context {
	return context.WithValue(ctx, identityKey{}, caller)
}

// credentials are the headers by which callers prove who they are, where nobody named them.
var credentials = []string{"Authorization", "Oxp-Api-Key", "X-Api-Key", "Proxy-Authorization", "Cookie"}

// identity sums up who calls: by WithIdentity, else by what the request proves it with.
func identity(r *http.Request) key {
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
