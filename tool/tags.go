package tool

import (
	"reflect"
	"slices"
	"strings"

	"github.com/go-playground/validator/v10"

	"github.com/toolerr/toolerr/middleware/validate"
)

// newValidator returns a validator of the validate tags of a type that is decoded from JSON. There the rule "required" is
// about the member, and the schema checks that it is present: for a number, a boolean, an array or a struct the rule is
// left out, so that 0 and false are values as any other. Of a string it still means that it is not empty, of a pointer,
// slice or map that it is not null.
func newValidator(t reflect.Type) *validate.Validator {
	engine := validator.New(validator.WithRequiredStructEnabled())
	seen := map[reflect.Type]bool{}
	var visit func(reflect.Type)
	visit = func(t reflect.Type) {
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			if !seen[t] {
				seen[t] = true
				visit(t.Elem())
			}
		case reflect.Struct:
			if seen[t] {
				return
			}
			seen[t] = true
			tags := map[string]string{}
			for f := range t.Fields() {
				if !f.IsExported() && !f.Anonymous {
					continue
				}
				if tag, ok := f.Tag.Lookup("validate"); ok {
					tags[f.Name] = withoutPresence(tag, f.Type)
				}
				visit(f.Type)
			}
			if len(tags) > 0 {
				engine.RegisterStructValidationMapRules(tags, reflect.Zero(t).Interface())
			}
		}
	}
	visit(t)
	return &validate.Validator{Engine: engine}
}

// withoutPresence returns a validate tag without the rule "required" where that is about presence only. Past dive the
// rules are about the elements of t, between keys and endkeys about its keys.
func withoutPresence(tag string, t reflect.Type) string {
	var rules []string
	container := t
	for rule := range strings.SplitSeq(tag, ",") {
		switch rule {
		case "required":
			if !emptyIsMissing(t.Kind()) {
				continue
			}
		case "keys":
			if container.Kind() == reflect.Map {
				t = container.Key()
			}
		case "endkeys":
			if container.Kind() == reflect.Map {
				t = container.Elem()
			}
		case "dive":
			for t.Kind() == reflect.Pointer {
				t = t.Elem()
			}
			if container = t; slices.Contains([]reflect.Kind{reflect.Slice, reflect.Array, reflect.Map}, t.Kind()) {
				t = t.Elem()
			}
		}
		rules = append(rules, rule)
	}
	return strings.Join(rules, ",")
}

// emptyIsMissing reports whether the zero value of a kind is not a value that a caller can mean: the empty string, and
// null.
func emptyIsMissing(k reflect.Kind) bool {
	switch k {
	case reflect.String, reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
		return true
	}
	return false
}
