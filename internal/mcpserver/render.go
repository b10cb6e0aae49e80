package mcpserver

import (
	"context"
	"encoding/json"

	"github.com/toolerr/toolerr/dialect"
	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// Peer returns the dialect of the client: the negotiated revision, and what it can still ask its
// user in this call.
func (c *Call) Peer(ctx context.Context) (d mcpdialect.Dialect) {
	if c.SDK == nil {
		return d
	}
	d = c.SDK.Dialect(ctx)
	if c.Asked.rounds >= maxRounds {
		d.URLElicitation, d.FormElicitation = false, false
	}
	return d
}

// Render returns the response for an error that the boundary returned, and the error that it is
// for. A form that the user can be asked for is the alternative to it (see [Serve]).
func (c *Call) Render(ctx context.Context, e *errkit.Error) (parts mcpdialect.Parts, of *errkit.Error) {
	e, answered := c.afterAsking(e)
	peer := c.Peer(ctx)
	peer.URLElicitation, peer.FormElicitation = peer.URLElicitation && !answered, peer.FormElicitation && !answered
	parts = c.RenderFor(ctx, peer, e)
	if parts.Form != nil {
		c.form = &form{parts.Form, e}
	}
	return parts, e
}

// RenderFor returns the response for e to a client that can ask its user what peer has.
func (c *Call) RenderFor(ctx context.Context, peer mcpdialect.Dialect, e *errkit.Error) mcpdialect.Parts {
	facts := dialect.Call{Method: c.Method, Repeatable: c.repeatable(), Arguments: c.Arguments}
	switch c.Method {
	case ReadResource:
		facts.URI = c.Name
	case CallTool:
		facts.Tool = c.Name
		e = c.asExecution(e)
		if c.Structured || c.ToolError || wire.Detail(e, "structuredContent").Any() != nil {
			_, facts.OutputSchema = c.SDK.Describe(ctx)
		}
		if c.ToolError {
			return toolerror.Dialect{Format: c.format(), Revision: peer.Revision}.Parts(&c.Codec, facts, e)
		}
	}
	peer.Structured, peer.ProtocolValidation, peer.Drafts = c.Structured, c.ProtocolValidation, c.Drafts
	return peer.Parts(&c.Codec, facts, e)
}

// asExecution returns an error that is rendered as a result, which the model reads, for one of a
// kind that has a JSON-RPC code, unless its Stage is set: a handler returned it, so the call did
// not fail before.
func (c *Call) asExecution(e *errkit.Error) *errkit.Error {
	if e.Stage != errkit.StageUnspecified || c.Codec.Table.MCP(e.Kind, e.Stage) == mapping.MCPResult {
		return e
	}
	failed := *e
	failed.Stage = errkit.Execution
	return &failed
}

// format returns the format that the argument "format" names, else that of the options (Tool Error
// Responses, Format Gating).
func (c *Call) format() toolerror.Format {
	var a struct{ Format string }
	if json.Unmarshal(c.Arguments, &a) == nil {
		if f, err := toolerror.ParseFormat(a.Format); err == nil {
			return f
		}
	}
	return c.Format
}

// AppendBlocks appends the content of a result; text makes a block of a text, and encoded one with
// the JSON of any other, such as a text with a MIME type, for which SDKs have no field (Tool Error
// Responses, Content Blocks). The content must not be nil, which would be encoded as null.
func AppendBlocks[B any](blocks []B, p *mcpdialect.Parts, text func(string) B, encoded func(B, json.RawMessage) B) []B {
	others := parsed(p.Blocks)
	if p.Requests == nil && !others.FirstElement().Member("type").Is("text") {
		blocks = append(blocks, text(p.Text))
	}
	for block := range others.Elements() {
		blocks = append(blocks, encoded(text(block.Member("text").Scalar()), json.RawMessage(block.Raw())))
	}
	return blocks
}

// parsed returns a part that most results do not have.
func parsed(part json.RawMessage) (v jsontree.Value) {
	if part != nil {
		v, _ = jsontree.Parse(part, jsontree.Limits{})
	}
	return v
}

// Meta returns _meta of a result, nil if it is empty.
func Meta(p *mcpdialect.Parts) map[string]any {
	if p.Carried == nil && p.Failure == nil && p.DocURL == "" && p.Meta == nil {
		return nil
	}
	meta := map[string]any{}
	for name, value := range parsed(p.Meta).Members() {
		meta[name] = json.RawMessage(value.Raw())
	}
	if p.DocURL != "" {
		meta[dialect.DocKey] = p.DocURL
	}
	for name, part := range map[string]json.RawMessage{mcpdialect.ToolFailureKey: p.Failure, dialect.MetaKey: p.Carried} {
		if part != nil {
			meta[name] = part
		}
	}
	return meta
}
