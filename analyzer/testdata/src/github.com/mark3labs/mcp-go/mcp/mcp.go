// Package mcp has the names of github.com/mark3labs/mcp-go/mcp that the tests use.
package mcp

type CallToolRequest struct{}

type Content interface{ isContent() }

type TextContent struct {
	Type string
	Text string
}

func (TextContent) isContent() {}

type CallToolResult struct {
	Content           []Content
	StructuredContent any
	IsError           bool
}

func NewToolResultText(text string) *CallToolResult {
	return &CallToolResult{Content: []Content{TextContent{Text: text}}}
}

func NewToolResultError(text string) *CallToolResult {
	return &CallToolResult{Content: []Content{TextContent{Text: text}}, IsError: true}
}

func NewToolResultErrorf(format string, a ...any) *CallToolResult { return NewToolResultError(format) }

func NewToolResultErrorFromErr(text string, err error) *CallToolResult {
	return NewToolResultError(text + ": " + err.Error())
}
