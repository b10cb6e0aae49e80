package errkit

import (
	"strconv"

	"github.com/toolerr/toolerr/internal/delay"
	"github.com/toolerr/toolerr/internal/jsonw"
)

// The canonical JSON of an error has a member for each public field:
//
//	{"kind":"not_found","code":"no_such_bell","status":410,"message":"There is no such bell.","hint":"Call list_bells.",
//	 "fields":[{"path":"/bell","message":"must be a name","rule":"type","param":"string"}],
//	 "needs":{"authorization":[{"id":"1","url":"https://...","check_url":"https://...","message":"..."}],
//	          "user_id":true,"secrets":["TOKEN"],"scopes":["ring"],
//	          "input":{"fields":["bell"],"reason":"...","suggestions":{"bell":["front"]},
//	                   "options":[{"label":"Front","value":"front","description":"...","field":"bell"}]}},
//	 "retry":"allowed","retry_after_ms":500,"stage":"execution","upstream":503,"details":{...},"ref":"7f3a9c"}
//
// Members without a value are absent. It is for programs: its texts are complete, neither cleaned nor cut.

// A TextFunc appends a text for people as a JSON string with its quotes.
type TextFunc = func(dst []byte, text string) []byte

// AppendJSON appends the canonical JSON of e, as [Error.MarshalJSON] returns it, but of all of e. A nil e is Internal.
//
// It allocates only for details that are not a string, number, bool, time, duration, []string, valid compact
// json.RawMessage or group of these.
func (e *Error) AppendJSON(dst []byte) []byte {
	if e == nil {
		e = &Error{}
	}
	dst = append(dst, `{"kind":"`...)
	dst = append(dst, kindNames[e.Kind.known()]...)
	dst = append(dst, '"')
	dst = appendMember(dst, `,"code":"`, string(e.Code))
	if e.Status != 0 {
		dst = jsonw.AppendInt(append(dst, `,"status":`...), int(e.Status))
	}
	dst = appendMember(dst, `,"message":"`, string(e.Message))
	dst = appendMember(dst, `,"hint":"`, string(e.Hint))
	if len(e.Fields) > 0 {
		dst = append(dst, `,"fields":[`...)
		for i := range e.Fields {
			f := &e.Fields[i]
			dst = append(appendPointer(append(appendComma(dst, i), `{"path":"`...), f.Path), '"')
			dst = appendMember(dst, `,"message":"`, string(f.Message))
			dst = appendMember(dst, `,"rule":"`, f.Rule)
			dst = appendMember(dst, `,"param":"`, f.Param)
			dst = append(dst, '}')
		}
		dst = append(dst, ']')
	}
	if !e.Needs.IsZero() {
		dst = append(dst, `,"needs":`...)
		dst = e.Needs.AppendJSON(dst, jsonw.AppendString)
	}
	dst = e.AppendOutcome(dst)
	if n := len(dst); len(e.Details) > 0 {
		dst = append(dst, `,"details":{`...)
		if dst = AppendDetails(dst, e.Details, nil); dst[len(dst)-1] == '{' {
			dst = dst[:n]
		} else {
			dst = append(dst, '}')
		}
	}
	dst = appendMember(dst, `,"ref":"`, e.Ref)
	return append(dst, '}')
}

// AppendOutcome appends the members retry, retry_after_ms, stage and upstream, each after a comma. The canonical JSON and
// problem details have them in common.
func (e *Error) AppendOutcome(dst []byte) []byte {
	if e.Retry != RetryUnspecified && int(e.Retry) < len(retryNames) {
		dst = append(append(append(dst, `,"retry":"`...), retryNames[e.Retry]...), '"')
	}
	if ms := delay.Milliseconds(e.RetryAfter); ms > 0 {
		dst = strconv.AppendInt(append(dst, `,"retry_after_ms":`...), ms, 10)
	}
	if e.Stage != StageUnspecified && int(e.Stage) < len(stageNames) {
		dst = append(append(append(dst, `,"stage":"`...), stageNames[e.Stage]...), '"')
	}
	if e.Upstream > 0 {
		dst = jsonw.AppendInt(append(dst, `,"upstream":`...), e.Upstream)
	}
	return dst
}

// appendPointer appends a JSON pointer without control and bidirectional characters, and with the slash at its start (RFC
// 6901 §3).
func appendPointer(dst []byte, path string) []byte {
	if path = jsonw.Clean(path, 0); path != "" && path[0] != '/' {
		dst = append(dst, '/')
	}
	return jsonw.AppendBody(dst, path)
}

