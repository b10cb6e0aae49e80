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
	switch {
	case status < 400:
		return Unknown
	case status < len(statuses) && statuses[status] != Internal:
		return statuses[status]
	case status < 500:
		return InvalidRequest
	}
	return Internal
}

// statuses are the kinds of the statuses that are known.
var statuses = [...]Kind{
	402: FailedPrecondition, 412: FailedPrecondition, 424: FailedPrecondition, 428: FailedPrecondition,
	401: Unauthenticated, 498: Unauthenticated, 440: AuthExpired, 511: AuthRequired,
	403: PermissionDenied, 451: PermissionDenied,
	404: NotFound, 410: NotFound, 405: MethodNotAllowed, 501: Unsupported, 505: UnsupportedVersion,
	408: Timeout, 504: Timeout, 598: Timeout, 599: Timeout,
	522: Timeout, 524: Timeout, // Cloudflare: the origin is late
	409: Conflict, 423: Conflict, // locked
	413: TooLarge, 414: TooLarge, 431: TooLarge,
	416: InvalidInput, 422: InvalidInput,
	420: RateLimited, 429: RateLimited, 509: RateLimited,
	460: Canceled, 499: Canceled,
	421: Unavailable, 425: Unavailable, 503: Unavailable, // 421, 425: not processed (RFC 9110 §15.5.20, RFC 8470 §5.2)
	521: Unavailable, 523: Unavailable, 530: Unavailable, // Cloudflare: the origin is unreachable
	529: Unavailable,                                                                   // overloaded, sent by providers of models
	502: UpstreamFailed, 520: UpstreamFailed, 525: UpstreamFailed, 526: UpstreamFailed, // Cloudflare: an unexpected response
}
