package validate

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-playground/validator/v10"

	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/middleware"
)

// A place is where in the document a violation is.
type place struct {
	pointer string // RFC 6901; "" until it is asked for
	steps   []step // the same
	parent  scope  // the struct whose tag it is, which other fields are named in
	static  bool   // the type alone leads there, whatever the value
	inMap   bool   // a map is on the way
	key     bool   // it is a key of the map and not its value
	hidden  bool   // JSON does not read it
}

// A step is one token of the pointer: a position in a struct or an array, or a
// key of a map.
type step struct {
	token string // "" of an element: its position
	n     int
	isKey bool
}

// path returns the pointer, which is cut if it is long.
func (p *place) path() string {
	if p.pointer == "" {
		var b pointer.Builder
		for _, s := range p.steps {
			if s.token == "" && !s.isKey {
				s.token = strconv.Itoa(s.n)
			}
			b.Add(s.token)
		}
		p.pointer = b.String()
	}
	return p.pointer
}

func comparePlaces(a, b place) int {
	return slices.CompareFunc(a.steps, b.steps, func(a, b step) int {
		if a.isKey && b.isKey {
			return strings.Compare(a.token, b.token)
		}
		return cmp.Compare(a.n, b.n)
	})
}

// A scope is a Go struct: the one that is an object in the document, and the
// way from there through embedded structs, which JSON does not see.
type scope struct {
	object reflect.Type
	index  []int
}

// goType is the struct itself.
func (s scope) goType() reflect.Type {
	t := s.object
	if len(s.index) > 0 {
		t = t.FieldByIndex(s.index).Type
	}
	return deref(t)
}

func deref(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// member finds what JSON calls the field at index of s's object. It is not ok
// if there is no such member; embedded says that its fields are members.
func (s scope) member(index []int) (position int, name string, embedded, ok bool) {
	for i, f := range middleware.JSONFields(s.object) {
		switch {
		case slices.Equal(f.Index, index):
			return i, f.Name, false, true
		case len(f.Index) > len(index) && slices.Equal(f.Index[:len(index)], index):
			embedded = true
		}
	}
	return 0, "", embedded, false
}

// locate walks down from root, the struct that was checked, by the Go names
// that the violation has. The value is asked where the type does not tell: for
// interfaces, and for the keys of maps, whose text may hold any brackets and
// points.
func locate(root reflect.Value, fe validator.FieldError, keys indexes) place {
	names := fe.StructNamespace()
	if name := root.Type().Name(); name != "" { // with brackets and points, if it is generic
		names = strings.TrimPrefix(names, name+".")
	}
	w := walk{fe, keys}
	if p, ok := w.structure(root, scope{object: root.Type()}, names, place{static: true}); ok {
		return p
	}
	// A name that a function of the user gave.
	return place{pointer: guess(fe.Namespace())}
}

type walk struct {
	fe   validator.FieldError
	keys indexes
}

func (w walk) structure(v reflect.Value, s scope, names string, p place) (place, bool) {
	end := strings.IndexAny(names, ".[")
	if end < 0 {
		end = len(names)
	}
	sf, ok := v.Type().FieldByName(names[:end])
	if !ok || len(sf.Index) != 1 {
		return p, false
	}
	p.parent = s
	index := append(slices.Clone(s.index), sf.Index[0])
	position, name, embedded, ok := s.member(index)
	switch {
	case ok:
		p.steps = append(p.steps, step{token: name, n: position})
		index = nil
	case embedded || sf.Anonymous && sf.Tag.Get("json") != "-" && deref(sf.Type).Kind() == reflect.Struct:
	default:
		p.hidden = true
	}
	return w.value(v.Field(sf.Index[0]), scope{s.object, index}, names[end:], p)
}

// value goes on behind a name: to the end, to a field, or to an element. An
// index in s says that v is an embedded struct.
func (w walk) value(v reflect.Value, s scope, names string, p place) (place, bool) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.Kind() == reflect.Interface {
			p.static = false
		}
		if v.IsNil() {
			break
		}
		v = v.Elem()
	}
	switch {
	case names == "":
		return p, true
	case names[0] == '.' && v.Kind() == reflect.Struct:
		if s.index == nil {
			s.object = v.Type()
		}
		return w.structure(v, s, names[1:], p)
	case names[0] != '[':
		return p, false
	}
	p.static = false
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		end := strings.IndexByte(names, ']')
		if end < 0 {
			return p, false
		}
		i, err := strconv.Atoi(names[1:end])
		if err != nil || i < 0 || i >= v.Len() {
			return p, false
		}
		p.steps = append(p.steps, step{n: i})
		return w.value(v.Index(i), scope{}, names[end+1:], p)
	case reflect.Map:
		return w.mapping(v, names[1:], p)
	}
	return p, false
}

// mapping tries each key that the names may begin with, the shortest first, and
// takes the one whose value has the violation.
func (w walk) mapping(v reflect.Value, names string, p place) (place, bool) {
	p.inMap = true
	keys := w.keys.of(v).before(names)
	for _, k := range keys {
		at := p
		at.steps = append(at.steps, step{token: keyName(k.value, k.printed), isKey: true}) // over what the key before it added
		rest := names[len(k.printed)+1:]
		at, ok := w.value(v.MapIndex(k.value), scope{}, rest, at)
		if ok && rest == "" {
			value := w.is(v.MapIndex(k.value))
			at.key = !value && w.is(k.value)
			ok = value || at.key || len(keys) == 1
		}
		if ok {
			return at, true
		}
	}
	return p, false
}

// is reports whether the violation is of v. The library calls a key of a map and
// its value by one name.
func (w walk) is(v reflect.Value) bool {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return w.fe.Kind() == v.Kind() || w.fe.Kind() == reflect.Invalid
		}
		v = v.Elem()
	}
	if v.Type() != w.fe.Type() {
		return false
	}
	return !v.CanInterface() || !v.Comparable() || v.Interface() == w.fe.Value()
}

// keyName is what encoding/json calls a key.
func keyName(k reflect.Value, printed string) string {
	if k.Kind() == reflect.String {
		return k.String()
	}
	if k.CanInterface() {
		if m, ok := k.Interface().(interface{ MarshalText() ([]byte, error) }); ok {
			if k.Kind() == reflect.Pointer && k.IsNil() {
				return ""
			}
			if text, err := m.MarshalText(); err == nil {
				return string(text)
			}
		}
	}
	switch {
	case k.CanInt():
		return strconv.FormatInt(k.Int(), 10)
	case k.CanUint():
		return strconv.FormatUint(k.Uint(), 10)
	}
	return printed
}

// guess makes a pointer of a Namespace alone: it drops the type's name and
// splits at points and brackets.
func guess(namespace string) string {
	point, bracket := strings.IndexByte(namespace, '.'), strings.IndexByte(namespace, '[')
	if bracket >= 0 && bracket < point { // a generic type: its parameters are in the brackets
		point = -1
		if end := strings.Index(namespace, "]."); end >= 0 {
			point = end + 1
		}
	}
	rest := namespace[point+1:]
	var b pointer.Builder
	for rest != "" {
		end := strings.IndexAny(rest, ".[")
		switch {
		case end < 0:
			end = len(rest)
		case end == 0 && rest[0] == '[':
			if closing := strings.IndexByte(rest, ']'); closing > 0 {
				b.Add(rest[1:closing])
				rest = rest[closing+1:]
				continue
			}
			end = len(rest)
		}
		if end > 0 {
			b.Add(rest[:end])
		}
		rest = strings.TrimPrefix(rest[end:], ".")
	}
	return b.String()
}
