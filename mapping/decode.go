package mapping

import "github.com/toolerr/toolerr/errkit"

// FromHTTP returns the kind of an HTTP status, [errkit.FromStatus]. It is false for a status that
// is not an error: below 400 or above 599.
func (t *Table) FromHTTP(status int) (errkit.Kind, bool) {
	return errkit.FromStatus(status), status >= 400 && status <= 599
}

// FromOXP returns the kind of an OXP error of a form, if no member of the document makes it more
// specific.
func (t *Table) FromOXP(form Form) errkit.Kind {
	switch form {
	case OXPServer:
		return errkit.InvalidRequest
	case OXPValidation:
		return errkit.InvalidInput
	}
	return errkit.ExecutionFailed
}

// FromMCP returns the kind of a JSON-RPC code in MCP; Unknown, false for a code without a meaning.
func (t *Table) FromMCP(code int64) (errkit.Kind, bool) {
	if c, ok := find(mcpCodes, func(c *MCPCode) bool { return int64(c.Code) == code }); ok {
		return c.Kind, true
	}
	if code == MCPResult {
		return errkit.Unknown, false
	}
	return t.changed(func(r *Row) bool {
		return int64(r.MCP) == code || int64(r.MCPBefore) == code || int64(r.MCPOutside) == code
	})
}

// FromAAI returns the kind of a numeric code of AAI; Unknown, false for an unknown code.
func (t *Table) FromAAI(code int64) (errkit.Kind, bool) {
	if c, ok := LookupAAICode(code); ok {
		return c.Kind, true
	}
	return t.changed(func(r *Row) bool { return int64(r.AAI) == code })
}

// FromAAIString returns the kind of a string code of AAI; Unknown, false for an unknown code.
func (t *Table) FromAAIString(code string) (errkit.Kind, bool) {
	if c, ok := find(aaiStringCodes, func(c *StringCode) bool { return c.Code == code }); ok {
		return c.Kind, true
	}
	return t.changed(func(r *Row) bool { return r.AAIString == code })
}

// FromToolError returns the kind of a toolError:v1 code; Unknown, false for an unknown code.
// status is the statusCode of its details, 0 for no status.
func (t *Table) FromToolError(code string, status int) (errkit.Kind, bool) {
	switch {
	case code == "CLIENT_ERROR":
		return byStatus(clientErrors, status, errkit.InvalidInput), true
	case code == "SERVER_ERROR" && status >= 500:
		return byStatus(serverErrors, status, errkit.UpstreamFailed), true
	case code == "AUTHENTICATION_ERROR" && status == 403:
		return errkit.PermissionDenied, true
	}
	if c, ok := find(toolErrorCodes, func(c *StringCode) bool { return c.Code == code }); ok {
		return c.Kind, true
	}
	return t.changed(func(r *Row) bool { return r.ToolError == code })
}

// FromProblem returns the kind of the problem type that consists of a base URI and slug; Unknown,
// false for an unknown one.
func (t *Table) FromProblem(slug string) (errkit.Kind, bool) {
	if r, ok := find(t.orDefault().rows, func(r *Row) bool { return r.Problem == slug }); ok && slug != "" {
		return r.Kind, true
	}
	return errkit.Unknown, false
}

// find returns the first row of a list of codes for which is returns true.
func find[T any](codes []T, is func(*T) bool) (found T, ok bool) {
	for i := range codes {
		if is(&codes[i]) {
			return codes[i], true
		}
	}
	return found, false
}

// changed returns the first kind whose row was changed by [Table.With] and has a new cell for
// which is returns true, so that the codes that a derived table adds round-trip; Unknown, false if
// no row has.
func (t *Table) changed(is func(*Row) bool) (errkit.Kind, bool) {
	if t == nil || t == defaultTable {
		return errkit.Unknown, false
	}
	for i := range t.rows {
		if t.rows[i] != defaultTable.rows[i] && is(&t.rows[i]) && !is(&defaultTable.rows[i]) {
			return t.rows[i].Kind, true
		}
	}
	return errkit.Unknown, false
}

// The kinds of toolError:v1 codes by the statusCode of their details.
var (
	clientErrors = readTable[statusCell[errkit.Kind]]("CLIENT_ERROR")
	serverErrors = readTable[statusCell[errkit.Kind]]("SERVER_ERROR")
)
