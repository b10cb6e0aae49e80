package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/toolcases"
	"github.com/toolerr/toolerr/tool"
)

type loop struct {
	Inside []loop `json:"inside"`
}

// Everything that is wrong with a definition is found when it is made, and the error names it.
func TestDefine(t *testing.T) {
	tests := []struct {
		name string
		d    tool.Definition
		want string // the error; "": the definition is valid
	}{
		{"minimal", tool.Definition{Name: "a"}, ""},
		{"longest name", tool.Definition{Name: strings.Repeat("a", 64)}, ""},
		{"no name", tool.Definition{}, `tool "": the name "" is not 1 to 64 of A-Z a-z 0-9 _ - and dots between them`},
		{"long name", tool.Definition{Name: strings.Repeat("a", 65)}, "is not 1 to 64 of"},
		{"space in the name", tool.Definition{Name: "Ring it"}, "is not 1 to 64 of"},
		{"dot at the end", tool.Definition{Name: "Ring."}, "is not 1 to 64 of"},
		{"version in the name", tool.Definition{Name: "Ring@1.0.0"}, "is not 1 to 64 of"},
		{"version", tool.Definition{Name: "a", Version: "1.0"},
			`tool "a": the version "1.0" is not of the form x.y.z`},
		{"version with a letter", tool.Definition{Name: "a", Version: "1.0.0b"}, "not of the form x.y.z"},
		{"timeout", tool.Definition{Name: "a", Timeout: -1}, "the timeout is negative"},
		{"declared errors", tool.Definition{Name: "a",
			Errors: []error{errkit.NotFound, &errkit.Error{Kind: errkit.Conflict}}}, ""},
		{"declared codes", tool.Definition{Name: "a", Errors: []error{errkit.Timeout, &errkit.Error{Code: "a"},
			&errkit.Error{Code: "b", DocURL: "https://example.com/errors#b"}}}, ""},
		{"a code twice", tool.Definition{Name: "a", Errors: []error{&errkit.Error{Code: "a"},
			&errkit.Error{Code: "a", Kind: errkit.Conflict}}}, `tool "a": errors[1]: the code "a" is declared twice`},
		{"a DocURL that is not a URL", tool.Definition{Name: "a", Errors: []error{&errkit.Error{Code: "a",
			DocURL: "/errors#a"}}}, `errors[0]: the DocURL "/errors#a" is not an http or https URL`},
		{"uncoded error", tool.Definition{Name: "a", Errors: []error{errors.New("x")}},
			"errors[0] is a *errors.errorString, want an errkit.Kind or an *errkit.Error"},
		{"nil error", tool.Definition{Name: "a", Errors: []error{nil}}, "errors[0] is a <nil>"},
		{"typed nil error", tool.Definition{Name: "a", Errors: []error{(*errkit.Error)(nil)}}, "errors[0] is nil"},
		{"authorization without ID", tool.Definition{Name: "a",
			Requirements: tool.Requirements{Authorization: []tool.Authorization{{}}}},
			"the ID \"\" of an authorization is empty or used twice"},
		{"authorization twice", tool.Definition{Name: "a",
			Requirements: tool.Requirements{Authorization: []tool.Authorization{{ID: "x"}, {ID: "x"}}}}, "used twice"},
		{"secret without name", tool.Definition{Name: "a", Requirements: tool.Requirements{Secrets: []string{""}}},
			"the name of a secret is empty"},

		{"own schema", tool.Definition{Name: "a",
			InputSchema: json.RawMessage(`{"type":"object","properties":{"count":{"const":{"$ref":"a value"}}}}`)},
			""},
		{"schema that is no JSON", tool.Definition{Name: "a", InputSchema: json.RawMessage(`{`)},
			"input: the schema is not JSON"},
		{"schema that is no object", tool.Definition{Name: "a", InputSchema: json.RawMessage(`[]`)},
			"input: the schema is not an object"},
		{"schema that is not valid", tool.Definition{Name: "a", InputSchema: json.RawMessage(`{"type":"thing"}`)},
			"input: "},
		{"schema of a string", tool.Definition{Name: "a", InputSchema: json.RawMessage(`{"type":"string"}`)},
			`input: the type of the schema is not "object"`},
		{"schema without a type", tool.Definition{Name: "a", InputSchema: json.RawMessage(`{"minProperties":1}`)},
			`input: the type of the schema is not "object"`},
		{"schema with several types", tool.Definition{Name: "a",
			InputSchema: json.RawMessage(`{"type":["object","null"]}`)},
			`input: the type of the schema is not "object"`},
		{"reference", tool.Definition{Name: "a",
			InputSchema: json.RawMessage(`{"type":"object","items":[{"$ref":"#"}]}`)}, "input: the schema has a $ref"},
		{"dynamic reference", tool.Definition{Name: "a", OutputSchema: json.RawMessage(`{"$dynamicRef":"#a"}`)},
			"output: the schema has a $dynamicRef"},
		{"schema elsewhere", tool.Definition{Name: "a",
			InputSchema: json.RawMessage(`{"$schema":"https://example.com/schema","type":"object"}`)}, "input: "},
		{"default that breaks its schema",
			tool.Definition{Name: "a", InputSchema: json.RawMessage(`{"type":"object","properties":{"count":{"type":"integer","default":"1"}}}`)}, "input: the default at /properties/count is not valid: must be an integer"},
		{"output may be anything", tool.Definition{Name: "a", OutputSchema: json.RawMessage(`null`)}, ""},

		{"example", tool.Definition{Name: "a",
			Examples: []tool.Example{{Input: json.RawMessage(`{"count":1}`), Output: json.RawMessage(`1`)}}}, ""},
		{"example that breaks the input schema",
			tool.Definition{Name: "a", Examples: []tool.Example{{Input: json.RawMessage(`{"count":1}`)},
				{Input: json.RawMessage(`{"count":"1","x":1}`)}}},
			"examples[1]: input: /count must be an integer; /x is not known"},
		{"example that is no JSON", tool.Definition{Name: "a",
			Examples: []tool.Example{{Input: json.RawMessage(`{`)}}},
			"examples[0]: input: The request is not valid JSON"},
		{"example that breaks the output schema",
			tool.Definition{Name: "a", Examples: []tool.Example{{Input: json.RawMessage(`{"count":1}`),
				Output: json.RawMessage(`"1"`)}}}, "examples[0]: output: "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			made, err := tool.Define(tt.d, count)
			if tt.want == "" {
				require.NoError(t, err)
				require.NotNil(t, made)
				require.Equal(t, "1.0.0", made.Version)
				return
			}
			require.ErrorContains(t, err, tt.want)
			require.ErrorContains(t, err, "tool \""+tt.d.Name+"\": ")
			require.Nil(t, made)
			require.Panics(t, func() { tool.Must(made, err) })
		})
	}
}

