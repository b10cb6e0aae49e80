package jsonschema_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	adapter "github.com/toolerr/toolerr/middleware/jsonschema"
)

const canary = "hunter2-canary"

func compile(t testing.TB, schema string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	c.AssertContent()
	require.NoError(t, c.AddResource("urn:test", doc))
	s, err := c.Compile("urn:test")
	require.NoError(t, err)
	return s
}

func parse(t testing.TB, in string) any {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(in))
	require.NoError(t, err)
	return doc
}

func coded(t testing.TB, err error) *errkit.Error {
	t.Helper()
	e, ok := err.(*errkit.Error)
	require.True(t, ok, "%T is no *errkit.Error: %v", err, err)
	require.NotNil(t, e)
	b, jerr := json.Marshal(e)
	require.NoError(t, jerr)
	require.NotContains(t, string(b)+e.Error()+fmt.Sprintf("%v", err), canary, "a value is in the answer")
	require.NotContains(t, string(b), "urn:test", "where the schema is, is nobody's business")
	return e
}

func said(e *errkit.Error) []string {
	var lines []string
	for _, f := range e.Fields {
		lines = append(lines, fmt.Sprintf("%s %s (%s %s)", f.Path, f.Message, f.Rule, f.Param))
	}
	return lines
}

func TestValidate(t *testing.T) {
	tests := []struct {
		name   string
		why    string
		schema string
		doc    string
		want   []string
	}{
		{name: "required", why: "the library reports it at the object", schema: `{"required":["a","b/c"]}`, doc: `{}`,
			want: []string{"/a is required (required )", "/b~1c is required (required )"}},
		{name: "unknown", why: "the library reports it at the object, in random order",
			schema: `{"additionalProperties":false}`, doc: `{"z":1,"a":"` + canary + `","m~":2}`,
			want: []string{"/a is not known (additionalProperties )", "/m~0 is not known (additionalProperties )",
				"/z is not known (additionalProperties )"}},
		{name: "unevaluated properties", schema: `{"properties":{"a":true},"unevaluatedProperties":false}`,
			doc: `{"a":1,"b":2}`, want: []string{"/b is not known (unevaluatedProperties )"}},
		{name: "unevaluated items", schema: `{"prefixItems":[true],"unevaluatedItems":false}`, doc: `[1,2]`,
			want: []string{"/1 is not known (unevaluatedItems )"}},
		{name: "false", schema: `{"properties":{"a":false}}`, doc: `{"a":1}`,
			want: []string{"/a is not allowed (false )"}},
		{name: "a type", schema: `{"properties":{"a":{"type":["string","null"]}}}`, doc: `{"a":1}`,
			want: []string{"/a must be null or a string (type null string)"}},
		{name: "an enum", schema: `{"enum":["red",1,null,{"a":1}]}`, doc: `"` + canary + `"`,
			want: []string{` must be one of red, 1, null, {"a":1} (enum red, 1, null, {"a":1})`}},
		{name: "alternatives told apart by a member", why: "its values say which one is meant",
			schema: `{"anyOf":[{"required":["text"],"properties":{"type":{"const":"text"}}},{"required":["data"],"properties":{"type":{"enum":["image","audio"]}}}]}`,
			doc:    `{"type":"text"}`, want: []string{"/text is required (required )"}},
		{name: "alternatives of which none is meant", why: "the member that tells them apart is wrong",
			schema: `{"anyOf":[{"required":["text"],"properties":{"type":{"const":"text"}}},{"required":["data"],"properties":{"type":{"enum":["image","audio"]}}}]}`,
			doc:    `{"type":"video"}`, want: []string{"/type must be one of text, image, audio (enum text, image, audio)"}},
		{name: "alternatives whose sign is missing", why: "each requires it, and something else",
			schema: `{"anyOf":[{"required":["type","text"],"properties":{"type":{"const":"text"}}},{"required":["type","data"],"properties":{"type":{"const":"data"}}}]}`,
			doc:    `{}`, want: []string{"/type is required (required )"}},
		{name: "any of, a member that not all of them require", why: "the other one is enough",
			schema: `{"anyOf":[{"anyOf":[{"required":["a"]},{"required":["a","b"]}]},{"required":["c"]}]}`,
			doc:    `{}`, want: []string{" must have one of the allowed forms (anyOf )"}},
		{name: "any of, a member that one of them requires twice",
			schema: `{"anyOf":[{"allOf":[{"required":["a"]},{"required":["a"]}]},{"required":["c"]}]}`,
			doc:    `{}`, want: []string{" must have one of the allowed forms (anyOf )"}},
		{name: "any of, a member of alternatives within them", why: "no alternative requires it",
			schema: `{"anyOf":[{"anyOf":[{"required":["a"]},{"required":["b"]}]},{"anyOf":[{"required":["a"]},{"required":["c"]}]}]}`,
			doc:    `{}`, want: []string{" must have one of the allowed forms (anyOf )"}},
		{name: "alternatives without a sign", why: "nothing says which one is meant",
			schema: `{"anyOf":[{"required":["text"]},{"required":["data"]}]}`,
			doc:    `{}`, want: []string{" must have one of the allowed forms (anyOf )"}},
		{name: "a name that is almost known", why: "a sender that removes it loses what it wants",
			schema: `{"properties":{"max_price":{},"a":{},"list":{"items":{"properties":{"mailbox":{}},"additionalProperties":false}}},"additionalProperties":false}`,
			doc:    `{"maxPrices":1,"b":2,"list":[{"mailBoxe":1}]}`, want: []string{"/b is not known (additionalProperties )",
				"/list/0/mailBoxe is not known; did you mean mailbox? (additionalProperties )",
				"/maxPrices is not known; did you mean max_price? (additionalProperties )"}},
		{name: "an enum of one", schema: `{"enum":["red"]}`, doc: `1`, want: []string{" must be red (enum red)"}},
		{name: "a constant", schema: `{"const":[1]}`, doc: `"` + canary + `"`,
			want: []string{" must be [1] (const [1])"}},
		{name: "a pattern", why: "the library quotes the value", schema: `{"pattern":"^a+$"}`, doc: `"` + canary + `"`,
			want: []string{" must match the pattern ^a+$ (pattern ^a+$)"}},
		{name: "a format", why: "the library quotes the value", schema: `{"format":"email"}`, doc: `"` + canary + `"`,
			want: []string{" must be an email address (format email)"}},
		{name: "lengths", schema: `{"properties":{"a":{"minLength":2},"b":{"maxLength":1}}}`,
			doc: `{"a":"x","b":"` + canary + `"}`,
			want: []string{"/a must be at least 2 characters (minLength 2)",
				"/b must be at most 1 character (maxLength 1)"}},
		{name: "items", schema: `{"minItems":2,"uniqueItems":true}`, doc: `[1]`,
			want: []string{" must have at least 2 items (minItems 2)"}},
		{name: "too many items", schema: `{"maxItems":1}`, doc: `[1,2]`,
			want: []string{" must have at most 1 item (maxItems 1)"}},
		{name: "duplicates", schema: `{"uniqueItems":true}`, doc: `["` + canary + `",2,"` + canary + `"]`,
			want: []string{" must not have duplicates; items 0 and 2 are equal, counted from 0 (uniqueItems )"}},
		{name: "items of old drafts", schema: `{"$schema":"http://json-schema.org/draft-07/schema#","items":[true],"additionalItems":false}`, doc: `[1,2,3]`, want: []string{" has 2 items too many (additionalItems )"}},
		{name: "properties", schema: `{"minProperties":1}`, doc: `{}`,
			want: []string{" must have at least 1 property (minProperties 1)"}},
		{name: "too many properties", schema: `{"maxProperties":2}`, doc: `{"a":1,"b":2,"c":3}`,
			want: []string{" must have at most 2 properties (maxProperties 2)"}},
		{name: "contains", schema: `{"contains":{"const":1}}`, doc: `["` + canary + `"]`,
			want: []string{" must contain an item of the required form (contains )"}},
		{name: "contains a few", schema: `{"contains":{"const":1},"minContains":2}`, doc: `[1]`,
			want: []string{" must contain at least 2 items of the required form (minContains 2)"}},
		{name: "contains too many", schema: `{"contains":{"const":1},"maxContains":1}`, doc: `[1,1]`,
			want: []string{" must contain at most 1 item of the required form (maxContains 1)"}},
		{name: "exact numbers", why: "the library rounds them", schema: `{"maximum":9007199254740993}`,
			doc: `9007199254740994`, want: []string{" must be at most 9007199254740993 (maximum 9007199254740993)"}},
		{name: "fractions", schema: `{"properties":{"a":{"minimum":0.1},"b":{"exclusiveMinimum":1},"c":{"exclusiveMaximum":1e2},"d":{"multipleOf":0.25}}}`, doc: `{"a":0,"b":1,"c":100,"d":0.3}`,
			want: []string{"/a must be at least 0.1 (minimum 0.1)", "/b must be greater than 1 (exclusiveMinimum 1)",
				"/c must be less than 100 (exclusiveMaximum 100)", "/d must be a multiple of 0.25 (multipleOf 0.25)"}},
		{name: "not", schema: `{"not":{"type":"string"}}`, doc: `"` + canary + `"`,
			want: []string{" has a form that is not allowed (not )"}},
		{name: "if one, then another", schema: `{"dependentRequired":{"a":["b"]}}`, doc: `{"a":1}`,
			want: []string{"/b is required when a is given (dependentRequired a)"}},
		{name: "the same in old drafts",
			schema: `{"$schema":"http://json-schema.org/draft-07/schema#","dependencies":{"a":["b"]}}`, doc: `{"a":1}`,
			want: []string{"/b is required when a is given (dependencies a)"}},
		{name: "if then", schema: `{"if":{"required":["a"]},"then":{"required":["b"]}}`, doc: `{"a":1}`,
			want: []string{"/b is required (required )"}},
		{name: "content", schema: `{"contentEncoding":"base64"}`, doc: `"` + canary + `!"`,
			want: []string{" must be base64 (contentEncoding base64)"}},
		{name: "a media type", schema: `{"contentMediaType":"application/json"}`, doc: `"` + canary + `"`,
			want: []string{" must be application/json (contentMediaType application/json)"}},
		{name: "the schema of content", why: "its violations are not in this document",
			schema: `{"properties":{"a":{"contentMediaType":"application/json","contentSchema":{"required":["x"]}},"b":{"type":"string"}}}`, doc: `{"a":"{}","b":1}`,
			want: []string{" has content of the wrong form (contentSchema )", "/b must be a string (type string)"}},
		{name: "all of", schema: `{"allOf":[{"required":["a"]},{"required":["a","b"]}]}`, doc: `{}`,
			want: []string{"/a is required (required )", "/b is required (required )"}},
		{name: "a reference", schema: `{"$defs":{"n":{"type":"integer"}},"properties":{"a":{"$ref":"#/$defs/n"}}}`,
			doc: `{"a":"` + canary + `"}`, want: []string{"/a must be an integer (type integer)"}},
		{name: "deep", schema: `{"properties":{"list":{"items":{"required":["sku"]}}}}`,
			doc:  `{"list":[{"sku":1},{},{}]}`,
			want: []string{"/list/1/sku is required (required )", "/list/2/sku is required (required )"}},
		{name: "ten and more", why: "2 comes before 10", schema: `{"items":{"type":"string"}}`,
			doc: `[1,"",1,"","","","","","","",1]`,
			want: []string{"/0 must be a string (type string)", "/2 must be a string (type string)",
				"/10 must be a string (type string)"}},
		{name: "items after a prefix", why: "the index is that of the array",
			schema: `{"prefixItems":[true,true],"items":{"type":"string"}}`, doc: `[1,1,"",1]`,
			want: []string{"/3 must be a string (type string)"}},
		{name: "items and names", why: "9 < 10 < 1a < 9 is not an order",
			schema: `{"additionalProperties":{"type":"string"}}`, doc: `{"1a":1,"10":1,"9":1,"09":1}`,
			want: []string{"/09 must be a string (type string)", "/9 must be a string (type string)",
				"/10 must be a string (type string)", "/1a must be a string (type string)"}},
		{name: "an object that looks like an array", schema: `{"additionalProperties":{"type":"string"}}`,
			doc: `{"10":1,"9":1}`, want: []string{"/9 must be a string (type string)",
				"/10 must be a string (type string)"}},

		{name: "one of, by a constant", schema: `{"oneOf":[{"properties":{"kind":{"const":"a"},"x":{"type":"string"}},"required":["kind","x"]},{"properties":{"kind":{"const":"b"}},"required":["kind","y"]}]}`,
			doc: `{"kind":"b"}`, want: []string{"/y is required (required )"}},
		{name: "one of, no constant fits",
			schema: `{"oneOf":[{"properties":{"kind":{"const":"a"}}},{"properties":{"kind":{"const":"b"}}}]}`,
			doc:    `{"kind":"` + canary + `"}`, want: []string{"/kind must be one of a, b (enum a, b)"}},
		{name: "one of, several fit", schema: `{"oneOf":[{"type":"integer"},{"minimum":1}]}`, doc: `2`,
			want: []string{" must have exactly one of the allowed forms, but has several (oneOf )"}},
		{name: "any of, by type", schema: `{"anyOf":[{"type":"null"},{"type":"object","required":["a"]}]}`, doc: `{}`,
			want: []string{"/a is required (required )"}},
		{name: "any of, types alone", schema: `{"anyOf":[{"type":"string"},{"type":"integer"}]}`, doc: `true`,
			want: []string{" must be a string or an integer (type string integer)"}},
		{name: "any of, nothing to tell by", schema: `{"anyOf":[{"required":["a"]},{"required":["b"]}]}`, doc: `{}`,
			want: []string{" must have one of the allowed forms (anyOf )"}},
		{name: "any of one", schema: `{"anyOf":[{"required":["a"]}]}`, doc: `{}`,
			want: []string{"/a is required (required )"}},
		{name: "any of references", schema: `{"$defs":{"a":{"properties":{"t":{"const":"a"}},"required":["t"]},"b":{"properties":{"t":{"const":"b"}},"required":["t","v"]}},"anyOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/b"}]}`,
			doc: `{"t":"b"}`, want: []string{"/v is required (required )"}},

		{name: "a name", schema: `{"propertyNames":{"pattern":"^[a-z]+$"}}`, doc: `{"A/":1}`,
			want: []string{"/A~1 has a name that is not allowed (propertyNames )"}},
		{name: "a name, deep", why: "the library does not report the object",
			schema: `{"properties":{"m":{"properties":{"n":{"propertyNames":{"maxLength":1}}}}}}`,
			doc:    `{"m":{"n":{"ab":1}},"x":[1]}`,
			want:   []string{"/m/n/ab has a name that is not allowed (propertyNames )"}},
		{name: "a name, twice", why: "it may be in either object",
			schema: `{"properties":{"m":{"propertyNames":{"maxLength":1}}}}`, doc: `{"m":{"ab":1},"x":{"ab":1}}`,
			want: []string{` has a property whose name is not allowed: "ab" (propertyNames )`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			schema, doc := compile(t, tt.schema), parse(t, tt.doc)
			for range 5 { // the library walks over maps
				e := coded(t, adapter.Validate(schema, doc))
				require.Equal(t, errkit.InvalidInput, e.Kind)
				require.Equal(t, tt.want, said(e), tt.why)
				require.ErrorAs(t, e, new(*jsonschema.ValidationError))
			}
		})
	}
}

