package dialect

import (
	"strconv"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonw"
)

// The names under which Carry puts the canonical JSON: the first where a
// protocol wants a vendor's prefix, the second elsewhere.
const (
	carryMeta   = "io.github.toolerr/error"
	carryMember = "toolerr"
)

// appendCanonical appends the canonical JSON of e, the same bytes as
// errkit.Error.MarshalJSON, without allocating but for the details that
// [Codec.Append] names. It is read by programs, so its texts are whole: neither
// cleaned nor capped.
func appendCanonical(dst []byte, e *errkit.Error) []byte {
	dst = appendKind(append(dst, '{'), e.Kind)
	dst = member(dst, `,"code":"`, string(e.Code))
	if e.Status != 0 {
		dst = appendNumber(append(dst, `,"status":`...), int(e.Status))
	}
	dst = member(dst, `,"message":"`, string(e.Message))
	dst = member(dst, `,"hint":"`, string(e.Hint))
	if len(e.Fields) > 0 {
		dst = append(dst, `,"fields":[`...)
		for i := range e.Fields {
			f := &e.Fields[i]
			dst = quoted(comma(dst, i), `{"path":"`, f.Path)
			dst = member(dst, `,"message":"`, string(f.Message))
			dst = member(dst, `,"rule":"`, f.Rule)
			dst = member(dst, `,"param":"`, f.Param)
			dst = append(dst, '}')
		}
		dst = append(dst, ']')
	}
	if !e.Needs.IsZero() {
		dst = append(dst, `,"needs":`...)
		dst = appendNeeds(dst, nil, e.Needs)
	}
	dst = appendRest(dst, e)
	if n := len(dst); len(e.Details) > 0 {
		dst = append(dst, `,"details":{`...)
		if dst = appendDetails(dst, e.Details, nil); dst[len(dst)-1] == '{' {
			dst = dst[:n]
		} else {
			dst = append(dst, '}')
		}
	}
	dst = member(dst, `,"ref":"`, e.Ref)
	return append(dst, '}')
}

// kindMembers holds the member kind of every kind.
var kindMembers = func() (all []string) {
	for _, k := range errkit.Kinds() {
		all = append(all, `"kind":"`+k.String()+`"`)
	}
	return all
}()

// appendKind appends the member kind; a number that is no kind is Internal.
func appendKind(dst []byte, k errkit.Kind) []byte {
	if int(k) >= len(kindMembers) {
		k = errkit.Internal
	}
	return append(dst, kindMembers[k]...)
}

// member appends a string member unless value is empty. What stands before the
// value, up to its first quote, is open.
func member(dst []byte, open, value string) []byte {
	if value == "" {
		return dst
	}
	return append(jsonw.AppendBody(append(dst, open...), value), '"')
}

// quoted is member also where value is empty.
func quoted(dst []byte, open, value string) []byte {
	dst = append(dst, open...)
	dst = jsonw.AppendBody(dst, value)
	return append(dst, '"')
}

// appendRest appends the members from retry to upstream, as the canonical JSON
// and problem details have them.
func appendRest(dst []byte, e *errkit.Error) []byte {
	if e.Retry != errkit.Unspecified && e.Retry <= errkit.AfterAction {
		dst = append(append(append(dst, `,"retry":"`...), e.Retry.String()...), '"')
	}
	if ms := errkit.Milliseconds(e.RetryAfter); ms > 0 {
		dst = strconv.AppendInt(append(dst, `,"retry_after_ms":`...), ms, 10)
	}
	if e.Stage != errkit.Unspecified && e.Stage <= errkit.Execution {
		dst = append(append(append(dst, `,"stage":"`...), e.Stage.String()...), '"')
	}
	if e.Upstream != 0 {
		dst = appendNumber(append(dst, `,"upstream":`...), e.Upstream)
	}
	return dst
}

// words appends words for people as a JSON string: cleaned and capped, or whole
// where c is nil, as in the canonical JSON.
func words(dst []byte, c *Codec, s string) []byte {
	if c == nil {
		return jsonw.AppendString(dst, s)
	}
	return c.text(dst, errkit.Text(s))
}

