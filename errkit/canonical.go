package errkit

import (
	"slices"
	"strconv"

	"github.com/toolerr/toolerr/internal/text"
)

// The canonical JSON of an error has a member for each public field:
//
//	{"kind":"not_found","code":"no_such_bell","status":410,
//	 "message":"There is no such bell.","hint":"Call list_bells.",
//	 "doc_url":"https://bells.example.com/errors#no_such_bell",
//	 "fields":[{"path":"/bell","message":"must be a name","rule":"type","param":"string"}],
//	 "needs":{"authorization":[
//	            {"id":"1","url":"https://...","check_url":"https://...","message":"..."}],
//	          "user_id":true,"secrets":["TOKEN"],"scopes":["ring"],
//	          "input":{"fields":["bell"],"reason":"...","suggestions":{"bell":["front"]},
//	                   "options":[
//	                     {"label":"Front","value":"front","description":"...","field":"bell"}]}},
//	 "retry":"allowed","retry_after_ms":500,"effect":"none","stage":"execution","upstream":503,
//	 "details":{...},"ref":"7f3a9c"}
//
// Members without a value are absent. It is for programs: its texts are complete, neither
// cleaned nor cut.

// A TextFunc appends a text for people as a JSON string with its quotes.
type TextFunc = func(dst []byte, text string) []byte

