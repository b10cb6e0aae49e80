package jsonschema

import (
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/toolerr/toolerr/errkit"
)

// A found is a fault, with the tokens of its pointer.
type found struct {
	at []string
	errkit.Field
}

// A collector walks over the library's tree of errors. The leaves are the
// faults; what is above them says which schema they are of.
type collector struct {
	doc    any // nil where it is not known
	found  []found
	broken bool // the schema or the Go value is, and not the document
}

func (c *collector) add(at []string, rule, param string, message errkit.Text) {
	c.found = append(c.found, found{slices.Clone(at), errkit.Field{Message: message, Rule: rule, Param: param}})
}

// below adds a fault of a property, which may not be there.
func (c *collector) below(at []string, name, rule, param string, message errkit.Text) {
	c.add(append(slices.Clone(at), name), rule, param, message)
}

// collect adds the faults in e; above is where the error is that has e inside.
func (c *collector) collect(e *jsonschema.ValidationError, above []string) {
	if e == nil {
		return
	}
	at := e.InstanceLocation
	switch k := e.ErrorKind.(type) {
	case *kind.RefCycle, *kind.InvalidJsonValue:
		c.broken = true
	case *kind.Schema, *kind.Group, *kind.Reference, *kind.AllOf:
		if len(e.Causes) == 0 {
			c.add(at, "", "", "is not valid")
		}
		for _, cause := range e.Causes {
			c.collect(cause, at)
		}
	case *kind.AnyOf:
		c.choose(e, "anyOf")
	case *kind.OneOf:
		if len(k.Subschemas) > 0 {
			c.add(at, "oneOf", "", "must have exactly one of the allowed forms, but has several")
			return
		}
		c.choose(e, "oneOf")
	case *kind.FalseSchema:
		c.forbidden(e)
	case *kind.Required:
		for _, name := range k.Missing {
			c.below(at, name, "required", "", "is required")
		}
	case *kind.Dependency:
		for _, name := range k.Missing {
			c.below(at, name, "dependencies", k.Prop, errkit.Textf("is required when %s is given", k.Prop))
		}
	case *kind.DependentRequired:
		for _, name := range k.Missing {
			c.below(at, name, "dependentRequired", k.Prop, errkit.Textf("is required when %s is given", k.Prop))
		}
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			c.below(at, name, "additionalProperties", "", "is not known")
		}
	case *kind.PropertyNames:
		c.names(e, k.Property, above)
	case *kind.ContentSchema:
		if at == nil { // so far the library does not tell
			at = above
		}
		// The faults inside have their place in the content, not in the document.
		c.add(at, "contentSchema", "", "has content of the wrong form")
	default:
		c.sentence(e)
	}
}

// choose adds the faults of the one alternative that was meant, or that there
// is none.
func (c *collector) choose(e *jsonschema.ValidationError, rule string) {
	var meant []*jsonschema.ValidationError
	var types []string // that alternatives ask for; others are ruled out by a constant
	for _, branch := range e.Causes {
		want, ruledOut := mismatch(branch, e.InstanceLocation)
		for _, t := range want {
			if !slices.Contains(types, t) {
				types = append(types, t)
			}
		}
		if !ruledOut {
			meant = append(meant, branch)
		}
	}
	switch {
	case len(meant) == 1 && len(e.Causes) > 1, len(e.Causes) == 1:
		branch := e.Causes[0]
		if len(meant) == 1 {
			branch = meant[0]
		}
		c.collect(branch, e.InstanceLocation)
	case len(meant) == 0 && len(types) > 0 && c.allTypes(e):
		c.add(e.InstanceLocation, "type", strings.Join(types, " "), "must be "+names(types))
	default:
		c.add(e.InstanceLocation, rule, "", "must have one of the allowed forms")
	}
}

// allTypes reports whether every alternative fails by its type alone.
func (c *collector) allTypes(e *jsonschema.ValidationError) bool {
	for _, branch := range e.Causes {
		if want, _ := mismatch(branch, e.InstanceLocation); len(want) == 0 {
			return false
		}
	}
	return true
}

// mismatch reports whether an alternative was not meant: the value at hand has
// another type, which it returns, or a constant says so.
func mismatch(e *jsonschema.ValidationError, at []string) (types []string, ruledOut bool) {
	if e == nil {
		return nil, false
	}
	switch k := e.ErrorKind.(type) {
	case *kind.Type:
		if slices.Equal(e.InstanceLocation, at) {
			return k.Want, true
		}
	case *kind.Const:
		return nil, len(e.InstanceLocation) <= len(at)+1
	case *kind.Enum:
		return nil, len(k.Want) == 1 && len(e.InstanceLocation) <= len(at)+1
	case *kind.Schema, *kind.Group, *kind.Reference, *kind.AllOf:
		for _, cause := range e.Causes {
			if t, out := mismatch(cause, at); out {
				return t, true
			}
		}
	}
	return nil, false
}

// forbidden is the schema false, which stands where something must not be.
func (c *collector) forbidden(e *jsonschema.ValidationError) {
	switch at := e.InstanceLocation; {
	case strings.HasSuffix(e.SchemaURL, "/unevaluatedProperties"):
		c.add(at, "unevaluatedProperties", "", "is not known")
	case strings.HasSuffix(e.SchemaURL, "/unevaluatedItems"):
		c.add(at, "unevaluatedItems", "", "is not known")
	default:
		c.add(at, "false", "", "is not allowed")
	}
}

// names adds a property whose name is wrong. The library may not tell of which
// object, and then it is one at or below the error around this one.
func (c *collector) names(e *jsonschema.ValidationError, property string, above []string) {
	at := e.InstanceLocation
	if at == nil {
		owners := c.owners(property, above)
		if len(owners) != 1 {
			c.add(above, "propertyNames", "", errkit.Textf("has a property whose name is not allowed: %q", property))
			return
		}
		at = owners[0]
	}
	c.below(at, property, "propertyNames", "", "has a name that is not allowed")
}

// owners are the objects at or below a place that have a property. Two are
// enough to know that it is not clear.
func (c *collector) owners(property string, at []string) (owners [][]string) {
	if len(c.found) > maxFields { // each look goes over the whole document
		return nil
	}
	v := c.doc
	for _, token := range at {
		v = child(v, token)
	}
	var walk func(v any, at []string)
	walk = func(v any, at []string) {
		if len(owners) > 1 {
			return
		}
		switch v := v.(type) {
		case map[string]any:
			if _, ok := v[property]; ok {
				owners = append(owners, slices.Clone(at))
			}
			for name, m := range v {
				walk(m, append(at, name))
			}
		case []any:
			for i, m := range v {
				walk(m, append(at, itoa(i)))
			}
		}
	}
	walk(v, slices.Clone(at))
	return owners
}
