package errkit

// FromStatus returns the kind of an HTTP status. It is [InvalidRequest] for an unknown 4xx status,
// and [Internal] for an unknown 5xx status and any above, because an invalid status is treated as
// 5xx (RFC 9110 §15). It is [Unknown] for a status below 400, which is not an error. The known
// ones are those of RFC 9110 §15.5 and §15.6, RFC 4918 §11, RFC 6585, RFC 7725 and RFC 8470, and
// unregistered ones that are widely used: 420 and 509 (a limit), 440 and 498 (a session, a token),
// 460 and 499 (the client has gone), 520 to 530 of Cloudflare, 529 (overloaded), 598 and 599 (a
// proxy timed out).
//
// Some statuses have the same kind. Set the field Status as well if the exact one is important:
//
//	&errkit.Error{Kind: errkit.NotFound, Status: http.StatusGone}
func FromStatus(status int) Kind {
	switch status {
	case 402, 412, 424, 428:
		return FailedPrecondition
	case 401, 498:
		return Unauthenticated
	case 403, 451:
		return PermissionDenied
	case 404, 410:
		return NotFound
	case 405:
		return MethodNotAllowed
	case 440:
		return AuthExpired
	case 511:
		return AuthRequired
	case 505:
		return UnsupportedVersion
	case 408, 504, 522, 524, 598, 599: // Cloudflare: the origin is late
		return Timeout
	case 409, 423: // locked
		return Conflict
	case 413, 414, 431:
		return TooLarge
	case 421, 425, 503, // 421, 425: not processed (RFC 9110 §15.5.20, RFC 8470 §5.2)
		521, 523, 529, 530: // Cloudflare: the origin is unreachable; 529: overloaded, sent by providers of models
		return Unavailable
	case 416, 422:
		return InvalidInput
	case 420, 429, 509:
		return RateLimited
	case 460, 499:
		return Canceled
	case 501:
		return Unsupported
	case 502, 520, 525, 526: // Cloudflare: an unexpected response of the origin, or none over TLS
		return UpstreamFailed
	}
	switch {
	case status < 400:
		return Unknown
	case status < 500:
		return InvalidRequest
	}
	return Internal
}
