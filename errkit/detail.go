package errkit

import (
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"time"
)

// details is a JSON object whose members keep their order.
type details []slog.Attr

// MarshalJSON writes the last of equal keys and leaves out the empty Attr.
func (d details) MarshalJSON() ([]byte, error) { return appendDetails(nil, d, nil), nil }

// IsZero reports whether there is nothing to write.
func (d details) IsZero() bool {
	return !slices.ContainsFunc(d, func(a slog.Attr) bool { return !empty(a) })
}

// appendDetails writes all attrs with what is left, or, where that is nil, each
// as AppendDetail does.
func appendDetails(dst []byte, attrs []slog.Attr, left *int) []byte {
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
		if left == nil {
			dst = AppendDetail(dst, a.Value)
		} else {
			dst = appendValue(dst, a.Value, left)
		}
	}
	return append(dst, '}')
}

// Shadowed reports whether attrs[i] is left out of the JSON: it is the empty
// Attr, or a later one has its key.
func Shadowed(attrs []slog.Attr, i int) bool {
	return empty(attrs[i]) || slices.ContainsFunc(attrs[i+1:], func(later slog.Attr) bool {
		return later.Key == attrs[i].Key && !empty(later)
	})
}

// empty reports whether a is the zero Attr, which slog leaves out too.
func empty(a slog.Attr) bool {
	return a.Key == "" && a.Value.Kind() == slog.KindAny && a.Value.Any() == nil
}

// AppendDetail appends the JSON of a value among Details: durations in
// milliseconds, times as RFC 3339, groups as objects, an error as its public
// text, a [Kind] and a [Code] as their names and a Private as "[private]", as is
// all that holds an error, a Private or a [slog.LogValuer] where only reflection
// sees it. A value without JSON is null: NaN, a channel, what is nested too
// deep, and a LogValuer, which is never resolved, for it may say what only logs
// may know. It never fails.
func AppendDetail(dst []byte, v slog.Value) []byte {
	left, n := maxHeld, len(dst)
	dst = appendValue(dst, v, &left)
	if deep(dst[n:]) { // values that hold one another
		return append(dst[:n], "null"...)
	}
	return dst
}

func appendValue(dst []byte, v slog.Value, left *int) []byte {
	if *left--; *left < 0 { // a map, a slice and even a group can hold itself
		return append(dst, "null"...)
	}
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
		return appendDetails(dst, v.Group(), left)
	}
	return appendAny(dst, v.Any(), left)
}

func appendAny(dst []byte, v any, left *int) []byte {
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
	case Error:
		return appendJSON(dst, string(v.text()))
	case slog.LogValuer:
		return append(dst, "null"...)
	case []error:
		return appendList(dst, v, left)
	case []any:
		return appendList(dst, v, left)
	case map[string]any:
		return appendMap(dst, v, left)
	}
	if holdsLogged(v) {
		return appendJSON(dst, hidden)
	}
	return appendJSON(dst, v)
}

func appendList[E any](dst []byte, list []E, left *int) []byte {
	if list == nil {
		return append(dst, "null"...)
	}
	dst = append(dst, '[')
	for i, v := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendValue(dst, slog.AnyValue(v), left)
	}
	return append(dst, ']')
}

func appendMap(dst []byte, m map[string]any, left *int) []byte {
	if m == nil {
		return append(dst, "null"...)
	}
	dst = append(dst, '{')
	for i, key := range slices.Sorted(maps.Keys(m)) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendJSON(dst, key), ':')
		dst = appendValue(dst, slog.AnyValue(m[key]), left)
	}
	return append(dst, '}')
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
	if err != nil || deep(b) {
		return append(dst, "null"...)
	}
	return append(dst, b...)
}

// deep reports whether arrays and objects nest deeper than maxDepth in b, which
// is JSON.
func deep(b []byte) bool {
	depth, quoted := 0, false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[', c == '{':
			if depth++; depth > maxDepth {
				return true
			}
		case c == ']', c == '}':
			depth--
		}
	}
	return false
}
