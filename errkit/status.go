package errkit

// FromStatus returns the kind of an HTTP status. A status of 4xx without a row
// is [InvalidRequest]; one of 5xx, or above, is [Internal] (RFC 9110 §15: an
// invalid status is treated as 5xx). Below 400 there is no failure: [Unknown].
//
// Several statuses share a kind. Where the exact one matters, set it beside the kind:
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

// The statuses of RFC 9110 §15.5 and §15.6, RFC 4918 §11.3, RFC 6585, RFC 7725,
// and 499 and 529, which are in use.
var statusKinds = [...]struct {
	status int
	kind   Kind
}{
	{400, InvalidRequest},
	{401, Unauthenticated},
	{402, FailedPrecondition}, // payment first
	{403, PermissionDenied},
	{404, NotFound},
	{405, MethodNotAllowed},
	{408, Timeout},
	{409, Conflict},
	{410, NotFound}, // for good
	{412, FailedPrecondition},
	{413, TooLarge},
	{414, TooLarge}, // the URI
	{422, InvalidInput},
	{423, Conflict}, // locked
	{428, FailedPrecondition},
	{429, RateLimited},
	{431, TooLarge}, // the header
	{451, PermissionDenied},
	{499, Canceled},
	{501, Unsupported},
	{502, UpstreamFailed},
	{503, Unavailable},
	{504, Timeout},
	{529, Unavailable}, // overloaded, as model providers send it
}
