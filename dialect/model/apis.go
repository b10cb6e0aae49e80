package model

import (
	_ "embed"

	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/internal/rows"
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
	// documents are the document without and with the canonical JSON, $json.
	documents []string
}

// A sign is a member with a value.
type sign struct{ member, value string }

//go:embed documents.txt
var documentsText string

// documents has those of each API, by its name.
var documents = func() map[string][]string {
	all := map[string][]string{}
	for name, row := range rows.All(documentsText) {
		all[name] = append(all[name], row)
	}
	return all
}()

// apis has a row for each dialect.
var apis = [...]api{
	Anthropic: {
		name: "anthropic", documents: documents["anthropic"], in: "content", is: isAnthropic, read: readAnthropic,
		end: sign{"stop_reason", "end_turn"}, answer: "text",
		flag: true,
	},
	OpenAIResponses: {
		name: "openai-responses", documents: documents["openai-responses"], in: "output", is: isOpenAIResponses, read: readOpenAIResponses,
		end: sign{"status", "completed"}, answer: "message",
	},
	OpenAIChat: {
		name: "openai-chat", documents: documents["openai-chat"], in: "messages", is: marked("role", "tool", "tool_call_id"), read: readOpenAIChat,
	},
	Gemini: {
		name: "gemini", documents: documents["gemini"], in: "parts", is: isGemini, read: readGemini,
		flag: true,
	},
	GeminiInteractions: {
		name: "gemini-interactions", documents: documents["gemini-interactions"], in: "steps", is: marked("type", "function_result", "call_id"), read: readInteractions,
		flag: true,
	},
	Bedrock: {
		name: "bedrock", documents: documents["bedrock"], in: "content", is: isBedrock, read: readBedrock,
		flag: true,
	},
	AISDK: {
		name: "ai-sdk", documents: documents["ai-sdk"], in: "content", is: isAISDK, read: readAISDK,
	},
	LangChain: {
		name: "langchain", documents: documents["langchain"], in: "messages", is: isLangChain, read: readLangChain,
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
