// Package google, for applications, is the dialect of Google APIs: a google.rpc.Status over HTTP
// as AIP-193 defines it, which many other APIs have adopted.
//
//	{
//	  "error": {
//	    "code": 404,
//	    "message": "There is no bell \"42\".",
//	    "status": "NOT_FOUND",
//	    "details": [
//	      {
//	        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
//	        "reason": "NO_SUCH_BELL",
//	        "domain": "bells.example.com",
//	        "metadata": {"kind": "not_found", "hint": "Call list_bells."}
//	      },
//	      {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "0.500s"}
//	    ]
//	  }
//	}
//
// code is the HTTP status, status the name of the google.rpc.Code: column RPC of the table in
// package mapping, whose status is that of the response too (google/rpc/code.proto, HTTP
// Mapping), unless the error has an exact one. Package rpcdetails has the details: which message
// and which member of metadata each field of an error is. The delay is in the header Retry-After
// too.
//
// Decode also accepts a google.rpc.Status without the envelope,
// {"code":5,"message":"...","details":[...]}, in which code is the number of the google.rpc.Code
// (ProtoJSON); the older form of Google APIs, which has a list errors of domain, reason and
// message instead of status and details; and an array of one such document, as streaming methods
// send it.
//
// # What is lost
//
// Fields that have no place in the details, see package rpcdetails. The text for developers is
// rendered only with [Dialect.Debug].
//
// # Where the specification is unclear
//
//   - error_details.proto counted the elements of field paths from 1 in older versions and counts
//     from 0 now. Paths are written and read from 0.
//   - AIP-193 requires ErrorInfo, but many servers send none; the kind is then that of the code.
//     Several kinds share a code, and AIP-194 recommends automatic retries only for UNAVAILABLE.
//     Here the kind determines retry.
//   - code and status may contradict each other. The status determines the kind.
package google
