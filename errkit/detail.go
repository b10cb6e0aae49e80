package errkit

import (
	"bytes"
	"log/slog"
	"strconv"
	"time"
	"unicode/utf8"
)

// details is a JSON object whose members keep their order.
type details []slog.Attr

// MarshalJSON writes the last of equal keys and leaves out the empty Attr.
func (d details) MarshalJSON() ([]byte, error) { return appendDetails(nil, d), nil }

func appendDetails(dst []byte, attrs []slog.Attr) []byte {
	dst = append(dst, '{')
	first := true
	for i, a := range attrs {
		if Shadowed(attrs, i) {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(appendJSON(dst, a.Key), ':')
		dst = AppendDetail(dst, a.Value)
	}
	return append(dst, '}')
}

// Shadowed reports whether attrs[i] is left out of the JSON: it is the empty
// Attr, or a later one has its key.
func Shadowed(attrs []slog.Attr, i int) bool {
	a := attrs[i]
	if a.Key == "" && a.Value.Kind() == slog.KindAny && a.Value.Any() == nil {
		return true
	}
	for _, later := range attrs[i+1:] {
		if later.Key == a.Key {
			return true
		}
	}
	return false
}

// AppendDetail appends the JSON of a value among Details: durations in
// milliseconds, times as RFC 3339, groups as objects, an error as its public
// text and a Private as "[private]". A value without JSON is null: NaN, a
// channel, and a [slog.LogValuer], which is never resolved, for it may say what
// only logs may know. It never fails.
func AppendDetail(dst []byte, v slog.Value) []byte {
	switch v.Kind() {
	case slog.KindString:
		return appendJSON(dst, v.String())
	case slog.KindInt64:
		return strconv.AppendInt(dst, v.Int64(), 10)
	case slog.KindUint64:
		return strconv.AppendUint(dst, v.Uint64(), 10)
	case slog.KindBool:
		return strconv.AppendBool(dst, v.Bool())
	case slog.KindFloat64:
		return appendJSON(dst, v.Float64())
	case slog.KindDuration:
		return appendJSON(dst, float64(v.Duration())/float64(time.Millisecond))
	case slog.KindTime:
		return append(v.Time().AppendFormat(append(dst, '"'), time.RFC3339Nano), '"')
	case slog.KindGroup:
		return appendDetails(dst, v.Group())
	}
	return appendAny(dst, v.Any())
}

func appendAny(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...)
	case Private, *Private:
		return appendJSON(dst, hidden)
	case Kind:
		return appendJSON(dst, v.String())
	case Code:
		return appendJSON(dst, string(v))
	case error:
		return appendJSON(dst, string(PublicText(v)))
	case slog.LogValuer:
		return append(dst, "null"...)
	case []slog.Attr:
		return appendDetails(dst, v)
	case []error:
		dst = append(dst, '[')
		for i, err := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendJSON(dst, string(PublicText(err)))
		}
		return append(dst, ']')
	}
	if holdsPrivate(v) {
		return appendJSON(dst, hidden)
	}
	return appendJSON(dst, v)
}

// appendJSON appends v as encoding/json writes it, null where it cannot, also
// where a method of somebody's type panics.
func appendJSON(dst []byte, v any) (out []byte) {
	n := len(dst)
	defer func() {
		if recover() != nil {
			out = append(dst[:n], "null"...)
		}
	}()
	b, err := encode(v)
	if err != nil {
		return append(dst, "null"...)
	}
	if !utf8.Valid(b) { // a json.RawMessage may hold anything
		b = bytes.ToValidUTF8(b, []byte("\uFFFD"))
	}
	return append(dst, b...)
}
