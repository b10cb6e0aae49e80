package check

import (
	"encoding/json"
	"fmt"
	"math"
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

// perProbe is the number of inputs of a tool that a probe sends.
const perProbe = 3

// inputsOf returns inputs that the schema of a tool does not allow, and one that it allows, nil if none could be made.
func inputsOf(t *Tool, seed uint64) (valid json.RawMessage, wrong []input) {
	if t.Schema == nil {
		return nil, nil
	}
	s, err := newSchema(t.schema(), seed)
	if err != nil {
		return nil, nil
	}
	sample, ok := s.sample(t.Examples)
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
	m := mutator{schema: s, sample: object}
	m.missing()
	m.members(s.root, nil, 0)
	m.extra()
	m.none()
	counts := map[Probe]int{}
	for _, in := range shuffled(seed, m.inputs) {
		if counts[in.probe]++; counts[in.probe] <= perProbe {
			wrong = append(wrong, in)
		}
	}
	return valid, wrong
}

// A mutator makes wrong inputs from a valid one.
type mutator struct {
	schema *schema
	sample map[string]any
	inputs []input
}

// add adds the sample with another value at a path, if the schema does not allow it. Remove leaves the value out.
func (m *mutator) add(probe Probe, path []string, value any, remove bool, why string) bool {
	doc := clone(m.sample).(map[string]any)
	at := doc
	for _, name := range path[:len(path)-1] {
		next, ok := at[name].(map[string]any)
		if !ok {
			next = map[string]any{}
			at[name] = next
		}
		at = next
	}
	last := path[len(path)-1]
	if remove {
		delete(at, last)
	} else {
		at[last] = value
	}
	if m.schema.valid(doc) {
		return false
	}
	body, err := json.Marshal(doc)
	if err != nil {
		return false
	}
	m.inputs = append(m.inputs, input{probe: probe, doc: body, why: strings.Join(path, ".") + " " + why, paths: []string{pointerOf(path)}})
	return true
}

func (m *mutator) missing() {
	for _, name := range requiredOf(m.schema.resolved(m.schema.root)) {
		m.add(Missing, []string{name}, nil, true, "is missing")
	}
}

// members adds inputs with wrong values for the members of an object.
func (m *mutator) members(part any, above []string, depth int) {
	object := m.schema.resolved(part)
	properties, _ := object["properties"].(map[string]any)
	for _, name := range keys(properties) {
		path := append(append([]string{}, above...), name)
		p := m.schema.resolved(properties[name])
		if p == nil {
			continue
		}
		for _, v := range otherTypes(typeOf(p)) {
			if m.add(WrongType, path, v.value, false, v.why) {
				break
			}
		}
		m.limits(p, path)
		if typeOf(p) == "object" && depth < 2 {
			m.members(p, path, depth+1)
		}
	}
}

type wrongValue struct {
	value any
	why   string
}

// otherTypes returns values that no lenient server takes for one of the type.
func otherTypes(name string) []wrongValue {
	object := wrongValue{map[string]any{"unexpected": true}, "is an object"}
	text := wrongValue{"not what was asked for", "is a string"}
	list := wrongValue{[]any{map[string]any{}}, "is a list"}
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
		m.add(OutOfBounds, path, n-1, false, fmt.Sprintf("is %v, below the minimum %v", n-1, n))
	}
	if n := number(p["maximum"], math.Inf(1)); !math.IsInf(n, 0) {
		m.add(OutOfBounds, path, n+1, false, fmt.Sprintf("is %v, above the maximum %v", n+1, n))
	}
	if n := int(number(p["minLength"], 0)); n > 0 {
		m.add(OutOfBounds, path, "", false, fmt.Sprintf("is empty, shorter than %d", n))
	}
	if n := int(number(p["maxLength"], -1)); n >= 0 && n < 1<<16 {
		m.add(OutOfBounds, path, strings.Repeat("x", n+1), false, fmt.Sprintf("is longer than %d", n))
	}
	if _, ok := p["enum"]; ok {
		m.add(OutOfBounds, path, "toolerr_check_no_such_value", false, "is not one of the allowed values")
	}
	if _, ok := p["pattern"]; ok {
		m.add(OutOfBounds, path, "\u2603", false, "does not match the pattern")
	}
	if n := int(number(p["minItems"], 0)); n > 0 {
		m.add(OutOfBounds, path, []any{}, false, "is empty")
	}
}

const extraName = "toolerr_check_extra"

func (m *mutator) extra() { m.add(Extra, []string{extraName}, 1, false, "is not allowed") }

// none adds no input, and inputs that are not objects.
func (m *mutator) none() {
	if m.schema.valid(map[string]any{}) {
		return
	}
	var paths []string
	for _, name := range requiredOf(m.schema.resolved(m.schema.root)) {
		paths = append(paths, pointerOf([]string{name}))
	}
	m.inputs = append(m.inputs,
		input{probe: NoInput, doc: json.RawMessage(`{}`), why: "the input is empty", paths: paths},
		input{probe: NoInput, doc: json.RawMessage(`"text"`), why: "the input is a string"},
		input{probe: NoInput, doc: json.RawMessage(`[]`), why: "the input is a list"})
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
