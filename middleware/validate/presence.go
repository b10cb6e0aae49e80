package validate

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"github.com/go-playground/validator/v10"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonfield"
)

type presenceKey struct{}

// WithPresence returns a context for [Validator.Validate] of an input for which a schema has
// checked that the required members are present. The rule "required" then does not apply to a
// number, a boolean, an array or a struct, so that 0 and false are valid. A string must still not
// be empty, and a pointer, slice or map not be null.
func WithPresence(ctx context.Context) context.Context {
	return context.WithValue(ctx, presenceKey{}, true)
}

// Validate checks the decoded input of a call as [Validator.Struct] does. It is for
// [middleware.Boundary.Validate]. Of a slice, an array or a map it checks the structs in it, if
// the engine reads the tag validate, or binding as that of gin does. Any other input that is
// neither a struct nor a pointer to one is valid.
//
// With a context of [WithPresence], it uses rules of its own and not Engine, unless Engine is set.
func (v *Validator) Validate(ctx context.Context, input any) error {
	s := reflect.ValueOf(input)
	for s.Kind() == reflect.Pointer {
		input = s.Interface() // the library dereferences one pointer
		s = s.Elem()
	}
	switch {
	case slices.Contains(containers, s.Kind()) && jsonfield.Deref(s.Type().Elem()).Kind() == reflect.Struct:
		field := reflect.StructField{Name: "Items", Type: s.Type(), Tag: `validate:"dive" binding:"dive"`} // gin
		root := reflect.New(reflect.StructOf([]reflect.StructField{field})).Elem()
		root.Field(0).Set(s)
		err := v.Validate(ctx, root.Interface())
		if e, ok := err.(*errkit.Error); ok {
			for i := range e.Fields {
				e.Fields[i].Path = strings.TrimPrefix(e.Fields[i].Path, "/Items")
			}
		}
		return err
	case s.Kind() != reflect.Struct:
		return nil
	case v.Engine == nil && ctx.Value(presenceKey{}) != nil:
		return v.afterPresence(s.Type()).Struct(input)
	}
	return v.Struct(input)
}

// afterPresence returns the validator of inputs of a type whose members are known to be present.
func (v *Validator) afterPresence(t reflect.Type) *Validator {
	known, ok := v.present.Load(t)
	if !ok {
		known, _ = v.present.LoadOrStore(t,
			&Validator{Engine: engineAfterPresence(t), Translator: v.Translator, Messages: v.Messages})
	}
	return known.(*Validator)
}

// engineAfterPresence returns an engine for a struct type, and the types in it, without rules
// about presence.
func engineAfterPresence(t reflect.Type) *validator.Validate {
	engine := validator.New(validator.WithRequiredStructEnabled())
	seen := map[reflect.Type]bool{}
	var visit func(reflect.Type)
	visit = func(t reflect.Type) {
		if seen[t] {
			return
		}
		seen[t] = true
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			visit(t.Elem())
		case reflect.Struct:
			rules := map[string]string{}
			for f := range t.Fields() {
				if !f.IsExported() && !f.Anonymous {
					continue
				}
				if tag, ok := f.Tag.Lookup("validate"); ok {
					rules[f.Name] = withoutPresence(tag, f.Type)
				}
				visit(f.Type)
			}
			if len(rules) > 0 {
				engine.RegisterStructValidationMapRules(rules, reflect.Zero(t).Interface())
			}
		}
	}
	visit(t)
	return engine
}

// withoutPresence returns a validate tag of a field of type t without the rule "required" for
// values whose zero value is valid. The rules after dive are about the elements of t, those
// between keys and endkeys about its keys.
func withoutPresence(tag string, t reflect.Type) string {
	var rules []string
	container := t
	for rule := range strings.SplitSeq(tag, ",") {
		switch isMap := container.Kind() == reflect.Map; {
		case rule == "required" && !slices.Contains(nullable, t.Kind()):
			continue
		case rule == "keys" && isMap:
			t = container.Key()
		case rule == "endkeys" && isMap:
			t = container.Elem()
		case rule == "dive":
			t = jsonfield.Deref(t)
			if container = t; slices.Contains(containers, t.Kind()) {
				t = t.Elem()
			}
		}
		rules = append(rules, rule)
	}
	return strings.Join(rules, ",")
}

var containers = []reflect.Kind{reflect.Slice, reflect.Array, reflect.Map}

// nullable has the kinds whose zero value, the empty string or null, is not a valid value of a
// required member.
var nullable = []reflect.Kind{reflect.String, reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface}
