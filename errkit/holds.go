package errkit

import (
	"log/slog"
	"reflect"
	"time"
)

const (
	maxHeld  = 8000 // values that a search visits, and of which a detail consists
	maxDepth = 1000 // levels of a detail; encoding/json fails after 10,000
)

var (
	errorType     = reflect.TypeFor[error]()
	logValuerType = reflect.TypeFor[slog.LogValuer]()
	privateType   = reflect.TypeFor[Private]()
	reflectedType = reflect.TypeFor[reflect.Value]()
	locationType  = reflect.TypeFor[time.Location]()
)

// A search looks in a value for other values that must not be printed.
type search struct {
	logValuers bool // also for a slog.LogValuer
	budget     int  // values to visit; a larger value counts as found
}

// holdsSecret reports whether v contains an error, a Private or, with logValuers, a
// [slog.LogValuer]. JSON would have all fields of a LogValuer, because encoding/json does not call
// LogValue.
func holdsSecret(v any, logValuers bool) bool {
	s := search{budget: maxHeld, logValuers: logValuers}
	return s.finds(reflect.ValueOf(v))
}

func (s *search) finds(v reflect.Value) bool {
	if !v.IsValid() {
		return false
	}
	if s.budget--; s.budget < 0 {
		return true
	}
	t := v.Type()
	if s.is(t) {
		return true
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		return s.finds(v.Elem())
	case reflect.Struct:
		if t == locationType { // contains no error, and reading time.Local, which changes, would be a race
			return false
		}
		for i := range v.NumField() {
			if s.finds(v.Field(i)) {
				return true
			}
		}
	case reflect.Slice, reflect.Array:
		if flat(t.Elem()) && !s.is(t.Elem()) {
			return false
		}
		for i := range v.Len() {
			if s.finds(v.Index(i)) {
				return true
			}
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			if s.finds(it.Key()) || s.finds(it.Value()) {
				return true
			}
		}
	}
	return false
}

// is reports whether t, or a pointer to it, is one of the types that s looks for: the fields of
// an error are not public even if its Error method has a pointer receiver. A reflect.Value
// prints as the value that it contains, which reflection does not find.
func (s *search) is(t reflect.Type) bool {
	if t.Kind() == reflect.Interface || t.PkgPath() == "" && flat(t) {
		return false
	}
	if t == privateType || t == reflectedType {
		return true
	}
	p := reflect.PointerTo(t)
	return p.Implements(errorType) || t.Implements(errorType) || // a second pointer has no methods
		s.logValuers && (p.Implements(logValuerType) || t.Implements(logValuerType))
}

// flat reports whether values of type t contain no other values.
func flat(t reflect.Type) bool {
	return t.Kind() <= reflect.Complex128 || t.Kind() == reflect.String
}
