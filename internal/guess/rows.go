package guess

import "github.com/toolerr/toolerr/errkit"

// row is one pattern and the kind that it suggests. Of the rows that match a
// text the first one decides, so that a specific row is above a general
// one.
//
// A pattern is words with a space between them:
//
//	a|b    one of these words
//	a?     may be absent
//	_      any word, number, name or quoted text
//	'      quoted text or a name
//	"a"    this text in quotation marks
//	...    up to six words, names or quoted texts
//	^ $    the clause starts or ends here
//	$$     the text ends here, and has one line
//	#404   the text reports this HTTP status; #4xx: any of these
//
// The words of a pattern are in one clause, with nothing but spaces between
// them. Words in small letters match in any case, others exactly. Identifiers
// match only words that look like one: ENOENT, AccessDenied, rate_limited.
type row struct {
	words   string
	kind    errkit.Kind
	refines Open   // where the pattern counts
	example string // a text that this row decides, in the manner of its source
}

// The scopes of rows.
const (
	input  = IsError                                  // a fault of the input
	call   = IsError | Unknown | HTTP400              // any other kind of a failed call
	server = IsError | Unknown | Fault                // a kind whose status is a 5xx
	able   = server | HTTP400                         // unsupported
	late   = server | Network                         // a timeout
	before = call | OXP400                            // what OXP reports before it calls a tool
	names  = IsError | Unknown | OXP400 | UnknownName // an unknown tool
	tool   = OXP400 | UnknownName                     // an unknown version of a tool
	up     = server | OXP400                          // unavailable
	absent = call | UnknownName                       // an unknown resource
	state  = call | Resource                          // the state of the server
	output = server | UnknownName                     // an invalid output
)

// Words that many rows share.
const (
	inputs = "input|inputs|argument|arguments|parameter|parameters|params|property|properties|field|fields|value|values|option|options|query"
	things = "user|account|customer|member|team|group|file|folder|directory|document|page|note|record|row|item|entry|entity|object|resource|issue|ticket|task|project|repository|repo|branch|commit|tag|channel|message|thread|event|calendar|table|collection|index|bucket|key|node|element|selector|order|product|contact|deal|dataset|job|run|session|workflow|database|schema|template|prompt|view|board|card|list|label|comment|city|location|match|model|workspace|organization|pipeline|cluster|instance|container|image|volume|connection|connector|namespace|pod|role|policy|secret|domain|workbook|dashboard|report|form|video|movie|ticker|sandbox|crate"
	values = "path|text|label|title|url|uri|id|ids|name|names|email|content|subject|description|key|topic|date|start|end|limit|owner|repo|branch|filename|user|username|channel|table|sql|expression|selector|location|city|symbol|type|format|language|source|target|amount|count"
	bodies = "request|payload|file|body|response|result|results|output|message|entity|content|image|attachment|document|upload|set|prompt|input|diff|text"
)

