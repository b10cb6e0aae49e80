package validate

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// The library has the names of all that is around a violation in each one. A name of 50 KB in a map around 6,000 violations
// is 600 MB, so such an input is refused before the library sees it.

// dives reports whether the library looks into maps in a value of type t, the type of the plan.
func (p *plan) dives(t reflect.Type) bool {
	p.once.Do(func() { p.maps = divesInto(t, false, map[reflect.Type]bool{}) })
	return p.maps
}

// divesInto is whether there may be a map at or below a value of type t that the library goes into. The library goes into
// structs, and into the elements of a field whose tag has "dive".
func divesInto(t reflect.Type, dive bool, seen map[reflect.Type]bool) bool {
	switch t.Kind() {
	case reflect.Pointer:
		return divesInto(t.Elem(), dive, seen)
	case reflect.Map, reflect.Interface:
		return dive
	case reflect.Slice, reflect.Array:
		return dive && divesInto(t.Elem(), dive, seen)
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

// diveIn looks at all tags: which one is the library's is the engine's to choose.
func diveIn(f reflect.StructField) bool { return strings.Contains(string(f.Tag), "dive") }

// perValue is what a value counts for, in bytes of the input, and maxNames how often the bytes of the input may be in the
// names of its values: names of 256 bytes are never too long.
const (
	perValue = 64
	maxNames = 4
)

// tooLong returns an error if names in maps, each as often as there are values in it, are many times as long as the input.
func tooLong(root reflect.Value) error {
	w := weight{}
	w.add(root, false, 0)
	if w.names <= maxNames*w.size {
		return nil
	}
	p := place{steps: w.longest}
	return errkit.Invalid(errkit.Field{Path: p.path(), Message: "has names that are too long", Rule: "propertyNames"})
}

// A weight is of a value that the library will look at.
type weight struct {
	size    int    // about the bytes of the input
	names   int    // the bytes of names in maps that are around each value
	way     []step // to the value at hand
	longest []step // to the map with the longest name
	length  int    // of that name
}

const maxWay = 1000 // steps; what is nested deeper leads to itself

// add adds a value inside of names of so many bytes.
func (w *weight) add(v reflect.Value, dive bool, names int) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	w.size += perValue
	w.names += names
	if len(w.way) > maxWay {
		return
	}
	switch v.Kind() {
	case reflect.String:
		w.size += v.Len()
	case reflect.Slice, reflect.Array:
		if dive {
			for i := range v.Len() {
				w.below(v.Index(i), true, names, step{n: i})
			}
		}
	case reflect.Map:
		if !dive {
			return
		}
		for it := v.MapRange(); it.Next(); {
			name := it.Key().String()
			if it.Key().Kind() != reflect.String {
				name = fmt.Sprintf("%v", it.Key())
			}
			if w.size += len(name); len(name) > w.length {
				w.length, w.longest = len(name), slices.Clone(w.way)
			}
			w.below(it.Value(), true, names+len(name), step{token: name, isKey: true})
		}
	case reflect.Struct:
		for _, f := range middleware.JSONFields(v.Type()) {
			if field, err := v.FieldByIndexErr(f.Index); err == nil {
				w.below(field, diveIn(v.Type().FieldByIndex(f.Index)), names, step{token: f.Name})
			}
		}
	}
}

func (w *weight) below(v reflect.Value, dive bool, names int, s step) {
	w.way = append(w.way, s)
	w.add(v, dive, names)
	w.way = w.way[:len(w.way)-1]
}
