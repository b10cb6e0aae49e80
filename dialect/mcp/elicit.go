package mcp

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// Elicitation asks the user of a client: by a URL to visit, for an authorization, or by a form,
// for input that the call needs. A client declares which of them it supports. Up to 2025-11-25
// the server sends a request for a form; the error -32042 asks for visits. From 2026-07-28 on, a
// result asks for both.

// KeyForm is the key of the form in inputRequests, and of its response in inputResponses. The
// keys of URLs are the ids of the challenges.
const KeyForm = "io.github.toolerr/input"

// asked is what a result asks the user.
type asked struct{ urls, form bool }

func (a asked) any() bool { return a.urls || a.form }

// asks returns what a result asks the user in an error's place (MCP 2026-07-28, multi round-trip
// requests).
func (d *Dialect) asks(call *dialect.Call, e *errkit.Error) asked {
	if !d.since(Revision20260728) {
		return asked{}
	}
	switch call.Method {
	case "", methodCall, methodGetPrompt, methodReadResource:
		return d.resolves(e)
	}
	return asked{}
}

// rejects reports whether an error is -32042, which asks the user to visit URLs.
func (d *Dialect) rejects(e *errkit.Error) bool {
	return !d.since(Revision20260728) && d.resolves(e).urls
}

// resolves returns what the client can ask its user to resolve the error. It asks nothing if it
// cannot open the URLs of the error: then the model needs to know them; nor if the call may have
// taken effect, because it is made again with the response.
func (d *Dialect) resolves(e *errkit.Error) (a asked) {
	if e.Needs == nil || !d.URLElicitation && !d.FormElicitation || !d.since(Revision20251125) ||
		mapping.IsOutcomeUnclear(e) {
		return a
	}
	switch e.Kind {
	case errkit.AuthRequired, errkit.AuthExpired, errkit.InputRequired:
	default:
		if e.Retry != errkit.AfterAction {
			return a
		}
	}
	urls := slices.ContainsFunc(e.Needs.Challenges, func(ch errkit.Challenge) bool { return wire.IsPage(ch.URL) })
	if urls && !d.URLElicitation {
		return a
	}
	a.urls = urls
	a.form = d.FormElicitation && (hasInput(e.Needs) || len(e.Needs.Options) > 0)
	return a
}

// appendInputRequired appends a result that asks for input.
func (d *Dialect) appendInputRequired(dst []byte, c *dialect.Codec, call *dialect.Call, e *errkit.Error,
	a asked) []byte {
	dst = openMember(dst, call.ID, memberResult, memberResult+`{"resultType":"input_required","inputRequests":`)
	dst = appendRequests(dst, c, e, a)
	dst = AppendMeta(dst, c, e)
	return append(dst, '}')
}

// appendRequests appends inputRequests: an elicitation for each challenge, with its id as the
// key, and one for the form.
func appendRequests(dst []byte, c *dialect.Codec, e *errkit.Error, a asked) []byte {
	dst = append(dst, '{')
	if a.urls {
		dst = appendVisits(dst, c, e, ``, `:{"method":"elicitation/create","params":{"mode":"url","url":"`, `}}`)
	}
	if a.urls && a.form {
		dst = append(dst, ',')
	}
	if a.form {
		dst = append(dst, `"`+KeyForm+`":{"method":"elicitation/create","params":`...)
		dst = append(appendForm(dst, c, e), '}')
	}
	return append(dst, '}')
}

// appendForm appends the parameters of elicitation/create: the message with the reason, and a
// schema with a text for each input (MCP, Elicitation, Requested Schema). Options are the values
// of their input.
func appendForm(dst []byte, c *dialect.Codec, e *errkit.Error) []byte {
	n := e.Needs
	dst = append(dst, `{"mode":"form","message":"`...)
	dst = wire.AppendMessageBody(dst, c, e)
	if n.Reason != "" {
		dst = append(dst, `\n`...)
		dst = wire.AppendTextBody(dst, c, string(n.Reason))
	}
	dst = append(dst, `","requestedSchema":{"type":"object","properties":{`...)
	inputs := n.Input
	if !hasInput(n) {
		inputs = choiceOnly[:]
	}
	count := 0
	for i := range inputs {
		if in := &inputs[i]; isMember(inputs, i) {
			dst = append(text.AppendString(text.AppendComma(dst, count), in.Name), `:{"type":"string"`...)
			count++
			dst = appendSuggestions(dst, c, in.Suggestions)
			dst = append(appendChoices(dst, c, n, in.Name), '}')
		}
	}
	dst = append(dst, `},"required":[`...)
	count = 0
	for i := range inputs {
		if isMember(inputs, i) {
			dst = text.AppendString(text.AppendComma(dst, count), inputs[i].Name)
			count++
		}
	}
	return append(dst, `]}}`...)
}

// choice is the name of the input of an error that has only options.
const choice = "choice"

var choiceOnly = [...]errkit.Input{{Name: choice}}

// hasInput reports whether an input has a name.
func hasInput(n *errkit.Needs) bool {
	return slices.ContainsFunc(n.Input, func(in errkit.Input) bool { return in.Name != "" })
}

// isMember reports whether input i is a member of the form: it has a name, and is the first one
// with this name.
func isMember(inputs []errkit.Input, i int) bool {
	name := inputs[i].Name
	return name != "" && !slices.ContainsFunc(inputs[:i], func(in errkit.Input) bool { return in.Name == name })
}

// appendSuggestions appends the description of an input. Suggestions do not exclude other values.
func appendSuggestions(dst []byte, c *dialect.Codec, suggestions []string) []byte {
	if len(suggestions) == 0 {
		return dst
	}
	return append(wire.AppendListBody(dst, c, `,"description":"For example `, suggestions), '"')
}

