package jsontree

import (
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/internal/pointer"
)

// A document is a text and the nodes of its values. The text is behind a pointer so that the document can be on the stack of
// a caller of Parse: for escape analysis, a string that escapes is the struct that escapes.
type document struct {
	*text
	nodes []node
}

type text struct {
	src    string
	err    *Error
	limits Limits
	depth  int    // number of open containers
	seen   []bool // of each node, whether it was read; nil: not tracked
}

// A node is one value. Nodes are in the order of the text: a container is followed by its first child, that child's
// descendants, its second child, and so on. Offsets are into the text; those of a key exclude its quotes.
type node struct {
	start, end       uint32
	keyStart, keyEnd uint32
	next             uint32 // index of the first node after this one and its descendants; 0 while it is open
	kind             Kind
	escaped          bool // a string with escapes
	keyEscaped       bool
	last             bool   // the last child of its container
	names            uint64 // of an object: a bit for the first character of each name; all bits if one is escaped or empty
}

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

// path calls name and index with the tokens of the JSON pointer of node target. A node that is still open extends to the
// end.
func (d *document) path(target int, name func(node int), index func(i int)) {
	for i := 0; i < target; {
		// The child of i that is or contains the target is the last child that is not after it.
		child, n := i+1, 0
		for next := d.after(child); next != 0 && next <= target; next = d.after(child) {
			child = next
			n++
		}
		if d.nodes[i].kind == Object {
			name(child)
		} else {
			index(n)
		}
		i = child
	}
}

// pointer returns the JSON pointer of node target.
func (d *document) pointer(target int) string {
	var b strings.Builder
	d.path(target,
		func(node int) { b.WriteString("/" + pointer.Escape(d.key(node))) },
		func(i int) { b.WriteString("/" + strconv.Itoa(i)) })
	return b.String()
}

// shortPointer returns the JSON pointer of node target, cut if it is long.
func (d *document) shortPointer(target int) string {
	var b pointer.Builder
	d.path(target, func(node int) { d.addKey(&b, node) }, func(i int) { b.Add(strconv.Itoa(i)) })
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
	const enough = 6 * limit.Path // bytes that are as many as the pointer has, in the longest escapes
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
