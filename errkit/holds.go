package errkit

import "reflect"

// maxHeld bounds the values that holdsPrivate looks at.
const maxHeld = 10_000

var (
	errorType   = reflect.TypeFor[error]()
	privateType = reflect.TypeFor[Private]()
)

// holdsPrivate reports whether printing v would reach an error or a Private
// inside it. A value too large to tell counts as one that does.
func holdsPrivate(v any) bool {
	budget := maxHeld
	return holds(reflect.ValueOf(v), &budget)
}

func holds(v reflect.Value, budget *int) bool {
	if !v.IsValid() {
		return false
	}
	if *budget--; *budget < 0 {
		return true
	}
	t := v.Type()
	if t == privateType || t.Kind() != reflect.Interface && t.Implements(errorType) {
		return true
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		return holds(v.Elem(), budget)
	case reflect.Struct:
		for i := range v.NumField() {
			if holds(v.Field(i), budget) {
				return true
			}
		}
	case reflect.Slice, reflect.Array:
		if flat(t.Elem().Kind()) && !t.Elem().Implements(errorType) {
			return false
		}
		for i := range v.Len() {
			if holds(v.Index(i), budget) {
				return true
			}
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			if holds(it.Key(), budget) || holds(it.Value(), budget) {
				return true
			}
		}
	}
	return false
}

// flat reports whether values of this kind hold no other values.
func flat(k reflect.Kind) bool { return k <= reflect.Complex128 || k == reflect.String }
