package input

import (
	"encoding/json"
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/check/internal/probe"
)

func TestInputs(t *testing.T) {
	tests := []struct {
		name, schema string
		valid        string // "": none can be made
		wrong        map[probe.Name]int
	}{
		{"a required text and a number with limits",
			`{"type":"object","required":["bell"],"properties":{"bell":{"type":"string","maxLength":3},"times":{` +
				`"type":"integer","minimum":1,"maximum":5}}}`,
			`{"bell":"too"}`, map[probe.Name]int{probe.Missing: 1, probe.WrongType: 2, probe.OutOfBounds: 3,
				probe.NoInput: 3}},
		{"nothing is required", `{"type":"object","properties":{"n":{"type":"number"}}}`, `{}`,
			map[probe.Name]int{probe.WrongType: 1}},
		{"other members are not allowed", `{"type":"object","additionalProperties":false}`, `{}`,
			map[probe.Name]int{probe.Extra: 1}},
		{"formats, patterns and values", `{"type":"object","required":["d","p","e","c"],"properties":{"d":{"type":"string","format":"date"},
			"p":{"type":"string","pattern":"^[A-Z]{3}$"},"e":{"enum":["a","b"]},"c":{"const":7}}}`,
			`{"c":7,"d":"2030-01-02","e":"a","p":"AAA"}`,
			map[probe.Name]int{probe.Missing: 3, probe.WrongType: 2, probe.OutOfBounds: 2, probe.NoInput: 3}},
		{"references", `{"type":"object","required":["at"],"properties":{"at":{"$ref":"#/$defs/point"}},"$defs":{` +
			`"point":{"type":"object","required":["x"],"properties":{"x":{"type":"number"}}}}}`,
			`{"at":{"x":7777777}}`, map[probe.Name]int{probe.Missing: 1, probe.WrongType: 2, probe.NoInput: 3}},
		{"one of several", `{"type":"object","required":["v"],"properties":{"v":{"anyOf":[{"type":"integer",` +
			`"minimum":10},{"type":"null"}]}}}`,
			`{"v":7777777}`, map[probe.Name]int{probe.Missing: 1, probe.NoInput: 3}},
		{"a list", `{"type":"object","required":["l"],"properties":{"l":{"type":"array","minItems":2,"items":{` +
			`"type":"boolean"}}}}`,
			`{"l":[false,false]}`, map[probe.Name]int{probe.Missing: 1, probe.WrongType: 1, probe.OutOfBounds: 1,
				probe.NoInput: 3}},
		{"a schema that refers to itself", `{"type":"object","required":["next"],"properties":{"next":{"$ref":"#"}}}`,
			"", nil},
		{"a reference to another server", `{"type":"object","required":["a"],"properties":{"a":{` +
			`"$ref":"https://example.com/schema"}}}`, "", nil},
		{"a pattern that Go does not have", `{"type":"object","required":["a"],"properties":{"a":{` +
			`"type":"string","pattern":"(?=x)x"}}}`, "", nil},
		{"nothing is allowed", `{"type":"object","required":["a"],"properties":{"a":false}}`, "", nil},
		{"not a schema", `7`, "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tool := &Source{Schema: json.RawMessage(tt.schema), Seed: 1}
			valid, wrong := tool.Of(false)
			if tt.valid == "" {
				require.Nil(t, valid)
				require.Empty(t, wrong)
				return
			}
			s := newSchema(tool.Schema)
			require.NotNil(t, s)
			require.True(t, accepts(t, s, valid), "%s", valid)
			require.JSONEq(t, tt.valid, string(valid))
			counts := map[probe.Name]int{}
			for _, in := range wrong {
				require.False(t, accepts(t, s, in.Doc), "%s %s", in.Why, in.Doc)
				counts[in.Probe]++
			}
			require.Equal(t, tt.wrong, counts)
			again, _ := tool.Of(false)
			require.Equal(t, string(valid), string(again), "the seed decides")
		})
	}
}

// A text for a pattern matches it, and has letters and digits where it may.
func TestMatching(t *testing.T) {
	for pattern, want := range map[string]string{
		`^[A-Z]{3}-\d{2,4}$`:          "AAA-77",
		`^(main|dev)(/[^/]+)*$`:       "main",
		`^[^\s@]+@[a-z]+\.[a-z]{2,}$`: "7@a.aa",
		`(?i)^v\w?.*x.$`:              "VXx",
		`^\s$`:                        "\t",
		`[^\x00-\x{10FFFF}]`:          "",
		`^((a{9}){9})$`:               strings.Repeat("a", 81),
	} {
		re, err := syntax.Parse(pattern, syntax.Perl)
		require.NoError(t, err)
		require.Equal(t, want, matching(re), pattern)
	}
}

