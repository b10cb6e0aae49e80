// Package oxp, for applications, is the dialect of the Open eXecution Protocol 1.0, whose errors
// have three forms (Call Tool, Error Behavior). The documents are shown in the wrapped form;
// [Dialect.Flat] is the form without $schema and result.
//
// A Server Error, status 400, is a failure before the tool runs:
//
//	{
//	  "$schema": "urn:oxp:1.0",
//	  "message": "Authorization required",
//	  "developer_message": "token store is empty",
//	  "missing_requirements": {
//	    "authorization": [{"id": "1", "url": "https://...", "check_url": "https://..."}],
//	    "user_id": true
//	  }
//	}
//
// An Input Validation Error, status 422, is input that the tool's input_schema does not allow:
//
//	{
//	  "$schema": "urn:oxp:1.0",
//	  "message": "Some input parameters are invalid",
//	  "parameter_errors": {"b": "Must be a number"}
//	}
//
// A Tool Execution Error, status 200, is a failure of the tool (Call Tool Response, Retrying
// Errors):
//
//	{
//	  "$schema": "urn:oxp:1.0",
//	  "result": {
//	    "call_id": "723e4567-e89b-12d3-a456-426614174006",
//	    "duration": 60,
//	    "success": false,
//	    "error": {
//	      "message": "Doorbell ID not found",
//	      "developer_message": "The doorbell with ID 'doorbell1' does not exist.",
//	      "can_retry": true,
//	      "additional_prompt_content": "ids: doorbell42,doorbell84",
//	      "retry_after_ms": 500
//	    }
//	  }
//	}
//
// Column OXP of the table in package mapping gives the form of each kind; the stage of the error
// overrides it. A question to the user whose stage is before the call has its inputs in
// parameter_errors. Dev is the developer_message, which [Dialect.HideDev] omits.
//
// # What is lost
//
// OXP has no code, so most kinds are decoded as the kind of their form: invalid_request,
// invalid_input or execution_failed. The application's code, details, reference, the rules and
// parameters of fields, secrets and scopes have no member; a 422 has neither a member for
// developers nor for the hint.
//
// # Where the specification is unclear
//
//   - can_retry is optional, and clients must assume false without it. It is therefore written
//     only if the author of the error set Retry or RetryAfter, never from the table. In a decoded
//     document, retry_after_ms without can_retry does not allow a retry.
//   - The keys of parameter_errors are not defined for nested input. A pointer of one token is
//     written as that token, unless it is empty or starts with a slash; any other is written as
//     the pointer itself. Messages for one key are joined with "; ".
//   - The examples have missing_requirements in a 400 only, the schema in a ToolError too. It is
//     written in both.
//   - The schema requires the id of a challenge, which Challenge does not: a missing or repeated
//     one is replaced by a number.
package oxp
