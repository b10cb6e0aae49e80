package mapping

import "github.com/toolerr/toolerr/errkit"

// An MCPCode is a code of JSON-RPC errors in MCP.
type MCPCode struct {
	Code  int
	Name  string
	Kind  errkit.Kind // what the code is decoded as; the data of the error may make it more specific
	Where string      // the revisions that define it
}

// MCPCodes returns every code that MCP defines, and other codes that servers send. The codes from
// -32019 to -32000 are not in the list except those that a revision defines, because receivers
// must not assume a meaning of them; they are decoded as unknown (MCP 2026-07-28, basic: error
// codes).
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
	{-32042, "URLElicitationRequired", errkit.AuthRequired, "2025-11-25 only"},
	{-32023, "", errkit.RateLimited, "no revision; proposed (SEP-3304)"},
	{-32029, "", errkit.RateLimited, "no revision; sent by gateways"},
	{429, "", errkit.RateLimited, "no revision; sent by gateways, the HTTP status"},
	{-32800, "Request cancelled", errkit.Canceled, "no revision; sent by mcp-go"},
}

// An AAICode is a numeric code of AAI.
type AAICode struct {
	Code    int
	Type    string // data.type
	Message string // the default message
	Kind    errkit.Kind
}

// AAICodes returns every numeric code of AAI, including those of JSON-RPC.
func AAICodes() []AAICode { return append([]AAICode(nil), aaiCodes[:]...) }

// aaiCodes has the codes of AAI 2026-02-15, Error Code Definitions, with the messages of the AAI
// gateway.
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
	// JSON-RPC 2.0 §5.1; the types are string codes of AAI.
	{-32700, "INVALID_REQUEST", "Parse error", errkit.Malformed},
	{-32600, "INVALID_REQUEST", "Invalid Request", errkit.InvalidRequest},
	{-32601, "NOT_IMPLEMENTED", "Method not found", errkit.MethodNotFound},
	{-32602, "INVALID_PARAMS", "Invalid params", errkit.InvalidInput},
	{-32603, "INTERNAL_ERROR", "Internal error", errkit.Internal},
}

// LookupAAICode returns the numeric code of AAI, and false if AAI does not define it.
func LookupAAICode(code int64) (AAICode, bool) {
	return find(aaiCodes[:], func(c *AAICode) bool { return int64(c.Code) == code })
}

// A StringCode is a code that is a string.
type StringCode struct {
	Code string
	Kind errkit.Kind // what the code is decoded as
	Note string      // "" if the code is in the protocol's table of codes and always has this Kind
}

// AAIStringCodes returns every string code of AAI, and other codes that its servers send.
func AAIStringCodes() []StringCode { return append([]StringCode(nil), aaiStringCodes[:]...) }

// aaiStringCodes has the codes of AAI since 2026-02-16, error codes, and those that platforms and
// gateways send.
var aaiStringCodes = [...]StringCode{
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

// ToolErrorCodes returns the codes of toolError:v1, which is an open set. The status in the
// details of an error makes its kind more specific, see [Table.FromToolError].
func ToolErrorCodes() []StringCode { return append([]StringCode(nil), toolErrorCodes[:]...) }

// toolErrorCodes has the codes of toolError:v1, Error Codes.
var toolErrorCodes = [...]StringCode{
	{"NETWORK_ERROR", errkit.Network, "timeout if the details or the text name one"},
	{"SERVER_ERROR", errkit.Internal, "by details.statusCode"},
	{"CLIENT_ERROR", errkit.InvalidInput, "by details.statusCode"},
	{"NOT_FOUND", errkit.NotFound, ""},
	{"AUTHENTICATION_ERROR", errkit.Unauthenticated, "permission_denied with status 403"},
	{"UNKNOWN_ERROR", errkit.Unknown, ""},
	{"VALIDATION_ERROR", errkit.InvalidInput, "only in the description of the schema"},
}

// The cells of upstream_failed by the HTTP status of the upstream service. The first matching row
// counts.
var (
	upstreamAAI = [...]struct {
		status int
		code   string
	}{
		{400, "INVALID_PARAMS"},
		{401, "AUTH_REQUIRED"},
		{403, "AUTH_DENIED"},
		{404, "NOT_FOUND"},
		{429, "RATE_LIMITED"},
	}
	upstreamToolError = [...]struct {
		from, to int
		code     string
	}{
		{401, 401, "AUTHENTICATION_ERROR"},
		{403, 403, "AUTHENTICATION_ERROR"},
		{404, 404, "NOT_FOUND"},
		{400, 499, "CLIENT_ERROR"},
	}
	upstreamRetry = [...]struct {
		from, to int
		retry    errkit.Retry
	}{
		{408, 408, errkit.Allowed},
		{429, 429, errkit.Allowed},
		{503, 503, errkit.Allowed},
		{400, 499, errkit.Never},
	}
)

// AAIString returns the string code of AAI for k. upstream is the HTTP status of the response of
// an upstream service, 0 for no status.
func (t *Table) AAIString(k errkit.Kind, upstream int) string {
	r := t.row(k)
	if r.AAIString != ByUpstream {
		return r.AAIString
	}
	for _, u := range upstreamAAI {
		if u.status == upstream {
			return u.code
		}
	}
	return "SERVICE_UNAVAILABLE"
}

// ToolError returns the toolError:v1 code for k, or [NeedsInput]. upstream is as in
// [Table.AAIString].
func (t *Table) ToolError(k errkit.Kind, upstream int) string {
	r := t.row(k)
	if r.ToolError != ByUpstream {
		return r.ToolError
	}
	for _, u := range upstreamToolError {
		if upstream >= u.from && upstream <= u.to {
			return u.code
		}
	}
	return "SERVER_ERROR"
}

// Retry returns the retry of an error of kind k whose Retry is unspecified. upstream is as in
// [Table.AAIString].
func (t *Table) Retry(k errkit.Kind, upstream int) errkit.Retry {
	r := t.row(k)
	if r.Retry != errkit.RetryUnspecified || k != errkit.UpstreamFailed {
		return r.Retry
	}
	for _, u := range upstreamRetry {
		if upstream >= u.from && upstream <= u.to {
			return u.retry
		}
	}
	return errkit.RetryUnspecified
}

// RetryOf returns the retry advice of an error: its own, else that of its kind.
// For a kind that is a guess from a text it is that of the kind before the
// guess, so that no text invites a retry.
func (t *Table) RetryOf(e *errkit.Error) errkit.Retry {
	switch {
	case e == nil:
		return t.Retry(errkit.Internal, 0)
	case e.Retry != errkit.RetryUnspecified && e.Retry <= errkit.AfterAction:
		return e.Retry
	case e.Peer != nil && e.Peer.Guessed:
		return t.Retry(e.Peer.Coarse, e.Upstream)
	}
	return t.Retry(e.Kind, e.Upstream)
}

// ToolErrorStatus returns the statusCode in the details of toolError:v1 for k, 0 for no status:
// upstream if it is set, else the HTTP status of k. NETWORK_ERROR and UNKNOWN_ERROR have none, nor
// has SERVER_ERROR if it would be 500.
func (t *Table) ToolErrorStatus(k errkit.Kind, upstream int) int {
	status := t.row(k).HTTP
	switch t.ToolError(k, upstream) {
	case "AUTHENTICATION_ERROR", "NOT_FOUND", "CLIENT_ERROR":
	case "SERVER_ERROR":
		if status == 500 {
			status = 0
		}
	default:
		return 0
	}
	if upstream > 0 {
		return upstream
	}
	return status
}
