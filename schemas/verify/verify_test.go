package verify

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/schemas"
)

// fixtures returns the valid documents of package schemas, by schema name.
func fixtures(t testing.TB) map[string][][]byte {
	t.Helper()
	all := map[string][][]byte{}
	for _, name := range schemas.Names() {
		paths, err := filepath.Glob(filepath.Join("..", "testdata", "valid", name, "*.json"))
		require.NoError(t, err)
		for _, path := range paths {
			doc, err := os.ReadFile(path)
			require.NoError(t, err)
			all[name] = append(all[name], doc)
		}
		require.NotEmpty(t, all[name], "no fixture of %s", name)
	}
	return all
}

func TestEveryFixtureIsValid(t *testing.T) {
	for name, docs := range fixtures(t) {
		for _, doc := range docs {
			require.NoError(t, Validate(name, doc), "%s: %s", name, doc)
		}
	}
}

// Annotations are allowed in MCP, but this module does not render them.
func TestAnnotationsAreValid(t *testing.T) {
	require.NoError(t, Validate("mcp-call-tool-result",
		[]byte(`{"content":[{"type":"text","text":"","annotations":{"audience":["user","assistant"],"priority":0.5,"lastModified":"2026-01-02T03:04:05Z"}}]}`)))
}

func TestFailures(t *testing.T) {
	var kinds []string
	for _, k := range errkit.Kinds() {
		kinds = append(kinds, k.String())
	}
	tests := []struct {
		name, schema, doc string
		want              []string
		why               string
	}{
		{name: "not JSON", schema: "problem", doc: `{"type":`,
			want: []string{`"": is not a JSON document: line 1, column 9: unexpected end of document (json)`}},
		{name: "a comment", schema: "mcp-error", doc: "{\"code\":1, // why\n\"message\":\"\"}",
			want: []string{`"": is not a JSON document: line 1, column 12: invalid character '/' where an object key should begin (json)`}, why: "examples in specifications have comments"},
		{name: "two documents", schema: "problem", doc: `{} {}`,
			want: []string{`"": is not a JSON document: line 1, column 4: invalid character '{' after the document (json)`}},
		{name: "wrong root", schema: "problem", doc: `[]`, want: []string{`"": must be an object (type)`}},
		{
			name: "all failures, sorted", schema: "canonical-error",
			doc: `{"kind":"unexpected","retry":"later","upstream":"x","fields":[{"message":1},{"path":"","why":0}],"zeta":1,"needs":{"authorization":[{}]}}`,
			want: []string{
				`"/fields/0/message": must be a string (type)`,
				`"/fields/0/path": is required (required)`,
				`"/fields/1/why": is not known (additionalProperties)`,
				`"/kind": must be one of ` + strings.Join(kinds, ", ") + ` (enum)`,
				`"/needs/authorization/0/url": is required (required)`,
				`"/retry": must be one of never, allowed, after_action (enum)`,
				`"/upstream": must be an integer (type)`,
				`"/zeta": is not known (additionalProperties)`,
			},
		},
		{name: "names are escaped", schema: "canonical-error", doc: `{"kind":"internal","a/b~c":1}`,
			want: []string{`"/a~1b~0c": is not known (additionalProperties)`}},
		{name: "null is not absent", schema: "tool-error-v1",
			doc: `{"kind":"toolError:v1","code":"","message":"","retryable":null,"details":null}`,
			want: []string{`"/details": must be an object (type)`,
				`"/retryable": must be true or false (type)`}},
		{name: "wrong const", schema: "tool-error-v1", doc: `{"kind":"toolError:v2","code":"","message":""}`,
			want: []string{`"/kind": must be toolError:v1 (const)`}},
		{name: "success beside error", schema: "oxp-call-tool-response-flat",
			doc:  `{"call_id":"","success":true,"error":{"message":""}}`,
			want: []string{`"/error": is not allowed (false)`}},
		{name: "failure beside value", schema: "oxp-call-tool-response-flat",
			doc:  `{"call_id":"","success":false,"value":1,"error":{"message":""}}`,
			want: []string{`"/value": is not allowed (false)`}},
		{name: "failure without error", schema: "oxp-call-tool-response",
			doc:  `{"result":{"call_id":"","success":false}}`,
			want: []string{`"/result/error": is required (required)`}},
		{name: "no success", schema: "oxp-call-tool-response-flat", doc: `{"call_id":""}`,
			want: []string{`"/success": is required (required)`}},
		{name: "stray member of a response", schema: "oxp-call-tool-response-flat",
			doc:  `{"call_id":"","success":true,"toolerr":{}}`,
			want: []string{`"/toolerr": is not known (unevaluatedProperties)`},
			why:  "OXP does not allow extra members in the response, so Carry is in its error"},
		{name: "legacy response", schema: "oxp-call-tool-response-flat",
			doc: `{"execution_id":"1","success":true,"output":{"value":1}}`,
			want: []string{`"/call_id": is required (required)`,
				`"/execution_id": is not known (unevaluatedProperties)`,
				`"/output": is not known (unevaluatedProperties)`}},
		{name: "$schema in a flat request", schema: "oxp-call-tool-request-flat",
			doc:  `{"$schema":"urn:oxp:1.0","tool_id":"A.B"}`,
			want: []string{`"/$schema": is not known (additionalProperties)`}},
		{name: "$schema is not a URI", schema: "oxp-server-error-response", doc: `{"$schema":"one","message":""}`,
			want: []string{`"/$schema": must be a URI (format)`}},
		{name: "tool id with two of three numbers", schema: "oxp-call-tool-request-flat", doc: `{"tool_id":"A.B@1.0"}`,
			want: []string{`"/tool_id": must match the pattern ^[A-Za-z0-9_]+\.[A-Za-z0-9_]+(@([0-9]+|[0-9]+\.[0-9]+\.[0-9]+))?$ (pattern)`}},
		{name: "tool list under tools", schema: "oxp-tool-list", doc: `{"tools":[]}`,
			want: []string{`"/items": is required (required)`},
			why:  "a page of OXP shows this document, which contradicts its schema"},
		{name: "output_schema may be null, input_schema may not", schema: "oxp-tool-definition",
			doc: `{"id":"A.B","name":"A_B","description":"","version":"1.0.0","input_schema":null,"output_schema":null}`, want: []string{`"/input_schema": must be an object (type)`}},
		{name: "a parameter error is not a string", schema: "oxp-validation-error-response",
			doc:  `{"message":"","parameter_errors":{"a":["x"]}}`,
			want: []string{`"/parameter_errors/a": must be a string (type)`}},
		{name: "no content", schema: "mcp-call-tool-result", doc: `{"content":null,"isError":true}`,
			want: []string{`"/content": must be an array (type)`}},
		{name: "invalid annotations", schema: "mcp-call-tool-result",
			doc: `{"content":[{"type":"text","text":"","annotations":{"audience":["operator"],"priority":3}},{"type":"image","data":"","mimeType":"image/png","annotations":[]}]}`, want: []string{`"/content/0/annotations/audience/0": must be one of assistant, user (enum)`, `"/content/0/annotations/priority": must be at most 1 (maximum)`, `"/content/1/annotations": must be an object (type)`}},
		{name: "a block of an unknown type", schema: "mcp-call-tool-result",
			doc:  `{"content":[{"type":"error","text":""}]}`,
			want: []string{`"/content/0/type": must be one of text, image, audio, resource_link, resource (enum)`}},
		{name: "a block without a member that its type requires", schema: "mcp-call-tool-result",
			doc: `{"content":[{"type":"text"},{"type":"image","data":""}]}`,
			want: []string{`"/content/0/text": is required (required)`,
				`"/content/1/mimeType": is required (required)`}},
		{name: "neither inputRequests nor requestState", schema: "mcp-result-response",
			doc:  `{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required"}}`,
			want: []string{`"/result": must have one of the allowed forms (anyOf)`}},
		{name: "requested without supported", schema: "mcp-error-data", doc: `{"requested":"2020-01-01"}`,
			want: []string{`"/supported": is required when requested is given (dependentRequired)`}},
		{name: "url elicitation without text", schema: "mcp-input-required-result",
			doc: `{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"mode":"url","url":"https://a.example"}}}}`, want: []string{`"/inputRequests/a/params/message": is required (required)`}},
		{name: "elicitation without id", schema: "mcp-url-elicitation-data",
			doc:  `{"elicitations":[{"mode":"url","url":"https://a.example","message":""}]}`,
			want: []string{`"/elicitations/0/elicitationId": is required (required)`},
			why:  "2025-11-25 requires it; 2026-07-28 removed it"},
		{name: "fractional code", schema: "mcp-error", doc: `{"code":-32602.5,"message":""}`,
			want: []string{`"/code": must be an integer (type)`}},
		{name: "number with a huge exponent", schema: "canonical-error",
			doc:  `{"kind":"internal","retry_after_ms":1e999999999}`,
			want: []string{`"/retry_after_ms": must be an integer (type)`}},
		{name: "status of a success", schema: "problem",
			doc:  `{"type":"about:blank","title":"","status":200,"kind":"internal"}`,
			want: []string{`"/status": must be at least 400 (minimum)`}},
		{name: "status above the range", schema: "problem",
			doc:  `{"type":"about:blank","title":"","status":600,"kind":"internal"}`,
			want: []string{`"/status": must be at most 599 (maximum)`}},
		{name: "not JSON-RPC", schema: "aai-error-response", doc: `{"error":{"code":"TIMEOUT","message":""}}`,
			want: []string{`"/error/code": must be an integer (type)`, `"/id": is required (required)`,
				`"/jsonrpc": is required (required)`}},
		{name: "error is neither object nor string", schema: "aai-app-error-response", doc: `{"error":1}`,
			want: []string{`"": must have one of the allowed forms (oneOf)`}},
		{name: "mapping cell", schema: "mapping-table",
			doc: `[{"kind":"internal","text":"","http":500,"oxp":"tool","mcp":"in the result","mcp_outside":1,"aai":-32603,"aai_string":"","toolerror":"","rpc":"NOT_FOUND","a2a":-32602,"a2a_state":"FAILED","problem":"","retry":"never"}]`, want: []string{`"/0/mcp": must have one of the allowed forms (anyOf)`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := Validate(tt.schema, []byte(tt.doc))
			require.Error(t, err, tt.why)
			require.Equal(t, tt.want, strings.Split(err.Error(), "\n"), tt.why)
		})
	}
}

