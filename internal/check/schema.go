package check

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"
)

// schema is the JSON Schema of an input.
type schema struct {
	compiled *jsonschema.Schema
	root     any // the document
	seed     uint64
	number   float64 // for a number without limits
	own      bool    // no defaults and examples of the schema, which may be names of what exists
	left     int     // how many values make may still make
}

const (
	maxMade     = 10_000 // values that are made of a schema
	maxExponent = 400    // of a number; a float64 has 308
)

// The values of samples. A text is a word that states what it is, so that it names nothing, also
// if it is cut. A number is larger than the IDs of processes and of most rows; for a tool that
// only reads it is 1, because it may be the number of rows.
const (
	testWord = "toolerr_check_test_value"
	noID     = 7_777_777
)

var errNumber = errors.New("a number of the schema is too large or too small")

const schemaURL = "toolerr:input"

func newSchema(doc json.RawMessage, seed uint64) (*schema, error) {
	root, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err != nil {
		return nil, err
	}
	if !smallNumbers(root) {
		return nil, errNumber
	}
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(noLoader{})
	if err := compiler.AddResource(schemaURL, root); err != nil {
		return nil, err
	}
	compiled, err := compiler.Compile(schemaURL)
	if err != nil {
		return nil, err
	}
	return &schema{compiled: compiled, root: root, seed: seed, left: maxMade}, nil
}

// smallNumbers reports whether the library can calculate with all numbers of a schema: it needs memory by their exponents.
func smallNumbers(v any) bool {
	switch v := v.(type) {
	case json.Number:
		digits, exponent, _ := strings.Cut(strings.ToLower(v.String()), "e")
		n, err := strconv.Atoi(cmp.Or(exponent, "0"))
		return err == nil && n <= maxExponent && n >= -maxExponent && len(digits) <= maxExponent
	case []any:
		return !slices.ContainsFunc(v, func(e any) bool { return !smallNumbers(e) })
	case map[string]any:
		for _, e := range v {
			if !smallNumbers(e) {
				return false
			}
		}
	}
	return true
}

// noLoader loads nothing: a schema of a server must not make requests.
type noLoader struct{}

func (noLoader) Load(string) (any, error) { return nil, errors.New("a reference out of the schema") }

// maxSteps is the number of parts of a schema that a value is compared with, at most.
const maxSteps = 20_000

// affordable reports whether the library compares a value with the schema in little time: alternatives that refer to each other
// make so many steps that it would not end.
func (s *schema) affordable(v any) bool {
	left := maxSteps
	return s.walk(s.root, v, &left)
}

func (s *schema) walk(part, v any, left *int) bool {
	if *left--; *left < 0 {
		return false
	}
	m, _ := part.(map[string]any)
	object, _ := v.(map[string]any)
	list, _ := v.([]any)
	for keyword, below := range m {
		ok := true
		switch keyword {
		case "$ref", "$dynamicRef", "$recursiveRef":
			ref, _ := below.(string)
			target, found := s.lookUp(ref)
			ok = found && s.walk(target, v, left)
		case "not", "if", "then", "else":
			ok = s.walk(below, v, left)
		case "anyOf", "oneOf", "allOf":
			parts, _ := below.([]any)
			for i := 0; i < len(parts) && ok; i++ {
				ok = s.walk(parts[i], v, left)
			}
		case "properties", "dependentSchemas":
			parts, _ := below.(map[string]any)
			for name, e := range object {
				if p, has := parts[name]; has && keyword == "properties" {
					ok = ok && s.walk(p, e, left)
				} else if has {
					ok = ok && s.walk(p, v, left)
				}
			}
		case "patternProperties":
			parts, _ := below.(map[string]any)
			for _, p := range parts {
				for _, e := range object {
					ok = ok && s.walk(p, e, left)
				}
			}
		case "additionalProperties", "unevaluatedProperties":
			for _, e := range object {
				ok = ok && s.walk(below, e, left)
			}
		case "items", "prefixItems", "contains", "unevaluatedItems", "additionalItems":
			parts, each := below.([]any)
			for i, e := range list {
				switch {
				case !each:
					ok = ok && s.walk(below, e, left)
				case i < len(parts):
					ok = ok && s.walk(parts[i], e, left)
				}
			}
		}
		if !ok {
			return false
		}
	}
	return true
}

