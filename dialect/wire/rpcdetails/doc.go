// Package rpcdetails, for implementations of dialects, renders and reads the details of a
// google.rpc.Status, which Google APIs (AIP-193), Connect and gRPC have in common: messages of
// google/rpc/error_details.proto. It does not need a library of Protocol Buffers. There are three
// formats:
//
//	// AppendJSON: ProtoJSON, Any
//	{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"0.500s"}
//	// AppendConnect: Connect, Error Details
//	{"type":"google.rpc.RetryInfo","value":"CgYQgMq17gE","debug":{"retryDelay":"0.500s"}}
//	// AppendStatus: Protocol Buffers, Any
//	1a 38 0a 28 "type.googleapis.com/google.rpc.RetryInfo" 12 0a 0a 08 ...
//
// The Append functions (append.go) take the same messages, in errorinfo.go, violations.go and
// guidance.go, and a writer (writer.go) writes each field as JSON or as Protocol Buffers. Reading
// goes the other way round: binary.go converts Protocol Buffers to ProtoJSON by the table in
// messages.go, and [Read] (read.go) reads only that.
//
// # Messages
//
// Each message occurs at most once (AIP-193, Standard payloads):
//
//	ErrorInfo            reason: the code, else the kind, in upper case; domain; metadata
//	RetryInfo            the delay before a retry
//	BadRequest           the fields, and the input that is needed with the reason REQUIRED
//	QuotaFailure         the detail limit of rate_limited
//	PreconditionFailure  what is needed, with the types SECRET, SCOPE and USER_ID
//	ResourceInfo         the tool or the URI of the call that was not found
//	Help                 the URLs of challenges, and last the DocURL
//	RequestInfo          the reference
//	DebugInfo            the text for developers, only if Options.Debug is set
//
// Members of metadata: kind, which makes every kind round-trip; code and status, if reason and
// kind do not determine them; hint, retry, stage and upstream; needs, the input that is needed, as
// in the canonical JSON; challenge_0_id and challenge_0_check_url; field_0_rule, if it is not
// valid as a reason, and field_0_param; each detail whose name is valid in metadata, as text, or
// as JSON if it is not a string; and toolerr, the canonical JSON of the whole error, if the codec
// carries it.
//
// Paths of fields are written as error_details.proto documents them, items[0].sku with indexes
// from 0. A JSON pointer that this notation does not represent exactly is written as it is; it
// starts with a slash.
//
// # What is lost
//
// Details with other names, and the types of details that JSON does not have.
//
// # Reading
//
// [Read] accepts messages of any server. If metadata has no kind, the code determines it, metadata
// becomes details, a delay means that the call may be repeated, and messages that an error has no
// field for become details under their names. buf.validate.Violations, of protovalidate, become
// fields.
package rpcdetails
