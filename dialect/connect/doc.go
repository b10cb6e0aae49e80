// Package connect, for applications, is the dialect of the Connect protocol for HTTP APIs and
// RPC.
//
// An error of a unary call (Connect, Unary-Response, Error End-Stream):
//
//	{
//	  "code": "not_found",
//	  "message": "There is no bell \"42\".",
//	  "details": [
//	    {
//	      "type": "google.rpc.ErrorInfo",
//	      "value": "CgxOT19TVUNIX0JFTEwSEWJlbGxzLmV4YW1wbGUuY29tGhEKBGtpbmQSCW5vdF9mb3VuZA",
//	      "debug": {"reason": "NO_SUCH_BELL", "domain": "bells.example.com", "metadata": {"kind": "not_found"}}
//	    }
//	  ]
//	}
//
// The media type is application/json whatever the codec of the call is. The HTTP status is that
// of the code (Connect, Error Codes): column RPC of the table in package mapping gives the code
// of each kind. value is the message in the binary format of Protocol Buffers, in base64 without
// padding; debug is the same in ProtoJSON, which no client may depend on. Package rpcdetails has
// the details: which message and which member of metadata each field of an error is. The delay is
// in the header Retry-After too.
//
// An error of a streaming call, [Dialect.Stream], is in the last message of the stream (Connect,
// EndStreamResponse), of a response with status 200:
//
//	{"error": {"code": "not_found", "message": "There is no bell \"42\"."}}
//
// Append writes the message without the five bytes of its envelope, which the transport adds.
// Decode accepts both messages, and the envelopes of a stream up to the last one.
//
// A response with the HTTP status of an error whose body is not an error has the code that
// Connect defines for the status (Connect, HTTP to Error Code). These are not the inverse: 404 is
// unimplemented, because the server does not have the procedure.
//
// # What is lost
//
// Fields that have no place in the details, see package rpcdetails. The text for developers is
// rendered only with [Dialect.Debug]. The exact HTTP status is only in the details.
//
// # Where the specification is unclear
//
//   - A code that Connect does not define is decoded as that of the HTTP status.
//   - Several kinds have a code in common. A document without the kind in the metadata of
//     ErrorInfo has the kind of its code.
package connect
