package golden

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/strict"
	"github.com/toolerr/toolerr/schemas/verify"
)

// A Shape is the schema of a document, and the struct of it.
type Shape struct {
	Schema string
	New    func() any
}

// ShapeOf returns the shape with the struct T.
func ShapeOf[T any](schema string) Shape { return Shape{schema, func() any { return new(T) }} }

// Schemas compares what is appended with encoding/json over the structs of lab/strict, byte
// for byte, and with their JSON Schemas. shapes returns the shape of a document, and of the
// documents inside it.
func Schemas(t *testing.T, ways []Way, shapes func(t require.TestingT, w Way, status int,
	body []byte) map[string]Shape) {
	t.Run("bytes", func(t *testing.T) {
		for _, carry := range []bool{false, true} {
			codec := dialect.Codec{Carry: carry}
			for _, v := range append(samples.Values(), everyKind()...) {
				for _, w := range ways {
					body, head := codec.Append(nil, w.Dialect, w.Call, v.Error)
					for doc, s := range shapes(t, w, head.Status, body) {
						into := s.New()
						require.NoError(t, strict.Unmarshal([]byte(doc), into), "%s as %s: %s", v.Name, w.Name, doc)
						want, err := strict.Marshal(into)
						require.NoError(t, err, "%s as %s", v.Name, w.Name)
						require.Equal(t, string(want), doc, "%s as %s", v.Name, w.Name)
						require.NoError(t, verify.Validate(s.Schema, []byte(doc)), "%s as %s: %s", v.Name, w.Name, doc)
					}
				}
			}
		}
	})
	t.Run("any error", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			e, call := samples.AnyError(t), samples.AnyCall(t)
			for n := e.Needs; n != nil && len(n.Challenges) > 0; n = nil { // the schemas require URIs
				for i := range n.Challenges {
					n.Challenges[i].URL, n.Challenges[i].CheckURL = "https://example.com/authorize", "https://example.com/check"
				}
			}
			e.Ref, call.URI, e.Upstream = "7f3a9c", "file:///a", max(e.Upstream, 0)
			call.ID = rapid.SampledFrom([]json.RawMessage{json.RawMessage(`7`), json.RawMessage(`"a\"b"`)}).Draw(t,
				"request id")
			codec := dialect.Codec{Carry: rapid.Bool().Draw(t, "carry")}
			for _, w := range ways {
				if w.Call.ID != nil {
					w.Call = call
				}
				body, head := codec.Append(nil, w.Dialect, w.Call, e)
				for doc, s := range shapes(t, w, head.Status, body) {
					require.NoError(t, verify.Validate(s.Schema, []byte(doc)), "%s: %s", w.Name, doc)
				}
			}
		})
	})
}

// everyKind returns an error of each kind, in each stage.
func everyKind() []samples.Value {
	var list []samples.Value
	for _, k := range errkit.Kinds() {
		for _, s := range []errkit.Stage{errkit.StageUnspecified, errkit.BeforeCall, errkit.Execution} {
			list = append(list, samples.Value{Name: k.String() + " " + s.String(),
				Error: &errkit.Error{Kind: k, Stage: s, Message: "It failed."}})
		}
	}
	return list
}

// MCP returns the shape of a document of MCP, and of the documents inside it: toolError:v1,
// needsInput:v1, the canonical JSON.
func MCP(t require.TestingT, _ Way, _ int, body []byte) map[string]Shape {
	var members map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(body, &members))
	has := func(name string) bool { _, ok := members[name]; return ok }
	switch {
	case has("jsonrpc") && has("error"):
		return map[string]Shape{string(body): ShapeOf[strict.MCPErrorResponse]("mcp-error-response")}
	case has("jsonrpc"):
		shapes := payloads(t, members["result"])
		shapes[string(body)] = ShapeOf[strict.MCPResultResponse]("mcp-result-response")
		return shapes
	case has("code"):
		return map[string]Shape{string(body): ShapeOf[strict.MCPError]("mcp-error")}
	case has("inputRequests"):
		return map[string]Shape{string(body): ShapeOf[strict.MCPInputRequiredResult]("mcp-input-required-result")}
	}
	shapes := payloads(t, body)
	shapes[string(body)] = ShapeOf[strict.MCPCallToolResult]("mcp-call-tool-result")
	return shapes
}

func payloads(t require.TestingT, result []byte) map[string]Shape {
	var r strict.MCPResult
	require.NoError(t, strict.Unmarshal(result, &r))
	shapes := map[string]Shape{}
	if p := r.CallTool.StructuredContent; p != nil {
		var head struct{ Kind string }
		require.NoError(t, json.Unmarshal(p, &head))
		switch head.Kind {
		case "toolError:v1":
			shapes[string(p)] = ShapeOf[strict.ToolError]("tool-error-v1")
		case "needsInput:v1":
			shapes[string(p)] = ShapeOf[strict.NeedsInput]("needs-input-v1")
		default:
			shapes[string(p)] = ShapeOf[strict.Canonical]("canonical-error")
		}
	}
	return shapes
}
