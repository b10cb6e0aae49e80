package jsonschema

import (
	"cmp"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/limit"
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
	full   bool // found has as many faults as are rendered, the first of those so far
	broken bool // the schema or the Go value is, and not the document

	owned   map[string][]*spot // the objects at or below ownedAt that have a property, up to two
	ownedAt []string
}

func (c *collector) add(at []string, rule, param string, message errkit.Text) {
	if c.behind(at) {
		return
	}
	c.found = append(c.found, found{slices.Clone(at), errkit.Field{Message: message, Rule: rule, Param: param}})
	if len(c.found) >= 4*maxFields { // of a document that is nothing but faults
		c.settle()
		c.full = len(c.found) == maxFields
	}
}

// behind reports whether a fault at a place comes after all that are rendered.
func (c *collector) behind(at []string) bool {
	return c.full && slices.CompareFunc(at, c.found[maxFields-1].at, compareTokens) > 0
}

// settle brings what was found into the order of the document, and keeps what is
// rendered. The library walks over objects in no order.
func (c *collector) settle() {
	compare := func(a, b found) int {
		return cmp.Or(slices.CompareFunc(a.at, b.at, compareTokens), strings.Compare(a.Rule, b.Rule), strings.Compare(a.Param, b.Param))
	}
	slices.SortStableFunc(c.found, compare)
	c.found = slices.CompactFunc(c.found, func(a, b found) bool { // several schemas may ask for the same
		return a.Field == b.Field && slices.Equal(a.at, b.at)
	})
	c.found = c.found[:min(len(c.found), maxFields)]
}

// below adds a fault of a property, which may not be there.
func (c *collector) below(at []string, name, rule, param string, message errkit.Text) {
	if c.behind(at) {
		return
	}
	c.add(append(slices.Clone(at), name), rule, param, message)
}

// collect adds the faults in e; above is where the error is that has e inside.
func (c *collector) collect(e *jsonschema.ValidationError, above []string) {
	if e == nil {
		return
	}
	at := e.InstanceLocation
	if len(e.Causes) == 0 && c.behind(at) && at != nil {
		return
	}
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
			c.add(above, "propertyNames", "", errkit.Textf("has a property whose name is not allowed: %q", limit.Runes(property, limit.Key)))
			return
		}
		at = owners[0].below(above)
	}
	c.below(at, property, "propertyNames", "", "has a name that is not allowed")
}

// A spot is an object or a list at or below a place.
type spot struct {
	up    *spot // nil at the place itself
	token string
}

// below returns the tokens of a spot below a place.
func (s *spot) below(at []string) []string {
	if s.up == nil {
		return slices.Clone(at)
	}
	return append(s.up.below(at), s.token)
}

// owners are the objects at or below a place that have a property. Two are
// enough to know that it is not clear.
func (c *collector) owners(property string, at []string) []*spot {
	if c.owned == nil || !slices.Equal(c.ownedAt, at) { // faults of one object come one after the other
		c.owned, c.ownedAt = map[string][]*spot{}, slices.Clone(at)
		v := c.doc
		for _, token := range at {
			v = child(v, token)
		}
		c.own(v, new(spot))
	}
	return c.owned[property]
}

// own notes the properties of all objects at or below a spot.
func (c *collector) own(v any, at *spot) {
	switch v := v.(type) {
	case map[string]any:
		for name, m := range v {
			if owners := c.owned[name]; len(owners) < 2 {
				c.owned[name] = append(owners, at)
			}
			c.own(m, &spot{at, name})
		}
	case []any:
		for i, m := range v {
			c.own(m, &spot{at, itoa(i)})
		}
	}
}
