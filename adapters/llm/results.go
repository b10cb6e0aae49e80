package llmerr

import (
	"encoding/json"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/document"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/types"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/responses"
	"google.golang.org/genai"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/model"
	"github.com/toolerr/toolerr/errkit"
)

// Anthropic returns a tool_result with is_error for a message of the user.
func Anthropic(c *dialect.Codec, toolUseID string, err error) anthropic.ContentBlockParamUnion {
	p := model.Anthropic{}.Parts(orZero(c), errkit.From(err))
	block := anthropic.NewToolResultBlock(toolUseID, p.Text, true)
	if p.Canonical != nil {
		block.OfToolResult.Content = append(block.OfToolResult.Content, anthropic.ToolResultBlockParamContentUnion{
			OfText: &anthropic.TextBlockParam{Text: string(p.Canonical)},
		})
	}
	return block
}

// OpenAIResponses returns a function_call_output for the input of the Responses API.
func OpenAIResponses(c *dialect.Codec, callID string, err error) responses.ResponseInputItemUnionParam {
	p := model.OpenAIResponses{}.Parts(orZero(c), errkit.From(err))
	output := responses.ResponseInputItemFunctionCallOutputParam{CallID: openai.String(callID)}
	if p.Canonical == nil {
		output.Output.OfString = openai.String(p.Text)
	} else {
		output.Output.OfResponseFunctionCallOutputItemArray = responses.ResponseFunctionCallOutputItemListParam{
			{OfInputText: &responses.ResponseInputTextContentParam{Text: p.Text}},
			{OfInputText: &responses.ResponseInputTextContentParam{Text: string(p.Canonical)}},
		}
	}
	return responses.ResponseInputItemUnionParam{OfFunctionCallOutput: &output}
}

// OpenAIChat returns a message with the role tool for the Chat Completions API.
func OpenAIChat(c *dialect.Codec, toolCallID string, err error) openai.ChatCompletionMessageParamUnion {
	p := model.OpenAIChat{}.Parts(orZero(c), errkit.From(err))
	if p.Canonical == nil {
		return openai.ToolMessage(p.Text, toolCallID)
	}
	return openai.ToolMessage([]openai.ChatCompletionContentPartTextParam{{Text: p.Text}, {Text: string(p.Canonical)}}, toolCallID)
}

// Gemini returns a functionResponse for the call with this id, which may be empty, of the function with this name.
func Gemini(c *dialect.Codec, id, name string, err error) *genai.Part {
	p := model.Gemini{}.Parts(orZero(c), errkit.From(err))
	response := map[string]any{"error": p.Text}
	if p.Canonical != nil {
		response[dialect.CarryMember] = p.Canonical
	}
	return &genai.Part{FunctionResponse: &genai.FunctionResponse{ID: id, Name: name, Response: response}}
}

// Bedrock returns a toolResult with the status error for a message of the user in the Converse API.
func Bedrock(c *dialect.Codec, toolUseID string, err error) types.ContentBlock {
	p := model.Bedrock{}.Parts(orZero(c), errkit.From(err))
	content := []types.ToolResultContentBlock{&types.ToolResultContentBlockMemberText{Value: p.Text}}
	var canonical map[string]any
	if p.Canonical != nil && json.Unmarshal(p.Canonical, &canonical) == nil {
		content = append(content, &types.ToolResultContentBlockMemberJson{Value: document.NewLazyDocument(canonical)})
	}
	return &types.ContentBlockMemberToolResult{Value: types.ToolResultBlock{
		ToolUseId: aws.String(toolUseID), Content: content, Status: types.ToolResultStatusError,
	}}
}

func orZero(c *dialect.Codec) *dialect.Codec {
	if c == nil {
		return new(dialect.Codec)
	}
	return c
}
