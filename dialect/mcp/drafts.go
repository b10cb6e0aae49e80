package mcp

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// Open proposals for MCP. They are always read, and written only with [Dialect.Drafts], because
// their names are reserved.
//
//	{"code": -32023, "message": "Too many calls.", "data": {"retryAfterMs": 2000}}                          SEP-3304
//
//	{"code": -32024, "message": "Overloaded.", "data": {"reason": "overloaded", "notProcessed": true}}     error registry
//
//	"_meta": {"io.modelcontextprotocol/toolFailure": {                                                       SEP-3313
//	  "class": "reliability", "code": "timeout", "retryable": true, "correlationId": "7f3a9c"}}

// CodeRateLimited is the code of a request that a server rejects because there were too many
// before it (SEP-3304). It has the HTTP status 429.
const CodeRateLimited = -32023

// codeUnavailable is the code of a server that cannot process requests for now (error registry).
// Its number is not final, its data is: reason, retryAfterMs, notProcessed, requiresUserAction.
const codeUnavailable = -32024

// The error registry defines the kinds of these errors by their data: with a code of MCP by the
// value of a member, with one of the reserved range, whose numbers are not final, by a member that
// no other one has.
var registry = [...]struct {
	code          int64 // 0: any from -32099 to -32020 without a meaning
	member, value string
	kind          errkit.Kind
}{
	{rpc.InvalidParams, "reason", "unknown_tool", errkit.ToolNotFound},
	{rpc.InvalidParams, "reason", "unknown_prompt", errkit.NotFound},
	{rpc.InvalidParams, "reason", "resource_not_found", errkit.NotFound},
	{0, "limitBytes", "", errkit.TooLarge},
	{0, "part", "", errkit.TooLarge},
	{0, "restart", "true", errkit.FailedPrecondition},
	{0, "feature", "", errkit.Unsupported},
}

// readRegistry reads the kind of an error that the error registry defines by its data. A client
// that should restart has to begin at the first page of a list, or without the state that it sent.
func readRegistry(r *wire.Reader, code int64, data jsontree.Value) {
	for _, row := range registry {
		reserved := row.code == 0 && code <= -32020 && code >= -32099 && r.Error.Kind == errkit.Unknown
		m := data.Member(row.member)
		if (reserved || row.code == code) && !m.IsNull() && (row.value == "" || m.Scalar() == row.value || m.Is(row.value)) {
			r.Kind(row.kind, "error.data."+row.member)
		}
	}
	if restart, _ := data.Member("restart").Bool(); restart && r.Error.Kind == errkit.FailedPrecondition {
		r.Error.Hint = cmp.Or(r.Error.Hint, "Start over.")
	}
}

// readProcessed reads whether the server processed a request, as the error registry defines it.
func readProcessed(r *wire.Reader, code int64, data jsontree.Value) {
	readRegistry(r, code, data)
	if code == CodeRateLimited {
		r.Error.Effect = errkit.EffectNone
	}
	if reason := data.Member("reason"); code == codeUnavailable && reason.Kind() == jsontree.String {
		r.Kind(errkit.Unavailable, "error.code -32024")
		if reason.Is("deadline_exceeded") {
			r.Kind(errkit.Timeout, "error.data.reason deadline_exceeded")
			r.Error.Effect = errkit.EffectUnknown
		}
	}
	if not, _ := data.Member("notProcessed").Bool(); not {
		r.Error.Effect = errkit.EffectNone
	}
	if user, _ := data.Member("requiresUserAction").Bool(); user {
		r.Peer.Retry = errkit.AfterAction
	}
}

// ToolFailureKey is the name of a ToolFailure in _meta of a result (SEP-3313).
const ToolFailureKey = "io.modelcontextprotocol/toolFailure"

// rejectsRate reports whether an error is written with CodeRateLimited: the tool was not called,
// and the delay that the proposal requires is known.
func (d *Dialect) rejectsRate(call *dialect.Call, e *errkit.Error) bool {
	outside := call.Method != "" && call.Method != methodCall
	return d.Drafts && e.Kind == errkit.RateLimited && e.RetryAfter > 0 && (outside || e.Stage == errkit.BeforeCall)
}

// The classes of a ToolFailure.
const (
	capability  = "capability"  // the call cannot succeed as it is
	reliability = "reliability" // it may be repeated
	governance  = "governance"  // somebody must act first
)

// failureCodes are the recommended codes of a ToolFailure. A kind is written as its first row;
// one without a row is written as its name.
var failureCodes = [...]mapping.StringCode{
	{Code: "capability_unsupported", Kind: errkit.Unsupported},
	{Code: "resource_not_found", Kind: errkit.NotFound},
	{Code: "user_action_required", Kind: errkit.RequirementMissing},
	{Code: "policy_blocked", Kind: errkit.PermissionDenied}, // the name of permission_denied is a recommended code, too
	{Code: "retryable_transient_error", Kind: errkit.Unavailable},
}

// failureCode returns the code of a ToolFailure: that of the application, else of the kind.
func failureCode(e *errkit.Error) string {
	if e.Code != "" {
		return string(e.Code)
	}
	i := slices.IndexFunc(failureCodes[:], func(f mapping.StringCode) bool { return f.Kind == e.Kind })
	if i < 0 || e.Kind == errkit.PermissionDenied || e.Kind == errkit.Unavailable {
		return e.Kind.String()
	}
	return failureCodes[i].Code
}

