// Package adcp, for applications, is the dialect of the Ad Context Protocol 3.2, whose errors are
// in the results of MCP:
//
//	{
//	  "content": [{"type": "text", "text": "Request rate exceeded\nTry again in 5 seconds."}],
//	  "structuredContent": {
//	    "adcp_error": {"code": "RATE_LIMITED", "message": "Request rate exceeded", "recovery": "transient", "retry_after": 5}
//	  },
//	  "isError": true
//	}
//
// recovery is transient if the call may be repeated, correctable if the user must do something
// first or the caller can correct the call, and else terminal (enums/error-code.json).
// retry_after has seconds from 1 to 3600, rounded up. The fields of an error are issues with JSON
// pointers, the first of which is field, too: packages[0].budget. The hint is suggestion. A tool
// with an output schema has the error as a second block of text, in place of structuredContent.
// An error has at most 4096 bytes, as json.dumps of Python counts them, which has six for é: the
// SDK for Python reads no longer one. The message has 512 characters in it, the hint 256, and
// issues and details for which there is no room are left out.
//
// The code is that of the kind, or the application's own code if it is one of the protocol with
// the meaning of the kind, such as PRODUCT_NOT_FOUND.
//
// Decoded are the places that transport-errors.mdx lists, in its order: structuredContent, the
// artifacts and the status message of a task of A2A, the data of an error of JSON-RPC, a text
// that is JSON, and the errors of a payload. What has no such error is decoded as a response of
// MCP. The code and the message of buyer_reason count before those around it, which may have
// private words. An error in a result is one of a tool that ran.
//
// # What programs repeat
//
// The SDK for TypeScript (decideRetry) looks at the code first: it repeats a call with
// RATE_LIMITED, SERVICE_UNAVAILABLE or CONFLICT, whatever the recovery is, and changes a call with
// another code of the protocol, and repeats it with a new idempotency key. So the code is
// OUTCOME_UNKNOWN, in place of any other, if the call took effect, or may have, and the code of
// execution_failed in place of the first three if the call may not be repeated as it is.
//
// # What is lost
//
// Several kinds have one code. What the user must provide is only in the text, and the names of
// secrets are nowhere. The reference has no member. [dialect.Codec.Carry] adds the canonical JSON
// to _meta of the result.
//
// # Where the specification is unclear
//
//   - A code that is not known with the recovery correctable is about the call: invalid_input.
//   - An unknown recovery is terminal according to transport-errors.mdx. Without one, an unknown
//     code is terminal there and transient in error-handling.mdx; it is decoded without advice to
//     retry.
//   - keyword is required and must be one of JSON Schema. A field with another rule has
//     "properties", the keyword with which an object rejects the value of its member.
//   - The codes -32027 to -32029 of JSON-RPC are in the range that MCP 2026-07-28 reserves. They
//     are not written.
//   - A client that repeats a CONFLICT as it is may never succeed. A conflict is INVALID_STATE
//     unless the call may be repeated.
package adcp
