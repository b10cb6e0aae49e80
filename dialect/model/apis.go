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

	// flag states that the document has a flag for a failure that reaches every model; else the
	// text starts with the kind.
	flag bool
	// document is what is written: $text is the text for the model, $tool the name of the tool,
	// and $id the id of the call, which the APIs require, and which is empty if the call has none.
	document string
	// carrying is the document with the canonical JSON, $json.
	carrying string
}

// A sign is a member with a value.
type sign struct{ member, value string }

// apis has a row for each dialect.
var apis = [...]api{
	Anthropic: {
		name: "anthropic", in: "content", is: isAnthropic, read: readAnthropic,
		document: `{"type":"tool_result","tool_use_id":"$id","content":[{"type":"text","text":"$text"}],"is_error":true}`,
		carrying: `{"type":"tool_result","tool_use_id":"$id","content":[{"type":"text","text":"$text"},{"type":"text","text":"$json"}],"is_error":true}`,
		end:      sign{"stop_reason", "end_turn"}, answer: "text",
		flag: true,
	},
	OpenAIResponses: {
		name: "openai-responses", in: "output", is: isOpenAIResponses, read: readOpenAIResponses,
		document: `{"type":"function_call_output","call_id":"$id","output":"$text"}`,
		carrying: `{"type":"function_call_output","call_id":"$id","output":[{"type":"input_text","text":"$text"},{"type":"input_text","text":"$json"}]}`,
		end:      sign{"status", "completed"}, answer: "message",
	},
	OpenAIChat: {
		name: "openai-chat", in: "messages", is: marked("role", "tool", "tool_call_id"), read: readOpenAIChat,
		document: `{"role":"tool","tool_call_id":"$id","content":"$text"}`,
		carrying: `{"role":"tool","tool_call_id":"$id","content":[{"type":"text","text":"$text"},{"type":"text","text":"$json"}]}`,
	},
	Gemini: {
		name: "gemini", in: "parts", is: isGemini, read: readGemini,
		document: `{"functionResponse":{"id":"$id","name":"$tool","response":{"error":"$text"}}}`,
		carrying: `{"functionResponse":{"id":"$id","name":"$tool","response":{"error":"$text","toolerr":$json}}}`,
		flag:     true,
	},
	GeminiInteractions: {
		name: "gemini-interactions", in: "steps", is: marked("type", "function_result", "call_id"), read: readInteractions,
		document: `{"type":"function_result","call_id":"$id","name":"$tool","is_error":true,"result":"$text"}`,
		carrying: `{"type":"function_result","call_id":"$id","name":"$tool","is_error":true,"result":[{"type":"text","text":"$text"},{"type":"text","text":"$json"}]}`,
		flag:     true,
	},
	Bedrock: {
		name: "bedrock", in: "content", is: isBedrock, read: readBedrock,
		document: `{"toolResult":{"toolUseId":"$id","content":[{"text":"$text"}],"status":"error"}}`,
		carrying: `{"toolResult":{"toolUseId":"$id","content":[{"text":"$text"},{"json":$json}],"status":"error"}}`,
		flag:     true,
	},
	AISDK: {
		name: "ai-sdk", in: "content", is: isAISDK, read: readAISDK,
		document: `{"type":"tool-result","toolCallId":"$id","toolName":"$tool","output":{"type":"error-text","value":"$text"}}`,
		carrying: `{"type":"tool-result","toolCallId":"$id","toolName":"$tool","output":{"type":"error-json","value":{"error":"$text","toolerr":$json}}}`,
	},
	LangChain: {
		name: "langchain", in: "messages", is: isLangChain, read: readLangChain,
		document: `{"type":"tool","tool_call_id":"$id","name":"$tool","status":"error","content":"$text"}`,
		carrying: `{"type":"tool","tool_call_id":"$id","name":"$tool","status":"error","content":"$text","artifact":$json}`,
	},
}

// marked returns a function that reports how it knows an object: by a member with the value,
// beside the id of a call.
func marked(member, value, id string) func(v jsontree.Value) string {
	return func(v jsontree.Value) string {
		if v.Member(member).Is(value) && v.Member(id).Kind() == jsontree.String {
			return "the " + member + " " + value
		}
		return ""
	}
}
