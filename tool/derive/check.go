package derive

import (
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/toolerr/toolerr/internal/jsonfield"
)

// check returns an error for a type that the reflector cannot handle: it would not terminate for
// some of these types, and would generate a wrong schema for others.
func check(t reflect.Type) error {
	return checker{map[reflect.Type]bool{}}.check(t, t.String())
}

type checker struct {
	visited map[reflect.Type]bool // true for the types that enclose the current one
}

func (c checker) check(t reflect.Type, at string) error {
	t = jsonfield.Deref(t)
	encloses, visited := c.visited[t]
	switch {
	case encloses:
		return fmt.Errorf("%s: %s contains itself, which requires $ref", at, t)
	case visited, formOf(t) != byKind:
		return nil
	}
	c.visited[t] = true
	defer func() { c.visited[t] = false }()
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

// fields checks the fields of a struct and of the structs embedded in it. Two fields with the
// same name are an error: encoding/json uses the shallower one or neither, but the reflector uses
// the last.
func (c checker) fields(t reflect.Type, at string, names map[string]bool, embedding []reflect.Type) error {
	if slices.Contains(embedding, t) {
		return fmt.Errorf("%s: %s embeds itself", at, t)
	}
	embedding = append(embedding, t)
	for f := range t.Fields() {
		name := jsonFieldOf(f).name
		named := !f.Anonymous || !strings.HasPrefix(f.Tag.Get("json")+",", ",")
		embedded := jsonfield.Deref(f.Type)
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

// A jsonField is a field as encoding/json encodes it.
type jsonField struct {
	name    string // "" if the field is not encoded
	omitted bool   // if it is empty or zero
	quoted  bool   // a number, boolean or string in a string
}

func jsonFieldOf(f reflect.StructField) jsonField {
	tag := f.Tag.Get("json")
	if tag == "-" || f.Name == "_" {
		return jsonField{}
	}
	options := strings.Split(tag, ",")
	name, options := options[0], options[1:]
	t := jsonfield.Deref(f.Type).Kind()
	return jsonField{
		name:    cmp.Or(name, f.Name),
		omitted: slices.Contains(options, "omitempty") || slices.Contains(options, "omitzero"),
		quoted:  slices.Contains(options, "string") && (isNumber(t) || t == reflect.Bool || t == reflect.String),
	}
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
