package jsonr

import (
	"encoding/json"
	"iter"
	"strconv"
)

// A Kind is what a value is.
type Kind uint8

// The zero Kind is that of a value that is not there.
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

// String is the name of the kind as JSON Schema has it, or "absent".
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "kind(" + strconv.Itoa(int(k)) + ")"
}

// A Value is one value of a document. The zero Value is Absent. Two Values of one document are equal (==) if they are
// the same place in it. A Value keeps its whole document in memory, and so does a string that it gives.
type Value struct {
	doc   *document
	names uint64 // of the node
	i     uint32 // the index of the node
	kind  Kind   // of the node
}

// Kind says what v is.
func (v Value) Kind() Kind { return v.kind }

// node is the node of v, which is there.
func (v Value) node() *node { return &v.doc.nodes[v.i] }

// Member is the member of the object v with exactly this name, the last one if there are several, as encoding/json has
// it. It is Absent if there is none or v is no object.
func (v Value) Member(name string) Value {
	if name == "" || v.names&(1<<(name[0]&63)) != 0 {
		return v.member(name)
	}
	return Value{} // as nearly always; all of this is inlined
}

func (v Value) member(name string) Value {
	if v.kind != Object {
		return Value{}
	}
	found := 0 // the root is nobody's member
	src, nodes := v.doc.src, v.doc.nodes
	for i, end := int(v.i)+1, int(nodes[v.i].next); i < end; {
		m := &nodes[i]
		if m.keyEscaped {
			if v.doc.key(i) == name {
				found = i
			}
		} else if int(m.keyEnd-m.keyStart) == len(name) && src[m.keyStart:m.keyEnd] == name { // most differ in length
			found = i
		}
		i = int(m.next)
	}
	if found == 0 {
		return Value{}
	}
	return v.doc.at(found)
}

// Text is the string v, unescaped. Half a surrogate pair is U+FFFD. False if v is no string.
func (v Value) Text() (string, bool) {
	if v.kind != String {
		return "", false
	}
	n := v.node()
	s := v.doc.src[n.start+1 : n.end-1]
	if n.escaped {
		s = unescape(s)
	}
	return s, true
}

// Bool is the boolean v. False and false if v is none.
func (v Value) Bool() (b, ok bool) {
	if v.kind != Bool {
		return false, false
	}
	return v.doc.src[v.node().start] == 't', true
}

// Int is the number v where it is an integer, however it is written: 500, 500.0, 5e2. False if v is no number, has a
// fraction or does not fit.
func (v Value) Int() (int64, bool) {
	if v.kind != Number {
		return 0, false
	}
	return integer(v.Raw())
}

// Float is the number v, rounded to the nearest float64. False if v is no number or does not fit.
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

// Raw is the exact text of v in the document, "" if v is Absent.
func (v Value) Raw() string {
	if v.doc == nil {
		return ""
	}
	n := v.node()
	return v.doc.src[n.start:n.end]
}

// Len counts the elements of an array or the members of an object, every one of several with the same name. It is 0
// for any other value. It walks over them.
func (v Value) Len() int {
	count := 0
	for i, end := v.inside(v.Kind()); i < end; i = v.doc.after(i) {
		count++
	}
	return count
}

// Members gives the names and values of the object v in the order of the document, every one of several with the same
// name. It gives nothing if v is no object.
func (v Value) Members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		for i, end := v.inside(Object); i < end; i = v.doc.after(i) {
			if !yield(v.doc.key(i), v.doc.at(i)) {
				return
			}
		}
	}
}

// Elements gives the elements of the array v in order. It gives nothing if v is no array.
func (v Value) Elements() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for i, end := v.inside(Array); i < end; i = v.doc.after(i) {
			if !yield(v.doc.at(i)) {
				return
			}
		}
	}
}

// FirstElement is the first element of the array v, Absent if it has none or is none. A loop over Next does what one
// over Elements does, and leaves the document on the stack.
func (v Value) FirstElement() Value { return v.first(Array) }

// FirstMember is the first member of the object v, Absent if it has none or is none. A loop over Next and Name does what
// one over Members does, and leaves the document on the stack.
func (v Value) FirstMember() Value { return v.first(Object) }

// Next is the element or member that comes after v, Absent if v is the last one or stands in nothing.
func (v Value) Next() Value {
	if v.i == 0 || v.node().last {
		return Value{}
	}
	return v.doc.at(int(v.node().next))
}

// Name is the name of the member v, "" if it is none.
func (v Value) Name() string {
	if v.doc == nil {
		return ""
	}
	return v.doc.key(int(v.i))
}

func (v Value) first(k Kind) Value {
	if first, end := v.inside(k); first < end {
		return v.doc.at(first)
	}
	return Value{}
}

// inside is the range of the nodes inside v. There are none if v is not of this kind.
func (v Value) inside(k Kind) (first, end int) {
	if v.kind != k || v.doc == nil {
		return 0, 0
	}
	return int(v.i) + 1, int(v.node().next)
}

// Pointer is where v stands in its document, "" for the root and for Absent. It walks over what comes before v, so it
// is for messages, not for loops. // RFC 6901
func (v Value) Pointer() string {
	if v.doc == nil {
		return ""
	}
	return v.doc.pointer(int(v.i))
}

// Position is the line and the column where v begins, as [Error] has them; 1 and 1 for Absent.
func (v Value) Position() (line, column int) {
	if v.doc == nil {
		return 1, 1
	}
	return v.doc.position(int(v.node().start))
}

// Any is v as encoding/json decodes it into an any with UseNumber: nil, bool, json.Number, string, []any or
// map[string]any. Absent is nil.
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
