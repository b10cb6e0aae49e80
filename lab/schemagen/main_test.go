package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/lab/strict"
	"github.com/toolerr/toolerr/schemas"
)

func TestFilesAreNotStale(t *testing.T) {
	var names []string
	for _, d := range list {
		names = append(names, d.name)
		want, err := schemaOf(d.name, d.sample)
		require.NoError(t, err)
		got, err := os.ReadFile(filepath.Join("../../schemas", d.name+".schema.json"))
		require.NoError(t, err)
		require.Equal(t, string(want), string(got), "%s is stale: run go generate ./schemas", d.name)
	}
	require.Equal(t, names, schemas.Names(), "a file without a row in documents, or a row out of order")
}

// node is one schema inside a document.
type node struct {
	at string
	s  map[string]any
}

// nodes returns every schema inside a generated document, the document first.
func nodes(t *testing.T, name string, sample any) []node {
	t.Helper()
	doc, err := schemaOf(name, sample)
	require.NoError(t, err)
	var root map[string]any
	require.NoError(t, json.Unmarshal(doc, &root))
	var all []node
	var walk func(at string, s map[string]any)
	walk = func(at string, s map[string]any) {
		all = append(all, node{at, s})
		for keyword, v := range s {
			at := at + "/" + keyword
			switch keyword {
			case "properties", "$defs":
				for name, sub := range v.(map[string]any) {
					if sub, ok := sub.(map[string]any); ok {
						walk(at+"/"+name, sub)
					}
				}
			case "oneOf", "anyOf", "allOf":
				for _, sub := range v.([]any) {
					walk(at, sub.(map[string]any))
				}
			case "items", "additionalProperties", "not":
				if sub, ok := v.(map[string]any); ok {
					walk(at, sub)
				}
			}
		}
	}
	walk(name, root)
	return all
}

// TestReflectorDefaults checks that the defaults of the reflector that are wrong for these
// documents are overridden.
func TestReflectorDefaults(t *testing.T) {
	nullable := []string{"/properties/id", "/properties/output_schema"}
	for _, d := range list {
		all := nodes(t, d.name, d.sample)
		root := all[0].s
		require.Equal(t, draftURI, root["$schema"], "the reflector writes no $schema")
		require.Equal(t, "urn:toolerr:schema:"+d.name, root["$id"])
		require.NotEmpty(t, root["title"], d.name)
		require.NotEmpty(t, root["description"], d.name)
		defs, _ := root["$defs"].(map[string]any)
		used := map[string]bool{}
		for _, n := range all {
			require.NotContains(t, n.s, "definitions",
				"%s: the reflector's draft has definitions, 2020-12 has $defs", n.at)
			ref, ok := n.s["$ref"].(string)
			if strings.HasPrefix(ref, schemas.CanonicalID) {
				require.NotEqual(t, "canonical-error", d.name)
				require.Contains(t, slices.Collect(maps.Values(references)), ref, n.at)
			} else if ok {
				name := strings.TrimPrefix(ref, "#/$defs/")
				require.Contains(t, defs, name, "%s: %s does not exist", n.at, ref)
				require.NotContains(t, n.s, "type", "%s: a type beside $ref", n.at)
				used[name] = true
			}
			if types, ok := n.s["type"].([]any); ok && slices.Contains(types, any("null")) {
				require.True(t, slices.ContainsFunc(nullable,
					func(p string) bool { return strings.HasSuffix(n.at, p) }),
					"%s: the reflector allows null for pointers, slices and maps; these documents omit them", n.at)
			}
			if enum, ok := n.s["enum"].([]any); ok {
				for _, v := range enum {
					require.IsType(t, "", v,
						"%s: the reflector converts numbers in an enum tag to strings; all enums must be of strings",
						n.at)
				}
				require.Contains(t, []any{"string", nil}, n.s["type"],
					"%s: an enum that no value of its type satisfies", n.at)
			}
		}
		for name, def := range defs {
			require.True(t, used[name], "%s: definition %s is not used", d.name, name)
			require.Regexp(t, `^[A-Z][A-Za-z0-9]*$`, name,
				"the name of a generic type has brackets, which must be escaped in a reference")
			require.NotEmpty(t, def.(map[string]any)["title"], "%s: definition %s", d.name, name)
			require.NotEmpty(t, def.(map[string]any)["description"], "%s: definition %s", d.name, name)
		}
	}
}

