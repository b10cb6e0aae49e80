package model

import (
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/jsontree"
)

// An api is how an API writes a failed tool call, and how it is recognized and read.
type api struct {
	name string
	in   string // the member of a message or a response that is a list with tool results among other items; "": none

	end    sign   // that a response is complete
	answer string // the type of an item that is an answer to a user; "": no response has tool results

	// is returns the sign by which v is a tool result of the API, or "" for anything else.
	is func(v jsontree.Value) string
	// read reads a tool result, and reports whether it is a failure.
	read func(r *wire.Reader, v jsontree.Value) bool

	skin skin
}

// A sign is a member with a value.
type sign struct{ member, value string }

// apis has a row for each dialect.
var apis = [...]api{
	Anthropic: {
		name: "anthropic", in: "content", is: isAnthropic, read: readAnthropic,
		end: sign{"stop_reason", "end_turn"}, answer: "text",
		skin: skin{
			id:   `{"type":"tool_result","tool_use_id":"`,
			text: `","content":[{"type":"text","text":"`, end: `"}],"is_error":true}`,
			canonical: `"},{"type":"text","text":"`, carriedEnd: `"}],"is_error":true}`, nested: true,
			flag: true,
		},
	},
	OpenAIResponses: {
		name: "openai-responses", in: "output", is: isOpenAIResponses, read: readOpenAIResponses,
		end: sign{"status", "completed"}, answer: "message",
		skin: skin{
			id:   `{"type":"function_call_output","call_id":"`,
			text: `","output":"`, end: `"}`,
			carriedText: `","output":[{"type":"input_text","text":"`,
			canonical:   `"},{"type":"input_text","text":"`, carriedEnd: `"}]}`, nested: true,
		},
	},
	OpenAIChat: {
		name: "openai-chat", in: "messages", is: marked("role", "tool", "tool_call_id"), read: readOpenAIChat,
		skin: skin{
			id:   `{"role":"tool","tool_call_id":"`,
			text: `","content":"`, end: `"}`,
			carriedText: `","content":[{"type":"text","text":"`,
			canonical:   `"},{"type":"text","text":"`, carriedEnd: `"}]}`, nested: true,
		},
	},
	Gemini: {
		name: "gemini", in: "parts", is: isGemini, read: readGemini,
		skin: skin{
			id: `{"functionResponse":{"id":"`, tool: `","name":"`,
			text: `","response":{"error":"`, end: `"}}}`,
			canonical: `","toolerr":`, carriedEnd: `}}}`,
			flag: true,
		},
	},
	GeminiInteractions: {
		name: "gemini-interactions", in: "steps", is: marked("type", "function_result", "call_id"), read: readInteractions,
		skin: skin{
			id: `{"type":"function_result","call_id":"`, tool: `","name":"`,
			text: `","is_error":true,"result":"`, end: `"}`,
			carriedText: `","is_error":true,"result":[{"type":"text","text":"`,
			canonical:   `"},{"type":"text","text":"`, carriedEnd: `"}]}`, nested: true,
			flag: true,
		},
	},
	Bedrock: {
		name: "bedrock", in: "content", is: isBedrock, read: readBedrock,
		skin: skin{
			id:   `{"toolResult":{"toolUseId":"`,
			text: `","content":[{"text":"`, end: `"}],"status":"error"}}`,
			canonical: `"},{"json":`, carriedEnd: `}],"status":"error"}}`,
			flag: true,
		},
	},
	AISDK: {
		name: "ai-sdk", in: "content", is: isAISDK, read: readAISDK,
		skin: skin{
			id: `{"type":"tool-result","toolCallId":"`, tool: `","toolName":"`,
			text: `","output":{"type":"error-text","value":"`, end: `"}}`,
			carriedText: `","output":{"type":"error-json","value":{"error":"`,
			canonical:   `","toolerr":`, carriedEnd: `}}}`,
		},
	},
	LangChain: {
		name: "langchain", in: "messages", is: isLangChain, read: readLangChain,
		skin: skin{
			id: `{"type":"tool","tool_call_id":"`, tool: `","name":"`,
			text: `","status":"error","content":"`, end: `"}`,
			canonical: `","artifact":`, carriedEnd: `}`,
		},
	},
}

// marked returns a function that says how it knows an object: by a member with the value, beside
// the id of a call.
func marked(member, value, id string) func(v jsontree.Value) string {
	return func(v jsontree.Value) string {
		if v.Member(member).Is(value) && v.Member(id).Kind() == jsontree.String {
			return "the " + member + " " + value
		}
		return ""
	}
}
