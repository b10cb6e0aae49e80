package violation

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/internal/jsonfield"
	"github.com/toolerr/toolerr/internal/pointer"
)

// A place is the place of a violation in the document.
type place struct {
	pointer string // JSON pointer; "" before the first call of path
	engine  string // the rest of the names that the engine has for the fields; "" if they are not known
	steps   []step
	parent  scope // the struct with the tag, in which rules name other fields
	static  bool  // the place depends only on the Go type, not on the value
	inMap   bool  // the place is in a map
	key     bool  // the violation is of a key of a map, not of its value
	hidden  bool  // encoding/json ignores the field
}

// A step is one token of a pointer: a member of a struct, an element, or a key of a map.
type step struct {
	token string // "" for an element
	n     int    // position of the member or element
	isKey bool
}

// path returns the pointer, cut if it is long.
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

// A located is a violation and its place.
type located struct {
	place
	Fault
}

// compare compares violations by their places in the document and their rules.
func (l *located) compare(m *located) int {
	return cmp.Or(slices.CompareFunc(l.steps, m.steps, step.compare),
		strings.Compare(l.Tag(), m.Tag()), strings.Compare(l.Param(), m.Param()))
}

func (s step) compare(t step) int {
	if s.isKey && t.isKey {
		return strings.Compare(s.token, t.token)
	}
	return cmp.Compare(s.n, t.n)
}

// A scope is a Go struct: one that is an object in the document, or one that is embedded in it.
type scope struct {
	object reflect.Type
	index  []int // of the embedded struct in object
}

// member returns the position and the JSON name of the field at an index of the object of s. It
// is not ok if the field is not a member; embedded reports whether the fields of the field are
// members.
func (s scope) member(index []int) (position int, name string, embedded, ok bool) {
	for i, f := range jsonfield.Of(s.object).All {
		switch {
		case slices.Equal(f.Index, index):
			return i, f.Name, false, true
		case len(f.Index) > len(index) && slices.Equal(f.Index[:len(index)], index):
			embedded = true
		}
	}
	return 0, "", embedded, false
}

// locate returns the place of a violation in root, the struct that was validated. It follows the
// Go names of the violation. For interfaces and for the keys of maps, which may contain brackets
// and dots, it needs the value. If root is invalid, the place is that of the names in the error.
func locate(root reflect.Value, fe Fault, keys indexes) place {
	if !root.IsValid() {
		name := fe.Namespace()
		return place{pointer: namespacePointer(name), static: !strings.Contains(name, "[")}
	}
	names := fe.StructNamespace()
	if name := root.Type().Name(); name != "" { // with brackets and dots, if it is generic
		names = strings.TrimPrefix(names, name+".")
	}
	engine := strings.TrimPrefix(fe.Namespace(), strings.TrimSuffix(fe.StructNamespace(), names))
	if strings.Count(engine, ".") != strings.Count(names, ".") { // it has no name for an embedded struct
		engine = ""
	}
	w := walk{fe, keys}
	if p, ok := w.structure(root, scope{object: root.Type()}, names, place{static: true, engine: engine}); ok {
		return p
	}
	// The name is that of a custom function.
	return place{pointer: namespacePointer(fe.Namespace())}
}

// A walk follows the names of a violation.
type walk struct {
	fe   Fault
	keys indexes
}

// structure follows names from a field of the struct v.
func (w walk) structure(v reflect.Value, s scope, names string, p place) (place, bool) {
	first, rest := cutName(names)
	sf, ok := v.Type().FieldByName(first)
	if !ok || len(sf.Index) != 1 {
		return p, false
	}
	var known string
	known, p.engine = cutName(p.engine)
	p.parent = s
	index := append(slices.Clone(s.index), sf.Index[0])
	position, name, embedded, ok := s.member(index)
	switch {
	case ok:
		if _, ok := sf.Tag.Lookup("json"); !ok && known != "" { // that of RegisterTagNameFunc
			name = known
		}
		p.steps = append(p.steps, step{token: name, n: position})
		index = nil
	case embedded || sf.Anonymous && sf.Tag.Get("json") != "-" && jsonfield.Deref(sf.Type).Kind() == reflect.Struct:
	default:
		p.hidden = true
	}
	return w.value(v.Field(sf.Index[0]), scope{s.object, index}, rest, p)
}

