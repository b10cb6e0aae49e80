package mapping

import "github.com/toolerr/toolerr/errkit"

// MCPCode is one code of a JSON-RPC error in MCP.
type MCPCode struct {
	Code  int
	Name  string
	Kind  errkit.Kind // what it decodes to, unless its data says more
	Where string      // the revisions that define it
}

// MCPCodes returns every code that MCP defines, and -32800, which servers send.
// Codes of -32000..-32019 have no meaning there: "receivers MUST NOT assume"
// (MCP 2026-07-28, basic: error codes); they read as unknown.
func MCPCodes() []MCPCode { return append([]MCPCode(nil), mcpCodes[:]...) }

var mcpCodes = [...]MCPCode{
	{-32700, "Parse error", errkit.Malformed, "all revisions"},
	{-32600, "Invalid Request", errkit.InvalidRequest, "all revisions"},
	{-32601, "Method not found", errkit.MethodNotFound, "all revisions"},
	{-32602, "Invalid params", errkit.InvalidInput, "all revisions"},
	{-32603, "Internal error", errkit.Internal, "all revisions"},
	{0, "", errkit.Internal, "no code at all; sent by SDKs for plain errors"},
	{-32002, "Resource not found", errkit.NotFound, "up to 2025-11-25"},
	{-32020, "HeaderMismatch", errkit.InvalidRequest, "from 2026-07-28"},
	{-32021, "MissingRequiredClientCapability", errkit.Unsupported, "from 2026-07-28"},
	{-32022, "UnsupportedProtocolVersion", errkit.UnsupportedVersion, "from 2026-07-28"},
	{-32042, "URLElicitationRequired", errkit.AuthRequired, "2025-11-25 alone"},
	{-32800, "Request cancelled", errkit.Canceled, "no revision; sent by mcp-go"},
}

// AAICode is one numeric code of AAI.
type AAICode struct {
	Code    int
	Type    string // data.type
	Message string // the default message
	Kind    errkit.Kind
}

// AAICodes returns every numeric code of AAI, the standard ones of JSON-RPC
// included.
func AAICodes() []AAICode { return append([]AAICode(nil), aaiCodes[:]...) }

// AAI 2026-02-15, Error Code Definitions; the messages are the gateway's.
var aaiCodes = [...]AAICode{
	{-32001, "AUTOMATION_FAILED", "Automation failed", errkit.ExecutionFailed},
	{-32002, "APP_NOT_FOUND", "Application not found", errkit.AppNotFound},
	{-32003, "TOOL_NOT_FOUND", "Tool not found", errkit.ToolNotFound},
	{-32004, "PERMISSION_DENIED", "Permission denied", errkit.PermissionDenied},
	{-32005, "INVALID_PARAMS", "Invalid parameters", errkit.InvalidInput},
	{-32006, "AUTOMATION_NOT_SUPPORTED", "Automation not supported on this platform", errkit.Unsupported},
	{-32007, "AAI_JSON_INVALID", "Invalid aai.json configuration", errkit.ConfigInvalid},
	{-32008, "TIMEOUT", "Operation timed out", errkit.Timeout},
	{-32009, "APP_NOT_RUNNING", "Application not running", errkit.AppNotRunning},
	{-32010, "SCRIPT_PARSE_ERROR", "Script parsing error", errkit.ScriptInvalid},
	{-32011, "AUTH_REQUIRED", "Authorization required", errkit.AuthRequired},
	{-32012, "AUTH_EXPIRED", "Authorization expired", errkit.AuthExpired},
	{-32013, "API_REQUEST_FAILED", "API request failed", errkit.UpstreamFailed},
	{-32014, "AUTH_CONFIG_INVALID", "Invalid auth configuration", errkit.AuthConfigInvalid},
	// The rest is JSON-RPC 2.0 §5.1; the types are the string codes of AAI.
	{-32700, "INVALID_REQUEST", "Parse error", errkit.Malformed},
	{-32600, "INVALID_REQUEST", "Invalid Request", errkit.InvalidRequest},
	{-32601, "NOT_IMPLEMENTED", "Method not found", errkit.MethodNotFound},
	{-32602, "INVALID_PARAMS", "Invalid params", errkit.InvalidInput},
	{-32603, "INTERNAL_ERROR", "Internal error", errkit.Internal},
}

