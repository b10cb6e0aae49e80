package mapping

import "github.com/toolerr/toolerr/errkit"

// The cells of upstream_failed by the HTTP status of the upstream service. The first matching row
// counts.
var (
	upstreamAAI = [...]struct {
		status int
		code   string
	}{
		{400, "INVALID_PARAMS"},
		{401, "AUTH_REQUIRED"},
		{403, "AUTH_DENIED"},
		{404, "NOT_FOUND"},
		{429, "RATE_LIMITED"},
	}
	upstreamToolError = [...]struct {
		from, to int
		code     string
	}{
		{401, 401, "AUTHENTICATION_ERROR"},
		{403, 403, "AUTHENTICATION_ERROR"},
		{404, 404, "NOT_FOUND"},
		{400, 499, "CLIENT_ERROR"},
	}
	upstreamRetry = [...]struct {
		from, to int
		retry    errkit.Retry
	}{
		{408, 408, errkit.Allowed},
		{429, 429, errkit.Allowed},
		{503, 503, errkit.Allowed},
		{400, 499, errkit.Never},
	}
)

// AAIString returns the string code of AAI for k. upstream is the HTTP status of the response of
// an upstream service, 0 for no status.
func (t *Table) AAIString(k errkit.Kind, upstream int) string {
	r := t.row(k)
	if r.AAIString != ByUpstream {
		return r.AAIString
	}
	for _, u := range upstreamAAI {
		if u.status == upstream {
			return u.code
		}
	}
	return "SERVICE_UNAVAILABLE"
}

// ToolError returns the toolError:v1 code for k, or [NeedsInput]. upstream is as in
// [Table.AAIString].
func (t *Table) ToolError(k errkit.Kind, upstream int) string {
	r := t.row(k)
	if r.ToolError != ByUpstream {
		return r.ToolError
	}
	for _, u := range upstreamToolError {
		if upstream >= u.from && upstream <= u.to {
			return u.code
		}
	}
	return "SERVER_ERROR"
}

// Retry returns the retry of an error of kind k whose Retry is unspecified. upstream is as in
// [Table.AAIString].
func (t *Table) Retry(k errkit.Kind, upstream int) errkit.Retry {
	r := t.row(k)
	if r.Retry != errkit.RetryUnspecified || k != errkit.UpstreamFailed {
		return r.Retry
	}
	for _, u := range upstreamRetry {
		if upstream >= u.from && upstream <= u.to {
			return u.retry
		}
	}
	return errkit.RetryUnspecified
}

// RetryOf returns the retry advice of an error: its own, else that of its kind.
// For a kind that is a guess from a text it is that of the kind before the
// guess, so that no text invites a retry.
func (t *Table) RetryOf(e *errkit.Error) errkit.Retry {
	switch {
	case e == nil:
		return t.Retry(errkit.Internal, 0)
	case e.Retry != errkit.RetryUnspecified && e.Retry <= errkit.AfterAction:
		return e.Retry
	case e.Peer != nil && e.Peer.Guessed:
		return t.Retry(e.Peer.Coarse, e.Upstream)
	}
	return t.Retry(e.Kind, e.Upstream)
}

// ToolErrorStatus returns the statusCode in the details of toolError:v1 for k, 0 for no status:
// upstream if it is set, else the HTTP status of k. NETWORK_ERROR and UNKNOWN_ERROR have none, nor
// has SERVER_ERROR if it would be 500.
func (t *Table) ToolErrorStatus(k errkit.Kind, upstream int) int {
	status := t.row(k).HTTP
	switch t.ToolError(k, upstream) {
	case "AUTHENTICATION_ERROR", "NOT_FOUND", "CLIENT_ERROR":
	case "SERVER_ERROR":
		if status == 500 {
			status = 0
		}
	default:
		return 0
	}
	if upstream > 0 {
		return upstream
	}
	return status
}
