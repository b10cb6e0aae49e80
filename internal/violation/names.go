package violation

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonfield"
)

// In the library, each violation has its complete path, and it finds all of them. A key of 50 KB
// with 6,000 violations in its value takes 600 MB, and a list of 4 MiB of empty objects with ten
// rules 3 GB, so such inputs are rejected before the library validates them.

// divesInto reports whether a value of type t is or contains a list or a map whose elements the
// library visits. The library visits structs, and the elements of a field whose tag has "dive".
func divesInto(t reflect.Type, dive bool, seen map[reflect.Type]bool) bool {
	switch t = jsonfield.Deref(t); t.Kind() {
	case reflect.Map, reflect.Interface, reflect.Slice, reflect.Array:
		return dive
	case reflect.Struct:
		if seen[t] {
			return false
		}
		seen[t] = true
		for i := range t.NumField() {
			if f := t.Field(i); divesInto(f.Type, diveIn(f), seen) {
				return true
			}
		}
	}
	return false
}

// diveIn reports whether a tag of f has "dive". The name of the tag is an option of the engine.
func diveIn(f reflect.StructField) bool { return strings.Contains(string(f.Tag), "dive") }

// HasTags reports whether a type, or one in it, has validate tags.
func HasTags(t reflect.Type) bool { return hasTags(t, map[reflect.Type]bool{}) }

func hasTags(t reflect.Type, visited map[reflect.Type]bool) bool {
	if visited[t] {
		return false
	}
	visited[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return hasTags(t.Elem(), visited)
	case reflect.Struct:
		for f := range t.Fields() {
			if tag := f.Tag.Get("validate"); tag != "" && tag != "-" || tag != "-" && hasTags(f.Type, visited) {
				return true
			}
		}
	}
	return false
}

const (
	perValue  = 64 // bytes of the input that a value counts as
	maxNames  = 4  // limit for the bytes of all paths, as a multiple of the input; 256 bytes are always valid
	maxValues = 1_000_000
)

// TooLarge returns an error if the library would visit more than a million values of the input,
// root, or if the paths of all values in maps together are many times as long as it.
func (c *Converter) TooLarge(root reflect.Value) error {
	if !c.plan(root.Type()).dives {
		return nil
	}
	w := weight{}
	w.add(root, false, 0)
	switch {
	case w.values > maxValues:
		return &errkit.Error{Kind: errkit.TooLarge, Message: "The request has too many values."}
	case w.names <= maxNames*w.size:
		return nil
	}
	p := place{steps: w.longest}
	return errkit.Invalid(errkit.Field{Path: p.path(), Message: "has names that are too long", Rule: "propertyNames"})
}

// A weight is the size of a value that the library visits, and of the paths in it.
type weight struct {
	values  int    // that are visited
	size    int    // bytes of the input, approximately
	names   int    // bytes of the keys of maps in the paths of all values
	path    []step // of the current value
	longest []step // path of the map with the longest key
	length  int    // of that key
}

const maxSteps = 1000 // of a path; a value that is nested deeper contains itself

// add adds a value. names is the number of bytes of the keys in its path.
func (w *weight) add(v reflect.Value, dive bool, names int) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	w.values++
	w.size += perValue
	w.names += names
	if len(w.path) > maxSteps || w.values > maxValues {
		return
	}
	switch k := v.Kind(); {
	case k == reflect.String:
		w.size += v.Len()
	case dive && (k == reflect.Slice || k == reflect.Array):
		for i := range v.Len() {
			w.below(v.Index(i), true, names, step{n: i})
		}
	case dive && k == reflect.Map:
		for it := v.MapRange(); it.Next(); {
			name := fmt.Sprint(it.Key())
			if w.size += len(name); len(name) > w.length {
				w.length, w.longest = len(name), slices.Clone(w.path)
			}
			w.below(it.Value(), true, names+len(name), step{token: name, isKey: true})
		}
	case k == reflect.Struct:
		for _, f := range jsonfield.Of(v.Type()).All {
			if field, err := v.FieldByIndexErr(f.Index); err == nil {
				mayDive := field.Kind() > reflect.Complex128 && field.Kind() < reflect.String // is no scalar
				w.below(field, mayDive && diveIn(v.Type().FieldByIndex(f.Index)), names, step{token: f.Name})
			}
		}
	}
}

func (w *weight) below(v reflect.Value, dive bool, names int, s step) {
	w.path = append(w.path, s)
	w.add(v, dive, names)
	w.path = w.path[:len(w.path)-1]
}