// The place of an invalid name that the library reports may be that of another value, so it is
// not used.
func TestPropertyNamesWithAPlace(t *testing.T) {
	err := compile(t, `{"properties":{"m":{"propertyNames":{"maxLength":1}}}}`).Validate(parse(t,
		`{"m":{"ab":1},"x":{}}`))
	var invalid *jsonschema.ValidationError
	require.ErrorAs(t, err, &invalid)
	require.Len(t, invalid.Causes, 1)
	for _, at := range [][]string{nil, {"m"}, {"x"}} {
		invalid.Causes[0].InstanceLocation = at
		require.Equal(t, []string{` has a property whose name is not allowed: "ab" (propertyNames )`},
			said(adapter.Classifier(t.Context(), invalid)))
	}
}

func TestValid(t *testing.T) {
	require.NoError(t, adapter.Validate(compile(t, `{"type":"object"}`), parse(t, `{}`)))
}

func TestInternal(t *testing.T) {
	cycle := compile(t, `{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}`)
	tests := []struct {
		name   string
		schema *jsonschema.Schema
		doc    any
	}{
		{"a schema that leads to itself", cycle, parse(t, `1`)},
		{"no JSON", compile(t, `{"type":"string"}`), make(chan int)},
		{"no JSON inside", compile(t, `{"properties":{"a":{"type":"string"}}}`),
			map[string]any{"a": struct{ canary string }{canary}}},
		{"no schema", nil, parse(t, `1`)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := coded(t, adapter.Validate(tt.schema, tt.doc))
			require.Equal(t, errkit.Internal, e.Kind)
			require.Empty(t, e.Fields)
			require.Error(t, e.Err)
		})
	}
}

