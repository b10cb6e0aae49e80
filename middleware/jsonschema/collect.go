package jsonschema

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/internal/text"
)

// A violation is a field and the tokens of its pointer.
type violation struct {
	at []string
	errkit.Field
}

// A collector collects the violations in a tree of errors of the library, which are its leaves.
type collector struct {
	doc    any // the document; nil: unknown
	found  []violation
	full   bool // found was cut to maxFields violations
	broken bool // the schema or the Go value is not valid

	owned   map[string][]*location // the objects in the value at ownedAt by the names of their properties, at most two
	ownedAt []string
}

func (c *collector) add(at []string, rule, param string, message errkit.Text) {
	if c.omits(at) {
		return
	}
	c.found = append(c.found, violation{slices.Clone(at), errkit.Field{Message: message, Rule: rule, Param: param}})
	if len(c.found) >= 4*maxFields { // bounds the memory for a document with very many violations
		c.sort()
		c.full = len(c.found) == maxFields
	}
}

// omits reports whether a violation at a place is after all those that are converted.
func (c *collector) omits(at []string) bool {
	return c.full && slices.CompareFunc(at, c.found[maxFields-1].at, pointer.CompareTokens) > 0
}

// sort sorts the violations by their places, removes duplicates, and removes those that are not
// converted. The library visits the members of objects in random order.
func (c *collector) sort() {
	compare := func(a, b violation) int {
		return cmp.Or(slices.CompareFunc(a.at, b.at, pointer.CompareTokens), strings.Compare(a.Rule, b.Rule),
			strings.Compare(a.Param, b.Param))
	}
	slices.SortStableFunc(c.found, compare)
	c.found = slices.CompactFunc(c.found, func(a, b violation) bool { // several schemas may have the same rule
		return a.Field == b.Field && slices.Equal(a.at, b.at)
	})
	c.found = c.found[:min(len(c.found), maxFields)]
}

// addMembers adds a violation for each of these members of the object at a place, which may be
// missing.
func (c *collector) addMembers(at, names []string, rule, param string, message errkit.Text) {
	for _, name := range names {
		if !c.omits(at) {
			c.add(append(slices.Clone(at), name), rule, param, message)
		}
	}
}

// collect adds the violations in e. above is the place of the parent of e.
func (c *collector) collect(e *jsonschema.ValidationError, above []string) {
	if e == nil {
		return
	}
	at := e.InstanceLocation
	if len(e.Causes) == 0 && c.omits(at) && at != nil {
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
		c.addMembers(at, k.Missing, "required", "", "is required")
	case *kind.Dependency:
		c.addMembers(at, k.Missing, "dependencies", k.Prop, errkit.Textf("is required when %s is given", k.Prop))
	case *kind.DependentRequired:
		c.addMembers(at, k.Missing, "dependentRequired", k.Prop, errkit.Textf("is required when %s is given", k.Prop))
	case *kind.AdditionalProperties:
		c.addMembers(at, k.Properties, "additionalProperties", "", "is not known")
	case *kind.PropertyNames:
		c.nameViolation(k.Property, above)
	case *kind.ContentSchema:
		// The causes have places in the content, not in the document; for the place of e see
		// nameViolation.
		c.add(above, "contentSchema", "", "has content of the wrong form")
	default:
		c.sentence(e)
	}
}

// choose adds the violations of the only alternative that is not excluded, or those of the members
// that are wrong in all alternatives, or one violation for all alternatives.
func (c *collector) choose(e *jsonschema.ValidationError, rule string) {
	var candidates, open []*jsonschema.ValidationError // open: the candidates that fix no member
	var types []string                                 // of the alternatives that their types exclude
	allTypes := true                                   // all alternatives are
	fixed := map[string][][]any{}
	missing := map[string]int{} // of how many, the first
	fixes := make([]bool, len(e.Causes))
	for i, branch := range e.Causes {
		own := map[string][]any{}
		addFixed(own, missing, i, branch, e.InstanceLocation)
		fixes[i] = len(own) > 0
		for name, values := range own {
			fixed[name] = append(fixed[name], values)
		}
	}
	for i, branch := range e.Causes {
		want, excluded := mismatch(branch, e.InstanceLocation, fixed)
		allTypes = allTypes && len(want) > 0
		for _, t := range want {
			if !slices.Contains(types, t) {
				types = append(types, t)
			}
		}
		if !excluded {
			candidates = append(candidates, branch)
		}
		if !excluded && !fixes[i] {
			open = append(open, branch)
		}
	}
	for _, only := range [][]*jsonschema.ValidationError{e.Causes, open, candidates} {
		if len(only) == 1 {
			c.collect(only[0], e.InstanceLocation)
			return
		}
	}
	told := false // a member is wrong in all of them, such as the one that tells them apart
	for name, count := range missing {
		if count == len(e.Causes) {
			c.addMembers(e.InstanceLocation, []string{name}, "required", "", "is required")
			told = true
		}
	}
	for name, values := range fixed {
		if len(candidates) == 0 && len(values) == len(e.Causes) {
			c.sentence(&jsonschema.ValidationError{InstanceLocation: append(slices.Clone(e.InstanceLocation), name),
				ErrorKind: &kind.Enum{Want: slices.Concat(values...)}})
			told = true
		}
	}
	switch {
	case told:
	case len(types) > 0 && allTypes:
		c.add(e.InstanceLocation, "type", strings.Join(types, " "), "must be "+typeList(types))
	default:
		c.add(e.InstanceLocation, rule, "", "must have one of the allowed forms")
	}
}

