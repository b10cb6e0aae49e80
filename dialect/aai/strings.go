package aai

import (
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
)

// Strings is AAI with string codes.
type Strings struct{}

// Name returns "aai-string".
func (Strings) Name() string { return "aai-string" }

// Append appends an error response.
func (Strings) Append(dst []byte, c *dialect.Codec, _ dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	head := dialect.Head{Status: c.Table.Row(e.Kind).HTTP, ContentType: wire.JSON, RetryAfter: e.RetryAfter}
	dst = append(dst, `{"status":"error","error":{"code":"`...)
	dst = append(dst, c.Table.AAIString(e.Kind, e.Upstream)...)
	dst = append(dst, `","message":"`...)
	dst = wire.AppendMessageBody(dst, c, e)
	dst = append(dst, `","data":`...)
	start := len(dst)
	if dst = appendData(dst, c, e); len(dst) == start {
		return append(dst[:start-len(`,"data":`)], `}}`...), head
	}
	return append(wire.CloseObject(dst, start), `}}`...), head
}

// appendData appends the members of error.data, each after a comma: those that gateways read (validationErrors, obtain_url,
// instructions), then Details.
func appendData(dst []byte, c *dialect.Codec, e *errkit.Error) []byte {
	if len(e.Fields) > 0 {
		dst = append(dst, `,"validationErrors":[`...)
		for i := range e.Fields {
			f := &e.Fields[i]
			dst = append(wire.AppendComma(dst, i), `{"path":"`...)
			dst = wire.AppendKeyBody(dst, f.Path)
			dst = append(dst, `","message":"`...)
			dst = wire.AppendFieldMessageBody(dst, c, f)
			dst = append(dst, `"}`...)
		}
		dst = append(dst, ']')
	}
	if e.Needs != nil && len(e.Needs.Challenges) > 0 && e.Needs.Challenges[0].URL != "" {
		ch := &e.Needs.Challenges[0]
		dst = wire.AppendString(dst, `,"obtain_url":"`, ch.URL)
		if ch.Message != "" {
			dst = wire.AppendText(append(dst, `,"instructions":`...), c, string(ch.Message))
		}
	}
	dst = wire.AppendDetails(dst, e, wire.IsShape)
	return wire.AppendCarry(dst, c, e)
}
