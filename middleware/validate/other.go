package validate

import (
	"reflect"
	"slices"
	"strings"
)

// other returns the JSON name of the field that a tag in s names: its path of names, joined by dots. It is not ok if there is
// no such field or encoding/json ignores it.
func (s scope) other(goName string) (string, bool) {
	if s.object == nil {
		return "", false
	}
	var names []string
	t := s.goType()
	for rest := goName; ; {
		end := strings.IndexAny(rest, ".[")
		if end < 0 {
			end = len(rest)
		}
		if t.Kind() != reflect.Struct {
			return "", false
		}
		sf, ok := t.FieldByName(rest[:end])
		if !ok {
			return "", false
		}
		index := append(slices.Clone(s.index), sf.Index...)
		_, name, embedded, ok := s.member(index)
		t = deref(sf.Type)
		switch {
		case ok:
			names = append(names, name)
			s = scope{object: t}
		case embedded:
			s.index = index
		default:
			return "", false
		}
		rest = rest[end:]
		for strings.HasPrefix(rest, "[") {
			closing := strings.IndexByte(rest, ']')
			if closing < 0 || len(names) == 0 || t.Kind() != reflect.Slice && t.Kind() != reflect.Array && t.Kind() != reflect.Map {
				return "", false
			}
			names[len(names)-1] += rest[:closing+1]
			t, rest = deref(t.Elem()), rest[closing+1:]
			s = scope{object: t}
		}
		if rest == "" {
			return strings.Join(names, "."), len(names) > 0
		}
		rest = strings.TrimPrefix(rest, ".")
	}
}

// condition returns a parameter that lists other fields, or other fields and their values, as a phrase, and as a parameter
// with JSON names.
func (s scope) condition(param, and string, values bool) (phrase, shown string, ok bool) {
	all := words(param)
	var parts, shownParts []string
	for i := 0; i < len(all); i++ {
		name, ok := s.other(all[i])
		if !ok {
			return "", "", false
		}
		part := name
		shownParts = append(shownParts, name)
		if values {
			if i++; i >= len(all) {
				return "", "", false
			}
			part += " is " + all[i]
			shownParts = append(shownParts, all[i])
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, and), strings.Join(shownParts, " "), len(parts) > 0
}
