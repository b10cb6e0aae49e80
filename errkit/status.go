package errkit

// FromStatus returns the kind of an HTTP status. It is [InvalidRequest] for an unknown 4xx
// status, and [Internal] for an unknown 5xx status and any above, because an invalid status is
// treated as 5xx (RFC 9110 §15). It is [Unknown] for a status below 400, which is not an error. The
// known ones are those of RFC 9110 §15.5 and §15.6, RFC 4918 §11.3, RFC 6585, RFC 7725 and RFC 8470, and
// the unregistered statuses 499, 520 to 524 and 529, which are widely used.
//
// Some statuses have the same kind. Set the field Status as well if the exact one is important:
//
//	&errkit.Error{Kind: errkit.NotFound, Status: http.StatusGone}
func FromStatus(status int) Kind {
	switch status {
	case 402, 412, 428:
		return FailedPrecondition
	case 401:
		return Unauthenticated
	case 403, 451:
		return PermissionDenied
	case 404, 410:
		return NotFound
	case 405:
		return MethodNotAllowed
	case 408, 504, 522, 524: // Cloudflare: the origin is late
		return Timeout
	case 409, 423: // locked
		return Conflict
	case 413, 414, 431:
		return TooLarge
	case 421, 425, 503, // 421, 425: not processed (RFC 9110 §15.5.20, RFC 8470 §5.2)
		521, 523, 529: // Cloudflare: the origin is unreachable; 529: overloaded, sent by providers of models
		return Unavailable
	case 422:
		return InvalidInput
	case 429:
		return RateLimited
	case 499:
		return Canceled
	case 501:
		return Unsupported
	case 502, 520: // Cloudflare: an unexpected response of the origin
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
