package jsontree

import (
	"iter"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/internal/text"
)

// A document is a text and the nodes of its values. The text is behind a pointer so that the
// document can be on the stack of a caller of Parse: for escape analysis, a string that escapes is
// the struct that escapes.
type document struct {
	*source
	nodes []node
}

type source struct {
	src    string
	err    *Error
	limits Limits
	cut    bool   // src ends before a byte that is not UTF-8
	depth  int    // number of open containers
	seen   []bool // of each node, whether it was read; nil: not tracked
}

// A node is one value. Nodes are in the order of the text: a container is followed by its first
// child, that child's descendants, its second child, and so on. Offsets are into the text; those
// of a key exclude its quotes.
type node struct {
	start, end       uint32
	keyStart, keyEnd uint32
	next             uint32 // index of the first node after this one and its descendants; 0 while it is open
	kind             Kind
	escaped          bool // a string with escapes
	keyEscaped       bool
	last             bool   // the last child of its container
	names            uint64 // of an object: bits for the length and first byte of each name; all for one with escapes
}

// repeated is the bit of names, also that of some lengths, which an object has if two of its names
// may be equal.
const repeated = 1

// at returns the value of node i.
func (d *document) at(i int) Value {
	n := &d.nodes[i]
	return Value{d, n.names, uint32(i), n.kind}
}

// after returns the node that follows node i and its descendants.
func (d *document) after(i int) int { return int(d.nodes[i].next) }

// key returns the name of the member at node i.
func (d *document) key(i int) string {
	n := &d.nodes[i]
	if n.keyEscaped {
		return unescape(d.src[n.keyStart:n.keyEnd])
	}
	return d.src[n.keyStart:n.keyEnd]
}

// path yields the nodes from a child of the root to node target, each with its index in its
// container. A node that is still open extends to the end.
func (d *document) path(target int) iter.Seq2[int, int] {
	return func(yield func(node, index int) bool) {
		for i := 0; i < target; {
			// The child of i that is or contains the target is the last child that is not after
			// it.
			child, n := i+1, 0
			for next := d.after(child); next != 0 && next <= target; next = d.after(child) {
				child = next
				n++
			}
			if !yield(child, n) {
				return
			}
			i = child
		}
	}
}

// isMember reports whether node i is a member of an object.
func (d *document) isMember(i int) bool { return d.nodes[i].keyStart > 0 }

// token returns the token of a JSON pointer of node i, which is at an index of its container.
func (d *document) token(i, index int) string {
	if d.isMember(i) {
		return pointer.Escape(d.key(i))
	}
	return strconv.Itoa(index)
}

// pointer returns the JSON pointer of node target.
func (d *document) pointer(target int) string {
	var b strings.Builder
	for node, index := range d.path(target) {
		b.WriteString("/" + d.token(node, index))
	}
	return b.String()
}

// shortPointer returns the JSON pointer of node target, cut if it is long.
func (d *document) shortPointer(target int) string {
	var b pointer.Builder
	for node, index := range d.path(target) {
		if d.isMember(node) {
			d.addKey(&b, node)
		} else {
			b.Add(strconv.Itoa(index))
		}
	}
	return b.String()
}

// addKey adds the name of the member at node i, which may be long, without a copy of it.
func (d *document) addKey(b *pointer.Builder, i int) {
	n := &d.nodes[i]
	key := d.src[n.keyStart:n.keyEnd]
	if !n.keyEscaped {
		b.Add(key)
		return
	}
	b.Add("")
	const enough = 6 * text.MaxPath // bytes that are as many as the pointer has, in the longest escapes
	for at := 0; at < len(key); {
		end := at + strings.IndexByte(key[at:], '\\')
		if end < at {
			end = len(key)
		}
		if at < enough || end > len(key)-enough { // the rest would be cut
			b.Extend(key[at:end])
		}
		if at = end; at < len(key) {
			r, size := escaped(key[at:])
			if at < enough || at > len(key)-enough {
				b.Extend(string(r))
			}
			at += size
		}
	}
}
