// Package mcpserver is the life of a call in a server of the Model Context Protocol. It imports no
// SDK: an adapter converts the requests of an SDK to a [Call], and what is sent back to the types
// of the SDK, see [SDK] and [Handler]. [Serve] runs a call:
//
//  1. take the responses of the user to what an earlier round of the call asked for (ask.go);
//  2. run the handler, for no longer than its timeout, and recover its panic (run.go);
//  3. check that its result can be sent (result.go);
//  4. find out what an error is: one of the SDK, one with a Kind, or an uncoded one, and then
//     whose fault it is (blame.go; input.go has the faults of the arguments, unknown.go the names
//     of tools);
//  5. pass it to the boundary, with the facts of the call for the report;
//  6. render it, or ask the user, and then run the handler again (render.go, ask.go).
//
// A [Server] has the options, which every adapter documents as its own. There is no state between
// calls.
package mcpserver

// The methods of a server that adapters treat differently from others.
const (
	CallTool     = "tools/call"
	Complete     = "completion/complete"
	GetPrompt    = "prompts/get"
	ListTools    = "tools/list"
	ReadResource = "resources/read"
)

// The methods of a client that a handler calls.
const (
	Elicit    = "elicitation/create"
	Sample    = "sampling/createMessage"
	ListRoots = "roots/list"
)
