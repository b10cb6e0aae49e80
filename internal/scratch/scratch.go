// Package scratch renders a part of a document into reused memory and returns it in memory of its own.
package scratch

import (
	"bytes"
	"encoding/json"
	"sync"

	"github.com/toolerr/toolerr/internal/jsonw"
)

// A Buffer is memory to append to. Its Bytes are empty, with the capacity that the last part needed.
type Buffer struct{ Bytes []byte }

var buffers = sync.Pool{New: func() any { return &Buffer{make([]byte, 0, 1024)} }}

// maxKept is the capacity up to which a Buffer is kept, in bytes.
const maxKept = 64 << 10

// Get returns a Buffer, which is to be released.
func Get() *Buffer { return buffers.Get().(*Buffer) }

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
	return string(jsonw.Unescape(body))
}
