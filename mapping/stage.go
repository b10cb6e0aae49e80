package mapping

import "github.com/toolerr/toolerr/errkit"

// Stage returns the stage of an error of kind k whose Stage is unspecified: Execution if its OXP
// form is OXPTool, else BeforeCall.
func (t *Table) Stage(k errkit.Kind) errkit.Stage {
	if t.row(k).OXP == OXPTool {
		return errkit.Execution
	}
	return errkit.BeforeCall
}

// OXP returns the form of an error. The stage overrides the form of the kind (OXP 1.0, Call Tool,
// Error Behavior).
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

// MCP returns how an error of tools/call is rendered: [MCPResult], or a JSON-RPC code. A failure
// during execution is always in the result, which is what the model sees.
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
