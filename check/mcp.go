package check

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/toolerr/toolerr/check/internal/probe"
)

// overMCP is MCP over streamable HTTP or stdio, revision 2025-11-25 or an older one that the
// server names.
type overMCP struct{ overRPC }

const (
	revision = "2025-11-25"
	maxPages = 50

	unknownRevision = "1999-01-01"
)

func (p *overMCP) open(ctx context.Context, c *client) ([]Tool, error) {
	c.header = http.Header{"Accept": {"application/json, text/event-stream"}}
	x, err := c.do(ctx, p.initialize(c, revision))
	if err != nil {
		return nil, err
	}
	var started struct {
		Result *struct {
			ProtocolVersion string `json:"protocolVersion"`
			Capabilities    struct {
				Tools *struct{} `json:"tools"`
			} `json:"capabilities"`
		} `json:"result"`
	}
	if err := json.Unmarshal(x.Message, &started); err != nil || started.Result == nil {
		return nil, unexpected(x, "the answer to initialize is not a result of MCP")
	}
	if used := started.Result.ProtocolVersion; used != "" {
		c.header.Set("MCP-Protocol-Version", used)
	}
	if session := x.Header.Get("Mcp-Session-Id"); session != "" {
		c.header.Set("Mcp-Session-Id", session)
	}
	if _, err := c.do(ctx, c.post(c.target.URL, rpc(0, "notifications/initialized", nil))); err != nil {
		return nil, err
	}
	if started.Result.Capabilities.Tools == nil {
		return nil, nil
	}
	return p.tools(ctx, c)
}

func (p *overMCP) initialize(c *client, revision string) probe.Request {
	return p.request(c, "initialize", map[string]any{
		"protocolVersion": revision, "capabilities": map[string]any{},
		"clientInfo": map[string]string{"name": "toolerr-check", "version": "1"},
	})
}

func (p *overMCP) tools(ctx context.Context, c *client) (all []Tool, err error) {
	cursor := ""
	for range maxPages {
		params := map[string]any{}
		if cursor != "" {
			params["cursor"] = cursor
		}
		x, err := c.do(ctx, p.request(c, "tools/list", params))
		if err != nil {
			return nil, err
		}
		var page struct{ Result struct{ NextCursor string } }
		tools, err := ReadTools(x.Message)
		if err != nil || json.Unmarshal(x.Message, &page) != nil {
			return nil, unexpected(x, "the answer to tools/list is not a list of tools")
		}
		all = append(all, tools...)
		if cursor = page.Result.NextCursor; cursor == "" {
			break
		}
	}
	return all, nil
}

func (p *overMCP) list(c *client) probe.Request {
	return p.request(c, "tools/list", map[string]any{})
}

func (p *overMCP) revisions(c *client, _ *Tool, _ json.RawMessage) []probe.Request {
	if !c.target.overHTTP() { // a program is initialized once
		return nil
	}
	start := p.initialize(c, unknownRevision)
	start.Header.Del("Mcp-Session-Id")
	start.Header.Del("MCP-Protocol-Version")
	list := p.list(c)
	list.Header.Set("MCP-Protocol-Version", unknownRevision)
	return []probe.Request{start, list}
}
