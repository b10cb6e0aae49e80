package middleware

import (
	"encoding"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonfield"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
)

// maxFields is the number of fields after which a check ends: one more than an error may have, so
// that the error notes that others are left out.
const maxFields = text.MaxFields + 1

var (
	unmarshalerType     = reflect.TypeFor[json.Unmarshaler]()
	textUnmarshalerType = reflect.TypeFor[encoding.TextUnmarshaler]()
	numberType          = reflect.TypeFor[json.Number]()
	timeType            = reflect.TypeFor[time.Time]()
)

// A checker finds the parts of a document that encoding/json cannot decode into a Go type.
type checker struct {
	// check types with methods such as UnmarshalJSON by calling these; otherwise they accept any
	// value
	callMethods  bool
	allowUnknown bool
	fields       []errkit.Field
	first        jsontree.Value // the value of the first field
	longNames    bool           // a member has a name of more than text.MaxKey bytes
}

// add is not copied into its many callers.
//
//go:noinline
func (c *checker) add(v jsontree.Value, rule, param string, message errkit.Text) {
	c.addAt(v, errkit.Field{Message: message, Rule: rule, Param: param})
}

// addAt adds a field. Its path is relative to v.
func (c *checker) addAt(v jsontree.Value, f errkit.Field) {
	if len(c.fields) >= maxFields {
		return
	}
	if len(c.fields) == 0 {
		c.first = v
	}
	f.Path = v.ShortPointer() + f.Path
	c.fields = append(c.fields, f)
}

func (c *checker) check(t reflect.Type, v jsontree.Value) {
	if len(c.fields) >= maxFields {
		return
	}
	// encoding/json calls the methods of a pointer: of the value itself, or of the address of a
	// value of a named type.
	pointer := t.Kind() == reflect.Pointer
	if pointer && v.Kind() == jsontree.Null {
		return
	}
	t = jsonfield.Deref(t)
	if pointer || t.Name() != "" {
		switch p := reflect.PointerTo(t); {
		case p.Implements(unmarshalerType):
			c.untyped(v, false)
			c.opaque(t, v)
			return
		case p.Implements(textUnmarshalerType) && v.Kind() != jsontree.Null:
			if c.is(v, jsontree.String, "string", "must be a string") {
				c.opaque(t, v)
			}
			return
		}
	}
	switch k := t.Kind(); {
	case k == reflect.Interface:
		c.untyped(v, true)
	case v.Kind() == jsontree.Null: // encoding/json ignores it
	case k == reflect.Struct:
		c.object(t, v)
	case k == reflect.Map:
		c.mapping(t, v)
	case k == reflect.Slice && t.Elem().Kind() == reflect.Uint8 && v.Kind() == jsontree.String:
		c.bytes(v)
	case k == reflect.Slice, k == reflect.Array:
		c.array(t, v)
	case k == reflect.Bool:
		c.is(v, jsontree.Bool, "boolean", "must be true or false")
	case t == numberType && v.Kind() == jsontree.String:
		c.opaque(t, v)
	case t == numberType:
		c.is(v, jsontree.Number, "number", "must be a number")
	case k == reflect.String:
		c.is(v, jsontree.String, "string", "must be a string")
	case k >= reflect.Int && k <= reflect.Float64:
		c.number(t, v)
	}
}

// is reports whether v is of kind k. If not, it adds a field.
func (c *checker) is(v jsontree.Value, k jsontree.Kind, name string, message errkit.Text) bool {
	if v.Kind() == k {
		return true
	}
	c.add(v, "type", name, message)
	return false
}

func (c *checker) object(t reflect.Type, v jsontree.Value) {
	if !c.is(v, jsontree.Object, "object", "must be an object") {
		return
	}
	c.unique(v)
	fields := jsonfield.Of(t)
	for name, m := range v.Members() {
		i, ok := fields.Named[name]
		switch {
		case !ok:
			c.unknown(fields, name, m)
		case fields.All[i].Quoted:
			c.quoted(fields.All[i], m)
		default:
			c.check(fields.All[i].Type, m)
		}
	}
}

func (c *checker) unknown(fields *jsonfield.Fields, name string, m jsontree.Value) {
	for _, f := range fields.All {
		if strings.EqualFold(f.Name, name) {
			c.add(m, "additionalProperties", "", errkit.Textf("is not known; its name is %q", f.Name))
			return
		}
	}
	if !c.allowUnknown {
		c.add(m, "additionalProperties", "", "is not known")
	}
}

// unique adds a field for each member whose name is repeated.
func (c *checker) unique(object jsontree.Value) {
	seen := map[string]bool{}
	for name, m := range object.Members() {
		c.longNames = c.longNames || len(name) > text.MaxKey
		if seen[name] {
			c.add(m, "duplicate", "", "must be given once")
		}
		seen[name] = true
	}
}

