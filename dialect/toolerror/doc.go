// Package toolerror, for applications, is the dialect toolError:v1 (Tool Error Responses): a tool
// result of MCP whose payload describes the error, and needsInput:v1, which asks for input.
//
// The result has the payload in structuredContent, unless the tool has an output schema, and in
// its blocks according to [Format] (Format Gating). With the format markdown:
//
//	{
//	  "content": [{"type": "text", "text": "Internal server error: Database connection failed", "mimeType": "text/markdown"}],
//	  "structuredContent": {
//	    "kind": "toolError:v1",
//	    "code": "SERVER_ERROR",
//	    "message": "Internal server error: Database connection failed",
//	    "retryable": true,
//	    "details": {"statusCode": 500}
//	  },
//	  "isError": true
//	}
//
// With the format json there is one block of application/json, which contains the payload,
// indented by two spaces. With both, that block follows the one for people. retryable is the
// Retry of the error or of its kind. The result has a resultType if [Dialect.Revision] is
// 2026-07-28 or newer.
//
// needsInput:v1 is a question: the result has no isError, unless the payload is in neither place.
//
//	{
//	  "kind": "needsInput:v1",
//	  "type": "elicitation",
//	  "message": "Which pattern do you want?",
//	  "needsInput": {"fields": ["category"], "reason": "There are several.", "suggestions": {"category": ["streams"]}},
//	  "options": [{"label": "Streams", "value": "streams", "description": "about streams", "field": "category"}]
//	}
//
// Column ToolError of the table in package mapping gives the code of each kind. Package mcp
// decodes both payloads, because any MCP result may contain them.
//
// # What is lost
//
// The payload has six codes: most kinds are decoded from the code and statusCode, and several
// share both. The application's code, the reference, challenges, secrets and scopes have no
// member. Fields and the hint are in the text for people, so they are lost in the format json.
//
// # Where the specification is unclear
//
//   - NETWORK_ERROR is a timeout only by details.errorType or by its text.
//   - VALIDATION_ERROR is in the description of the schema, not in the list of codes. It is
//     decoded, never written.
//   - RATE_LIMITED is not a code: rate_limited is CLIENT_ERROR with statusCode 429 and retryable
//     true.
//   - isError is advice: the payload decides, also if isError is false.
//   - statusCode is the status of an upstream service. Without one it is the HTTP status of the
//     kind, which distinguishes kinds that share a code; it is absent with NETWORK_ERROR and
//     UNKNOWN_ERROR, and with SERVER_ERROR if it is 500.
package toolerror
