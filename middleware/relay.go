package middleware

import (
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// relay returns e. If a peer sent it and RelayPeers is not set, relay returns UpstreamFailed with the default text, the delay of e,
// and e as the cause.
func (b *Boundary) relay(e *errkit.Error) *errkit.Error {
	if e.Peer == nil || b.RelayPeers {
		return e
	}
	upstream := e.Upstream
	if upstream == 0 {
		upstream = mapping.Default().Status(e) // the status with which a peer responds over HTTP
	}
	return &errkit.Error{Kind: errkit.UpstreamFailed, Upstream: upstream, RetryAfter: e.RetryAfter, Err: e}
}