func (c *checker) mapping(t reflect.Type, v jsontree.Value) {
	if !c.is(v, jsontree.Object, "object", "must be an object") {
		return
	}
	c.unique(v)
	key, text := t.Key(), reflect.PointerTo(t.Key()).Implements(textUnmarshalerType)
	for name, m := range v.Members() {
		switch k := key.Kind(); {
		case text && c.callMethods:
			p := reflect.New(key)
			if err := p.Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(name)); err != nil {
				c.add(m, "propertyNames", "", "has a name of the wrong form")
			}
		case !text && k >= reflect.Int && k <= reflect.Uintptr && !fits(key, name):
			c.add(m, "propertyNames", "integer", errkit.Textf("has a name that is not an integer%s", limits(key)))
		}
		c.check(t.Elem(), m)
	}
}

func (c *checker) array(t reflect.Type, v jsontree.Value) {
	if !c.is(v, jsontree.Array, "array", "must be an array") {
		return
	}
	if t.Kind() == reflect.Array && v.Len() != t.Len() {
		c.add(v, "length", strconv.Itoa(t.Len()), errkit.Textf("must have %d items", t.Len()))
	}
	for e := range v.Elements() {
		c.check(t.Elem(), e)
	}
}

// bytes checks a string that is decoded into a []byte.
func (c *checker) bytes(v jsontree.Value) {
	if text, _ := v.Text(); c.callMethods {
		if _, err := base64.StdEncoding.DecodeString(text); err != nil {
			c.add(v, "contentEncoding", "base64", "must be base64")
		}
	}
}

func (c *checker) number(t reflect.Type, v jsontree.Value) {
	float := t.Kind() >= reflect.Float32
	switch {
	case float && !c.is(v, jsontree.Number, "number", "must be a number"):
	case float:
		if f, err := strconv.ParseFloat(v.Raw(), t.Bits()); err != nil || t.OverflowFloat(f) {
			c.add(v, "range", "", "must be a smaller number")
		}
	case !c.is(v, jsontree.Number, "integer", "must be an integer"):
	case fits(t, v.Raw()):
	case strings.ContainsAny(v.Raw(), ".eE"):
		c.add(v, "type", "integer", "must be an integer, without a point or an exponent")
	default:
		c.add(v, "range", "", errkit.Textf("must be an integer%s", limits(t)))
	}
}

// fits reports whether s is an integer that a type can hold.
func fits(t reflect.Type, s string) bool {
	if t.Kind() >= reflect.Uint {
		n, err := strconv.ParseUint(s, 10, 64)
		return err == nil && !t.OverflowUint(n)
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return err == nil && !t.OverflowInt(n)
}

// limits returns the range of an integer type, as a phrase.
func limits(t reflect.Type) string {
	if t.Kind() >= reflect.Uint {
		return fmt.Sprintf(" from 0 to %d", uint64(1)<<(t.Bits()-1)*2-1)
	}
	most := int64(1)<<(t.Bits()-1) - 1
	return fmt.Sprintf(" from %d to %d", -most-1, most)
}

// quoted checks a member of a struct whose field has the tag option ",string".
func (c *checker) quoted(f *jsonfield.Field, v jsontree.Value) {
	switch {
	case v.Kind() == jsontree.Null:
	case v.Kind() != jsontree.String:
		c.add(v, "type", "string", "must be given as a string")
	case c.callMethods:
		alone := append(text.AppendString([]byte{'{'}, v.Name()), ":"+v.Raw()+"}"...)
		if json.Unmarshal(alone, reflect.New(f.In).Interface()) != nil {
			holds := "a JSON value of the right type"
			if t := jsonfield.Deref(f.Type); t.Kind() >= reflect.Int && t.Kind() <= reflect.Uintptr {
				holds = "an integer" + limits(t)
			}
			c.add(v, "format", "", errkit.Textf("must be a string that holds %s", holds))
		}
	}
}

// opaque checks a value of a type that has a method such as UnmarshalJSON.
func (c *checker) opaque(t reflect.Type, v jsontree.Value) {
	if !c.callMethods {
		return
	}
	err := json.Unmarshal([]byte(v.Raw()), reflect.New(t).Interface())
	switch {
	case err == nil:
	case originOf(err) == coded && errkit.KindOf(err) == errkit.InvalidInput:
		e := errkit.From(err)
		for _, f := range e.Fields {
			c.addAt(v, f)
		}
		if len(e.Fields) == 0 {
			c.add(v, "", "", errkit.PublicText(e))
		}
	case t == timeType:
		c.add(v, "format", "date-time", `must be a time such as "2006-01-02T15:04:05Z"`)
	case t == numberType:
		c.add(v, "type", "number", "must be a number")
	default:
		c.add(v, "format", "", "has the wrong form")
	}
}

// untyped checks a value of any type: names are unique and, if numbers is set, numbers are not
// too large for a float64.
func (c *checker) untyped(v jsontree.Value, numbers bool) {
	for m := range v.All() {
		switch m.Kind() {
		case jsontree.Number:
			if _, ok := m.Float(); !ok && numbers {
				c.add(m, "range", "", "must be a smaller number")
			}
		case jsontree.Object:
			c.unique(m)
		}
	}
}
