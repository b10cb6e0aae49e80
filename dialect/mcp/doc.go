// Package mcp, for applications, is the dialect of the Model Context Protocol, revisions
// 2025-06-18, 2025-11-25 and 2026-07-28. It is also the base of the dialects that use MCP's
// results: toolError:v1, and the responses of AAI gateways.
//
// A tool execution error is a result with isError, which the model reads (Tools, Error Handling;
// SEP-1303). Revision 2026-07-28 adds resultType:
//
//	{
//	  "jsonrpc": "2.0",
//	  "id": 7,
//	  "result": {
//	    "resultType": "complete",
//	    "content": [{"type": "text", "text": "Some input parameters are invalid.\nb: Must be a number"}],
//	    "isError": true
//	  }
//	}
//
// A protocol error is a JSON-RPC error: unknown tools, malformed requests, failures of the server
// before the call, and every error of a method other than tools/call:
//
//	{"jsonrpc": "2.0", "id": 7, "error": {"code": -32602, "message": "There is no such tool."}}
//
// An authorization challenge for a client that declared elicitation by URL is the error -32042 in
// 2025-11-25 (URL Elicitation Required Error), and a result that asks for input from 2026-07-28
// on (multi round-trip requests):
//
//	{"jsonrpc": "2.0", "id": 7, "error": {"code": -32042, "message": "Authorization required", "data": {"elicitations": [
//	  {"mode": "url", "elicitationId": "1", "url": "https://...", "message": "Authorization required"}]}}}
//
//	{"jsonrpc": "2.0", "id": 7, "result": {"resultType": "input_required", "inputRequests": {
//	  "1": {"method": "elicitation/create", "params": {"mode": "url", "url": "https://...", "message": "Authorization required"}}}}}
//
// Needed input of a client that declared elicitation by form is in such a result, too, as
// {"mode": "form", "requestedSchema": ...}. In 2025-11-25 the server sends a request for it, see
// [Parts].Form. Other clients get the URLs and the names of the input as text.
//
// The message of a JSON-RPC error has the same lines as the text of a result, because clients
// show a model nothing else of it.
//
// The data of an error is written only for elicitations, for a resource that was not found (uri),
// and for a protocol version that is not supported (supported and requested, with the code -32022
// from 2026-07-28 on and -32602 before).
//
// Without [dialect.Call.ID] the result or the error object is written without its envelope. The
// HTTP status is 200, and 400 for -32700 and -32600; from 2026-07-28 on, also 404 for -32601 and
// 400 for -32020 to -32022 (Streamable HTTP).
//
// Columns MCP, MCPBefore and MCPOutside of the table in package mapping give the result or the
// code of each kind.
//
// # What is lost
//
// A result has no code: its kind is decoded as execution_failed, unless a text is guessed from.
// Message, fields, hint, needed input, URLs and the advice to retry are in the text that the
// model reads. The application's code, details and reference have no member, except in
// structuredContent ([Dialect.Structured]) and _meta ([dialect.Codec.Carry]).
//
// # What is attached
//
// A failed result may have more than a text: a picture of the page on which a step failed, a link to
// a log, data for programs. These are details of the error with the names that they have in the
// result, and are rendered as what they are:
//
//	content            a list of blocks that are not texts: images, audio, resources, links
//	structuredContent  an object; from 2026-07-28 on, any value
//	_meta              an object, of which the members with a meaning for this package are left out
//
// What the client would refuse is left out: a block without the members that MCP requires, or of a
// type that its revision does not have, and data for a tool that has an output schema.
//
// The details of a decoded error have a note in the place of a picture or a sound of more than 8
// KiB; a result gets it from the document ([errkit.Peer], Raw, or [dialect.Call], Document).
//
// A bridge relays what its upstream attached, and you can attach to an error of your own:
//
//	Details: []slog.Attr{slog.Any("content", json.RawMessage(`[{"type":"image",...}]`))}
//
// # Proposals
//
// The code -32023 for too many requests (SEP-3304) and a ToolFailure in _meta of a result
// (SEP-3313) are decoded, and written only with [Dialect.Drafts].
//
// # Where the specification is unclear
//
//   - Revisions up to 2025-06-18 allow -32602 for invalid input of a tool; SEP-1303 prefers the
//     result, which the model sees. The result is the default, [Dialect.ProtocolValidation] the
//     old form.
//   - SDKs answer unknown tools with -32602, a result or -32601. It is -32602, as in the
//     specification's example.
//   - -32002 (resource not found) is defined up to 2025-11-25. Later revisions reserve -32000 to
//     -32019 without meaning, so it is -32602 there; data.uri names the resource in all of them.
//   - structuredContent must follow the tool's output schema, also in errors, according to some
//     SDKs. It is not written for a tool that has one, unless a bridge relays it.
//   - SDKs prefix messages with "MCP error -32602: ", once for each hop. The innermost code
//     counts, unless the code of the error itself leaves nothing open, such as -32023.
package mcp