// valid reports whether the schema allows a value.
func (s *schema) valid(v any) bool {
	doc, err := json.Marshal(v)
	if err != nil {
		return false
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc)) // with numbers of the type that the library expects
	return err == nil && s.compiled.Validate(parsed) == nil
}

// sample returns an input that the schema allows: the first example, or one that is made from the schema. It reports false
// if it made none.
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
	for _, name := range []string{"const", "default"} {
		if v, ok := m[name]; ok && !(s.own && name == "default") {
			return v, s.spend(v)
		}
	}
	for _, name := range []string{"examples", "enum"} {
		if s.own && name == "examples" {
			continue
		}
		if list, ok := m[name].([]any); ok && len(list) > 0 {
			return list[0], s.spend(list[0])
		}
	}
	for _, name := range []string{"oneOf", "anyOf", "allOf"} {
		list, ok := m[name].([]any)
		if !ok || m["properties"] != nil {
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

// spend counts the values of a part of the schema that becomes a part of an input. A text counts by its length.
func (s *schema) spend(v any) bool {
	switch v := v.(type) {
	case string:
		s.left -= len(v) / 1024
	case []any:
		s.left -= len(v)
		for _, e := range v {
			if !s.spend(e) {
				return false
			}
		}
	case map[string]any:
		s.left -= len(v)
		for _, e := range v {
			if !s.spend(e) {
				return false
			}
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

func (s *schema) makeString(m map[string]any) string {
	if pattern, ok := m["pattern"].(string); ok {
		if text, ok := matching(pattern, int(s.seed%1000)); ok {
			return text
		}
	}
	format, _ := m["format"].(string)
	text := map[string]string{
		"date": "2030-01-02", "date-time": "2030-01-02T03:04:05Z", "time": "03:04:05Z", "duration": "PT1H",
		"email": "toolerr-check-test@example.com", "hostname": "toolerr-check-test.example.com", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1",
		"uri": "https://example.com/toolerr-check-test", "uri-reference": "/toolerr-check-test", "uuid": "6f1c1f4e-8a55-4f4e-9d0b-0a2b3c4d5e6f",
	}[format]
	if text == "" {
		text = testWord
	}
	if least := int(number(m["minLength"], 0)); least > len(text) {
		text += strings.Repeat("x", min(least-len(text), 1<<16))
	}
	if most := int(number(m["maxLength"], 1<<16)); most >= 0 && most < len(text) {
		text = text[:most]
	}
	return text
}

// matching returns a text that matches a regular expression, if it is one of Go.
func matching(pattern string, seed int) (text string, ok bool) {
	defer func() { ok = recover() == nil && ok }()
	return rapid.StringMatching(pattern).Example(seed), true
}

// lookUp returns what a reference inside of the schema leads to.
func (s *schema) lookUp(ref string) (any, bool) {
	path, ok := strings.CutPrefix(ref, "#")
	if !ok || path != "" && path[0] != '/' { // the name of an anchor
		return nil, false
	}
	at := s.root
	for _, token := range strings.Split(path, "/")[1:] {
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		m, ok := at.(map[string]any)
		if !ok {
			return nil, false
		}
		if at, ok = m[token]; !ok {
			return nil, false
		}
	}
	return at, true
}

// resolved follows the references of a part of the schema.
func (s *schema) resolved(part any) map[string]any {
	for range maxDepth {
		m, ok := part.(map[string]any)
		if !ok {
			return nil
		}
		ref, ok := m["$ref"].(string)
		if !ok {
			return m
		}
		if part, ok = s.lookUp(ref); !ok {
			return nil
		}
	}
	return nil
}

func typeOf(m map[string]any) string {
	switch t := m["type"].(type) {
	case string:
		return t
	case []any:
		for _, name := range t {
			if name, ok := name.(string); ok && name != "null" {
				return name
			}
		}
	}
	if m["properties"] != nil {
		return "object"
	}
	return ""
}

func shuffled[T any](seed uint64, list []T) []T {
	r := rand.New(rand.NewPCG(seed, uint64(len(list))))
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}
