package input

import (
	"bytes"
	"encoding/json"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/internal/request"
	schemas "github.com/toolerr/toolerr/internal/schema"
)

// schema is the JSON Schema of an input.
type schema struct {
	compiled *jsonschema.Schema
	root     any     // the document
	number   float64 // for a number without limits
	own      bool    // no defaults and examples of the schema, which may be names of what exists
	left     int     // how many values make may still make
}

const maxMade = 10_000 // values that are made of a schema

// newSchema returns a schema, nil for one that the library cannot compile, that has numbers with
// which it cannot calculate, or that refers to another document: a server must not make requests.
func newSchema(doc json.RawMessage) *schema {
	tree, err := request.Parse(doc)
	if err != nil || len(request.OutOfRange(tree)) > 0 {
		return nil
	}
	_, compiled, err := schemas.Compile(doc, false)
	if err != nil {
		return nil
	}
	return &schema{compiled: compiled, root: tree.Any(), left: maxMade}
}

// children are the elements of a list, or the members of an object.
func children(v any) iter.Seq[any] {
	if list, ok := v.([]any); ok {
		return slices.Values(list)
	}
	object, _ := v.(map[string]any)
	return maps.Values(object)
}

// maxSteps is the number of parts of a schema that a value is compared with, at most.
const maxSteps = 20_000

// affordable reports whether the library compares a value with the schema in little time:
// alternatives that refer to each other make so many steps that it would not end.
func (s *schema) affordable(v any) bool {
	return s.walk(s.root, v, new(maxSteps))
}

func (s *schema) walk(part, v any, left *int) bool {
	if *left--; *left < 0 {
		return false
	}
	m, _ := part.(map[string]any)
	for keyword, below := range m {
		parts, values := one(below), children(v)
		switch keyword {
		case "$ref", "$dynamicRef", "$recursiveRef":
			ref, _ := below.(string)
			target, found := s.lookUp(ref)
			if !found {
				return false
			}
			parts, values = one(target), one(v)
		case "not", "if", "then", "else":
			values = one(v)
		case "anyOf", "oneOf", "allOf", "dependentSchemas":
			parts, values = children(below), one(v)
		case "properties":
			named, _ := below.(map[string]any)
			object, _ := v.(map[string]any)
			for name, e := range object {
				if p, has := named[name]; has && !s.walk(p, e, left) {
					return false
				}
			}
			continue
		case "patternProperties", "prefixItems":
			parts = children(below)
		case "items":
			if _, each := below.([]any); each {
				parts = children(below)
			}
		case "additionalProperties", "unevaluatedProperties", "contains", "unevaluatedItems", "additionalItems":
		default:
			continue
		}
		for p := range parts {
			for e := range values {
				if !s.walk(p, e, left) {
					return false
				}
			}
		}
	}
	return true
}

func one(v any) iter.Seq[any] { return slices.Values([]any{v}) }

// valid reports whether the schema allows a value.
func (s *schema) valid(v any) bool {
	doc, err := json.Marshal(v)
	if err != nil {
		return false
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc)) // with numbers of the type that the library expects
	return err == nil && s.compiled.Validate(parsed) == nil
}

// lookUp returns what a reference inside of the schema leads to.
func (s *schema) lookUp(ref string) (any, bool) {
	path, ok := strings.CutPrefix(ref, "#")
	if !ok || path != "" && path[0] != '/' { // the name of an anchor
		return nil, false
	}
	at := s.root
	for _, token := range strings.Split(path, "/")[1:] {
		m, _ := at.(map[string]any)
		if at, ok = m[pointer.Unescape(token)]; !ok {
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

// Shuffled returns a list in an order that the seed decides.
func Shuffled[T any](seed uint64, list []T) []T {
	r := rand.New(rand.NewPCG(seed, uint64(len(list))))
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// number returns a number of a schema, or another value without one.
func number(v any, otherwise float64) float64 {
	switch v := v.(type) {
	case json.Number:
		if f, err := v.Float64(); err == nil {
			return f
		}
	case float64:
		return v
	}
	return otherwise
}

// requiredOf returns the required members of an object's schema.
func requiredOf(m map[string]any) (names []string) {
	list, _ := m["required"].([]any)
	for _, name := range list {
		if name, ok := name.(string); ok {
			names = append(names, name)
		}
	}
	return names
}

func keys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
