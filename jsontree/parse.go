// Package jsontree, for implementations of dialects, parses a JSON document into a compact tree:
// one copy of the text and one slice of nodes. Strings and numbers are converted only when they
// are read, and every value has its JSON pointer and its position in the text.
//
// Start with [Parse], which returns the root [Value]. Every method of a Value is safe on the zero
// Value, which is [Absent], so a chain such as v.Member("error").Member("code").Int() needs no
// check in between.
//
// [Scanner] is for text that arrives in parts, or is damaged or cut.
//
// The syntax is RFC 8259, exactly as encoding/json accepts it, with two differences: a byte order
// mark at the start is ignored, and text that is not UTF-8 is an error instead of being repaired.
//
// It may change more often than the rest of the module.
package jsontree

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits bounds what Parse accepts. A field that is 0 or less means its default.
type Limits struct {
	Depth int // arrays and objects inside each other: 128 levels; never more than 10,000
	Bytes int // length of the document: 4 MiB; never more than 2 GiB
	Nodes int // values in the document, each array, object, string, number, boolean and null: 200,000
}

func (l Limits) withDefaults() Limits {
	l.Depth = min(cmp.Or(max(l.Depth, 0), 128), 10_000)          // the parser recurses once a level
	l.Bytes = min(cmp.Or(max(l.Bytes, 0), 4<<20), math.MaxInt32) // offsets have 32 bits
	l.Nodes = cmp.Or(max(l.Nodes, 0), 200_000)
	return l
}

// Parse parses src, which must be one JSON value and nothing else. It copies src, so the values
// stay valid when src changes. An error is an [*Error].
func Parse(src []byte, lim Limits) (Value, error) {
	return (&document{source: new(source)}).copy(src, lim)
}

// ParseText parses a string, which needs no copy.
func ParseText(src string, lim Limits) (Value, error) {
	return (&document{source: new(source)}).read(src, lim)
}

// A Buffer is memory for the nodes of one document at a time, for use in a pool: parsing into it
// allocates only the copy of the text. The zero Buffer is ready to use.
type Buffer struct {
	doc  document
	text source
	room [32]node // enough for most documents
}

// maxKept is the number of nodes of a document whose memory a Buffer keeps for the next one.
const maxKept = 1024

// Parse parses src as the function [Parse] does. It invalidates the values of the document that
// the Buffer held before; strings that were read from them stay valid.
func (b *Buffer) Parse(src []byte, lim Limits) (Value, error) {
	b.Reset()
	return b.doc.copy(src, lim)
}

// Reset releases the document of the Buffer, and its memory if the document was large.
func (b *Buffer) Reset() {
	nodes := b.doc.nodes[:0]
	if cap(nodes) == 0 || cap(nodes) > maxKept {
		nodes = b.room[:0]
	}
	b.text = source{}
	b.doc = document{&b.text, nodes}
}

// copy copies src, cut where it is longer than the limit, and parses the copy.
func (d *document) copy(src []byte, lim Limits) (Value, error) {
	d.limits = lim.withDefaults()
	return d.parseText(string(src[:min(len(src), d.limits.Bytes+1)]))
}

// read parses src.
func (d *document) read(src string, lim Limits) (Value, error) {
	d.limits = lim.withDefaults()
	return d.parseText(src)
}

// parseText parses src within the limits. The methods that it calls pass over the text once: each
// takes the offset of what it parses and returns the offset after it, or -1 if it set d.err.
func (d *document) parseText(src string) (Value, error) {
	d.src = src
	if most := d.limits.Bytes; len(src) > most {
		d.src = src[:most]
		d.exceed(most, "the document is longer than "+strconv.Itoa(most)+" bytes")
		return Value{}, d.err
	}
	if !utf8.ValidString(d.src) {
		d.src, d.cut = d.src[:validLen(d.src)], true
	}
	if !d.whole() {
		return Value{}, d.err
	}
	return d.at(0), nil
}

