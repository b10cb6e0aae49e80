package derive

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/toolerr/toolerr/schemas/internal/draft"
)

// check returns an error for a type that the reflector cannot handle: it would not terminate for some of these types, and
// would generate a wrong schema for others.
func check(t reflect.Type, inline bool) error {
	c := checker{inline: inline, done: map[reflect.Type]bool{}}
	return c.check(t, t.String())
}

type checker struct {
	inline bool
	path   []reflect.Type // the types that enclose the current one
	done   map[reflect.Type]bool
}

func (c *checker) check(t reflect.Type, at string) error {
	t = draft.Indirect(t)
	switch {
	case formOf(t) != byKind:
		return nil
	case slices.Contains(c.path, t):
		if c.inline {
			return fmt.Errorf("%s: %s contains itself, which requires $ref", at, t)
		}
		return nil
	case c.done[t]:
		return nil
	}
	c.done[t] = true
	c.path = append(c.path, t)
	defer func() { c.path = c.path[:len(c.path)-1] }()
	switch t.Kind() {
	case reflect.Func, reflect.Chan, reflect.Complex64, reflect.Complex128, reflect.UnsafePointer, reflect.Pointer:
		return fmt.Errorf("%s: type %s cannot be encoded as JSON", at, t)
	case reflect.Slice, reflect.Array:
		return c.check(t.Elem(), at+"[]")
	case reflect.Map:
		if k := t.Key(); !isInteger(k.Kind()) && k.Kind() != reflect.String && !implements[encoding.TextMarshaler](k) {
			return fmt.Errorf("%s: type %s cannot be the key of a JSON object", at, k)
		}
		return c.check(t.Elem(), at+"{}")
	case reflect.Struct:
		return c.fields(t, at, map[string]bool{}, nil)
	}
	return nil
}

// fields checks the fields of a struct and of the structs embedded in it. Two fields with the same name are an error:
// encoding/json uses the shallower one or neither, but the reflector uses the last.
func (c *checker) fields(t reflect.Type, at string, names map[string]bool, embedding []reflect.Type) error {
	if slices.Contains(embedding, t) {
		return fmt.Errorf("%s: %s embeds itself", at, t)
	}
	embedding = append(embedding, t)
	for f := range t.Fields() {
		name, _ := jsonTag(f)
		named := !f.Anonymous || !strings.HasPrefix(f.Tag.Get("json")+",", ",")
		embedded := draft.Indirect(f.Type)
		switch {
		case name == "":
		case !named && embedded.Kind() == reflect.Struct:
			if err := c.fields(embedded, at, names, embedding); err != nil {
				return err
			}
		case !f.IsExported():
		case names[name]:
			return fmt.Errorf("%s: duplicate field name %q", at, name)
		default:
			names[name] = true
			if err := c.check(f.Type, at+"."+f.Name); err != nil {
				return err
			}
		}
	}
	return nil
}

// jsonTag returns the name and the options of a field for encoding/json. The name is "" if the field is not encoded.
func jsonTag(f reflect.StructField) (name string, options []string) {
	tag := f.Tag.Get("json")
	if tag == "-" || f.Name == "_" {
		return "", nil
	}
	options = strings.Split(tag, ",")
	name, options = options[0], options[1:]
	if name == "" {
		name = f.Name
	}
	return name, options
}

// A form is the way in which encoding/json encodes the values of a type.
type form int

const (
	byKind   form = iota // by its reflect.Kind
	asTime               // time.Time: a string (RFC 3339)
	asNumber             // json.Number: a number
	asBytes              // []byte: a string (base64)
	asText               // encoding.TextMarshaler: a string
	asAny                // json.Marshaler: any JSON value
)

func formOf(t reflect.Type) form {
	switch {
	case t == reflect.TypeFor[time.Time]():
		return asTime
	case t == reflect.TypeFor[json.Number]():
		return asNumber
	case implements[json.Marshaler](t):
		return asAny
	case implements[encoding.TextMarshaler](t):
		return asText
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 && formOf(t.Elem()) == byKind:
		return asBytes
	}
	return byKind
}

func implements[I any](t reflect.Type) bool {
	i := reflect.TypeFor[I]()
	return t.Implements(i) || reflect.PointerTo(t).Implements(i)
}

func isInteger(k reflect.Kind) bool { return k >= reflect.Int && k <= reflect.Uintptr }

func isNumber(k reflect.Kind) bool {
	return isInteger(k) || k == reflect.Float32 || k == reflect.Float64
}
