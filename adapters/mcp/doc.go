// Package mcperr lets a server of the official Go SDK for the Model Context
// Protocol say its failures so that they reach the model or the client as they
// should. One call sets it up:
//
//	server.AddReceivingMiddleware(mcperr.Middleware(nil))
//
// Add it last, so that it is outermost: it answers for what other middleware
// does too. Handlers then return errors, of package errkit or any other. What an
// author coded as public is said; the text of anything else is not.
//
// # What it takes care of
//
//   - an error of a tool becomes a result with isError, which the model sees; of
//     a resource or a prompt an error of JSON-RPC, for they have nothing else;
//   - a [jsonrpc.Error] that a handler returns, wrapped or not, keeps its code
//     and data, unless the negotiated revision forbids the code;
//   - panics, nil results, nil errors in an interface, and results that have no
//     JSON are answered as Internal or OutputInvalid: without this package they
//     end the program or leave the client waiting;
//   - input that a typed tool refuses is told by field, with JSON pointers and
//     without the values.
//
// # Whose fault an error is
//
// Errors of go-playground/validator that a handler returns as they are become
// InvalidInput. An error of encoding/json is about the arguments only if they
// have that fault (see [middleware.JSON]); the same error about another document,
// such as the response of a service, is Internal, and so is io.EOF.
//
// A call may come without arguments, and the handler of a tool that has no type
// then decodes an empty document: the syntax error that it returns is Malformed,
// an error of JSON-RPC (-32700) that the model may not see. Such a handler takes
// no arguments for an empty object, as [Func] and [Handler] do, or says by Stage
// Execution that it is the tool that failed.
//
// # What it does not see
//
// The SDK answers some requests before any middleware runs: what is not JSON,
// unknown methods, wrong params, calls before initialization, wrong headers. A
// goroutine that a handler starts is outside of every middleware
// (see [middleware.Boundary.Go]), and so is a handler that never returns.
//
// # A promise about bytes
//
// What stands on the wire is package dialect's to say: see [mcp.Dialect] and
// [toolerror.Dialect].
package mcperr