// appendChoices appends the options of an input: those that name it, and those that name none. A
// value is valid if one option has it (oneOf), so the others with the same value are left out.
func appendChoices(dst []byte, c *dialect.Codec, n *errkit.Needs, name string) []byte {
	unnamed := !hasInput(n)
	isChoice := func(o errkit.Option) bool { return o.Value != "" && (unnamed || o.Field == name || o.Field == "") }
	count := 0
	for i := range n.Options {
		o := &n.Options[i]
		same := func(before errkit.Option) bool { return before.Value == o.Value && isChoice(before) }
		if !isChoice(*o) || slices.ContainsFunc(n.Options[:i], same) {
			continue
		}
		if count == 0 {
			dst = append(dst, `,"oneOf":[`...)
		}
		dst = append(text.AppendMember(text.AppendComma(dst, count), `{"const":"`, o.Value), `,"title":"`...)
		count++
		dst = wire.AppendTextBody(dst, c, cmp.Or(o.Label, o.Value))
		if o.Description != "" {
			dst = append(dst, ": "...)
			dst = wire.AppendTextBody(dst, c, o.Description)
		}
		dst = append(dst, `"}`...)
	}
	if count > 0 {
		dst = append(dst, ']')
	}
	return dst
}

// appendElicitations appends the data of -32042 (MCP 2025-11-25, URL Elicitation Required Error).
func (d *Dialect) appendElicitations(dst []byte, c *dialect.Codec, e *errkit.Error) []byte {
	dst = append(dst, `,"elicitations":[`...)
	dst = appendVisits(dst, c, e, `{"mode":"url","elicitationId":`, `,"url":"`, `}`)
	return append(dst, ']')
}

// appendVisits appends an elicitation for each page that the user has to visit: before, the id,
// open and the URL, the message of the challenge, or that of the error, and end.
func appendVisits(dst []byte, c *dialect.Codec, e *errkit.Error, before, open, end string) []byte {
	ids, count := wire.ChallengeIDs{Of: e.Needs.Challenges}, 0
	for i := range e.Needs.Challenges {
		ch := &e.Needs.Challenges[i]
		if !wire.IsPage(ch.URL) {
			continue
		}
		dst = ids.Append(append(text.AppendComma(dst, count), before...), i)
		count++
		dst = text.AppendMember(dst, open, ch.URL)
		if dst = append(dst, `,"message":`...); ch.Message != "" {
			dst = wire.AppendText(dst, c, string(ch.Message))
		} else {
			dst = wire.AppendMessage(dst, c, e)
		}
		dst = append(dst, end...)
	}
	return dst
}

// readInputRequired reads a result that asks for input (MCP 2026-07-28, multi round-trip
// requests).
func readInputRequired(r *wire.Reader, v jsontree.Value) (bool, error) {
	r.Require(v, "inputRequests", jsontree.Object)
	requests := r.Object(v, "inputRequests")
	r.Kind(errkit.InputRequired, "resultType is input_required")
	for request := requests.FirstMember(); request.Kind() != jsontree.Absent; request = request.Next() {
		id := request.Name()
		if request.Kind() != jsontree.Object {
			r.WrongType(request, "an object")
			break
		}
		r.Used(request.Member("method"))
		r.Require(request, "params", jsontree.Object)
		params := r.Object(request, "params")
		message := r.String(params, "message")
		if mode := r.String(params, "mode"); mode == "url" {
			r.Kind(errkit.AuthRequired, "resultType is input_required, with a URL")
			r.Challenge(errkit.Challenge{ID: id, URL: r.String(params, "url"), Message: errkit.Text(message)})
			continue
		}
		n := r.Needs()
		if id == KeyForm {
			r.Error.Message = errkit.Text(message)
		} else if n.Reason == "" {
			n.Reason = errkit.Text(message)
		}
		before := len(n.Input)
		for in := r.Object(r.Object(params, "requestedSchema"),
			"properties").FirstMember(); in.Kind() != jsontree.Absent; in = in.Next() {
			name := in.Name()
			only := id == KeyForm && name == choice
			if !only && r.Room(len(n.Input), "inputs") {
				n.Input = append(n.Input, errkit.Input{Name: name})
			}
			if only {
				name = ""
			}
			for o := in.Member("oneOf").FirstElement(); o.Kind() == jsontree.Object && r.Room(len(n.Options),
				"options"); o = o.Next() {
				n.Options = append(n.Options,
					errkit.Option{Label: r.String(o, "title"), Value: r.String(o, "const"), Field: name})
			}
		}
		if len(n.Input) == before && len(n.Options) == 0 && r.Room(before, "inputs") {
			n.Input = append(n.Input, errkit.Input{Name: id})
		}
	}
	if requests.Len() == 0 {
		if v.Member("requestState").IsNull() {
			return false, fmt.Errorf(`%s: input_required with neither "inputRequests" nor "requestState"`,
				wire.Place(v))
		}
		r.Kind(errkit.Unavailable, "resultType is input_required, with only a state")
		r.Peer.Retry = errkit.Allowed
	}
	if r.Error.Message == "" && r.Error.Needs != nil && len(r.Error.Needs.Challenges) == 1 {
		r.Error.Message = r.Error.Needs.Challenges[0].Message
	}
	r.CarryIf(r.Object(v, "_meta").Member(dialect.MetaKey), func(e *errkit.Error) bool {
		return r.WrittenBy(Dialect{URLElicitation: true}, dialect.Call{}, e) ||
			r.WrittenBy(Dialect{FormElicitation: true}, dialect.Call{}, e) ||
			r.WrittenBy(Dialect{URLElicitation: true, FormElicitation: true}, dialect.Call{}, e)
	})
	return true, nil
}
