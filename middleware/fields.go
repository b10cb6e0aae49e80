package middleware

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// A JSONField is one member of the object that encoding/json makes of a struct.
type JSONField struct {
	Name   string       // of the member
	Index  []int        // of the struct's field, for [reflect.Type.FieldByIndex]; through embedded structs
	Type   reflect.Type // of the struct's field
	Quoted bool         // the tag says ",string"

	tagged bool // the tag gives the name
}

// A shape is a struct type as encoding/json sees it.
type shape struct {
	fields []JSONField
	named  map[string]int // the index in fields
}

// shapes remembers the shape of each reflect.Type, which never changes.
var shapes sync.Map

func shapeOf(t reflect.Type) *shape {
	if known, ok := shapes.Load(t); ok {
		return known.(*shape)
	}
	s := &shape{fields: findFields(t), named: map[string]int{}}
	for i, f := range s.fields {
		s.named[f.Name] = i
	}
	shapes.Store(t, s)
	return s
}

// JSONFields returns the members that encoding/json reads and writes for a
// struct type, in the order of the struct: tags, embedding and conflicts count
// as they do there. It is for packages that say which part of an input is
// wrong. The result is shared: it is for reading only. It is nil for a type
// that is no struct.
func JSONFields(t reflect.Type) []JSONField {
	if t == nil || t.Kind() != reflect.Struct {
		return nil
	}
	return shapeOf(t).fields
}

// level is one depth of embedding: the structs to look at, and how often each
// type is there, for two embedded structs of one type hide each other's fields.
type level struct {
	structs []JSONField
	count   map[reflect.Type]int
}

// findFields goes down level by level, as encoding/json does, so that a field
// that is nearer hides those of its name that are deeper.
func findFields(t reflect.Type) []JSONField {
	var fields []JSONField
	seen := map[reflect.Type]bool{}
	next := level{structs: []JSONField{{Type: t}}}
	for len(next.structs) > 0 {
		now := next
		next = level{count: map[reflect.Type]int{}}
		for _, s := range now.structs {
			if seen[s.Type] {
				continue
			}
			seen[s.Type] = true
			for i := range s.Type.NumField() {
				f, embeds, ok := readField(s, i)
				switch {
				case !ok:
				case !embeds:
					fields = append(fields, f)
					if now.count[s.Type] > 1 {
						fields = append(fields, f) // so that it meets itself, and both go
					}
				default:
					if next.count[f.Type]++; next.count[f.Type] == 1 {
						next.structs = append(next.structs, f)
					}
				}
			}
		}
	}
	fields = slices.DeleteFunc(slices.Clone(fields), func(f JSONField) bool { return !dominant(f, fields) })
	slices.SortFunc(fields, func(a, b JSONField) int { return slices.Compare(a.Index, b.Index) })
	return fields
}

// readField reads the field i of the struct s: a member, or a struct whose
// fields are members of s too. It is not ok if JSON does not see it.
func readField(s JSONField, i int) (f JSONField, embeds, ok bool) {
	sf := s.Type.Field(i)
	inner := sf.Type
	if inner.Kind() == reflect.Pointer && inner.Name() == "" {
		inner = inner.Elem()
	}
	tag := sf.Tag.Get("json")
	if tag == "-" || !sf.IsExported() && !(sf.Anonymous && inner.Kind() == reflect.Struct) {
		return f, false, false
	}
	name, options, _ := strings.Cut(tag, ",")
	if name != "" && !validName(name) {
		name = acceptedName(name)
	}
	f = JSONField{Name: name, Index: append(slices.Clone(s.Index), i), Type: sf.Type, tagged: name != ""}
	if name == "" && sf.Anonymous && inner.Kind() == reflect.Struct {
		f.Type = inner
		return f, true, true
	}
	if name == "" {
		f.Name = sf.Name
	}
	switch k := inner.Kind(); {
	case k >= reflect.Bool && k <= reflect.Float64, k == reflect.String:
		f.Quoted = slices.Contains(strings.Split(options, ","), "string")
	}
	return f, false, true
}

// dominant reports whether f hides all others of its name: it is nearest, and
// among the nearest the only one, or the only one with a tag.
func dominant(f JSONField, all []JSONField) bool {
	equals := 0
	for _, o := range all {
		if o.Name != f.Name {
			continue
		}
		switch near := len(o.Index) - len(f.Index); {
		case near < 0, near == 0 && o.tagged && !f.tagged:
			return false
		case near == 0 && o.tagged == f.tagged:
			equals++
		}
	}
	return equals == 1
}

// acceptedName returns what encoding/json makes of a name that is not valid:
// Go 1.26 does not use the name, Go 1.27 uses all of it or its start. The result
// is "" if the field keeps its Go name.
func acceptedName(name string) string {
	const unnamed = "Unnamed"
	tag := reflect.StructTag("json:" + strconv.Quote(name))
	object := reflect.New(reflect.StructOf([]reflect.StructField{{Name: unnamed, Type: reflect.TypeFor[int](), Tag: tag}}))
	doc, _ := json.Marshal(object.Interface())
	var members map[string]int
	_ = json.Unmarshal(doc, &members)
	for member := range members {
		if member != unnamed {
			return member
		}
	}
	return ""
}

// validName reports whether every version of encoding/json uses s as the name in
// a tag.
func validName(s string) bool {
	for _, c := range s {
		if !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", c) && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return false
		}
	}
	return s != ""
}
