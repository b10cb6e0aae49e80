package text

import (
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolerr/toolerr/internal/errchain"
)

// BoundAttrs returns attributes that have at most limit bytes in a log record, whether as text or
// as JSON. If attrs have more, the largest values are cut to one size, so that the small ones stay
// whole; names are cut to MaxKey. Every value is resolved, and what a terminal obeys in it is
// escaped, because no handler for JSON does. Groups that contain themselves end.
func BoundAttrs(attrs []slog.Attr, limit int) []slog.Attr {
	r := record{room: limit / 2}
	attrs = r.read(attrs, 0)
	most := threshold(r.sizes, limit-r.used)
	if most >= 0 {
		sizes := r.sizes
		cut(attrs, &sizes, most)
	}
	if r.dropped > 0 {
		attrs = append(attrs, slog.Int("attributes_left_out", r.dropped))
	}
	return attrs
}

// overhead is what an attribute has besides its name and its value: punctuation, and the text of
// [Ends] in a value that is cut to less.
const overhead = 48

// A record is what is known of a log record.
type record struct {
	used    int   // bytes of names and of what surrounds values
	room    int   // bytes that these may have
	sizes   []int // of the values that are not groups, in their order
	dropped int   // attributes for which there is no room
}

// read returns a copy of attrs in which values are resolved. Text handlers repeat the names of
// the groups around a value, which have prefix bytes.
func (r *record) read(attrs []slog.Attr, prefix int) []slog.Attr {
	all := make([]slog.Attr, 0, len(attrs)+1)
	for i, a := range attrs {
		a.Key = Escape(Runes(a.Key, MaxKey), IsObeyed)
		name := prefix + logSize(a.Key) + 1
		if r.used+name+overhead > r.room {
			r.dropped += len(attrs) - i
			break
		}
		r.used += name + overhead
		if a.Value = a.Value.Resolve(); a.Value.Kind() == slog.KindGroup {
			a.Value = slog.GroupValue(r.read(a.Value.Group(), name)...)
		} else {
			w := weightOf(a.Value)
			if w.isObeyed {
				a.Value = slog.StringValue(Escape(textOf(a.Value), IsObeyed))
				w = weightOf(a.Value)
			}
			r.sizes = append(r.sizes, w.size)
		}
		all = append(all, a)
	}
	return all
}

// IsObeyed reports whether a terminal obeys a character that JSON has as it is: DEL and C1
// controls, and characters that change the direction of text.
func IsObeyed(r rune) bool { return r >= 0x7f && (r <= 0x9f || unicode.Is(unicode.Bidi_Control, r)) }

// Escape escapes some of the characters of a text, as in JSON.
func Escape(s string, which func(rune) bool) string {
	if utf8.ValidString(s) && !strings.ContainsFunc(s, which) { // nearly all
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case !which(r):
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r > 0xFFFF:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// threshold returns the most that each of the sizes may be so that their sum is at most room,
// below 0 if it is so already.
func threshold(sizes []int, room int) int {
	ascending := slices.Sorted(slices.Values(sizes))
	for i, size := range ascending {
		if rest := len(sizes) - i; size > room/rest {
			return max(room/rest, 0)
		}
		room -= size
	}
	return -1
}

// cut replaces, in place, each value whose size is more than most by a text.
func cut(attrs []slog.Attr, sizes *[]int, most int) {
	for i := range attrs {
		v := &attrs[i].Value
		if v.Kind() == slog.KindGroup {
			cut(v.Group(), sizes, most)
			continue
		}
		if (*sizes)[0] > max(most, overhead) {
			*v = slog.StringValue(Ends(Escape(textOf(*v), IsObeyed), most))
		}
		*sizes = (*sizes)[1:]
	}
}

// A weight is what a value has in a record.
type weight struct {
	size     int  // about how many bytes
	isObeyed bool // a terminal obeys some of it
}

func weightOf(v slog.Value) (w weight) {
	switch v.Kind() {
	case slog.KindString:
		w.text(v.String())
	case slog.KindAny:
		if err, ok := v.Any().(error); ok {
			w.text(errchain.Text(err))
		} else {
			w.add(reflect.ValueOf(v.Any()))
		}
	default: // a number or a time
		w.size = overhead
	}
	return w
}

func (w *weight) text(s string) {
	w.size += logSize(s)
	w.isObeyed = w.isObeyed || strings.ContainsFunc(s, IsObeyed)
}

// add adds v, which may contain itself, until more does not count.
func (w *weight) add(v reflect.Value) {
	if w.size += 8; w.size > 2*MaxRecord {
		return
	}
	switch v.Kind() {
	case reflect.String:
		w.text(v.String())
	case reflect.Interface, reflect.Pointer:
		w.add(v.Elem())
	case reflect.Struct:
		for i := 0; i < v.NumField() && w.size <= 2*MaxRecord; i++ {
			f := v.Type().Field(i)
			w.size += len(f.Name)
			// handlers follow these
			if k := f.Type.Kind(); f.IsExported() || k != reflect.Pointer && k != reflect.Interface {
				w.add(v.Field(i))
			}
		}
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
			w.text(string(v.Bytes()))
			return
		}
		for i := 0; i < v.Len() && w.size <= 2*MaxRecord; i++ {
			w.add(v.Index(i))
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next() && w.size <= 2*MaxRecord; {
			w.add(it.Key())
			w.add(it.Value())
		}
	}
}

// textOf returns a value as text: JSON, unless it is a text or an error.
func textOf(v slog.Value) (text string) {
	if v.Kind() != slog.KindAny {
		return v.String()
	}
	if err, ok := v.Any().(error); ok {
		return errchain.Text(err)
	}
	defer func() {
		if recover() != nil { // in a method of the value
			text = fmt.Sprintf("(%T)", v.Any())
		}
	}()
	doc, err := Marshal(v.Any())
	if err != nil {
		return fmt.Sprintf("(%T)", v.Any())
	}
	return string(doc)
}

// Ends is Middle for a limit of bytes in a log, where some characters are escaped, and gives the
// number of bytes that are left out. What it returns has at least the 40 bytes that it takes to
// do so.
func Ends(s string, limit int) string {
	if 6*len(s) <= limit || logSize(s) <= limit {
		return s
	}
	const note = 40 // bytes of the text between start and end, at most
	part := max(limit-note, 0) / 2
	start := 0
	for left := part; start < len(s); {
		r, size := utf8.DecodeRuneInString(s[start:])
		if left -= sizeRune(r); left < 0 {
			break
		}
		start += size
	}
	end := len(s)
	for left := part; end > start; {
		r, size := utf8.DecodeLastRuneInString(s[:end])
		if left -= sizeRune(r); left < 0 {
			break
		}
		end -= size
	}
	return s[:start] + ellipsis + "(" + strconv.Itoa(end-start) + " bytes are left out)" + ellipsis + s[end:]
}

// logSize returns at least as many bytes as s has in a record of a log, whether JSON or quoted
// by package strconv.
func logSize(s string) int {
	n := 0
	for _, r := range s {
		n += sizeRune(r)
	}
	return n
}

// sizeRune is logSize of a character.
func sizeRune(r rune) int {
	switch {
	case r == '"' || r == '\\':
		return 2
	case r < ' ' || r == 0x7f || r == utf8.RuneError:
		return 6 // \u0000
	case r < utf8.RuneSelf:
		return 1
	case unicode.IsPrint(r):
		return utf8.RuneLen(r)
	case r > 0xffff:
		return 10 // \U0010ffff
	}
	return 6
}
