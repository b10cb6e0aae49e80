// Package jsonschema, for applications, converts the errors of santhosh-tekuri/jsonschema into an
// *errkit.Error with a field for each violation: a JSON pointer and a sentence, in a fixed order.
// It does not quote values of the document. The message about a member that is not known names the
// one that may be meant.
//
// [Validate] validates a document. [Classifier] is for handlers that return the error of the
// library.
//
// For alternatives (anyOf, oneOf), the fields are those of one alternative if all others are
// excluded by a constant or a type. Otherwise they are those of the members that all alternatives
// require, or fix to other values, and if there are none there is one field for all alternatives.
//
// The content of the schema (patterns, constants, names of formats) is public.
package jsonschema

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/internal/request"
	schemas "github.com/toolerr/toolerr/internal/schema"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/middleware"
)

// maxFields is the number of violations that are converted: one more than an error may have, so
// that the error notes that others are left out.
const maxFields = text.MaxFields + 1

// Validate validates a document that was decoded as by [jsonschema.UnmarshalJSON]. It returns nil
// or an *errkit.Error:
//   - InvalidInput, with a field for each violation, within the bounds of [errkit.Bounded];
//   - Internal, if the schema contains itself, or doc is a Go value that is not JSON.
//
// [errors.As] finds the error of the library. The text of the cause, which is for the log only
// because it quotes values, is the start of the text of the library.
func Validate(schema *jsonschema.Schema, doc any) error {
	var plain *middleware.Boundary // because the library panics if schema is nil
	err := plain.Run(context.Background(), func(context.Context) error { return schema.Validate(doc) })
	invalid, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		return err
	}
	e := convert(invalid, doc)
	e.Err = &failure{invalid}
	nameMembers(schema, e.Fields)
	return e
}

// nameMembers adds the allowed values to the messages about members that are missing or of another
// type, because the sender has to choose one of them, and the name that may be meant to those that
// are not known.
func nameMembers(schema *jsonschema.Schema, fields []errkit.Field) {
	for i := range fields {
		f, object, name := &fields[i], schema, ""
		if f.Rule != "required" && f.Rule != "additionalProperties" && f.Rule != "type" {
			continue
		}
		for j, token := range strings.Split(f.Path, "/")[1:] {
			if j > 0 {
				object = memberOf(object, name)
			}
			name = pointer.Unescape(token)
		}
		member := referred(memberOf(object, name))
		switch object = referred(object); {
		case object == nil:
		case f.Rule == "additionalProperties":
			if meant := text.Nearest(name, slices.Sorted(maps.Keys(object.Properties))); meant != "" {
				f.Message += errkit.Textf("; did you mean %s?", meant)
			}
		case member != nil && member.Enum != nil:
			var c collector
			c.sentence(&jsonschema.ValidationError{ErrorKind: &kind.Enum{Want: member.Enum.Values}})
			found := c.found[0].Field
			if f.Rule == "required" {
				found = errkit.Field{Rule: f.Rule, Message: f.Message + ", and " + found.Message}
			}
			found.Path = f.Path
			*f = found
		}
	}
}

// maxReferences bounds a chain of references, which may be a circle.
const maxReferences = 8

// referred returns the schema that a schema refers to, nil if that is not known.
func referred(s *jsonschema.Schema) *jsonschema.Schema {
	for range maxReferences {
		if s == nil || s.Ref == nil {
			return s
		}
		s = s.Ref
	}
	return nil
}

// memberOf returns the schema of a member or an item of a value, nil if it is not known.
func memberOf(s *jsonschema.Schema, token string) *jsonschema.Schema {
	if s = referred(s); s == nil {
		return nil
	}
	items, _ := s.Items.(*jsonschema.Schema) // before draft 2020-12
	return cmp.Or(s.Properties[token], items, s.Items2020)
}

// Classifier is a [middleware.Classifier] of *jsonschema.ValidationError. It assumes that the
// error is about the input of the call. Code that validates another document, such as a result,
// must return an *errkit.Error.
func Classifier(_ context.Context, err error) *errkit.Error {
	invalid, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok || invalid == nil {
		return nil
	}
	e := convert(invalid, nil)
	if err == error(invalid) {
		e.Err = &failure{invalid} // whose text is bounded
	}
	return e
}

