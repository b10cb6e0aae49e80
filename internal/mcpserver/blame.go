package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-playground/validator/v10"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/middleware"
)

// An Input is the input of a request, as evidence of whose fault an error is.
type Input struct {
	Arguments json.RawMessage // of a tool, or those of a prompt as an object; empty: none
	Decoded   bool            // the arguments were decoded before the handler ran, which does not do it again
	Texts     bool            // the arguments are texts, which may be documents
	Schema    func() any      // the input schema of the tool, a value that encodes as one; nil: unknown
}

// Blame returns the context and the error for a boundary, so that an uncoded error of encoding/json or of a validator is the
// caller's only if it is about the input:
//   - an SDK parses the arguments before a handler runs, so that no error of syntax is about arguments that are present;
//   - a type error is not about a member whose schema has another type, because the schema is what the caller knows;
//   - a violation that a validator found must be in the input: a member with the same value, or one that is absent and in the
//     schema. Otherwise the result is Internal.
//
// The syntax error of an empty document is about absent arguments: the result is InvalidInput, with the members that the schema
// requires.
func Blame(ctx context.Context, err error, in Input) (context.Context, error) {
	if isSyntax(err) {
		if e := in.noArguments(err); e != nil {
			return ctx, e
		}
		if !in.Texts {
			ctx = middleware.WithInput(ctx, nil)
		}
		return ctx, err
	}
	if e := middleware.JSON(ctx, err); e != nil {
		if in.Decoded || len(e.Fields) > 0 && in.allows(e.Fields[0].Path, err) {
			ctx = middleware.WithInput(ctx, nil)
		}
		return ctx, err
	}
	if in.isForeign(err) {
		return ctx, &errkit.Error{Kind: errkit.Internal, Err: err}
	}
	return ctx, err
}

// isSyntax reports whether err is about the syntax or the end of a document.
func isSyntax(err error) bool {
	_, syntax := errors.AsType[*json.SyntaxError](err)
	return syntax || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

// absent reports whether there are no arguments. An SDK treats null as none.
func absent(arguments json.RawMessage) bool {
	text := bytes.TrimSpace(arguments)
	return len(text) == 0 || string(text) == "null"
}

// noArguments returns the error for a handler that decodes absent arguments with [json.Unmarshal]; nil if it may have decoded
// another empty document, because the tool has no arguments.
func (in Input) noArguments(err error) error {
	syntax, ok := errors.AsType[*json.SyntaxError](err)
	if !ok || syntax == nil || syntax.Offset != 0 || !absent(in.Arguments) || in.Decoded || in.Schema == nil || len(in.view().names) == 0 {
		return nil
	}
	e := InvalidInput(in.Schema(), nil, true)
	if len(e.Fields) == 0 {
		e.Message = "The call has no arguments. Pass a JSON object, such as {}."
	}
	e.Err = err
	return e
}

// allows reports whether the schema of the member at a path allows only types that the Go type of a type error cannot hold. Then
// the error is about another document, or the schema and the Go type differ: neither is the caller's fault.
func (in Input) allows(path string, err error) bool {
	declared, found := in.declared(path)
	if !found {
		return false
	}
	e, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok || e == nil { // an unknown member, which the schema has
		return true
	}
	held := heldTypes(e.Type)
	return len(declared) > 0 && len(held) > 0 && !slices.ContainsFunc(declared, func(t string) bool { return slices.Contains(held, t) })
}

// declared returns the types that the schema declares for the member at a path. It is false if the schema has no such member.
func (in Input) declared(path string) (types []string, found bool) {
	if in.Schema == nil {
		return nil, false
	}
	schema, ok := parseSchema(in.Schema())
	if !ok {
		return nil, false
	}
	for rest := path; rest != ""; {
		token := rest[1:]
		token, rest, _ = strings.Cut(token, "/")
		if rest != "" {
			rest = "/" + rest
		}
		inner := schema.Member("properties").Member(pointer.Unescape(token))
		if inner.Kind() != jsontree.Object {
			inner = schema.Member("items")
		}
		if inner.Kind() != jsontree.Object {
			return nil, false
		}
		schema = inner
	}
	t := schema.Member("type")
	if one, ok := t.Text(); ok {
		return []string{one}, true
	}
	for el := range t.Elements() {
		if one, ok := el.Text(); ok {
			types = append(types, one)
		}
	}
	return types, true
}

func parseSchema(schema any) (jsontree.Value, bool) {
	raw, err := json.Marshal(schema)
	if err != nil {
		return jsontree.Value{}, false
	}
	v, err := jsontree.Parse(raw, jsontree.Limits{Bytes: len(raw), Nodes: len(raw) + 1})
	return v, err == nil && v.Kind() == jsontree.Object
}

// heldTypes returns the types of JSON Schema that can be decoded into a Go type; nil: unknown.
func heldTypes(t reflect.Type) []string {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t == nil, decodesItself(t):
		return nil
	case t.Kind() == reflect.Bool:
		return []string{"boolean"}
	case t.Kind() >= reflect.Int && t.Kind() <= reflect.Float64:
		return []string{"integer", "number"}
	case t.Kind() == reflect.String:
		return []string{"string"}
	case t.Kind() == reflect.Struct, t.Kind() == reflect.Map:
		return []string{"object"}
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return []string{"array", "string"}
	case t.Kind() == reflect.Slice, t.Kind() == reflect.Array:
		return []string{"array"}
	}
	return nil
}

