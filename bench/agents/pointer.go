package agents

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// decode returns a document as maps and slices, a copy of its own.
func decode(document json.RawMessage) any {
	var v any
	if err := json.Unmarshal(document, &v); err != nil {
		panic(err) // the table is embedded, and tested
	}
	return v
}

// lookup returns the value at a JSON pointer without escapes.
func lookup(v any, path string) (any, bool) {
	for token := range strings.SplitSeq(strings.TrimPrefix(path, "/"), "/") {
		switch in := v.(type) {
		case map[string]any:
			member, ok := in[token]
			if !ok {
				return nil, false
			}
			v = member
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(in) {
				return nil, false
			}
			v = in[i]
		default:
			return nil, false
		}
	}
	return v, true
}

// set sets the member at a path, whose parent must be an object, and removes it if the value is
// nil.
func set(v any, path string, value any) {
	parent, name := split(path)
	in := v
	if parent != "" {
		in, _ = lookup(v, parent)
	}
	object, ok := in.(map[string]any)
	switch {
	case !ok:
	case value == nil:
		delete(object, name)
	default:
		object[name] = value
	}
}

// split returns the pointer of the parent, and the name of the member.
func split(path string) (parent, name string) {
	i := strings.LastIndexByte(path, '/')
	return path[:i], path[i+1:]
}

// has reports whether a value has what the user wants. It may have members that the user does not
// know of: a tool that does not know them either does the same without them.
func has(got, want any) bool {
	switch want := want.(type) {
	case map[string]any:
		got, ok := got.(map[string]any)
		for name, v := range want {
			ok = ok && has(got[name], v)
		}
		return ok
	case []any:
		got, ok := got.([]any)
		return ok && slices.EqualFunc(got, want, has)
	}
	return got == want
}
