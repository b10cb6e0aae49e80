package input

import (
	"cmp"
	"encoding/json"
	"math"
	"regexp/syntax"
	"strconv"
	"strings"
)

// The values of samples. A text is a word that states what it is, so that it names nothing, also
// if it is cut. A number is larger than the IDs of processes and of most rows; for a tool that
// only reads it is 1, because it may be the number of rows.
const (
	testWord = "toolerr_check_test_value"
	noID     = 7_777_777
)

// sample returns an input that the schema allows: the first example, or one that is made from the
// schema. It reports false if it made none.
func (s *schema) sample(examples []json.RawMessage) (any, bool) {
	for _, e := range examples {
		var v any
		if json.Unmarshal(e, &v) == nil && s.affordable(v) && s.valid(v) {
			return v, true
		}
	}
	for _, all := range []bool{false, true} { // only what is required, then every member
		if v, ok := s.make(s.root, all, 0); ok && s.affordable(v) && s.valid(v) {
			return v, true
		}
	}
	return nil, false
}

const maxDepth = 12

// make makes a value for a part of the schema. With all it has the optional members.
func (s *schema) make(part any, all bool, depth int) (any, bool) {
	m, ok := part.(map[string]any)
	if !ok {
		return map[string]any{}, part != false
	}
	if s.left--; depth > maxDepth || s.left < 0 {
		return nil, false
	}
	if ref, ok := m["$ref"].(string); ok {
		target, ok := s.lookUp(ref)
		if !ok {
			return nil, false
		}
		return s.make(target, all, depth+1)
	}
	if v, ok := s.stated(m); ok {
		return v, s.spend(v)
	}
	for _, name := range []string{"oneOf", "anyOf", "allOf"} {
		list, ok := m[name].([]any)
		if !ok || m["properties"] != nil || name == "allOf" && m["type"] != nil { // it has keywords of its own
			continue
		}
		for _, alternative := range list {
			if v, ok := s.make(alternative, all, depth+1); ok {
				return v, true
			}
		}
		if len(list) > 0 {
			return nil, false
		}
	}
	switch typeOf(m) {
	case "object":
		return s.makeObject(m, all, depth)
	case "array":
		list := []any{}
		n := int(number(m["minItems"], 0))
		if n == 0 && all && depth < 3 {
			n = 1
		}
		for range min(n, 100) {
			v, ok := s.make(m["items"], all, depth+1)
			if !ok {
				return nil, false
			}
			list = append(list, v)
		}
		return list, true
	case "string":
		text := s.makeString(m)
		return text, s.spend(text)
	case "integer":
		return json.Number(formatInt(nearest(m, s.number))), true
	case "number":
		return nearest(m, s.number), true
	case "boolean":
		return false, true
	case "null":
		return nil, true
	}
	return testWord, true
}

// stated returns a value that a part of the schema states itself.
func (s *schema) stated(m map[string]any) (any, bool) {
	for _, name := range []string{"const", "default"} {
		if v, ok := m[name]; ok && !(s.own && name == "default") {
			return v, true
		}
	}
	for _, name := range []string{"examples", "enum"} {
		if list, _ := m[name].([]any); len(list) > 0 && !(s.own && name == "examples") {
			return list[0], true
		}
	}
	return nil, false
}

// spend counts the values of a part of the schema that becomes a part of an input. A text counts
// by its length.
func (s *schema) spend(v any) bool {
	if v, ok := v.(string); ok {
		s.left -= len(v) / 1024
	}
	for e := range children(v) {
		if s.left--; !s.spend(e) {
			return false
		}
	}
	return s.left >= 0
}

func (s *schema) makeObject(m map[string]any, all bool, depth int) (any, bool) {
	properties, _ := m["properties"].(map[string]any)
	names := requiredOf(m)
	if all {
		names = keys(properties)
	}
	object := map[string]any{}
	for _, name := range names {
		v, ok := s.make(properties[name], all, depth+1)
		if !ok {
			if all {
				continue
			}
			return nil, false
		}
		object[name] = v
	}
	return object, true
}

// formats are texts of the formats of JSON Schema.
var formats = map[string]string{
	"date": "2030-01-02", "date-time": "2030-01-02T03:04:05Z", "time": "03:04:05Z", "duration": "PT1H",
	"email": "toolerr-check-test@example.com", "hostname": "toolerr-check-test.example.com",
	"ipv4": "192.0.2.1", "ipv6": "2001:db8::1",
	"uri": "https://example.com/toolerr-check-test", "uri-reference": "/toolerr-check-test",
	"uuid": "6f1c1f4e-8a55-4f4e-9d0b-0a2b3c4d5e6f",
}

func (s *schema) makeString(m map[string]any) string {
	if pattern, ok := m["pattern"].(string); ok {
		if re, err := syntax.Parse(pattern, syntax.Perl); err == nil {
			return matching(re)
		}
	}
	format, _ := m["format"].(string)
	text := cmp.Or(formats[format], testWord)
	if least := int(number(m["minLength"], 0)); least > len(text) {
		text += strings.Repeat("x", min(least-len(text), 1<<16))
	}
	if most := int(number(m["maxLength"], 1<<16)); most >= 0 && most < len(text) {
		text = text[:most]
	}
	return text
}

// matching returns a text that matches a regular expression of Go, in most cases: what it asserts
// about the place of a text is ignored.
func matching(re *syntax.Regexp) string {
	text := ""
	switch re.Op {
	case syntax.OpLiteral:
		return string(re.Rune)
	case syntax.OpCharClass:
		for i := 0; i < len(re.Rune); i += 2 { // the first and the last of a range
			if r := max(re.Rune[i], '7'); r <= re.Rune[i+1] {
				return string(r)
			}
		}
		return string(re.Rune[:min(1, len(re.Rune))])
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return "x"
	case syntax.OpAlternate, syntax.OpCapture, syntax.OpPlus:
		return matching(re.Sub[0])
	case syntax.OpRepeat:
		return strings.Repeat(matching(re.Sub[0]), re.Min)
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			text += matching(sub)
		}
	}
	return text
}

// nearest returns the number nearest to another one that the limits of a schema allow.
func nearest(m map[string]any, to float64) float64 {
	least := number(m["minimum"], math.Inf(-1))
	if above := number(m["exclusiveMinimum"], math.Inf(-1)); above >= least {
		least = above + 1
	}
	n := max(to, least)
	most := number(m["maximum"], math.Inf(1))
	if below := number(m["exclusiveMaximum"], math.Inf(1)); below <= most {
		most = below - 1
	}
	n = min(n, most)
	if step := number(m["multipleOf"], 0); step > 0 {
		n = math.Ceil(n/step) * step
		if n > most {
			n -= step
		}
	}
	return n
}

func formatInt(f float64) string { return strconv.FormatFloat(math.Trunc(f), 'f', -1, 64) }
