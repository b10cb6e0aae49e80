package middleware

import "github.com/toolerr/toolerr/errkit"

// relay returns e, or, if it came from a peer and is not to be relayed,
// UpstreamFailed with the standing text and what the peer said as the cause.
func (b *Boundary) relay(e *errkit.Error) *errkit.Error {
	if e.Peer == nil || b.Relay {
		return e
	}
	upstream := e.Upstream
	if upstream == 0 {
		upstream = status(e.Kind)
	}
	return &errkit.Error{Kind: errkit.UpstreamFailed, Upstream: upstream, Err: e}
}

// status is the HTTP status of a kind: what the peer answered with, or would
// have in HTTP. A test compares it with the table of package mapping, which
// this package stands beside.
func status(k errkit.Kind) int {
	switch k {
	case errkit.Malformed, errkit.InvalidRequest, errkit.RequirementMissing, errkit.FailedPrecondition, errkit.UnsupportedVersion:
		return 400
	case errkit.Unauthenticated, errkit.AuthRequired, errkit.AuthExpired:
		return 401
	case errkit.PermissionDenied:
		return 403
	case errkit.MethodNotFound, errkit.ToolNotFound, errkit.VersionNotFound, errkit.AppNotFound, errkit.NotFound:
		return 404
	case errkit.MethodNotAllowed:
		return 405
	case errkit.Conflict:
		return 409
	case errkit.TooLarge:
		return 413
	case errkit.InvalidInput, errkit.InputRequired:
		return 422
	case errkit.RateLimited:
		return 429
	case errkit.Canceled:
		return 499
	case errkit.Unsupported:
		return 501
	case errkit.UpstreamFailed, errkit.Network:
		return 502
	case errkit.AppNotRunning, errkit.Unavailable:
		return 503
	case errkit.Timeout:
		return 504
	}
	return 500
}
