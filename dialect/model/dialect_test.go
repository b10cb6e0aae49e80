package model_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/dialect/model"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/golden"
	"github.com/toolerr/toolerr/lab/strict"
)

var call = dialect.Call{ID: json.RawMessage(`"call_1"`), Tool: "ring"}

var ways = []golden.Way{
	{Name: "anthropic", Dialect: model.Anthropic, Call: call},
	{Name: "openai-responses", Dialect: model.OpenAIResponses, Call: call},
	{Name: "openai-chat", Dialect: model.OpenAIChat, Call: call},
	{Name: "gemini", Dialect: model.Gemini, Call: call},
	{Name: "gemini-interactions", Dialect: model.GeminiInteractions, Call: call},
	{Name: "bedrock", Dialect: model.Bedrock, Call: call},
	{Name: "ai-sdk", Dialect: model.AISDK, Call: call},
	{Name: "langchain", Dialect: model.LangChain, Call: call},
}

func TestGolden(t *testing.T) { golden.Test(t, ways) }

func TestLaws(t *testing.T) { golden.Laws(t, ways) }

func TestSchemas(t *testing.T) { golden.Schemas(t, ways, shapes) }

func shapes(_ require.TestingT, w golden.Way, _ int, body []byte) map[string]golden.Shape {
	return map[string]golden.Shape{string(body): shapeOf[w.Name]}
}

var shapeOf = map[string]golden.Shape{
	"anthropic":           golden.ShapeOf[strict.ModelAnthropicToolResult]("model-anthropic-tool-result"),
	"openai-responses":    golden.ShapeOf[strict.ModelOpenAIFunctionCallOutput]("model-openai-function-call-output"),
	"openai-chat":         golden.ShapeOf[strict.ModelOpenAIToolMessage]("model-openai-tool-message"),
	"gemini":              golden.ShapeOf[strict.ModelGeminiFunctionResponse]("model-gemini-function-response"),
	"gemini-interactions": golden.ShapeOf[strict.ModelGeminiFunctionResult]("model-gemini-function-result"),
	"bedrock":             golden.ShapeOf[strict.ModelBedrockToolResult]("model-bedrock-tool-result"),
	"ai-sdk":              golden.ShapeOf[strict.ModelAISDKToolResult]("model-ai-sdk-tool-result"),
	"langchain":           golden.ShapeOf[strict.ModelLangChainToolMessage]("model-langchain-tool-message"),
}

