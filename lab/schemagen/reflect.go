package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/swaggest/jsonschema-go"

	"github.com/toolerr/toolerr/internal/jsonfield"
	"github.com/toolerr/toolerr/lab/strict"
	"github.com/toolerr/toolerr/schemas"
)

// references are the types whose schema only canonical-error contains. Other schemas refer to it,
// so that a new kind changes one file; [schemas.Bundle] includes it.
var references = map[reflect.Type]string{
	reflect.TypeFor[strict.Canonical](): schemas.CanonicalID,
	reflect.TypeFor[strict.Kind]():      schemas.CanonicalID + "#/$defs/Kind",
}

// reflectSample returns the schema of the type of sample. The reflector reads the tags of
// lab/strict; constraints that tags cannot express are in rules.
func reflectSample(sample any) (jsonschema.Schema, error) {
	var r jsonschema.Reflector
	r.AddTypeMapping(strict.Object[string]{}, map[string]string{})
	r.AddTypeMapping(strict.Object[[]string]{}, map[string][]string{})
	r.AddTypeMapping(strict.Object[strict.MCPInputRequest]{}, map[string]strict.MCPInputRequest{})
	r.AddTypeMapping(strict.MCPResult{},
		jsonschema.OneOf(strict.MCPCallToolResult{}, strict.MCPInputRequiredResult{}))
	r.AddTypeMapping(strict.Details{}, details{})
	r.AddTypeMapping(strict.Problem{}, problem{})
	options := []option{jsonschema.InterceptProp(property), jsonschema.InterceptSchema(addRules)}
	if _, ok := sample.(strict.Canonical); !ok {
		options = append(options, jsonschema.InterceptSchema(refer))
	}
	return draftOf(&r, sample, options...)
}

// Substitutes for two types of lab/strict that implement json.Marshaler: the reflector cannot
// derive their schemas from their Go fields.
type (
	details struct {
		_ struct{} `title:"Details" description:"Public, machine-readable details of the error."`

		Carry *strict.Canonical `json:"toolerr,omitempty" description:"The complete error, if Carry is enabled."`
	}
	problem struct {
		details
		strict.Problem
	}
)

// IgnoreTypeName makes the reflector use the name of the mapped type.
func (details) IgnoreTypeName() {}

// property completes the schema of a field. The reflector allows null for pointers, slices and
// maps; these documents omit such members instead. The types of a json.RawMessage, null included,
// are in its tag jsonType.
func property(p jsonschema.InterceptPropParams) error {
	if !p.Processed {
		return nil
	}
	p.PropertySchema.RemoveType(jsonschema.Null)
	if types, ok := p.Field.Tag.Lookup("jsonType"); ok {
		for t := range strings.SplitSeq(types, ",") {
			p.PropertySchema.AddType(jsonschema.SimpleType(t))
		}
	}
	return nil
}

// refer replaces the schema of a type by a reference to that in canonical-error.
func refer(p jsonschema.InterceptSchemaParams) (stop bool, err error) {
	ref, ok := references[jsonfield.Deref(p.Value.Type())]
	if ok {
		*p.Schema = jsonschema.Schema{Ref: &ref}
	}
	return ok, nil
}

// addRules adds the keywords that rules has for a type.
func addRules(p jsonschema.InterceptSchemaParams) (stop bool, err error) {
	rule, ok := rules[jsonfield.Deref(p.Value.Type())]
	if !p.Processed || !ok {
		return false, nil
	}
	var keywords jsonschema.Schema
	if err := json.Unmarshal([]byte(rule), &keywords); err != nil {
		return false, fmt.Errorf("rule of %s: %w", p.Value.Type(), err)
	}
	overlay(p.Schema, keywords)
	return false, nil
}
