package model

import (
	"encoding/json"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
)

// Dialect is the API of a model to which the result of a failed tool is sent. The zero Dialect is
// Anthropic.
type Dialect uint8

// The dialects.
const (
	// Anthropic is the Messages API of Anthropic: a tool_result with is_error.
	Anthropic Dialect = iota
	// OpenAIResponses is the Responses API of OpenAI: a function_call_output, which has no flag
	// for a failure.
	OpenAIResponses
	// OpenAIChat is the Chat Completions API of OpenAI: a message with the role tool, which has
	// no flag for a failure.
	OpenAIChat
	// Gemini is the method generateContent of the Gemini API: a functionResponse whose response
	// has the member error.
	Gemini
	// GeminiInteractions is the Interactions API of Gemini: a function_result with is_error.
	GeminiInteractions
	// Bedrock is the Converse API of Amazon Bedrock: a toolResult with the status error.
	Bedrock
	// AISDK is the AI SDK of Vercel: a tool-result whose output is an error-text. Some of its
	// providers drop that type.
	AISDK
	// LangChain is a ToolMessage of LangChain with the status error, which some of its providers
	// drop.
	LangChain
)

// api returns how the API writes and reads; a number that is no dialect is Anthropic.
func (d Dialect) api() *api {
	if int(d) < len(apis) {
		return &apis[d]
	}
	return &apis[Anthropic]
}

// Name returns the name of the API, such as "openai-responses".
func (d Dialect) Name() string { return d.api().name }

// Append appends a tool result, or what the API has in its place.
func (d Dialect) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	return d.api().append(dst, c, &call, e)
}

// Decode decodes a tool result, a message or a list that contains one, or an error of the API.
func (d Dialect) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	api := d.api()
	return wire.Decode(c, doc, api.name, api.readRoot, foreign.Rules{})
}

// Detect rates a document by its tool results: each has a type and an id, or a place that is like
// a type.
func (d Dialect) Detect(_ dialect.Document, root jsontree.Value) (score int, why string) {
	api := d.api()
	for v := range api.items(root) {
		if why := api.is(v); why != "" {
			return 92, why
		}
	}
	return 0, ""
}

// Parts is the content of a tool result, for an SDK that has structs for it and encodes them. It
// is what Append writes, and shares no memory with that of another call.
type Parts struct {
	Text      string          // for the model
	Canonical json.RawMessage // the second block, if the codec carries it; nil: none
}

// Parts returns the content of a tool result.
func (d Dialect) Parts(c *dialect.Codec, call dialect.Call, e *errkit.Error) (p Parts) {
	e = c.Bounded(e, call)
	s := text.GetBuffer()
	defer s.Release()
	p.Text = s.Text(appendText(s.Bytes, c, call.Repeatable, e, !d.api().flag))
	if c.Carry {
		p.Canonical = s.JSON(mcp.AppendCarried(s.Bytes, e))
	}
	if less, cut := dialect.FewerFields(e, 2*len(p.Text)+len(p.Canonical)); cut {
		return d.Parts(c, call, less)
	}
	return p
}
