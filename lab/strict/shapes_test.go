package strict

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// shapes maps the name of each schema to a constructor of its struct.
var shapes = map[string]func() any{
	"aai-app-error-response":                     func() any { return new(AAIAppErrorResponse) },
	"aai-error":                                  func() any { return new(AAIError) },
	"aai-error-response":                         func() any { return new(AAIErrorResponse) },
	"aai-string-error-response":                  func() any { return new(AAIStringErrorResponse) },
	"canonical-error":                            func() any { return new(Canonical) },
	"mapping-table":                              func() any { return new(MappingTable) },
	"mcp-call-tool-result":                       func() any { return new(MCPCallToolResult) },
	"mcp-error":                                  func() any { return new(MCPError) },
	"mcp-error-data":                             func() any { return new(MCPErrorData) },
	"mcp-error-response":                         func() any { return new(MCPErrorResponse) },
	"mcp-input-required-result":                  func() any { return new(MCPInputRequiredResult) },
	"mcp-result-response":                        func() any { return new(MCPResultResponse) },
	"mcp-url-elicitation-data":                   func() any { return new(MCPURLElicitationData) },
	"needs-input-v1":                             func() any { return new(NeedsInput) },
	"oxp-authorization-challenge-check-response": func() any { return new(OXPChallengeCheck) },
	"oxp-call-tool-request":                      func() any { return new(OXPCallToolRequest) },
	"oxp-call-tool-request-flat":                 func() any { return new(OXPCallRequest) },
	"oxp-call-tool-response":                     func() any { return new(OXPCallToolResponse) },
	"oxp-call-tool-response-flat":                func() any { return new(OXPCallResponse) },
	"oxp-server-error-response":                  func() any { return new(OXPServerErrorResponse) },
	"oxp-tool-authorization-challenge":           func() any { return new(OXPChallenge) },
	"oxp-tool-definition":                        func() any { return new(OXPToolDefinition) },
	"oxp-tool-error":                             func() any { return new(OXPToolError) },
	"oxp-tool-list":                              func() any { return new(OXPToolList) },
	"oxp-validation-error-response":              func() any { return new(OXPValidationErrorResponse) },
	"problem":                                    func() any { return new(Problem) },
	"tool-error-v1":                              func() any { return new(ToolError) },
}

// Every fixture is compact and in wire order, so decoding and encoding it must reproduce its
// bytes.
func TestRoundTrip(t *testing.T) {
	for name, shape := range shapes {
		paths, err := filepath.Glob(filepath.Join("../../schemas/testdata", "valid", name, "*.json"))
		require.NoError(t, err)
		require.NotEmpty(t, paths, "no fixture of %s", name)
		for _, path := range paths {
			t.Run(name+"/"+strings.TrimSuffix(filepath.Base(path), ".json"), func(t *testing.T) {
				doc, err := os.ReadFile(path)
				require.NoError(t, err)
				v := shape()
				require.NoError(t, Unmarshal(doc, v))
				got, err := Marshal(v)
				require.NoError(t, err)
				require.Equal(t, strings.TrimSpace(string(doc)), string(got))
			})
		}
	}
}

func TestUnmarshalIsStrict(t *testing.T) {
	tests := []struct {
		name, doc string
		into      any
		want      string
	}{
		{"unknown member", `{"message":"a","detail":"b"}`, new(OXPToolError), `strict: json: unknown field "detail"`},
		{"unknown nested member", `{"result":{"call_id":"","success":true,"output":1}}`, new(OXPCallToolResponse),
			`strict: json: unknown field "output"`},
		{"unknown member in an open object",
			`{"resultType":"input_required","inputRequests":{"a":{"method":"m","id":1}}}`, new(MCPInputRequiredResult),
			`strict: member "a": json: unknown field "id"`},
		{"wrong type in an open object", `{"message":"a","parameter_errors":{"b":1}}`, new(OXPValidationErrorResponse),
			`strict: member "b": json: cannot unmarshal number into Go value of type string`},
		{"duplicate member", `{"message":"a","parameter_errors":{"b":"1","b":"2"}}`, new(OXPValidationErrorResponse),
			`strict: duplicate member "b"`},
		{"array instead of an open object", `{"message":"a","parameter_errors":[]}`, new(OXPValidationErrorResponse),
			"strict: expected an object, got an array"},
		{"null instead of an open object", `{"message":"a","parameter_errors":null}`, new(OXPValidationErrorResponse),
			"strict: expected an object, got null"},
		{"unknown member of a problem's field",
			`{"type":"a","title":"b","status":400,"kind":"internal","errors":[{"pointer":"#","why":1}]}`, new(Problem),
			`strict: json: unknown field "why"`},
		{"two documents", `{"kind":"internal"} {}`, new(Canonical), "strict: more than one JSON document"},
		{"no document", ``, new(Canonical), "strict: EOF"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.EqualError(t, Unmarshal([]byte(tt.doc), tt.into), tt.want)
		})
	}
}

func TestProblemRejectsADetailNamedLikeAMember(t *testing.T) {
	p := Problem{Details: Details{Members: Object[json.RawMessage]{{Name: "status",
		Value: json.RawMessage(`"open"`)}}}}
	_, err := Marshal(p)
	require.ErrorContains(t, err, `detail "status" conflicts with a member of the problem`)
}

func TestMarshalKeepsAngleBracketsAtEveryDepth(t *testing.T) {
	got, err := Marshal(OXPValidationErrorResponse{Message: "<a>",
		ParameterErrors: Object[string]{{Name: "<b>", Value: "&"}}})
	require.NoError(t, err)
	require.Equal(t, `{"message":"<a>","parameter_errors":{"<b>":"&"}}`, string(got))
}

// FuzzUnmarshal checks that a decoded document can be encoded, and that its encoding is stable.
func FuzzUnmarshal(f *testing.F) {
	names := slices.Sorted(maps.Keys(shapes))
	for i, name := range names {
		paths, err := filepath.Glob(filepath.Join("../../schemas/testdata", "valid", name, "*.json"))
		require.NoError(f, err)
		for _, path := range paths {
			doc, err := os.ReadFile(path)
			require.NoError(f, err)
			f.Add(uint8(i), doc)
		}
	}
	f.Fuzz(func(t *testing.T, i uint8, doc []byte) {
		shape := shapes[names[int(i)%len(names)]]
		v := shape()
		if Unmarshal(doc, v) != nil {
			return
		}
		once, err := Marshal(v)
		require.NoError(t, err)
		again := shape()
		require.NoError(t, Unmarshal(once, again), "%s", once)
		twice, err := Marshal(again)
		require.NoError(t, err)
		require.Equal(t, string(once), string(twice))
	})
}
