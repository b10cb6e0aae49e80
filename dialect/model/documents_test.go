package model_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/model"
	"github.com/toolerr/toolerr/lab/golden"
)

// What the APIs get, what they run themselves, and their own errors.
var documents = []golden.Document{
	// Anthropic
	{
		Name: "tool_result, a text", Dialect: model.Anthropic,
		Body:    `{"type":"tool_result","tool_use_id":"toolu_1","content":"HTTP 429: too many requests","is_error":true}`,
		Want:    `{"kind":"rate_limited","message":"HTTP 429: too many requests"}`,
		Guessed: true,
	},
	{
		Name: "tool_result, blocks", Dialect: model.Anthropic,
		Body:     `{"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":"It failed."},{"type":"text","text":"Call list_bells."}],"is_error":true}`,
		Want:     `{"kind":"execution_failed","message":"It failed.\nCall list_bells."}`,
		Evidence: "is_error",
	},
	{
		Name: "tool_result, the error of a service", Why: "tools pass it on", Dialect: model.Anthropic,
		Body:    `{"type":"tool_result","tool_use_id":"toolu_1","content":"{\"error\":{\"code\":\"rate_limit_exceeded\",\"message\":\"Slow down.\"}}","is_error":true}`,
		Want:    `{"kind":"rate_limited","message":"{\"error\":{\"code\":\"rate_limit_exceeded\",\"message\":\"Slow down.\"}}"}`,
		Guessed: true,
	},
	{
		Name: "tool_result, nothing", Dialect: model.Anthropic,
		Body: `{"type":"tool_result","tool_use_id":"toolu_1","is_error":true}`,
		Want: `{"kind":"execution_failed"}`,
	},
	{
		Name: "tool_result, a success", Dialect: model.Anthropic,
		Body: `{"type":"tool_result","tool_use_id":"toolu_1","content":"not found"}`,
	},
	{
		Name: "tool_result, in a message", Why: "the first failure", Dialect: model.Anthropic,
		Body: `{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"15 degrees"},{"type":"tool_result","tool_use_id":"toolu_2","content":"It failed.","is_error":true}]}`,
		Want: `{"kind":"execution_failed","message":"It failed."}`,
	},
	{
		Name: "mcp_tool_result", Why: "the MCP connector", Dialect: model.Anthropic,
		Body: `{"type":"mcp_tool_result","tool_use_id":"mcptoolu_1","is_error":true,"content":[{"type":"text","text":"It failed."}]}`,
		Want: `{"kind":"execution_failed","message":"It failed."}`,
	},
	{
		Name: "web search", Dialect: model.Anthropic,
		Body:     `{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":{"type":"web_search_tool_result_error","error_code":"max_uses_exceeded"}}`,
		Want:     `{"kind":"rate_limited","code":"max_uses_exceeded","retry":"never"}`,
		Evidence: "error_code max_uses_exceeded",
	},
	{
		Name: "web search, without the block around it", Dialect: model.Anthropic,
		Body: `{"type":"web_search_tool_result_error","error_code":"too_many_requests"}`,
		Want: `{"kind":"rate_limited","code":"too_many_requests"}`,
	},
	{
		Name: "web search, in a response with an answer", Why: "the model has read the failure",
		Dialect: model.Anthropic,
		Body:    `{"id":"msg_1","type":"message","role":"assistant","content":[{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}},{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":{"type":"web_search_tool_result_error","error_code":"max_uses_exceeded"}},{"type":"text","text":"I know it without a search."}],"stop_reason":"end_turn"}`,
	},
	{
		Name: "web search, in a response that is not complete", Why: "there is no answer yet",
		Dialect: model.Anthropic,
		Body:    `{"type":"message","role":"assistant","content":[{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":{"type":"web_search_tool_result_error","error_code":"unavailable"}}],"stop_reason":"pause_turn"}`,
		Want:    `{"kind":"unavailable","code":"unavailable"}`,
	},
	{
		Name: "code execution", Dialect: model.Anthropic,
		Body: `{"type":"bash_code_execution_tool_result","tool_use_id":"srvtoolu_1","content":{"type":"bash_code_execution_tool_result_error","error_code":"execution_time_exceeded"}}`,
		Want: `{"kind":"timeout","code":"execution_time_exceeded"}`,
	},
	{
		Name: "the text editor", Dialect: model.Anthropic,
		Body: `{"type":"text_editor_code_execution_tool_result","tool_use_id":"srvtoolu_1","content":{"type":"text_editor_code_execution_tool_result_error","error_code":"file_not_found","error_message":"There is no such file."}}`,
		Want: `{"kind":"not_found","code":"file_not_found","message":"There is no such file."}`,
	},
	{
		Name: "a code of a tool that is new", Dialect: model.Anthropic,
		Body: `{"type":"web_fetch_tool_result","tool_use_id":"srvtoolu_1","content":{"type":"web_fetch_tool_result_error","error_code":"moon_phase"}}`,
		Want: `{"kind":"unknown","code":"moon_phase"}`,
	},
	{
		Name: "the API: rate_limit_error", Dialect: model.Anthropic, Status: 429,
		Header: golden.Header{"Retry-After": "7"},
		Body:   `{"type":"error","error":{"type":"rate_limit_error","message":"This request would exceed your rate limit."},"request_id":"req_1"}`,
		Want:   `{"kind":"rate_limited","code":"rate_limit_error","message":"This request would exceed your rate limit.","retry_after_ms":7000,"ref":"req_1"}`,
	},
	{
		Name: "the API: overloaded, in a stream", Why: "there is no status", Dialect: model.Anthropic,
		Body: `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`,
		Want: `{"kind":"unavailable","code":"overloaded_error","message":"Overloaded"}`,
	},
	{
		Name: "the API: billing_error", Dialect: model.Anthropic, Status: 402,
		Body: `{"type":"error","error":{"type":"billing_error","message":"Your credit balance is too low."}}`,
		Want: `{"kind":"failed_precondition","code":"billing_error","status":402,"message":"Your credit balance is too low."}`,
	},
	// OpenAI
	{
		Name: "function_call_output", Dialect: model.OpenAIResponses,
		Body:     `{"type":"function_call_output","call_id":"call_1","output":"Error (rate_limited): Too many rings.\nTry again in 2 seconds."}`,
		Want:     `{"kind":"rate_limited","message":"Too many rings.\nTry again in 2 seconds."}`,
		Evidence: "the kind at the start of the text",
	},
	{
		Name: "function_call_output, in the input", Dialect: model.OpenAIResponses,
		Body: `[{"type":"message","role":"user","content":"Ring."},{"type":"function_call_output","call_id":"call_1","output":[{"type":"input_text","text":"Error (not_found): There is no bell."}]}]`,
		Want: `{"kind":"not_found","message":"There is no bell."}`,
	},
	{
		Name: "function_call_output, a success", Why: "the API has no flag, so a text without a kind is an output",
		Dialect: model.OpenAIResponses,
		Body:    `{"type":"function_call_output","call_id":"call_1","output":"Error (about 3 percent): the bell rang."}`,
	},
	{
		Name: "mcp_call: a protocol error", Dialect: model.OpenAIResponses,
		Body:     `{"type":"mcp_call","id":"mcp_1","server_label":"bells","name":"ring","status":"failed","error":{"type":"mcp_protocol_error","code":-32602,"message":"Unknown argument."}}`,
		Want:     `{"kind":"invalid_input","message":"Unknown argument."}`,
		Evidence: "mcp_protocol_error -32602",
	},
	{
		Name: "mcp_call: a tool execution error", Dialect: model.OpenAIResponses,
		Body: `{"type":"mcp_call","id":"mcp_1","server_label":"bells","name":"ring","status":"failed","error":{"type":"mcp_tool_execution_error","content":[{"type":"text","text":"The bell is stuck."}]}}`,
		Want: `{"kind":"execution_failed","message":"The bell is stuck."}`,
	},
	{
		Name: "mcp_call: HTTP", Dialect: model.OpenAIResponses,
		Body: `{"type":"mcp_call","id":"mcp_1","server_label":"bells","name":"ring","status":"failed","error":{"type":"http_error","code":503,"message":"Service Unavailable"}}`,
		Want: `{"kind":"unavailable","message":"Service Unavailable"}`,
	},
	{
		Name: "mcp_call: a text", Why: "the type of the JavaScript SDK", Dialect: model.OpenAIResponses,
		Body: `{"type":"mcp_call","id":"mcp_1","server_label":"bells","name":"ring","error":"The bell is stuck."}`,
		Want: `{"kind":"execution_failed","message":"The bell is stuck."}`,
	},
	{
		Name: "mcp_call: JSON in a text", Dialect: model.OpenAIResponses,
		Body: `{"type":"mcp_call","id":"mcp_1","server_label":"bells","name":"ring","error":"{\"type\":\"http_error\",\"code\":401,\"message\":\"Unauthorized\"}"}`,
		Want: `{"kind":"unauthenticated","message":"Unauthorized"}`,
	},
	{
		Name: "mcp_call: only a status", Dialect: model.OpenAIResponses,
		Body: `{"type":"mcp_call","id":"mcp_1","server_label":"bells","name":"ring","status":"failed"}`,
		Want: `{"kind":"execution_failed"}`,
	},
	{
		Name: "mcp_call: a success", Dialect: model.OpenAIResponses,
		Body: `{"type":"mcp_call","id":"mcp_1","server_label":"bells","name":"ring","status":"completed","output":"rang","error":null}`,
	},
	{
		Name: "mcp_call: an empty error", Why: "a success", Dialect: model.OpenAIResponses,
		Body: `{"type":"mcp_call","server_label":"x","error":"","output":"ok","status":"completed"}`,
	},
	{
		Name: "mcp_call, in a response", Dialect: model.OpenAIResponses,
		Body: `{"object":"response","status":"completed","error":null,"output":[{"type":"mcp_call","id":"mcp_1","server_label":"bells","name":"ring","status":"failed","error":{"type":"http_error","code":429,"message":"Slow down."}}]}`,
		Want: `{"kind":"rate_limited","message":"Slow down."}`,
	},
	{
		Name: "mcp_call, in a response with an answer", Why: "the model has read the failure",
		Dialect: model.OpenAIResponses,
		Body:    `{"object":"response","status":"completed","error":null,"output":[{"type":"mcp_call","id":"mcp_1","server_label":"bells","name":"ring","status":"failed","error":{"type":"http_error","code":429,"message":"Slow down."}},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"The bell is busy."}]}]}`,
	},
	{
		Name: "mcp_call, in a response that is incomplete", Why: "a part of a text is no answer",
		Dialect: model.OpenAIResponses,
		Body:    `{"object":"response","status":"incomplete","error":null,"output":[{"type":"mcp_call","id":"mcp_1","server_label":"bells","name":"ring","status":"failed","error":{"type":"http_error","code":429,"message":"Slow down."}},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"The"}]}]}`,
		Want:    `{"kind":"rate_limited","message":"Slow down."}`,
	},
	{
		Name: "the API: insufficient_quota", Why: "no wait helps", Dialect: model.OpenAIResponses, Status: 429,
		Body: `{"error":{"message":"You exceeded your current quota.","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}`,
		Want: `{"kind":"rate_limited","code":"insufficient_quota","message":"You exceeded your current quota.","retry":"after_action"}`,
	},
	{
		Name: "the API: response.failed", Dialect: model.OpenAIResponses,
		Body: `{"type":"response.failed","response":{"id":"resp_1","status":"failed","error":{"code":"rate_limit_exceeded","message":"Slow down."}}}`,
		Want: `{"kind":"rate_limited","code":"rate_limit_exceeded","message":"Slow down."}`,
	},
	{
		Name: "the API: an event of a stream", Dialect: model.OpenAIResponses,
		Body: `{"type":"error","code":"rate_limit_exceeded","message":"Slow down.","param":null}`,
		Want: `{"kind":"rate_limited","code":"rate_limit_exceeded","message":"Slow down."}`,
	},
	{
		Name: "a message of the role tool", Dialect: model.OpenAIChat,
		Body: `{"role":"tool","tool_call_id":"call_1","content":[{"type":"text","text":"Error (timeout): It took too long."}]}`,
		Want: `{"kind":"timeout","message":"It took too long."}`,
	},
	{
		Name: "the API: a key", Dialect: model.OpenAIChat, Status: 401,
		Body: `{"error":{"message":"Incorrect API key provided.","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}`,
		Want: `{"kind":"unauthenticated","code":"invalid_api_key","message":"Incorrect API key provided."}`,
	},
	// Gemini
	{
		Name: "functionResponse", Dialect: model.Gemini,
		Body: `{"functionResponse":{"id":"1","name":"ring","response":{"error":"The bell is stuck."}}}`,
		Want: `{"kind":"execution_failed","message":"The bell is stuck."}`,
	},
	{
		Name: "functionResponse, an object", Dialect: model.Gemini,
		Body: `{"role":"user","parts":[{"functionResponse":{"id":"1","name":"ring","response":{"error":{"code":404,"status":"NOT_FOUND","message":"There is no bell."}}}}]}`,
		Want: `{"kind":"not_found","code":"NOT_FOUND","message":"There is no bell."}`,
	},
	{
		Name: "functionResponse, Python", Dialect: model.Gemini,
		Body: `{"function_response":{"name":"ring","response":{"error":"The bell is stuck."}}}`,
		Want: `{"kind":"execution_failed","message":"The bell is stuck."}`,
	},
	{
		Name: "functionResponse, a success", Dialect: model.Gemini,
		Body: `{"functionResponse":{"id":"1","name":"ring","response":{"output":"rang"}}}`,
	},
	{
		Name: "functionResponse, an empty error", Why: "programs write it for a success", Dialect: model.Gemini,
		Body: `{"functionResponse":{"name":"run","response":{"output":"ok","exit_code":0,"error":""}}}`,
	},
	{
		Name: "the API: a quota", Dialect: model.Gemini, Status: 429,
		Body: `{"error":{"code":429,"message":"Quota exceeded.","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"2.276662261s"}]}}`,
		Want: `{"kind":"rate_limited","code":"RESOURCE_EXHAUSTED","message":"Quota exceeded.","retry_after_ms":2277}`,
	},
	{
		Name: "the API: a stream", Dialect: model.Gemini, Status: 503,
		Body: `[{"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}]`,
		Want: `{"kind":"unavailable","code":"UNAVAILABLE","message":"The model is overloaded."}`,
	},
	{
		Name: "function_result", Dialect: model.GeminiInteractions,
		Body: `{"type":"function_result","call_id":"1","name":"ring","is_error":true,"result":"The bell is stuck."}`,
		Want: `{"kind":"execution_failed","message":"The bell is stuck."}`,
	},
	{
		Name: "function_result, an object", Dialect: model.GeminiInteractions,
		Body: `{"type":"function_result","call_id":"1","name":"ring","is_error":true,"result":{"message":"The bell is stuck."}}`,
		Want: `{"kind":"execution_failed","message":"The bell is stuck."}`,
	},
	{
		Name: "function_result, a success", Dialect: model.GeminiInteractions,
		Body: `{"type":"function_result","call_id":"1","name":"ring","result":"rang"}`,
	},
	// Bedrock
	{
		Name: "toolResult", Dialect: model.Bedrock,
		Body: `{"role":"user","content":[{"toolResult":{"toolUseId":"t","content":[{"text":"The bell is stuck."}],"status":"error"}}]}`,
		Want: `{"kind":"execution_failed","message":"The bell is stuck."}`,
	},
	{
		Name: "toolResult, without a status", Dialect: model.Bedrock,
		Body: `{"toolResult":{"toolUseId":"t","content":[{"json":{"rang":true}}]}}`,
	},
	{
		Name: "the API: throttled", Dialect: model.Bedrock, Status: 429,
		Header: golden.Header{"X-Amzn-Errortype": "ThrottlingException:http://internal.example.com/"},
		Body:   `{"message":"Too many requests."}`,
		Want:   `{"kind":"rate_limited","code":"ThrottlingException","message":"Too many requests."}`,
	},
	{
		Name: "the API: an exception of a stream", Dialect: model.Bedrock,
		Body: `{"throttlingException":{"message":"Too many requests."}}`,
		Want: `{"kind":"rate_limited","message":"Too many requests."}`,
	},
	// The AI SDK
	{
		Name: "error-text", Dialect: model.AISDK,
		Body: `{"type":"tool-result","toolCallId":"1","toolName":"ring","output":{"type":"error-text","value":"The bell is stuck."}}`,
		Want: `{"kind":"execution_failed","message":"The bell is stuck."}`,
	},
	{
		Name: "error-json", Dialect: model.AISDK,
		Body: `{"role":"tool","content":[{"type":"tool-result","toolCallId":"1","toolName":"ring","output":{"type":"error-json","value":{"code":"NOT_FOUND","message":"There is no bell."}}}]}`,
		Want: `{"kind":"not_found","code":"NOT_FOUND","message":"There is no bell."}`,
	},
	{
		Name: "execution-denied", Why: "the user does not want the call", Dialect: model.AISDK,
		Body: `{"type":"tool-result","toolCallId":"1","toolName":"ring","output":{"type":"execution-denied","reason":"Not at night."}}`,
		Want: `{"kind":"permission_denied","message":"Not at night."}`,
	},
	{
		Name: "tool-output-error", Dialect: model.AISDK,
		Body: `{"type":"tool-output-error","toolCallId":"1","errorText":"The bell is stuck."}`,
		Want: `{"kind":"execution_failed","message":"The bell is stuck."}`,
	},
	{
		Name: "tool-input-error", Dialect: model.AISDK,
		Body: `{"type":"tool-input-error","toolCallId":"1","toolName":"ring","input":{},"errorText":"times: is required"}`,
		Want: `{"kind":"invalid_input","message":"times: is required"}`,
	},
	{
		Name: "tool-output-denied", Dialect: model.AISDK,
		Body: `{"type":"tool-output-denied","toolCallId":"1"}`,
		Want: `{"kind":"permission_denied"}`,
	},
	{
		Name: "a part of the user interface", Dialect: model.AISDK,
		Body: `{"type":"tool-ring","toolCallId":"1","state":"output-error","errorText":"The bell is stuck."}`,
		Want: `{"kind":"execution_failed","message":"The bell is stuck."}`,
	},
	{
		Name: "version 4", Dialect: model.AISDK,
		Body: `{"type":"tool-result","toolCallId":"1","toolName":"ring","result":"The bell is stuck.","isError":true}`,
		Want: `{"kind":"execution_failed","message":"The bell is stuck."}`,
	},
	{
		Name: "tool-error", Dialect: model.AISDK,
		Body: `{"type":"tool-error","toolCallId":"1","toolName":"ring","error":{"name":"Error","message":"The bell is stuck."}}`,
		Want: `{"kind":"execution_failed","message":"The bell is stuck."}`,
	},
	{
		Name: "an output", Dialect: model.AISDK,
		Body: `{"type":"tool-result","toolCallId":"1","toolName":"ring","output":{"type":"text","value":"rang"}}`,
	},
	{
		Name: "an output, an empty errorText", Why: "a success", Dialect: model.AISDK,
		Body: `{"type":"tool-result","toolCallId":"1","toolName":"ring","errorText":"","output":{"type":"text","value":"rang"}}`,
	},
	{
		Name: "tool-output-error, without a text", Why: "the type counts", Dialect: model.AISDK,
		Body: `{"type":"tool-output-error","toolCallId":"1","errorText":""}`,
		Want: `{"kind":"execution_failed"}`,
	},
	// LangChain
	{
		Name: "a ToolMessage", Dialect: model.LangChain,
		Body: `{"type":"tool","tool_call_id":"c1","content":"The bell is stuck.","status":"error","artifact":{"queue":"bells"}}`,
		Want: `{"kind":"execution_failed","message":"The bell is stuck."}`,
	},
	{
		Name: "a ToolMessage, serialized", Dialect: model.LangChain,
		Body: `{"lc":1,"type":"constructor","id":["langchain_core","messages","ToolMessage"],"kwargs":{"tool_call_id":"c1","content":"The bell is stuck.","status":"error"}}`,
		Want: `{"kind":"execution_failed","message":"The bell is stuck."}`,
	},
	{
		Name: "a ToolMessage, as a dictionary", Dialect: model.LangChain,
		Body: `{"type":"tool","data":{"tool_call_id":"c1","content":"The bell is stuck.","status":"error"}}`,
		Want: `{"kind":"execution_failed","message":"The bell is stuck."}`,
	},
	{
		Name: "a ToolMessage, a success", Dialect: model.LangChain,
		Body: `{"type":"tool","tool_call_id":"c1","content":"rang","status":"success"}`,
	},
	// The canonical JSON
	{
		Name: "carried", Why: "the text agrees with it", Dialect: model.Anthropic,
		Body:     `{"type":"tool_result","tool_use_id":"1","content":[{"type":"text","text":"There is no bell."},{"type":"text","text":"{\"kind\":\"not_found\",\"code\":\"no_such_bell\",\"message\":\"There is no bell.\"}"}],"is_error":true}`,
		Want:     `{"kind":"not_found","code":"no_such_bell","message":"There is no bell."}`,
		Evidence: "carried at",
	},
	{
		Name: "carried, and changed", Why: "what the model reads wins", Dialect: model.OpenAIChat,
		Body:     `{"role":"tool","tool_call_id":"1","content":[{"type":"text","text":"Error (conflict): Another one."},{"type":"text","text":"{\"kind\":\"not_found\",\"message\":\"There is no bell.\"}"}]}`,
		Want:     `{"kind":"conflict","message":"Another one."}`,
		Evidence: "conflict: ",
	},
}

