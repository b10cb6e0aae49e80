package errkit

import (
	"log/slog"
	"reflect"
	"time"
)

// maxHeld bounds the values that a seeker looks at, and that one detail may
// consist of; maxDepth how deep its JSON nests, below the 10,000 levels where
// encoding/json gives up.
const (
	maxHeld  = 8000
	maxDepth = 1000
)

var (
	errorType     = reflect.TypeFor[error]()
	logValuerType = reflect.TypeFor[slog.LogValuer]()
	privateType   = reflect.TypeFor[Private]()
	reflectedType = reflect.TypeFor[reflect.Value]()
	locationType  = reflect.TypeFor[time.Location]()
)

// seeker looks through a value for what must not be printed with it.
type seeker struct {
	logValuers bool // a slog.LogValuer inside counts too
	budget     int  // a value too large to look through counts as one that holds something
}

// holdsSecret reports whether printing v would reach an error or a Private
// inside it.
func holdsSecret(v any) bool {
	s := seeker{budget: maxHeld}
	return s.finds(reflect.ValueOf(v))
}

// holdsLogged is holdsSecret for JSON, which would also print a
// [slog.LogValuer] field by field, past its LogValue method.
func holdsLogged(v any) bool {
	s := seeker{budget: maxHeld, logValuers: true}
	return s.finds(reflect.ValueOf(v))
}

func (s *seeker) finds(v reflect.Value) bool {
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
		if t == locationType { // no error in it, but time.Local fills itself in when first used
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

// is reports whether a value of type t is what the seeker looks for, by itself
// or once it is a pointer: what an error's fields say is no more public than
// what its Error method says. A reflect.Value prints as what it holds, which
// cannot be seen from here.
func (s *seeker) is(t reflect.Type) bool {
	if t.Kind() == reflect.Interface || t.PkgPath() == "" && flat(t) {
		return false
	}
	if t == privateType || t == reflectedType {
		return true
	}
	p := reflect.PointerTo(t)
	return p.Implements(errorType) || t.Implements(errorType) || // a pointer type has no methods behind a second pointer
		s.logValuers && (p.Implements(logValuerType) || t.Implements(logValuerType))
}

// flat reports whether values of type t hold no other values.
func flat(t reflect.Type) bool {
	return t.Kind() <= reflect.Complex128 || t.Kind() == reflect.String
}
