package dialect

import (
	"hash/maphash"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/errkit"
)

// appendParameters appends parameter_errors: a member for each key, in the
// order of the fields; several messages on one key are joined. Without fields,
// the inputs that are needed stand there.
func (d OXP) appendParameters(dst []byte, c *Codec, e *errkit.Error) []byte {
	switch {
	case len(e.Fields) > maxFew:
		dst = append(dst, `,"parameter_errors":{`...)
		dst = c.manyFields(dst, e.Fields)
		dst = append(dst, '}')
	case len(e.Fields) > 0:
		dst = append(dst, `,"parameter_errors":{`...)
		repeats := repeated(e.Fields)
		for i := range e.Fields {
			f := &e.Fields[i]
			if repeats && before(e.Fields[:i], named(f)) {
				continue
			}
			dst = append(comma(dst, i), '"')
			dst = appendKeyBody(dst, f.Path)
			dst = append(dst, `":"`...)
			dst = c.fieldMessage(dst, f)
			for j := i + 1; repeats && j < len(e.Fields); j++ {
				if named(&e.Fields[j]) == named(f) {
					dst = append(dst, "; "...)
					dst = c.fieldMessage(dst, &e.Fields[j])
				}
			}
			dst = append(dst, '"')
		}
		dst = append(dst, '}')
	case e.Needs != nil && len(e.Needs.Input) > 0:
		dst = append(dst, `,"parameter_errors":{`...)
		for i := range e.Needs.Input {
			name := e.Needs.Input[i].Name
			if slices.ContainsFunc(e.Needs.Input[:i], func(in errkit.Input) bool { return in.Name == name }) {
				continue
			}
			dst = append(comma(dst, i), '"')
			dst = appendKeyBody(dst, name) // a name that is no pointer is its own key
			dst = append(dst, `":"is required"`...)
		}
		dst = append(dst, '}')
	}
	return dst
}

// maxFew is how many fields, and challenges, are compared with each other; of
// more it is remembered where each stands, which allocates.
const maxFew = 1000

// manyFields appends the members of parameter_errors for more than maxFew fields.
func (c *Codec) manyFields(dst []byte, fields []errkit.Field) []byte {
	first := make(map[string]int, len(fields)) // the first field of each name
	next := make([]int, len(fields))           // the next field of the same name; 0: none
	for i := len(fields) - 1; i >= 0; i-- {
		name := named(&fields[i])
		next[i] = first[name]
		first[name] = i
	}
	for i := range fields {
		if first[named(&fields[i])] != i {
			continue
		}
		dst = append(comma(dst, i), '"')
		dst = appendKeyBody(dst, fields[i].Path)
		dst = append(dst, `":"`...)
		dst = c.fieldMessage(dst, &fields[i])
		for j := next[i]; j != 0; j = next[j] {
			dst = append(dst, "; "...)
			dst = c.fieldMessage(dst, &fields[j])
		}
		dst = append(dst, '"')
	}
	return dst
}

// named is what tells fields apart: the path, also where its author forgot the
// slash that makes a pointer of it.
func named(f *errkit.Field) string { return strings.TrimPrefix(f.Path, "/") }

// repeated reports whether two of up to maxFew fields have the same name.
func repeated(fields []errkit.Field) bool {
	if len(fields) <= 8 {
		for i := range fields {
			if before(fields[:i], named(&fields[i])) {
				return true
			}
		}
		return false
	}
	var seen [256]uint64 // a bit for each hash: those before are compared where it is set
	for i := range fields {
		h := maphash.String(seed, named(&fields[i]))
		word, bit := h>>6&255, uint64(1)<<(h&63)
		if seen[word]&bit != 0 && before(fields[:i], named(&fields[i])) {
			return true
		}
		seen[word] |= bit
	}
	return false
}

var seed = maphash.MakeSeed()

func before(fields []errkit.Field, name string) bool {
	for i := range fields {
		if named(&fields[i]) == name {
			return true
		}
	}
	return false
}
