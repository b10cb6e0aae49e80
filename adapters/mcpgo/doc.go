// Package mcpgoerr lets a server of github.com/mark3labs/mcp-go say its failures
// so that they reach the model as they should. One option sets it up, the first
// of those that add middleware, so that it is outermost:
//
//	s := server.NewMCPServer("bells", "1", mcpgoerr.Guard(nil))
//
// Handlers then return errors, of package errkit or any other. What an author
// coded as public is said; the text of anything else is not. Without it the
// text of every error is sent, as -32603, which the model may not see.
//
// # What mcp-go leaves no room for
//
// A handler cannot choose a code of JSON-RPC, but for -32042. So the error of a
// tool is always a result, and that of a resource or a prompt always -32603,
// with the public text. An unknown tool is always -32602.
//
// What [mcp.NewStructuredToolHandler] makes of an error is a text alone. Wrap
// what is given to it with [Structured], and the error is told as any other;
// else only that the tool failed.
//
// mcp-go answers for panics outside of handlers, and for documents that are no
// requests, itself.
package mcpgoerr