// validLen returns the number of bytes at the start of s that are UTF-8.
func validLen(s string) int {
	for i, r := range s {
		if _, size := utf8.DecodeRuneInString(s[i:]); r == utf8.RuneError && size == 1 {
			return i
		}
	}
	return len(s)
}

const byteOrderMark = "\ufeff"

func (d *document) whole() bool {
	i, c := afterSpace(d.src, len(d.src)-len(strings.TrimPrefix(d.src, byteOrderMark)))
	if i == len(d.src) && !d.cut {
		d.stop(i, "the document is empty")
		return false
	}
	if i = d.parse(i, c, 0, 0, false); i < 0 {
		return false
	}
	if i, _ = afterSpace(d.src, i); i < len(d.src) || d.cut {
		d.fail(i, "after the document")
		return false
	}
	return true
}

// grow makes room for the node of the value at i. A slice that is full grows to the estimated
// number of values, bounded by the length of the text: a string full of commas looks like many
// values.
func (d *document) grow(i int) bool {
	used := len(d.nodes)
	if used >= d.limits.Nodes {
		d.exceed(i, "the document has more than "+strconv.Itoa(d.limits.Nodes)+" values")
		return false
	}
	rest := d.src[i:]
	// Each value but the first follows one of these characters.
	n := 1 + strings.Count(rest, ",") + strings.Count(rest, "{") + strings.Count(rest, "[")
	more := make([]node, used, max(min(used+n, 16+len(d.src)/16), 2*used))
	copy(more, d.nodes)
	d.nodes = more
	return true
}

// afterSpace returns the offset of the first byte of src at or after i that is not white space, and
// that byte; 0 at the end.
func afterSpace(src string, i int) (int, byte) {
	for ; i < len(src); i++ {
		if c := src[i]; c > ' ' || c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			return i, c
		}
	}
	return i, 0
}

// parse parses the value that starts with c, the byte at i. The key of a member is between
// keyStart and keyEnd.
func (d *document) parse(i int, c byte, keyStart, keyEnd int, keyEscaped bool) int {
	if i >= len(d.src) {
		return d.fail(i, "")
	}
	self := len(d.nodes)
	if (self >= d.limits.Nodes || self == cap(d.nodes)) && !d.grow(i) {
		return -1
	}
	d.nodes = d.nodes[:self+1]
	n := &d.nodes[self] // whose memory may have been used before
	*n = node{
		start: uint32(i), next: uint32(self + 1),
		keyStart: uint32(keyStart), keyEnd: uint32(keyEnd), keyEscaped: keyEscaped,
	}
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
	n.end = uint32(i) // after an error nothing reads it
	return i
}

// open starts the container whose node is self.
func (d *document) open(i, self int) bool {
	if d.depth++; d.depth > d.limits.Depth {
		d.exceed(i, "nested deeper than "+strconv.Itoa(d.limits.Depth)+" levels")
		return false
	}
	d.nodes[self].next = 0
	return true
}

// close ends the container whose node is self; last is its last direct child, 0 if it is empty.
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
	src := d.src
	i, c := afterSpace(src, i+1)
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
			bits := uint64(1)<<((end-1-start)&31) | 1<<32<<(src[start]&31)
			if names&bits == bits {
				names |= repeated
			}
			names |= bits
		}
		if i, c = afterSpace(src, end); c != ':' {
			return d.fail(i, "after object key")
		}
		last := len(d.nodes)
		i, c = afterSpace(src, i+1)
		if i = d.parse(i, c, start, end-1, escaped); i < 0 {
			return -1
		}
		switch i, c = afterSpace(src, i); c {
		case ',':
			i, c = afterSpace(src, i+1)
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
	src := d.src
	i, c := afterSpace(src, i+1)
	if c == ']' {
		return d.close(i, self, 0)
	}
	for {
		last := len(d.nodes)
		if i = d.parse(i, c, 0, 0, false); i < 0 {
			return -1
		}
		switch i, c = afterSpace(src, i); c {
		case ',':
			i, c = afterSpace(src, i+1)
		case ']':
			return d.close(i, self, last)
		default:
			return d.fail(i, "after array element")
		}
	}
}