func convert(invalid *jsonschema.ValidationError, doc any) *errkit.Error {
	c := collector{doc: doc}
	c.collect(invalid, nil)
	if c.broken {
		return &errkit.Error{Kind: errkit.Internal}
	}
	c.sort()
	e := &errkit.Error{Kind: errkit.InvalidInput}
	for _, f := range c.found {
		f.Path = pointerOf(f.at)
		e.Fields = append(e.Fields, f.Field)
	}
	return errkit.Bounded(e, text.MaxText)
}

func pointerOf(tokens []string) string {
	var p pointer.Builder
	for _, t := range tokens {
		p.Add(t)
	}
	return p.String()
}

// A failure is the error of the library with a bounded text. The text of the library has the
// complete path of each violation.
type failure struct{ err *jsonschema.ValidationError }

// Error returns a line for the schema and a line for each violation, up to a limit.
func (f *failure) Error() string {
	var b strings.Builder
	b.WriteString(text.Middle(leafText(f.err), text.MaxPath))
	if !appendLeaves(&b, f.err.Causes) {
		b.WriteString("\n(the rest is left out)")
	}
	return b.String()
}

// appendLeaves appends the leaves of trees of errors. It is false if it stopped at the limit.
func appendLeaves(b *strings.Builder, errs []*jsonschema.ValidationError) bool {
	for _, e := range errs {
		switch {
		case b.Len() > text.MaxCause/2:
			return false
		case e == nil:
		case len(e.Causes) == 0:
			s := strings.TrimPrefix(leafText(e), "at '': ")
			b.WriteString("\n- at '" + pointerOf(e.InstanceLocation) + "': " + text.Middle(s, text.MaxCause/4))
		case !appendLeaves(b, e.Causes):
			return false
		}
	}
	return true
}

// leafText returns the text of the library for e without its place and its causes.
func leafText(e *jsonschema.ValidationError) string {
	leaf := *e
	leaf.InstanceLocation, leaf.Causes = nil, nil
	return leaf.Error()
}

// As sets target to the error of the library, for [errors.As].
func (f *failure) As(target any) bool {
	to, ok := target.(**jsonschema.ValidationError)
	if ok {
		*to = f.err
	}
	return ok
}

// Faults returns what a JSON Schema finds wrong with the arguments of a tool; none, and null, are
// the empty object. defaults is true if absent members have the defaults of the schema before.
// There are no faults if the schema does not compile, or the arguments are not JSON. Numbers out
// of range are the only faults if there are any, because comparing them with the schema has no
// bound.
func Faults(schema, arguments json.RawMessage, defaults bool) []errkit.Field {
	_, compiled, err := schemas.Compile(schema, false)
	if err != nil {
		return nil
	}
	tree, err := request.Parse(request.OrEmpty(arguments))
	if err != nil {
		return nil
	}
	if fields := request.OutOfRange(tree); len(fields) > 0 {
		return errkit.Bounded(&errkit.Error{Fields: fields}, text.MaxText).Fields
	}
	doc := tree.Any()
	if defaults {
		applyDefaults(compiled, doc)
	}
	var fields []errkit.Field
	if found := Validate(compiled, doc); errors.Is(found, errkit.InvalidInput) {
		fields = errkit.From(found).Fields // not the cause, which has the values
		nameAlternatives(compiled, fields)
	}
	return fields
}

// applyDefaults sets the absent members of an object that have a default, and those of the objects
// in it.
func applyDefaults(schema *jsonschema.Schema, doc any) {
	object, ok := doc.(map[string]any)
	if !ok {
		return
	}
	for name, property := range schema.Properties {
		if _, given := object[name]; !given && property.Default != nil {
			object[name] = *property.Default
		}
		applyDefaults(property, object[name])
	}
}

// nameAlternatives replaces the messages about the alternatives of the whole input by their titles
// or required members.
func nameAlternatives(schema *jsonschema.Schema, fields []errkit.Field) {
	one, some := alternatives(schema.OneOf), alternatives(schema.AnyOf)
	for i := range fields {
		f := &fields[i]
		switch {
		case f.Path != "":
		case f.Rule == "oneOf" && one != "":
			f.Message = errkit.Textf("must have exactly one of these forms: %s", one)
		case f.Rule == "anyOf" && some != "":
			f.Message = errkit.Textf("must have one of these forms: %s", some)
		}
	}
}

// alternatives returns the names of all alternatives, and "" if one has no name.
func alternatives(schemas []*jsonschema.Schema) string {
	var names []string
	for _, s := range schemas {
		names = append(names, cmp.Or(s.Title, strings.Join(s.Required, " and ")))
	}
	if slices.Contains(names, "") {
		return ""
	}
	return strings.Join(names, "; ")
}
