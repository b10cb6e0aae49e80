// Package idempotency, for applications, runs calls with the same idempotency key once. A client
// that lost its connection sends the same call with the same key again: OXP has a call_id, A2A a
// messageId, HTTP the header Idempotency-Key (draft-ietf-httpapi-idempotency-key-header), MCP a
// member of _meta, and gRPC and Connect a header that the program names.
//
// A key belongs to a caller and a tool. While the first call runs, a second one with the same key
// waits for its answer; over HTTP it fails with 409. With [Keys].Replay, a later one gets the
// first answer. Package tool asks for an answer after the tool was found, the caller authorized
// and the input validated.
//
//	keys := &idempotency.Keys{Replay: true}
//	server := api.API{Keys: keys}
//	rpc := oxpserver.Server{Keys: keys}
//
// # What is kept
//
// Results are kept, and failures after which the call must not be repeated. Failures of a call
// that had no effect, failures that invite to repeat the call, and requests for an authorization
// or for input are not kept: the next call with the key runs. An answer that is too large is not
// kept either. In its place is the error output_invalid with the effect done, so that the call
// does not run twice.
//
// An answer is only given to the caller of the first call. Without a [WithPrincipal], an API key,
// an Authorization header, a client certificate or a session of MCP, calls are joined and never
// replayed.
//
// An adapter of your own puts the key into the context with [Keys.With], and calls its handler
// with [Do].
//
// [Memory], the default, does not survive a restart, and is of one process. Programs with several
// instances have a [Store] that these share, such as a database.
package idempotency
