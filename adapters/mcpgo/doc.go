// Package mcpgoerr renders the errors of a server that uses github.com/mark3labs/mcp-go. Its option comes before other options
// that add middleware, so that its middleware is the outermost:
//
//	s := server.NewMCPServer("bells", "1", mcpgoerr.WithMiddleware(nil))
//
// Handlers return errors, of package errkit or any other. Only text that an author declared public is sent; the text of uncoded
// errors is only logged. Without the middleware mcp-go sends the text of every error as -32603, which the model may not see.
//
// [Add] serves tools of package tool.
//
// # What mcp-go does not support
//
// A handler cannot choose a JSON-RPC code, except -32042. So the error of a tool is always a result, and that of a resource or
// prompt always -32603, with the public text. An unknown tool is always -32602.
//
// [mcp.NewStructuredToolHandler] replaces an error by its text. Wrap its argument with [Structured] to keep the error; otherwise
// it is rendered as ExecutionFailed, without a text of the handler.
//
// mcp-go itself responds to documents that are not requests, and to panics outside of handlers.
package mcpgoerr
