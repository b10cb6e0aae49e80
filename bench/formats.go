package bench

import (
	"encoding/json"
	"time"

	"github.com/toolerr/toolerr/bench/wire"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

// Fill returns the document of an error, for a codec to encode.
type Fill func(*errkit.Error, Indent) any

// Indent returns v as indented JSON, which is embedded in a string of another document.
type Indent func(any) string

// A Format is a dialect with its options, and the function that returns the same document for a codec.
type Format struct {
	Name    string
	Dialect dialect.Dialect
	Fill    Fill
}

var (
	// Call is the call whose error is rendered.
	Call     = dialect.Call{ID: json.RawMessage("7"), Elapsed: 60 * time.Millisecond}
	wireCall = wire.Call{ID: 7, Text: "7", Elapsed: 60 * time.Millisecond}
)

// Formats returns all dialects, with the options that have the largest effect on the documents.
func Formats() []Format {
	return []Format{
		{"oxp", dialect.OXP{}, func(e *errkit.Error, _ Indent) any { return wire.OXP(e, wireCall, false) }},
		{"oxp-flat", dialect.OXP{Flat: true}, func(e *errkit.Error, _ Indent) any { return wire.OXP(e, wireCall, true) }},
		{"mcp", dialect.MCP{}, func(e *errkit.Error, _ Indent) any { return wire.MCP(e, wireCall, false) }},
		{"mcp-structured", dialect.MCP{Structured: true}, func(e *errkit.Error, _ Indent) any { return wire.MCP(e, wireCall, true) }},
		{"aai", dialect.AAI{}, func(e *errkit.Error, _ Indent) any { return wire.AAI(e, wireCall) }},
		{"aai-string", dialect.AAI{Strings: true}, func(e *errkit.Error, _ Indent) any { return wire.AAIByName(e) }},
		{"toolerror", dialect.ToolError{Revision: "2026-07-28"}, func(e *errkit.Error, _ Indent) any { return wire.Tool(e, wireCall, nil) }},
		{"toolerror-both", dialect.ToolError{Revision: "2026-07-28", Format: dialect.Both}, func(e *errkit.Error, in Indent) any { return wire.Tool(e, wireCall, in) }},
		{"problem", dialect.Problem{}, func(e *errkit.Error, _ Indent) any { return wire.OfProblem(e) }},
	}
}
