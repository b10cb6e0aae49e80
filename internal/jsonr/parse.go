// Package jsonr reads a JSON document into a compact tree: one copy of the text and one slice of nodes. It keeps
// strings escaped and numbers as text until someone asks, and remembers where everything stood.
//
// Start with [Parse]; it answers with the [Value] at the root. Every method of a Value is safe on the zero Value, which
// is [Absent], so a chain such as v.Member("error").Member("code").Int() needs no check on the way.
//
// The syntax is RFC 8259, exactly as encoding/json accepts it, with two differences: a byte order mark at the start is
// tolerated, and text that is not UTF-8 is an error rather than repaired.
package jsonr

import (
	"math"
	"strconv"
	"strings"
)

// Limits bounds what Parse takes. A field that is 0 or less means its default.
type Limits struct {
	Depth int // arrays and objects inside each other: 128 levels; never more than 10,000
	Bytes int // length of the document: 4 MiB; never more than 2 GiB
	Nodes int // values in the document, each array, object, string, number, boolean and null: 200,000
}

func (l Limits) withDefaults() Limits {
	if l.Depth <= 0 {
		l.Depth = 128
	}
	if l.Bytes <= 0 {
		l.Bytes = 4 << 20
	}
	if l.Nodes <= 0 {
		l.Nodes = 200_000
	}
	l.Depth = min(l.Depth, 10_000)        // the parser's own stack is as deep
	l.Bytes = min(l.Bytes, math.MaxInt32) // offsets are 32 bits
	return l
}

// Parse reads src, which must be one JSON value and nothing else. It copies src, so that the values stay good whatever
// becomes of it. An error is an [*Error].
func Parse(src []byte, lim Limits) (Value, error) { return (&document{text: new(text)}).copy(src, lim) }

// ParseText is Parse of a text, which needs no copy.
func ParseText(src string, lim Limits) (Value, error) {
	return (&document{text: new(text)}).read(src, lim)
}

// A Room has space for the values of a small document. It serves one document.
type Room [32]node

// ParseIn is Parse with room for the values. Like Parse it is inlined: in a function that keeps no Value after it
// returns, room and document are on the stack, and the copy of src is all that is allocated.
func ParseIn(room *Room, src []byte, lim Limits) (Value, error) {
	return (&document{text: new(text), nodes: room[:0]}).copy(src, lim)
}

// copy is read of a copy of src: of no more than what shows that it is too long.
func (d *document) copy(src []byte, lim Limits) (Value, error) {
	return d.read(string(src[:min(len(src), lim.withDefaults().Bytes+1)]), lim)
}

// The methods that read calls go once through the text. They take the offset of what they are to read and answer with
// the offset after it, or -1 when d.err is set.
func (d *document) read(src string, lim Limits) (Value, error) {
	d.src, d.limits = src, lim.withDefaults()
	if most := d.limits.Bytes; len(src) > most {
		d.src = src[:most]
		d.stop(most, "the document is longer than "+strconv.Itoa(most)+" bytes")
		return Value{}, d.err
	}
	if !d.whole() {
		return Value{}, d.err
	}
	return d.at(0), nil
}

const byteOrderMark = "\ufeff"

func (d *document) whole() bool {
	i := 0
	if len(d.src) >= len(byteOrderMark) && d.src[:len(byteOrderMark)] == byteOrderMark {
		i = len(byteOrderMark)
	}
	i, c := d.space(i)
	if i == len(d.src) {
		d.stop(i, "the document is empty")
		return false
	}
	if i = d.parse(i, c, 0, 0, false); i < 0 {
		return false
	}
	if i, _ = d.space(i); i < len(d.src) {
		d.fail(i, "after the document")
		return false
	}
	return true
}

// add adds a node for the value at i. Where there is no room, it guesses how many more there will be, but never so many
// that a document which only seems to have them, because its strings are full of commas, costs much more than its text.
func (d *document) add(i int) bool {
	used := len(d.nodes)
	if used >= d.limits.Nodes {
		d.stop(i, "the document has more than "+strconv.Itoa(d.limits.Nodes)+" values")
		return false
	}
	if used == cap(d.nodes) {
		rest := d.src[i:]
		// Every value but the first follows one of these.
		n := 1 + strings.Count(rest, ",") + strings.Count(rest, "{") + strings.Count(rest, "[")
		more := make([]node, used, max(min(used+n, 16+len(d.src)/16), 2*used))
		copy(more, d.nodes)
		d.nodes = more
	}
	d.nodes = d.nodes[:used+1]
	return true
}

