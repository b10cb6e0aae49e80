// Package a2a, for applications, has the dialects of the Agent2Agent protocol, versions 1.0 and
// 0.3. Errors of its binding of gRPC are those of package grpc.
//
// # Errors
//
// [Dialect] is the error of a request that failed before the agent accepted it. In JSON-RPC (A2A
// 1.0 §9.5):
//
//	{
//	  "jsonrpc": "2.0",
//	  "id": 7,
//	  "error": {
//	    "code": -32004,
//	    "message": "There is no tool \"ring\".",
//	    "data": [
//	      {
//	        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
//	        "reason": "UNSUPPORTED_OPERATION",
//	        "domain": "a2a-protocol.org",
//	        "metadata": {"kind": "tool_not_found"}
//	      }
//	    ]
//	  }
//	}
//
// The code is column A2A of the table in package mapping. It is never -32001 or -32002, which mean
// that the task is not found or is not cancelable. An error for which A2A has no code is -32000,
// which is outside of the range of A2A; its reason and its domain are those of package rpcdetails,
// which has all details. The HTTP status is 200, or 401, 403, 405, 415, 429 or 503, which A2A has
// no codes for.
//
// In HTTP+JSON (A2A 1.0 §11.6) the error is that of AIP-193,
// {"error":{"code":400,"message":"...","status":"...","details":[...]}}, with the media type
// application/a2a+json and the HTTP status of the code. NOT_FOUND and 404 mean the task there;
// what a tool does not find is INVALID_ARGUMENT.
//
// # Tasks
//
// [Task] is a task that failed after the agent accepted it: a success of the protocol (A2A 1.0
// §4.1.2). Its fields are those of [dialect.Call].
//
//	{
//	  "jsonrpc": "2.0",
//	  "id": 7,
//	  "result": {
//	    "task": {
//	      "id": "t1",
//	      "contextId": "c1",
//	      "status": {
//	        "state": "TASK_STATE_FAILED",
//	        "message": {
//	          "role": "ROLE_AGENT",
//	          "messageId": "m9",
//	          "taskId": "t1",
//	          "contextId": "c1",
//	          "parts": [
//	            {"text": "There is no bell \"42\".\nCall list_bells."},
//	            {"data": {"error": {"code": 404, "message": "There is no bell \"42\".", "status": "NOT_FOUND", "details": [...]}},
//	             "mediaType": "application/json"}
//	          ]
//	        }
//	      }
//	    }
//	  }
//	}
//
// The state is column A2AState. The text is for people and models, the data, an error of AIP-193,
// for programs.
//
// # Version 0.3
//
// In 0.3 the data of an error is an object with the members error, the message, which a2a-go
// shows, and details; -32009 is -32600. Parts and tasks have a member kind, and states small
// letters: "failed", "input-required". The HTTP status of an error of JSON-RPC is 200, because
// clients do not read the body of any other. The specification of 0.3 does not define an error of
// HTTP+JSON; rendered is the error object of JSON-RPC, as the JavaScript SDK does it.
//
// # Decoding
//
// Each dialect decodes the documents of all: errors, tasks, the events of a stream and push
// notifications with a status, and problem details of the types https://a2a-protocol.org/errors/,
// which some examples of the specification have. A task that works, or is done, and a message are
// successes. The parts with data of other agents become details, except the canonical JSON of the
// error that the text is about.
//
// # What is lost
//
// What the details have no place for, see package rpcdetails. The text for developers is not
// rendered.
//
// # Where the specification is unclear
//
//   - Examples in §6.4 and §6.5 have problem details, §11.6 has AIP-193. The latter is rendered.
//   - §9.5 has no code for authentication, permissions and rate limits: "custom errors".
//   - A rejected task has no reason: it is decoded as permission_denied unless its data have
//     another kind.
package a2a