// addFixed adds the values of the members at a place for which alternative i allows only these,
// because they distinguish alternatives, and counts the members that it and all before it lack.
// What is in alternatives of its own does not count.
func addFixed(fixed map[string][]any, missing map[string]int, i int, e *jsonschema.ValidationError, at []string) {
	if e == nil {
		return
	}
	var values []any
	switch k := e.ErrorKind.(type) {
	case *kind.Const:
		values = []any{k.Want}
	case *kind.Enum:
		values = k.Want
	case *kind.Required:
		for _, name := range k.Missing {
			if len(e.InstanceLocation) == len(at) && missing[name] == i {
				missing[name] = i + 1
			}
		}
	case *kind.Schema, *kind.Group, *kind.Reference, *kind.AllOf:
		for _, cause := range e.Causes {
			addFixed(fixed, missing, i, cause, at)
		}
	}
	if values != nil && len(e.InstanceLocation) == len(at)+1 {
		fixed[e.InstanceLocation[len(at)]] = values
	}
}

// mismatch reports whether an alternative is excluded: by its types, which mismatch returns, by a
// constant, or by the values of a member that several fix.
func mismatch(e *jsonschema.ValidationError, at []string, fixed map[string][][]any) (types []string, excluded bool) {
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
		n := len(e.InstanceLocation) - len(at)
		return nil, len(k.Want) == 1 && n <= 1 || n == 1 && len(fixed[e.InstanceLocation[len(at)]]) > 1
	case *kind.Schema, *kind.Group, *kind.Reference, *kind.AllOf:
		for _, cause := range e.Causes {
			if t, out := mismatch(cause, at, fixed); out {
				return t, true
			}
		}
	}
	return nil, false
}

// forbidden adds the violation of the schema false, which is the schema of everything that is not
// allowed.
func (c *collector) forbidden(e *jsonschema.ValidationError) {
	switch rule := path.Base(e.SchemaURL); rule {
	case "unevaluatedProperties", "unevaluatedItems":
		c.add(e.InstanceLocation, rule, "", "is not known")
	default:
		c.add(e.InstanceLocation, "false", "", "is not allowed")
	}
}

// nameViolation adds a member whose name is not valid. Its object is the only one in the value at
// above with such a member: before 6.0.3 the library does not set the place of the violation, and
// 6.0.3 overwrites it with those of values that it visits later.
func (c *collector) nameViolation(property string, above []string) {
	owners := c.owners(property, above)
	if len(owners) != 1 {
		c.add(above, "propertyNames", "",
			errkit.Textf("has a property whose name is not allowed: %q", text.Runes(property, text.MaxKey)))
		return
	}
	c.addMembers(owners[0].in(above), []string{property}, "propertyNames", "", "has a name that is not allowed")
}

// A location is the place of an object or array relative to another one.
type location struct {
	parent *location // nil: the place itself
	token  string
}

// in returns the tokens of l relative to at.
func (l *location) in(at []string) []string {
	if l.parent == nil {
		return slices.Clone(at)
	}
	return append(l.parent.in(at), l.token)
}

// owners returns the objects in the value at a place that have a property, at most two.
func (c *collector) owners(property string, at []string) []*location {
	if c.owned == nil || !slices.Equal(c.ownedAt, at) { // the violations of one object are consecutive
		c.owned, c.ownedAt = map[string][]*location{}, slices.Clone(at)
		v := c.doc
		for _, token := range at {
			v = child(v, token)
		}
		c.addOwners(v, new(location))
	}
	return c.owned[property]
}

// addOwners adds the objects in v, which is at a location.
func (c *collector) addOwners(v any, at *location) {
	switch v := v.(type) {
	case map[string]any:
		for name, m := range v {
			if owners := c.owned[name]; len(owners) < 2 {
				c.owned[name] = append(owners, at)
			}
			c.addOwners(m, &location{at, name})
		}
	case []any:
		for i, m := range v {
			c.addOwners(m, &location{at, strconv.Itoa(i)})
		}
	}
}
