package errkit

// FromStatus returns the kind of an HTTP status. It is [InvalidRequest] for an unknown 4xx
// status, and [Internal] for an unknown 5xx status and any above, because an invalid status is
// treated as 5xx (RFC 9110 §15). It is [Unknown] for a status below 400, which is not an error.
//
// Some statuses have the same kind. Set the field Status as well if the exact one is important:
//
//	&errkit.Error{Kind: errkit.NotFound, Status: http.StatusGone}
func FromStatus(status int) Kind {
	for i := range statusKinds {
		if statusKinds[i].status == status {
			return statusKinds[i].kind
		}
	}
	switch {
	case status < 400:
		return Unknown
	case status < 500:
		return InvalidRequest
	}
	return Internal
}

// statusKinds has the statuses of RFC 9110 §15.5 and §15.6, RFC 4918 §11.3, RFC 6585,
// RFC 7725 and RFC 8470, and the unregistered statuses 499, 520 to 524 and 529, which are widely used.
var statusKinds = [...]struct {
	status int
	kind   Kind
}{
	{400, InvalidRequest},
	{401, Unauthenticated},
	{402, FailedPrecondition}, // payment required
	{403, PermissionDenied},
	{404, NotFound},
	{405, MethodNotAllowed},
	{408, Timeout},
	{409, Conflict},
	{410, NotFound}, // gone
	{412, FailedPrecondition},
	{413, TooLarge},
	{414, TooLarge},    // URI too long
	{421, Unavailable}, // misdirected, and not processed (RFC 9110 §15.5.20)
	{422, InvalidInput},
	{423, Conflict},    // locked
	{425, Unavailable}, // too early, and not processed (RFC 8470 §5.2)
	{428, FailedPrecondition},
	{429, RateLimited},
	{431, TooLarge}, // header fields too large
	{451, PermissionDenied},
	{499, Canceled},
	{501, Unsupported},
	{502, UpstreamFailed},
	{503, Unavailable},
	{504, Timeout},
	{520, UpstreamFailed}, // Cloudflare: an unexpected response of the origin
	{521, Unavailable},    // Cloudflare: the origin refuses connections
	{522, Timeout},        // Cloudflare: a connection to the origin
	{523, Unavailable},    // Cloudflare: the origin is unreachable
	{524, Timeout},        // Cloudflare: a response of the origin
	{529, Unavailable},    // overloaded, sent by providers of models
}
