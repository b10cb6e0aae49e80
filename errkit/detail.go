package errkit

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
)

// AppendDetails appends attrs as members of a JSON object, without the braces. Of equal keys the
// last one counts; the empty Attr and the keys that skip reports are left out. A nil skip
// reports none.
//
// Durations are milliseconds, times RFC 3339, groups objects, an error its public text, a [Kind]
// and a [Code] their names and a [Private] "[private]". A value in which only reflection finds
// an error, a Private or a [slog.LogValuer] is "[private]" as a whole. A value without JSON is
// null: NaN, a channel, a value that is nested too deep, and a LogValuer, which is never
// resolved because it may contain what only logs may contain. A value of more than 64 KiB is
// replaced by a note. AppendDetails never fails.
func AppendDetails(dst []byte, attrs []slog.Attr, skip func(key string) bool) []byte {
	return appendMembers(dst, attrs, skip, nil)
}

// appendMembers appends the members of an object: the details, of which each may have maxHeld
// values, or the attributes of a group, which may have left values in all.
func appendMembers(dst []byte, attrs []slog.Attr, skip func(key string) bool, left *int) []byte {
	start := len(dst)
	last := lastOfKey(attrs)
	for i := range attrs {
		a := &attrs[i]
		if shadowed(attrs, last, i) || skip != nil && skip(a.Key) {
			continue
		}
		dst = append(text.AppendString(text.AppendComma(dst, len(dst)-start), a.Key), ':')
		if left == nil {
			dst = appendDetail(dst, a.Value)
		} else {
			dst = appendValue(dst, a.Value, left)
		}
	}
	return dst
}

// lastOfKey returns the index of the last attribute of each key; nil for few attributes, which
// are compared with each other.
func lastOfKey(attrs []slog.Attr) map[string]int {
	if len(attrs) <= text.MaxDetails {
		return nil
	}
	last := make(map[string]int, len(attrs))
	for i := range attrs {
		if !empty(&attrs[i]) {
			last[jsonName(attrs[i].Key)] = i
		}
	}
	return last
}

// shadowed reports whether attrs[i] is left out: it is the empty Attr, or a later one has its
// key. last is that of lastOfKey.
func shadowed(attrs []slog.Attr, last map[string]int, i int) bool {
	if empty(&attrs[i]) {
		return true
	}
	if last != nil {
		return last[jsonName(attrs[i].Key)] != i
	}
	for j := i + 1; j < len(attrs); j++ {
		if text.Same(attrs[j].Key, attrs[i].Key) && !empty(&attrs[j]) {
			return true
		}
	}
	return false
}

// jsonName returns a key as it is in JSON, where each byte that is not UTF-8 is the character
// U+FFFD.
func jsonName(key string) string {
	if utf8.ValidString(key) {
		return key
	}
	return string([]rune(key))
}

// empty reports whether a is the zero Attr, which slog leaves out, too.
func empty(a *slog.Attr) bool {
	return a.Key == "" && a.Value.Kind() == slog.KindAny && a.Value.Any() == nil
}

// appendDetail appends one value, null if it is nested too deep, and a note if it is too large.
func appendDetail(dst []byte, v slog.Value) []byte {
	left, n := maxHeld, len(dst)
	dst = appendValue(dst, v, &left)
	if kind := v.Kind(); (kind == slog.KindGroup || kind == slog.KindAny) && deep(dst[n:]) {
		return append(dst[:n], "null"...)
	}
	if len(dst)-n > text.MaxDetailBytes {
		return text.AppendString(dst[:n], text.LeftOut)
	}
	return dst
}

// appendValue appends a value. left is the number of values that may still be appended: a map, a
// slice and even a group can contain itself.
func appendValue(dst []byte, v slog.Value, left *int) []byte {
	if *left--; *left < 0 {
		return append(dst, "null"...)
	}
	switch v.Kind() {
	case slog.KindString:
		return text.AppendString(dst, v.String())
	case slog.KindInt64:
		return strconv.AppendInt(dst, v.Int64(), 10)
	case slog.KindUint64:
		return strconv.AppendUint(dst, v.Uint64(), 10)
	case slog.KindBool:
		return strconv.AppendBool(dst, v.Bool())
	case slog.KindFloat64:
		return text.AppendFloat(dst, v.Float64())
	case slog.KindDuration:
		return text.AppendFloat(dst, float64(v.Duration())/float64(time.Millisecond))
	case slog.KindTime:
		return append(v.Time().AppendFormat(append(dst, '"'), time.RFC3339Nano), '"')
	case slog.KindGroup:
		return append(appendMembers(append(dst, '{'), v.Group(), nil, left), '}')
	}
	return appendAny(dst, v.Any(), left)
}

func appendAny(dst []byte, v any, left *int) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...)
	case []string:
		if v == nil {
			return append(dst, "null"...)
		}
		return appendStrings(dst, v, text.AppendString)
	case json.RawMessage:
		if compact(v) {
			return append(dst, v...)
		}
		return appendJSON(dst, v)
	case Private, *Private:
		return text.AppendString(dst, hidden)
	case Kind:
		return text.AppendString(dst, v.String())
	case Code:
		return text.AppendString(dst, string(v))
	case error:
		return text.AppendString(dst, string(PublicText(v)))
	case Error:
		return text.AppendString(dst, string(v.text()))
	case slog.LogValuer:
		return append(dst, "null"...)
	case []error:
		return appendList(dst, v, left)
	case []any:
		return appendList(dst, v, left)
	case map[string]any:
		return appendMap(dst, v, left)
	}
	if holdsSecret(v, true) {
		return text.AppendString(dst, hidden)
	}
	return appendJSON(dst, v)
}