func TestClassifier(t *testing.T) {
	b := middleware.Boundary{Classify: []middleware.Classifier{adapter.Classifier}}
	err := compile(t, `{"properties":{"a":{"propertyNames":{"maxLength":1},"required":["x"]}}}`).Validate(parse(t,
		`{"a":{"bb":1}}`))
	e := coded(t, b.Handle(t.Context(), fmt.Errorf("%s: %w", canary, err)))
	require.Equal(t, errkit.InvalidInput, e.Kind)
	require.Equal(t, []string{` has a property whose name is not allowed: "bb" (propertyNames )`,
		"/a/x is required (required )"}, said(e))

	require.Nil(t, adapter.Classifier(t.Context(), errors.New(canary)))
	var none *jsonschema.ValidationError
	require.Nil(t, adapter.Classifier(t.Context(), none))
	require.Equal(t, []string{" is not valid ( )"},
		said(adapter.Classifier(t.Context(), &jsonschema.ValidationError{})))

	// An invalid schema is not about an input.
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("urn:test", map[string]any{"type": canary}))
	_, err = c.Compile("urn:test")
	require.Error(t, err)
	require.Equal(t, errkit.Internal, coded(t, b.Handle(t.Context(), err)).Kind)
}

func TestBounds(t *testing.T) {
	list := make([]any, 10_000)
	for i := range list {
		list[i] = map[string]any{"bad name": math.Pi}
	}
	e := coded(t, adapter.Validate(compile(t, `{"items":{"propertyNames":{"maxLength":1},"required":["a"]}}`), list))
	require.Len(t, e.Fields, 100)
}

