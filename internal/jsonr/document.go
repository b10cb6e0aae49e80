package jsonr

import (
	"strconv"
	"strings"
)

// A document is a text and where its values are. The text stands behind a pointer of its own: strings that are cut from
// it leave the stack, and for the compiler all that stands beside it does so too.
type document struct {
	*text
	nodes []node
}

type text struct {
	src    string
	err    *Error
	limits Limits
	depth  int // of the containers that are open
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

// at is the value at node i.
func (d *document) at(i int) Value {
	n := &d.nodes[i]
	return Value{d, n.names, uint32(i), n.kind}
}

// after is the node that follows node i and all inside it.
func (d *document) after(i int) int { return int(d.nodes[i].next) }

// key is the name of the member at node i.
func (d *document) key(i int) string {
	n := &d.nodes[i]
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
		if d.nodes[i].kind == Object {
			pointerToken.WriteString(&b, d.key(child))
		} else {
			b.WriteString(strconv.Itoa(index))
		}
		i = child
	}
	return b.String()
}

var pointerToken = strings.NewReplacer("~", "~0", "/", "~1") // RFC 6901 §3
