package jsontree

import (
	"encoding/json"
	"iter"
	"strconv"
	"strings"
)

// A Kind is the type of a value.
type Kind uint8

// The zero Kind is that of a missing value.
const (
	Absent Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

var kindNames = [...]string{"absent", "null", "boolean", "number", "string", "array", "object"}

// String returns the name of the type in JSON Schema, or "absent".
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "kind(" + strconv.Itoa(int(k)) + ")"
}

// A Value is one value of a document. The zero Value is Absent. Two Values of one document are
// equal (==) if they are at the same place. A Value keeps its document in memory, and a string
// that it returns keeps the text.
type Value struct {
	doc   *document
	names uint64 // copied from the node
	i     uint32 // index of the node
	kind  Kind   // copied from the node
}

// Kind returns the type of v.
func (v Value) Kind() Kind { return v.kind }

// IsNull reports whether v is absent or null.
func (v Value) IsNull() bool { return v.kind <= Null }

// node returns the node of v, which is not Absent.
func (v Value) node() *node { return &v.doc.nodes[v.i] }

// Member returns the member of the object v with exactly this name, the last one if there are
// several, as encoding/json does. It is Absent if there is no such member or v is not an object.
func (v Value) Member(name string) Value {
	if v.names&(1<<(len(name)&31)) != 0 {
		return v.member(name)
	}
	return Value{} // the most frequent case, which the compiler inlines
}

func (v Value) member(name string) Value {
	first := byte('"') // behind an empty name
	if name != "" {
		first = name[0]
	}
	if v.names>>32>>(first&31)&1 == 0 {
		return Value{}
	}
	src, nodes := v.doc.src, v.doc.nodes
	i, end := int(v.i)+1, int(nodes[v.i].next)
	if v.names&repeated == 0 { // most objects
		for ; i < end; i = int(nodes[i].next) {
			if m := &nodes[i]; int(m.keyEnd-m.keyStart) == len(name) && src[m.keyStart] == first && src[m.keyStart:m.keyEnd] == name {
				return Value{v.doc, m.names, uint32(i), m.kind}
			}
		}
		return Value{}
	}
	var found Value
	for ; i < end; i = int(nodes[i].next) {
		if v.doc.key(i) == name {
			found = v.doc.at(i)
		}
	}
	return found
}

// Text returns the string v, unescaped; half a surrogate pair becomes U+FFFD. It is false if v is
// not a string.
func (v Value) Text() (string, bool) {
	if v.kind != String {
		return "", false
	}
	v.SetRead(true)
	return v.text(), true
}

// text is Text for a value that is a string, without reading it.
func (v Value) text() string {
	n := v.node()
	s := v.doc.src[n.start+1 : n.end-1]
	if n.escaped {
		s = unescape(s)
	}
	return s
}

// Scalar returns the text of a string, a number or a boolean, without counting it as read; "" for
// any other value.
func (v Value) Scalar() string {
	switch v.kind {
	case String:
		return v.text()
	case Number, Bool:
		return v.raw()
	}
	return ""
}

// Embedded parses the JSON object that the string v contains. It is false if v is not a string, or
// its text is not an object within the default limits.
func (v Value) Embedded() (Value, bool) {
	if v.kind != String {
		return Value{}, false
	}
	// Most texts show by their first byte that they are not JSON, before they are unescaped.
	if first := v.raw()[1]; first != '{' && first != ' ' && first != '\\' {
		return Value{}, false
	}
	text, _ := v.Text()
	if !strings.HasPrefix(strings.TrimLeft(text, " \n\r\t"), "{") {
		return Value{}, false
	}
	inner, err := ParseText(text, Limits{})
	return inner, err == nil
}

// Bool returns the boolean v. It is false, false if v is not a boolean.
func (v Value) Bool() (b, ok bool) {
	if v.kind != Bool {
		return false, false
	}
	v.SetRead(true)
	return v.doc.src[v.node().start] == 't', true
}

// Int returns the number v if it is an integer in any notation: 500, 500.0, 5e2. It is false if v
// is not a number, has a fraction or needs more than 64 bits.
func (v Value) Int() (int64, bool) {
	if v.kind != Number {
		return 0, false
	}
	return integer(v.Raw())
}