// AAIByCode returns the row of a numeric code of AAI.
func AAIByCode(code int64) (AAICode, bool) {
	for i := range aaiCodes {
		if c := &aaiCodes[i]; int64(c.Code) == code {
			return *c, true
		}
	}
	return AAICode{}, false
}

// StringCode is one string code and the kind that it decodes to.
type StringCode struct {
	Code string
	Kind errkit.Kind
	Note string // "" for a code of the protocol's own table
}

// AAIStrings returns every string code of AAI, and the ones that its servers
// send besides.
func AAIStrings() []StringCode { return append([]StringCode(nil), aaiStrings[:]...) }

// AAI since 2026-02-16, error codes; aliases as platforms and gateways send them.
var aaiStrings = [...]StringCode{
	{"INVALID_REQUEST", errkit.InvalidRequest, ""},
	{"UNKNOWN_APP", errkit.AppNotFound, ""},
	{"UNKNOWN_TOOL", errkit.ToolNotFound, ""},
	{"INVALID_PARAMS", errkit.InvalidInput, ""},
	{"AUTH_REQUIRED", errkit.AuthRequired, ""},
	{"AUTH_DENIED", errkit.PermissionDenied, ""},
	{"AUTH_EXPIRED", errkit.AuthExpired, ""},
	{"AUTH_INVALID", errkit.Unauthenticated, ""},
	{"TIMEOUT", errkit.Timeout, ""},
	{"NOT_FOUND", errkit.NotFound, ""},
	{"RATE_LIMITED", errkit.RateLimited, ""},
	{"SERVICE_UNAVAILABLE", errkit.Unavailable, ""},
	{"INTERNAL_ERROR", errkit.Internal, ""},
	{"NOT_IMPLEMENTED", errkit.Unsupported, ""},
	{"EXECUTION_ERROR", errkit.ExecutionFailed, "gateway"},
	{"PARSE_ERROR", errkit.ScriptInvalid, "gateway"},
	{"DESCRIPTOR_ERROR", errkit.ConfigInvalid, "gateway"},
	{"SKILL_NOT_FOUND", errkit.ToolNotFound, "first README"},
	{"PERMISSION_DENIED", errkit.PermissionDenied, "Linux"},
	{"CONSENT_REQUIRED", errkit.PermissionDenied, "security page; with a challenge, after action"},
	{"FILE_NOT_FOUND", errkit.NotFound, "Windows"},
	{"INVALID_PARAMETER", errkit.InvalidInput, "web"},
	{"MISSING_ENV_VARS", errkit.AuthConfigInvalid, "gateway, error.data.code"},
}

// ToolErrors returns every code of toolError:v1, an open set; the status in its
// details says more, see [Table.FromToolError].
func ToolErrors() []StringCode { return append([]StringCode(nil), toolErrors[:]...) }

// toolError:v1, Error Codes.
var toolErrors = [...]StringCode{
	{"NETWORK_ERROR", errkit.Network, "timeout where the details or the text say so"},
	{"SERVER_ERROR", errkit.Internal, "by details.statusCode"},
	{"CLIENT_ERROR", errkit.InvalidInput, "by details.statusCode"},
	{"NOT_FOUND", errkit.NotFound, ""},
	{"AUTHENTICATION_ERROR", errkit.Unauthenticated, "permission_denied with status 403"},
	{"UNKNOWN_ERROR", errkit.Unknown, ""},
	{"VALIDATION_ERROR", errkit.InvalidInput, "named in the schema's description alone"},
}

// StatusKind is one HTTP status and the kind that it decodes to.
type StatusKind struct {
	Status int
	Kind   errkit.Kind
}

