package all_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/samples"
	"github.com/toolerr/toolerr/schemas"
	"github.com/toolerr/toolerr/schemas/verify"
)

// shape is the schema of a document, and the struct of it.
type shape struct {
	schema string
	of     func() any
}

func shapeOf[T any](schema string) shape { return shape{schema, func() any { return new(T) }} }

// shapesOf returns the shape of a document, and the shapes of the documents
// inside it.
func shapesOf(t *testing.T, w samples.Way, status int, body []byte) map[string]shape {
	t.Helper()
	var members map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(body, &members))
	has := func(name string) bool { _, ok := members[name]; return ok }
	switch d := w.Dialect.(type) {
	case oxp.Dialect:
		switch {
		case status == 422:
			return map[string]shape{string(body): shapeOf[schemas.OXPValidationErrorResponse]("oxp-validation-error-response")}
		case status == 400:
			return map[string]shape{string(body): shapeOf[schemas.OXPServerErrorResponse]("oxp-server-error-response")}
		case d.Flat:
			return map[string]shape{string(body): shapeOf[schemas.OXPCallResponse]("oxp-call-tool-response-flat")}
		}
		return map[string]shape{string(body): shapeOf[schemas.OXPCallToolResponse]("oxp-call-tool-response")}
	case aai.Dialect:
		return map[string]shape{string(body): shapeOf[schemas.AAIErrorResponse]("aai-error-response")}
	case aai.Strings:
		return map[string]shape{string(body): shapeOf[schemas.AAIStringErrorResponse]("aai-string-error-response")}
	case problem.Dialect:
		return map[string]shape{string(body): shapeOf[schemas.Problem]("problem")}
	}
	switch {
	case has("jsonrpc") && has("error"):
		return map[string]shape{string(body): shapeOf[schemas.MCPErrorResponse]("mcp-error-response")}
	case has("jsonrpc"):
		shapes := payloads(t, members["result"])
		shapes[string(body)] = shapeOf[schemas.MCPResultResponse]("mcp-result-response")
		return shapes
	case has("code"):
		return map[string]shape{string(body): shapeOf[schemas.MCPError]("mcp-error")}
	case has("inputRequests"):
		return map[string]shape{string(body): shapeOf[schemas.MCPInputRequiredResult]("mcp-input-required-result")}
	}
	shapes := payloads(t, body)
	shapes[string(body)] = shapeOf[schemas.MCPCallToolResult]("mcp-call-tool-result")
	return shapes
}

// payloads returns the documents inside a result: toolError:v1, needsInput:v1,
// the canonical JSON.
func payloads(t *testing.T, result []byte) map[string]shape {
	t.Helper()
	var r schemas.MCPResult
	require.NoError(t, schemas.Unmarshal(result, &r))
	shapes := map[string]shape{}
	if p := r.CallTool.StructuredContent; p != nil {
		var head struct{ Kind string }
		require.NoError(t, json.Unmarshal(p, &head))
		switch head.Kind {
		case "toolError:v1":
			shapes[string(p)] = shapeOf[schemas.ToolError]("tool-error-v1")
		case "needsInput:v1":
			shapes[string(p)] = shapeOf[schemas.NeedsInput]("needs-input-v1")
		default:
			shapes[string(p)] = shapeOf[schemas.Canonical]("canonical-error")
		}
	}
	return shapes
}

// TestOracle holds what is appended by hand against encoding/json over the
// structs of package schemas, byte for byte, and against their JSON Schemas.
func TestOracle(t *testing.T) {
	for _, carry := range []bool{false, true} {
		codec := dialect.Codec{Carry: carry}
		for _, v := range append(samples.Values(), everyKind()...) {
			for _, w := range samples.Ways() {
				body, head := codec.Append(nil, w.Dialect, w.Call, v.Error)
				for doc, s := range shapesOf(t, w, head.Status, body) {
					into := s.of()
					require.NoError(t, schemas.Unmarshal([]byte(doc), into), "%s as %s: %s", v.Name, w.Name, doc)
					want, err := schemas.Marshal(into)
					require.NoError(t, err, "%s as %s", v.Name, w.Name)
					require.Equal(t, string(want), doc, "%s as %s", v.Name, w.Name)
					require.NoError(t, verify.Validate(s.schema, []byte(doc)), "%s as %s: %s", v.Name, w.Name, doc)
				}
			}
		}
	}
}

// everyKind returns an error of each kind, in each stage.
func everyKind() []samples.Value {
	var all []samples.Value
	for _, k := range errkit.Kinds() {
		for _, s := range []errkit.Stage{errkit.StageUnspecified, errkit.BeforeCall, errkit.Execution} {
			all = append(all, samples.Value{Name: k.String() + " " + s.String(), Error: &errkit.Error{Kind: k, Stage: s, Message: "It failed."}})
		}
	}
	return all
}

// TestAnythingFitsItsSchema: so does what any error becomes, where its URLs are
// URLs.
func TestAnythingFitsItsSchema(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e, call := samples.AnyError(rt), samples.AnyCall(rt)
		for n := e.Needs; n != nil && len(n.Challenges) > 0; n = nil {
			for i := range n.Challenges {
				n.Challenges[i].URL, n.Challenges[i].CheckURL = "https://example.com/authorize", "https://example.com/check"
			}
		}
		e.Ref, call.URI, e.Upstream = "7f3a9c", "file:///a", max(e.Upstream, 0)
		call.ID = rapid.SampledFrom([]json.RawMessage{json.RawMessage(`7`), json.RawMessage(`"a\"b"`)}).Draw(rt, "request id")
		codec := dialect.Codec{Carry: rapid.Bool().Draw(rt, "carry")}
		w := rapid.SampledFrom(samples.Ways()).Draw(rt, "way")
		if w.Call.ID != nil {
			w.Call = call
		}
		body, head := codec.Append(nil, w.Dialect, w.Call, e)
		for doc, s := range shapesOf(t, w, head.Status, body) {
			require.NoError(rt, verify.Validate(s.schema, []byte(doc)), "%s: %s", w.Name, doc)
		}
	})
}

// TestToolErrorBlock: the JSON block is what json.MarshalIndent makes of the
// payload, but for an override of the hostile value, which is escaped there.
func TestToolErrorBlock(t *testing.T) {
	for _, carry := range []bool{false, true} {
		codec := dialect.Codec{Carry: carry}
		for _, v := range append(samples.Values(), everyKind()...) {
			body, _ := codec.Append(nil, toolerror.Dialect{Format: toolerror.JSON}, dialect.Call{}, v.Error)
			var r schemas.MCPCallToolResult
			require.NoError(t, schemas.Unmarshal(body, &r))
			var want any
			require.NoError(t, json.Unmarshal(r.StructuredContent, &want))
			require.JSONEq(t, string(r.StructuredContent), r.Content[0].Text, v.Name)
			require.Equal(t, strings.ReplaceAll(indented(t, r.StructuredContent), "\u202e", `\u202e`), r.Content[0].Text, v.Name)
		}
	}
}

func indented(t *testing.T, compact []byte) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, json.Indent(&b, compact, "", "  "))
	return b.String()
}
