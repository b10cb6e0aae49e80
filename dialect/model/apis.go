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

	// flag states that the document has a flag for a failure that reaches every model; else the text starts with the
	// kind.
	flag bool
	// plain and carried are the document without and with the canonical JSON, $json. The APIs require the id of the
	// call, which is empty if the call has none.
	plain, carried string
}

// A sign is a member with a value.
type sign struct{ member, value string }

// apis has a row for each dialect.
var apis = [...]api{
	Anthropic: {
		name: "anthropic", in: "content", is: isAnthropic, read: readAnthropic,
		end: sign{"stop_reason", "end_turn"}, answer: "text",
		flag:  true,
		plain: `{"type":"tool_result","tool_use_id":"$id","content":[{"type":"text","text":"$text"}],"is_error":true}`,
		carried: `{"type":"tool_result","tool_use_id":"$id",` +
			`"content":[{"type":"text","text":"$text"},{"type":"text","text":"$json"}],"is_error":true}`,
	},
	OpenAIResponses: {
		name: "openai-responses", in: "output", is: isOpenAIResponses, read: readOpenAIResponses,
		end: sign{"status", "completed"}, answer: "message",
		plain: `{"type":"function_call_output","call_id":"$id","output":"$text"}`,
		carried: `{"type":"function_call_output","call_id":"$id",` +
			`"output":[{"type":"input_text","text":"$text"},{"type":"input_text","text":"$json"}]}`,
	},
	OpenAIChat: {
		name: "openai-chat", in: "messages", is: marked("role", "tool", "tool_call_id"), read: readOpenAIChat,
		plain: `{"role":"tool","tool_call_id":"$id","content":"$text"}`,
		carried: `{"role":"tool","tool_call_id":"$id",` +
			`"content":[{"type":"text","text":"$text"},{"type":"text","text":"$json"}]}`,
	},
	Gemini: {
		name: "gemini", in: "parts", is: isGemini, read: readGemini,
		flag:    true,
		plain:   `{"functionResponse":{"id":"$id","name":"$tool","response":{"error":"$text"}}}`,
		carried: `{"functionResponse":{"id":"$id","name":"$tool","response":{"error":"$text","toolerr":$json}}}`,
	},
	GeminiInteractions: {
		name: "gemini-interactions", in: "steps", is: marked("type", "function_result", "call_id"), read: readInteractions,
		flag:  true,
		plain: `{"type":"function_result","call_id":"$id","name":"$tool","is_error":true,"result":"$text"}`,
		carried: `{"type":"function_result","call_id":"$id","name":"$tool","is_error":true,` +
			`"result":[{"type":"text","text":"$text"},{"type":"text","text":"$json"}]}`,
	},
	Bedrock: {
		name: "bedrock", in: "content", is: isBedrock, read: readBedrock,
		flag:    true,
		plain:   `{"toolResult":{"toolUseId":"$id","content":[{"text":"$text"}],"status":"error"}}`,
		carried: `{"toolResult":{"toolUseId":"$id","content":[{"text":"$text"},{"json":$json}],"status":"error"}}`,
	},
	AISDK: {
		name: "ai-sdk", in: "content", is: isAISDK, read: readAISDK,
		plain: `{"type":"tool-result","toolCallId":"$id","toolName":"$tool",` +
			`"output":{"type":"error-text","value":"$text"}}`,
		carried: `{"type":"tool-result","toolCallId":"$id","toolName":"$tool",` +
			`"output":{"type":"error-json","value":{"error":"$text","toolerr":$json}}}`,
	},
	LangChain: {
		name: "langchain", in: "messages", is: isLangChain, read: readLangChain,
		plain:   `{"type":"tool","tool_call_id":"$id","name":"$tool","status":"error","content":"$text"}`,
		carried: `{"type":"tool","tool_call_id":"$id","name":"$tool","status":"error","content":"$text","artifact":$json}`,
	},
}

// marked returns a function that reports how it knows an object: by a member with the value, beside
// the id of a call.
func marked(member, value, id string) func(v jsontree.Value) string {
	return func(v jsontree.Value) string {
		if v.Member(member).Is(value) && v.Member(id).Kind() == jsontree.String {
			return "the " + member + " " + value
		}
		return ""
	}
}
