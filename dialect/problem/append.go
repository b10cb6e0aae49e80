package problem

import (
	"cmp"
	"net/http"
	"strconv"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/internal/text"
)

// Dialect is Problem Details for HTTP APIs.
type Dialect struct {
	Base  string // URI before the name of the kind in type, such as "https://example.com/problems/"; "": about:blank
	Codes bool   // the type of an error with a Code has the code in place of the name of the kind
}

// MediaType is the media type of problem details (RFC 9457 §6.1).
const MediaType = "application/problem+json"

const name = "problem"

// Name returns "problem".
func (Dialect) Name() string { return name }

// Append appends a problem details object.
func (d Dialect) Append(dst []byte, c *dialect.Codec, _ dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	row, status := c.Table.Row(e.Kind), c.Table.Status(e)
	head := dialect.Head{Status: status, ContentType: MediaType, RetryAfter: e.RetryAfter}
	// RFC 9457 §3.1.1: the type identifies the problem
	if p := e.Peer; p != nil && p.Type != "" && p.Dialect == name {
		dst = text.AppendMember(dst, `{"type":"`, p.Type)
		dst = wire.AppendText(append(dst, `,"title":`...), c, cmp.Or(p.Title, phrase(status)))
		dst = text.AppendInt(append(dst, `,"status":`...), status)
	} else if d.Base == "" && e.DocURL == "" {
		dst = append(dst, openings[status-400]...)
	} else {
		dst = append(dst, `{"type":"`...)
		if e.DocURL != "" { // a type that is a locator leads to documentation (RFC 9457 §3.1.1)
			dst = text.AppendBody(dst, e.DocURL)
		} else if dst = text.AppendBody(dst, d.Base); d.Codes && e.Code != "" {
			dst = pointer.AppendReference(dst, string(e.Code))
		} else {
			dst = text.AppendBody(dst, row.Problem)
		}
		dst = append(dst, `","title":"`...)
		dst = append(dst, e.Kind.Text()...) // nothing to escape
		dst = text.AppendInt(append(dst, `","status":`...), status)
	}
	if e.Message != "" {
		dst = wire.AppendText(append(dst, `,"detail":`...), c, string(e.Message))
	}
	dst = append(append(append(dst, `,"kind":"`...), row.Kind.String()...), '"')
	dst = wire.AppendMember(dst, `,"code":"`, string(e.Code))
	if e.Hint != "" {
		dst = wire.AppendText(append(dst, `,"hint":`...), c, string(e.Hint))
	}
	if len(e.Fields) > 0 {
		dst = append(dst, `,"errors":[`...)
		for i := range e.Fields {
			f := &e.Fields[i]
			dst = append(text.AppendComma(dst, i), `{"pointer":"`...)
			dst = pointer.AppendFragment(dst, f.Path)
			dst = append(dst, '"')
			if f.Message != "" {
				dst = wire.AppendText(append(dst, `,"detail":`...), c, string(f.Message))
			}
			dst = wire.AppendMember(dst, `,"rule":"`, f.Rule)
			dst = wire.AppendMember(dst, `,"param":"`, f.Param)
			dst = append(dst, '}')
		}
		dst = append(dst, ']')
	}
	if !e.Needs.IsZero() {
		text := func(dst []byte, s string) []byte { return wire.AppendText(dst, c, s) }
		dst = e.Needs.AppendJSON(append(dst, `,"needs":`...), text)
	}
	outcome := wire.WithRetry(c.Table, e)
	if outcome.Kind == errkit.UpstreamFailed && outcome.Retry == errkit.RetryUnspecified {
		outcome = new(*outcome)
		// That of the upstream's status, which neither the kind nor the 502 tells.
		outcome.Retry = c.Table.RetryOf(e)
	}
	dst = outcome.AppendOutcome(dst)
	if e.Ref != "" { // a URI reference (RFC 9457 §3.1.5)
		dst = append(pointer.AppendReference(append(dst, `,"instance":"`...), e.Ref), '"')
	}
	dst = wire.AppendDetails(dst, e, taken)
	dst = wire.AppendCarry(dst, c, e)
	return append(dst, '}'), head
}

// openings holds the start of a problem of type about:blank for each status that a table may
// have. Its title is the HTTP phrase (RFC 9457 §4.2.1).
var openings = func() (table [200]string) {
	for i := range table {
		status := 400 + i
		table[i] = `{"type":"about:blank","title":"` + phrase(status) + `","status":` + strconv.Itoa(status)
	}
	return table
}()

// phrase returns the HTTP phrase of a status; 499 is not a status of HTTP.
func phrase(status int) string {
	if text := http.StatusText(status); text != "" {
		return text
	}
	if status == 499 {
		return "Client Closed Request"
	}
	return "Error"
}

// taken reports whether a member has a meaning, so that a detail cannot have its name.
func taken(name string) bool {
	switch name {
	case "type", "title", "status", "detail", "instance", "kind", "code", "hint", "errors", "needs",
		"retry", "retry_after_ms", "effect", "stage", "upstream", dialect.CarryMember:
		return true
	}
	return false
}