// appendToolFailure appends a ToolFailure, after a comma and its name. An error without a
// reference has none, because a correlationId is required. The time before which the call must
// not be repeated is not known here.
func appendToolFailure(dst []byte, c *dialect.Codec, e *errkit.Error) []byte {
	e = wire.WithRetry(c.Table, e)
	retry := c.Table.RetryOf(e)
	class := capability
	switch {
	case retry == errkit.Allowed:
		class = reliability
	case retry == errkit.AfterAction, e.Kind == errkit.PermissionDenied:
		class = governance
	}
	dst = append(append(dst, `,"`+ToolFailureKey+`":{"class":"`...), class...)
	dst = text.AppendMember(dst, `","code":"`, failureCode(e))
	if class == reliability {
		dst = append(dst, `,"retryable":true`...)
	}
	dst = text.AppendMember(dst, `,"correlationId":"`, e.Ref)
	if e.Hint != "" {
		dst = wire.AppendText(append(dst, `,"agentGuidance":`...), c, string(e.Hint))
	}
	return append(dst, '}')
}

// hasToolFailure reports whether a result has a ToolFailure.
func (d *Dialect) hasToolFailure(e *errkit.Error) bool { return d.Drafts && e.Ref != "" }

// appendMeta appends _meta of a result, after a comma, if there is any.
func (d *Dialect) appendMeta(dst []byte, c *dialect.Codec, e *errkit.Error) []byte {
	dst = append(dst, memberMeta...)
	start := len(dst)
	if d.hasToolFailure(e) {
		dst = appendToolFailure(dst, c, e)
	}
	dst = wire.AppendMember(dst, `,"`+dialect.DocKey+`":"`, e.DocURL)
	dst = appendMetaMembers(dst, attachment(e, "_meta"))
	return wire.CloseMember(AppendCarry(dst, c, metaMember, e), start, memberMeta)
}

// readToolFailure reads a ToolFailure of a failed result with this text. Clients rely on its
// class, and codes are an open set.
func readToolFailure(r *wire.Reader, v jsontree.Value, shown string) {
	class, ok := v.Member("class").Text()
	if !ok {
		return
	}
	code := r.String(v, "code")
	r.Peer.Code, r.Peer.Type = code, class
	k, known := kindOfFailure(code)
	if known {
		r.Kind(k, "toolFailure code "+wire.Clip(code))
	} else {
		r.Error.Code = errkit.Code(code)
		switch internal := r.Error.Message == "" && r.Error.Ref != ""; {
		case internal: // by its default text
		case class == reliability:
			r.Kind(errkit.Unavailable, "toolFailure class "+class)
		case class == governance:
			r.Kind(errkit.PermissionDenied, "toolFailure class "+class)
		default:
			r.Kind(errkit.ExecutionFailed, "toolFailure class "+wire.Clip(class))
		}
	}
	retryable, _ := r.Bool(v, "retryable")
	switch {
	case class == reliability && retryable:
		r.Peer.Retry = errkit.Allowed
		if ms, ok := r.Integer(v, "retryNotBefore"); ok { // milliseconds since 1970
			if wait := time.Until(time.UnixMilli(min(max(ms, 0), 1<<53))); wait > 0 {
				r.Error.RetryAfter = (wait + time.Second - 1).Truncate(time.Second)
			}
		}
	case class == governance && r.Error.Kind != errkit.PermissionDenied: // of which it is the class anyway
		r.Peer.Retry = errkit.AfterAction
	default:
		r.Peer.Retry = errkit.Never
	}
	r.Error.Message, r.Error.Hint = trimFailure(r, shown, r.String(v, "agentGuidance"))
	if !known {
		r.Message(string(r.Error.Message)) // without the advice it may be a default text
	}
	r.Error.Ref = r.String(v, "correlationId")
}

func kindOfFailure(code string) (errkit.Kind, bool) {
	i := slices.IndexFunc(failureCodes[:], func(f mapping.StringCode) bool { return f.Code == code })
	if i < 0 {
		return errkit.LookupKind(code)
	}
	return failureCodes[i].Kind, true
}

// trimFailure returns the text of a result without what its ToolFailure repeats: the advice to
// retry and then the guidance, which is the hint unless it is elsewhere in the text.
func trimFailure(r *wire.Reader, str, guidance string) (message, hint errkit.Text) {
	s := text.GetBuffer()
	defer s.Release()
	str, r.Error.Effect = mapping.TrimEffect(str, r.Peer.Retry)
	advice := &errkit.Error{Kind: r.Error.Kind, Retry: r.Peer.Retry}
	str = strings.TrimSuffix(str, "\n"+s.Text(wire.AppendModelBody(s.Bytes, &dialect.Codec{}, advice,
		wire.Lines{Retry: true})))
	rest, found := strings.CutSuffix(str, "\n"+guidance)
	if guidance == "" || !found && strings.Contains(str, guidance) {
		return errkit.Text(str), ""
	}
	return errkit.Text(rest), errkit.Text(guidance)
}
