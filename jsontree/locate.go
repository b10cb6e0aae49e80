package jsontree

import (
	"encoding/json"
	"strings"
)

// Locate returns the value of the document with this root that a type error of
// encoding/json is about. It is Absent if the error cannot be about this
// document: no value at its offset has the JSON type that the error names.
//
// Offset and Field depend on the version of encoding/json. Go 1.26 leaves out
// of Field the indexes of arrays and the keys of maps, and has Go names in it;
// Go 1.27 has the pointer in it, with dots for slashes, and a [json.Decoder]
// does not count the white space before the value. Locate returns the same
// value for both.
func Locate(root Value, e *json.UnmarshalTypeError) Value {
	if root.doc == nil {
		return Value{}
	}
	offset := int(e.Offset)
	candidates := []Value{root.reported(offset, e.Value)}
	if strings.HasPrefix(e.Value, "number ") { // Go 1.26, a number too large for a float64
		candidates = append(candidates, root.reported(offset-1, e.Value))
	}
	if space := int(root.node().start); space > 0 { // Go 1.27, a Decoder
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

// reported returns the value whose type error has this offset: the one after a
// scalar, after the bracket that opens a container, or for the name of a member
// at its start (Go 1.26) or after it (Go 1.27). It is Absent if the value is not
// what the error describes, such as "array", "number" or "number 300".
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
			if !strings.HasPrefix(n.kind.String(), kind) || exact && v.doc.src[start:end] != text { // "bool" means boolean
				return Value{}
			}
		default:
			continue
		}
		return v.doc.at(i)
	}
	return Value{}
}
