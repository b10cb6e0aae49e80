package mcpserver

// Whose fault an uncoded error is: it is compared with the input of the call, the only document
// that is the caller's.

import (
	"bytes"
	"context"
	"encoding"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/internal/violation"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/middleware"
	schemaerr "github.com/toolerr/toolerr/middleware/jsonschema"
)

// Blame returns the context and the error for a boundary, so that an uncoded error of
// encoding/json or of a validator is the caller's only if it is about the input:
//   - an SDK parses the arguments before a handler runs, so that no error of syntax is about
//     arguments that are present;
//   - a type error is not about a member whose schema has another type, because the schema is what
//     the caller knows;
//   - a violation that a validator found must be in the input: a member with the same value, or
//     one that is absent and in the schema. Otherwise the result is Internal.
//
// The syntax error of an empty document is about absent arguments: the result is InvalidInput,
// with the members that the schema requires.
func (c *Call) Blame(ctx context.Context, err error) (context.Context, error) {
	elsewhere := false // the error is about another document
	if isSyntax(err) {
		if e := c.noArguments(ctx, err); e != nil {
			return ctx, e
		}
		elsewhere = c.Method != GetPrompt // whose arguments are texts, which may be documents
	} else if e := middleware.JSON(ctx, err); e != nil {
		elsewhere = c.Decoded.Load() || len(e.Fields) > 0 && c.allows(ctx, e.Fields[0].Path, err)
	} else if c.isForeign(ctx, err) {
		return ctx, &errkit.Error{Kind: errkit.Internal, Err: err}
	}
	if elsewhere {
		ctx = middleware.WithInput(ctx, nil)
	}
	return ctx, err
}

// schema returns the input schema of the called tool, a value that encodes as one; nil: unknown.
func (c *Call) schema(ctx context.Context) (schema any) {
	if c.Method == CallTool && c.SDK != nil {
		schema, _ = c.SDK.Describe(ctx)
	}
	return schema
}

