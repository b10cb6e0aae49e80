package mapping

import "github.com/toolerr/toolerr/errkit"

// Stage returns what an unspecified Stage means for a kind: BeforeCall where
// the OXP form is one of before the call.
func (t *Table) Stage(k errkit.Kind) errkit.Stage {
	if t.row(k).OXP == OXPTool {
		return errkit.Execution
	}
	return errkit.BeforeCall
}

// OXP returns the form of an error: that of its kind, unless its stage says
// otherwise (OXP 1.0, Call Tool, Error Behavior).
func (t *Table) OXP(k errkit.Kind, s errkit.Stage) Form {
	form := t.row(k).OXP
	switch {
	case s == errkit.Execution:
		return OXPTool
	case s == errkit.BeforeCall && k == errkit.InputRequired:
		return OXPValidation
	case s == errkit.BeforeCall && form == OXPTool:
		return OXPServer
	}
	return form
}

// MCP returns how a failed tools/call says an error: [MCPResult], or a JSON-RPC
// code. What failed in the tool is always in the result, where the model sees
// it.
func (t *Table) MCP(k errkit.Kind, s errkit.Stage) int {
	r := t.row(k)
	switch {
	case s == errkit.Execution:
		return MCPResult
	case s == errkit.BeforeCall && r.MCPBefore != 0:
		return r.MCPBefore
	}
	return r.MCP
}