// space is the offset of the first byte at or after i that is not white space, and that byte; 0 at the end.
func (d *document) space(i int) (int, byte) {
	for ; i < len(d.src); i++ {
		if c := d.src[i]; c > ' ' || c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			return i, c
		}
	}
	return i, 0
}

// parse reads the value that begins with c, the byte at i. A member has its key between keyStart and keyEnd.
func (d *document) parse(i int, c byte, keyStart, keyEnd int, keyEscaped bool) int {
	if i >= len(d.src) {
		return d.fail(i, "")
	}
	self := len(d.nodes)
	if !d.add(i) {
		return -1
	}
	n := &d.nodes[self]
	n.start, n.next = uint32(i), uint32(self+1)
	n.keyStart, n.keyEnd, n.keyEscaped = uint32(keyStart), uint32(keyEnd), keyEscaped
	switch c {
	case '"':
		n.kind = String
		i, n.escaped = d.quoted(i)
	case '{':
		n.kind = Object
		return d.object(i, self)
	case '[':
		n.kind = Array
		return d.array(i, self)
	case 't':
		n.kind = Bool
		i = d.literal(i, "true")
	case 'f':
		n.kind = Bool
		i = d.literal(i, "false")
	case 'n':
		n.kind = Null
		i = d.literal(i, "null")
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		n.kind = Number
		i = d.number(i)
	default:
		return d.fail(i, "where a value should begin")
	}
	n.end = uint32(i) // -1 is looked at by nobody
	return i
}

// open begins the container whose node is self.
func (d *document) open(i, self int) bool {
	if d.depth++; d.depth > d.limits.Depth {
		d.stop(i, "nested deeper than "+strconv.Itoa(d.limits.Depth)+" levels")
		return false
	}
	d.nodes[self].next = 0
	return true
}

// close completes the container whose node is self; last is the last value that stands right in it, 0 if it is empty.
func (d *document) close(i, self, last int) int {
	d.depth--
	nodes := d.nodes
	nodes[self].end = uint32(i + 1)
	nodes[self].next = uint32(len(d.nodes))
	if last > 0 {
		nodes[last].last = true
	}
	return i + 1
}

func (d *document) object(i, self int) int {
	if !d.open(i, self) {
		return -1
	}
	i, c := d.space(i + 1)
	if c == '}' {
		return d.close(i, self, 0)
	}
	var names uint64
	for {
		if c != '"' {
			return d.fail(i, "where an object key should begin")
		}
		start := i + 1
		end, escaped := d.quoted(i)
		if end < 0 {
			return -1
		}
		if escaped || end-1 == start {
			names = math.MaxUint64
		} else {
			names |= 1 << (d.src[start] & 63)
		}
		if i, c = d.space(end); c != ':' {
			return d.fail(i, "after object key")
		}
		last := len(d.nodes)
		i, c = d.space(i + 1)
		if i = d.parse(i, c, start, end-1, escaped); i < 0 {
			return -1
		}
		switch i, c = d.space(i); c {
		case ',':
			i, c = d.space(i + 1)
		case '}':
			d.nodes[self].names = names
			return d.close(i, self, last)
		default:
			return d.fail(i, "after object member")
		}
	}
}

func (d *document) array(i, self int) int {
	if !d.open(i, self) {
		return -1
	}
	i, c := d.space(i + 1)
	if c == ']' {
		return d.close(i, self, 0)
	}
	for {
		last := len(d.nodes)
		if i = d.parse(i, c, 0, 0, false); i < 0 {
			return -1
		}
		switch i, c = d.space(i); c {
		case ',':
			i, c = d.space(i + 1)
		case ']':
			return d.close(i, self, last)
		default:
			return d.fail(i, "after array element")
		}
	}
}
