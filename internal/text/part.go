package text

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// A part of a document is rendered into a Buffer if it is needed in another form than it is
// appended: as a document of its own, as the text that a JSON string represents (Unescape), or
// as a JSON string in another document (Nest).

// A Buffer is memory to append to, which is reused: a part of a document is rendered into it and
// returned in memory of its own. Its Bytes are empty, with the capacity that the last part
// needed.
type Buffer struct{ Bytes []byte }

var buffers = sync.Pool{New: func() any { return &Buffer{make([]byte, 0, 1024)} }}

// maxKept is the capacity up to which a Buffer is kept, in bytes.
const maxKept = 64 << 10

// GetBuffer returns a Buffer, which is to be released.
func GetBuffer() *Buffer { return buffers.Get().(*Buffer) }

// Release returns the Buffer to the pool.
func (b *Buffer) Release() {
	if cap(b.Bytes) <= maxKept {
		buffers.Put(b)
	}
}

// JSON returns a copy of a document that was appended to Bytes.
func (b *Buffer) JSON(doc []byte) json.RawMessage {
	b.Bytes = doc[:0]
	return bytes.Clone(doc)
}

// Text returns the text that a body of a JSON string, which was appended to Bytes, represents.
func (b *Buffer) Text(body []byte) string {
	b.Bytes = body[:0]
	return string(Unescape(body))
}

// Unescape returns the text that the body of a JSON string represents. It overwrites body, which
// this package must have appended.
func Unescape(body []byte) []byte {
	text, rest := body[:0], body
	for {
		n := bytes.IndexByte(rest, '\\')
		if n < 0 {
			return append(text, rest...)
		}
		text = append(text, rest[:n]...)
		if letter := rest[n+1]; letter == 'u' { // a character that is shorter than its escape
			r, _ := strconv.ParseUint(string(rest[n+2:n+6]), 16, 16)
			text, rest = utf8.AppendRune(text, rune(r)), rest[n+6:]
		} else {
			text, rest = append(text, shortEscapes[strings.IndexByte(shortEscapes, letter)+1]), rest[n+2:]
		}
	}
}

// Nest escapes the JSON document dst[start:] for a JSON string that contains it. JSON has no
// other characters to escape than quotes and backslashes.
func Nest(dst []byte, start int) []byte {
	from := len(dst)
	n := bytes.Count(dst[start:], []byte{'"'}) + bytes.Count(dst[start:], []byte{'\\'})
	dst = slices.Grow(dst, n)[:from+n]
	for to := len(dst); from < to; {
		from--
		to--
		dst[to] = dst[from]
		if b := dst[from]; b == '"' || b == '\\' {
			to--
			dst[to] = '\\'
		}
	}
	return dst
}
