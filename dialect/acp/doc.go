// Package acp, for applications, is the dialect of the Agent Client Protocol, versions 1 and 2,
// between an editor and an agent.
//
// A tool call that failed is an update of the session, which the agent sends to the client (Tool
// Calls):
//
//	{"jsonrpc": "2.0", "method": "session/update", "params": {"sessionId": "s", "update": {
//	  "sessionUpdate": "tool_call_update",
//	  "toolCallId": "call_1",
//	  "status": "failed",
//	  "content": [{"type": "content", "content": {"type": "text", "text": "There is no bell."}}]
//	}}}
//
// The id is that of the [dialect.Call]. Without [Dialect.Session] only the update is written, for
// an SDK that sends it. In version 2 a canceled call has the status cancelled. With
// [dialect.Codec.Carry] rawOutput is the canonical JSON, without the names of secrets.
//
// A request that failed, which is a Call with a Method, has an error of JSON-RPC:
//
//	{"jsonrpc": "2.0", "id": 1, "error": {"code": -32002, "message": "There is no such file.", "data": {"uri": "file:///a"}}}
//
// The code is -32000 for errors of authentication, -32002 for a resource that was not found,
// -32800 for a canceled request, in version 2 -32022 for a version that is not supported, with
// the numbers requested and supported, and else that of column MCPOutside in package mapping.
//
// # What is lost
//
// An update has no code: its kind is execution_failed, unless it is guessed from the text, as for
// a result of MCP. Several kinds have one code in a response. Fields, hint, needed input and the
// delay are in the text.
//
// # Where the specification is unclear
//
//   - The page about errors is not written yet. The codes are those of the schema and of the SDKs.
//   - -32002 is a resource of any sort. A tool's not_found has it only if the call has a URI.
//   - The Rust SDK writes the text of internal errors into data. Data is read as details.
//   - A response looks like one of MCP. Only updates are detected.
package acp
