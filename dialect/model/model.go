package model

import (
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// The dialects.
type (
	// Anthropic is the Messages API of Anthropic: a tool_result with is_error.
	Anthropic struct{}
	// OpenAIResponses is the Responses API of OpenAI: a function_call_output, which has no flag for a failure.
	OpenAIResponses struct{}
	// OpenAIChat is the Chat Completions API of OpenAI: a message with the role tool, which has no flag for a failure.
	OpenAIChat struct{}
	// Gemini is the method generateContent of the Gemini API: a functionResponse whose response has the member error.
	Gemini struct{}
	// GeminiInteractions is the Interactions API of Gemini: a function_result with is_error.
	GeminiInteractions struct{}
	// Bedrock is the Converse API of Amazon Bedrock: a toolResult with the status error.
	Bedrock struct{}
	// AISDK is the AI SDK of Vercel: a tool-result whose output is an error-text. Some of its providers drop that type.
	AISDK struct{}
	// LangChain is a ToolMessage of LangChain with the status error, which some of its providers drop.
	LangChain struct{}
)

// Name returns "anthropic".
func (Anthropic) Name() string { return anthropic.name }

// Name returns "openai-responses".
func (OpenAIResponses) Name() string { return openAIResponses.name }

// Name returns "openai-chat".
func (OpenAIChat) Name() string { return openAIChat.name }

// Name returns "gemini".
func (Gemini) Name() string { return gemini.name }

// Name returns "gemini-interactions".
func (GeminiInteractions) Name() string { return interactions.name }

// Name returns "bedrock".
func (Bedrock) Name() string { return bedrock.name }

// Name returns "ai-sdk".
func (AISDK) Name() string { return aiSDK.name }

// Name returns "langchain".
func (LangChain) Name() string { return langChain.name }

// Append appends a tool_result.
func (Anthropic) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	return anthropic.skin.append(dst, c, &call, e)
}

// Append appends a function_call_output.
func (OpenAIResponses) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	return openAIResponses.skin.append(dst, c, &call, e)
}

// Append appends a message with the role tool.
func (OpenAIChat) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	return openAIChat.skin.append(dst, c, &call, e)
}

// Append appends a functionResponse.
func (Gemini) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	return gemini.skin.append(dst, c, &call, e)
}

// Append appends a function_result.
func (GeminiInteractions) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	return interactions.skin.append(dst, c, &call, e)
}

// Append appends a toolResult.
func (Bedrock) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	return bedrock.skin.append(dst, c, &call, e)
}

// Append appends a tool-result.
func (AISDK) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	return aiSDK.skin.append(dst, c, &call, e)
}

// Append appends a ToolMessage.
func (LangChain) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	return langChain.skin.append(dst, c, &call, e)
}

// Decode decodes a tool_result, a message or a list that contains one, or an error of the API.
func (Anthropic) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	return anthropic.decode(c, doc)
}

// Decode decodes a function_call_output, a message or a list that contains one, or an error of the API.
func (OpenAIResponses) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	return openAIResponses.decode(c, doc)
}

// Decode decodes a message with the role tool, a message or a list that contains one, or an error of the API.
func (OpenAIChat) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	return openAIChat.decode(c, doc)
}

// Decode decodes a functionResponse, a message or a list that contains one, or an error of the API.
func (Gemini) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	return gemini.decode(c, doc)
}

// Decode decodes a function_result, a message or a list that contains one, or an error of the API.
func (GeminiInteractions) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	return interactions.decode(c, doc)
}

// Decode decodes a toolResult, a message or a list that contains one, or an error of the API.
func (Bedrock) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	return bedrock.decode(c, doc)
}

// Decode decodes a tool-result, a message or a list that contains one, or an error of the API.
func (AISDK) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	return aiSDK.decode(c, doc)
}

// Decode decodes a ToolMessage, a message or a list that contains one, or an error of the API.
func (LangChain) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	return langChain.decode(c, doc)
}

// Detect rates a document.
func (Anthropic) Detect(_ dialect.Document, root jsontree.Value) (score int, why string) {
	return anthropic.detect(root)
}

// Detect rates a document.
func (OpenAIResponses) Detect(_ dialect.Document, root jsontree.Value) (score int, why string) {
	return openAIResponses.detect(root)
}

// Detect rates a document.
func (OpenAIChat) Detect(_ dialect.Document, root jsontree.Value) (score int, why string) {
	return openAIChat.detect(root)
}

// Detect rates a document.
func (Gemini) Detect(_ dialect.Document, root jsontree.Value) (score int, why string) {
	return gemini.detect(root)
}

// Detect rates a document.
func (GeminiInteractions) Detect(_ dialect.Document, root jsontree.Value) (score int, why string) {
	return interactions.detect(root)
}

// Detect rates a document.
func (Bedrock) Detect(_ dialect.Document, root jsontree.Value) (score int, why string) {
	return bedrock.detect(root)
}

// Detect rates a document.
func (AISDK) Detect(_ dialect.Document, root jsontree.Value) (score int, why string) {
	return aiSDK.detect(root)
}

// Detect rates a document.
func (LangChain) Detect(_ dialect.Document, root jsontree.Value) (score int, why string) {
	return langChain.detect(root)
}
