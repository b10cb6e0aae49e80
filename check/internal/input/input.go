// Package input makes inputs for a tool from the JSON Schema of its input: one that the schema
// allows, and others that it does not allow, for the probes of package check. A schema is one of
// an unknown server: the work for it is bounded, it loads nothing, and one with which the library
// for JSON Schema cannot calculate has no inputs.
//
//	schema (make a value) -> valid input -> mutator (which member may be wrong, and how)
//	-> those that the schema does not allow
package input

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/check/internal/probe"
	"github.com/toolerr/toolerr/internal/pointer"
)

// An Input is what a tool is called with.
type Input struct {
	Probe probe.Name
	Doc   json.RawMessage
	Why   string   // what is wrong with it
	Paths []string // of the invalid parts, JSON pointers
}

// A Source is what is known about the input of a tool.
type Source struct {
	Schema   json.RawMessage // nil if it is not known
	Examples []json.RawMessage
	ReadOnly bool // the tool is declared read-only
	Seed     uint64
}

const (
	perProbe = 3  // inputs of a tool that a probe sends
	maxTries = 30 // to make them
)

// Of returns inputs that the schema does not allow, and one that it allows, nil if none could be
// made. With lacking, each wrong input lacks a required member, or has an object in the place of
// a required scalar, so that no server that reads its members by their names can run the tool as
// if the input were right.
func (in *Source) Of(lacking bool) (valid json.RawMessage, wrong []Input) {
	defer func() {
		if recover() != nil { // the library could not calculate with the schema
			valid, wrong = nil, nil
		}
	}()
	s, examples := newSchema(in.Schema), in.Examples
	if s == nil {
		return nil, nil
	}
	s.number = noID
	switch {
	case in.ReadOnly:
		s.number = 1
	case lacking:
		s.own, examples = true, nil
	}
	sample, _ := s.sample(examples)
	object, ok := sample.(map[string]any)
	if !ok {
		return nil, nil
	}
	valid, err := json.Marshal(object)
	if err != nil {
		return nil, nil
	}
	m := mutator{schema: s, lacking: lacking}
	for _, name := range m.required(s.resolved(s.root)) {
		m.add(probe.Missing, []string{name}, wrongValue{absent{}, "is missing"})
	}
	m.members(s.root, nil, 0)
	if !lacking {
		m.add(probe.Extra, []string{extraName}, wrongValue{1, "is not allowed"})
	}
	made, tried := map[probe.Name]int{}, map[probe.Name]int{}
	for _, c := range Shuffled(in.Seed, m.changes) {
		for _, v := range c.values {
			if made[c.probe] == perProbe || tried[c.probe] == maxTries {
				break
			}
			tried[c.probe]++
			if one, ok := c.apply(object, v, s); ok {
				made[c.probe]++
				wrong = append(wrong, one)
				break
			}
		}
	}
	return valid, append(wrong, m.none()...)
}

// A mutator finds changes that may make a valid input wrong, at most maxMade.
type mutator struct {
	schema  *schema
	lacking bool // only inputs that lack something required
	changes []change
}

// A change is another value for a member. The first of the values that the schema does not allow
// is taken.
type change struct {
	probe  probe.Name
	path   []string
	values []wrongValue
}

type wrongValue struct {
	value any // absent to remove the member
	why   string
}

type (
	absent struct{}
	long   int // a text of so many bytes
)

func (m *mutator) add(name probe.Name, path []string, values ...wrongValue) {
	if len(m.changes) < maxMade && len(values) > 0 {
		m.changes = append(m.changes, change{name, path, values})
	}
}

// apply returns the sample with another value, if the schema does not allow it.
func (c *change) apply(sample map[string]any, v wrongValue, s *schema) (Input, bool) {
	doc := maps.Clone(sample)
	at := doc
	for _, name := range c.path[:len(c.path)-1] {
		next, _ := at[name].(map[string]any)
		if next = maps.Clone(next); next == nil {
			next = map[string]any{}
		}
		at[name], at = next, next
	}
	last := c.path[len(c.path)-1]
	switch value := v.value.(type) {
	case absent:
		delete(at, last)
	case long:
		at[last] = strings.Repeat("x", int(value))
	default:
		at[last] = value
	}
	body, err := json.Marshal(doc)
	if err != nil || !s.affordable(doc) || s.valid(doc) {
		return Input{}, false
	}
	return Input{c.probe, body, strings.Join(c.path, ".") + " " + v.why, []string{pointer.FromTokens(c.path)}}, true
}