func TestFailuresUnwrap(t *testing.T) {
	err := Validate("mcp-error", []byte(`{}`))
	var first *Failure
	require.True(t, errors.As(err, &first))
	require.Equal(t, &Failure{Pointer: "/code", Keyword: "required", Message: "is required"}, first)
	var all Failures
	require.True(t, errors.As(err, &all))
	require.Len(t, all, 2)
}

func TestUnknownSchema(t *testing.T) {
	for _, name := range []string{"", "oxp", "../schemas", "problem.schema.json"} {
		err := Validate(name, []byte(`{}`))
		require.EqualError(t, err, `schemas: unknown schema "`+name+`"`)
	}
}

// Every value of every fixture is replaced by a secret of each JSON type.
func TestNoFailureEchoesAValue(t *testing.T) {
	const canary = "CANARY"
	broken := 0
	for name, docs := range fixtures(t) {
		for _, doc := range docs {
			for _, with := range []any{canary, []any{canary}, map[string]any{"c": canary}, json.Number("31337313.5")} {
				for _, mutant := range mutants(t, doc, with) {
					err := Validate(name, mutant)
					if err == nil {
						continue
					}
					broken++
					for _, f := range err.(Failures) {
						require.NotContains(t, f.Message, canary, "%s", mutant)
						require.NotContains(t, f.Message, "3133731", "%s", mutant)
						require.NotContains(t, f.Pointer, canary, "%s", mutant)
					}
				}
			}
		}
	}
	require.Greater(t, broken, 1000, "too few invalid mutants for this test to be meaningful")
}

