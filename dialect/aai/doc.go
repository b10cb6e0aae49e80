// Package aai, for applications, has the two dialects of the Agent App Interface.
//
// [Dialect] is JSON-RPC with numeric codes (2026-02-09 to 2026-02-15, Error Response Format). The
// message is the default text of the code; data.detail has the message of the error, its fields
// and its hint:
//
//	{
//	  "jsonrpc": "2.0",
//	  "id": 3,
//	  "error": {
//	    "code": -32001,
//	    "message": "Automation failed",
//	    "data": {"type": "AUTOMATION_FAILED", "detail": "The script stopped."}
//	  }
//	}
//
// The HTTP status is 200, and 400 for -32700 and -32600. Of a call that took effect, or may have,
// a last line of the detail has the sentence that forbids to repeat it.
//
// [Strings] is an envelope with string codes (since 2026-02-16):
//
//	{
//	  "status": "error",
//	  "error": {
//	    "code": "INVALID_PARAMS",
//	    "message": "Some input parameters are invalid.",
//	    "data": {"validationErrors": [{"path": "b", "message": "Must be a number"}]}
//	  }
//	}
//
// Its message has the same last line. EXECUTION_ERROR is in place of SERVICE_UNAVAILABLE and
// RATE_LIMITED then, because programs repeat a call for these codes.
//
// Columns AAI and AAIString of the table in package mapping give the code of each kind. Both
// dialects decode both formats, the results of gateways that respond to tools/call as MCP does,
// and the bodies of an app's own HTTP API.
//
// # What is lost
//
// Fields and the hint are folded into the detail of [Dialect], which has no member for them.
// Neither dialect has a member for the application's code, the reference, retry and stage;
// Dialect has none for details and challenges, and Strings has none for the hint and keeps only
// the first challenge.
//
// # Where the specification is unclear
//
//   - The example of the specification has type EXECUTION_FAILED with -32001, whose type is
//     AUTOMATION_FAILED in the table of codes. The number decides; the type is kept and written
//     again.
//   - -32001 to -32014 are used by other JSON-RPC servers with other meanings. The number is not
//     a sign of AAI.
//   - -32013 is any failed request to an API. An HTTP status in its detail refines the kind.
//   - Some string codes have no HTTP status, or several. The status is then that of the kind.
//   - validationErrors, obtain_url and instructions are what the gateway sends; the specification
//     leaves data open.
package aai
