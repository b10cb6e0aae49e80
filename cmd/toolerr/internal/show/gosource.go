package show

import (
	"encoding/json"
	"fmt"
	"go/format"
	"log/slog"
	"reflect"
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
	source, _ := format.Source([]byte(goValue(reflect.ValueOf(&public)))) // it is an expression
	return string(source)
}

// needsMembers has the members of errkit.Needs in the order of their source.
var needsMembers = []string{"UserID", "Secrets", "Scopes", "Reason", "Challenges", "Input", "Options"}

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
		return "&" + goList(v.Elem(), goMembers(v.Elem()))
	case v.Kind() != reflect.Slice:
		return fmt.Sprint(v)
	case v.Type().Elem().Kind() == reflect.String && v.Len() > 0:
		return fmt.Sprintf("%#v", v)
	}
	var elements []string
	for i := range v.Len() {
		elements = append(elements, "{"+strings.Join(goMembers(v.Index(i)), ", ")+"}")
	}
	return goList(v, elements)
}

var stringer = reflect.TypeFor[fmt.Stringer]()

// goList returns a literal with an element or a member per line, "" for none.
func goList(v reflect.Value, elements []string) string {
	if len(elements) == 0 {
		return ""
	}
	return v.Type().String() + "{\n" + strings.Join(elements, ",\n") + ",\n}"
}

// goMembers returns the members of a struct literal.
func goMembers(v reflect.Value) (members []string) {
	names := needsMembers
	if v.Type() != reflect.TypeFor[errkit.Needs]() {
		names = nil
		for f := range v.Type().Fields() {
			names = append(names, f.Name)
		}
	}
	for _, name := range names {
		if value := goValue(v.FieldByName(name)); value != "" {
			members = append(members, name+": "+value)
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
