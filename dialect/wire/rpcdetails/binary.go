package rpcdetails

import (
	"encoding/base64"
	"encoding/binary"
	"strconv"

	"github.com/toolerr/toolerr/internal/jsonw"
)

// A value is a value of a field in the binary format.
type value struct {
	number int
	n      uint64 // of a varint
	bytes  string // of a string or a message
}

// next returns the first value in b, and what is after it.
func next(b string) (v value, rest string, ok bool) {
	tag, b, ok := varint(b)
	if !ok || tag>>3 == 0 || tag>>3 > 1<<29 {
		return v, "", false
	}
	v.number = int(tag >> 3)
	size := uint64(0)
	switch tag & 7 {
	case 0:
		v.n, b, ok = varint(b)
		return v, b, ok
	case 1:
		size = 8
	case lengthDelimited:
		if size, b, ok = varint(b); !ok {
			return v, "", false
		}
	case 5:
		size = 4
	default: // groups, which these messages do not have
		return v, "", false
	}
	if size > uint64(len(b)) {
		return v, "", false
	}
	v.bytes = b[:size]
	return v, b[size:], true
}

func varint(b string) (n uint64, rest string, ok bool) {
	for i := range min(len(b), binary.MaxVarintLen64) {
		if n |= uint64(b[i]&0x7f) << (7 * i); b[i] < 0x80 {
			return n, b[i+1:], true
		}
	}
	return 0, "", false
}

// valid reports whether b is a sequence of values.
func valid(b string) bool {
	for ok := true; b != ""; {
		if _, b, ok = next(b); !ok {
			return false
		}
	}
	return true
}

// appendFields appends the members of a message in the binary format as ProtoJSON, each after a comma unless it is the first
// one. Fields that are not in the list are left out. It reports false if b is not a message.
func appendFields(dst []byte, b string, list []field) ([]byte, bool) {
	if !valid(b) {
		return dst, false
	}
	ok := true
	for i := range list {
		f := &list[i]
		first := true
		for rest := b; rest != "" && ok; {
			var v value
			if v, rest, _ = next(rest); v.number != f.number {
				continue
			}
			if !f.repeated() && holds(rest, f.number) {
				continue // of several values the last one counts
			}
			if first {
				dst = f.appendStart(dst)
			} else {
				dst = append(dst, ',')
			}
			first = false
			dst, ok = f.appendValue(dst, v)
		}
		if !first {
			dst = f.appendEnd(dst)
		}
	}
	return dst, ok
}

func (f *field) repeated() bool { return f.kind == list || f.kind == texts || f.kind == dictionary }

// holds reports whether a message has a value of a field.
func holds(b string, number int) bool {
	for b != "" {
		var v value
		if v, b, _ = next(b); v.number == number {
			return true
		}
	}
	return false
}

func (f *field) appendStart(dst []byte) []byte {
	if last := dst[len(dst)-1]; last != '{' {
		dst = append(dst, ',')
	}
	dst = append(append(append(dst, '"'), f.name...), '"', ':')
	switch f.kind {
	case list, texts:
		dst = append(dst, '[')
	case dictionary:
		dst = append(dst, '{')
	}
	return dst
}

func (f *field) appendEnd(dst []byte) []byte {
	switch f.kind {
	case list, texts:
		dst = append(dst, ']')
	case dictionary:
		dst = append(dst, '}')
	}
	return dst
}

func (f *field) appendValue(dst []byte, v value) (_ []byte, ok bool) {
	switch f.kind {
	case number64:
		dst = strconv.AppendInt(append(dst, '"'), int64(v.n), 10)
		return append(dst, '"'), true
	case duration:
		return appendDuration(dst, v.bytes)
	case dictionary:
		return appendEntry(dst, v.bytes)
	case single, list:
		dst, ok = appendFields(append(dst, '{'), v.bytes, f.fields)
		return append(dst, '}'), ok
	}
	return jsonw.AppendString(dst, v.bytes), true
}

// appendEntry appends an entry of a map from strings to strings as a member.
func appendEntry(dst []byte, b string) ([]byte, bool) {
	if !valid(b) {
		return dst, false
	}
	var key, content string
	for b != "" {
		var v value
		switch v, b, _ = next(b); v.number {
		case entryKey:
			key = v.bytes
		case entryValue:
			content = v.bytes
		}
	}
	dst = append(jsonw.AppendString(dst, key), ':')
	return jsonw.AppendString(dst, content), true
}

// appendAny appends a message as google.protobuf.Any in ProtoJSON. A message of another type has its bytes in the member
// value. It reports false if the bytes are not a message of the type.
func appendAny(dst []byte, typeURL, message string) ([]byte, bool) {
	dst = append(jsonw.AppendString(append(dst, `{"@type":`...), typeURL), ',')
	if m, known := lookup(typeURL); known {
		n := len(dst)
		dst[n-1] = '{' // where appendFields finds the start of an object
		out, ok := appendFields(dst, message, fields[m])
		if len(out) == n {
			out = out[:n-1]
		} else {
			out[n-1] = ','
		}
		return append(out, '}'), ok
	}
	dst = append(dst, `"value":"`...)
	dst = base64.StdEncoding.AppendEncode(dst, []byte(message))
	return append(dst, '"', '}'), true
}
