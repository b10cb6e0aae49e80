package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/swaggest/jsonschema-go"

	"github.com/toolerr/toolerr/schemas"
	"github.com/toolerr/toolerr/schemas/internal/draft"
)

// reflectSample returns the schema of a sample's type. The tags of package schemas are read by the reflector; what they
// cannot say is in rules.
func reflectSample(sample any) (jsonschema.Schema, error) {
	var r jsonschema.Reflector
	r.AddTypeMapping(schemas.Object[string]{}, map[string]string{})
	r.AddTypeMapping(schemas.Object[[]string]{}, map[string][]string{})
	r.AddTypeMapping(schemas.Object[schemas.MCPInputRequest]{}, map[string]schemas.MCPInputRequest{})
	r.AddTypeMapping(schemas.MCPResult{}, jsonschema.OneOf(schemas.MCPCallToolResult{}, schemas.MCPInputRequiredResult{}))
	r.AddTypeMapping(schemas.Details{}, details{})
	r.AddTypeMapping(schemas.Problem{}, problem{})
	return draft.Reflect(&r, sample, jsonschema.InterceptProp(property), jsonschema.InterceptSchema(addRules))
}

// The mapped types write their JSON themselves, so their Go fields say nothing about it. These stand for two of them.
type (
	details struct {
		_ struct{} `title:"Details" description:"Public facts about the error, by name."`

		Carry *schemas.Canonical `json:"toolerr,omitempty" description:"The whole error, where Carry is set."`
	}
	problem struct {
		details
		schemas.Problem
	}
)

// IgnoreTypeName keeps the name of the type that is mapped.
func (details) IgnoreTypeName() {}

// property finishes the schema of one field. The reflector lets pointers, slices and maps be null, which nothing on
// these wires is; json.RawMessage has no type of its own, and where null or one type alone is meant, jsonType says so.
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

// addRules adds what the rules say about a type.
func addRules(p jsonschema.InterceptSchemaParams) (stop bool, err error) {
	rule, ok := rules[draft.Indirect(p.Value.Type())]
	if !p.Processed || !ok {
		return false, nil
	}
	var keywords jsonschema.Schema
	if err := json.Unmarshal([]byte(rule), &keywords); err != nil {
		return false, fmt.Errorf("rule of %s: %w", p.Value.Type(), err)
	}
	draft.Overlay(p.Schema, keywords)
	return false, nil
}
