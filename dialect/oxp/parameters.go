package oxp

import (
	"hash/maphash"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/internal/text"
)

// appendParameters appends parameter_errors: a member for each key, in the order of the fields.
// Several messages for one key are joined. Without fields it has the inputs that are needed.
func (d Dialect) appendParameters(dst []byte, c *dialect.Codec, e *errkit.Error) []byte {
	switch {
	case len(e.Fields) > 0:
		dst = append(dst, `,"parameter_errors":{`...)
		repeats := len(e.Fields) > 1 && repeated(e.Fields)
		for i := range e.Fields {
			f := &e.Fields[i]
			if repeats && contains(e.Fields[:i], nameOf(f)) {
				continue
			}
			dst = append(text.AppendComma(dst, i), '"')
			dst = pointer.AppendKey(dst, f.Path)
			dst = append(dst, `":"`...)
			dst = wire.AppendTextBody(dst, c, wire.FieldMessage(f))
			for j := i + 1; repeats && j < len(e.Fields); j++ {
				if nameOf(&e.Fields[j]) == nameOf(f) {
					dst = append(dst, "; "...)
					dst = wire.AppendTextBody(dst, c, wire.FieldMessage(&e.Fields[j]))
				}
			}
			dst = append(dst, '"')
		}
		dst = append(dst, '}')
	case e.Needs != nil && len(e.Needs.Input) > 0:
		dst = append(dst, `,"parameter_errors":{`...)
		for i := range e.Needs.Input {
			name := text.Clean(e.Needs.Input[i].Name, 0)
			if slices.ContainsFunc(e.Needs.Input[:i],
				func(in errkit.Input) bool { return text.Clean(in.Name, 0) == name }) {
				continue
			}
			dst = append(text.AppendComma(dst, i), '"')
			dst = pointer.AppendKey(dst, name) // a name without a slash is its own key
			dst = append(dst, `":"is required"`...)
		}
		dst = append(dst, '}')
	}
	return dst
}

// nameOf returns the path by which fields are the same, without the slash that an author may have
// forgotten.
func nameOf(f *errkit.Field) string { return strings.TrimPrefix(f.Path, "/") }

// repeated reports whether two of a few hundred fields have the same name.
func repeated(fields []errkit.Field) bool {
	var seen [64]uint64 // a bit for each hash: names are compared only if it is set
	for i := range fields {
		h := maphash.String(seed, nameOf(&fields[i]))
		word, bit := h>>6&63, uint64(1)<<(h&63)
		if seen[word]&bit != 0 && contains(fields[:i], nameOf(&fields[i])) {
			return true
		}
		seen[word] |= bit
	}
	return false
}

var seed = maphash.MakeSeed()

func contains(fields []errkit.Field, name string) bool {
	return slices.ContainsFunc(fields, func(f errkit.Field) bool { return nameOf(&f) == name })
}
