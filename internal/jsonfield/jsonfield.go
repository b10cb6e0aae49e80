// Package jsonfield finds the members that encoding/json decodes and encodes for a struct type,
// with its rules for tags, embedded structs and conflicts.
package jsonfield

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/toolerr/toolerr/internal/lazy"
)

// A Field is a member of the object as which encoding/json encodes a struct.
type Field struct {
	Name   string       // of the member
	In     reflect.Type // the struct that has the field; it may be embedded
	Index  []int        // of the struct's field, for [reflect.Type.FieldByIndex]; it may be in an embedded struct
	Type   reflect.Type // of the struct's field
	Quoted bool         // the tag has the option ",string"

	tagged bool // the name is that of the tag
}

// Fields are the members of a struct type. They are shared and for reading only.
type Fields struct {
	All   []*Field       // in the order of the struct
	Named map[string]int // the index in All
}

// cache has the Fields of each reflect.Type.
var cache sync.Map

// Of returns the members that encoding/json decodes and encodes for a struct type. A type that is
// not a struct has none.
func Of(t reflect.Type) *Fields {
	if t == nil || t.Kind() != reflect.Struct {
		return &Fields{}
	}
	if known, ok := cache.Load(t); ok {
		return known.(*Fields)
	}
	fields := &Fields{All: find(t), Named: map[string]int{}}
	for i, f := range fields.All {
		fields.Named[f.Name] = i
	}
	cache.Store(t, fields)
	return fields
}

// Deref returns a type without the pointers to it. Of a pointer type that refers to itself the
// result is still a pointer.
func Deref(t reflect.Type) reflect.Type {
	for n := 0; t.Kind() == reflect.Pointer && n < 100; n++ {
		t = t.Elem()
	}
	return t
}

// A level has the embedded structs of one depth, and how often each type occurs: the fields of
// two embedded structs of one type hide each other.
type level struct {
	structs []Field
	count   map[reflect.Type]int
}

// find returns the members of a struct type. It visits embedded structs level by level, as
// encoding/json does, because a field hides fields with its name at deeper levels.
func find(t reflect.Type) []*Field {
	var fields []*Field
	seen := map[reflect.Type]bool{}
	next := level{structs: []Field{{Type: t}}}
	for len(next.structs) > 0 {
		now := next
		next = level{count: map[reflect.Type]int{}}
		for _, s := range now.structs {
			if seen[s.Type] {
				continue
			}
			seen[s.Type] = true
			for i := range s.Type.NumField() {
				f, embeds, ok := read(s, i)
				switch {
				case !ok:
				case !embeds:
					fields = append(fields, &f)
					if now.count[s.Type] > 1 {
						fields = append(fields, &f) // a second one, so that dominant is false for both
					}
				default:
					if next.count[f.Type]++; next.count[f.Type] == 1 {
						next.structs = append(next.structs, f)
					}
				}
			}
		}
	}
	fields = slices.DeleteFunc(slices.Clone(fields), func(f *Field) bool { return !dominant(f, fields) })
	slices.SortFunc(fields, func(a, b *Field) int { return slices.Compare(a.Index, b.Index) })
	return fields
}

// read returns field i of the struct s: a member, or an embedded struct whose fields are members
// of s. It is not ok if encoding/json ignores the field.
func read(s Field, i int) (f Field, embeds, ok bool) {
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
	f = Field{Name: name, In: s.Type, Index: append(slices.Clone(s.Index), i), Type: sf.Type, tagged: name != ""}
	if name == "" && sf.Anonymous && inner.Kind() == reflect.Struct {
		f.Type = inner
		return f, true, true
	}
	if name == "" {
		f.Name = sf.Name
	}
	if k := inner.Kind(); k >= reflect.Bool && k <= reflect.Float64 || k == reflect.String {
		f.Quoted = slices.Contains(strings.Split(options, ","), "string")
	}
	return f, false, true
}

// dominant reports whether f hides all other fields with its name: no other one is at a higher
// level, and at its level it is the only one, or the only one with a tag.
func dominant(f *Field, all []*Field) bool {
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

// acceptedName returns the part of an invalid name that encoding/json uses: nothing in Go 1.26; in
// Go 1.27 the name or, if it has a backslash or a quotation mark, the letters and digits at its
// start. It is "" if the member has the Go name of the field.
func acceptedName(name string) string {
	doc, _ := json.Marshal(struct {
		Unnamed int `json:"🔔"`
	}{})
	if strings.Contains(string(doc), "Unnamed") {
		return ""
	}
	if !strings.ContainsAny(name, "\\'\"`") {
		return string([]rune(name)) // with U+FFFD for what is not UTF-8
	}
	return wordStart.Get().FindString(name)
}

// wordStart is the identifier at the start of a name.
var wordStart = lazy.Regexp{Expr: `^[_\pL][_\pL\pN]*`}

// validName reports whether every version of encoding/json uses s as the name if it is in a tag.
func validName(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(c rune) bool {
		return !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", c) && !unicode.IsLetter(c) && !unicode.IsDigit(c)
	})
}
