package rpcdetails

import (
	"encoding/base64"
	"encoding/binary"
	"slices"
	"strconv"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/internal/jsonw"
)

// A writer appends messages, as JSON or in the binary format of Protocol Buffers. Each field has a number, for the binary
// format, and a name, for JSON. Empty strings are left out, as both formats do it.
type writer struct {
	dst    []byte
	codec  *dialect.Codec
	binary bool
	brief  bool // without the carried error, which another format in the same document has
}

// lengthDelimited is the wire type of strings and messages.
const lengthDelimited = 2

func (w *writer) tag(number int) { w.dst = append(w.dst, byte(number<<3|lengthDelimited)) }

// comma appends the comma before a member or an element, unless it is the first one.
func (w *writer) comma() {
	if last := w.dst[len(w.dst)-1]; last != '{' && last != '[' {
		w.dst = append(w.dst, ',')
	}
}

// open starts the value of a field that is a string or a message, and returns what close needs.
func (w *writer) open(number int, name string) (start int) {
	if w.binary {
		w.tag(number)
		return len(w.dst)
	}
	w.comma()
	w.dst = append(append(append(w.dst, '"'), name...), '"', ':')
	return len(w.dst)
}

// insertLength inserts the length of what was appended since start.
func (w *writer) insertLength(start int) {
	var length [binary.MaxVarintLen64]byte
	n := len(w.dst) - start
	size := binary.PutUvarint(length[:], uint64(n))
	w.dst = append(w.dst, length[:size]...)
	copy(w.dst[start+size:], w.dst[start:start+n])
	copy(w.dst[start:], length[:size])
}

// string writes a string for programs.
func (w *writer) string(number int, name, value string) {
	if value == "" {
		return
	}
	start := w.openString(number, name)
	w.value(value)
	w.closeString(start)
}

// text writes a text for people and models.
func (w *writer) text(number int, name, value string) {
	if value == "" {
		return
	}
	start := w.openString(number, name)
	w.cleanValue(value, w.codec.TextLimit())
	w.closeString(start)
}

func (w *writer) openString(number int, name string) (start int) {
	start = w.open(number, name)
	if !w.binary {
		w.dst = append(w.dst, '"')
	}
	return start
}

func (w *writer) closeString(start int) {
	if w.binary {
		w.insertLength(start)
		return
	}
	w.dst = append(w.dst, '"')
}

// value appends a part of a string.
func (w *writer) value(s string) {
	start := len(w.dst)
	w.dst = jsonw.AppendBody(w.dst, s)
	w.unescape(start)
}

// cleanValue appends a part of a string, cleaned and cut after max characters.
func (w *writer) cleanValue(s string, max int) {
	start := len(w.dst)
	w.dst = jsonw.AppendCleanBody(w.dst, s, max)
	w.unescape(start)
}

// unescape converts the body of a JSON string that was appended since start to what the format needs.
func (w *writer) unescape(start int) {
	if w.binary {
		w.dst = w.dst[:start+len(jsonw.Unescape(w.dst[start:]))]
	}
}

// quote converts a JSON document that was appended since start to a part of a string. Its only characters that need an
// escape are quotes and backslashes.
func (w *writer) quote(start int) {
	if w.binary {
		return
	}
	more := 0
	for _, c := range w.dst[start:] {
		if c == '"' || c == '\\' {
			more++
		}
	}
	end := len(w.dst)
	w.dst = slices.Grow(w.dst, more)[:end+more]
	for to, from := len(w.dst)-1, end-1; from >= start; to, from = to-1, from-1 {
		c := w.dst[from]
		if w.dst[to] = c; c == '"' || c == '\\' {
			to--
			w.dst[to] = '\\'
		}
	}
}

// openList starts a repeated field whose elements are messages. In the binary format there is nothing around them.
func (w *writer) openList(name string) {
	if !w.binary {
		w.comma()
		w.dst = append(append(append(w.dst, '"'), name...), '"', ':', '[')
	}
}

func (w *writer) closeList() {
	if !w.binary {
		w.dst = append(w.dst, ']')
	}
}

// openItem starts an element of a repeated field.
func (w *writer) openItem(number int) (start int) {
	if w.binary {
		w.tag(number)
		return len(w.dst)
	}
	w.comma()
	w.dst = append(w.dst, '{')
	return len(w.dst)
}

func (w *writer) closeItem(start int) {
	if w.binary {
		w.insertLength(start)
		return
	}
	w.dst = append(w.dst, '}')
}

// An entry is where the parts of an entry of a map start.
type entry struct{ all, value int }

// The numbers of the fields of an entry (Protocol Buffers, Maps).
const (
	entryKey   = 1
	entryValue = 2
)

// openEntry starts an entry of a map whose field has the number. The key needs no escape.
func (w *writer) openEntry(number int, key string) (e entry) {
	e.all = w.startEntry(number)
	w.dst = append(w.dst, key...)
	return w.startValue(e)
}

// openIndexed starts an entry whose key is prefix, index and suffix.
func (w *writer) openIndexed(number int, prefix string, index int, suffix string) (e entry) {
	e.all = w.startEntry(number)
	w.dst = strconv.AppendInt(append(w.dst, prefix...), int64(index), 10)
	w.dst = append(w.dst, suffix...)
	return w.startValue(e)
}

func (w *writer) startEntry(number int) (start int) {
	if !w.binary {
		w.comma()
		w.dst = append(w.dst, '"')
		return len(w.dst)
	}
	w.tag(number)
	start = len(w.dst)
	w.tag(entryKey)
	return start
}

func (w *writer) startValue(e entry) entry {
	if !w.binary {
		w.dst = append(w.dst, `":"`...)
	} else {
		w.insertLength(e.all + 1)
		w.tag(entryValue)
	}
	e.value = len(w.dst)
	return e
}

func (w *writer) closeEntry(e entry) {
	if !w.binary {
		w.dst = append(w.dst, '"')
		return
	}
	w.insertLength(e.value)
	w.insertLength(e.all)
}

// entry writes an entry with a value for programs, unless that is empty.
func (w *writer) entry(number int, key, value string) {
	if value != "" {
		e := w.openEntry(number, key)
		w.value(value)
		w.closeEntry(e)
	}
}

// integer writes a field of a varint. It is for numbers that are not 0 and not negative.
func (w *writer) integer(number int, n int64) {
	w.dst = append(w.dst, byte(number<<3))
	w.dst = binary.AppendUvarint(w.dst, uint64(n))
}

// encode replaces the bytes since start by their base64, without padding. It encodes in place, from the end, because the
// base64 of bytes is longer than they are.
func (w *writer) encode(start int) {
	n := len(w.dst) - start
	size := base64.RawStdEncoding.EncodedLen(n)
	w.dst = slices.Grow(w.dst, size-n)[:start+size]
	text := w.dst[start:]
	whole := n / 3 * 3
	var rest [2]byte
	base64.RawStdEncoding.Encode(text[whole/3*4:], rest[:copy(rest[:], text[whole:n])])
	for i := whole - 3; i >= 0; i -= 3 {
		group := uint(text[i])<<16 | uint(text[i+1])<<8 | uint(text[i+2])
		out := text[i/3*4 : i/3*4+4]
		out[0], out[1], out[2], out[3] = alphabet[group>>18], alphabet[group>>12&63], alphabet[group>>6&63], alphabet[group&63]
	}
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/" // RFC 4648 §4
