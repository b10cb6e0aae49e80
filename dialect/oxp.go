package dialect

import (
	"net/http"
	"strconv"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// OXP is the Open eXecution Protocol 1.0: an error is a Server Error (400), an
// Input Validation Error (422) or a Tool Execution Error (200).
type OXP struct {
	Flat    bool // without the result wrapper and $schema, for OXP-Version by header
	HideDev bool // leave out developer_message
}

const jsonType = "application/json"

// Name is "oxp", or "oxp-flat".
func (d OXP) Name() string {
	if d.Flat {
		return "oxp-flat"
	}
	return "oxp"
}

// Append appends the body of an error response.
func (d OXP) Append(dst []byte, c *Codec, call Call, e *errkit.Error) ([]byte, Head) {
	return d.append(dst, c, &call, e)
}

func (d OXP) append(dst []byte, c *Codec, call *Call, e *errkit.Error) ([]byte, Head) {
	form := c.Table.OXP(e.Kind, e.Stage)
	if form == mapping.Tool {
		return d.appendTool(dst, c, call, e), Head{Status: http.StatusOK, ContentType: jsonType}
	}
	head := Head{Status: http.StatusBadRequest, ContentType: jsonType, RetryAfter: e.RetryAfter}
	if d.Flat {
		dst = append(dst, `{"message":"`...)
	} else {
		dst = append(dst, `{"$schema":"urn:oxp:1.0","message":"`...)
	}
	dst = c.messageBody(dst, e)
	dst = append(dst, '"')
	if form == mapping.Validation {
		head.Status = http.StatusUnprocessableEntity
		dst = d.appendParameters(dst, c, e)
	} else {
		dst = d.appendDev(dst, e)
		if missing(e) {
			dst = appendMissing(dst, e)
		}
	}
	dst = appendCarry(dst, c, e)
	return append(dst, '}'), head
}

// appendTool appends a failed CallToolResponse (OXP 1.0, Call Tool Response).
func (d OXP) appendTool(dst []byte, c *Codec, call *Call, e *errkit.Error) []byte {
	if d.Flat {
		dst = append(dst, `{"call_id":"`...)
	} else {
		dst = append(dst, `{"$schema":"urn:oxp:1.0","result":{"call_id":"`...)
	}
	dst = appendIDBody(dst, call.ID)
	if call.Elapsed > 0 {
		dst = strconv.AppendInt(append(dst, `","duration":`...), call.Elapsed.Milliseconds(), 10)
		dst = append(dst, `,"success":false,"error":{"message":"`...)
	} else {
		dst = append(dst, `","success":false,"error":{"message":"`...)
	}
	dst = c.messageBody(dst, e)
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
		dst = c.modelBody(dst, e, 0)
		dst = append(dst, '"')
	}
	if ms := errkit.Milliseconds(e.RetryAfter); ms > 0 {
		dst = strconv.AppendInt(append(dst, `,"retry_after_ms":`...), ms, 10)
	}
	if missing(e) {
		dst = appendMissing(dst, e)
	}
	dst = appendCarry(dst, c, e)
	if d.Flat {
		return append(dst, `}}`...)
	}
	return append(dst, `}}}`...)
}

// canRetry says can_retry: Allowed for true, Never for false, else it is
// absent, which a client must read as false (OXP 1.0, Retrying Errors). It never
// comes from the table.
func canRetry(e *errkit.Error) errkit.Retry {
	switch e.Retry {
	case errkit.Allowed, errkit.Never:
		return e.Retry
	case errkit.AfterAction:
		if missing(e) || e.Needs.WantsInput() {
			return errkit.Allowed
		}
	case errkit.Unspecified:
		if e.RetryAfter > 0 {
			return errkit.Allowed
		}
	}
	return errkit.Unspecified
}

// missing reports whether the error says missing_requirements.
func missing(e *errkit.Error) bool {
	return e.Kind == errkit.AuthRequired || e.Kind == errkit.RequirementMissing ||
		e.Needs != nil && (len(e.Needs.Challenges) > 0 || e.Needs.UserID)
}

// appendMissing appends missing_requirements. Secrets have no member there.
func appendMissing(dst []byte, e *errkit.Error) []byte {
	dst = append(dst, `,"missing_requirements":{`...)
	var challenges []errkit.Challenge
	if e.Needs != nil {
		challenges = e.Needs.Challenges
	}
	if len(challenges) > 0 || e.Kind == errkit.AuthRequired {
		dst = append(dst, `"authorization":[`...)
		ids := idsOf(challenges)
		for i := range challenges {
			dst = append(comma(dst, i), `{"id":`...)
			dst = ids.append(dst, i)
			dst = quoted(dst, `,"url":"`, challenges[i].URL)
			dst = member(dst, `,"check_url":"`, challenges[i].CheckURL)
			dst = append(dst, '}')
		}
		dst = append(dst, ']')
	}
	if e.Needs != nil && e.Needs.UserID {
		if dst[len(dst)-1] != '{' {
			dst = append(dst, ',')
		}
		dst = append(dst, `"user_id":true`...)
	}
	return append(dst, '}')
}

func (d OXP) appendDev(dst []byte, e *errkit.Error) []byte {
	if d.HideDev || e.Dev.IsZero() {
		return dst
	}
	return member(dst, `,"developer_message":"`, e.Dev.Reveal())
}

// appendCarry appends the carried canonical JSON as a member.
func appendCarry(dst []byte, c *Codec, e *errkit.Error) []byte {
	if !c.Carry {
		return dst
	}
	dst = append(dst, `,"`+carryMember+`":`...)
	return appendCanonical(dst, e)
}
