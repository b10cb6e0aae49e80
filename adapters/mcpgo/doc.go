// Package mcpgoerr, for applications, renders the errors of a server that uses
// github.com/mark3labs/mcp-go. Its option comes before other options that add middleware, so that
// its middleware is the outermost:
//
//	s := server.NewMCPServer("bells", "1", mcpgoerr.WithMiddleware(nil))
//
// Handlers return errors, of package errkit or any other. Only text that an author declared public
// is sent; the text of uncoded errors is only logged. Without the middleware mcp-go sends the text
// of every error as -32603, which the model may not see.
//
// [Add] serves tools of package tool.
//
// An error of encoding/json, of a validator or of a method of the request such as RequireInt is
// the caller's only if it is about the arguments of the call.
//
// # What the middleware does not cover
//
// [WithMiddleware] covers tools, resources, templates and prompts, also those of sessions, regular
// tools that run as tasks, and the hooks that the server has when the option is applied. mcp-go
// has no middleware for everything else that it calls. Functions of this package wrap it; a test
// checks that the list is complete:
//
//	AddTaskTool, AddTaskTools        TaskTool
//	WithPromptCompletionProvider     PromptCompletion
//	WithResourceCompletionProvider   ResourceCompletion
//	WithToolFilter                   ToolFilter
//	WithPromptFilter                 PromptFilter
//	AddNotificationHandler           NotificationHandler
//	WithTaskHooks                    TaskHooks
//
// Without them mcp-go sends the text of an error and the value of a panic to the client, or the
// process terminates. All of these handlers run in a goroutine of their own, so that there is a
// response, and a report, if one calls runtime.Goexit.
//
// Reports do not have the id of the request, which mcp-go does not give to middleware.
//
// mcp-go itself responds to documents that are not requests, to unknown names, to panics of
// context functions and loggers, and to a client that does not send the input that a handler asked
// for.
//
// # What mcp-go does not support
//
// A handler cannot choose a JSON-RPC code, except -32042. So the error of a tool is always a
// result, and that of a resource, prompt or completion always -32603, with the public text. An
// unknown tool is always -32602. From revision 2026-07-28 on, only tools ask the user to visit a
// URL, once in a call: the text of a resource, prompt or completion has the URL.
//
// The result of a failed task cannot be sent: tasks/result is -32603 with the text for the model.
// mcp-go cancels the context of a task when the response to its creation is sent, so that a task
// that obeys its context is canceled.
//
// [mcp.NewStructuredToolHandler] replaces an error by its text. Wrap its argument with
// [Structured] to keep the error; otherwise it is rendered as ExecutionFailed, without a text of
// the handler.
package mcpgoerr
