package jsontree

import (
	"encoding/json"
	"strings"
)

// Locate returns the value of the document with this root for which encoding/json returned the
// type error e. It is Absent if e is about another document: no value at its offset has the JSON
// type that e describes.
//
// Offset and Field depend on the version of encoding/json. In Go 1.26, Field has no indexes of
// arrays and keys of maps, but names of embedded structs. In Go 1.27, it is the JSON pointer with
// dots in place of slashes, and the Offset of a [json.Decoder] does not include the white space
// before the value. Locate returns the same value for both.
func Locate(root Value, e *json.UnmarshalTypeError) Value {
	if root.doc == nil {
		return Value{}
	}
	offset := int(e.Offset)
	candidates := []Value{root.reported(offset, e.Value)}
	if strings.HasPrefix(e.Value, "number ") { // Go 1.26, for a number too large for a float64
		candidates = append(candidates, root.reported(offset-1, e.Value))
	}
	if space := int(root.node().start); space > 0 { // Go 1.27, for a Decoder
		candidates = append(candidates, root.reported(offset+space, e.Value))
	}
	var found Value
	for _, v := range candidates {
		if v.doc == nil {
			continue
		}
		if strings.ReplaceAll(strings.TrimPrefix(v.Pointer(), "/"), "/", ".") == e.Field {
			return v
		}
		if found.doc == nil {
			found = v
		}
	}
	return found
}

// reported returns the value whose type error has this offset: the end of a scalar, the offset
// after the opening bracket of a container, or, for the name of a member, its start (Go 1.26) or
// end (Go 1.27). It is Absent if described, such as "array", "number" or "number 300", does not
// describe the value.
func (v Value) reported(offset int, described string) Value {
	kind, text, exact := strings.Cut(described, " ")
	for i := range v.doc.nodes {
		n := &v.doc.nodes[i]
		start, end, key, keyEnd := int(n.start), int(n.end), int(n.keyStart), int(n.keyEnd)
		switch {
		case key > 0 && (offset == key || offset == keyEnd+1):
			if kind != "number" || v.doc.key(i) != text {
				return Value{}
			}
		case n.kind >= Array && offset == start+1, n.kind < Array && offset == end:
			isKind := strings.HasPrefix(n.kind.String(), kind) // "bool" means boolean
			if !isKind || exact && v.doc.src[start:end] != text {
				return Value{}
			}
		default:
			continue
		}
		return v.doc.at(i)
	}
	return Value{}
}