// TestLackingInputs checks the inputs for tools that may change something: each lacks something
// that its schema requires and that a server cannot set by itself, and none has a value of the
// schema but those that it has no choice of.
func TestLackingInputs(t *testing.T) {
	for name, tt := range map[string]struct {
		schema, examples string
		wants            []string
	}{
		"a required text": {`{"type":"object","required":["a"],"properties":{"a":{"type":"string","maxLength":9,` +
			`"pattern":"^t"},"b":{"type":"integer","minimum":1}}}`, "",
			[]string{`"text"`, `[]`, `{"a":{"unexpected":true}}`, `{}`}},
		"another member, without examples and defaults": {`{"type":"object","required":["a","b"],"properties":{` +
			`"a":{"type":"boolean"},"b":{"type":"string","examples":["octocat"],"default":"octocat"}}}`,
			`{"a":true,"b":"octocat"}`,
			[]string{`"text"`, `[]`, `{"a":{"unexpected":true},"b":"toolerr_check_test_value"}`,
				`{"b":"toolerr_check_test_value"}`, `{}`}},
		"a default": {`{"type":"object","required":["a"],"properties":{"a":{` +
			`"type":"integer","default":null}}}`, "", nil},
		"a default behind a name": {`{"type":"object","required":["a"],"properties":{"a":{` +
			`"$ref":"#/$defs/a"}},"$defs":{"a":{"type":"integer","default":1}}}`, "", nil},
		"a default beside a name": {`{"type":"object","required":["a"],"properties":{"a":{` +
			`"$ref":"#/$defs/a","default":1}},"$defs":{"a":{"type":"integer"}}}`, "", nil},
		"one of two members": {`{"type":"object","anyOf":[{"required":["a"]},{` +
			`"required":["b"]}],"properties":{"a":{"type":"integer"},"b":{"type":"integer"}}}`, "", nil},
		"a number of members": {`{"type":"object","minProperties":1,"properties":{"a":{` +
			`"type":"integer"}}}`, "", nil},
		"an object is right, too": {`{"type":"object","required":["a"],"properties":{"a":{` +
			`"type":["string","object"]}}}`, "", []string{`"text"`, `[]`, `{}`}},
		"a list is not a scalar": {`{"type":"object","required":["a"],"properties":{"a":{` +
			`"type":"array"}}}`, "", []string{`"text"`, `[]`, `{}`}},
		"an optional member": {`{"type":"object","properties":{"a":{"type":"integer",` +
			`"maximum":3}},"additionalProperties":false}`, "", nil},
		"a required member of one that is optional": {`{"type":"object","properties":{"a":{"type":"object",` +
			`"required":["b"],"properties":{"b":{"type":"integer"}}}}}`, "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			tool := &Source{Schema: json.RawMessage(tt.schema), Seed: 1}
			if tt.examples != "" {
				tool.Examples = []json.RawMessage{json.RawMessage(tt.examples)}
			}
			_, wrong := tool.Of(true)
			var docs []string
			for _, in := range wrong {
				docs = append(docs, string(in.Doc))
			}
			slices.Sort(docs)
			require.Equal(t, tt.wants, slices.Compact(docs))
		})
	}
}

// TestNearest checks the numbers of samples.
func TestNearest(t *testing.T) {
	for schema, wants := range map[string]float64{
		`{}`: 7_777_777, `{"maximum":5}`: 5, `{"exclusiveMaximum":5}`: 4, `{"minimum":9000000}`: 9_000_000,
		`{"multipleOf":7,"maximum":100}`: 98, `{"multipleOf":2}`: 7_777_778,
	} {
		var m map[string]any
		require.NoError(t, json.Unmarshal([]byte(schema), &m))
		require.InDelta(t, wants, nearest(m, noID), 0, schema)
	}
}

func accepts(t *testing.T, s *schema, doc json.RawMessage) bool {
	var v any
	require.NoError(t, json.Unmarshal(doc, &v))
	return s.valid(v)
}

func TestExamplesAreUsed(t *testing.T) {
	tool := &Source{Schema: json.RawMessage(`{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}}`),
		Examples: []json.RawMessage{json.RawMessage(`{"a":1}`), json.RawMessage(`{"a":"example"}`)}}
	valid, _ := tool.Of(false)
	require.JSONEq(t, `{"a":"example"}`, string(valid), "the first one is not valid")
}

// TestHostileSchemas checks that a schema of a server costs little time and few inputs, and ends
// no run.
func TestHostileSchemas(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it generates inputs for the largest schemas")
	}
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
		"small number":  `{"type":"object","properties":{"a":{"multipleOf":1e-2000000}}}`,
		"large number":  `{"type":"object","properties":{"a":{"maximum":1e2000000}}}`,
		"long exponent": `{"type":"object","properties":{"a":{"const":1e99999999999999999999}}}`,
		"nested lists":  fmt.Sprintf(object, nested),
		"alternatives":  fmt.Sprintf(object, `{"anyOf":[`+strings.Repeat(`{"$ref":"#"},`, 60)+`{"$ref":"#"}]}`),
		"leaves": `{"$defs":{"n":{"anyOf":[` +
			strings.Repeat(`{"type":"object","required":["a"],"properties":{"a":{"$ref":"#/$defs/n"}}},`, 60) +
			`{"type":"boolean"}]}},"type":"object","required":["a"],"properties":{"a":{"$ref":"#/$defs/n"}}}`,
		"large defaults": fmt.Sprintf(object,
			`{"type":"array","minItems":100,"items":{"default":[`+strings.Repeat("1,", 9000)+`1]}}`),
		"many members": `{"type":"object","required":[` + strings.Join(required, ",") + `],"properties":{` +
			strings.Join(properties, ",") + `}}`,
	} {
		t.Run(name, func(t *testing.T) {
			var wrong []Input
			allocs := testing.AllocsPerRun(1,
				func() { _, wrong = (&Source{Schema: json.RawMessage(schema), Seed: 1}).Of(false) })
			require.Less(t, allocs, 2e6, "work is bounded, whatever the schema is")
			require.LessOrEqual(t, len(wrong), 6*perProbe)
			if name == "many members" {
				require.Len(t, wrong, 4*perProbe, "missing, of a wrong type, out of bounds, and no input")
			}
		})
	}
}
