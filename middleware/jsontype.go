package middleware

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonfield"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
)

// typeError returns the error for a document for which encoding/json returned the type error e,
// nil if e is about another document.
func typeError(doc []byte, e *json.UnmarshalTypeError) *errkit.Error {
	root := firstValue(doc)
	if root.Kind() == jsontree.Absent || !decodable(e) {
		return nil
	}
	v, pointer := findTyped(root, e)
	if v.Kind() == jsontree.Absent {
		// The MCP SDK decodes the arguments, encodes the result and decodes that into a Go type.
		// The offset is that in the encoded result.
		var decoded any // numbers are float64
		_ = json.Unmarshal([]byte(root.Raw()), &decoded)
		again, _ := json.Marshal(decoded)
		v, pointer = findTyped(firstValue(again), e)
	}
	if v.Kind() == jsontree.Absent {
		return nil
	}
	f, wrong := wrongType(v, e)
	if !wrong {
		return nil
	}
	f.Path = text.ShortPath(pointer)
	return &errkit.Error{Kind: errkit.InvalidInput, Fields: []errkit.Field{f}}
}

// firstValue parses the first JSON value of doc, which may be followed by others. It replaces
// bytes that are not UTF-8, which encoding/json accepts, without changing offsets. The result is
// Absent if doc does not start with a JSON value.
func firstValue(doc []byte) jsontree.Value {
	if !utf8.Valid(doc) {
		doc = slices.Clone(doc)
		for i, r := range string(doc) {
			if r == utf8.RuneError && !bytes.HasPrefix(doc[i:], []byte("\uFFFD")) {
				doc[i] = '?'
			}
		}
	}
	d := json.NewDecoder(bytes.NewReader(doc))
	_ = d.Decode(new(json.RawMessage))
	root, _ := parse(doc[:d.InputOffset()]) // the offset is 0 after an error
	return root
}

// maxPieces is the number of parts of a document in which findTyped searches.
const maxPieces = 100

// findTyped returns the value that a type error is about, and its pointer. The value is Absent if
// e is not about this document.
//   - An error with an offset was returned by encoding/json. The value is at that offset of the
//     document, or of a part of it that an UnmarshalJSON method decoded.
//   - An error without an offset was returned by another decoder, such as that of the MCP SDK.
//     Its Field is the exact path.
func findTyped(root jsontree.Value, e *json.UnmarshalTypeError) (v jsontree.Value, pointer string) {
	if e.Offset <= 0 {
		if e.Field != "" {
			v = follow(root, e.Field)
		}
		return v, v.Pointer()
	}
	if v = locate(root, e); v.Kind() != jsontree.Absent {
		return v, v.Pointer()
	}
	pieces, left := 0, 4*len(root.Raw()) // bytes, so that the work stays linear in the document
	for m := range root.All() {
		if m == root || m.Kind() < jsontree.Array {
			continue
		}
		pieces, left = pieces+1, left-len(m.Raw())
		if pieces > maxPieces || left < 0 {
			break
		}
		piece, _ := parse([]byte(m.Raw()))
		if v = locate(piece, e); v.Kind() != jsontree.Absent {
			return v, m.Pointer() + v.Pointer()
		}
	}
	return v, ""
}

// locate returns the value at the offset of a type error, Absent if it is not on the path of e.
func locate(root jsontree.Value, e *json.UnmarshalTypeError) jsontree.Value {
	if v := jsontree.Locate(root, e); onPath(v.Pointer(), e.Field) {
		return v
	}
	return jsontree.Value{}
}

// follow returns the value at a path of names and indexes that are joined by dots. Names may
// contain dots.
func follow(v jsontree.Value, path string) jsontree.Value {
	if path == "" {
		return v
	}
	if v.Kind() == jsontree.Array {
		index, rest, _ := strings.Cut(path, ".")
		return follow(v.At("/"+index), rest)
	}
	var found jsontree.Value
	for m := v.FirstMember(); m.Kind() != jsontree.Absent; m = m.Next() {
		rest, ok := strings.CutPrefix(path, m.Name())
		if ok && rest == "" {
			found = m // of equal names the last one counts
		} else if after, dot := strings.CutPrefix(rest, "."); ok && dot {
			if in := follow(m, after); in.Kind() != jsontree.Absent {
				found = in
			}
		}
	}
	return found
}

// onPath reports whether the Field of a type error may be that of the value with the pointer at.
// In Go 1.26 a Field has names of embedded structs, but no indexes and no keys of maps. As the
// offset is known, one common name is sufficient.
func onPath(at, path string) bool {
	if path == "" {
		return true
	}
	path = "." + strings.ToLower(path) + "." // names match in any case
	for name := range strings.SplitSeq(strings.ToLower(at), "/") {
		name = pointer.Unescape(name)
		if name != "" && strings.Contains(path, "."+name+".") {
			return true
		}
	}
	return false
}

// decodable reports whether any JSON value can be decoded into the type of an error; otherwise
// the error is a bug of the program. It is false for types with an UnmarshalJSON method, for
// which only Go 1.27 has type errors.
func decodable(e *json.UnmarshalTypeError) bool {
	if e.Type == nil {
		return false
	}
	t := jsonfield.Deref(e.Type)
	switch k := t.Kind(); {
	case k == reflect.Chan, k == reflect.Func, k == reflect.Complex64, k == reflect.Complex128,
		k == reflect.UnsafePointer, k == reflect.Interface && t.NumMethod() > 0:
		return false
	case e.Offset <= 0:
		return true
	case k == reflect.Slice && t.Elem().Kind() == reflect.Uint8 && strings.HasPrefix(e.Value, "string"):
		return false
	}
	return !reflect.PointerTo(t).Implements(unmarshalerType)
}

// wrongType returns a field for a value that cannot be decoded into the type of an error. The
// field does not quote the value, as the error may do.
func wrongType(v jsontree.Value, e *json.UnmarshalTypeError) (f errkit.Field, wrong bool) {
	if name, ok := strings.CutPrefix(e.Value, "number "); ok && v.Name() == name && v.Raw() != name { // a key of a map
		if k := e.Type.Kind(); k < reflect.Int || k > reflect.Uintptr || fits(e.Type, name) {
			return f, false
		}
		return errkit.Field{Message: errkit.Textf("has a name that is not an integer%s", limits(e.Type)),
			Rule: "propertyNames", Param: "integer"}, true
	}
	if json.Unmarshal([]byte(v.Raw()), reflect.New(e.Type).Interface()) == nil {
		return f, false
	}
	piece, err := parse([]byte(v.Raw()))
	if err != nil {
		return f, false
	}
	c := checker{callMethods: true}
	c.check(e.Type, piece)
	if len(c.fields) > 0 && c.fields[0].Path == "" {
		return c.fields[0], true
	}
	return errkit.Field{Message: "has the wrong type", Rule: "type"}, true
}

// unknownMemberError returns the error for a document with an unknown member, nil if it has no
// member with that name. The path of the field is that of the member if only one has that name.
func unknownMemberError(doc []byte, name string) *errkit.Error {
	var where []string
	for m := range firstValue(doc).All() {
		if m.Name() == name && len(where) < 2 {
			where = append(where, m.ShortPointer())
		}
	}
	f := errkit.Field{Message: "is not known", Rule: "additionalProperties"}
	switch len(where) {
	case 0:
		return nil
	case 1:
		f.Path = where[0]
	default:
		f.Message = errkit.Textf("has a property that is not known: %q", text.Runes(name, text.MaxKey))
	}
	return &errkit.Error{Kind: errkit.InvalidInput, Fields: []errkit.Field{f}}
}