// rows are the patterns. The comments name who writes such texts.
var rows = [...]row{
	// SDKs of MCP, before the words of a validator, which may name anything: Go, Python (Pydantic), TypeScript (zod), mcp-go.
	{`validating tool output`, errkit.OutputInvalid, output, `validating tool output: validating root: required: missing properties: ["a"]`},
	{`output validation|schema error|failed|mismatch`, errkit.OutputInvalid, output, "Output validation error: 'a' is a required property"},
	{`validating "arguments"`, errkit.InvalidInput, input, `validating "arguments": validating root: unexpected additional properties ["x"]`},
	{`validation error|errors for`, errkit.InvalidInput, input, "2 validation errors for ring\ntimeout\n  Field required"},
	{`input schema? validation error|failed`, errkit.InvalidInput, input, "Input validation error: 'x' is not of type 'integer'"},
	{`failed to bind arguments`, errkit.InvalidInput, input, "failed to bind arguments: json: unknown field"},

	// Operating systems, behind gateways of AAI: AppleEvents, COM, D-Bus.
	{`^ -1743 $`, errkit.PermissionDenied, call, "execution error: (-1743)"},
	{`0x80070005`, errkit.PermissionDenied, call, "COM error: HRESULT 0x80070005"},
	{`0x80040154`, errkit.AppNotFound, call, "COM error: HRESULT 0x80040154"},
	{`0x800401e3|0x800706ba`, errkit.AppNotRunning, server, "COM error: HRESULT 0x800401E3"},
	{`ServiceUnknown`, errkit.AppNotRunning, server, "org.freedesktop.DBus.Error.ServiceUnknown: no such name"},

	// Codes in brackets: gateways of AAI.
	{`^ APP_NOT_FOUND|UNKNOWN_APP $`, errkit.AppNotFound, call, "bells/ring error [UNKNOWN_APP]: bells"},
	{`^ APP_NOT_RUNNING $`, errkit.AppNotRunning, server, "bells/ring error [APP_NOT_RUNNING]: bells"},
	{`^ AUTH_REQUIRED $`, errkit.AuthRequired, before, "bells/ring error [AUTH_REQUIRED]: ask the user"},
	{`^ AUTH_INVALID $`, errkit.Unauthenticated, before, "bells/ring error [AUTH_INVALID]: no"},
	{`^ AUTH_DENIED|PERMISSION_DENIED $`, errkit.PermissionDenied, call, "bells/ring error [AUTH_DENIED]: no"},
	{`^ INVALID_PARAMS|INVALID_PARAMETER $`, errkit.InvalidInput, input, "bells/ring error [INVALID_PARAMS]: times"},

	// Authorizations that ran out: OAuth 2.0, JWT libraries, AWS.
	{`token|tokens|credentials|credential|session|authorization|jwt|login|authentication has|have|is|was|were? been? expired`, errkit.AuthExpired, before, "The access token has expired."},
	{`token|tokens|credentials|authorization is|are no longer valid`, errkit.AuthExpired, before, "Authentication tokens are no longer valid."},
	{`token|tokens|credentials|authorization has|have|was|were|is been? revoked`, errkit.AuthExpired, before, "The OAuth token has been revoked"},
	{`session terminated|expired $`, errkit.AuthExpired, before | UnknownName, "Session terminated, sign in again"},
	{`session has|have? timed out`, errkit.AuthExpired, before, "Your session has timed out, please sign in again"},
	{`expired access|refresh|auth|oauth|security? token|credentials|jwt $`, errkit.AuthExpired, before, "Authentication failed: expired token"},
	{`api key has? expired`, errkit.AuthExpired, before, "API key expired"},
	{`^ ExpiredToken|ExpiredTokenException|TokenExpiredError|token_expired|token_revoked|invalid_grant|AUTH_EXPIRED`, errkit.AuthExpired, before, "TokenExpiredError: sign in again"},

	// Rate limits and quotas: GitHub, Slack, Google, AWS, OpenAI, Django, gRPC.
	{`rate|usage|request|requests|call|calls|daily|hourly|monthly|message|token|plan|quota limit|limits has|have|was|is|been? been? exceeded|reached|hit|exhausted`, errkit.RateLimited, call, "API rate limit exceeded for user ID 7."},
	{`exceeded|exceeds|exceeding|hit|reached ... rate|usage limit|limits`, errkit.RateLimited, call, "You have exceeded a secondary rate limit."},
	{`rate limit ... exceeded|reached|hit`, errkit.RateLimited, call, "403 API rate limit of 5000 still exceeded until noon"},
	{`rate-limit exceeded|reached|hit|error`, errkit.RateLimited, call, "rate-limit exceeded"},
	{`rate limited`, errkit.RateLimited, call, "You are being rate limited."},
	{`rate-limited|ratelimited|rate_limited`, errkit.RateLimited, call, "The request was rate-limited"},
	{`^ rate limit $`, errkit.RateLimited, call, "Error: rate limit"},
	{`rate limit error`, errkit.RateLimited, call, "Rate limit error: wait"},
	{`rate exceeded`, errkit.RateLimited, call, "ThrottlingError: Rate exceeded"},
	{`too many requests|calls|attempts`, errkit.RateLimited, call, "Too many requests, slow down"},
	{`requests|calls|messages|searches too quickly|fast|rapidly|often|frequently`, errkit.RateLimited, call, "You are making requests too quickly."},
	{`quota has|was|is? been? exceeded|exhausted|reached`, errkit.RateLimited, call, "Quota exceeded for reads per minute"},
	{`used all|up ... quota|credits|searches`, errkit.RateLimited, call, "You have used all of your monthly quota"},
	{`exceeded your|the current|daily|monthly|api|request? quota`, errkit.RateLimited, call, "You exceeded your current quota"},
	{`exceeded|exceeds|exceeding ... per second|minute|hour|day`, errkit.RateLimited, call, "You have exceeded your requests per second limit"},
	{`was|been|being|is throttled`, errkit.RateLimited, call, "Request was throttled."},
	{`^ Throttling|ThrottlingException|ThrottledException|TooManyRequests|TooManyRequestsException|RequestLimitExceeded|RateLimitError|RateLimitExceeded|SlowDown|ResourceExhausted`, errkit.RateLimited, call, "An error occurred (TooManyRequestsException) when calling the operation"},
	{`^ rate_limit_exceeded|rate_limit_error|resource_exhausted|insufficient_quota|too_many_requests`, errkit.RateLimited, call, "8 RESOURCE_EXHAUSTED: RESOURCE_EXHAUSTED: slow down"},

	// HTTP statuses of services behind a tool.
	{`#401`, errkit.Unauthenticated, call, "Request failed with status code 401"},
	{`#403`, errkit.PermissionDenied, call, "Request failed with status code 403"},
	{`#404`, errkit.NotFound, call, "404 Client Error: Not Found for url: https://example.com"},
	{`#402`, errkit.FailedPrecondition, call, "Request failed with status code 402"},
	{`#408`, errkit.Timeout, IsError | Unknown, "HTTP error! status: 408"},
	{`#409`, errkit.Conflict, call, "HTTP 409: the branch moved"},
	{`#412`, errkit.FailedPrecondition, call, "412 Precondition Failed"},
	{`#413`, errkit.TooLarge, call, "413 Content Too Large"},
	{`#422`, errkit.InvalidInput, input, "Client error '422 Unprocessable Entity' for url 'https://example.com'"},
	{`#429`, errkit.RateLimited, call, "HTTP 429 from https://example.com"},
	{`#501`, errkit.Unsupported, able, "501 Not Implemented"},
	{`#503`, errkit.Unavailable, server, "503 Service Unavailable"},
	{`#504`, errkit.Timeout, server, "504 Gateway Timeout"},
	{`#529`, errkit.Unavailable, server, "HTTP 529: overloaded"},
	{`#5xx`, errkit.UpstreamFailed, server, "Server error '500 Internal Server Error' for url 'https://example.com'"},

	// Timeouts: Go, Node.js, Python, browsers, databases, gRPC.
	{`timed out`, errkit.Timeout, late, "The request timed out"},
	{`timedout`, errkit.Timeout, late, "Operation timedout"},
	{`timeout|time-out of? _? ms|s|seconds? exceeded|expired|reached|elapsed|occurred`, errkit.Timeout, late, "timeout of 5000ms exceeded"},
	{`request|connection|connect|read|write|socket|query|statement|gateway|network|operation|execution|script|command|call|response|server|upstream|http|navigation|page|lock|api|parse|handshake timeout|time-out $`, errkit.Timeout, late, "Network error: request timeout"},
	{`timeout|time-out after|while|waiting|error|during|connecting|reading`, errkit.Timeout, late, "Timeout while waiting for the selector"},
	{`waiting failed $`, errkit.Timeout, late, "Waiting failed: 30000ms exceeded"}, // Puppeteer
	{`due to a? timeout|time-out`, errkit.Timeout, late, "The operation was aborted due to timeout"},
	{`deadline has? exceeded`, errkit.Timeout, late, "context deadline exceeded"},
	{`took too long`, errkit.Timeout, late, "The query took too long"},
	{`time limit has|was? been? exceeded|reached`, errkit.Timeout, late, "Time limit exceeded"},
	{`exceeded ... time limit|timeout`, errkit.Timeout, late, "The script exceeded the 30 second time limit"},
	{`did not|not respond|finish|complete|reply|answer|return within|in`, errkit.Timeout, late, "The server did not respond within 15 seconds"},
	{`didn't respond|finish|complete|reply|answer|return within|in`, errkit.Timeout, late, "The server didn't respond in time"},
	{`no response|reply|answer ... within|after`, errkit.Timeout, late, "No response from the device after 10 s"},
	{`ETIMEDOUT|ESOCKETTIMEDOUT`, errkit.Timeout, late, "connect ETIMEDOUT 10.0.0.1:443"},
	{`^ TimeoutError|TimeoutException|ConnectionTimeout|ReadTimeout|ReadTimeoutError|ConnectTimeout|ConnectTimeoutError|SocketTimeoutException|Client.Timeout|DeadlineExceeded|deadline_exceeded`, errkit.Timeout, late, "asyncio.exceptions.TimeoutError"},

	// Networks: Node.js, Go, Python, curl, browsers.
	{`ECONNREFUSED|ECONNRESET|ECONNABORTED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE`, errkit.Network, server, "connect ECONNREFUSED 127.0.0.1:80"},
	{`ERR_NAME_NOT_RESOLVED|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_CLOSED`, errkit.Network, server, "page.goto: net::ERR_NAME_NOT_RESOLVED at https://example.com"},
	{`connection was|is? refused|reset|aborted|closed`, errkit.Network, server, "dial tcp: connect: connection refused"},
	{`connection attempt|attempts failed`, errkit.Network, server, "All connection attempts failed"},
	{`connection to ... was? refused|reset|aborted|closed|lost`, errkit.Network, server, "The connection to the server was refused"},
	{`right host or port`, errkit.Network, server, "The connection to localhost:8080 failed - did you specify the right host or port?"}, // kubectl
	{`lost connection to`, errkit.Network, server, "Lost connection to MySQL server during query"},
	{`no route to host`, errkit.Network, server, "connect: no route to host"},
	{`network is unreachable`, errkit.Network, server, "Network is unreachable"},
	{`^ network error $`, errkit.Network, server, "Network Error"},
	{`hostname could|can not be found`, errkit.Network, server, "A server with the specified hostname could not be found."},
	{`could|can not resolve host`, errkit.Network, server, "Could not resolve host: example.com"},
	{`cannot|couldn't|can't resolve host`, errkit.Network, server, "Couldn't resolve host name"},
	{`no such host`, errkit.Network, server, "lookup example.com: no such host"},
	{`host not found`, errkit.Network, server, "ping: example.com: Host not found"},
	{`name or service not known`, errkit.Network, server, "[Errno -2] Name or service not known"},
	{`name resolution`, errkit.Network, server, "Temporary failure in name resolution"},
	{`getaddrinfo failed`, errkit.Network, server, "[Errno 11001] getaddrinfo failed"},
	{`establish a new connection`, errkit.Network, server, "Failed to establish a new connection"},
	{`fetch failed`, errkit.Network, server, "TypeError: fetch failed"},
	{`socket hang up`, errkit.Network, server, "socket hang up"},
	{`server disconnected`, errkit.Network, server, "Server disconnected without sending a response."},
	{`max retries exceeded with url`, errkit.Network, server, "Max retries exceeded with url: /v1"},
	{`verify the first certificate`, errkit.Network, server, "unable to verify the first certificate"},
	{`failed to verify certificate`, errkit.Network, server, "tls: failed to verify certificate: x509: not valid"},
	{`signed by unknown authority`, errkit.Network, server, "x509: certificate signed by unknown authority"},
	{`certificate verify failed`, errkit.Network, server, "certificate verify failed: unable to get local issuer certificate"},
	{`certificate has expired`, errkit.Network, server, "certificate has expired"},
	{`self-signed certificate`, errkit.Network, server, "self-signed certificate in certificate chain"},
	{`self signed certificate`, errkit.Network, server, "depth zero self signed certificate"},
	{`tls|ssl handshake|error`, errkit.Network, server, "remote error: TLS handshake failure"},
	{`^ ConnectError|ConnectionError|ConnectionRefusedError|ConnectionResetError|NewConnectionError|APIConnectionError`, errkit.Network, server, "ConnectionRefusedError: [Errno 111]"},
	{`raised ConnectionError|ConnectError`, errkit.Network, server, "RetryError[state=finished raised ConnectionError]"},
	{`docker daemon`, errkit.AppNotRunning, server, "Cannot connect to the Docker daemon"},
	{`fetching server api version`, errkit.AppNotRunning, server, "Error while fetching server API version: ('Connection aborted.', FileNotFoundError(2, 'x'))"}, // docker-py
	{`failed|unable to connect|reach`, errkit.Network, server, "Failed to connect to example.com port 443"},
	{`could|can not be? connect|reach|reached`, errkit.Network, server, "Could not connect to the database server"},
	{`cannot|couldn't|can't connect|reach`, errkit.Network, server, "Cannot reach the database"},
	{`not|isn't reachable`, errkit.Network, server, "The host example.com is not reachable"},
	{`host|server|service|api is? unreachable`, errkit.Network, server, "The host is unreachable"},

	// Applications behind a tool: gateways of AAI, shells.
	{`application|app _? is|was? not running`, errkit.AppNotRunning, server, "Application 'bells' is not running"},
	{`daemon is? not running`, errkit.AppNotRunning, server, "The sync daemon is not running"},
	{`editor|browser|studio|desktop|ide|emulator|simulator|add-on|addon|plugin is|was? not running|open|connected`, errkit.AppNotRunning, server, "The editor is not connected"},
	{`editor|browser|studio|desktop|ide|emulator|simulator|add-on|addon|plugin isn't running|open|connected`, errkit.AppNotRunning, server, "The emulator isn't running"},
	{`application|app _? is|was? not found|installed`, errkit.AppNotFound, call, "Application 'bells' not found"},
	{`unknown application|app`, errkit.AppNotFound, call, "Unknown app: bells"},
	{`command not found`, errkit.AppNotFound, call, "sh: 1: pandoc: command not found"},
	{`executable _? doesn't|not exist|found`, errkit.AppNotFound, call, `exec: "pandoc": executable file not found in $PATH`},
	{`is not installed`, errkit.AppNotFound, call, "Chrome is not installed"},
	{`not recognized as an internal`, errkit.AppNotFound, call, "'pandoc' is not recognized as an internal or external command"},

	// Versions of tools (OXP 1.0, Tool Versions), before tools: the tool is there.
	{`version _? of? tool? _? is|was? not available|found`, errkit.VersionNotFound, tool, "Bells.Ring version 2.0.0 is not available"},
	{`version _? of? tool? _? does not exist`, errkit.VersionNotFound, tool, "Version 9 of tool Bells.Ring does not exist"},
	{`no such version`, errkit.VersionNotFound, tool, "There is no such version: 2.0.0"},
	{`unknown version`, errkit.VersionNotFound, tool, "Unknown version 9"},

	// Protocol versions.
	{`unsupported|unknown protocol|mcp|oxp|schema version`, errkit.UnsupportedVersion, before, "Unsupported OXP version: 7.0"},
	{`protocol|oxp|mcp version _? is? not supported`, errkit.UnsupportedVersion, before, "Protocol version 7.0 is not supported"},
	{`invalid protocol schema`, errkit.UnsupportedVersion, before, "Invalid protocol schema. Expected 'urn:oxp:1.0'."},

	// Tools: SDKs of MCP, OXP servers.
	{`unknown|unrecognized mcp? tool`, errkit.ToolNotFound, names, "Unknown tool: ring"},
	{`invalid tool name`, errkit.ToolNotFound, absent, "Invalid tool name: ring"}, // Quarkus
	{`tool _? is|was|could|can? not be? found|registered|exist`, errkit.ToolNotFound, names, "Tool ring not found"},
	{`tool _? does not exist`, errkit.ToolNotFound, names, "Tool ring does not exist"},
	{`tool _? doesn't exist`, errkit.ToolNotFound, names, "Tool ring doesn't exist"},
	{`^ tool _ disabled $`, errkit.ToolNotFound, names, "Tool ring disabled"}, // the SDK for TypeScript, which does not list it
	{`no such tool`, errkit.ToolNotFound, names, "no such tool: ring"},
	{`no tool named|called|with|registered`, errkit.ToolNotFound, names, "No tool named ring is registered"},
	{`^ ToolNotFoundError|TOOL_NOT_FOUND|UNKNOWN_TOOL|tool_not_found`, errkit.ToolNotFound, names, "gateway error [UNKNOWN_TOOL]: ring"},

	// Requirements (OXP 1.0, Call Tool: user id, secrets).
	{`user id is? required`, errkit.RequirementMissing, OXP400, "User ID required before this tool can be called"},
	{`missing|required secret|secrets`, errkit.RequirementMissing, before, "Missing secret: BELLS_TOKEN"},
	{`secret|secrets _? is|are? required|missing`, errkit.RequirementMissing, before, "Secret 'BELLS_TOKEN' is missing"},
	{`missing requirement|requirements`, errkit.RequirementMissing, before, "Missing requirements for the tool"},

	// What the operator has to set up.
	{`unable|failed to locate|load|find credentials`, errkit.AuthConfigInvalid, server, "Unable to locate credentials"},
	{`credentials was|were not found`, errkit.AuthConfigInvalid, server, "Your default credentials were not found."},
	{`no credentials|token found|configured|set`, errkit.AuthConfigInvalid, server, "No credentials found"},
	{`no api key found|configured|set`, errkit.AuthConfigInvalid, server, "No API key set for the weather service"},
	{`api key is|was? not found|configured|set`, errkit.AuthConfigInvalid, server, "API key not configured"},
	{`token|credentials is|are|was? not configured|set`, errkit.AuthConfigInvalid, server, "The bot token is not set"},
	{`invalid auth|authentication|authorization|oauth configuration|config`, errkit.AuthConfigInvalid, server, "Invalid auth configuration for 'bells'"},
	{`environment variable _? is|was? not set|defined|found|configured`, errkit.ConfigInvalid, server, "BELLS_URL environment variable is not set"},
	{`environment variable _? is|was? missing|required`, errkit.ConfigInvalid, server, "Environment variable BELLS_URL is required"},
	{`missing required? environment variable|variables`, errkit.ConfigInvalid, server, "Missing required environment variable: BELLS_URL"},
	{`misconfigured`, errkit.ConfigInvalid, server, "The server is misconfigured"},
	{`invalid configuration|aai.json`, errkit.ConfigInvalid, server, "Invalid aai.json for 'bells'"},
	{`configuration error`, errkit.ConfigInvalid, server, "Configuration error: no URL"},
	{`connection string ... is not valid|invalid`, errkit.ConfigInvalid, server, "The configured connection string is not valid."},
	{`invalid|malformed connection string|uri|url`, errkit.ConfigInvalid, server, "Invalid connection string"},
	{`is|are not configured`, errkit.ConfigInvalid, server, "The mail server is not configured"},

	// Permissions, before what is not there and before credentials: "insufficient authentication scopes".
	{`not exist or`, errkit.NotFound, call, "The issue does not exist or you do not have permission to see it."},
	{`insufficient authentication|oauth|token? scope|scopes|permission|permissions|privilege|privileges|rights|access`, errkit.PermissionDenied, call, "Insufficient permissions"},
	{`missing required? scope|scopes|permission|permissions`, errkit.PermissionDenied, call, "Missing required scope: repo"},
	{`command|operation|action|access|path|method not allowed`, errkit.PermissionDenied, call, "Command not allowed: sudo ring"},
	{`^ missing_scope|insufficient_scope|access_denied|permission_denied|REQUEST_DENIED`, errkit.PermissionDenied, call, "insufficient_scope: repo:write is needed"},
	{`permission|permissions denied`, errkit.PermissionDenied, call, "EACCES: permission denied, open '/x'"},
	{`access is|was? denied|forbidden`, errkit.PermissionDenied, call, "Access is denied."},
	{`access to ... is|was denied`, errkit.PermissionDenied, call, "Access to the path '/x' is denied."},
	{`EACCES|EPERM`, errkit.PermissionDenied, call, "EPERM, rename '/x'"},
	{`operation not permitted`, errkit.PermissionDenied, call, "Operation not permitted"},
	{`in|a|an read-only|readonly mode|transaction|session|replica|database|instance`, errkit.PermissionDenied, call, "Cannot create issue in read-only mode."},
	{`database|server|instance|session|transaction|connection|repository|workspace|project|system|replica|cluster|mode is|are read-only|readonly`, errkit.PermissionDenied, call, "The database is read-only"},
	{`read-only|readonly mode is? enabled|active|on`, errkit.PermissionDenied, call, "Read-only mode is enabled"},
	{`read-only file system|filesystem|directory|mount|volume`, errkit.PermissionDenied, call, "EROFS: read-only file system, open '/x'"},
	{`^ AccessDenied|AccessDeniedException|AuthorizationException|AuthorizationFailed|ForbiddenError|ForbiddenException|UnauthorizedOperation|PermissionError|PermissionDenied|PermissionDeniedError`, errkit.PermissionDenied, call, "An error occurred (AccessDenied) when calling the PutObject operation"},
	{`^ forbidden $`, errkit.PermissionDenied, call, "Error: Forbidden"},
	{`is forbidden $`, errkit.PermissionDenied, call, `pods is forbidden: User "bot" cannot list resource "pods"`},
	{`does|do not have ... permission|permissions|access|rights`, errkit.PermissionDenied, call, "The caller does not have permission"},
	{`doesn't|don't have ... permission|permissions|access|rights`, errkit.PermissionDenied, call, "You don't have access to this project"},
	{`lacks|lack|no permission|permissions|access to`, errkit.PermissionDenied, call, "The token lacks permission to write"},
	{`not authorized on`, errkit.PermissionDenied, call, "not authorized on bells to execute command"}, // MongoDB
	{`is|are not authorized|permitted|allowed to`, errkit.PermissionDenied, call, "You are not authorized to delete this page"},
	{`^ not authorized|permitted $`, errkit.PermissionDenied, call, "Error: not authorized"},
	{`not accessible by`, errkit.PermissionDenied, call, "Resource not accessible by integration"},
	{`must be an? admin|administrator|owner|maintainer|moderator`, errkit.PermissionDenied, call, "You must be an admin to archive this channel"},
	{`requires admin|administrator|owner|elevated`, errkit.PermissionDenied, call, "This action requires admin rights"},

	// Credentials.
	{`bad credentials`, errkit.Unauthenticated, before, "Bad credentials"},
	{`token|key|credential|credentials|jwt|session|password is|are|was|were? invalid or expired`, errkit.Unauthenticated, before, "The refresh token is invalid or expired"},
	{`expired or invalid token|key|credential|credentials|jwt|session`, errkit.Unauthenticated, before, "Expired or invalid token"},
	{`missing|invalid or malformed api|access|auth|bearer? jwt|token|key|credentials`, errkit.Unauthenticated, before, "missing or malformed jwt"},
	{`failed|unable to retrieve|obtain|acquire|get|fetch a|an|the? access|auth|oauth|bearer? token`, errkit.Unauthenticated, before, "DefaultAzureCredential failed to retrieve a token from the included credentials."},
	{`must provide|supply|specify|include|pass a|an|your|the? valid? api|access|auth|bearer? key|token|credentials`, errkit.Unauthenticated, before, "You must provide a valid API key"},
	{`invalid|incorrect|wrong|missing api key`, errkit.Unauthenticated, before, "Incorrect API key provided"},
	{`invalid api|access|auth|bearer|oauth|refresh|authentication|security token`, errkit.Unauthenticated, before, "Invalid access token"},
	{`missing required? authentication|authorization|auth credential|credentials|header|token`, errkit.Unauthenticated, before, "Request is missing required authentication credential."},
	{`missing or invalid api|access|auth? key|token|credentials`, errkit.Unauthenticated, before, "Missing or invalid token"},
	{`invalid token $`, errkit.Unauthenticated, before, "Error: invalid token"},
	{`invalid|incorrect|wrong|missing credentials|password|username`, errkit.Unauthenticated, before, "Invalid credentials"},
	{`security token ... is invalid`, errkit.Unauthenticated, before, "The security token included in the request is invalid."},
	{`credentials was|were not provided|given|supplied|sent|included`, errkit.Unauthenticated, before, "Authentication credentials were not provided."},
	{`authentication is? required|needed`, errkit.Unauthenticated, before, "Authentication required"},
	{`requires authentication`, errkit.Unauthenticated, before, "This endpoint requires authentication"},
	{`authentication has? failed|failure|error`, errkit.Unauthenticated, before, "Authentication failed."},
	{`authentication methods has|have? failed`, errkit.Unauthenticated, before, "All configured authentication methods failed"}, // SSH
	{`login|logon|signin failed|required|denied|rejected|incorrect`, errkit.Unauthenticated, before, "Login failed for user 'app'"},
	{`invalid|incorrect|wrong login|logon $`, errkit.Unauthenticated, before, "Invalid login: 535-5.7.8"},
	{`username|user|email|login and|or password is|are|was|were? not|invalid|incorrect|wrong|rejected`, errkit.Unauthenticated, before, "Username and Password not accepted."},
	{`not authenticated`, errkit.Unauthenticated, before, "Not authenticated"},
	{`not logged|signed in`, errkit.Unauthenticated, before, "You are not logged in."},
	{`^ unauthenticated|unauthorized $`, errkit.Unauthenticated, before, "Unauthorized"},
	{`^ unauthenticated desc`, errkit.Unauthenticated, before, "rpc error: code = Unauthenticated desc = no token"},
	{`unauthorized access|request|user|client`, errkit.Unauthenticated, before, "Unauthorized access"},
	{`^ invalid_auth|not_authed|invalid_token|invalid_client|authentication_error|AuthenticationError|AuthenticationException|NotAuthenticatedError|UnauthorizedError|UnauthorizedException|InvalidClientTokenId|UnrecognizedClientException|SignatureDoesNotMatch`, errkit.Unauthenticated, before, "slack error: invalid_auth"},
	{`authorization is|was? required|needed`, errkit.AuthRequired, before, "Authorization required before this tool can be called"},
	{`requires authorization|consent`, errkit.AuthRequired, before, "This tool requires authorization"},
	{`please re-authorize|reauthorize|authorize`, errkit.AuthRequired, before, "Please authorize the app first"},
	{`has|have not authorized`, errkit.AuthRequired, before, "The user has not authorized this app yet"},
	{`consent is? required`, errkit.AuthRequired, before, "User consent required for the tool"},

	// The state of things: file systems, databases, git, HTTP APIs.
	{`already in terminal`, errkit.Conflict, call, "Cannot cancel task: already in terminal status 'completed'"},
	{`already exists|exist|taken|merged|closed|archived|running|started|used|allocated|registered|reserved|assigned|installed|mounted|completed|finished|deleted`, errkit.Conflict, call, "A branch named 'main' already exists"},
	{`already in use|progress`, errkit.Conflict, call, "listen tcp :80: bind: address already in use"},
	{`duplicate key|entry`, errkit.Conflict, call, "Duplicate entry 'x' for key 'name'"},
	{`unique constraint`, errkit.Conflict, call, "UNIQUE constraint failed: users.email"},
	{`foreign key constraint`, errkit.Conflict, call, "Cannot delete or update a parent row: a foreign key constraint fails"},
	{`exclusion constraint`, errkit.Conflict, call, "conflicting key value violates exclusion constraint \"x\""},
	{`local changes ... would be overwritten`, errkit.Conflict, call, "Your local changes to the following files would be overwritten by checkout"},
	{`deadlock detected|found`, errkit.Conflict, call, "deadlock detected"},
	{`could not serialize access`, errkit.Conflict, call, "could not serialize access due to concurrent update"},
	{`has|have|was|were been? modified|changed since|by|externally|in`, errkit.Conflict, call, "The file has been modified since it was read"},
	{`^ conflict $`, errkit.Conflict, call, "Conflict"},
	{`edit|version|merge|write|update|revision conflict $`, errkit.Conflict, call, "Edit conflict: someone else saved the page"},
	{`merge conflict|conflicts in`, errkit.Conflict, call, "Automatic merge failed: merge conflict in main.go"},
	{`acquiring|acquire ... lock`, errkit.Conflict, call, "Error acquiring the state lock"},
	{`nonce too low`, errkit.Conflict, call, "nonce too low: next nonce 9"},
	{`content has? modified`, errkit.Conflict, call, "content modified"},
	{`used|locked|held by another process|program|application|user|session|transaction`, errkit.Conflict, call, "The file is being used by another process."},
	{`resource busy`, errkit.Conflict, call, "umount: device or resource busy"},
	{`database|file|resource|table|record|document|repository|index is locked`, errkit.Conflict, call, "database is locked"},
	{`EEXIST|EBUSY|SQLITE_BUSY`, errkit.Conflict, call, "SQLITE_BUSY"},
	{`insufficient funds|balance`, errkit.FailedPrecondition, call, "insufficient funds for gas"},
	{`balance|credit|credits ... is|are|was too low|insufficient|exhausted`, errkit.FailedPrecondition, call, "Your credit balance is too low"},
	{`insufficient credit|credits`, errkit.FailedPrecondition, call, "Insufficient credits to perform this request."},
	{`is|are not mergeable|rebaseable`, errkit.FailedPrecondition, call, "405 Pull Request is not mergeable"},
	{`is|are not in a|an|the? _? state`, errkit.FailedPrecondition, call, "The instance is not in a valid state"},
	{`not|don't|doesn't have enough|sufficient credit|credits|balance|funds`, errkit.FailedPrecondition, call, "You do not have enough credits to run this task."},
	{`not enough credit|credits|balance|funds`, errkit.FailedPrecondition, call, "Not enough credits"},
	{`out of credits|funds`, errkit.FailedPrecondition, call, "The account is out of credits"},
	{`exhausted balance|credit|credits`, errkit.FailedPrecondition, call, "User is locked. Reason: Exhausted balance."},
	{`execution reverted`, errkit.FailedPrecondition, call, "execution reverted: paused"},
	{`not initialized|initialised`, errkit.FailedPrecondition, state, "Browser not initialized."},
	{`directory|folder|bucket|table|collection is? not empty`, errkit.FailedPrecondition, call, "The folder is not empty"},
	{`ENOTEMPTY`, errkit.FailedPrecondition, call, "ENOTEMPTY"},
	{`no _? _? is|are active|open|running|connected|selected|loaded`, errkit.FailedPrecondition, call, "No database connector is active."},
	{`no active|open|running session|page|tab|browser|connection|project|document|database`, errkit.FailedPrecondition, call, "No active session."},
	{`must be started|opened|open|running|connected|initialized|created|installed|enabled|selected|loaded before|first`, errkit.FailedPrecondition, call, "The workspace must be started before running commands"},
	{`must|please first connect|open|start|initialize|activate|select|load|install|attach|launch`, errkit.FailedPrecondition, call, "In order to proceed, you must first connect a tab"},
	{`you need|must|have to? connect|open|start|initialize|select|load|install ... before|first`, errkit.FailedPrecondition, call, "You need to connect to a server before you can list its bells."},
	{`precondition failed`, errkit.FailedPrecondition, call, "Precondition failed: etag"},
	{`has|have not been _ yet`, errkit.FailedPrecondition, call, "File has not been read yet."},
	{`^ FailedPrecondition|FAILED_PRECONDITION`, errkit.FailedPrecondition, call, "rpc error: code = FailedPrecondition desc = stopped"},
	{`context|operation|request|call|task|query|command|execution|upload|download was|is|has|been? been? canceled|cancelled|aborted`, errkit.Canceled, call, "context canceled"},
	{`user rejected|declined|denied the? _? request|operation|action`, errkit.Canceled, call, "User rejected the request."},
	{`canceled|cancelled|aborted|interrupted by the? user|client|caller`, errkit.Canceled, call, "Cancelled by user"},
	{`^ canceled|cancelled|aborted $`, errkit.Canceled, call, "Error: cancelled"},
	{`^ AbortError|CanceledError|CancelledError|ERR_CANCELED`, errkit.Canceled, call, "AbortError: stopped"},

	// Codes of gRPC for Node.js.
	{`3 INVALID_ARGUMENT`, errkit.InvalidInput, input, "3 INVALID_ARGUMENT: bell"},
	{`4 DEADLINE_EXCEEDED`, errkit.Timeout, late, "4 DEADLINE_EXCEEDED: bell"},
	{`5 NOT_FOUND`, errkit.NotFound, call, "5 NOT_FOUND: bell"},
	{`6 ALREADY_EXISTS`, errkit.Conflict, call, "6 ALREADY_EXISTS: bell"},
	{`10 ABORTED`, errkit.Conflict, call, "10 ABORTED: bell"},
	{`7 PERMISSION_DENIED`, errkit.PermissionDenied, call, "7 PERMISSION_DENIED: bell"},
	{`9 FAILED_PRECONDITION`, errkit.FailedPrecondition, call, "9 FAILED_PRECONDITION: bell"},
	{`12 UNIMPLEMENTED`, errkit.Unsupported, able, "12 UNIMPLEMENTED: bell"},
	{`16 UNAUTHENTICATED`, errkit.Unauthenticated, before, "16 UNAUTHENTICATED: bell"},

	// SQLSTATE, as drivers of PostgreSQL write it: pgx.
	{`SQLSTATE 28P01|28000`, errkit.Unauthenticated, before, "FATAL: no (SQLSTATE 28P01)"},
	{`SQLSTATE 42501|25006`, errkit.PermissionDenied, call, "ERROR: no (SQLSTATE 42501)"},
	{`SQLSTATE 42P01|42703|42883|42704|3D000|3F000`, errkit.NotFound, call, "ERROR: no (SQLSTATE 42P01)"},
	{`SQLSTATE 23503|23505|23P01|40001|40P01|42P07|42710|55P03`, errkit.Conflict, call, "ERROR: no (SQLSTATE 23505)"},
	{`SQLSTATE 22001|22003|22007|22P02|23502|23514|42601|42804`, errkit.InvalidInput, input, "ERROR: no (SQLSTATE 22P02)"},
	{`SQLSTATE 53300|57P03`, errkit.Unavailable, up, "FATAL: no (SQLSTATE 57P03)"},
	{`too many clients`, errkit.Unavailable, up, "FATAL: sorry, too many clients already"},
	{`database system is starting|shutting`, errkit.Unavailable, up, "FATAL: the database system is starting up"},

	// Codes of Oracle Database.
	{`ORA-01017|ORA-01005|ORA-28000`, errkit.Unauthenticated, before, "ORA-01017: no"},
	{`ORA-28001`, errkit.AuthExpired, before, "ORA-28001: no"},
	{`ORA-01031|ORA-01045|ORA-16000`, errkit.PermissionDenied, call, "ORA-01031: no"},
	{`ORA-00942|ORA-00904|ORA-04043|ORA-01403|ORA-01435|ORA-01918|ORA-02289`, errkit.NotFound, call, "ORA-00942: no"},
	{`ORA-00001|ORA-00054|ORA-00060|ORA-00955|ORA-02291|ORA-02292|ORA-08177`, errkit.Conflict, call, "ORA-00001: no"},
	{`ORA-00900|ORA-00907|ORA-00911|ORA-00923|ORA-00933|ORA-00936|ORA-01400|ORA-01407|ORA-01438|ORA-01722|ORA-01861|ORA-02290|ORA-12899`, errkit.InvalidInput, input, "ORA-01400: no"},
	{`ORA-01013`, errkit.Canceled, call, "ORA-01013: no"},
	{`ORA-12170`, errkit.Timeout, late, "ORA-12170: no"},
	{`ORA-03113|ORA-03114|ORA-12514|ORA-12537|ORA-12541|ORA-12543|ORA-12545`, errkit.Network, server, "ORA-12541: no"},

	// Codes of Redis.
	{`^ WRONGTYPE`, errkit.FailedPrecondition, call, "WRONGTYPE Operation against a key holding the wrong kind of value"},
	{`^ WRONGPASS`, errkit.Unauthenticated, before, "WRONGPASS username-password pair"},
	{`^ NOPERM`, errkit.PermissionDenied, call, "NOPERM this user may not run the command"},
	{`^ BUSYGROUP`, errkit.Conflict, call, "BUSYGROUP Consumer Group name"},
	{`^ NOSCRIPT|NOGROUP`, errkit.NotFound, call, "NOSCRIPT No script. Use EVAL."},
	{`^ LOADING|CLUSTERDOWN|MASTERDOWN|TRYAGAIN`, errkit.Unavailable, up, "CLUSTERDOWN The cluster stopped"},

	// Sizes.
	{bodies + ` is|are|was? too large|big|long`, errkit.TooLarge, call, "Request body too large."},
	{`file|upload|payload|request|response|result|image|message|content size exceeds|exceeded`, errkit.TooLarge, call, "File size exceeds 10 MB"},
	{`exceeds|exceeded ... maximum|max ... size|length|tokens`, errkit.TooLarge, call, "The file exceeds the maximum allowed size"},
	{`exceeds|exceeded ... size limit`, errkit.TooLarge, call, "The upload exceeds the size limit"},
	{`maximum context length`, errkit.TooLarge, call, "This model's maximum context length is 8192 tokens"},
	{`^ context_length_exceeded|request_too_large`, errkit.TooLarge, call, "request_too_large: 40 MB"},

	// Services: nginx, Envoy, Anthropic, gRPC, cloud APIs.
	{`service|server|api|backend|system|upstream|tool|gateway|endpoint|database|site|model is|are? temporarily|currently? unavailable|overloaded|busy`, errkit.Unavailable, up, "The service is unavailable"},
	{`temporarily unavailable|overloaded|offline|down`, errkit.Unavailable, up, "The search index is temporarily unavailable"},
	{`service|server|api|backend|site is temporarily|currently? down`, errkit.Unavailable, up, "The server is down"},
	{`node|replica|server|database is behind|lagging`, errkit.Unavailable, up, "Node is behind by 42 slots"},
	{`device|server|service|host|node|vehicle|printer|agent|worker is|are? offline`, errkit.Unavailable, up, "The device is offline"},
	{`down for maintenance`, errkit.Unavailable, up, "We are down for maintenance"},
	{`under maintenance`, errkit.Unavailable, up, "The site is under maintenance"},
	{`no healthy upstream`, errkit.Unavailable, up, "no healthy upstream"},
	{`^ overloaded_error|ServiceUnavailable|ServiceUnavailableException|SERVICE_UNAVAILABLE`, errkit.Unavailable, up, "overloaded_error: wait"},
	{`^ overloaded $`, errkit.Unavailable, up, "Overloaded"},
	{`^ unavailable desc`, errkit.Unavailable, up, "rpc error: code = Unavailable desc = closing"},
	{`14 UNAVAILABLE`, errkit.Unavailable, up, "14 UNAVAILABLE: no connection"},
	{`^ api request failed $`, errkit.UpstreamFailed, server, "API request failed: no luck"},
	{`bad gateway`, errkit.UpstreamFailed, server, "Bad Gateway"},
	{`upstream service? error|failure|failed`, errkit.UpstreamFailed, server, "Upstream error from the weather service"},

	// What is not supported.
	{`is|are not supported`, errkit.Unsupported, able, "This format is not supported"},
	{`isn't|aren't supported`, errkit.Unsupported, able, "This format isn't supported"},
	{`automation not supported`, errkit.Unsupported, able, "Automation not supported on this platform: linux"},
	{`not supported $`, errkit.Unsupported, able, "Prompts not supported"},
	{`does|do not support`, errkit.Unsupported, able, "The platform does not support automation"},
	{`doesn't|don't support`, errkit.Unsupported, able, "The model doesn't support images"},
	{`unsupported _? operation|platform|format|file|media|method|type|feature|encoding|scheme|language|os|browser|command`, errkit.Unsupported, able, "Unsupported file type"},
	{`not yet? implemented`, errkit.Unsupported, able, "This operation is not implemented"},
	{`^ NotImplementedError|UnsupportedOperation|UnsupportedOperationException|Unimplemented|UNIMPLEMENTED`, errkit.Unsupported, able, "NotImplementedError: export"},
	{`ENOTSUP|EOPNOTSUPP|ENOSYS`, errkit.Unsupported, able, "ENOSYS, copyfile"},

	// Scripts that a tool runs: gateways of AAI.
	{`syntax error at or near`, errkit.InvalidInput, input, "syntax error at or near SELCT"},
	{`script parsing|parse|syntax error`, errkit.ScriptInvalid, server, "Script parsing error: line 3"},
	{`syntax error in script`, errkit.ScriptInvalid, server, "Syntax error in script at line 3"},

	// What is not there.
	{`ENOENT`, errkit.NotFound, call, "ENOENT, open '/x'"},
	{`no such _`, errkit.NotFound, call, "No such file or directory: 'notes.md'"},
	{`not found $`, errkit.NotFound, absent, "User 42 not found"},
	{`not found in|for|at|with|on|under|within|using|named|or|and|by`, errkit.NotFound, absent, "The text was not found in the file"},
	{`doesn't have a resource type`, errkit.NotFound, call, "the server doesn't have a resource type x"},                                  // kubectl
	{`not resolve to a|an? object|commit|tree|revision|reference|ref`, errkit.NotFound, call, "Ref 'north' did not resolve to an object"}, // GitPython
	{`unknown|bad revision`, errkit.NotFound, call, "fatal: bad revision 'x'"},                                                            // git
	{`find remote ref`, errkit.NotFound, call, "couldn't find remote ref x"},
	{`no matches for kind`, errkit.NotFound, call, "no matches for kind Bell in version v1"},
	{`invalid object name`, errkit.NotFound, call, "Invalid object name 'dbo.bells'."}, // SQL Server
	{`pathspec ' did not match`, errkit.NotFound, call, "error: pathspec 'north' did not match any file(s) known to git"},
	{`no matching ` + things + ` found`, errkit.NotFound, call, "No matching location found."},
	{`not found '`, errkit.NotFound, absent, "Resource not found bells://front"},
	{`not be found`, errkit.NotFound, absent, "The page could not be found"},
	{`can't|couldn't|cannot be found`, errkit.NotFound, absent, "The page cannot be found"},
	{`does|do|did not exist|exists`, errkit.NotFound, absent, "The folder does not exist"},
	{`doesn't|don't|didn't exist`, errkit.NotFound, absent, "The folder doesn't exist"},
	{`no longer exists|exist`, errkit.NotFound, absent, "The folder no longer exists"},
	{`could|can not find|locate a|an|the|any? ` + things, errkit.NotFound, call, "Could not find issue 7"},
	{`cannot|couldn't|can't find|locate a|an|the|any? ` + things, errkit.NotFound, call, "Couldn't find a page with that title"},
	{`could|can not find _ with|by`, errkit.NotFound, call, "Could not find Bell with id 7"},
	{`cannot|couldn't|can't find _ with|by`, errkit.NotFound, call, "Couldn't find Bell with 'id'=7"}, // Rails
	{`unable|failed to find|locate a|an|the|any? ` + things, errkit.NotFound, call, "Unable to find the user"},
	{`no ` + things + ` found $`, errkit.NotFound, call, "No page found"},
	{`no ` + things + ` _? found|exists with|for|named|by|matching|at|in`, errkit.NotFound, call, "No document found with id 7"},
	{`unknown|nonexistent ` + things, errkit.NotFound, absent, "Unknown resource: bells://front"},
	{`expired handle`, errkit.NotFound, call, "Expired handle"},
	{`handle|task has? expired`, errkit.NotFound, absent, "Task has expired"},
	{`^ NotFound|NotFoundError|NotFoundException|FileNotFoundError|ResourceNotFoundException|NoSuchKey|NoSuchBucket|NoSuchEntity|DoesNotExist|NOT_FOUND|ZERO_RESULTS`, errkit.NotFound, call, "FileNotFoundError: notes.md"},
	{`^ not_found|channel_not_found|user_not_found|message_not_found|file_not_found|resource_not_found|object_not_found`, errkit.NotFound, call, "channel_not_found"},

	// Questions.
	{`requires|need|needs more information|input`, errkit.InputRequired, call, "This request requires more information."},
	{`more|additional information|input is? required|needed`, errkit.InputRequired, call, "Additional information is required"},

	// The input: validators of every kind. Text never makes a fault of the server one of the input.
	{`missing required? ` + inputs, errkit.InvalidInput, input, "Missing required argument: path"},
	{`required ` + inputs + ` _? is|are|was|were? missing|not`, errkit.InvalidInput, input, "Required parameter 'path' was not provided"},
	{inputs + ` _? is|are|was|were? not provided|given|specified`, errkit.InvalidInput, input, "parameter 'owner' not provided"},
	{inputs + ` _? is|are required|missing|invalid`, errkit.InvalidInput, input, "query parameter is required"},
	{values + ` is|are required`, errkit.InvalidInput, input, "path is required"},
	{`' is|are required`, errkit.InvalidInput, input, "'owner' is required"},
	{`' is a required property`, errkit.InvalidInput, input, "'owner' is a required property"},
	{`field required`, errkit.InvalidInput, input, "times: Field required"},
	{`not-null|check constraint`, errkit.InvalidInput, input, "null value in column x violates not-null constraint"},
	{`not null constraint failed`, errkit.InvalidInput, input, "NOT NULL constraint failed: bells.tone"},
	{`invalid input syntax`, errkit.InvalidInput, input, "invalid input syntax for type integer: x"},
	{`value|data too long for`, errkit.InvalidInput, input, "value too long for type character varying(7)"},
	{`out of range for column|value|field`, errkit.InvalidInput, input, "Out of range for column x"},
	{`document|record|request|input|payload|body|schema|data|value|entity|field|form failed|fails validation`, errkit.InvalidInput, input, "Document failed validation"},
	{`^ validation failed|error`, errkit.InvalidInput, input, "Validation failed (numeric string is expected)"},
	{`field validation for ' failed`, errkit.InvalidInput, input, "Field validation for 'Tone' failed on the 'required' tag"}, // go-playground/validator
	{`failed to convert|parse '`, errkit.InvalidInput, input, "Failed to convert 'id' with value: 'often'"},
	{`must specify|provide|supply|pass|include|enter|set|give a|an|the|at|one|either|exactly|your? _? ` + inputs, errkit.InvalidInput, input, "You must specify the 'account' parameter"},
	{`you must specify|provide|supply|pass|include|enter`, errkit.InvalidInput, input, "You must specify a region."},
	{`one of ... must be provided|specified|supplied|given|set`, errkit.InvalidInput, input, "Exactly one of a or b must be provided"},
	{`invalid _? _? ` + inputs, errkit.InvalidInput, input, "Invalid input parameters"},
	{`invalid _? date|time|datetime|timestamp|email|url|uri|uuid|id|identifier|type|path|filename|format|range|option|options|enum|choice|regex|pattern|timezone|cursor|limit|offset|color|colour|sort|filter|expression|selector|language|currency|country|unit|units|coordinates|syntax`, errkit.InvalidInput, input, "Invalid departure date: 1st of Bloom"},
	{`not a valid date|time|email|url|uri|uuid|id|number|integer|path|choice|option|value|color|format|enum|identifier|timezone`, errkit.InvalidInput, input, "'x' is not a valid color"},
	{`is not of type`, errkit.InvalidInput, input, "'x' is not of type 'integer'"},
	{`is not one of`, errkit.InvalidInput, input, "'x' is not one of ['a', 'b']"},
	{`must|should be a|an? valid? string|number|integer|boolean|array|list|object|date|datetime|uuid|url|email|dictionary|mapping|json|positive|negative|non-negative|non-empty|numeric|float|path`, errkit.InvalidInput, input, "times must be a number"},
	{`must|should be between|greater|less|at|equal|one|either|within|in|before|after|longer|shorter|no|unique`, errkit.InvalidInput, input, "limit must be between 1 and 100"},
	{`must|should|can|may not be empty|blank|null|negative|zero|none|undefined|longer|shorter|greater|less|before|after`, errkit.InvalidInput, input, "name must not be blank"},
	{`cannot|can't be empty|blank|null|negative|zero|none|undefined|longer|shorter|greater|less|before|after`, errkit.InvalidInput, input, "Message cannot be empty"},
	{`unknown|unexpected|unrecognized|unsupported ` + inputs, errkit.InvalidInput, input, "Unknown parameter: colour"},
	{`unrecognized key|keys`, errkit.InvalidInput, input, "Unrecognized key(s) in object: 'colour'"},
	{`' was unexpected`, errkit.InvalidInput, input, "'colour' was unexpected"},
	{`no _? ` + inputs + ` provided|given|specified`, errkit.InvalidInput, input, "No update parameters provided."},
	{`additional properties`, errkit.InvalidInput, input, "Additional properties are not allowed: x"},
	{`could|can not parse ' as`, errkit.InvalidInput, input, "Could not parse 'soon' as a date."},
	{`cannot|couldn't|can't parse ' as`, errkit.InvalidInput, input, "Cannot parse 'soon' as a date"},
	{`must|should match $`, errkit.InvalidInput, input, "label must match [a-z]"},
	{`must|should match the? pattern|regex|format|schema`, errkit.InvalidInput, input, "name must match the pattern"},
	{`must|should contain|have|include at|exactly|only|between`, errkit.InvalidInput, input, "String must contain at least 1 character(s)"},
	{`^ expected string|number|integer|boolean|array|object|date $`, errkit.InvalidInput, input, "Expected object, received string"},
	{`invalid ' $`, errkit.InvalidInput, input, "invalid bell_id (expected UUID)"},
	{`does not match the? required|expected? pattern|format|schema|regex`, errkit.InvalidInput, input, "name does not match the pattern"},
	{inputs + ` _? expected an? string|number|integer|boolean|array|object`, errkit.InvalidInput, input, "Parameter 'count' expected integer, got string"},

	// General ones.
	{`connection error`, errkit.Network, server, "Connection error."}, // something more exact may follow
	{`#4xx`, errkit.UpstreamFailed, server, "Jira answered with HTTP 400"},
	{`^ timeout|time-out $$`, errkit.Timeout, late, "Error: timeout"},
}
