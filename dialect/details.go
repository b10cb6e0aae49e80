package dialect

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"time"
	"unicode/utf8"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonw"
)

// appendDetails appends the members of an object, without a comma before the
// first. Members that taken names are left out.
func appendDetails(dst []byte, attrs []slog.Attr, taken func(string) bool) []byte {
	first := true
	for i := range attrs {
		a := &attrs[i]
		if errkit.Shadowed(attrs, i) || taken != nil && taken(a.Key) {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(jsonw.AppendString(dst, a.Key), ':')
		dst = appendDetail(dst, a.Value)
	}
	return dst
}

// appendDetail is errkit.AppendDetail, made fast for what details mostly are.
func appendDetail(dst []byte, v slog.Value) []byte {
	switch v.Kind() {
	case slog.KindString:
		return jsonw.AppendString(dst, v.String())
	case slog.KindFloat64:
		return jsonw.AppendFloat(dst, v.Float64())
	case slog.KindDuration:
		return jsonw.AppendFloat(dst, float64(v.Duration())/float64(time.Millisecond))
	case slog.KindGroup:
		if roomAfter(v.Group(), maxGroup) >= 0 {
			dst = append(dst, '{')
			dst = appendDetails(dst, v.Group(), nil)
			return append(dst, '}')
		}
	case slog.KindAny:
		switch v := v.Any().(type) {
		case []string:
			if v != nil {
				return appendStrings(dst, nil, v)
			}
		case json.RawMessage:
			if written(v) {
				return append(dst, v...)
			}
		}
	}
	return errkit.AppendDetail(dst, v)
}

// roomAfter returns how many of the values that are left a group and the groups
// in it do not need: below 0 where they are too many, or one that itself may
// consist of several. Those are errkit's to count: even a group can hold itself.
func roomAfter(group []slog.Attr, left int) int {
	left -= len(group)
	for i := 0; i < len(group) && left >= 0; i++ {
		switch v := group[i].Value; v.Kind() {
		case slog.KindGroup:
			left = roomAfter(v.Group(), left)
		case slog.KindAny:
			switch v.Any().(type) {
			case nil, []string, json.RawMessage, json.Number:
			default:
				return -1
			}
		}
	}
	return left
}

// maxDeep bounds how deep JSON may nest that is written without asking errkit: as
// deep as JSON that is read.
const maxDeep = 128

// written reports whether raw is JSON as it is to be written: valid, UTF-8,
// without white space, and with no escape or character that jsonw writes in
// another way.
func written(raw json.RawMessage) bool {
	depth, quoted := 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case quoted && c == '\\':
			if i++; i == len(raw) || raw[i] == 'u' || raw[i] == '/' {
				return false
			}
		case quoted && c == 0xE2 && (bytes.HasPrefix(raw[i:], []byte("\u2028")) || bytes.HasPrefix(raw[i:], []byte("\u2029"))):
			return false
		case c == '"':
			quoted = !quoted
		case quoted:
		case c <= ' ':
			return false
		case c == '[', c == '{':
			if depth++; depth > maxDeep {
				return false
			}
		case c == ']', c == '}':
			depth--
		}
	}
	return utf8.Valid(raw) && json.Valid(raw)
}