// A type without a schema is an error, and New panics with it.
func TestDefineTypes(t *testing.T) {
	_, err := tool.Define(tool.Definition{Name: "a"}, func(context.Context, string) (int, error) { return 0, nil })
	require.ErrorContains(t, err, `input: the type of the schema is not "object"`)
	_, err = tool.Define(tool.Definition{Name: "a"}, func(context.Context, loop) (int, error) { return 0, nil })
	require.ErrorContains(t, err, "input: derive: tool_test.loop.Inside[]: tool_test.loop contains itself")
	_, err = tool.Define(tool.Definition{Name: "a"}, func(context.Context, order) (loop, error) { return loop{}, nil })
	require.ErrorContains(t, err, "; OutputSchema may be null")
	_, err = tool.Define[order, int](tool.Definition{Name: "a"}, nil)
	require.ErrorContains(t, err, "the function is nil")
	_, err = tool.Define(tool.Definition{Name: "a", OutputSchema: json.RawMessage("null")},
		func(context.Context, order) (loop, error) { return loop{}, nil })
	require.NoError(t, err)

	type contradiction struct {
		Count int `json:"count" required:"true" default:"1"`
	}
	_, err = tool.Define(tool.Definition{Name: "a"},
		func(context.Context, contradiction) (int, error) { return 0, nil })
	require.ErrorContains(t, err, "count: a required field has a default")

	require.PanicsWithError(t, `tool "a b": the name "a b" is not 1 to 64 of A-Z a-z 0-9 _ - and dots between them`,
		func() { tool.New("a b", "", count) })
}

