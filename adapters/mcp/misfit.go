package mcperr

import (
	"context"
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolerr/toolerr/errkit"
)

// misfit returns what is wrong with arguments that the schema allows and the
// input type does not: a number that overflows, a time that is none. The SDK
// returns the decoder's error as it is. A handler may return one too, of other
// JSON that it read, such as an answer of a service: the caller is to blame only
// where the error's place is in the arguments, the value there is what the error
// says that it met, does not fit the error's type either, and the schema does
// not say that a value of its JSON type is right.
//
// So a handler's own document is blamed on the caller where it has the same
// place as the arguments with a value of the same JSON type, or the same number,
// and the schema says nothing of it. [Handler] and [Func] know better.
func (c *call) misfit(ctx context.Context, err error) *errkit.Error {
	wrong, ok := err.(*json.UnmarshalTypeError)
	if !ok || wrong.Type == nil || wrong.Field == "" {
		return nil
	}
	place := strings.Split(wrong.Field, ".")
	value, ok := locate(c.arguments(), place)
	if !ok || !saidOf(wrong.Value, value) || json.Unmarshal(value, reflect.New(wrong.Type).Interface()) == nil {
		return nil
	}
	if is := typeOf(string(value)); !takes(wrong.Type, is) && c.states(ctx, place, is) {
		return nil
	}
	var pointer strings.Builder
	for _, name := range place {
		pointer.WriteString("/" + escapePointer.Replace(name))
	}
	return &errkit.Error{Kind: errkit.InvalidInput, Fields: []errkit.Field{{Path: pointer.String(), Message: "has a value that does not fit", Rule: "type"}}}
}

var escapePointer = strings.NewReplacer("~", "~0", "/", "~1") // RFC 6901 §3

// locate returns the value at a place that a decoder names, if it is in the
// document.
func locate(doc json.RawMessage, place []string) (json.RawMessage, bool) {
	for _, name := range place {
		var object map[string]json.RawMessage
		var array []json.RawMessage
		if json.Unmarshal(doc, &object) == nil {
			inner, ok := object[name]
			if !ok {
				return nil, false
			}
			doc = inner
		} else if i, err := strconv.Atoi(name); err == nil && json.Unmarshal(doc, &array) == nil && i >= 0 && i < len(array) {
			doc = array[i]
		} else {
			return nil, false
		}
	}
	return doc, true
}

// saidOf reports whether [json.UnmarshalTypeError.Value] may be about a value:
// it has the same JSON type, and is the same number where it has one. Package
// encoding/json says "string" or "number 300"; the decoder of the SDK says
// "number 300 overflows", or quotes the document from the value on, of which it
// has written the numbers anew.
func saidOf(said string, value json.RawMessage) bool {
	if begins, err := strconv.Unquote(said); err == nil {
		said = begins
	}
	if typeOf(said) != typeOf(string(value)) {
		return false
	}
	number, ok := numberOf(said)
	own, _ := numberOf(string(value))
	return !ok || number == own
}

// jsonTypes tells the JSON type of a value by how it begins, or by the word of a
// decoder.
var jsonTypes = []struct{ begins, is string }{
	{`"`, "string"},
	{"string", "string"},
	{"{", "object"},
	{"object", "object"},
	{"[", "array"},
	{"array", "array"},
	{"true", "boolean"},
	{"false", "boolean"},
	{"bool", "boolean"},
	{"null", "null"},
}

func typeOf(text string) string {
	for _, t := range jsonTypes {
		if strings.HasPrefix(text, t.begins) {
			return t.is
		}
	}
	return "number"
}

// numberOf returns the number that a text begins with, if there is one.
func numberOf(text string) (float64, bool) {
	text = strings.TrimPrefix(text, "number ")
	if end := strings.IndexFunc(text, func(r rune) bool { return !strings.ContainsRune("0123456789+-.eE", r) }); end >= 0 {
		text = text[:end]
	}
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil
}

// takes reports whether a Go type can be decoded from some values of a JSON
// type. A type with methods of its own may be from any, and so may a duration,
// for the SDK's decoder reads texts too.
func takes(t reflect.Type, is string) bool {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	p := reflect.PointerTo(t)
	if p.Implements(reflect.TypeFor[json.Unmarshaler]()) || p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) || t == reflect.TypeFor[time.Duration]() {
		return true
	}
	switch k := t.Kind(); {
	case k == reflect.Bool:
		return is == "boolean"
	case k >= reflect.Int && k <= reflect.Float64:
		return is == "number"
	case t == reflect.TypeFor[json.Number]():
		return is == "number" || is == "string"
	case k == reflect.String:
		return is == "string"
	case k == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return is == "array" || is == "string"
	case k == reflect.Slice, k == reflect.Array:
		return is == "array"
	case k == reflect.Map, k == reflect.Struct:
		return is == "object"
	}
	return true
}

// states reports whether the schema that the tool is listed with says that a
// place has values of a JSON type.
func (c *call) states(ctx context.Context, place []string, is string) bool {
	t := c.description(ctx)
	if t == nil {
		return false
	}
	schema, err := compile(t.InputSchema)
	if err != nil {
		return false
	}
	for _, name := range place {
		if schema = inner(schema, name); schema == nil {
			return false
		}
	}
	if schema.Types == nil {
		return false
	}
	types := schema.Types.ToStrings()
	return slices.Contains(types, is) || is == "number" && slices.Contains(types, "integer")
}

// inner returns the schema of a member or an element, nil if there is none of
// its own. References are not followed: the SDK makes none.
func inner(s *jsonschema.Schema, name string) *jsonschema.Schema {
	if p := s.Properties[name]; p != nil {
		return p
	}
	if rest, ok := s.AdditionalProperties.(*jsonschema.Schema); ok {
		return rest
	}
	return s.Items2020
}
