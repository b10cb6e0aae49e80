package check

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolerr/toolerr/internal/pointer"
)

// An input is what a tool is called with.
type input struct {
	probe Probe
	doc   json.RawMessage
	why   string
	paths []string // of the invalid parts
}

const (
	perProbe = 3  // inputs of a tool that a probe sends
	maxTries = 30 // to make them
)

// inputsOf returns inputs that the schema of a tool does not allow, and one that it allows, nil if
// none could be made. With lacking, each wrong input lacks a required member, or has an object in
// the place of a required scalar, so that no server that reads its members by their names can run
// the tool as if the input were right.
func inputsOf(t *Tool, seed uint64, lacking bool) (valid json.RawMessage, wrong []input) {
	defer func() {
		if recover() != nil { // the library could not calculate with the schema
			valid, wrong = nil, nil
		}
	}()
	if t.Schema == nil {
		return nil, nil
	}
	examples := t.Examples
	s, err := newSchema(t.schema(), seed)
	if err != nil {
		return nil, nil
	}
	s.number = noID
	switch {
	case t.ReadOnly:
		s.number = 1
	case lacking:
		s.own, examples = true, nil
	}
	sample, ok := s.sample(examples)
	if !ok {
		return nil, nil
	}
	object, ok := sample.(map[string]any)
	if !ok {
		return nil, nil
	}
	if valid, err = json.Marshal(object); err != nil {
		return nil, nil
	}
	m := mutator{schema: s, lacking: lacking}
	m.missing()
	m.members(s.root, nil, 0)
	if !lacking {
		m.add(Extra, []string{extraName}, wrongValue{1, "is not allowed"})
	}
	made, tried := map[Probe]int{}, map[Probe]int{}
	for _, c := range shuffled(seed, m.changes) {
		for _, v := range c.values {
			if made[c.probe] == perProbe || tried[c.probe] == maxTries {
				break
			}
			tried[c.probe]++
			if in, ok := c.apply(object, v, s); ok {
				made[c.probe]++
				wrong = append(wrong, in)
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

// A change is another value for a member. The first of the values that the schema does not allow is taken.
type change struct {
	probe  Probe
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

func (m *mutator) add(probe Probe, path []string, values ...wrongValue) {
	if len(m.changes) < maxMade && len(values) > 0 {
		m.changes = append(m.changes, change{probe, path, values})
	}
}

// apply returns the sample with another value, if the schema does not allow it.
func (c *change) apply(sample map[string]any, v wrongValue, s *schema) (input, bool) {
	doc := clone(sample).(map[string]any)
	at := doc
	for _, name := range c.path[:len(c.path)-1] {
		next, ok := at[name].(map[string]any)
		if !ok {
			next = map[string]any{}
			at[name] = next
		}
		at = next
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
		return input{}, false
	}
	return input{probe: c.probe, doc: body, why: strings.Join(c.path, ".") + " " + v.why, paths: []string{pointerOf(c.path)}}, true
}

func (m *mutator) missing() {
	for _, name := range m.required(m.schema.resolved(m.schema.root)) {
		m.add(Missing, []string{name}, wrongValue{absent{}, "is missing"})
	}
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
		m.add(WrongType, path, m.otherTypes(typeOf(p))...)
		if !m.lacking {
			m.limits(p, path)
		}
		if typeOf(p) == "object" && depth < 2 {
			m.members(p, path, depth+1)
		}
	}
}

// otherTypes returns values that no lenient server takes for one of the type, with lacking only an
// object for a scalar.
func (m *mutator) otherTypes(name string) []wrongValue {
	object := wrongValue{map[string]any{"unexpected": true}, "is an object"}
	text := wrongValue{"not what was asked for", "is a string"}
	list := wrongValue{[]any{map[string]any{}}, "is a list"}
	scalar := slices.Contains([]string{"string", "integer", "number", "boolean", "null"}, name)
	switch {
	case m.lacking && scalar:
		return []wrongValue{object}
	case m.lacking:
		return nil
	}
	switch name {
	case "string":
		return []wrongValue{object, list}
	case "object":
		return []wrongValue{text, list}
	case "array":
		return []wrongValue{object, text}
	case "integer", "number", "boolean", "null":
		return []wrongValue{text, object}
	}
	return nil
}

// limits adds values outside of the limits of a schema.
func (m *mutator) limits(p map[string]any, path []string) {
	if n := number(p["minimum"], math.Inf(-1)); !math.IsInf(n, 0) {
		m.add(OutOfBounds, path, wrongValue{n - 1, fmt.Sprintf("is %v, below the minimum %v", n-1, n)})
	}
	if n := number(p["maximum"], math.Inf(1)); !math.IsInf(n, 0) {
		m.add(OutOfBounds, path, wrongValue{n + 1, fmt.Sprintf("is %v, above the maximum %v", n+1, n)})
	}
	if n := int(number(p["minLength"], 0)); n > 0 {
		m.add(OutOfBounds, path, wrongValue{"", fmt.Sprintf("is empty, shorter than %d", n)})
	}
	if n := int(number(p["maxLength"], -1)); n >= 0 && n < 1<<16 {
		m.add(OutOfBounds, path, wrongValue{long(n + 1), fmt.Sprintf("is longer than %d", n)})
	}
	if _, ok := p["enum"]; ok {
		m.add(OutOfBounds, path, wrongValue{"toolerr_check_no_such_value", "is not one of the allowed values"})
	}
	if _, ok := p["pattern"]; ok {
		m.add(OutOfBounds, path, wrongValue{"\u2603", "does not match the pattern"})
	}
	if n := int(number(p["minItems"], 0)); n > 0 {
		m.add(OutOfBounds, path, wrongValue{[]any{}, "is empty"})
	}
}

const extraName = "toolerr_check_extra"

// none returns no input, and inputs that are not objects.
func (m *mutator) none() []input {
	s := m.schema
	if empty := map[string]any{}; !s.affordable(empty) || s.valid(empty) {
		return nil
	}
	var paths []string
	for _, name := range m.required(s.resolved(s.root)) {
		paths = append(paths, pointerOf([]string{name}))
	}
	if m.lacking && paths == nil {
		return nil
	}
	return []input{
		{probe: NoInput, doc: json.RawMessage(`{}`), why: "the input is empty", paths: paths},
		{probe: NoInput, doc: json.RawMessage(`"text"`), why: "the input is a string"},
		{probe: NoInput, doc: json.RawMessage(`[]`), why: "the input is a list"},
	}
}

func pointerOf(path []string) string { return pointer.FromTokens(path) }

func clone(v any) any {
	switch v := v.(type) {
	case map[string]any:
		m := make(map[string]any, len(v))
		for name, e := range v {
			m[name] = clone(e)
		}
		return m
	case []any:
		list := make([]any, len(v))
		for i, e := range v {
			list[i] = clone(e)
		}
		return list
	}
	return v
}

// deepInput returns an input of many levels.
func deepInput(levels int) json.RawMessage {
	return json.RawMessage(strings.Repeat(`{"toolerr_check_deep":`, levels) + `1` + strings.Repeat(`}`, levels))
}

// largeInput returns an input with a long text.
func largeInput(bytes int) json.RawMessage {
	return json.RawMessage(`{"toolerr_check_large":"` + strings.Repeat("x", bytes) + `"}`)
}

// shortened returns the start of a text, for a report.
func shortened(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}
