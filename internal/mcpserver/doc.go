// Package mcpserver has what the adapters for the SDKs of the Model Context Protocol share: rendering in parts, the faults of
// an input, the facts that a report needs, and the content of a tool's result. It imports no SDK.
package mcpserver

// The methods that adapters treat differently from others.
const (
	CallTool     = "tools/call"
	Complete     = "completion/complete"
	GetPrompt    = "prompts/get"
	ListTools    = "tools/list"
	ReadResource = "resources/read"
)
