// Package oxpserver serves tools over the Open eXecution Protocol 1.0: POST /tools/call, GET /tools, GET /health. Start with
// [AddTool] and [Server.Handler]:
//
//	var server oxp.Server
//	err := oxp.AddTool(&server, oxp.Tool{ID: "Doorbell.Ring", Version: "0.1.0", Description: "Rings a doorbell."}, ring)
//	http.ListenAndServe("127.0.0.1:8080", server.Handler())
//
// where ring is any func(context.Context, In) (Out, error).
//
// # What a failure becomes
//
// OXP has three forms of an error and nothing else, and so has a Server. What goes wrong before the tool is called is a
// Server Error, 400: unknown tools and versions, bad requests, missing requirements. Input that breaks the tool's
// input_schema, or the validate tags of its type, is an Input Validation Error, 422. Whatever the tool itself returns or
// panics with is a Tool Execution Error, 200 with success false, unless the tool says by Stage that it did not begin.
// [Server.Unauthorized] adds 401 for those who ask for it. Paths that are not there keep 404, methods 405.
//
// # Wrapped and flat
//
// A request in the wrapper {"request":{}} is answered in {"result":{}} with $schema, a flat one flat: both forms are in
// use. The version of OXP is checked wherever a client names it, in $schema or in the header OXP-Version.
//
// # Repeated calls
//
// A call whose client gave it a call_id, and which comes again while it runs, does not run twice: both get the result of
// the one. They are one call only if tool, version, input, context and caller are equal. Who calls is what [WithIdentity]
// says, else the credentials in the request: its Authorization, API key, cookies or client certificate. Callers without
// any are one caller.
package oxpserver
