package jsonschema_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/lab/attack"
	adapter "github.com/toolerr/toolerr/middleware/jsonschema"
)

const attacked = `{
	"additionalProperties": false,
	"properties": {
		"m": {"additionalProperties": {"items": {"type": "object", "properties": {"x": {"type": "string"}}, "additionalProperties": false, "required": ["y"]}}},
		"s": {"items": {"type": "string", "maxLength": 1, "pattern": "^a$"}},
		"a": {"items": {"anyOf": [{"type": "string"}, {"type": "object", "required": ["k"]}]}},
		"p": {"propertyNames": {"maxLength": 3}},
		"u": {"uniqueItems": true},
		"n": {"items": {"type": "integer", "maximum": 1}}
	}
}`

// TestAttacks checks that the work is linear in the document, except that of the library, and
// that the rendered error and its cause are bounded.
func TestAttacks(t *testing.T) {
	schema := compile(t, attacked)
	long := func(n int) string { return strings.Repeat("k", n) }
	object := func(count, length int) string {
		var b strings.Builder
		for i := range count {
			fmt.Fprintf(&b, `,"%s%d":1`, long(length), i)
		}
		return "{" + b.String()[1:] + "}"
	}
	tests := []struct {
		name string
		doc  func(n int) string
	}{
		{"a long key around many faults",
			func(n int) string { return `{"m":{"` + long(n/2) + `":[` + strings.Repeat(`{"x":1},`, n/16) + `1]}}` }},
		{"a long key of digits", func(n int) string {
			return `{"m":{"` + strings.Repeat("1", n/2) + `":[` + strings.Repeat(`{"x":1},`, n/16) + `1]}}`
		}},
		{"many long unknown names", func(n int) string { return object(n/1000, 1000) }},
		{"unknown names within a long one",
			func(n int) string { return `{"m":{"` + long(n/2) + `":[` + object(n/20, 1) + `]}}` }},
		{"many long names of the wrong form", func(n int) string { return `{"p":` + object(n/1000, 1000) + `}` }},
		{"many short names of the wrong form", func(n int) string { return `{"p":` + object(n/10, 1) + `}` }},
		{"long values", func(n int) string { return `{"s":["` + long(n/2) + `","` + long(n/2) + `"]}` }},
		{"many values", func(n int) string { return `{"s":[` + strings.Repeat(`"bb",`, n/5) + `1]}` }},
		{"many alternatives", func(n int) string { return `{"a":[` + strings.Repeat(`{},`, n/3) + `1]}` }},
		{"duplicates", func(n int) string { return `{"u":[` + strings.Repeat(`{"a":1},`, n/8) + `1]}` }},
		{"large numbers", func(n int) string {
			return `{"n":[` + strings.Repeat(strings.Repeat("9", 100)+",", n/100) +
				`1.5]}`
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := attack.Linear(t, 16<<10, 500, func(n int) (any, int) {
				text := tt.doc(n)
				doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
				require.NoError(t, err)
				return doc, len(text)
			}, func(doc any) int {
				e := coded(t, adapter.Validate(schema, doc))
				require.LessOrEqual(t, len(e.Fields), text.MaxFields)
				require.LessOrEqual(t, len(e.Err.Error()), text.MaxCause)
				require.ErrorAs(t, e.Err, new(*jsonschema.ValidationError))
				rendered, err := json.Marshal(e)
				require.NoError(t, err)
				return len(rendered)
			})
			for _, size := range out {
				require.LessOrEqual(t, size, text.MaxInput)
			}
		})
	}
}

// The text of the cause is the start of that of the library, and notes that it was cut.
func TestCause(t *testing.T) {
	err := adapter.Validate(compile(t, attacked), parse(t, `{"s":["a","b"],"m":{"k":[{"x":1}]}}`))
	text := coded(t, err).Err.Error()
	require.Contains(t, text, "jsonschema validation failed with 'urn:test")
	require.Contains(t, text, "\n- at '/s/1': 'b' does not match pattern '^a$'")
	require.Contains(t, text, "\n- at '/m/k/0/x': got number, want string")
	require.NotContains(t, text, "left out")

	err = adapter.Validate(compile(t, attacked), parse(t, `{"s":[`+strings.Repeat(`"b",`, 1000)+`"a"]}`))
	require.True(t, strings.HasSuffix(coded(t, err).Err.Error(), "\n(the rest is left out)"))

	// The error of a handler that calls the library, wrapped or not.
	bare := compile(t, attacked).Validate(parse(t, `{"s":["b"]}`))
	require.Contains(t, adapter.Classifier(t.Context(), bare).Err.Error(), "at '/s/0'")
	require.Nil(t, adapter.Classifier(t.Context(), fmt.Errorf("wrapped: %w", bare)).Err,
		"the boundary keeps the whole chain")
	require.False(t, errors.As(coded(t, err).Err, new(*errkit.Error)))
}