func appendList[E any](dst []byte, list []E, left *int) []byte {
	if list == nil {
		return append(dst, "null"...)
	}
	dst = append(dst, '[')
	for i, v := range list {
		dst = appendValue(text.AppendComma(dst, i), slog.AnyValue(v), left)
	}
	return append(dst, ']')
}

func appendMap(dst []byte, m map[string]any, left *int) []byte {
	if m == nil {
		return append(dst, "null"...)
	}
	dst = append(dst, '{')
	for i, key := range slices.Sorted(maps.Keys(m)) {
		dst = append(text.AppendString(text.AppendComma(dst, i), key), ':')
		dst = appendValue(dst, slog.AnyValue(m[key]), left)
	}
	return append(dst, '}')
}

// appendJSON appends v as encoding/json encodes it; null if that fails or a method of a foreign
// type panics.
func appendJSON(dst []byte, v any) (out []byte) {
	n := len(dst)
	defer func() {
		if recover() != nil {
			out = append(dst[:n], "null"...)
		}
	}()
	doc, err := text.Marshal(v)
	if err != nil || deep(doc) {
		return append(dst, "null"...)
	}
	return appendUniform(dst, doc)
}

// appendUniform appends the JSON text doc with each string escaped as package text does it.
// Versions of encoding/json differ in how they write the strings of a MarshalJSON method or a
// [json.RawMessage], and bytes that are not UTF-8.
func appendUniform(dst, doc []byte) []byte {
	for len(doc) > 0 {
		start, end := text.FirstString(doc)
		dst = append(dst, doc[:start]...)
		quoted := doc[start:end]
		var s string
		if utf8.Valid(quoted) && isUniform(quoted) || json.Unmarshal(quoted, &s) != nil {
			dst = append(dst, quoted...)
		} else {
			dst = text.AppendString(dst, s)
		}
		doc = doc[end:]
	}
	return dst
}

// isUniform reports whether package text writes a string of JSON in the same way.
func isUniform(quoted []byte) bool {
	for i := 0; i < len(quoted); i++ {
		switch c := quoted[i]; {
		case c == '\\':
			if i++; quoted[i] == 'u' || quoted[i] == '/' {
				return false
			}
		case c == 0xE2 && quoted[i+1] == 0x80 && quoted[i+2]&^1 == 0xA8: // U+2028, U+2029
			return false
		}
	}
	return true
}

// compact reports whether raw can be appended as it is: valid JSON, valid UTF-8, without white
// space outside of strings, not nested too deep, and with uniform strings.
func compact(raw []byte) bool {
	if !utf8.Valid(raw) || !json.Valid(raw) || deep(raw) {
		return false
	}
	for len(raw) > 0 {
		start, end := text.FirstString(raw)
		if bytes.ContainsAny(raw[:start], " \t\r\n") || !isUniform(raw[start:end]) {
			return false
		}
		raw = raw[end:]
	}
	return true
}

// deep reports whether arrays and objects in a JSON document are nested deeper than maxDepth.
func deep(doc []byte) bool {
	for depth := 0; len(doc) > 0; {
		start, end := text.FirstString(doc)
		for _, c := range doc[:start] {
			switch c {
			case '[', '{':
				if depth++; depth > maxDepth {
					return true
				}
			case ']', '}':
				depth--
			}
		}
		doc = doc[end:]
	}
	return false
}

// ReadDetails reads the members of the object v as attributes, in their order, except those that
// skip reports; at most 64. [AppendDetails] writes them as the same JSON.
func ReadDetails(v jsontree.Value, skip func(name string) bool) (attrs []slog.Attr) {
	return readMembers(v, skip, text.MaxDetails)
}

func readMembers(v jsontree.Value, skip func(name string) bool, most int) (attrs []slog.Attr) {
	for m := v.FirstMember(); m.Kind() != jsontree.Absent && len(attrs) < most; m = m.Next() {
		name := m.Name()
		if skip != nil && skip(name) {
			continue
		}
		if attrs == nil {
			attrs = make([]slog.Attr, 0, min(v.Len(), most))
		}
		value := ReadDetail(m)
		if name == "" && m.Kind() == jsontree.Null { // an Attr without key and value would be left out
			value = slog.AnyValue(json.RawMessage("null"))
		}
		attrs = append(attrs, slog.Attr{Key: name, Value: value})
	}
	return attrs
}

// maxGroup is the number of members of an object that is read as a group; a larger one stays JSON.
const maxGroup = 256

// ReadDetail reads one value as [ReadDetails] does.
func ReadDetail(v jsontree.Value) slog.Value {
	switch v.Kind() {
	case jsontree.String:
		s, _ := v.Text()
		return slog.StringValue(s)
	case jsontree.Bool:
		b, _ := v.Bool()
		return slog.BoolValue(b)
	case jsontree.Number:
		if n, err := strconv.ParseInt(v.Raw(), 10, 64); err == nil && v.Raw() != "-0" {
			return slog.Int64Value(n)
		}
		return slog.AnyValue(json.Number(v.Raw()))
	case jsontree.Object:
		if v.Len() <= maxGroup {
			group := slog.GroupValue(readMembers(v, nil, maxGroup)...)
			if len(group.Group()) == v.Len() { // slog drops empty groups
				return group
			}
		}
		fallthrough
	case jsontree.Array:
		return slog.AnyValue(json.RawMessage(v.Raw()))
	}
	return slog.AnyValue(nil)
}