func TestConcurrent(t *testing.T) {
	schema, doc := compile(t, `{"required":["a"],"properties":{"b":{"type":"string"}}}`), parse(t, `{"b":1}`)
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			if e, ok := adapter.Validate(schema, doc).(*errkit.Error); !ok || len(e.Fields) != 2 {
				t.Errorf("got %v", e)
			}
		})
	}
	wg.Wait()
}

func BenchmarkValidate(b *testing.B) {
	schema, doc := compile(b, `{"required":["a","b"],"properties":{"c":{"type":"string"}}}`), parse(b, `{"c":1}`)
	b.Run("find", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_ = schema.Validate(doc)
		}
	})
	b.Run("find and say", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_ = adapter.Validate(schema, doc)
		}
	})
}

// The values of a member that is missing or of another type are in its message, because its sender
// has to choose one of them.
func TestMemberValues(t *testing.T) {
	schema := json.RawMessage(`{"required":["tone","bell","list"],"$defs":{"tone":{"type":["string","integer"],"enum":["low",7]},"loop":{"$ref":"#/$defs/loop"}},
		"properties":{"tone":{"$ref":"#/$defs/tone"},"bell":{"type":"string"},"loop":{"$ref":"#/$defs/loop"},
		"list":{"type":"array","items":{"required":["a/b"],"properties":{"a/b":{"enum":["x"]}}}}}}`)
	messages := func(arguments string) (list []string) {
		for _, f := range adapter.Faults(schema, json.RawMessage(arguments), false) {
			list = append(list, f.Path+" "+string(f.Message))
		}
		return list
	}
	require.Equal(t, []string{"/bell is required", "/list is required", "/tone is required, and must be one of low, 7"}, messages(""))
	require.Equal(t, []string{"/list/1/a~1b is required, and must be x"}, messages(`{"tone":7,"bell":"","list":[{"a/b":"x"},{}]}`))
	require.Equal(t, []string{"/bell must be a string", "/list must be an array", "/tone must be one of low, 7"},
		messages(`{"tone":{},"bell":7,"list":""}`))
}