func decodesItself(t reflect.Type) bool {
	methods := reflect.PointerTo(t)
	_, decodesJSON := methods.MethodByName("UnmarshalJSON")
	_, decodesText := methods.MethodByName("UnmarshalText")
	return decodesJSON || decodesText
}

// isForeign reports whether err is that of a validator about another document than the input.
func (in Input) isForeign(err error) bool {
	none := in.Schema == nil && !in.Texts // such as that of a resource
	if violations, ok := errors.AsType[validator.ValidationErrors](err); ok {
		if none {
			return true
		}
		v := in.view()
		violations = violations[:min(len(violations), limit.Fields)] // so that the work stays linear in the input
		return slices.ContainsFunc(violations, func(fe validator.FieldError) bool { return !v.hasViolation(fe) })
	}
	if invalid, ok := errors.AsType[*jsonschema.ValidationError](err); ok && invalid != nil {
		left := limit.Fields
		return none || !in.view().hasInvalid(invalid, &left)
	}
	return false
}

// A view is the parsed input, and the names of the members that its schema has.
type view struct {
	root  jsontree.Value
	texts bool            // see Input
	names map[string]bool // folded; empty: unknown
}

func (in Input) view() view {
	v := view{texts: in.Texts, names: map[string]bool{}}
	arguments := in.Arguments
	if absent(arguments) {
		arguments = json.RawMessage("{}")
	}
	v.root, _ = jsontree.Parse(arguments, jsontree.Limits{Bytes: len(arguments), Nodes: len(arguments) + 1})
	if in.Schema != nil {
		if schema, ok := parseSchema(in.Schema()); ok {
			v.collect(schema)
		}
	}
	return v
}

// collect adds the names of all properties in a schema.
func (v view) collect(schema jsontree.Value) {
	for name, m := range schema.Members() {
		if name == "properties" {
			for property := range m.Members() {
				v.names[fold(property)] = true
			}
		}
		v.collect(m)
	}
	for m := range schema.Elements() {
		v.collect(m)
	}
}

// mayHave reports whether the schema allows a member, as far as it is known.
func (v view) mayHave(name string) bool { return len(v.names) == 0 || v.names[fold(name)] }

// fold returns a name in the form in which the names of Go fields and of their JSON members are mostly equal.
func fold(name string) string {
	return strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(name, "_", ""), "-", ""))
}

// hasViolation reports whether the input has what violates the tag of a field: a member with its value, which has its name unless
// the library does not know JSON names; or none, for a zero value.
func (v view) hasViolation(fe validator.FieldError) bool {
	name := fe.Namespace()
	for range 2 { // with the name of the struct, which an anonymous one does not have, and without
		if m := v.find(name); m.Kind() != jsontree.Absent {
			return v.texts || sameValue(m, fe.Value())
		}
		_, name, _ = strings.Cut(name, ".")
	}
	if value := reflect.ValueOf(fe.Value()); !value.IsValid() || value.IsZero() {
		name, _, _ = strings.Cut(fe.Field(), "[")
		return v.mayHave(name)
	}
	return contains(v.root, fe.Value())
}

// find returns the member at the path of a Go field. Names without a member are those of structs.
func (v view) find(path string) (m jsontree.Value) {
	at := v.root
	for name := range strings.SplitSeq(path, ".") {
		name, keys, _ := strings.Cut(name, "[")
		if m = memberFolded(at, name); m.Kind() == jsontree.Absent {
			continue
		}
		for key := range strings.SplitSeq(strings.ReplaceAll(keys, "]", ""), "[") {
			if key != "" {
				m = child(m, key)
			}
		}
		at = m
	}
	return m
}

// contains reports whether v or a value in it is a Go value: a text, a number or a boolean.
func contains(v jsontree.Value, value any) bool {
	for _, m := range v.Members() {
		if contains(m, value) {
			return true
		}
	}
	for m := range v.Elements() {
		if contains(m, value) {
			return true
		}
	}
	return v.Kind() > jsontree.Null && v.Kind() < jsontree.Array && sameValue(v, value)
}

// memberFolded returns the member with a name, whatever its case.
func memberFolded(v jsontree.Value, name string) jsontree.Value {
	if m := v.Member(name); m.Kind() != jsontree.Absent {
		return m
	}
	for other, m := range v.Members() {
		if fold(other) == fold(name) {
			return m
		}
	}
	return jsontree.Value{}
}

// child returns the element or the member that a key names.
func child(v jsontree.Value, key string) jsontree.Value {
	if n, err := strconv.Atoi(key); err == nil {
		for el := range v.Elements() {
			if n == 0 {
				return el
			}
			n--
		}
	}
	return v.Member(key)
}

// sameValue reports whether a member may have been decoded into a Go value. Only texts, numbers and booleans are compared.
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

// hasInvalid reports whether the input has what violates a schema. left is the number of violations that are still compared.
func (v view) hasInvalid(e *jsonschema.ValidationError, left *int) bool {
	if *left--; e == nil || *left < 0 {
		return true
	}
	at := v.root
	for _, token := range e.InstanceLocation {
		at = child(at, token)
	}
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
		for _, name := range k.Properties {
			if at.Member(name).Kind() == jsontree.Absent {
				return false
			}
		}
	case *kind.Type:
		if k.Got != at.Kind().String() && !(k.Got == "integer" && at.Kind() == jsontree.Number) {
			return false
		}
	}
	return !slices.ContainsFunc(e.Causes, func(cause *jsonschema.ValidationError) bool { return !v.hasInvalid(cause, left) })
}
