package model

import (
	"errors"
	"strings"

	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// readRoot reads a tool result, or an error of the API itself.
func (a *api) readRoot(r *wire.Reader, root jsontree.Value) (bool, error) {
	found, answered := false, a.isAnswered(root)
	for v := range a.items(root) {
		if a.is(v) == "" {
			continue
		}
		if found = true; !answered && a.read(r, v) {
			return true, nil
		}
	}
	switch {
	case found:
		return false, nil
	case isAPIError(root):
		readAPIError(r, root)
		return true, nil
	}
	return false, errors.New("the document: neither a tool result nor an error of the API")
}

// isAnswered reports whether a document is a whole response that ends with an answer. The model
// has read the failures before it.
func (a *api) isAnswered(root jsontree.Value) bool {
	if a.answer == "" || !root.Member(a.end.member).Is(a.end.value) || !root.Member("error").IsNull() {
		return false
	}
	var last jsontree.Value
	for item := root.Member(a.in).FirstElement(); item.Kind() != jsontree.Absent; item = item.Next() {
		last = item
	}
	return last.Member("type").Is(a.answer)
}

// items returns the values that may be tool results: v, and the items of a list, of a message or
// of a response.
func (a *api) items(v jsontree.Value) func(yield func(jsontree.Value) bool) {
	return func(yield func(jsontree.Value) bool) {
		list := v
		if v.Kind() == jsontree.Object {
			if !yield(v) {
				return
			}
			list = v.Member(a.in)
		}
		for item := list.FirstElement(); item.Kind() != jsontree.Absent; item = item.Next() {
			if !yield(item) {
				return
			}
			// a list of messages
			for inner := item.Member(a.in).FirstElement(); inner.Kind() != jsontree.Absent; inner = inner.Next() {
				if !yield(inner) {
					return
				}
			}
		}
	}
}

// isAPIError reports whether v is an error of an API itself: an object error with a message or a
// type, or the event of a stream.
func isAPIError(v jsontree.Value) bool {
	fault := faultOf(v)
	return fault.Member("message").Kind() == jsontree.String || fault.Member("type").Kind() == jsontree.String
}

// faultOf returns the object of an error of an API.
func faultOf(v jsontree.Value) jsontree.Value {
	switch {
	case v.Kind() == jsontree.Array: // Gemini, in a stream
		return v.FirstElement().Member("error")
	case v.Member("error").Kind() == jsontree.Object:
		return v.Member("error")
	case v.Member("type").Is("error"), v.Member("__type").Kind() == jsontree.String: // OpenAI, in a stream; Bedrock
		return v
	}
	return jsontree.Value{}
}

func readAPIError(r *wire.Reader, root jsontree.Value) {
	foreign.APIError(r, root)
	r.Used(root.Member("type"), root.Member("request_id"))
}

// A result is what a tool result has for a model.
type result struct {
	text    string
	body    jsontree.Value // the JSON that the first text is, absent if it is none
	carried jsontree.Value // the canonical JSON; absent if there is none
	block   jsontree.Value // the text that carried was parsed from; absent if it was none
}

// contentOf reads the content of a tool result: a text, or a list of texts and JSON.
func contentOf(r *wire.Reader, v jsontree.Value) (c result) {
	if text, ok := v.Text(); ok {
		c.text = text
		c.body, _ = v.Embedded()
		return c
	}
	var texts []string
	for block := v.FirstElement(); block.Kind() != jsontree.Absent && r.Room(len(texts),
		"blocks"); block = block.Next() {
		text, ok := block.Text() // a list of strings
		if !ok {
			text, ok = block.Member("text").Text()
			r.Used(block.Member("type"))
		}
		inner, isJSON := block.Member("text").Embedded()
		if data := block.Member("json"); data.Kind() == jsontree.Object {
			inner, isJSON, ok = data, true, false
		}
		switch {
		case isJSON && new(errkit.Error).ReadJSON(inner) == nil && len(texts) > 0:
			c.carried, c.block = inner, block.Member("text")
		case ok:
			if len(texts) == 0 {
				c.body = inner
			}
			texts = append(texts, text)
		}
	}
	c.text = strings.Join(texts, "\n")
	return c
}

// readFailure reads the content of a failed tool result; flag is the member by which it failed.
func readFailure(r *wire.Reader, c result, flag string) bool {
	r.Peer.Public = true
	kind, text, labeled := cutLabel(c.text)
	if labeled {
		r.Kind(kind, "the kind at the start of the text")
	} else {
		r.Kind(errkit.ExecutionFailed, flag)
		r.Refine(wire.FailedCall)
		if c.body.Kind() == jsontree.Object {
			foreign.GuessFromAPI(r, c.body) // tools pass on the error of a service
		}
	}
	r.Message(text)
	lines := wire.AllLines(errkit.RepeatableUnstated)
	r.CarryIf(c.carried, func(e *errkit.Error) bool {
		return r.IsModelText(c.text, e, lines) || labeled && kind == e.Kind && r.IsModelText(text, e, lines)
	})
	if !r.Peer.Carried {
		r.Unused(c.block)
	}
	return true
}

// readLabeled reads a tool result of an API without a flag, and reports whether its text is that
// of a failure.
func readLabeled(r *wire.Reader, content jsontree.Value) bool {
	c := contentOf(r, content)
	_, _, labeled := cutLabel(c.text)
	return labeled && readFailure(r, c, "")
}

// cutLabel cuts the kind off the start of a text.
func cutLabel(s string) (k errkit.Kind, text string, ok bool) {
	rest, ok := strings.CutPrefix(s, labelStart)
	if !ok {
		return 0, s, false
	}
	name, text, _ := strings.Cut(rest, labelEnd)
	if k, ok = errkit.LookupKind(name); !ok {
		return 0, s, false
	}
	return k, text, true
}
