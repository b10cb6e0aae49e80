package main

import (
	"encoding/json"
	"errors"
	"net/url"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/toolerror"
)

// target is the dialect to render, with the properties of the peer and the call. A dialect ignores
// the properties that it does not use, so the same flags work for every dialect.
type target struct {
	dialect                              dialect.Dialect
	call                                 dialect.Call
	format                               toolerror.Format
	elicitURL, structured, protocolError bool
	base                                 string
}

// flags adds the flags of t to cmd. name is the name of the flag for the dialect.
func (t *target) flags(cmd *cobra.Command, name, help string) {
	dialectChoice(&t.dialect).addTo(cmd, name, help, true)
	newChoice(&t.format, "format", formats).addTo(cmd, "format",
		"toolerror: content blocks for users (markdown), programs (json) or both", false)
	newChoice(&t.call.Repeatable, "repeatable", repeatables).addTo(cmd, "repeatable",
		"whether the call may be made twice: yes, no (default: not stated, as of most tools)", false)
	f := cmd.Flags()
	f.Func("id", "`ID` of the call: a JSON number or string, or plain text; MCP: render a complete response", t.setID)
	f.Func("elapsed", "how long the call took, a `DURATION` such as 60ms", durationFlag(&t.call.Elapsed))
	f.StringVar(&t.call.Tool, "tool", "", "`NAME` of the tool that was called")
	f.StringVar(&t.call.Method, "method", "", "MCP: `METHOD` of the request (default tools/call)")
	f.StringVar(&t.call.URI, "uri", "", "MCP: `URI` of the requested resource")
	f.StringVar(&t.call.TaskID, "task", "", "A2A: `ID` of the task")
	f.StringVar(&t.call.ContextID, "context", "", "A2A: `ID` of the context of the task")
	f.BoolVar(&t.call.OutputSchema, "output-schema", false,
		"MCP, toolerror: the tool has an output schema, so omit structuredContent")
	f.BoolVar(&t.elicitURL, "elicit-url", false, "MCP: the client declared elicitation by URL")
	f.BoolVar(&t.structured, "structured", false, "MCP: put the canonical JSON into structuredContent")
	f.BoolVar(&t.protocolError, "protocol-errors", false, "MCP up to 2025-06-18: render invalid_input as -32602")
	f.Func("base", "problem: `URI` to which the kind is appended in type (default about:blank)",
		func(base string) error {
			if u, err := url.Parse(base); err != nil || strings.ContainsAny(base, " \t\r\n\"<>") || u.Fragment == "" &&
				u.Host == "" && u.Opaque == "" && u.Path == "" && base != "" {
				return errors.New("want a URI, such as https://example.com/problems/")
			}
			t.base = base
			return nil
		})
}

// configured returns the dialect with the properties of the peer.
func (t *target) configured() dialect.Dialect {
	switch d := t.dialect.(type) {
	case mcp.Dialect:
		d.URLElicitation, d.Structured, d.ProtocolValidation = t.elicitURL, t.structured, t.protocolError
		return d
	case toolerror.Dialect:
		d.Format = t.format
		return d
	case problem.Dialect:
		d.Base = t.base
		return d
	}
	return t.dialect
}

// setID sets the id of the call: a JSON number or string unchanged, any other text as a string.
func (t *target) setID(text string) error {
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
