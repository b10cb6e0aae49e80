package jsontree

import (
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
func (d *document) exceed(i int, reason string) int {
	d.stop(i, reason)
	d.err.Limit = true
	return -1
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