func TestDocuments(t *testing.T) { golden.Documents(t, documents) }

// Each document with a tool result is detected, and read as by its own dialect.
func TestDetected(t *testing.T) {
	codec := dialect.Codec{Dialects: all.Dialects()}
	for _, d := range documents {
		doc := dialect.Document{Status: d.Status, Header: d.Header.HTTP(), Body: []byte(d.Body)}
		if found, _, err := codec.Detect(doc); err != nil || d.Name[:min(len(d.Name), 8)] != "the API:" {
			require.NoError(t, err, d.Name)
			require.Equal(t, d.Dialect.Name(), found.Name(), d.Name)
		}
		e, err := codec.Decode(doc)
		require.NoError(t, err, d.Name)
		require.Equal(t, d.Want == "", e == nil, d.Name)
		if e != nil {
			require.Contains(t, d.Want, `{"kind":"`+e.Kind.String()+`"`, d.Name)
		}
	}
}

func FuzzAnthropic(f *testing.F)       { golden.Fuzz(f, model.Anthropic, documents) }
func FuzzOpenAIResponses(f *testing.F) { golden.Fuzz(f, model.OpenAIResponses, documents) }
func FuzzOpenAIChat(f *testing.F)      { golden.Fuzz(f, model.OpenAIChat, documents) }
func FuzzGemini(f *testing.F)          { golden.Fuzz(f, model.Gemini, documents) }
func FuzzInteractions(f *testing.F)    { golden.Fuzz(f, model.GeminiInteractions, documents) }
func FuzzBedrock(f *testing.F)         { golden.Fuzz(f, model.Bedrock, documents) }
func FuzzAISDK(f *testing.F)           { golden.Fuzz(f, model.AISDK, documents) }
func FuzzLangChain(f *testing.F)       { golden.Fuzz(f, model.LangChain, documents) }
