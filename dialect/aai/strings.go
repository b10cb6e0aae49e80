package aai

import (
	"cmp"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/mapping"
)

// Strings is AAI with string codes.
type Strings struct{}

// Name returns "aai-string".
func (Strings) Name() string { return "aai-string" }

// InSuccess reports true: the member status decides.
func (Strings) InSuccess() bool { return true }

// Append appends an error response.
func (Strings) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	kind := wire.CodeKind(c.Table, e)
	code := c.Table.AAIString(kind, e.Upstream)
	if mapping.IsOutcomeUnclear(e) && (code == "SERVICE_UNAVAILABLE" || code == "RATE_LIMITED") {
		code = c.Table.AAIString(errkit.ExecutionFailed, 0)
	}
	head := dialect.Head{Status: cmp.Or(statuses[code], c.Table.Row(kind).HTTP), ContentType: wire.MediaTypeJSON,
		RetryAfter: e.RetryAfter}
	dst = append(dst, `{"status":"error","error":{"code":"`...)
	dst = append(dst, code...)
	dst = append(dst, `","message":"`...)
	dst = wire.AppendMessageBody(dst, c, e)
	dst = c.Table.AppendEffectLine(dst, lineFeed, e, call.Repeatable)
	dst = append(dst, `","data":`...)
	start := len(dst)
	dst = wire.CloseMember(appendData(dst, c, e), start, `,"data":`)
	return append(dst, `}}`...), head
}

// statuses are the HTTP statuses of the string codes (AAI since 2026-02-16, error codes). A code
// without one has that of the kind.
var statuses = map[string]int{
	"INVALID_REQUEST":     400,
	"UNKNOWN_APP":         404,
	"UNKNOWN_TOOL":        404,
	"AUTH_REQUIRED":       401,
	"AUTH_DENIED":         403,
	"AUTH_EXPIRED":        401,
	"NOT_FOUND":           404,
	"RATE_LIMITED":        429,
	"SERVICE_UNAVAILABLE": 503,
	"INTERNAL_ERROR":      500,
	"NOT_IMPLEMENTED":     501,
}

// appendData appends the members of error.data, each after a comma: those that gateways read
// (validationErrors, obtain_url, instructions), then Details.
func appendData(dst []byte, c *dialect.Codec, e *errkit.Error) []byte {
	if len(e.Fields) > 0 {
		dst = append(dst, `,"validationErrors":[`...)
		for i := range e.Fields {
			f := &e.Fields[i]
			dst = append(text.AppendComma(dst, i), `{"path":"`...)
			dst = pointer.AppendKey(dst, f.Path)
			dst = append(dst, `","message":"`...)
			dst = wire.AppendTextBody(dst, c, wire.FieldMessage(f))
			dst = append(dst, `"}`...)
		}
		dst = append(dst, ']')
	}
	if e.Needs != nil && len(e.Needs.Challenges) > 0 && e.Needs.Challenges[0].URL != "" {
		ch := &e.Needs.Challenges[0]
		dst = text.AppendMember(dst, `,"obtain_url":"`, ch.URL)
		if ch.Message != "" {
			dst = wire.AppendText(append(dst, `,"instructions":`...), c, string(ch.Message))
			return wire.AppendCarry(wire.AppendDetails(dst, e, isTaken), c, e)
		}
	}
	dst = wire.AppendDetails(dst, e, foreign.IsShape)
	return wire.AppendCarry(dst, c, e)
}

// isTaken reports whether a detail cannot have this name beside the instructions of a challenge.
func isTaken(name string) bool { return name == "instructions" || foreign.IsShape(name) }
