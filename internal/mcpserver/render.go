package mcpserver

import (
	"encoding/json"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
)

// A Renderer renders errors as an adapter's options require.
type Renderer struct {
	Codec              dialect.Codec
	Structured         bool             // see mcp.Dialect
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
		facts.OutputSchema = (r.Structured || r.ToolError) && c.HasOutputSchema()
		if r.ToolError {
			return toolerror.Dialect{Format: r.format(c.Arguments), Revision: c.Peer.Revision}.Parts(&r.Codec, facts, e)
		}
	}
	d := c.Peer
	d.Structured, d.ProtocolValidation = r.Structured, r.ProtocolValidation
	return d.Parts(&r.Codec, facts, e)
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
