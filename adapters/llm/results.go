// Package llmerr, for applications, turns errors into the tool results of the SDKs for model
// APIs, for programs that call tools on behalf of a model themselves, without a protocol in
// between:
//
//	import (
//		"github.com/anthropics/anthropic-sdk-go"
//
//		llmerr "github.com/toolerr/toolerr/adapters/llm"
//	)
//
//	result, err := ring(ctx, use.Input)
//	if err != nil {
//		messages = append(messages, anthropic.NewUserMessage(llmerr.Anthropic(nil, use.ID, err)))
//	}
//
// The model reads the message, the fields, the hint, what is needed, and whether to repeat
// the call, as it does in a tool result of MCP. Only text that an author declared public is
// sent: an error without a kind is Internal, and its text stays in the program. The results
// are those of package model, with the flag for a failure where the API has one; elsewhere
// the text starts with the kind. Package middleware runs a tool so that its panics are
// errors, too, and reports each failure.
//
// Each function takes a codec, of which nil is the zero Codec: [dialect.Codec.Carry] adds the
// canonical JSON as a second block. A nil error is Internal. An optional last argument is whether
// the tool may be called twice, as its annotations state (the method Repeatable of
// tool.Annotations). It decides whether a model is invited to repeat a call whose outcome is not
// clear. Of an error that states no effect and is not an *errkit.Error of this program, but that of
// a context, a client or a service, the call may have taken effect as in a boundary, and that of a
// client of package net or net/http is Timeout or Network as with [middleware.Network].
//
// The error of another service, as nethttp.ReadError returns it, is for the model as far as its
// protocol addresses it to the caller: the fields of a 422, say, and not the text of a 500. A
// boundary makes it upstream_failed, unless middleware.Boundary.RelayPeers is set.
//
// The model API fails, too: apiError in sdkerror_test.go, which you may copy, returns the failure
// from the error of an SDK, also of one in a stream, whose response has the status 200: there
// nethttp.ReadError finds no failure.
//
// Not every failure is for the model: the example is a loop that repeats a call itself if the
// error allows it, asks the user for what only a user has, and reports all others to the model.
// loop_test.go has it with the SDKs of Anthropic, OpenAI and Google. Neither repeats a call that
// may have taken effect. To know that, they run the tool in a boundary and with a context that
// counts its requests (middleware.WithRequests), which tool.Tool.Call does, too.
package llmerr

import (
	"cmp"
	"context"
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
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/middleware"
)

// Anthropic returns a tool_result with is_error for a message of the user.
func Anthropic(
	c *dialect.Codec, toolUseID string, err error, of ...errkit.Repeatable,
) anthropic.ContentBlockParamUnion {
	p := parts(model.Anthropic, c, err, of)
	block := anthropic.NewToolResultBlock(toolUseID, p.Text, true)
	if p.Canonical != nil {
		block.OfToolResult.Content = append(block.OfToolResult.Content, anthropic.ToolResultBlockParamContentUnion{
			OfText: &anthropic.TextBlockParam{Text: string(p.Canonical)},
		})
	}
	return block
}

// OpenAIResponses returns a function_call_output for the input of the Responses API.
func OpenAIResponses(
	c *dialect.Codec, callID string, err error, of ...errkit.Repeatable,
) responses.ResponseInputItemUnionParam {
	p := parts(model.OpenAIResponses, c, err, of)
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
func OpenAIChat(
	c *dialect.Codec, toolCallID string, err error, of ...errkit.Repeatable,
) openai.ChatCompletionMessageParamUnion {
	p := parts(model.OpenAIChat, c, err, of)
	if p.Canonical == nil {
		return openai.ToolMessage(p.Text, toolCallID)
	}
	parts := []openai.ChatCompletionContentPartTextParam{{Text: p.Text}, {Text: string(p.Canonical)}}
	return openai.ToolMessage(parts, toolCallID)
}

// Gemini returns a functionResponse for the call with this id, which may be empty, of the function
// with this name.
func Gemini(c *dialect.Codec, id, name string, err error, of ...errkit.Repeatable) *genai.Part {
	p := parts(model.Gemini, c, err, of)
	response := map[string]any{"error": p.Text}
	if p.Canonical != nil {
		response[dialect.CarryMember] = p.Canonical
	}
	return &genai.Part{FunctionResponse: &genai.FunctionResponse{ID: id, Name: name, Response: response}}
}

// Bedrock returns a toolResult with the status error for a message of the user in the
// Converse API.
func Bedrock(c *dialect.Codec, toolUseID string, err error, of ...errkit.Repeatable) types.ContentBlock {
	p := parts(model.Bedrock, c, err, of)
	content := []types.ToolResultContentBlock{&types.ToolResultContentBlockMemberText{Value: p.Text}}
	var canonical map[string]any
	if p.Canonical != nil && json.Unmarshal(p.Canonical, &canonical) == nil {
		content = append(content, &types.ToolResultContentBlockMemberJson{Value: document.NewLazyDocument(canonical)})
	}
	return &types.ContentBlockMemberToolResult{Value: types.ToolResultBlock{
		ToolUseId: aws.String(toolUseID), Content: content, Status: types.ToolResultStatusError,
	}}
}

// parts returns the content of a tool result. The effect of a call that failed with the error of a
// client, a peer or a context, which states none, is that of a tool that ran: after a timeout, no
// text invites to repeat it.
func parts(d model.Dialect, c *dialect.Codec, err error, of []errkit.Repeatable) model.Parts {
	e := errkit.From(err)
	_, coded := errchain.As[*errkit.Error](err)
	if (!coded || e.Peer != nil) && (e == nil || e.Kind.Effect() > errkit.EffectNone) {
		b := middleware.Boundary{RelayPeers: true, Classify: []middleware.Classifier{middleware.Network}}
		e = errkit.From(b.Handle(context.Background(), cmp.Or(err, error(errkit.Internal))))
	}
	return d.Parts(cmp.Or(c, new(dialect.Codec)), dialect.Call{Repeatable: cmp.Or(of...)}, e)
}