// What an adapter serves is complete once a tool is made.
func TestTool(t *testing.T) {
	ring := toolcases.New()
	require.Equal(t, "Doorbell.Ring@2.1.0", ring.ID())
	require.Equal(t, "Doorbell_Ring", ring.ModelName())
	require.Equal(t, "Rings a doorbell.", ring.Description)
	require.Equal(t, toolcases.Timeout, ring.Timeout)
	require.Equal(t, "toolcases.Input", ring.InputType().String())
	require.Equal(t, `{"required":["rings","mode","level"],"properties":{"level":{"type":"number"},"mode":{"type":"string"},"rings":{"maximum":100,"type":"integer"}},"type":"object"}`, string(ring.OutputSchema))

	own := tool.Must(tool.Define(tool.Definition{Name: "own",
		InputSchema: json.RawMessage("{ \"type\": \"object\",\n\"maxProperties\": 1 }")}, count))
	require.Equal(t, `{"type":"object","maxProperties":1}`, string(own.InputSchema))
}

// A field is required by its tags, or else unless its Go type or its tags make it optional; what
// is required may be zero.
func TestRequired(t *testing.T) {
	type point struct {
		X int `json:"x"`
		Y int `json:"y" validate:"required"`
	}
	type in struct {
		Plain    int            `json:"plain"`
		Tag      int            `json:"tag,omitempty" required:"true"`
		Rule     bool           `json:"rule" validate:"required"`
		Text     string         `json:"text"`
		Point    point          `json:"point" validate:"required"`
		Array    [2]int         `json:"array" validate:"required,dive,required"`
		At       time.Time      `json:"at" validate:"required"`
		List     []float64      `json:"list" validate:"required,dive,required"`
		ByName   map[string]int `json:"by_name" validate:"required,dive,keys,required,endkeys,required"`
		Pointer  *int           `json:"pointer" validate:"required"`
		Free     any            `json:"free" validate:"required"`
		Maybe    *int           `json:"maybe"`
		Omit     int            `json:"omit,omitempty"`
		OmitZero int            `json:"omit_zero,omitzero"`
		Default  int            `json:"default" default:"3"`
	}
	echo := tool.New("echo", "", func(_ context.Context, v in) (int, error) { return v.Default, nil })
	_, err := echo.Call(t.Context(), toolcases.Boundary(nil), []byte(`{}`))
	require.Equal(t, []string{"/array", "/at", "/by_name", "/free", "/list", "/plain", "/point", "/pointer", "/rule",
		"/tag", "/text"}, paths(err))

	zero := `{"plain":0,"tag":0,"rule":false,"text":"","point":{"x":0,"y":0},"array":[0,0],"at":"0001-01-01T00:00:00Z","list":[0],"by_name":{"a":0},"pointer":0,"free":0}`
	out, err := echo.Call(t.Context(), nil, []byte(zero))
	require.NoError(t, err)
	require.Equal(t, "3", string(out))

	_, err = echo.Call(t.Context(), toolcases.Boundary(nil),
		[]byte(strings.NewReplacer(`"pointer":0`, `"pointer":null`, `"free":0`, `"free":null`, `"list":[0]`,
			`"list":null`, `{"a":0}`, `{"":0}`).Replace(zero)))
	require.Equal(t, []string{"/by_name/", "/free", "/list", "/pointer"}, paths(err),
		"null is not a value, nor is an empty key")
}
