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

// check reports what makes a type unfit for a schema, before the reflector meets it: some of it would send the
// reflector round in circles, and some would give a schema that is wrong without a word.
func check(t reflect.Type, inline bool) error {
	c := checker{inline: inline, done: map[reflect.Type]bool{}}
	return c.check(t, t.String())
}

type checker struct {
	inline bool
	path   []reflect.Type // the types around the one that is checked
	done   map[reflect.Type]bool
}

func (c *checker) check(t reflect.Type, at string) error {
	t = draft.Indirect(t)
	switch {
	case writer(t) != byFields:
		return nil
	case slices.Contains(c.path, t):
		if c.inline {
			return fmt.Errorf("%s: %s contains itself, so it needs $ref", at, t)
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
		return fmt.Errorf("%s: a %s has no JSON", at, t.Kind())
	case reflect.Slice, reflect.Array:
		return c.check(t.Elem(), at+"[]")
	case reflect.Map:
		if k := t.Key(); !isInteger(k.Kind()) && k.Kind() != reflect.String && !implements[encoding.TextMarshaler](k) {
			return fmt.Errorf("%s: a %s is no name of a JSON member", at, k)
		}
		return c.check(t.Elem(), at+"{}")
	case reflect.Struct:
		return c.fields(t, at, map[string]bool{}, nil)
	}
	return nil
}

// fields checks the fields of a struct and of those that are embedded in it. Of two fields with one name encoding/json
// takes the shallower or neither; the reflector takes the later.
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
			return fmt.Errorf("%s: two fields have the name %q", at, name)
		default:
			names[name] = true
			if err := c.check(f.Type, at+"."+f.Name); err != nil {
				return err
			}
		}
	}
	return nil
}

// jsonTag returns the name and the options that encoding/json reads from a field's tag; the name is "" where the field
// is left out.
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

// Who writes the JSON of a type.
const (
	byFields = iota // encoding/json, by its Go type
	asTime          // time.Time itself, in RFC 3339
	asNumber        // encoding/json: the digits of a json.Number
	asBytes         // encoding/json: base64
	asText          // the type itself: a string
	asAny           // the type itself: anything
)

func writer(t reflect.Type) int {
	switch {
	case t == reflect.TypeFor[time.Time]():
		return asTime
	case t == reflect.TypeFor[json.Number]():
		return asNumber
	case implements[json.Marshaler](t):
		return asAny
	case implements[encoding.TextMarshaler](t):
		return asText
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 && writer(t.Elem()) == byFields:
		return asBytes
	}
	return byFields
}

func implements[I any](t reflect.Type) bool {
	i := reflect.TypeFor[I]()
	return t.Implements(i) || reflect.PointerTo(t).Implements(i)
}

func isInteger(k reflect.Kind) bool { return k >= reflect.Int && k <= reflect.Uintptr }

func isNumber(k reflect.Kind) bool {
	return isInteger(k) || k == reflect.Float32 || k == reflect.Float64
}
