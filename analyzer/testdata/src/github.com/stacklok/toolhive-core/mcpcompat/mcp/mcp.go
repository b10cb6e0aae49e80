// Package mcp has names of mcp-go, as its original does.
package mcp

type CallToolRequest struct{}

type CallToolResult struct{ IsError bool }

func NewToolResultError(text string) *CallToolResult { return nil }