// isSyntax reports whether err is about the syntax or the end of a document.
func isSyntax(err error) bool {
	_, syntax := errors.AsType[*json.SyntaxError](err)
	return syntax || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

// InvalidInput returns an error of kind InvalidInput with the faults that a tool's input schema, a
// value that encodes as a JSON Schema, finds in the arguments, as [schemaerr.Faults] has them. An
// SDK reports the faults as a text with the values in it, which must not be rendered. Without
// faults the arguments do not fit the Go type.
func InvalidInput(schema any, arguments json.RawMessage, defaults bool) *errkit.Error {
	raw, _ := json.Marshal(schema)
	return &errkit.Error{Kind: errkit.InvalidInput, Fields: schemaerr.Faults(raw, arguments, defaults)}
}

// absent reports whether there are no arguments. An SDK treats null as none.
func absent(arguments json.RawMessage) bool {
	text := bytes.TrimSpace(arguments)
	return len(text) == 0 || string(text) == "null"
}

// noArguments returns the error for a handler that decodes absent arguments with [json.Unmarshal];
// nil if it may have decoded another empty document, because the tool has no arguments.
func (c *Call) noArguments(ctx context.Context, err error) error {
	syntax, ok := errors.AsType[*json.SyntaxError](err)
	if !ok || syntax == nil || syntax.Offset != 0 || c.Method != CallTool || !absent(c.Arguments) || c.Decoded.Load() {
		return nil
	}
	if len(c.view(ctx).names) == 0 {
		return nil
	}
	e := InvalidInput(c.schema(ctx), nil, true)
	if len(e.Fields) == 0 {
		e.Message = "The call has no arguments. Pass a JSON object, such as {}."
	}
	e.Err = err
	return e
}

// allows reports whether the schema of the member at a path allows only types that the Go type of
// a type error cannot hold. Then the error is about another document, or the schema and the Go
// type differ: neither is the caller's fault.
func (c *Call) allows(ctx context.Context, path string, err error) bool {
	schema := parseSchema(c.schema(ctx))
	for _, token := range strings.Split(path, "/")[1:] {
		inner := schema.Member("properties").Member(pointer.Unescape(token))
		if inner.Kind() != jsontree.Object {
			inner = schema.Member("items")
		}
		schema = inner
	}
	if schema.Kind() != jsontree.Object {
		return false
	}
	e, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok || e == nil { // an unknown member, which the schema has
		return true
	}
	declared := typesOf(schema)
	fits := func(declared string) bool { return holds(e.Type, declared) }
	return len(declared) > 0 && !slices.ContainsFunc(declared, fits)
}

// typesOf returns the types that a schema allows, nil: any.
func typesOf(schema jsontree.Value) (types []string) {
	t := schema.Member("type")
	if one, ok := t.Text(); ok {
		return []string{one}
	}
	for el := range t.Elements() {
		one, _ := el.Text()
		types = append(types, one)
	}
	return types
}

// parseSchema returns a value that encodes as a schema, an absent one if it is not an object.
func parseSchema(schema any) jsontree.Value {
	raw, _ := json.Marshal(schema)
	if v := parse(raw); v.Kind() == jsontree.Object {
		return v
	}
	return jsontree.Value{}
}

// parse returns a document of any size, an absent one if it is not JSON.
func parse(doc []byte) jsontree.Value {
	v, _ := jsontree.Parse(doc, jsontree.Limits{Bytes: len(doc), Nodes: len(doc) + 1})
	return v
}

// samples has a value of each type of JSON Schema.
var samples = map[string]string{
	"array": "[]", "boolean": "true", "integer": "0", "number": "0", "object": "{}", "string": `""`,
}

// holds reports whether values of a type of JSON Schema can be decoded into a Go type, as far as
// it is known.
func holds(t reflect.Type, declared string) bool {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t == nil || decodesItself(t) || json.Unmarshal([]byte(samples[declared]), reflect.New(t).Interface()) == nil
}

func decodesItself(t reflect.Type) bool {
	to := reflect.PointerTo(t)
	return to.Implements(reflect.TypeFor[json.Unmarshaler]()) ||
		to.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// isForeign reports whether err is that of a validator about another document than the input.
func (c *Call) isForeign(ctx context.Context, err error) bool {
	none := c.Method != CallTool && c.Method != GetPrompt // such as that of a resource
	if faults, ok := violation.Of(err); ok {
		v := c.view(ctx)
		for i := range min(faults.Len(), text.MaxFields) { // so that the work stays linear in the input
			none = none || v.lacksViolation(faults.At(i))
		}
		return none
	}
	if invalid, ok := errors.AsType[*jsonschema.ValidationError](err); ok && invalid != nil {
		left := text.MaxFields
		return none || !c.view(ctx).hasInvalid(invalid, &left)
	}
	return false
}

// A view is the parsed input, and the names of the members that its schema has.
type view struct {
	root  jsontree.Value
	texts bool            // the members are texts, whatever the type of a field is
	names map[string]bool // folded; empty: unknown
}

func (c *Call) view(ctx context.Context) view {
	v := view{texts: c.Method == GetPrompt, names: map[string]bool{}}
	arguments := c.Arguments
	if v.texts {
		arguments, _ = json.Marshal(c.Texts) // texts, which have JSON
	}
	if absent(arguments) {
		arguments = json.RawMessage("{}")
	}
	v.root = parse(arguments)
	for m := range parseSchema(c.schema(ctx)).All() {
		for property := range m.Member("properties").Members() {
			v.names[text.Fold(property)] = true
		}
	}
	return v
}

// mayHave reports whether the schema allows a member, as far as it is known.
func (v view) mayHave(name string) bool { return len(v.names) == 0 || v.names[text.Fold(name)] }

// lacksViolation reports whether the input does not have what violates the tag of a field: a
// member with its value, which has its name unless the library does not know JSON names; or none,
// for a zero value.
func (v view) lacksViolation(fe violation.Fault) bool {
	name := fe.Namespace()
	for range 2 { // with the name of the struct, which an anonymous one does not have, and without
		if m := v.find(name); m.Kind() != jsontree.Absent {
			return !v.texts && !sameValue(m, fe.Value())
		}
		_, name, _ = strings.Cut(name, ".")
	}
	if value := reflect.ValueOf(fe.Value()); !value.IsValid() || value.IsZero() {
		name, _, _ = strings.Cut(fe.Field(), "[")
		return !v.mayHave(name)
	}
	return !contains(v.root, fe.Value())
}

// find returns the member at the path of a Go field. Names without a member are those of structs.
func (v view) find(path string) (m jsontree.Value) {
	at := v.root
	for name := range strings.SplitSeq(path, ".") {
		name, keys, _ := strings.Cut(name, "[")
		if m = memberFolded(at, name); m.Kind() == jsontree.Absent {
			continue
		}
		m = m.At(pointer.FromTokens(strings.FieldsFunc(keys, isBracket)))
		at = m
	}
	return m
}

func isBracket(r rune) bool { return r == '[' || r == ']' }

// contains reports whether v or a value in it is a Go value: a text, a number or a boolean.
func contains(v jsontree.Value, value any) bool {
	for m := range v.All() {
		if m.Kind() > jsontree.Null && m.Kind() < jsontree.Array && sameValue(m, value) {
			return true
		}
	}
	return false
}

// memberFolded returns the member with a name, whatever its case.
func memberFolded(v jsontree.Value, name string) jsontree.Value {
	if m := v.Member(name); m.Kind() != jsontree.Absent {
		return m
	}
	for other, m := range v.Members() {
		if text.Fold(other) == text.Fold(name) {
			return m
		}
	}
	return jsontree.Value{}
}

// sameValue reports whether a member may have been decoded into a Go value. Only texts, numbers
// and booleans are compared.
func sameValue(m jsontree.Value, value any) bool {
	v := reflect.ValueOf(value)
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	switch {
	case !v.IsValid():
		return m.IsNull()
	case decodesItself(v.Type()):
		return true
	case m.Kind() == jsontree.Null:
		return v.IsZero()
	}
	into := reflect.New(v.Type())
	switch k := v.Kind(); {
	case k == reflect.String, k == reflect.Bool, k >= reflect.Int && k <= reflect.Float64:
		return json.Unmarshal([]byte(m.Raw()), into.Interface()) == nil && into.Elem().Equal(v)
	}
	return true
}

// hasInvalid reports whether the input has what violates a schema. left is the number of
// violations that are still compared.
func (v view) hasInvalid(e *jsonschema.ValidationError, left *int) bool {
	if *left--; e == nil || *left < 0 {
		return true
	}
	at := v.root.At(pointer.FromTokens(e.InstanceLocation))
	if at.Kind() == jsontree.Absent {
		return false
	}
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		for _, name := range k.Missing {
			if at.Kind() != jsontree.Object || at.Member(name).Kind() != jsontree.Absent || !v.mayHave(name) {
				return false
			}
		}
	case *kind.AdditionalProperties:
		if slices.ContainsFunc(k.Properties, func(name string) bool { return at.Member(name).Kind() == jsontree.Absent }) {
			return false
		}
	case *kind.Type:
		if k.Got != at.Kind().String() && !(k.Got == "integer" && at.Kind() == jsontree.Number) {
			return false
		}
	}
	lacks := func(cause *jsonschema.ValidationError) bool { return !v.hasInvalid(cause, left) }
	return !slices.ContainsFunc(e.Causes, lacks)
}
