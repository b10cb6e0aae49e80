package bench

import (
	"encoding/json"
	"time"

	"github.com/mailru/easyjson"

	"github.com/toolerr/toolerr/bench/wire"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

// Fill makes the document of an error that a codec then encodes.
type Fill func(*errkit.Error, Indent) easyjson.Marshaler

// Indent encodes a document that stands, indented, in a text of another one.
type Indent func(easyjson.Marshaler) string

// A Way is a dialect as it is measured, and how a codec's document of it is
// filled.
type Way struct {
	Name    string
	Dialect dialect.Dialect
	Fill    Fill
}

var (
	// Answered is the call that every document answers.
	Answered = dialect.Call{ID: json.RawMessage("7"), Elapsed: 60 * time.Millisecond}
	filled   = wire.Call{ID: 7, Text: "7", Elapsed: 60 * time.Millisecond}
)

// Ways are the dialects, with the options that change most.
func Ways() []Way {
	return []Way{
		{"oxp", dialect.OXP{}, func(e *errkit.Error, _ Indent) easyjson.Marshaler { return wire.OXP(e, filled, false) }},
		{"oxp-flat", dialect.OXP{Flat: true}, func(e *errkit.Error, _ Indent) easyjson.Marshaler { return wire.OXP(e, filled, true) }},
		{"mcp", dialect.MCP{}, func(e *errkit.Error, _ Indent) easyjson.Marshaler { return wire.MCP(e, filled, false) }},
		{"mcp-structured", dialect.MCP{Structured: true}, func(e *errkit.Error, _ Indent) easyjson.Marshaler { return wire.MCP(e, filled, true) }},
		{"aai", dialect.AAI{}, func(e *errkit.Error, _ Indent) easyjson.Marshaler { return wire.AAI(e, filled) }},
		{"aai-string", dialect.AAI{Strings: true}, func(e *errkit.Error, _ Indent) easyjson.Marshaler { return wire.AAIByName(e) }},
		{"toolerror", dialect.ToolError{Revision: "2026-07-28"}, func(e *errkit.Error, _ Indent) easyjson.Marshaler { return wire.Tool(e, filled, nil) }},
		{"toolerror-both", dialect.ToolError{Revision: "2026-07-28", Format: dialect.Both}, func(e *errkit.Error, in Indent) easyjson.Marshaler { return wire.Tool(e, filled, in) }},
		{"problem", dialect.Problem{}, func(e *errkit.Error, _ Indent) easyjson.Marshaler { return wire.OfProblem(e) }},
	}
}