// TestTagsOfStructs checks the tags on which the reflector depends: it ignores a field without a
// json tag, does not derive required from omitempty, and does not detect types that implement
// json.Marshaler.
func TestTagsOfStructs(t *testing.T) {
	required := map[string]bool{"MCPContent.Text": false} // required only in text blocks: see rules
	marshalers := []reflect.Type{reflect.TypeFor[strict.MCPResult](), reflect.TypeFor[strict.Details]()}
	seen := map[reflect.Type]bool{}
	var walk func(s reflect.Type)
	walk = func(s reflect.Type) {
		for s.Kind() == reflect.Pointer || s.Kind() == reflect.Slice {
			s = s.Elem()
		}
		if s.Kind() != reflect.Struct || seen[s] || slices.Contains(marshalers, s) {
			return
		}
		seen[s] = true
		for f := range s.Fields() {
			walk(f.Type)
			if f.Name == "_" || s.Name() == "Problem" && f.Name == "Details" || strings.HasPrefix(s.Name(),
				"Member[") {
				continue
			}
			tag, ok := f.Tag.Lookup("json")
			require.True(t, ok, "%s.%s has no json tag", s.Name(), f.Name)
			want, special := required[s.Name()+"."+f.Name]
			if !special {
				want = !strings.HasSuffix(tag, ",omitempty") && !strings.HasSuffix(tag, ",omitzero")
			}
			require.Equal(t, want, f.Tag.Get("required") == "true",
				"%s.%s: required and omitempty or omitzero disagree", s.Name(), f.Name)
		}
	}
	for _, d := range list {
		walk(reflect.TypeOf(d.sample))
	}
	require.Greater(t, len(seen), 30)
}

// TestKeywords checks that the schemas use only keywords for which schemas/verify has messages.
func TestKeywords(t *testing.T) {
	known := []string{
		"$defs", "$id", "$ref", "$schema", "title", "description", "default", "examples",
		"type", "const", "enum", "format", "pattern", "minimum", "maximum",
		"properties", "required", "additionalProperties", "unevaluatedProperties", "dependentRequired",
		"items", "oneOf", "anyOf", "allOf",
	}
	for _, d := range list {
		for _, n := range nodes(t, d.name, d.sample) {
			for keyword := range n.s {
				require.Contains(t, known, keyword, n.at)
			}
		}
	}
}

// TestExamples checks that examples and defaults are valid values of their schema.
func TestExamples(t *testing.T) {
	examples := 0
	for _, d := range list {
		for _, n := range nodes(t, d.name, d.sample) {
			values, _ := n.s["examples"].([]any)
			if v, ok := n.s["default"]; ok {
				values = append(values, v)
			}
			if len(values) == 0 {
				continue
			}
			c := jsonschema.NewCompiler()
			c.AssertFormat()
			require.NoError(t, c.AddResource("urn:test", n.s))
			s, err := c.Compile("urn:test")
			require.NoError(t, err, n.at)
			for _, v := range values {
				examples++
				require.NoError(t, s.Validate(v), "%s: example %v", n.at, v)
			}
		}
	}
	require.Greater(t, examples, 20)
}

// TestMetaSchema checks that every schema is valid according to its draft.
func TestMetaSchema(t *testing.T) {
	c := jsonschema.NewCompiler()
	meta, err := c.Compile(draftURI)
	require.NoError(t, err)
	for _, d := range list {
		doc, err := schemaOf(d.name, d.sample)
		require.NoError(t, err)
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(string(doc)))
		require.NoError(t, err)
		require.NoError(t, meta.Validate(v), d.name)
	}
}
