package mapping

import (
	"cmp"
	"slices"

	"github.com/toolerr/toolerr/errkit"
)

// An MCPCode is a code of JSON-RPC errors in MCP.
type MCPCode struct {
	Code  int
	Name  string
	Kind  errkit.Kind // what the code is decoded as; the data of the error may make it more specific
	Where string      // the revisions that define it
}

// MCPCodes returns every code that MCP defines, and other codes that servers send. The codes from
// -32019 to -32000 are not in the list except those that a revision defines, because receivers
// must not assume a meaning of them; they are decoded as unknown (MCP 2026-07-28, basic: error
// codes).
func MCPCodes() []MCPCode { return slices.Clone(mcpCodes) }

var mcpCodes = readTable[MCPCode]("mcp")

// An AAICode is a numeric code of AAI.
type AAICode struct {
	Code    int
	Type    string // data.type
	Message string // the default message
	Kind    errkit.Kind
}

// AAICodes returns every numeric code of AAI, including those of JSON-RPC.
func AAICodes() []AAICode { return slices.Clone(aaiCodes) }

var aaiCodes = readTable[AAICode]("aai")

// LookupAAICode returns the numeric code of AAI, and false if AAI does not define it.
func LookupAAICode(code int64) (AAICode, bool) {
	return find(aaiCodes, func(c *AAICode) bool { return int64(c.Code) == code })
}

// A StringCode is a code that is a string.
type StringCode struct {
	Code string
	Kind errkit.Kind // what the code is decoded as
	Note string      // "" if the code is in the protocol's table of codes and always has this Kind
}

// AAIStringCodes returns every string code of AAI, and other codes that its servers send.
func AAIStringCodes() []StringCode { return slices.Clone(aaiStringCodes) }

var aaiStringCodes = readTable[StringCode]("aai-string")

// ToolErrorCodes returns the codes of toolError:v1, which is an open set. The status in the
// details of an error makes its kind more specific, see [Table.FromToolError].
func ToolErrorCodes() []StringCode { return slices.Clone(toolErrorCodes) }

var toolErrorCodes = readTable[StringCode]("toolerror")

// A statusCell is a cell for the HTTP statuses of an upstream service.
type statusCell[T any] struct {
	From, To int
	Cell     T
}

var (
	upstreamAAI       = readTable[statusCell[string]]("upstream aai-string")
	upstreamToolError = readTable[statusCell[string]]("upstream toolerror")
	upstreamRetry     = readTable[statusCell[errkit.Retry]]("upstream retry")
)

// byStatus returns the first cell for a status, or other.
func byStatus[T any](cells []statusCell[T], status int, other T) T {
	if c, ok := find(cells, func(c *statusCell[T]) bool { return status >= c.From && status <= c.To }); ok {
		return c.Cell
	}
	return other
}

// AAIString returns the string code of AAI for k. upstream is the HTTP status of the response of
// an upstream service, 0 for no status.
func (t *Table) AAIString(k errkit.Kind, upstream int) string {
	if r := t.row(k); r.AAIString != ByUpstream {
		return r.AAIString
	}
	return byStatus(upstreamAAI, upstream, "SERVICE_UNAVAILABLE")
}

// ToolError returns the toolError:v1 code for k, or [NeedsInput]. upstream is as in
// [Table.AAIString].
func (t *Table) ToolError(k errkit.Kind, upstream int) string {
	if r := t.row(k); r.ToolError != ByUpstream {
		return r.ToolError
	}
	return byStatus(upstreamToolError, upstream, "SERVER_ERROR")
}

// Retry returns the retry of an error of kind k whose Retry is unspecified. upstream is as in
// [Table.AAIString].
func (t *Table) Retry(k errkit.Kind, upstream int) errkit.Retry {
	if r := t.row(k); r.Retry != errkit.RetryUnspecified || k != errkit.UpstreamFailed {
		return r.Retry
	}
	return byStatus(upstreamRetry, upstream, errkit.RetryUnspecified)
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
	}
	return t.Retry(CertainKind(e), e.Upstream)
}

// CertainKind returns the kind of an error, and of one that is a guess from a text the kind before
// the guess.
func CertainKind(e *errkit.Error) errkit.Kind {
	if e.Peer != nil && e.Peer.Guessed {
		return e.Peer.Coarse
	}
	return e.Kind
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
	return cmp.Or(max(upstream, 0), status)
}