// value follows names, the rest after the name of v: nothing, a field, or an element. If s has an
// index, v is an embedded struct.
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
		p.engine = strings.TrimPrefix(p.engine, ".")
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
		p.engine = strings.TrimPrefix(p.engine, names[:end+1])
		return w.value(v.Index(i), scope{}, names[end+1:], p)
	case reflect.Map:
		return w.mapValue(v, names[1:], p)
	}
	return p, false
}

// mapValue follows names from a key of the map v. It tries each key with which names may start,
// the shortest first, and returns the place of the first one whose value has the violation.
func (w walk) mapValue(v reflect.Value, names string, p place) (place, bool) {
	p.inMap = true
	keys := w.keys.of(v).before(names)
	for _, k := range keys {
		at := p
		// overwrites the step of the previous key
		at.steps = append(at.steps, step{token: keyName(k.value, k.printed), isKey: true})
		rest := names[len(k.printed)+1:]
		at.engine = strings.TrimPrefix(p.engine, "["+names[:len(k.printed)+1])
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

// is reports whether v may be the value of the violation. In the library, a key of a map and its
// value have the same name.
func (w walk) is(v reflect.Value) bool {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return w.fe.Kind() == v.Kind() || w.fe.Kind() == reflect.Invalid
		}
		v = v.Elem()
	}
	return v.Type() == w.fe.Type() && (!v.CanInterface() || !v.Comparable() || v.Interface() == w.fe.Value())
}

// keyName returns the name of a key in encoding/json.
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

// namespacePointer returns a pointer for a Namespace of the library: its parts between dots and
// brackets without the name of the type.
func namespacePointer(namespace string) string {
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
		token, after, closed := strings.Cut(rest, "]")
		switch {
		case rest[0] != '[':
			if token, after = cutName(rest); token != "" {
				b.Add(token)
			}
			after = strings.TrimPrefix(after, ".")
		case closed:
			b.Add(token[1:])
		default:
			b.Add(rest)
		}
		rest = after
	}
	return b.String()
}

// cutName divides names, which are joined by dots and followed by brackets, after the first one.
func cutName(names string) (first, rest string) {
	if end := strings.IndexAny(names, ".["); end >= 0 {
		return names[:end], names[end:]
	}
	return names, ""
}

// A mapKey is a key that may be in the name of a violation.
type mapKey struct {
	value   reflect.Value
	printed string // as the library prints it
}

// An index has the keys of a map by their printed form.
type index struct {
	keys    map[string][]*mapKey
	lengths map[int]bool // of the printed keys
}

// indexes has the index of each map with violations, by its address, so that a search for a key
// takes constant time.
type indexes map[uintptr]*index

func (all indexes) of(v reflect.Value) *index {
	if known := all[v.Pointer()]; known != nil {
		return known
	}
	x := &index{make(map[string][]*mapKey, v.Len()), map[int]bool{}}
	for it := v.MapRange(); it.Next(); {
		k := it.Key()
		printed := fmt.Sprintf("%v", k)
		x.keys[printed] = append(x.keys[printed], &mapKey{k, printed})
		x.lengths[len(printed)] = true
	}
	for _, same := range x.keys {
		slices.SortFunc(same, func(a, b *mapKey) int { // maps are iterated in random order
			return strings.Compare(keyName(a.value, a.printed), keyName(b.value, b.printed))
		})
	}
	all[v.Pointer()] = x
	return x
}

// before returns the keys with which names, the text after an opening bracket, may start, the
// shortest first.
func (x *index) before(names string) (keys []*mapKey) {
	for end := range len(names) {
		if names[end] == ']' && x.lengths[end] {
			keys = append(keys, x.keys[names[:end]]...)
		}
	}
	return keys
}
