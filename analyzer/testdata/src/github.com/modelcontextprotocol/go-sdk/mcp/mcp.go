// Package mcp has the names of github.com/modelcontextprotocol/go-sdk/mcp that the tests use.
package mcp

type ServerRequest[P any] struct{ Params P }

type CallToolParamsRaw struct{}

type CallToolRequest = ServerRequest[*CallToolParamsRaw]

type Content interface{ isContent() }

type TextContent struct{ Text string }

func (*TextContent) isContent() {}

type CallToolResult struct {
	Content []Content
	IsError bool
}

func (r *CallToolResult) SetError(err error) {
	r.Content = []Content{&TextContent{Text: err.Error()}}
	r.IsError = true
}