// Float returns the number v, rounded to the nearest float64. It is false if v is not a number or
// out of range.
func (v Value) Float() (float64, bool) {
	if v.kind != Number {
		return 0, false
	}
	f, err := strconv.ParseFloat(v.Raw(), 64)
	if err != nil {
		return 0, false
	}
	return f, true
}

// Raw returns the text of v in the document, "" if v is Absent.
func (v Value) Raw() string {
	if v.doc == nil {
		return ""
	}
	v.SetRead(true)
	return v.raw()
}

// raw is Raw for a value that is not Absent, without reading it.
func (v Value) raw() string {
	n := v.node()
	return v.doc.src[n.start:n.end]
}

// Len returns the number of elements of an array or of members of an object, duplicate names
// included, and 0 for any other value. It takes time in proportion to the result.
func (v Value) Len() int {
	count := 0
	for child := v.FirstChild(); child.kind != Absent; child = child.Next() {
		count++
	}
	return count
}

// Members iterates over the names and values of the object v in the order of the document,
// duplicate names included. It yields nothing if v is not an object.
func (v Value) Members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		for m := v.FirstMember(); m.kind != Absent && yield(m.Name(), m); m = m.Next() {
		}
	}
}

// Elements iterates over the elements of the array v. It yields nothing if v is not an array.
func (v Value) Elements() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for e := v.FirstElement(); e.kind != Absent && yield(e); e = e.Next() {
		}
	}
}

// All iterates over v and all values inside it, in the order of the document, without counting them
// as read. It yields nothing if v is Absent.
func (v Value) All() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for i := int(v.i); v.doc != nil && i < int(v.node().next) && yield(v.doc.at(i)); i++ {
		}
	}
}

// FirstElement returns the first element of the array v, Absent if v is empty or not an array. A
// loop with Next does what one over Elements does, without a function call for each element.
func (v Value) FirstElement() Value { return v.first(Array) }

// FirstMember returns the first member of the object v, Absent if v is empty or not an object. A
// loop with Next and Name does what one over Members does, without a function call for each
// member.
func (v Value) FirstMember() Value { return v.first(Object) }

// FirstChild returns the first element of an array or the first member of an object v, Absent if v
// is empty or neither.
func (v Value) FirstChild() Value { return v.first(v.kind) }

// Next returns the element or member after v, Absent if v is the last one or the root.
func (v Value) Next() Value {
	if v.i == 0 || v.node().last {
		return Value{}
	}
	return v.doc.at(int(v.node().next))
}

// Name returns the name of the member v, "" if v is not a member.
func (v Value) Name() string {
	if v.doc == nil {
		return ""
	}
	return v.doc.key(int(v.i))
}

// first returns the first child of v, Absent if v is empty or not of this kind.
func (v Value) first(k Kind) Value {
	if v.kind != k || v.doc == nil || v.node().next == v.i+1 {
		return Value{}
	}
	return v.doc.at(int(v.i) + 1)
}

// Pointer returns the JSON pointer of v (RFC 6901), "" for the root and for Absent. It takes time
// in proportion to what is before v: use it for messages, not in loops.
func (v Value) Pointer() string {
	if v.doc == nil {
		return ""
	}
	return v.doc.pointer(int(v.i))
}

// ShortPointer returns Pointer, or its start and its end with an ellipsis between them if it has
// more than 512 bytes. It copies no more of the document than that, so it is what messages should
// contain.
func (v Value) ShortPointer() string {
	if v.doc == nil {
		return ""
	}
	return v.doc.shortPointer(int(v.i))
}

// Position returns the line and the column where v starts, as in [Error]; 1 and 1 for Absent.
func (v Value) Position() (line, column int) {
	if v.doc == nil {
		return 1, 1
	}
	return v.doc.position(int(v.node().start))
}

// Any returns v as encoding/json decodes it into an any with UseNumber: nil, bool, json.Number,
// string, []any or map[string]any. Absent is nil.
func (v Value) Any() any {
	switch v.Kind() {
	case Bool:
		b, _ := v.Bool()
		return b
	case Number:
		return json.Number(v.Raw())
	case String:
		s, _ := v.Text()
		return s
	case Array:
		list := make([]any, 0, v.Len())
		for e := range v.Elements() {
			list = append(list, e.Any())
		}
		return list
	case Object:
		object := make(map[string]any, v.Len())
		for name, m := range v.Members() {
			object[name] = m.Any()
		}
		return object
	}
	return nil
}
