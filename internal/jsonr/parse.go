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
	"bytes"
	"math"
	"strconv"
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

// firstNodes is how many nodes are made at once at most. A document that has more makes the slice grow; one that only
// seems to, because its strings are full of commas, costs no more than this.
const firstNodes = 256

// Parse reads src, which must be one JSON value and nothing else. It copies src, so that the values stay good whatever
// becomes of it. An error is an [*Error].
func Parse(src []byte, lim Limits) (Value, error) {
	lim = lim.withDefaults()
	if len(src) > lim.Bytes {
		p := parser{document: document{src: string(src[:lim.Bytes])}}
		p.stop(lim.Bytes, "the document is longer than "+strconv.Itoa(lim.Bytes)+" bytes")
		return Value{}, p.err
	}
	// Every value but the first follows one of these.
	n := 1 + bytes.Count(src, []byte{','}) + bytes.Count(src, []byte{'{'}) + bytes.Count(src, []byte{'['})
	p := parser{
		document: document{src: string(src), nodes: make([]node, 0, min(n, firstNodes, lim.Nodes))},
		limits:   lim,
	}
	if !p.parse() {
		return Value{}, p.err
	}
	return Value{doc: &document{src: p.src, nodes: p.nodes}}, nil
}

// A document is a parsed text. Nodes stand in the order of the text, so the children of a container come right after
// it, each followed by its own.
type document struct {
	src   string
	nodes []node
}

// A node is one value. Offsets are into the text; a key is where its bytes between the quotes are.
type node struct {
	start, end       uint32
	keyStart, keyEnd uint32
	next             uint32 // the index of the first node that is not inside this one; 0 while it is open
	kind             Kind
	escaped          bool // a string that has escapes
	keyEscaped       bool
}

// A parser goes once through the text. Its methods take the offset of what they are to read and answer with the offset
// after it, or -1 when p.err is set.
type parser struct {
	document
	limits Limits
	depth  int
	err    *Error
}

const byteOrderMark = "\ufeff"

func (p *parser) parse() bool {
	i := 0
	if len(p.src) >= len(byteOrderMark) && p.src[:len(byteOrderMark)] == byteOrderMark {
		i = len(byteOrderMark)
	}
	if i = p.space(i); i == len(p.src) {
		p.stop(i, "the document is empty")
		return false
	}
	if i = p.value(i, node{}); i < 0 {
		return false
	}
	if i = p.space(i); i < len(p.src) {
		p.fail(i, "after the document")
		return false
	}
	return true
}

// space is the offset of the first byte at or after i that is not white space.
func (p *parser) space(i int) int {
	for i < len(p.src) {
		if c := p.src[i]; c > ' ' || c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			break
		}
		i++
	}
	return i
}

// value reads any value; n has its key, if it is a member.
func (p *parser) value(i int, n node) int {
	if i >= len(p.src) {
		return p.fail(i, "")
	}
	if len(p.nodes) >= p.limits.Nodes {
		return p.stop(i, "the document has more than "+strconv.Itoa(p.limits.Nodes)+" values")
	}
	n.start = uint32(i)
	switch c := p.src[i]; {
	case c == '"':
		n.kind = String
		i, n.escaped = p.text(i)
	case c == '{':
		n.kind = Object
		return p.object(i, n)
	case c == '[':
		n.kind = Array
		return p.array(i, n)
	case c == 't':
		n.kind = Bool
		i = p.literal(i, "true")
	case c == 'f':
		n.kind = Bool
		i = p.literal(i, "false")
	case c == 'n':
		n.kind = Null
		i = p.literal(i, "null")
	case c == '-' || c >= '0' && c <= '9':
		n.kind = Number
		i = p.number(i)
	default:
		return p.fail(i, "where a value should begin")
	}
	if i < 0 {
		return -1
	}
	n.end = uint32(i)
	n.next = uint32(len(p.nodes) + 1)
	p.nodes = append(p.nodes, n)
	return i
}

// open adds the node of a container, close completes it.
func (p *parser) open(i int, n node) (self int, ok bool) {
	if p.depth++; p.depth > p.limits.Depth {
		p.stop(i, "nested deeper than "+strconv.Itoa(p.limits.Depth)+" levels")
		return 0, false
	}
	p.nodes = append(p.nodes, n)
	return len(p.nodes) - 1, true
}

func (p *parser) close(i, self int) int {
	p.depth--
	n := &p.nodes[self]
	n.end = uint32(i + 1)
	n.next = uint32(len(p.nodes))
	return i + 1
}

func (p *parser) object(i int, n node) int {
	self, ok := p.open(i, n)
	if !ok {
		return -1
	}
	if i = p.space(i + 1); i < len(p.src) && p.src[i] == '}' {
		return p.close(i, self)
	}
	for {
		if i >= len(p.src) || p.src[i] != '"' {
			return p.fail(i, "where an object key should begin")
		}
		end, escaped := p.text(i)
		if end < 0 {
			return -1
		}
		member := node{keyStart: uint32(i + 1), keyEnd: uint32(end - 1), keyEscaped: escaped}
		if i = p.space(end); i >= len(p.src) || p.src[i] != ':' {
			return p.fail(i, "after object key")
		}
		if i = p.value(p.space(i+1), member); i < 0 {
			return -1
		}
		if i = p.space(i); i >= len(p.src) {
			return p.fail(i, "")
		}
		switch p.src[i] {
		case ',':
			i = p.space(i + 1)
		case '}':
			return p.close(i, self)
		default:
			return p.fail(i, "after object member")
		}
	}
}

func (p *parser) array(i int, n node) int {
	self, ok := p.open(i, n)
	if !ok {
		return -1
	}
	if i = p.space(i + 1); i < len(p.src) && p.src[i] == ']' {
		return p.close(i, self)
	}
	for {
		if i = p.value(i, node{}); i < 0 {
			return -1
		}
		if i = p.space(i); i >= len(p.src) {
			return p.fail(i, "")
		}
		switch p.src[i] {
		case ',':
			i = p.space(i + 1)
		case ']':
			return p.close(i, self)
		default:
			return p.fail(i, "after array element")
		}
	}
}
