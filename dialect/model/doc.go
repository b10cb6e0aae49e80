// Package model, for applications, has the dialects of a tool result that goes to a model,
// without a protocol between the tool and the API of the model:
//
//	{"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":"There is no bell."}],"is_error":true}
//	{"type":"function_call_output","call_id":"call_1","output":"Error (not_found): There is no bell."}
//	{"role":"tool","tool_call_id":"call_1","content":"Error (not_found): There is no bell."}
//	{"functionResponse":{"id":"1","name":"ring","response":{"error":"There is no bell."}}}
//	{"type":"function_result","call_id":"1","name":"ring","is_error":true,"result":"There is no bell."}
//	{"toolResult":{"toolUseId":"t","content":[{"text":"There is no bell."}],"status":"error"}}
//	{"type":"tool-result","toolCallId":"1","toolName":"ring","output":{"type":"error-text","value":"Error (not_found): There is no bell."}}
//	{"type":"tool","tool_call_id":"1","name":"ring","status":"error","content":"Error (not_found): There is no bell."}
//
// They are [Anthropic], [OpenAIResponses], [OpenAIChat], [Gemini], [GeminiInteractions],
// [Bedrock], and the messages of two frameworks, [AISDK] and [LangChain]. The id and the name are
// those of the [dialect.Call]; without an id it is empty.
//
// The text is that of a tool result of MCP: message, fields, hint, needed input, URLs and whether
// to retry. The APIs of OpenAI have no flag for a failure, and the frameworks drop theirs for
// some models. There the text starts with the kind. With [dialect.Codec.Carry] the canonical JSON
// follows, without the names of secrets: as a second block of text or of JSON, as the member
// toolerr beside error, or as the artifact of LangChain, which no model gets.
//
// # What is decoded
//
// A tool result, a message with one, or a list of these: the first failure counts. Also what the
// APIs run themselves (the MCP connector, web search and code execution of Anthropic, mcp_call of
// OpenAI), older and other forms of the frameworks, and the error of the API itself in place of a
// response or inside a stream, by its HTTP status and its codes.
//
// # What is lost
//
// Where the text starts with the kind, it is decoded. Elsewhere the kind is execution_failed,
// unless it is guessed from the text, as for a tool result of MCP. Fields, hint, needed input and
// the delay remain in the text. Code, details and reference are not written, except in the
// canonical JSON.
//
// # Where the specifications are unclear
//
//   - Bedrock: only the models of Amazon Nova and Anthropic Claude get status, according to its
//     documentation. It is written for all.
//   - Gemini: error may be any JSON. It is a text, as the SDKs of Google write it.
//   - OpenAI: a function with an output schema may require an output that is JSON. It is a text
//     here.
//   - OpenAI: the error of mcp_call is an object or a text, which may be JSON, depending on the
//     version of the SDK.
package model
