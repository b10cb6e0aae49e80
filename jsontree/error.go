package jsontree

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolerr/toolerr/internal/text"
)

// An Error is a syntax error or an exceeded limit, and its place.
type Error struct {
	Offset  int    // in bytes, from 0; a byte order mark counts
	Line    int    // from 1; a line feed ends a line
	Column  int    // from 1, in characters (Unicode code points; a byte that is not UTF-8 counts as one)
	Pointer string // of the innermost open array or object, as [Value.ShortPointer]; "" is the root
	Reason  string // quotes at most one character of the document
	Limit   bool   // the document exceeds a limit; it may be valid JSON
}

// Error returns the place and the reason in one line, such as
//
//	line 3, column 7 (/error/data): invalid character 'x' after object key
//
// A long pointer is cut.
func (e *Error) Error() string {
	if e.Pointer == "" {
		return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Reason)
	}
	pointer := strings.ReplaceAll(text.Clean(e.Pointer, 80), "\n", " ")
	return fmt.Sprintf("line %d, column %d (%s): %s", e.Line, e.Column, pointer, e.Reason)
}

// fail sets an error about the character at i, or about the end of the document. It returns -1.
func (d *document) fail(i int, where string) int {
	switch {
	case i < len(d.src):
	case d.cut:
		return d.stop(i, "invalid UTF-8")
	default:
		return d.stop(i, "unexpected end of document")
	}
	r, _ := utf8.DecodeRuneInString(d.src[i:])
	return d.stop(i, "invalid character "+strconv.QuoteRune(r)+" "+where)
}

// stop sets an error at i. It returns -1.
func (d *document) stop(i int, reason string) int {
	line, column := d.position(i)
	d.err = &Error{Offset: i, Line: line, Column: column, Pointer: d.shortPointer(d.innermost()), Reason: reason}
	return -1
}

// exceed is stop for a limit that the document exceeds.
func (d *document) exceed(i int, reason string) {
	d.stop(i, reason)
	d.err.Limit = true
}

// Position returns the line and the column of the byte of doc at an offset, as in [Error].
func Position(doc []byte, offset int) (line, column int) {
	return (&source{src: string(doc)}).position(offset)
}

// position returns the line and the column of the byte at i.
func (t *source) position(i int) (line, column int) {
	before := strings.TrimPrefix(t.src[:i], byteOrderMark)
	return 1 + strings.Count(before, "\n"), 1 + utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
}

// innermost returns the index of the innermost open container, or 0, the root.
func (d *document) innermost() int {
	for i := len(d.nodes) - 1; i > 0; i-- {
		if d.nodes[i].next == 0 {
			return i
		}
	}
	return 0
}

// Locate returns the value of the document with this root for which encoding/json returned the
// type error e. It is Absent if e is about another document: no value at its offset has the JSON
// type that e describes.
//
// Offset and Field depend on the version of encoding/json. In Go 1.26, Field has no indexes of
// arrays and keys of maps, but names of embedded structs. In Go 1.27, it is the JSON pointer with
// dots in place of slashes, and the Offset of a [json.Decoder] does not include the white space
// before the value. Locate returns the same value for both.
func Locate(root Value, e *json.UnmarshalTypeError) Value {
	if root.doc == nil {
		return Value{}
	}
	offset := int(e.Offset)
	candidates := []Value{root.reported(offset, e.Value)}
	if strings.HasPrefix(e.Value, "number ") { // Go 1.26, for a number too large for a float64
		candidates = append(candidates, root.reported(offset-1, e.Value))
	}
	if space := int(root.node().start); space > 0 { // Go 1.27, for a Decoder
		candidates = append(candidates, root.reported(offset+space, e.Value))
	}
	var found Value
	for _, v := range candidates {
		if v.doc == nil {
			continue
		}
		if strings.ReplaceAll(strings.TrimPrefix(v.Pointer(), "/"), "/", ".") == e.Field {
			return v
		}
		found = cmp.Or(found, v)
	}
	return found
}

// reported returns the value whose type error has this offset: the end of a scalar, the offset
// after the opening bracket of a container, or, for the name of a member, its start (Go 1.26) or
// end (Go 1.27). It is Absent if described, such as "array", "number" or "number 300", does not
// describe the value.
func (v Value) reported(offset int, described string) Value {
	kind, text, exact := strings.Cut(described, " ")
	for i := range v.doc.nodes {
		n := &v.doc.nodes[i]
		start, end, key, keyEnd := int(n.start), int(n.end), int(n.keyStart), int(n.keyEnd)
		switch {
		case key > 0 && (offset == key || offset == keyEnd+1):
			if kind != "number" || v.doc.key(i) != text {
				return Value{}
			}
		case n.kind >= Array && offset == start+1, n.kind < Array && offset == end:
			isKind := strings.HasPrefix(n.kind.String(), kind) // "bool" means boolean
			if !isKind || exact && v.doc.src[start:end] != text {
				return Value{}
			}
		default:
			continue
		}
		return v.doc.at(i)
	}
	return Value{}
}