// clientStatuses refine toolError's CLIENT_ERROR, serverStatuses its
// SERVER_ERROR.
var (
	clientStatuses = [...]StatusKind{
		{400, errkit.InvalidInput},
		{408, errkit.Timeout},
		{409, errkit.Conflict},
		{413, errkit.TooLarge},
		{422, errkit.InvalidInput},
		{429, errkit.RateLimited},
		{499, errkit.Canceled},
	}
	serverStatuses = [...]StatusKind{
		{501, errkit.Unsupported},
		{503, errkit.Unavailable},
		{504, errkit.Timeout},
	}
)

func byStatus(rows []StatusKind, status int, other errkit.Kind) errkit.Kind {
	for i := range rows {
		if rows[i].Status == status {
			return rows[i].Kind
		}
	}
	return other
}

// FromHTTP returns the kind of an HTTP status, [errkit.FromStatus]. It is false
// below 400 and above 599.
func (t *Table) FromHTTP(status int) (errkit.Kind, bool) {
	return errkit.FromStatus(status), status >= 400 && status <= 599
}

// FromMCP returns the kind of a JSON-RPC code in MCP. It is false for a code
// without a meaning there; such an error is unknown.
func (t *Table) FromMCP(code int64) (errkit.Kind, bool) {
	for i := range mcpCodes {
		if int64(mcpCodes[i].Code) == code {
			return mcpCodes[i].Kind, true
		}
	}
	if code == MCPResult {
		return errkit.Unknown, false
	}
	return t.orUnknown(func(r *Row) bool {
		return int64(r.MCP) == code || int64(r.MCPBefore) == code || int64(r.MCPOutside) == code
	})
}

// FromAAI returns the kind of a numeric code of AAI.
func (t *Table) FromAAI(code int64) (errkit.Kind, bool) {
	if c, ok := AAIByCode(code); ok {
		return c.Kind, true
	}
	return t.orUnknown(func(r *Row) bool { return int64(r.AAI) == code })
}

// FromAAIString returns the kind of a string code of AAI.
func (t *Table) FromAAIString(code string) (errkit.Kind, bool) {
	if k, ok := named(aaiStrings[:], code); ok {
		return k, true
	}
	return t.orUnknown(func(r *Row) bool { return r.AAIString == code })
}

// FromToolError returns the kind of a toolError:v1 code and the statusCode of
// its details, 0 if there is none.
func (t *Table) FromToolError(code string, status int) (errkit.Kind, bool) {
	switch {
	case code == "CLIENT_ERROR":
		return byStatus(clientStatuses[:], status, errkit.InvalidInput), true
	case code == "SERVER_ERROR" && status >= 500:
		return byStatus(serverStatuses[:], status, errkit.UpstreamFailed), true
	case code == "AUTHENTICATION_ERROR" && status == 403:
		return errkit.PermissionDenied, true
	}
	if k, ok := named(toolErrors[:], code); ok {
		return k, true
	}
	return t.orUnknown(func(r *Row) bool { return r.ToolError == code })
}

// FromProblem returns the kind of a problem type below the base URI.
func (t *Table) FromProblem(slug string) (errkit.Kind, bool) {
	if slug == "" {
		return errkit.Unknown, false
	}
	for i := range t.orDefault().rows {
		if r := t.row(errkit.Kind(i)); r.Problem == slug {
			return r.Kind, true
		}
	}
	return errkit.Unknown, false
}

func named(rows []StringCode, code string) (errkit.Kind, bool) {
	for i := range rows {
		if rows[i].Code == code {
			return rows[i].Kind, true
		}
	}
	return errkit.Unknown, false
}

func (t *Table) orUnknown(is func(*Row) bool) (errkit.Kind, bool) {
	if k, ok := t.changed(is); ok {
		return k, true
	}
	return errkit.Unknown, false
}

// changed returns the first kind whose row is not the default one and has what
// is asked for in a cell of its own: codes that a derived table adds come back.
func (t *Table) changed(is func(*Row) bool) (errkit.Kind, bool) {
	if t == nil || t == defaultTable {
		return 0, false
	}
	for i := range t.rows {
		if t.rows[i] != defaultRows[i] && is(&t.rows[i]) && !is(&defaultRows[i]) {
			return t.rows[i].Kind, true
		}
	}
	return 0, false
}