// AppendJSON appends the needs as a JSON object.
func (n *Needs) AppendJSON(dst []byte, text TextFunc) []byte {
	start := len(dst)
	if len(n.Challenges) > 0 {
		dst = append(dst, `,"authorization":[`...)
		for i := range n.Challenges {
			ch := &n.Challenges[i]
			dst = append(appendComma(dst, i), '{')
			if ch.ID != "" {
				dst = appendString(dst, `"id":"`, ch.ID)
				dst = append(dst, ',')
			}
			dst = appendString(dst, `"url":"`, ch.URL)
			dst = appendMember(dst, `,"check_url":"`, ch.CheckURL)
			if ch.Message != "" {
				dst = text(append(dst, `,"message":`...), string(ch.Message))
			}
			dst = append(dst, '}')
		}
		dst = append(dst, ']')
	}
	if n.UserID {
		dst = append(dst, `,"user_id":true`...)
	}
	if len(n.Secrets) > 0 {
		dst = appendStrings(append(dst, `,"secrets":`...), n.Secrets, jsonw.AppendString)
	}
	if len(n.Scopes) > 0 {
		dst = appendStrings(append(dst, `,"scopes":`...), n.Scopes, jsonw.AppendString)
	}
	if n.WantsInput() {
		dst = append(dst, `,"input":`...)
		input := len(dst)
		dst = n.appendInput(dst, text, n.Reason != "")
		if len(n.Options) > 0 {
			dst = n.AppendOptions(append(dst, `,"options":`...), text)
		}
		dst = closeObject(dst, input)
	}
	return closeObject(dst, start)
}

// AppendInput appends the input that is needed in the form of needsInput:v1: an object with fields, reason and suggestions.
// The reason is required there, so it is present if empty.
func (n *Needs) AppendInput(dst []byte, text TextFunc) []byte {
	start := len(dst)
	return closeObject(n.appendInput(dst, text, true), start)
}

// appendInput appends the members fields, reason and suggestions, each after a comma.
func (n *Needs) appendInput(dst []byte, text TextFunc, reason bool) []byte {
	if len(n.Input) > 0 {
		dst = append(dst, `,"fields":[`...)
		for i := range n.Input {
			dst = jsonw.AppendString(appendComma(dst, i), n.Input[i].Name)
		}
		dst = append(dst, ']')
	}
	if reason {
		dst = text(append(dst, `,"reason":`...), string(n.Reason))
	}
	start := len(dst)
	for i := range n.Input {
		in := &n.Input[i]
		if len(in.Suggestions) == 0 || suggestedLater(n.Input[i+1:], in.Name) {
			continue
		}
		if len(dst) == start {
			dst = append(dst, `,"suggestions":{`...)
		} else {
			dst = append(dst, ',')
		}
		dst = append(jsonw.AppendString(dst, in.Name), ':')
		dst = appendStrings(dst, in.Suggestions, text)
	}
	if len(dst) > start {
		dst = append(dst, '}')
	}
	return dst
}

// suggestedLater reports whether a later input of the same name has suggestions: of equal names the last one counts.
func suggestedLater(rest []Input, name string) bool {
	for i := range rest {
		if rest[i].Name == name && len(rest[i].Suggestions) > 0 {
			return true
		}
	}
	return false
}

// AppendOptions appends the options in the form of needsInput:v1: an array of objects.
func (n *Needs) AppendOptions(dst []byte, text TextFunc) []byte {
	dst = append(dst, '[')
	for i := range n.Options {
		o := &n.Options[i]
		dst = text(append(appendComma(dst, i), `{"label":`...), o.Label)
		dst = appendString(dst, `,"value":"`, o.Value)
		if o.Description != "" {
			dst = text(append(dst, `,"description":`...), o.Description)
		}
		dst = appendMember(dst, `,"field":"`, o.Field)
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

// appendString appends open, which ends with a quote, and the rest of the string value.
func appendString(dst []byte, open, value string) []byte {
	dst = append(dst, open...)
	dst = jsonw.AppendBody(dst, value)
	return append(dst, '"')
}

// appendMember is appendString unless value is empty.
func appendMember(dst []byte, open, value string) []byte {
	if value == "" {
		return dst
	}
	return append(jsonw.AppendBody(append(dst, open...), value), '"')
}

func appendStrings(dst []byte, values []string, text TextFunc) []byte {
	dst = append(dst, '[')
	for i, v := range values {
		dst = text(appendComma(dst, i), v)
	}
	return append(dst, ']')
}

// appendComma appends the comma before element i.
func appendComma(dst []byte, i int) []byte {
	if i == 0 {
		return dst
	}
	return append(dst, ',')
}

// closeObject ends an object whose members start at dst[start:], each after a comma; the first comma becomes the brace.
func closeObject(dst []byte, start int) []byte {
	if len(dst) == start {
		return append(dst, "{}"...)
	}
	dst[start] = '{'
	return append(dst, '}')
}
