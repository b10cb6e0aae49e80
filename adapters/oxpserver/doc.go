// Package oxpserver, for applications, serves tools over the Open eXecution Protocol 1.0: POST
// /tools/call, GET /tools, GET /health. Start with [Server.Add] and [Server.Handler]:
//
//	var server oxpserver.Server
//	err := server.Add(tool.New("Doorbell.Ring", "Rings a doorbell.", ring))
//	http.ListenAndServe("127.0.0.1:8080", server.Handler())
//
// where ring is any func(context.Context, In) (Out, error).
//
// # Errors
//
// OXP has three forms of an error, which the stage of the error selects. An error before the call
// is a Server Error, 400: unknown tools and versions, malformed requests, missing requirements.
// Invalid input is an Input Validation Error, 422. An error or panic of the tool is a Tool
// Execution Error, 200 with success false. [Server.Unauthorized] adds 401. Unknown paths have the
// status 404, and methods that are not allowed 405.
//
// # Wrapped and flat
//
// Clients use two forms of documents. A request in the wrapper {"request":{}} gets a response
// with $schema and {"result":{}}; a flat request gets a flat response. The version of OXP is
// checked in $schema and in the header OXP-Version.
//
// # Repeated calls
//
// If a call with a call_id is repeated while it runs, the tool runs once, and both get its result.
// With [Server.Keys] a later call gets the first answer, and the header "Idempotent-Replayed:
// true". Two calls are the same if tool, version, input, context and caller are equal. The caller
// is the one of [idempotency.WithPrincipal], otherwise it is identified by the credentials of the request:
// Authorization, API key or client certificate. Requests without these are never given a later
// answer.
package oxpserver
