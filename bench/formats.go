package bench

import (
	"encoding/json"
	"time"

	"github.com/toolerr/toolerr/bench/wire"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/a2a"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/acp"
	"github.com/toolerr/toolerr/dialect/adcp"
	"github.com/toolerr/toolerr/dialect/connect"
	"github.com/toolerr/toolerr/dialect/google"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/model"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
)

// Fill returns the document of an error, for a codec to encode.
type Fill func(*errkit.Error, Indent) any

// Indent returns v as indented JSON, which is embedded in a string of another document.
type Indent func(any) string

// A Format is a dialect with its options, and the function that returns the same document
// for a codec.
type Format struct {
	Dialect   dialect.Dialect
	Option    string // the option that is set, if the dialect has another format without it
	Fill      Fill
	Unordered bool // documents of the same error may differ, because maps of Protocol Buffers have no order
}

// Name returns the name of the dialect, with the option.
func (f Format) Name() string { return f.Dialect.Name() + f.Option }

var (
	// Call is the call whose error is rendered.
	Call     = dialect.Call{ID: json.RawMessage("7"), Elapsed: 60 * time.Millisecond}
	wireCall = wire.Call{ID: 7, Text: "7", Elapsed: 60 * time.Millisecond}
)

// Formats returns the dialects whose documents a codec of JSON can write, with the options that
// have the largest effect on them.
func Formats() []Format {
	return []Format{
		{oxp.Dialect{}, "", func(e *errkit.Error, _ Indent) any { return wire.OXP(e, wireCall, false) }, false},
		{oxp.Dialect{Flat: true}, "", func(e *errkit.Error, _ Indent) any { return wire.OXP(e, wireCall, true) },
			false},
		{mcp.Dialect{}, "", func(e *errkit.Error, _ Indent) any { return wire.MCP(e, wireCall, false) }, false},
		{mcp.Dialect{Structured: true}, "-structured",
			func(e *errkit.Error, _ Indent) any { return wire.MCP(e, wireCall, true) }, false},
		{aai.Dialect{}, "", func(e *errkit.Error, _ Indent) any { return wire.AAI(e, wireCall) }, false},
		{aai.Strings{}, "", func(e *errkit.Error, _ Indent) any { return wire.AAIByName(e) }, false},
		{toolerror.Dialect{Revision: "2026-07-28"}, "",
			func(e *errkit.Error, _ Indent) any { return wire.Tool(e, wireCall, nil) }, false},
		{toolerror.Dialect{Revision: "2026-07-28", Format: toolerror.Both}, "-both",
			func(e *errkit.Error, in Indent) any { return wire.Tool(e, wireCall, in) }, false},
		{problem.Dialect{}, "", func(e *errkit.Error, _ Indent) any { return wire.OfProblem(e) }, false},
		{google.Dialect{}, "", func(e *errkit.Error, _ Indent) any { return wire.Google(e) }, false},
		{connect.Dialect{}, "", func(e *errkit.Error, _ Indent) any { return wire.Connect(e) }, true},
		{a2a.Dialect{}, "", func(e *errkit.Error, _ Indent) any { return wire.A2A(e, wireCall) }, false},
		{model.Anthropic, "", func(e *errkit.Error, _ Indent) any { return wire.Anthropic(e, wireCall) }, false},
		{model.OpenAIResponses, "", func(e *errkit.Error, _ Indent) any { return wire.OpenAI(e, wireCall) }, false},
		{acp.Dialect{Session: "s"}, "", func(e *errkit.Error, _ Indent) any { return wire.ACP(e, wireCall, "s") },
			false},
		{adcp.Dialect{}, "", func(e *errkit.Error, _ Indent) any { return wire.AdCP(e, wireCall) }, false},
	}
}
