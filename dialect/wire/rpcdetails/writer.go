package rpcdetails

import (
	"encoding/base64"
	"encoding/binary"
	"slices"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/internal/text"
)

// A writer appends messages, as JSON or in the binary format of Protocol Buffers. Each field has a
// number, for the binary format, and a name, for JSON. Empty strings are left out, as both formats
// do it.
type writer struct {
	dst    []byte
	codec  *dialect.Codec
	binary bool
	brief  bool // without the carried error, which another format in the same document has
}

// open starts a field that is a string or a message, or without a name an element of a list, and
// returns what close needs. The first byte is that of the value in JSON.
func (w *writer) open(number int, name string, first byte) (start int) {
	if w.binary {
		w.dst = append(w.dst, byte(number<<3|lengthDelimited))
		return len(w.dst)
	}
	if last := w.dst[len(w.dst)-1]; last != '{' && last != '[' {
		w.dst = append(w.dst, ',')
	}
	if name != "" {
		w.dst = append(append(append(w.dst, '"'), name...), '"', ':', first)
	} else {
		w.dst = append(w.dst, first)
	}
	return len(w.dst)
}

// close ends what open started. The last byte is that of the value in JSON.
func (w *writer) close(start int, last byte) {
	if w.binary {
		w.insertLength(start)
	} else {
		w.dst = append(w.dst, last)
	}
}

func (w *writer) insertLength(start int) {
	var length [binary.MaxVarintLen64]byte
	size := binary.PutUvarint(length[:], uint64(len(w.dst)-start))
	w.dst = slices.Insert(w.dst, start, length[:size]...)
}

// openList starts what is around the elements of a repeated field or the entries of a map in JSON;
// in the binary format nothing is.
func (w *writer) openList(name string, first byte) {
	if !w.binary {
		w.open(0, name, first)
	}
}

func (w *writer) closeList(last byte) {
	if !w.binary {
		w.dst = append(w.dst, last)
	}
}

// string writes a string for programs.
func (w *writer) string(number int, name, value string) { w.limited(number, name, value, 0) }

// text writes a text for people and models.
func (w *writer) text(number int, name, value string) {
	w.limited(number, name, value, w.codec.TextLimit())
}

// limited writes a string, cleaned and cut after max characters unless that is 0.
func (w *writer) limited(number int, name, value string, max int) {
	if value != "" {
		start := w.open(number, name, '"')
		w.value(value, max)
		w.close(start, '"')
	}
}

// pair writes an element of a list, of two strings.
func (w *writer) pair(first, a, second, b string) {
	item := w.open(1, "", '{')
	w.string(1, first, a)
	w.string(2, second, b)
	w.close(item, '}')
}

// value appends a part of a string, cleaned and cut after max characters unless that is 0.
func (w *writer) value(s string, max int) {
	start := len(w.dst)
	if max == 0 {
		w.dst = text.AppendBody(w.dst, s)
	} else {
		w.dst = text.AppendCleanBody(w.dst, s, max)
	}
	w.unescape(start)
}

// unescape converts the body of a JSON string that was appended since start to what the format
// needs.
func (w *writer) unescape(start int) {
	if w.binary {
		w.dst = w.dst[:start+len(text.Unescape(w.dst[start:]))]
	}
}

// quote converts a JSON document that was appended since start to a part of a string.
func (w *writer) quote(start int) {
	if !w.binary {
		w.dst = text.Nest(w.dst, start)
	}
}

// An entry is where the parts of an entry of metadata start.
type entry struct{ all, value int }

// openEntry starts an entry. Its key is prefix, with an index that is not negative also index and
// suffix. It needs no escape.
func (w *writer) openEntry(prefix string, index int, suffix string) (e entry) {
	e.all = w.open(metadata, "", '"')
	key := e.all
	if w.binary {
		key = w.open(entryKey, "", 0)
	}
	w.dst = append(w.dst, prefix...)
	if index >= 0 {
		w.dst = append(text.AppendInt(w.dst, index), suffix...)
	}
	if w.binary {
		w.insertLength(key)
		w.dst = append(w.dst, entryValue<<3|lengthDelimited)
	} else {
		w.dst = append(w.dst, `":"`...)
	}
	e.value = len(w.dst)
	return e
}

func (w *writer) closeEntry(e entry) {
	if w.close(e.value, '"'); w.binary {
		w.close(e.all, 0)
	}
}

// entry writes an entry with a value for programs, unless that is empty.
func (w *writer) entry(key, value string) { w.indexed(key, -1, "", value) }

// indexed is entry with a key as in openEntry.
func (w *writer) indexed(prefix string, index int, suffix, value string) {
	if value != "" {
		e := w.openEntry(prefix, index, suffix)
		w.value(value, 0)
		w.closeEntry(e)
	}
}

func (w *writer) number(key string, n int) {
	e := w.openEntry(key, -1, "")
	w.dst = text.AppendInt(w.dst, n)
	w.closeEntry(e)
}

// integer writes a field of a varint, unless it is 0. It is for numbers that are not negative.
func (w *writer) integer(number int, n int64) {
	if n > 0 {
		w.dst = append(w.dst, byte(number<<3))
		w.dst = binary.AppendUvarint(w.dst, uint64(n))
	}
}

// encode replaces the bytes since start by their base64, without padding.
func (w *writer) encode(start int) {
	end := len(w.dst)
	w.dst = base64.RawStdEncoding.AppendEncode(w.dst, w.dst[start:])
	w.dst = w.dst[:start+copy(w.dst[start:], w.dst[end:])]
}
