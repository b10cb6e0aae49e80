package check

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestInputs(t *testing.T) {
	tests := []struct {
		name, schema string
		valid        string // "": none can be made
		wrong        map[Probe]int
	}{
		{"a required text and a number with limits",
			`{"type":"object","required":["bell"],"properties":{"bell":{"type":"string","maxLength":3},"times":{"type":"integer","minimum":1,"maximum":5}}}`,
			`{"bell":"too"}`, map[Probe]int{Missing: 1, WrongType: 2, OutOfBounds: 3, NoInput: 3}},
		{"nothing is required", `{"type":"object","properties":{"n":{"type":"number"}}}`, `{}`, map[Probe]int{WrongType: 1}},
		{"other members are not allowed", `{"type":"object","additionalProperties":false}`, `{}`, map[Probe]int{Extra: 1}},
		{"formats, patterns and values", `{"type":"object","required":["d","p","e","c"],"properties":{"d":{"type":"string","format":"date"},
			"p":{"type":"string","pattern":"^[A-Z]{3}$"},"e":{"enum":["a","b"]},"c":{"const":7}}}`, `{"c":7,"d":"2030-01-02","e":"a","p":"*"}`,
			map[Probe]int{Missing: 3, WrongType: 2, OutOfBounds: 2, NoInput: 3}},
		{"references", `{"type":"object","required":["at"],"properties":{"at":{"$ref":"#/$defs/point"}},"$defs":{"point":{"type":"object","required":["x"],"properties":{"x":{"type":"number"}}}}}`,
			`{"at":{"x":7777777}}`, map[Probe]int{Missing: 1, WrongType: 2, NoInput: 3}},
		{"one of several", `{"type":"object","required":["v"],"properties":{"v":{"anyOf":[{"type":"integer","minimum":10},{"type":"null"}]}}}`,
			`{"v":7777777}`, map[Probe]int{Missing: 1, NoInput: 3}},
		{"a list", `{"type":"object","required":["l"],"properties":{"l":{"type":"array","minItems":2,"items":{"type":"boolean"}}}}`,
			`{"l":[false,false]}`, map[Probe]int{Missing: 1, WrongType: 1, OutOfBounds: 1, NoInput: 3}},
		{"a schema that refers to itself", `{"type":"object","required":["next"],"properties":{"next":{"$ref":"#"}}}`, "", nil},
		{"a reference to another server", `{"type":"object","required":["a"],"properties":{"a":{"$ref":"https://example.com/schema"}}}`, "", nil},
		{"a pattern that Go does not have", `{"type":"object","required":["a"],"properties":{"a":{"type":"string","pattern":"(?=x)x"}}}`, "", nil},
		{"nothing is allowed", `{"type":"object","required":["a"],"properties":{"a":false}}`, "", nil},
		{"not a schema", `7`, "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tool := &Tool{Schema: json.RawMessage(tt.schema)}
			valid, wrong := inputsOf(tool, 1, false)
			if tt.valid == "" {
				require.Nil(t, valid)
				require.Empty(t, wrong)
				return
			}
			s, err := newSchema(tool.Schema, 1)
			require.NoError(t, err)
			require.True(t, accepts(t, s, valid), "%s", valid)
			if tt.name != "formats, patterns and values" { // the pattern's text is random
				require.JSONEq(t, tt.valid, string(valid))
			}
			counts := map[Probe]int{}
			for _, in := range wrong {
				require.False(t, accepts(t, s, in.doc), "%s %s", in.why, in.doc)
				counts[in.probe]++
			}
			require.Equal(t, tt.wrong, counts)
			again, _ := inputsOf(tool, 1, false)
			require.Equal(t, string(valid), string(again), "the seed decides")
		})
	}
}

func accepts(t *testing.T, s *schema, doc json.RawMessage) bool {
	var v any
	require.NoError(t, json.Unmarshal(doc, &v))
	return s.valid(v)
}

func TestExamplesAreUsed(t *testing.T) {
	tool := &Tool{Schema: json.RawMessage(`{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}}`),
		Examples: []json.RawMessage{json.RawMessage(`{"a":1}`), json.RawMessage(`{"a":"example"}`)}}
	valid, _ := inputsOf(tool, 0, false)
	require.JSONEq(t, `{"a":"example"}`, string(valid), "the first one is not valid")
}

// TestHostileSchemas checks that a schema of a server costs little time and few inputs, and ends no run.
func TestHostileSchemas(t *testing.T) {
	nested := `{"type":"boolean"}`
	for range 6 {
		nested = `{"type":"array","minItems":100,"items":` + nested + `}`
	}
	var required, properties []string
	for i := range 3000 {
		required = append(required, fmt.Sprintf(`"m%d"`, i))
		properties = append(properties, fmt.Sprintf(`"m%d":{"type":"string","minLength":1,"maxLength":60000}`, i))
	}
	object := `{"type":"object","required":["a"],"properties":{"a":%s}}`
	for name, schema := range map[string]string{
		"small number":   `{"type":"object","properties":{"a":{"multipleOf":1e-2000000}}}`,
		"large number":   `{"type":"object","properties":{"a":{"maximum":1e2000000}}}`,
		"long exponent":  `{"type":"object","properties":{"a":{"const":1e99999999999999999999}}}`,
		"nested lists":   fmt.Sprintf(object, nested),
		"alternatives":   fmt.Sprintf(object, `{"anyOf":[`+strings.Repeat(`{"$ref":"#"},`, 60)+`{"$ref":"#"}]}`),
		"leaves":         `{"$defs":{"n":{"anyOf":[` + strings.Repeat(`{"type":"object","required":["a"],"properties":{"a":{"$ref":"#/$defs/n"}}},`, 60) + `{"type":"boolean"}]}},"type":"object","required":["a"],"properties":{"a":{"$ref":"#/$defs/n"}}}`,
		"large defaults": fmt.Sprintf(object, `{"type":"array","minItems":100,"items":{"default":[`+strings.Repeat("1,", 9000)+`1]}}`),
		"many members":   `{"type":"object","required":[` + strings.Join(required, ",") + `],"properties":{` + strings.Join(properties, ",") + `}}`,
	} {
		t.Run(name, func(t *testing.T) {
			var wrong []input
			allocs := testing.AllocsPerRun(1, func() { _, wrong = inputsOf(&Tool{Schema: json.RawMessage(schema)}, 1, false) })
			require.Less(t, allocs, 2e6, "work is bounded, whatever the schema is")
			require.LessOrEqual(t, len(wrong), 6*perProbe)
			if name == "many members" {
				require.Len(t, wrong, 4*perProbe, "missing, of a wrong type, out of bounds, and no input")
			}
		})
	}
}
