package jsonr

import (
	"strconv"
	"strings"
)

// A document is a text and where its values are. It holds all that it takes to read one that is not large, so that it
// can stay on the stack of whoever reads it.
type document struct {
	src    string
	more   []node // the nodes, where they are too many for few
	err    *Error
	limits Limits
	depth  int // of the containers that are open
	used   int // how many nodes there are
	few    [32]node
}

// A node is one value. Nodes stand in the order of the text, so the children of a container come right after it, each
// followed by its own. Offsets are into the text; a key is where its bytes between the quotes are.
type node struct {
	start, end       uint32
	keyStart, keyEnd uint32
	next             uint32 // the index of the first node that is not inside this one; 0 while it is open
	kind             Kind
	escaped          bool // a string that has escapes
	keyEscaped       bool
	last             bool   // of the values that stand right in one container
	names            uint64 // of an object: a bit for the first character of each name, all where one is unclear
}

// nodes are the nodes there are, and room for more. They are no field, which might point to few: for the compiler such
// a document leaves the stack.
func (d *document) nodes() []node {
	if d.more != nil {
		return d.more
	}
	return d.few[:]
}

// at is the value at node i.
func (d *document) at(i int) Value {
	n := &d.nodes()[i]
	return Value{d, n.names, uint32(i), n.kind}
}

// after is the node that follows node i and all inside it.
func (d *document) after(i int) int { return int(d.nodes()[i].next) }

// key is the name of the member at node i.
func (d *document) key(i int) string {
	n := &d.nodes()[i]
	if n.keyEscaped {
		return unescape(d.src[n.keyStart:n.keyEnd])
	}
	return d.src[n.keyStart:n.keyEnd]
}

// pointer is the pointer of node i. A node that is still open reaches to the end.
func (d *document) pointer(target int) string {
	var b strings.Builder
	for i := 0; i < target; {
		// The child of i that is target or has it inside is the last one that does not come after it.
		child, index := i+1, 0
		for next := d.after(child); next != 0 && next <= target; next = d.after(child) {
			child = next
			index++
		}
		b.WriteByte('/')
		if d.nodes()[i].kind == Object {
			pointerToken.WriteString(&b, d.key(child))
		} else {
			b.WriteString(strconv.Itoa(index))
		}
		i = child
	}
	return b.String()
}

var pointerToken = strings.NewReplacer("~", "~0", "/", "~1") // RFC 6901 §3
