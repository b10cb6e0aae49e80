package rpcdetails

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"iter"
	"strconv"

	"github.com/toolerr/toolerr/internal/text"
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

// lengthDelimited is the wire type of strings and messages.
const lengthDelimited = 2

// The numbers of the fields of an entry of a map (Protocol Buffers, Maps). Those of a
// google.protobuf.Any and of a Duration are the same two.
const (
	entryKey   = 1
	entryValue = 2
)

// values returns the values in b.
func values(b string) iter.Seq[value] {
	return func(yield func(value) bool) {
		for ok := true; b != ""; {
			var v value
			if v, b, ok = next(b); !ok || !yield(v) {
				return
			}
		}
	}
}

// pair returns the last values of the first two fields of a message. It reports false if b is not
// a message.
func pair(b string) (first, second value, ok bool) {
	for v := range values(b) {
		switch v.number {
		case 1:
			first = v
		case 2:
			second = v
		}
	}
	return first, second, valid(b)
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

// brackets are what is around the values of a field in ProtoJSON that may have several.
var brackets = [...]string{textFields: "[]", list: "[]", dictionary: "{}"}

// appendFields appends the members of a message in the binary format as ProtoJSON, each after a
// comma unless it is the first one. Fields that are not in the list are left out. It reports false
// if b is not a message.
func appendFields(dst []byte, b string, list []field) ([]byte, bool) {
	ok := valid(b)
	for i := range list {
		f, around, n := &list[i], brackets[list[i].kind], 0
		var last value
		for v := range values(b) {
			if v.number != f.number || !ok {
				continue
			}
			if last, n = v, n+1; around != "" {
				if n == 1 {
					dst = append(f.appendName(dst), around[0])
				}
				dst, ok = f.appendValue(text.AppendComma(dst, n-1), v)
			}
		}
		switch {
		case n > 0 && around != "":
			dst = append(dst, around[1])
		case n > 0: // of several values the last one counts
			dst, ok = f.appendValue(f.appendName(dst), last)
		}
	}
	return dst, ok
}

func (f *field) appendName(dst []byte) []byte {
	if last := dst[len(dst)-1]; last != '{' {
		dst = append(dst, ',')
	}
	return append(append(append(dst, '"'), f.name...), '"', ':')
}

func (f *field) appendValue(dst []byte, v value) (_ []byte, ok bool) {
	switch f.kind {
	case number64:
		dst = strconv.AppendInt(append(dst, '"'), int64(v.n), 10)
		return append(dst, '"'), true
	case duration:
		return appendDuration(dst, v.bytes)
	case dictionary:
		key, content, ok := pair(v.bytes)
		dst = append(text.AppendString(dst, key.bytes), ':')
		return text.AppendString(dst, content.bytes), ok
	case single, list:
		dst, ok = appendFields(append(dst, '{'), v.bytes, f.fields)
		return append(dst, '}'), ok
	}
	return text.AppendString(dst, v.bytes), true
}

// appendAny appends a message as google.protobuf.Any in ProtoJSON. A message of another type has
// its bytes in the member value. It reports false if the bytes are not a message of the type.
func appendAny(dst []byte, typeURL, message string) (_ []byte, ok bool) {
	dst = text.AppendString(append(dst, `{"@type":`...), typeURL)
	if m, known := lookup(typeURL); known {
		dst, ok = appendFields(dst, message, fields[m])
		return append(dst, '}'), ok
	}
	dst = append(dst, `,"value":"`...)
	dst = base64.StdEncoding.AppendEncode(dst, []byte(message))
	return append(dst, '"', '}'), true
}

// ParseStatus parses a google.rpc.Status in the binary format. details is the array of its details
// in ProtoJSON, as [Read] reads it, without those that are not a message of their type. It reports
// false if status is not one.
func ParseStatus(status []byte) (code int32, message string, details []byte, ok bool) {
	b := string(status)
	if !valid(b) {
		return 0, "", nil, false
	}
	details = []byte{'['}
	for v := range values(b) {
		switch v.number {
		case 1:
			code = int32(v.n)
		case 2:
			message = v.bytes
		case 3:
			if typeURL, detail, ok := pair(v.bytes); ok {
				if out, ok := appendAny(text.AppendComma(details, len(details)-1), typeURL.bytes, detail.bytes); ok {
					details = out
				}
			}
		}
	}
	return code, message, append(details, ']'), true
}

// appendDuration appends a google.protobuf.Duration (ProtoJSON).
func appendDuration(dst []byte, b string) ([]byte, bool) {
	first, second, ok := pair(b)
	seconds, nanos := int64(first.n), int64(second.n)
	sign := ""
	if seconds < 0 || nanos < 0 {
		sign, seconds, nanos = "-", -seconds, -nanos
	}
	return fmt.Appendf(dst, `"%s%d.%09ds"`, sign, seconds, max(nanos, 0)%1e9), ok
}
