package jsonr

import (
	"encoding/json"
	"iter"
	"strconv"
	"strings"
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
	doc *document
	i   int
}

// Kind says what v is.
func (v Value) Kind() Kind {
	if v.doc == nil {
		return Absent
	}
	return v.doc.nodes[v.i].kind
}

// node is the node of v if v is of this kind.
func (v Value) node(k Kind) (*node, bool) {
	if v.doc == nil || v.doc.nodes[v.i].kind != k {
		return nil, false
	}
	return &v.doc.nodes[v.i], true
}

// Member is the member of the object v with exactly this name, the last one if there are several, as encoding/json has
// it. It is Absent if there is none or v is no object.
func (v Value) Member(name string) Value {
	n, ok := v.node(Object)
	if !ok {
		return Value{}
	}
	found := 0 // the root is nobody's member
	nodes, end := v.doc.nodes, int(n.next)
	for i := v.i + 1; i < end; {
		m := &nodes[i]
		if int(m.keyEnd-m.keyStart) == len(name) || m.keyEscaped { // most names differ in length
			if v.doc.key(m) == name {
				found = i
			}
		}
		i = int(m.next)
	}
	if found == 0 {
		return Value{}
	}
	return Value{v.doc, found}
}

// Text is the string v, unescaped. Half a surrogate pair is U+FFFD. False if v is no string.
func (v Value) Text() (string, bool) {
	n, ok := v.node(String)
	if !ok {
		return "", false
	}
	s := v.doc.src[n.start+1 : n.end-1]
	if n.escaped {
		s = unescape(s)
	}
	return s, true
}

// Bool is the boolean v. False and false if v is none.
func (v Value) Bool() (b, ok bool) {
	n, ok := v.node(Bool)
	return ok && v.doc.src[n.start] == 't', ok
}

// Int is the number v where it is an integer, however it is written: 500, 500.0, 5e2. False if v is no number, has a
// fraction or does not fit.
func (v Value) Int() (int64, bool) {
	n, ok := v.node(Number)
	if !ok {
		return 0, false
	}
	return integer(v.doc.src[n.start:n.end])
}

// Float is the number v, rounded to the nearest float64. False if v is no number or does not fit.
func (v Value) Float() (float64, bool) {
	n, ok := v.node(Number)
	if !ok {
		return 0, false
	}
	f, err := strconv.ParseFloat(v.doc.src[n.start:n.end], 64)
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
	n := &v.doc.nodes[v.i]
	return v.doc.src[n.start:n.end]
}

// Len counts the elements of an array or the members of an object, every one of several with the same name. It is 0
// for any other value. It walks over them.
func (v Value) Len() int {
	count := 0
	for range v.children() {
		count++
	}
	return count
}

// Members gives the names and values of the object v in the order of the document, every one of several with the same
// name. It gives nothing if v is no object.
func (v Value) Members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		if _, ok := v.node(Object); !ok {
			return
		}
		for i, n := range v.children() {
			if !yield(v.doc.key(n), Value{v.doc, i}) {
				return
			}
		}
	}
}

// Elements gives the elements of the array v in order. It gives nothing if v is no array.
func (v Value) Elements() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		if _, ok := v.node(Array); !ok {
			return
		}
		for i := range v.children() {
			if !yield(Value{v.doc, i}) {
				return
			}
		}
	}
}

func (v Value) children() iter.Seq2[int, *node] {
	return func(yield func(int, *node) bool) {
		if v.doc == nil {
			return
		}
		nodes := v.doc.nodes
		for i, end := v.i+1, int(nodes[v.i].next); i < end; i = int(nodes[i].next) {
			if !yield(i, &nodes[i]) {
				return
			}
		}
	}
}

// Pointer is where v stands in its document, "" for the root and for Absent. It walks over what comes before v, so it
// is for messages, not for loops. // RFC 6901
func (v Value) Pointer() string {
	if v.doc == nil {
		return ""
	}
	return v.doc.pointer(v.i)
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

// key is the name of the member n.
func (d *document) key(n *node) string {
	s := d.src[n.keyStart:n.keyEnd]
	if n.keyEscaped {
		s = unescape(s)
	}
	return s
}

// pointer is the pointer of node i. A node that is still open reaches to the end.
func (d *document) pointer(target int) string {
	var b strings.Builder
	for i := 0; i < target; {
		// The child of i that is target or has it inside is the last one that does not come after it.
		child, index := i+1, 0
		for next := int(d.nodes[child].next); next != 0 && next <= target; next = int(d.nodes[child].next) {
			child = next
			index++
		}
		b.WriteByte('/')
		if d.nodes[i].kind == Object {
			pointerToken.WriteString(&b, d.key(&d.nodes[child]))
		} else {
			b.WriteString(strconv.Itoa(index))
		}
		i = child
	}
	return b.String()
}

var pointerToken = strings.NewReplacer("~", "~0", "/", "~1") // RFC 6901 §3
