// Package grpc, for applications, is the dialect of gRPC: the trailers of a failed call, as a
// block of header fields, which is how gRPC-Web sends them (PROTOCOL-WEB, Protocol differences vs
// gRPC over HTTP2):
//
//	grpc-status: 5
//	grpc-message: There is no bell "42".
//	grpc-status-details-bin: CAUSFlRoZXJlIGlzIG5vIGJlbGwgIjQyIi4aXAoodHlwZS5nb29nbGVhcGlzLmNvbS9nb29nbGUucnBjLkVycm9ySW5mbxIw...
//
// Each line ends with CR LF. grpc-status is the number of the google.rpc.Code (PROTOCOL-HTTP2,
// Responses): column RPC of the table in package mapping gives the code of each kind.
// grpc-message is percent-encoded UTF-8. grpc-status-details-bin is a google.rpc.Status with the
// code, the message and the details in the binary format of Protocol Buffers, in base64 without
// padding. Package rpcdetails has the details: which message and which member of metadata each
// field of an error is. The HTTP status of a call is 200 whether or not it failed.
//
// Decode accepts such a block, the frames of gRPC-Web up to the one with the trailers, and
// trailers in the headers of the document, where a client of HTTP has those of a response without
// a body (PROTOCOL-HTTP2, Trailers-Only). A response with the HTTP status of an error and without
// grpc-status has the code that gRPC defines for the status (HTTP to gRPC Status Code Mapping).
//
// # What is lost
//
// Fields that have no place in the details, see package rpcdetails. The text for developers is
// rendered only with [Dialect.Debug]. Many clients limit the headers of a response to 8 KiB.
// Unless [Dialect.MaxDetails] is negative, grpc-message has at most 1 KiB: a longer one ends with
// an ellipsis. If the details are longer than MaxDetails they are rendered without what is of
// least use, see rpcdetails.AppendStatus. If even the kind does not fit there are no details, and
// the kind is that of the code.
//
// # Where the specification is unclear
//
//   - grpc-status-details-bin is a convention of the libraries. If its code is not grpc-status,
//     grpc-status determines the kind.
//   - A field has no white space around its value, so that a space at the start or the end of a
//     message is percent-encoded.
package grpc
