package jsonr

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolerr/toolerr/internal/jsonw"
)

// An Error says what is wrong with a document and where.
type Error struct {
	Offset  int    // bytes before the place, with the byte order mark
	Line    int    // from 1; a line feed ends a line
	Column  int    // from 1, in characters (Unicode code points; a byte that is not UTF-8 counts as one)
	Pointer string // of the innermost array or object that was open, RFC 6901; "" is the root
	Reason  string // never more of the document than one character
}

// Error gives place and reason on one line, such as
//
//	line 3, column 7 (/error/data): invalid character 'x' after object key
//
// A long pointer is cut.
func (e *Error) Error() string {
	if e.Pointer == "" {
		return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Reason)
	}
	pointer := strings.ReplaceAll(jsonw.Clean(e.Pointer, 80), "\n", " ")
	return fmt.Sprintf("line %d, column %d (%s): %s", e.Line, e.Column, pointer, e.Reason)
}

// fail reports the character at i, or that there is none. It returns -1, so that it can be returned.
func (d *document) fail(i int, where string) int {
	if i >= len(d.src) {
		return d.stop(len(d.src), "unexpected end of document")
	}
	r, size := utf8.DecodeRuneInString(d.src[i:])
	if r == utf8.RuneError && size == 1 {
		return d.stop(i, "invalid UTF-8")
	}
	return d.stop(i, "invalid character "+strconv.QuoteRune(r)+" "+where)
}

// stop reports a reason at i. It returns -1, so that it can be returned.
func (d *document) stop(i int, reason string) int {
	line, column := d.position(i)
	d.err = &Error{Offset: i, Line: line, Column: column, Pointer: d.pointer(d.innermost()), Reason: reason}
	return -1
}

// Position is the line and the column of the byte of doc at an offset, as [Error] has them.
func Position(doc []byte, offset int) (line, column int) {
	return (&text{src: string(doc)}).position(offset)
}

// position is the line and the column of the byte at i, as Error has them.
func (t *text) position(i int) (line, column int) {
	before := strings.TrimPrefix(t.src[:i], byteOrderMark)
	return 1 + strings.Count(before, "\n"), 1 + utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
}

// innermost is the last container that is still open, 0 if there is none.
func (d *document) innermost() int {
	for i := len(d.nodes) - 1; i > 0; i-- {
		if d.nodes[i].next == 0 {
			return i
		}
	}
	return 0
}
