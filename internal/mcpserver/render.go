package mcpserver

import (
	"encoding/json"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// A Renderer renders errors as an adapter's options require.
type Renderer struct {
	Codec              dialect.Codec
	Structured         bool             // see mcp.Dialect
	Drafts             bool             // see mcp.Dialect
	ProtocolValidation bool             // see mcp.Dialect
	ToolError          bool             // render errors of tools as toolError:v1
	Format             toolerror.Format // of toolError:v1, unless the arguments name one
}

// A Call is the request that failed.
type Call struct {
	Method    string
	Tool      string          // the name of the called tool
	URI       string          // of the requested resource
	Arguments json.RawMessage // of the called tool
	Peer      mcp.Dialect     // the negotiated revision, and what the client declared

	// HasOutputSchema reports whether the called tool declares an output schema. It is called only if the response
	// depends on it.
	HasOutputSchema func() bool
}

// Render returns the response for e.
func (r *Renderer) Render(c Call, e *errkit.Error) mcp.Parts {
	facts := dialect.Call{Tool: c.Tool, Method: c.Method, URI: c.URI}
	if c.Method == CallTool {
		e = r.asExecution(e)
		facts.OutputSchema = (r.Structured || r.ToolError) && c.HasOutputSchema()
		if r.ToolError {
			return toolerror.Dialect{Format: r.format(c.Arguments), Revision: c.Peer.Revision}.Parts(&r.Codec, facts, e)
		}
	}
	d := c.Peer
	d.Structured, d.ProtocolValidation, d.Drafts = r.Structured, r.ProtocolValidation, r.Drafts
	return d.Parts(&r.Codec, facts, e)
}

// asExecution returns an error that is rendered as a result, which the model reads, for one of a kind that has a JSON-RPC code,
// unless its Stage is set: a handler returned it, so the call did not fail before.
func (r *Renderer) asExecution(e *errkit.Error) *errkit.Error {
	if e.Stage != errkit.StageUnspecified || r.Codec.Table.MCP(e.Kind, e.Stage) == mapping.MCPResult {
		return e
	}
	failed := *e
	failed.Stage = errkit.Execution
	return &failed
}

// format returns the format that the argument "format" names, else that of the options (Tool Error Responses, Format Gating).
func (r *Renderer) format(arguments json.RawMessage) toolerror.Format {
	var a struct {
		Format string `json:"format"`
	}
	if json.Unmarshal(arguments, &a) == nil {
		if f, err := toolerror.ParseFormat(a.Format); err == nil {
			return f
		}
	}
	return r.Format
}