// required returns the required members of an object's schema, with lacking only those that a
// server cannot set to a default.
func (m *mutator) required(object map[string]any) []string {
	names := requiredOf(object)
	if !m.lacking {
		return names
	}
	properties, _ := object["properties"].(map[string]any)
	return slices.DeleteFunc(names, func(name string) bool {
		part, _ := properties[name].(map[string]any)
		_, own := part["default"]
		_, referred := m.schema.resolved(part)["default"]
		return own || referred
	})
}

// members adds inputs with wrong values for the members of an object.
func (m *mutator) members(part any, above []string, depth int) {
	object := m.schema.resolved(part)
	properties, _ := object["properties"].(map[string]any)
	names := keys(properties)
	if m.lacking {
		names = m.required(object)
	}
	for _, name := range names {
		if len(m.changes) == maxMade {
			return
		}
		path := append(append([]string{}, above...), name)
		p := m.schema.resolved(properties[name])
		if p == nil {
			continue
		}
		m.add(probe.WrongType, path, m.otherTypes(typeOf(p))...)
		if !m.lacking {
			m.limits(p, path)
		}
		if typeOf(p) == "object" && depth < 2 {
			m.members(p, path, depth+1)
		}
	}
}

// Values of other types than that of a schema, which no lenient server takes for one of it.
var (
	anObject   = wrongValue{map[string]any{"unexpected": true}, "is an object"}
	aText      = wrongValue{"not what was asked for", "is a string"}
	aList      = wrongValue{[]any{map[string]any{}}, "is a list"}
	otherTypes = map[string][]wrongValue{
		"string": {anObject, aList}, "object": {aText, aList}, "array": {anObject, aText}, "integer": {aText, anObject},
		"number": {aText, anObject}, "boolean": {aText, anObject}, "null": {aText, anObject},
	}
)

// otherTypes returns the values for a type, with lacking only an object for a scalar.
func (m *mutator) otherTypes(name string) []wrongValue {
	if all := otherTypes[name]; !m.lacking || all == nil {
		return all
	}
	return lo.Ternary(name == "object" || name == "array", nil, []wrongValue{anObject})
}

// limits adds values outside of the limits of a schema.
func (m *mutator) limits(p map[string]any, path []string) {
	least, most := number(p["minimum"], math.Inf(-1)), number(p["maximum"], math.Inf(1))
	longest := int(number(p["maxLength"], -1))
	for _, limit := range []struct {
		exists bool
		value  any
		why    string
	}{
		{!math.IsInf(least, 0), least - 1, fmt.Sprintf("is %v, below the minimum %v", least-1, least)},
		{!math.IsInf(most, 0), most + 1, fmt.Sprintf("is %v, above the maximum %v", most+1, most)},
		{number(p["minLength"], 0) >= 1, "", fmt.Sprintf("is empty, shorter than %d", int(number(p["minLength"], 0)))},
		{longest >= 0 && longest < 1<<16, long(longest + 1), fmt.Sprintf("is longer than %d", longest)},
		{p["enum"] != nil, "toolerr_check_no_such_value", "is not one of the allowed values"},
		{p["pattern"] != nil, "\u2603", "does not match the pattern"},
		{number(p["minItems"], 0) >= 1, []any{}, "is empty"},
	} {
		if limit.exists {
			m.add(probe.OutOfBounds, path, wrongValue{limit.value, limit.why})
		}
	}
}

const extraName = "toolerr_check_extra"

// none returns no input, and inputs that are not objects.
func (m *mutator) none() []Input {
	s := m.schema
	if empty := map[string]any{}; !s.affordable(empty) || s.valid(empty) {
		return nil
	}
	names := m.required(s.resolved(s.root))
	paths := lo.Map(names, func(name string, _ int) string { return pointer.FromTokens([]string{name}) })
	if m.lacking && len(paths) == 0 {
		return nil
	}
	return []Input{
		{probe.NoInput, json.RawMessage(`{}`), "the input is empty", paths},
		{probe.NoInput, json.RawMessage(`"text"`), "the input is a string", nil},
		{probe.NoInput, json.RawMessage(`[]`), "the input is a list", nil},
	}
}

// Deep returns an input of many levels.
func Deep(levels int) json.RawMessage {
	return json.RawMessage(strings.Repeat(`{"toolerr_check_deep":`, levels) + `1` + strings.Repeat(`}`, levels))
}

// Large returns an input with a long text.
func Large(bytes int) json.RawMessage {
	return json.RawMessage(`{"toolerr_check_large":"` + strings.Repeat("x", bytes) + `"}`)
}
