package mcperr

import (
	"context"
	"maps"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The SDK writes to the results that handlers return: to _meta, to resultType, and to the structured content of a tool. A
// handler may return one result to several calls, so each call gets a copy. resultType is an unexported field: what the SDK has
// set for a call of revision 2026-07-28 must not be sent in a call of an older one.

// Raw wraps a handler for [mcp.Server.AddTool], and returns a copy of each result. It is needed only if h returns the same
// result to concurrent calls, because the SDK writes to it before any middleware runs. [Handler] does the same for typed tools.
func Raw(h mcp.ToolHandler) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		return copyToolResult(res, false), err
	}
}

// copyToolResult returns a shallow copy of res, without its resultType for an older revision.
func copyToolResult(res *mcp.CallToolResult, olderRevision bool) *mcp.CallToolResult {
	if res == nil {
		return nil
	}
	var sent mcp.CallToolResult
	if !olderRevision {
		sent = *res
	} else if err := res.GetError(); err != nil {
		sent.SetError(err)
	}
	sent.Meta, sent.Content, sent.StructuredContent, sent.IsError = maps.Clone(res.Meta), res.Content, res.StructuredContent, res.IsError
	sent.InputRequests, sent.RequestState = res.InputRequests, res.RequestState
	return &sent
}

// copyResult is copyToolResult for the results of other handlers. Results that the SDK makes are returned as they are.
func copyResult(res mcp.Result, olderRevision bool) mcp.Result {
	switch res := res.(type) {
	case *mcp.ReadResourceResult:
		var sent mcp.ReadResourceResult
		if !olderRevision {
			sent = *res
		}
		sent.Meta, sent.Cacheable, sent.Contents = maps.Clone(res.Meta), res.Cacheable, res.Contents
		sent.InputRequests, sent.RequestState = res.InputRequests, res.RequestState
		return &sent
	case *mcp.GetPromptResult:
		var sent mcp.GetPromptResult
		if !olderRevision {
			sent = *res
		}
		sent.Meta, sent.Description, sent.Messages = maps.Clone(res.Meta), res.Description, res.Messages
		sent.InputRequests, sent.RequestState = res.InputRequests, res.RequestState
		return &sent
	case *mcp.CompleteResult:
		var sent mcp.CompleteResult
		if !olderRevision {
			sent = *res
		}
		sent.Meta, sent.Completion = maps.Clone(res.Meta), res.Completion
		return &sent
	}
	return res
}
