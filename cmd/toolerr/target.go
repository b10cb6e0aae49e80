package main

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/dialect"
)

// target is the dialect that a document is written in, and what the peer and the call say of it. What a dialect has no
// use for it leaves aside, so that one command line serves all of them.
type target struct {
	dialect                              dialect.Dialect
	call                                 dialect.Call
	format                               dialect.Format
	elicitURL, structured, protocolError bool
	base                                 string
}

// flags adds the flags to a command; the dialect's has the name that fits the command.
func (t *target) flags(cmd *cobra.Command, name, help string) {
	dialects(&t.dialect).flag(cmd, name, help, true)
	formats(&t.format).flag(cmd, "format", "toolerror: blocks for people (markdown), programs (json) or both", false)
	f := cmd.Flags()
	f.Func("id", "`ID` of the call: a JSON number or string, else a text; makes a complete response", t.id)
	f.Func("elapsed", "how long the call took, a `DURATION` such as 60ms", setDuration(&t.call.Elapsed))
	f.StringVar(&t.call.Tool, "tool", "", "`NAME` of the tool that was called")
	f.StringVar(&t.call.Method, "method", "", "MCP: `METHOD` that was called (default tools/call)")
	f.StringVar(&t.call.URI, "uri", "", "MCP: `URI` of the resource that was asked for")
	f.BoolVar(&t.call.OutputSchema, "output-schema", false, "MCP, toolerror: the tool has an output schema, so no structuredContent")
	f.BoolVar(&t.elicitURL, "elicit-url", false, "MCP: the client declared elicitation by URL")
	f.BoolVar(&t.structured, "structured", false, "MCP: put the canonical JSON into structuredContent")
	f.BoolVar(&t.protocolError, "protocol-errors", false, "MCP up to 2025-06-18: say invalid_input as -32602")
	f.StringVar(&t.base, "base", "", "problem: `URI` that stands before the kind in type (default about:blank)")
	for _, name := range []string{"id", "elapsed", "tool", "method", "uri", "base"} {
		complete(cmd, name)
	}
}

// with returns the dialect with what the flags say of the peer.
func (t *target) with() dialect.Dialect {
	switch d := t.dialect.(type) {
	case dialect.MCP:
		d.URLElicitation, d.Structured, d.ProtocolValidation = t.elicitURL, t.structured, t.protocolError
		return d
	case dialect.ToolError:
		d.Format = t.format
		return d
	case dialect.Problem:
		d.Base = t.base
		return d
	}
	return t.dialect
}

// id reads the id of a call: a JSON number or string as it is, any other text as a string.
func (t *target) id(text string) error {
	var v any
	if json.Unmarshal([]byte(text), &v) == nil {
		switch v.(type) {
		case string, float64:
			t.call.ID = json.RawMessage(text)
			return nil
		}
	}
	id, err := json.Marshal(text)
	t.call.ID = id
	return err
}

// setDuration makes the function of a flag that is a duration.
func setDuration(to *time.Duration) func(string) error {
	return func(text string) error {
		d, err := time.ParseDuration(text)
		switch {
		case err != nil:
			return fmt.Errorf("want a duration such as 500ms or 2s")
		case d < 0:
			return fmt.Errorf("a duration is never negative")
		}
		*to = d
		return nil
	}
}

// setStatus makes the function of a flag that is an HTTP status.
func setStatus(to *int) func(string) error {
	return func(text string) error {
		var status int
		if err := json.Unmarshal([]byte(text), &status); err != nil || status < 100 || status > 599 {
			return fmt.Errorf("want an HTTP status, 100 to 599")
		}
		*to = status
		return nil
	}
}
