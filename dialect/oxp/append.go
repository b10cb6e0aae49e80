package oxp

import (
	"cmp"
	"net/http"
	"strconv"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/mapping"
)

// Dialect is the Open eXecution Protocol 1.0.
type Dialect struct {
	Flat    bool // without $schema and the result wrapper, for servers that send the version in a header
	HideDev bool // omit developer_message
}

// Name returns "oxp" or "oxp-flat".
func (d Dialect) Name() string {
	if d.Flat {
		return "oxp-flat"
	}
	return "oxp"
}

// Append appends the body of an error response. Server Errors have the delay for Retry-After in
// the Head.
func (d Dialect) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	form := c.Table.OXP(e.Kind, e.Stage)
	if form == mapping.OXPTool {
		return d.appendTool(dst, c, &call, e), dialect.Head{Status: http.StatusOK, ContentType: wire.MediaTypeJSON}
	}
	head := dialect.Head{Status: http.StatusBadRequest, ContentType: wire.MediaTypeJSON, RetryAfter: e.RetryAfter}
	if d.Flat {
		dst = append(dst, `{"message":"`...)
	} else {
		dst = append(dst, `{"$schema":"urn:oxp:1.0","message":"`...)
	}
	dst = wire.AppendMessageBody(dst, c, e)
	dst = append(dst, '"')
	if form == mapping.OXPValidation {
		head.Status = http.StatusUnprocessableEntity
		dst = d.appendParameters(dst, c, e)
	} else {
		dst = d.appendDev(dst, e)
		if missing(e) {
			dst = appendMissing(dst, e)
		}
	}
	dst = wire.AppendCarry(dst, c, e)
	return append(dst, '}'), head
}

// appendTool appends a failed CallToolResponse (OXP 1.0, Call Tool Response).
func (d Dialect) appendTool(dst []byte, c *dialect.Codec, call *dialect.Call, e *errkit.Error) []byte {
	if d.Flat {
		dst = append(dst, `{"call_id":"`...)
	} else {
		dst = append(dst, `{"$schema":"urn:oxp:1.0","result":{"call_id":"`...)
	}
	dst = rpc.AppendIDBody(dst, call.ID)
	if call.Elapsed > 0 {
		dst = strconv.AppendInt(append(dst, `","duration":`...), call.Elapsed.Milliseconds(), 10)
		dst = append(dst, `,"success":false,"error":{"message":"`...)
	} else {
		dst = append(dst, `","success":false,"error":{"message":"`...)
	}
	dst = wire.AppendMessageBody(dst, c, e)
	dst = append(dst, '"')
	dst = d.appendDev(dst, e)
	switch canRetry(e) {
	case errkit.Allowed:
		dst = append(dst, `,"can_retry":true`...)
	case errkit.Never:
		dst = append(dst, `,"can_retry":false`...)
	}
	if e.Hint != "" || len(e.Fields) > 0 || e.Needs.WantsInput() {
		dst = append(dst, `,"additional_prompt_content":"`...)
		dst = wire.AppendModelBody(dst, c, e, wire.Lines{})
		dst = append(dst, '"')
	}
	if ms := text.Milliseconds(e.RetryAfter); ms > 0 {
		dst = strconv.AppendInt(append(dst, `,"retry_after_ms":`...), ms, 10)
	}
	if missing(e) {
		dst = appendMissing(dst, e)
	}
	dst = wire.AppendCarry(dst, c, e)
	if d.Flat {
		return append(dst, `}}`...)
	}
	return append(dst, `}}}`...)
}

// canRetry returns Allowed if can_retry is true, Never if it is false, and RetryUnspecified if it
// is absent, which clients must treat as false (OXP 1.0, Retrying Errors). The table is not used.
func canRetry(e *errkit.Error) errkit.Retry {
	switch {
	case mapping.IsOutcomeUnclear(e): // the table decided
		return errkit.RetryUnspecified
	case e.Retry == errkit.Allowed, e.Retry == errkit.Never:
		return e.Retry
	case e.Retry == errkit.AfterAction:
		if missing(e) || e.Needs.WantsInput() {
			return errkit.Allowed
		}
	default: // unspecified, or not a value that errkit has
		if e.RetryAfter > 0 {
			return errkit.Allowed
		}
	}
	return errkit.RetryUnspecified
}

// missing reports whether the error has missing_requirements.
func missing(e *errkit.Error) bool {
	return e.Kind == errkit.AuthRequired || e.Kind == errkit.RequirementMissing ||
		e.Needs != nil && (len(e.Needs.Challenges) > 0 || e.Needs.UserID)
}

// appendMissing appends missing_requirements, which has no member for secrets.
func appendMissing(dst []byte, e *errkit.Error) []byte {
	dst = append(dst, `,"missing_requirements":{`...)
	needs := cmp.Or(e.Needs, new(errkit.Needs))
	if len(needs.Challenges) > 0 || e.Kind == errkit.AuthRequired {
		dst = append(dst, `"authorization":[`...)
		ids := wire.ChallengeIDs{Of: needs.Challenges}
		count := 0
		for i := range needs.Challenges {
			challenge := &needs.Challenges[i]
			if challenge.URL == "" { // there is nothing to visit
				continue
			}
			dst = append(text.AppendComma(dst, count), `{"id":`...)
			count++
			dst = ids.Append(dst, i)
			dst = text.AppendMember(dst, `,"url":"`, challenge.URL)
			dst = wire.AppendMember(dst, `,"check_url":"`, challenge.CheckURL)
			dst = append(dst, '}')
		}
		dst = append(dst, ']')
	}
	if needs.UserID {
		if dst[len(dst)-1] != '{' {
			dst = append(dst, ',')
		}
		dst = append(dst, `"user_id":true`...)
	}
	return append(dst, '}')
}

func (d Dialect) appendDev(dst []byte, e *errkit.Error) []byte {
	if d.HideDev || e.Dev.IsZero() {
		return dst
	}
	return wire.AppendMember(dst, `,"developer_message":"`, e.Dev.Reveal())
}