// appendNeeds appends the needs as the canonical JSON has them; c as in words.
func appendNeeds(dst []byte, c *Codec, n *errkit.Needs) []byte {
	start := len(dst)
	if len(n.Challenges) > 0 {
		dst = append(dst, `,"authorization":[`...)
		for i := range n.Challenges {
			ch := &n.Challenges[i]
			dst = append(comma(dst, i), '{')
			if ch.ID != "" {
				dst = quoted(dst, `"id":"`, ch.ID)
				dst = append(dst, ',')
			}
			dst = quoted(dst, `"url":"`, ch.URL)
			dst = member(dst, `,"check_url":"`, ch.CheckURL)
			if ch.Message != "" {
				dst = words(append(dst, `,"message":`...), c, string(ch.Message))
			}
			dst = append(dst, '}')
		}
		dst = append(dst, ']')
	}
	if n.UserID {
		dst = append(dst, `,"user_id":true`...)
	}
	dst = appendNames(dst, `,"secrets":`, n.Secrets)
	dst = appendNames(dst, `,"scopes":`, n.Scopes)
	if n.WantsInput() {
		dst = append(dst, `,"input":`...)
		dst = appendInput(dst, c, n, true)
	}
	return closeObject(dst, start)
}

// appendInput appends what needsInput:v1 has as needsInput, and with options
// what the canonical JSON has as input.
func appendInput(dst []byte, c *Codec, n *errkit.Needs, options bool) []byte {
	start := len(dst)
	if len(n.Input) > 0 {
		dst = append(dst, `,"fields":[`...)
		for i := range n.Input {
			dst = jsonw.AppendString(comma(dst, i), n.Input[i].Name)
		}
		dst = append(dst, ']')
	}
	if n.Reason != "" || !options {
		dst = words(append(dst, `,"reason":`...), c, string(n.Reason))
	}
	suggested := false
	for i := range n.Input {
		if in := &n.Input[i]; len(in.Suggestions) > 0 && !suggestedLater(n.Input[i+1:], in.Name) {
			if !suggested {
				dst = append(dst, `,"suggestions":{`...)
				suggested = true
			} else {
				dst = append(dst, ',')
			}
			dst = append(jsonw.AppendString(dst, in.Name), ':')
			dst = appendStrings(dst, c, in.Suggestions)
		}
	}
	if suggested {
		dst = append(dst, '}')
	}
	if options && len(n.Options) > 0 {
		dst = append(dst, `,"options":`...)
		dst = appendOptions(dst, c, n.Options)
	}
	return closeObject(dst, start)
}

func suggestedLater(rest []errkit.Input, name string) bool {
	for i := range rest {
		if rest[i].Name == name && len(rest[i].Suggestions) > 0 {
			return true
		}
	}
	return false
}

func appendOptions(dst []byte, c *Codec, options []errkit.Option) []byte {
	dst = append(dst, '[')
	for i := range options {
		o := &options[i]
		dst = append(comma(dst, i), `{"label":`...)
		dst = words(dst, c, o.Label)
		dst = quoted(dst, `,"value":"`, o.Value)
		if o.Description != "" {
			dst = words(append(dst, `,"description":`...), c, o.Description)
		}
		dst = member(dst, `,"field":"`, o.Field)
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

func appendNames(dst []byte, name string, values []string) []byte {
	if len(values) == 0 {
		return dst
	}
	return appendStrings(append(dst, name...), nil, values)
}

func appendStrings(dst []byte, c *Codec, values []string) []byte {
	dst = append(dst, '[')
	for i, v := range values {
		dst = words(comma(dst, i), c, v)
	}
	return append(dst, ']')
}

// comma appends the comma before the i-th element.
func comma(dst []byte, i int) []byte {
	if i == 0 {
		return dst
	}
	return append(dst, ',')
}

// closeObject closes the object whose members stand from start on, each with a
// comma before it: the first comma becomes the brace.
func closeObject(dst []byte, start int) []byte {
	if len(dst) == start {
		return append(dst, "{}"...)
	}
	dst[start] = '{'
	return append(dst, '}')
}
