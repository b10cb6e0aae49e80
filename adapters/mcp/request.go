package mcperr

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/middleware"
)

// mcp returns the dialect of the request's peer: the revision that it
// negotiated, and what it can do.
func (c *call) mcp() mcpdialect.Dialect {
	d := mcpdialect.Dialect{Structured: c.Structured, ProtocolValidation: c.ProtocolValidation}
	req, ok := c.req.(interface {
		ProtocolVersion() string
		ClientCapabilities() *mcp.ClientCapabilities
	})
	if !ok {
		return d
	}
	d.Revision = req.ProtocolVersion()
	if can := req.ClientCapabilities(); can != nil && can.Elicitation != nil {
		d.URLElicitation = can.Elicitation.URL != nil
	}
	return d
}

// format is the one that the call's arguments name, or the one of the options.
func (c *call) format() toolerror.Format {
	var args struct {
		Format string `json:"format"`
	}
	if json.Unmarshal(c.arguments(), &args) == nil {
		if f, err := toolerror.ParseFormat(args.Format); err == nil {
			return f
		}
	}
	return c.Format
}

func (c *call) tool() string {
	if p, ok := c.req.GetParams().(*mcp.CallToolParamsRaw); ok && p != nil {
		return p.Name
	}
	return ""
}

func (c *call) arguments() json.RawMessage {
	if p, ok := c.req.GetParams().(*mcp.CallToolParamsRaw); ok && p != nil {
		return p.Arguments
	}
	return nil
}

// hasInput reports whether the request has input that a handler may decode.
func (c *call) hasInput() bool { return c.method == callTool || c.method == getPrompt }

// input is the evidence for classifiers: the arguments of a tool, empty if there
// are none, or the texts of a prompt's arguments.
func (c *call) input() (in middleware.Input) {
	switch p := c.req.GetParams().(type) {
	case *mcp.CallToolParamsRaw:
		in.Body = []byte{}
		if p != nil && p.Arguments != nil {
			in.Body = p.Arguments
		}
	case *mcp.GetPromptParams:
		if p != nil {
			in.Values = slices.Sorted(maps.Values(p.Arguments)) // in one order: the first that has a fault counts
		}
	}
	return in
}

func (c *call) uri() string {
	if p, ok := c.req.GetParams().(*mcp.ReadResourceParams); ok && p != nil {
		return p.URI
	}
	return ""
}

// maxPages bounds the pages of the tool list that are read.
const maxPages = 100

// description returns the called tool as the server lists it, through the
// middleware inside of this one; nil if it does not. It is asked for after
// something failed, and where it matters.
func (c *call) description(ctx context.Context) (t *mcp.Tool) {
	defer func() { _ = recover() }() // other middleware may fail, which is no reason to fail here
	call, ok := c.req.(*mcp.CallToolRequest)
	if !ok || call.Params == nil {
		return nil
	}
	params := &mcp.ListToolsParams{Meta: call.Params.Meta}
	for range maxPages {
		res, err := c.next(ctx, listTools, &mcp.ListToolsRequest{Session: call.Session, Params: params, Extra: call.Extra})
		list, ok := res.(*mcp.ListToolsResult)
		if err != nil || !ok || list == nil {
			return nil
		}
		for _, t := range list.Tools {
			if t != nil && t.Name == call.Params.Name {
				return t
			}
		}
		if list.NextCursor == "" {
			return nil
		}
		params = &mcp.ListToolsParams{Meta: call.Params.Meta, Cursor: list.NextCursor}
	}
	return nil
}
