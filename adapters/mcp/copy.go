package mcperr

import (
	"context"
	"maps"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The SDK writes to the results that handlers return: to _meta, to resultType,
// and to the structured content of a tool. A handler may return one result to
// several calls, so that each call gets a copy. resultType is a field that only
// the SDK can set; what it has set for a call of revision 2026-07-28 must not
// appear in a call of an older one.

// Raw wraps a handler that is registered by [mcp.Server.AddTool], and returns a
// copy of each result. It is needed only where h returns the same result to
// concurrent calls: the SDK writes to it before any middleware sees it.
// [Handler] does the same for typed tools.
func Raw(h mcp.ToolHandler) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		return copyToolResult(res, false), err
	}
}

// older reports whether the revision of the call has no resultType.
func (c *call) older() bool {
	revision := c.mcp().Revision
	return revision != "" && revision < revision2026
}

// copyToolResult returns a shallow copy of r, without the resultType if older.
func copyToolResult(r *mcp.CallToolResult, older bool) *mcp.CallToolResult {
	if r == nil {
		return nil
	}
	var sent mcp.CallToolResult
	if !older {
		sent = *r
	} else if err := r.GetError(); err != nil {
		sent.SetError(err)
	}
	sent.Meta, sent.Content, sent.StructuredContent, sent.IsError = maps.Clone(r.Meta), r.Content, r.StructuredContent, r.IsError
	sent.InputRequests, sent.RequestState = r.InputRequests, r.RequestState
	return &sent
}

// copyResult is copyToolResult for the results of other handlers. A result that
// the SDK makes itself is returned as it is.
func copyResult(res mcp.Result, older bool) mcp.Result {
	switch r := res.(type) {
	case *mcp.ReadResourceResult:
		var sent mcp.ReadResourceResult
		if !older {
			sent = *r
		}
		sent.Meta, sent.Cacheable, sent.Contents = maps.Clone(r.Meta), r.Cacheable, r.Contents
		sent.InputRequests, sent.RequestState = r.InputRequests, r.RequestState
		return &sent
	case *mcp.GetPromptResult:
		var sent mcp.GetPromptResult
		if !older {
			sent = *r
		}
		sent.Meta, sent.Description, sent.Messages = maps.Clone(r.Meta), r.Description, r.Messages
		sent.InputRequests, sent.RequestState = r.InputRequests, r.RequestState
		return &sent
	case *mcp.CompleteResult:
		var sent mcp.CompleteResult
		if !older {
			sent = *r
		}
		sent.Meta, sent.Completion = maps.Clone(r.Meta), r.Completion
		return &sent
	}
	return res
}
