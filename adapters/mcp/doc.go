// Package mcperr, for applications, renders the errors of a server that uses the official Go SDK
// for the Model Context Protocol:
//
//	server.AddReceivingMiddleware(mcperr.Middleware(nil))
//
// Add the middleware last: then it is the outermost, and also renders the errors of other
// middleware. Handlers return errors, of package errkit or any other. Only text that an author
// declared public is sent; the text of uncoded errors is only logged.
//
// [Handler] and [Raw] wrap handlers of the SDK; package mcptool serves tools of package tool. In a
// client, [ClientMiddleware] returns errors of package errkit, [FromResult] and [FromError] decode
// single ones, [Retry] repeats calls, [ClientTransport] reads the responses that the SDK does not,
// and [GuardClient] recovers the panics of handlers. [Authorization] responds to requests of the
// HTTP transport that are not allowed.
//
// # What it does
//
//   - The error of a tool becomes a result with isError, which the model reads. The error of a
//     resource or prompt becomes a JSON-RPC error, because their results have no place for one.
//   - A [jsonrpc.Error] that a handler returns, wrapped or not, keeps its code and data, unless
//     the negotiated revision forbids the code.
//   - Panics, calls of runtime.Goexit, nil results, nil pointers in the interface error, and
//     results that have no JSON become Internal or OutputInvalid. Without this package they
//     terminate the process, or the client gets no response.
//   - An error with Needs asks the user of a client that declared elicitation, in tools, resources
//     and prompts: to visit the URL of a challenge, or to enter input in a form. If the user
//     accepts, the handler runs again, with the input among its arguments ([UserInput]). If the
//     user declines, the error is PermissionDenied; if the request is dismissed, Canceled. If the
//     handler needs the same authorization again, the model gets a text to wait. A call asks at
//     most three times.
//   - The text about an unknown tool names similar tools, of those that the session has listed
//     through the middleware below this one.
//   - Invalid input of a typed tool has a field for each fault, with a JSON pointer and without
//     the value.
//
// # Whose fault an error is
//
// The SDK parses the arguments before a handler runs, so an error of syntax or an io.EOF is never
// about arguments that are present. A type error of encoding/json is the caller's only if the
// arguments have that fault (see [middleware.JSON]) and the tool's schema does not require what
// the Go type cannot hold; behind [Handler] and mcptool.Add, where the arguments are decoded
// already, it is never. A violation that go-playground/validator or a JSON Schema found is the
// caller's only if the arguments have the member with that value, or the schema has it and the
// arguments do not, and an error of strconv, time or os about a text only if the arguments have
// this text (see [middleware.Value]). Everything else, such as an error about the response of a
// service, is Internal.
//
// A failure of a running handler is a result, which the model reads, whatever its kind is. An
// error with the Stage BeforeCall may be a JSON-RPC error.
//
// A call may have no arguments, or null, which is replaced by an empty object. mcptool.Add and
// [Handler] treat them as an empty object. A raw handler that decodes them as they are gets an
// error of syntax, which becomes InvalidInput with the members that the schema requires.
//
// # What it cannot do
//
// The SDK responds to some requests before any middleware runs: to malformed JSON, unknown
// methods, params of a wrong type, calls before initialization and wrong headers. Over HTTP, a
// nethttp.API with Rewrite around its handler replaces the plain texts among these responses, which
// have names of Go types. The middleware does not see goroutines that a handler starts (see
// [middleware.Boundary.Go]), and does not interrupt a handler that never returns: with a Timeout
// the client gets a response, and the handler continues. Reports do not have the id of the request,
// which the SDK does not give to middleware.
//
// It uses the descriptions of tools that a session listed, until the session lists them again, the
// SDK finds a fault that the schema there does not have, or the server notifies a client that its
// tools changed. It sees notifications only if it is a sending middleware, too (see [Middleware]).
//
// # Compatibility
//
// Package dialect renders all documents, and promises when their bytes change.
package mcperr
