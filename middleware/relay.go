package middleware

import (
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// relay returns e, or, if it came from a peer and is not to be relayed,
// UpstreamFailed with the standing text and what the peer said as the cause.
func (b *Boundary) relay(e *errkit.Error) *errkit.Error {
	if e.Peer == nil || b.Relay {
		return e
	}
	upstream := e.Upstream
	if upstream == 0 {
		upstream = mapping.Default().Status(e) // that of the peer's response, if it is in HTTP
	}
	return &errkit.Error{Kind: errkit.UpstreamFailed, Upstream: upstream, Err: e}
}