// AppendJSON appends the canonical JSON of e, as [Error.MarshalJSON] returns it, but of all of
// e. A nil e is Internal.
//
// It allocates only for details that are not a string, number, bool, time, duration, []string,
// valid compact json.RawMessage or group of these.
func (e *Error) AppendJSON(dst []byte) []byte {
	if e == nil {
		e = &Error{}
	}
	dst = append(dst, `{"kind":"`...)
	dst = append(dst, kindRows[e.Kind.known()].name...)
	dst = append(dst, '"')
	dst = appendMember(dst, `,"code":"`, string(e.Code))
	if e.Status != 0 {
		dst = text.AppendInt(append(dst, `,"status":`...), int(e.Status))
	}
	dst = appendMember(dst, `,"message":"`, string(e.Message))
	dst = appendMember(dst, `,"hint":"`, string(e.Hint))
	dst = appendMember(dst, `,"doc_url":"`, e.DocURL)
	if len(e.Fields) > 0 {
		dst = append(dst, `,"fields":[`...)
		for i := range e.Fields {
			f := &e.Fields[i]
			dst = append(appendPointer(append(text.AppendComma(dst, i), `{"path":"`...), f.Path), '"')
			dst = appendMember(dst, `,"message":"`, string(f.Message))
			dst = appendMember(dst, `,"rule":"`, f.Rule)
			dst = appendMember(dst, `,"param":"`, f.Param)
			dst = append(dst, '}')
		}
		dst = append(dst, ']')
	}
	if !e.Needs.IsZero() {
		dst = append(dst, `,"needs":`...)
		dst = e.Needs.AppendJSON(dst, text.AppendString)
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

// MarshalJSON returns the canonical JSON of the public fields. It never fails. The error is
// [Bounded], with texts of up to 16,384 characters.
//
// It has a value receiver, so that a copy of an Error is encoded in the same way.
func (e Error) MarshalJSON() ([]byte, error) { return Bounded(&e, text.MaxText).AppendJSON(nil), nil }

// AppendOutcome appends the members retry, retry_after_ms, effect, stage and upstream, each after
// a comma. The canonical JSON and problem details have them in common.
func (e *Error) AppendOutcome(dst []byte) []byte {
	if e.Retry != RetryUnspecified && int(e.Retry) < len(retryNames) {
		dst = append(append(append(dst, `,"retry":"`...), retryNames[e.Retry]...), '"')
	}
	if ms := text.Milliseconds(e.RetryAfter); ms > 0 {
		dst = strconv.AppendInt(append(dst, `,"retry_after_ms":`...), ms, 10)
	}
	if e.Effect != EffectUnspecified && int(e.Effect) < len(effectNames) {
		dst = append(append(append(dst, `,"effect":"`...), effectNames[e.Effect]...), '"')
	}
	if e.Stage != StageUnspecified && int(e.Stage) < len(stageNames) {
		dst = append(append(append(dst, `,"stage":"`...), stageNames[e.Stage]...), '"')
	}
	if e.Upstream > 0 {
		dst = text.AppendInt(append(dst, `,"upstream":`...), e.Upstream)
	}
	return dst
}

// appendPointer appends a JSON pointer without control and bidirectional characters, and with
// the slash at its start (RFC 6901 §3).
func appendPointer(dst []byte, path string) []byte {
	if path = text.Clean(path, 0); path != "" && path[0] != '/' {
		dst = append(dst, '/')
	}
	return text.AppendBody(dst, path)
}

// AppendJSON appends the needs as a JSON object.
func (n *Needs) AppendJSON(dst []byte, s TextFunc) []byte {
	start := len(dst)
	if len(n.Challenges) > 0 {
		dst = append(dst, `,"authorization":[`...)
		for i := range n.Challenges {
			ch := &n.Challenges[i]
			dst = append(text.AppendComma(dst, i), '{')
			if ch.ID != "" {
				dst = append(text.AppendMember(dst, `"id":"`, ch.ID), ',')
			}
			dst = text.AppendMember(dst, `"url":"`, ch.URL)
			dst = appendMember(dst, `,"check_url":"`, ch.CheckURL)
			if ch.Message != "" {
				dst = s(append(dst, `,"message":`...), string(ch.Message))
			}
			dst = append(dst, '}')
		}
		dst = append(dst, ']')
	}
	if n.UserID {
		dst = append(dst, `,"user_id":true`...)
	}
	if len(n.Secrets) > 0 {
		dst = appendStrings(append(dst, `,"secrets":`...), n.Secrets, text.AppendString)
	}
	if len(n.Scopes) > 0 {
		dst = appendStrings(append(dst, `,"scopes":`...), n.Scopes, text.AppendString)
	}
	if n.WantsInput() {
		dst = append(dst, `,"input":`...)
		input := len(dst)
		dst = n.appendInput(dst, s, n.Reason != "")
		if len(n.Options) > 0 {
			dst = n.AppendOptions(append(dst, `,"options":`...), s)
		}
		dst = text.CloseObject(dst, input)
	}
	return text.CloseObject(dst, start)
}

// AppendInput appends the input that is needed in the form of needsInput:v1: an object with
// fields, reason and suggestions. The reason is required there, so it is present if empty.
func (n *Needs) AppendInput(dst []byte, s TextFunc) []byte {
	start := len(dst)
	return text.CloseObject(n.appendInput(dst, s, true), start)
}

// appendInput appends the members fields, reason and suggestions, each after a comma.
func (n *Needs) appendInput(dst []byte, s TextFunc, reason bool) []byte {
	if len(n.Input) > 0 {
		dst = append(dst, `,"fields":[`...)
		for i := range n.Input {
			dst = text.AppendString(text.AppendComma(dst, i), n.Input[i].Name)
		}
		dst = append(dst, ']')
	}
	if reason {
		dst = s(append(dst, `,"reason":`...), string(n.Reason))
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
		dst = append(text.AppendString(dst, in.Name), ':')
		dst = appendStrings(dst, in.Suggestions, s)
	}
	if len(dst) > start {
		dst = append(dst, '}')
	}
	return dst
}

// suggestedLater reports whether a later input of the same name has suggestions: of equal names
// the last one counts.
func suggestedLater(rest []Input, name string) bool {
	return slices.ContainsFunc(rest, func(in Input) bool {
		return len(in.Suggestions) > 0 && text.Same(in.Name, name)
	})
}

// AppendOptions appends the options in the form of needsInput:v1: an array of objects.
func (n *Needs) AppendOptions(dst []byte, s TextFunc) []byte {
	dst = append(dst, '[')
	for i := range n.Options {
		o := &n.Options[i]
		dst = s(append(text.AppendComma(dst, i), `{"label":`...), o.Label)
		dst = text.AppendMember(dst, `,"value":"`, o.Value)
		if o.Description != "" {
			dst = s(append(dst, `,"description":`...), o.Description)
		}
		dst = appendMember(dst, `,"field":"`, o.Field)
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

// appendMember appends an optional member: open, which ends with a quote, and the rest of the
// string value; nothing if the value is empty.
func appendMember(dst []byte, open, value string) []byte {
	if value == "" {
		return dst
	}
	return append(text.AppendBody(append(dst, open...), value), '"') // AppendMember is not inlined
}

func appendStrings(dst []byte, values []string, s TextFunc) []byte {
	dst = append(dst, '[')
	for i, v := range values {
		dst = s(text.AppendComma(dst, i), v)
	}
	return append(dst, ']')
}
