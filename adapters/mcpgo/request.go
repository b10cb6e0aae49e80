package mcpgoerr

import (
	"context"
	"encoding/json"
	"log/slog"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/internal/limit"
)

// peer returns the dialect of the client: the negotiated revision, and whether it declared elicitation by URL. A request
// without a revision is not of 2026-07-28, where it is required.
func peer(ctx context.Context) mcpdialect.Dialect {
	d := mcpdialect.Dialect{Revision: server.RequestProtocolVersion(ctx)}
	if d.Revision == "" {
		d.Revision = mcpdialect.Revision20251125
	}
	if can := capabilities(ctx); can != nil {
		d.URLElicitation = can.Elicitation != nil && can.Elicitation.URL != nil
	}
	return d
}

// capabilities returns what the client declared that it supports, nil if the server does not know.
func capabilities(ctx context.Context) *mcp.ClientCapabilities {
	if info := server.RequestProtocolInfoFromContext(ctx); info != nil && info.Modern {
		if info.ClientCapabilities == nil {
			return new(mcp.ClientCapabilities)
		}
		return info.ClientCapabilities
	}
	if s, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo); ok {
		can := s.GetClientCapabilities()
		return &can
	}
	return nil
}

// clientFacts returns what the report has of the client: its name, the revision, and the session.
func clientFacts(ctx context.Context) (attrs []slog.Attr) {
	add := func(key, value string) {
		if value != "" {
			attrs = append(attrs, slog.String(key, limit.Middle(value, limit.Key)))
		}
	}
	session := server.ClientSessionFromContext(ctx)
	if s, ok := session.(server.SessionWithClientInfo); ok {
		add("client", s.GetClientInfo().Name)
	}
	add("revision", server.RequestProtocolVersion(ctx))
	if session != nil {
		add("session", session.SessionID())
	}
	return attrs
}

// description returns the called tool: that of the session, or of the server; nil for an unknown tool.
func (c *call) description(ctx context.Context) *mcp.Tool {
	name := c.request.Params.Name
	if s, ok := server.ClientSessionFromContext(ctx).(server.SessionWithTools); ok {
		if t, ok := s.GetSessionTools()[name]; ok {
			return &t.Tool
		}
	}
	s := c.server
	if s == nil {
		s = server.ServerFromContext(ctx)
	}
	if s == nil {
		return nil
	}
	if t := s.GetTool(name); t != nil {
		return &t.Tool
	}
	return nil
}

// runsAsTask reports whether mcp-go runs a tool as a task, if the client asks for it.
func runsAsTask(t *mcp.Tool) bool {
	return t != nil && t.Execution != nil &&
		(t.Execution.TaskSupport == mcp.TaskSupportOptional || t.Execution.TaskSupport == mcp.TaskSupportRequired)
}

// inputSchema returns the input schema of a tool as the server lists it. A tool may be nil.
func inputSchema(t *mcp.Tool) json.RawMessage {
	var listed struct {
		InputSchema json.RawMessage `json:"inputSchema"`
	}
	doc, err := json.Marshal(t)
	if err == nil {
		_ = json.Unmarshal(doc, &listed) // it was encoded just now
	}
	return listed.InputSchema
}

func hasOutputSchema(t *mcp.Tool) bool {
	return t != nil && (t.OutputSchema.Type != "" || len(t.RawOutputSchema) > 0)
}