// mutants returns a copy of doc for every value in it, in which that value is replaced.
func mutants(t testing.TB, doc []byte, with any) [][]byte {
	t.Helper()
	var root any
	require.NoError(t, json.Unmarshal(doc, &root))
	var all [][]byte
	add := func() {
		m, err := json.Marshal(root)
		require.NoError(t, err)
		all = append(all, m)
	}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for name, old := range v {
				v[name] = with
				add()
				v[name] = old
				walk(old)
			}
		case []any:
			for i, old := range v {
				v[i] = with
				add()
				v[i] = old
				walk(old)
			}
		}
	}
	walk(root)
	return all
}

func TestFailuresAreInAStableOrder(t *testing.T) {
	doc := []byte(`{"kind":1,"a":1,"b":1,"c":1,"d":1,"fields":[{"x":1},{"y":1}],"needs":{"p":1,"q":1}}`)
	first := Validate("canonical-error", doc).Error()
	for range 50 {
		require.Equal(t, first, Validate("canonical-error", doc).Error())
	}
}

func TestConcurrent(t *testing.T) {
	docs := fixtures(t)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for name, docs := range docs {
				for _, doc := range docs {
					if err := Validate(name, doc); err != nil {
						t.Errorf("%s: %v", name, err)
					}
				}
			}
		})
	}
	wg.Wait()
}

func FuzzValidate(f *testing.F) {
	names := schemas.Names()
	for name, docs := range fixtures(f) {
		for i, n := range names {
			if n == name {
				for _, doc := range docs {
					f.Add(uint8(i), doc)
				}
			}
		}
	}
	f.Add(uint8(0), []byte(`{"error":1e-999999999}`))
	f.Fuzz(func(t *testing.T, i uint8, doc []byte) {
		err := Validate(names[int(i)%len(names)], doc)
		var all Failures
		if err != nil && (!errors.As(err, &all) || len(all) == 0) {
			t.Fatalf("%v for %q", err, doc)
		}
	})
}
