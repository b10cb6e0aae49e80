package show

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toolerr/toolerr/errkit"
)

// goSource returns the Go expression that makes e, in the format of gofmt. The text for developers
// is not a part of it.
func goSource(e *errkit.Error) string {
	public := *e
	public.Dev, public.Err, public.Peer = errkit.Private{}, nil, nil
	if public.Needs.IsZero() {
		public.Needs = nil
	}
	return goValue(reflect.ValueOf(&public))
}

// goValue returns the Go expression of a value, "" for one that a literal leaves out.
func goValue(v reflect.Value) string {
	switch x := v.Interface().(type) {
	case errkit.Kind:
		return "errkit." + exported(x.String())
	case time.Duration:
		if x > 0 {
			return fmt.Sprintf("%d * time.Millisecond", (x.Nanoseconds()+999_999)/1_000_000)
		}
		return ""
	case []slog.Attr:
		return goList(v, goDetails(x))
	}
	switch {
	case v.IsZero():
		return ""
	case v.Type().Implements(stringer): // a Retry or a Stage
		return "errkit." + exported(fmt.Sprint(v))
	case v.Kind() == reflect.String:
		return strconv.Quote(v.String())
	case v.Kind() == reflect.Pointer:
		return "&" + v.Elem().Type().String() + "{" + goLines(goMembers(v.Elem())) + "\n}"
	case v.Kind() != reflect.Slice:
		return fmt.Sprint(v)
	case v.Type().Elem().Kind() == reflect.String && v.Len() > 0:
		return fmt.Sprintf("%#v", v)
	}
	var elements []string
	for i := range v.Len() {
		element := ""
		for _, m := range goMembers(v.Index(i)) {
			element += ", " + m[0] + ": " + m[1]
		}
		elements = append(elements, "{"+strings.TrimPrefix(element, ", ")+"}")
	}
	return goList(v, elements)
}

var stringer = reflect.TypeFor[fmt.Stringer]()

// goList returns a slice literal with an element per line, "" for none.
func goList(v reflect.Value, elements []string) string {
	if len(elements) == 0 {
		return ""
	}
	return v.Type().String() + "{\n\t" + strings.Join(elements, ",\n\t") + ",\n}"
}

// goLines returns a line for each member, as gofmt has them: values in one line start below each
// other.
func goLines(members [][2]string) (text string) {
	for len(members) > 0 {
		run := slices.IndexFunc(members, func(m [2]string) bool { return strings.Contains(m[1], "\n") })
		width := 0
		if run < 0 {
			run = len(members)
		}
		for _, m := range members[:run] {
			width = max(width, len(m[0])+1)
		}
		for _, m := range members[:run] {
			text += fmt.Sprintf("\n\t%-*s %s,", width, m[0]+":", m[1])
		}
		if members = members[run:]; len(members) > 0 {
			text += "\n\t" + members[0][0] + ": " + strings.ReplaceAll(members[0][1], "\n", "\n\t") + ","
			members = members[1:]
		}
	}
	return text
}

// goMembers returns the names and the values of the members of a struct literal.
func goMembers(v reflect.Value) (members [][2]string) {
	for f := range v.Type().Fields() {
		if value := goValue(v.FieldByIndex(f.Index)); value != "" {
			members = append(members, [2]string{f.Name, value})
		}
	}
	return members
}

// goDetails returns the constructors of details, which have a text or JSON as their value.
func goDetails(details []slog.Attr) (attrs []string) {
	var doc struct{ Details map[string]json.RawMessage }
	if len(details) == 0 || json.Unmarshal((&errkit.Error{Details: details}).AppendJSON(nil), &doc) != nil {
		return nil
	}
	for _, a := range details {
		var text string
		value, ok := doc.Details[a.Key]
		switch {
		case !ok:
		case json.Unmarshal(value, &text) == nil && value[0] == '"':
			attrs = append(attrs, fmt.Sprintf("slog.String(%q, %q)", a.Key, text))
		default:
			attrs = append(attrs, fmt.Sprintf("slog.Any(%q, json.RawMessage(%q))", a.Key, value))
		}
	}
	return attrs
}

// exported returns a name in JSON as one in Go: NotFound for not_found.
func exported(name string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(name, "_") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}