// Every document has the same text for the model, after the kind where the API has no flag for a
// failure. The canonical JSON is beside it if the codec carries it.
func TestBytes(t *testing.T) {
	e := &errkit.Error{Kind: errkit.NotFound, Message: "There is no bell \"42\".", Hint: "Call list_bells."}
	const text = `There is no bell \"42\".\nCall list_bells.`
	const json = `{"kind":"not_found","message":"There is no bell \"42\".","hint":"Call list_bells."}`
	const nested = `{\"kind\":\"not_found\",\"message\":\"There is no bell \\\"42\\\".\",\"hint\":\"Call list_bells.\"}`
	tests := []struct {
		dialect        dialect.Dialect
		plain, carried string
	}{
		{
			model.Anthropic,
			`{"type":"tool_result","tool_use_id":"call_1","content":[{"type":"text","text":"` + text +
				`"}],"is_error":true}`,
			`{"type":"tool_result","tool_use_id":"call_1","content":[{"type":"text","text":"` + text +
				`"},{"type":"text","text":"` + nested + `"}],"is_error":true}`,
		},
		{
			model.OpenAIResponses,
			`{"type":"function_call_output","call_id":"call_1","output":"Error (not_found): ` + text + `"}`,
			`{"type":"function_call_output","call_id":"call_1","output":[{"type":"input_text","text":"Error (not_found): ` + text + `"},{"type":"input_text","text":"` + nested + `"}]}`,
		},
		{
			model.OpenAIChat,
			`{"role":"tool","tool_call_id":"call_1","content":"Error (not_found): ` + text + `"}`,
			`{"role":"tool","tool_call_id":"call_1","content":[{"type":"text","text":"Error (not_found): ` + text +
				`"},{"type":"text","text":"` + nested + `"}]}`,
		},
		{
			model.Gemini,
			`{"functionResponse":{"id":"call_1","name":"ring","response":{"error":"` + text + `"}}}`,
			`{"functionResponse":{"id":"call_1","name":"ring","response":{"error":"` + text + `","toolerr":` + json +
				`}}}`,
		},
		{
			model.GeminiInteractions,
			`{"type":"function_result","call_id":"call_1","name":"ring","is_error":true,"result":"` + text + `"}`,
			`{"type":"function_result","call_id":"call_1","name":"ring","is_error":true,"result":[{"type":"text","text":"` + text + `"},{"type":"text","text":"` + nested + `"}]}`,
		},
		{
			model.Bedrock,
			`{"toolResult":{"toolUseId":"call_1","content":[{"text":"` + text + `"}],"status":"error"}}`,
			`{"toolResult":{"toolUseId":"call_1","content":[{"text":"` + text + `"},{"json":` + json +
				`}],"status":"error"}}`,
		},
		{
			model.AISDK,
			`{"type":"tool-result","toolCallId":"call_1","toolName":"ring","output":{"type":"error-text","value":"Error (not_found): ` + text + `"}}`,
			`{"type":"tool-result","toolCallId":"call_1","toolName":"ring","output":{"type":"error-json","value":{"error":"Error (not_found): ` + text + `","toolerr":` + json + `}}}`,
		},
		{
			model.LangChain,
			`{"type":"tool","tool_call_id":"call_1","name":"ring","status":"error","content":"Error (not_found): ` +
				text + `"}`,
			`{"type":"tool","tool_call_id":"call_1","name":"ring","status":"error","content":"Error (not_found): ` +
				text + `","artifact":` + json + `}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.dialect.Name(), func(t *testing.T) {
			body, head := new(dialect.Codec).Append(nil, tt.dialect, call, e)
			require.Equal(t, tt.plain, string(body))
			require.Equal(t, dialect.Head{Status: 200, ContentType: "application/json"}, head)
			body, _ = (&dialect.Codec{Carry: true}).Append(nil, tt.dialect, call, e)
			require.Equal(t, tt.carried, string(body))
		})
	}
}

// The id of a call is a string in every API, whatever the caller has.
func TestIDs(t *testing.T) {
	for id, want := range map[string]string{`"a\"b"`: `a\"b`, `7`: `7`, `null`: ``, ``: ``, `{"no":"id"}`: ``} {
		body, _ := new(dialect.Codec).Append(nil, model.OpenAIChat, dialect.Call{ID: json.RawMessage(id)},
			&errkit.Error{})
		require.Contains(t, string(body), `"tool_call_id":"`+want+`",`, id)
	}
}

// The parts are what the documents have.
func TestParts(t *testing.T) {
	type parts interface {
		dialect.Dialect
		Parts(*dialect.Codec, dialect.Call, *errkit.Error) model.Parts
	}
	list := []parts{model.Anthropic, model.OpenAIResponses, model.OpenAIChat, model.Gemini, model.Bedrock}
	for _, d := range list {
		for _, v := range samples.Values() {
			for _, carry := range []bool{false, true} {
				codec := dialect.Codec{Carry: carry}
				p := d.Parts(&codec, dialect.Call{}, v.Error)
				body, _ := codec.Append(nil, d, call, v.Error)
				text, err := strict.Marshal(p.Text)
				require.NoError(t, err)
				require.Contains(t, string(body), string(text[1:len(text)-1]), "%s: %s", d.Name(), v.Name)
				require.Equal(t, carry, p.Canonical != nil)
				if carry {
					nested, err := strict.Marshal(string(p.Canonical))
					require.NoError(t, err)
					found := string(body)
					require.True(t, strings.Contains(found, string(p.Canonical)) || strings.Contains(found,
						string(nested)), "%s: %s", d.Name(), v.Name)
				}
			}
		}
		require.Equal(t, d.Parts(new(dialect.Codec), dialect.Call{}, &errkit.Error{}), d.Parts(new(dialect.Codec), dialect.Call{}, nil))
	}
}

// The names of secrets do not reach a model, and the developers' text does not either.
func TestPrivate(t *testing.T) {
	e := samples.Canaries(errkit.AuthRequired)
	e.Needs = &errkit.Needs{Secrets: []string{"SECRET_NAME"}}
	codec := dialect.Codec{Carry: true}
	for _, w := range ways {
		body, _ := codec.Append(nil, w.Dialect, w.Call, e)
		for _, canary := range []string{"SECRET_NAME", samples.ErrCanary, samples.PrivateCanary, samples.DevCanary} {
			require.NotContains(t, string(body), canary, w.Name)
		}
	}
}
