package guess

import (
	"strings"

	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
)

// A group is the patterns, in their order, that suggest one kind in the same places.
type group struct {
	kind     errkit.Kind
	refines  wire.Open // where the patterns count
	patterns string    // see Patterns
}

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
//	X_URL  a name in capital letters with an ending of environment variables:
//	       _URL, _KEY, _TOKEN and the others of variables; _ID and _CODE are none
//	0      a number
//	"a"    this text in quotation marks
//	...    up to six words, names or quoted texts
//	^ $    the clause starts or ends here
//	:      a clause ends here, and the words of the next one follow
//	$$     the text ends here, and has one line
//	#404   the text reports this HTTP status; #4xx: any of these
//
// The words of a pattern are in one clause, with nothing but spaces between
// them. Words in small letters match in any case, others exactly. Identifiers
// match only words that look like one: ENOENT, AccessDenied, rate_limited.
type row struct {
	words   string
	kind    errkit.Kind
	refines wire.Open // where the pattern counts
	rule    string    // see ruleOf
}

// The scopes of rows.
const (
	input  = wire.FailedCall                                       // a fault of the input
	call   = wire.FailedCall | wire.UnknownCode | wire.BadCall     // any other kind of a failed call
	server = wire.FailedCall | wire.UnknownCode | wire.ServerFault // a kind whose status is a 5xx
	able   = server | wire.BadCall                                 // unsupported
	late   = server | wire.NetworkFault                            // a timeout
	// what OXP reports before it calls a tool
	before = call | wire.BadRequest
	sign   = before | wire.InvalidToken                                              // a token that expired
	names  = wire.FailedCall | wire.UnknownCode | wire.BadRequest | wire.UnknownName // an unknown tool
	tool   = wire.BadRequest | wire.UnknownName                                      // an unknown version of a tool
	up     = server | wire.BadRequest                                                // unavailable
	absent = call | wire.UnknownName                                                 // an unknown resource
	state  = call | wire.UnknownResource                                             // the state of the server
	output = server | wire.UnknownName                                               // an invalid output
)

// Words that many rows share.
const (
	inputs = "input|inputs|argument|arguments|parameter|parameters|params|property|properties|field|fields|value|values|option|options|query"
	things = "user|account|customer|member|team|group|file|folder|directory|document|page|note|record|row|item|entry|entity|object|resource|issue|ticket|task|project|repository|repo|branch|commit|tag|channel|message|thread|event|calendar|table|collection|index|bucket|key|node|element|selector|order|product|contact|deal|dataset|job|run|session|workflow|database|schema|template|prompt|view|board|card|list|label|comment|city|location|match|model|workspace|organization|pipeline|cluster|instance|container|image|volume|connection|connector|namespace|pod|role|policy|secret|domain|workbook|dashboard|report|form|video|movie|ticker|sandbox|crate|path|sheet|tab|section|article|release|agent|client|flow|step|rule|link|preset|window|attachment|asset|block|draft|sprint|milestone|backup|memory|skill|place|symbol|worktree|webhook|alert|monitor|deployment|environment|plan|invoice|subscription"
	values = "path|text|label|title|url|uri|id|ids|name|names|email|content|subject|description|key|topic|date|start|end|limit|owner|repo|branch|filename|user|username|channel|table|sql|expression|selector|location|city|symbol|type|format|language|source|target|amount|count|provider|project|model|prompt|message|code|command|keyword|keywords|version|body|action|mode|role|status|category|tag|tags|file|files|folder|directory|script|width|height|price|quantity|question"
	bodies = "request|payload|file|body|response|result|results|output|message|entity|content|image|attachment|document|upload|set|prompt|input|diff|text"
)

// groups are the patterns. The comments name who writes such texts. The list is closed: a kind, or a
// service, that is added later is read by its codes and by the shape of its documents.
var groups = [...]group{
	// SDKs of MCP, before the words of a validator, which may name anything: Go, Python
	// (Pydantic), TypeScript (zod), mcp-go.
	{errkit.OutputInvalid, output, `
		validating tool output; output validation|schema error|failed|mismatch
		no structured content|output was? provided|returned; invalid structured content; not match ... output schema`},
	{errkit.InvalidInput, input, `
		validating "arguments"; validation error|errors for; input schema? validation error|failed
		failed to bind arguments`},

	// Operating systems, behind gateways of AAI: AppleEvents, COM, D-Bus.
	{errkit.PermissionDenied, call, `^ -1743 $; 0x80070005`},
	{errkit.AppNotFound, call, `0x80040154`},
	{errkit.AppNotRunning, server, `0x800401e3|0x800706ba; ServiceUnknown`},

	// Codes in brackets: gateways of AAI.
	{errkit.AppNotFound, call, `^ APP_NOT_FOUND|UNKNOWN_APP $`},
	{errkit.AppNotRunning, server, `^ APP_NOT_RUNNING $`},
	{errkit.AuthRequired, before, `^ AUTH_REQUIRED $`},
	{errkit.Unauthenticated, before, `^ AUTH_INVALID $`},
	{errkit.PermissionDenied, call, `^ AUTH_DENIED|PERMISSION_DENIED $`},
	{errkit.InvalidInput, input, `^ INVALID_PARAMS|INVALID_PARAMETER $`},

	// Authorizations that ran out: OAuth 2.0, JWT libraries, AWS. A token that may be wrong in
	// several ways comes first.
	{errkit.Unauthenticated, sign, `
		expired : revoked|malformed|invalid|missing|or
		token|key|credential|credentials|jwt|session|signature|password _? is|are|was|were? expired or invalid|revoked|malformed|missing|incorrect
		token|key|credential|credentials|jwt|session|signature|password _? is|are|was|were? invalid|missing|malformed|incorrect|revoked or expired
		expired or invalid|revoked|malformed|missing _? token|key|credential|credentials|jwt|session|signature
		invalid|missing|malformed|revoked or expired _? token|key|credential|credentials|jwt|session|signature`},
	{errkit.AuthExpired, sign, `
		token|tokens|credentials|credential|session|authorization|jwt|login|authentication has|have|is|was|were? been? expired
		token|tokens|credentials|authorization is|are no longer valid
		token|tokens|credentials|authorization has|have|was|were|is been? revoked`},
	{errkit.AuthExpired, sign | wire.UnknownName, `session terminated|expired $`},
	{errkit.AuthExpired, sign, `
		session has|have? timed out; expired access|refresh|auth|oauth|security? token|credentials|jwt $
		api key has? expired
		^ ExpiredToken|ExpiredTokenException|TokenExpiredError|RefreshError|token_expired|token_revoked|invalid_grant|AUTH_EXPIRED`},

	// Rate limits and quotas: GitHub, Slack, Google, AWS, OpenAI, Django, gRPC, Telethon.
	{errkit.RateLimited, call, `
		rate|usage|request|requests|call|calls|daily|hourly|monthly|message|token|plan|quota limit|limits has|have|was|is|been? been? exceeded|reached|hit|exhausted
		exceeded|exceeds|exceeding|hit|reached ... rate|usage limit|limits; rate limit ... exceeded|reached|hit
		rate-limit exceeded|reached|hit|error; rate limited; rate-limited|ratelimited|rate_limited; ^ rate limit $
		rate limit error; rate exceeded; too many requests|calls|attempts
		concurrency limit|limits has|have|was|is|been? been? exceeded|reached|hit
		maximum number of requests|calls|searches
		requests|calls|messages|searches too quickly|fast|rapidly|often|frequently
		quota has|was|is? been? exceeded|exhausted|reached; used all|up ... quota|credits|searches
		exceeded your|the _? _? quota; out of|over quota; exceeded|exceeds|exceeding ... per second|minute|hour|day
		was|been|being|is throttled
		^ Throttling|ThrottlingException|ThrottledException|TooManyRequests|TooManyRequestsException|TooManyRequestsError|RequestLimitExceeded|RateLimitError|RateLimitException|RateLimitedError|RateLimitExceeded|RateLimitExceededError|RateLimitExceededException|QuotaExceededError|QuotaExceededException|ThrottledError|ThrottlingError|SlowDown|ResourceExhausted
		^ rate_limit_exceeded|rate_limit_error|resource_exhausted|insufficient_quota|too_many_requests; ^ slow down
		a wait of 0 seconds; please slow down`},

	// HTTP statuses of services behind a tool.
	{errkit.Unauthenticated, call, `#401`},
	{errkit.PermissionDenied, call, `#403`},
	{errkit.NotFound, call, `#404`},
	{errkit.FailedPrecondition, call, `#402`},
	{errkit.NotFound, call, `#410`},
	{errkit.Timeout, wire.FailedCall | wire.UnknownCode, `#408`},
	{errkit.Conflict, call, `#409`},
	{errkit.FailedPrecondition, call, `#412`},
	{errkit.TooLarge, call, `#413`},
	{errkit.InvalidInput, input, `#422`},
	{errkit.RateLimited, call, `#429`},
	{errkit.Unsupported, able, `#501`},
	{errkit.Unavailable, server, `#503`},
	{errkit.Timeout, server, `#504`},
	{errkit.Unavailable, server, `#529`},
	{errkit.UpstreamFailed, server, `#5xx`},

	// Timeouts: Go, Node.js, Python, browsers, Puppeteer, databases, gRPC.
	{errkit.Timeout, late, `
		timed out; timedout; timeout|time-out of? _? ms|s|seconds? exceeded|expired|reached|elapsed|occurred
		request|connection|connect|read|write|socket|query|statement|gateway|network|operation|execution|script|command|call|response|server|upstream|http|navigation|page|lock|api|parse|handshake timeout|time-out $
		timeout|time-out after|while|waiting|error|during|connecting|reading|on|at; waiting failed $
		due to a? timeout|time-out; deadline has? exceeded; took too long
		time limit has|was? been? exceeded|reached; execution time exceeded; maximum|max execution time
		took|takes longer than; after a|the? timeout|time-out $; exceeded ... time limit|timeout
		did not|not respond|finish|complete|reply|answer|return within|in
		didn't respond|finish|complete|reply|answer|return within|in; no response|reply|answer ... within|after
		ETIMEDOUT|ESOCKETTIMEDOUT|ERR_TIMED_OUT|ERR_CONNECTION_TIMED_OUT|NS_ERROR_NET_TIMEOUT; ^ TIMEOUT|TIMED_OUT $
		^ TimeoutError|TimeoutException|ConnectionTimeout|ReadTimeout|ReadTimeoutError|ConnectTimeout|RequestTimeout|RequestTimeoutError|RequestTimeoutException|TimeoutExpired|DeadlineExceededError|ConnectTimeoutError|SocketTimeoutException|Client.Timeout|DeadlineExceeded|deadline_exceeded`},

	// Networks: Node.js, Go, Python, curl, browsers, kubectl, docker-py, mcp-server-fetch.
	{errkit.Network, server, `
		ECONNREFUSED|ECONNRESET|ECONNABORTED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE
		ERR_NAME_NOT_RESOLVED|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_CLOSED|ERR_CONNECTION_ABORTED|ERR_CONNECTION_FAILED|ERR_ADDRESS_UNREACHABLE|ERR_EMPTY_RESPONSE|ERR_NETWORK|ERR_NETWORK_CHANGED|ERR_PROXY_CONNECTION_FAILED|ERR_TUNNEL_CONNECTION_FAILED|ERR_SSL_PROTOCOL_ERROR|ERR_CERT_AUTHORITY_INVALID|ERR_CERT_COMMON_NAME_INVALID|ERR_CERT_DATE_INVALID|NS_ERROR_CONNECTION_REFUSED|NS_ERROR_UNKNOWN_HOST|NS_ERROR_NET_RESET|NETWORK_ERROR|CONNECTION_ERROR|CONNECTION_FAILED
		connection was|is|has? been? refused|reset|aborted|closed|lost|dropped|terminated|interrupted
		connection attempt|attempts failed; connection could|can not be? established|opened|made
		no connection could be made; closed|dropped|terminated the connection; remote end|host|side|peer closed
		other side closed; socket disconnected; server has gone away; server misbehaving
		dns lookup|resolution|query failed|failure|error; no internet connection|access
		transport is|was? closed|disconnected|error; connection to ... was? refused|reset|aborted|closed|lost
		right host or port; lost connection to; no route to host; network is unreachable; ^ network error $
		due to a|an? connection|network issue|issues|problem|problems; hostname could|can not be found
		could|can not resolve host; cannot|couldn't|can't resolve host; no such host; host not found
		name or service not known; name resolution; getaddrinfo failed; establish a new connection; fetch failed
		^ failed to fetch $$; socket hang up; server disconnected; max retries exceeded with url
		verify the first certificate; failed to verify certificate; signed by unknown authority
		certificate verify failed; CERTIFICATE_VERIFY_FAILED; certificate has expired; self-signed certificate
		self signed certificate; tls|ssl handshake|error
		^ ConnectError|ConnectionError|ConnectionRefusedError|ConnectionResetError|ConnectionAbortedError|BrokenPipeError|NewConnectionError|APIConnectionError|EndpointConnectionError|NameResolutionError|RemoteDisconnected|RemoteProtocolError|SSLError|SSLHandshakeException|ProxyError|NetworkError|NetworkException|ConnectException|UnknownHostException|NoRouteToHostException
		raised ConnectionError|ConnectError`},
	{errkit.AppNotRunning, server, `docker daemon $; docker daemon at|is|not|running; fetching server api version`},
	{errkit.Network, server, `
		failed|unable to connect|reach; could|can not be? connect|reach|reached; cannot|couldn't|can't connect|reach
		not|isn't reachable; host|server|service|api is? unreachable`},

	// Applications behind a tool: gateways of AAI, shells, WebDriver.
	{errkit.AppNotRunning, server, `
		application|app _? is|was? not running; daemon is? not running
		editor|browser|studio|desktop|ide|emulator|simulator|add-on|addon|plugin is|was? not running|open|connected
		editor|browser|studio|desktop|ide|emulator|simulator|add-on|addon|plugin isn't running|open|connected`},
	{errkit.AppNotFound, call, `
		application|app _? is|was? not found|installed; unknown application|app; command not found
		executable _? doesn't|not exist|found
		cannot|couldn't|can't|not find|locate a|an|the|any? _? _? binary|executable; not installed
		please install _ _? _? $; please install _ _? and|then|before try|retry|run|rerun|running|using
		please install '; not recognized as an internal; not found|installed in|on your|the|system? PATH`},

	// Versions of tools (OXP 1.0, Tool Versions), before tools: the tool is there.
	{errkit.VersionNotFound, tool, `
		version _? of? the? tool? _? is|was? not available|found; version _? of? the? tool? _? does not exist
		no such version; unknown version`},

	// Protocol versions.
	{errkit.UnsupportedVersion, before, `
		unsupported|unknown protocol|mcp|oxp|schema version; protocol|oxp|mcp version _? is? not supported
		invalid protocol schema`},

	// Tools: SDKs of MCP, of which that for TypeScript does not list a tool, OXP servers, Quarkus.
	{errkit.ToolNotFound, names, `unknown|unrecognized _? tool`},
	{errkit.ToolNotFound, absent, `invalid tool name; ^ invalid tool $`},
	{errkit.ToolNotFound, names, `
		tool _? is|was|could|can? not be? found|registered|exist; tool _? does not exist; tool _? doesn't exist
		^ tool _ disabled $; ^ tool _? is|was? not available $; no such tool; no tool named|called|with|registered
		^ ToolNotFoundError|TOOL_NOT_FOUND|UNKNOWN_TOOL|tool_not_found`},

	// Requirements (OXP 1.0, Call Tool: user id, secrets).
	{errkit.RequirementMissing, wire.BadRequest, `user id is? required`},
	{errkit.RequirementMissing, before, `
		missing|required secret|secrets; secret|secrets _? is|are? required|missing
		missing requirement|requirements`},

	// What the operator has to set up: Google Cloud, AWS, SDKs of model APIs.
	{errkit.AuthConfigInvalid, server, `
		unable|failed to locate|load|find|determine credentials
		could not automatically? determine|load|locate|find credentials
		could not load|find the? default credentials; NoCredentialProviders; credentials was|were not found
		no credentials|token found|configured|set|available; no api key found|configured|set
		api key is|was? not found|configured|set; token|credentials is|are|was? not configured|set
		could not resolve authentication; client option must be set
		invalid auth|authentication|authorization|oauth configuration|config`},
	{errkit.ConfigInvalid, server, `
		environment variable _? is|was|must? not? be? set|defined|found|configured
		environment|env variable|var _? is|was? missing|required
		missing required? _? in? environment|env variable|variables|var|vars; X_URL is|was|are? not set|configured
		X_URL must be set|defined|configured; please set|define|configure the? X_URL
		please set|define|configure the? ' environment|env
		please set|define|configure the? ' in|as a|an|the|your? environment|env|.env
		' is|was|are|must|should? not? be? set|defined|configured in|as a|an|the|your? environment|env|.env
		misconfigured; invalid configuration|aai.json; configuration|config error|issue|issues|problem
		^ ConfigurationError|ConfigError|ConfigurationException|CONFIG_ERROR|CONFIGURATION_ERROR
		connection string ... is not valid|invalid; invalid|malformed connection string|uri|url; not configured
		missing _? _? configuration|config|settings; configuration|config is|was? missing|invalid|incomplete
		^ set ... in your|the environment|env|configuration|config|settings`},

	// Permissions, before what is not there and before credentials: "insufficient authentication
	// scopes". MySQL, Redis, MongoDB.
	{errkit.Unauthenticated, before, `^ using password $`},
	{errkit.Unavailable, up, `^ OOM command`},
	{errkit.NotFound, call, `not exist or`},
	{errkit.PermissionDenied, call, `
		insufficient authentication|oauth|token? scope|scopes|permission|permissions|privilege|privileges|rights|access
		missing required? scope|scopes|permission|permissions
		command|operation|action|access|path|method|url|domain|host|tool|statement|directory _? is|are? not allowed|permitted
		^ missing_scope|insufficient_scope|access_denied|permission_denied|REQUEST_DENIED
		permission|permissions denied; access is|was? denied|forbidden; access to ... is|was denied; EACCES|EPERM
		in|a|an read-only|readonly mode|transaction|session|replica|database|instance
		database|server|instance|session|transaction|connection|repository|workspace|project|system|replica|cluster|mode is|are read-only|readonly
		read-only|readonly mode is? enabled|active|on; read-only file system|filesystem|directory|mount|volume
		^ read-only|readonly mode $
		write operations|access|commands|queries is|are disabled|blocked|forbidden|prohibited
		only ... select|read-only queries|query|statements|statement|commands|operations is|are allowed|permitted|supported
		outside of? the|its|your? _? _? workspace|sandbox|root|roots|directory|directories|folder|folders
		path|it|file|symlink _? escapes the? allowed? workspace|sandbox|root|roots|project|repository|directory|directories
		blocked|denied|rejected|forbidden|prohibited by _? policy|policies|rules|allowlist|firewall
		not in|on the? allowlist|whitelist|allow-list
		not in|on the? allowed list|hosts|domains|commands|paths|directories
		not|isn't within|in|inside the|any|an? allowed|permitted directories|directory|path|paths|root|roots|folder|folders
		account|user has|have|is|was been? suspended|deactivated|banned|blocked|disabled $
		access to ... is|was blocked|restricted|forbidden|prohibited
		user denied|refused|declined permission|access|consent
		only the|an? admin|admins|administrator|administrators|owner|owners|creator|author|maintainer|maintainers|moderator|moderators|manager|managers can|may
		^ admin|admins only $; you can only _ your own; you do not own; you don't own; does not grant
		^ missing access $; protected branch
		^ AccessDenied|AccessDeniedException|AuthorizationException|AuthorizationFailed|AccessDeniedError|AccessError|ForbiddenError|ForbiddenException|UnauthorizedAccessException|PermissionException|UnauthorizedOperation|PermissionError|PermissionDenied|PermissionDeniedError
		^ forbidden $; is forbidden $`},
	{errkit.NotFound, call, `^ or you|it ... permission|permissions`},
	{errkit.PermissionDenied, call, `
		does|do not have ... permission|permissions|access|rights
		doesn't|don't have ... permission|permissions|access|rights; lacks|lack|no permission|permissions|access to
		not authorized on; is|are not authorized|permitted|allowed to; ^ not authorized|permitted $
		not accessible by; must be|have a|an? admin|administrator|owner|maintainer|moderator
		requires|require ... permission|permissions|scope|scopes|role|privilege|privileges
		permission|permissions is|are? required|needed; you cannot|can't access|view
		read only mode|replica|transaction|database|filesystem; requires admin|administrator|owner|elevated`},

	// Credentials: git, SSH.
	{errkit.Unauthenticated, before, `
		bad credentials; missing|invalid or malformed api|access|auth|bearer? jwt|token|key|credentials
		failed|unable to retrieve|obtain|acquire|get|fetch a|an|the? access|auth|oauth|bearer? token
		must provide|supply|specify|include|pass a|an|your|the? valid? api|access|auth|bearer? key|token|credentials
		invalid|incorrect|wrong|missing api key
		token|credential|credentials is|are|was|were invalid|incorrect|wrong
		token|credentials you? provided|supplied|included is|are|was|were not? valid|invalid|incorrect
		api key you? provided|supplied is|was not? valid|invalid|incorrect
		api|access|auth|secret key is|was? invalid|incorrect|wrong
		token|credential|credentials is|are|was|were? not valid|recognized|accepted
		api|access|auth|secret key _? _? is|was? not valid|recognized|accepted
		no api|access|auth|bearer|authentication|authorization|security key|token|header|credentials is|are|was|were? provided|given|supplied|sent|specified|present|found|available
		no token|credentials is|are|was|were? provided|given|supplied|sent|specified
		api|access|auth key|token is|was? missing|required
		authorization|authentication|auth|bearer token|header|credentials is|are|was|were? missing|required
		credentials is|are|were? missing|required; check your credentials; failed|unable to authenticate
		could|can not authenticate; cannot|couldn't|can't authenticate; no authenticated user
		could not read username|password; invalid api|access|auth|bearer|oauth|refresh|authentication|security token
		missing required? authentication|authorization|auth credential|credentials|header|token
		missing or invalid api|access|auth? key|token|credentials; invalid token $
		invalid|incorrect|wrong|missing credentials|password|username; security token ... is invalid
		credentials was|were not provided|given|supplied|sent|included; authentication is? required|needed
		requires authentication; authentication has? failed|failure|error; authentication methods has|have? failed
		login|logon|signin failed|required|denied|rejected|incorrect; invalid|incorrect|wrong login|logon $
		username|user|email|login and|or password is|are|was|were? not|invalid|incorrect|wrong|rejected
		not authenticated; not logged|signed in; you must|need|have to? be? log|logged|sign|signed in
		^ must be logged|signed in; you must|need|have to? be? authenticated|authenticate
		please log|sign|authenticate in? first|again|using|with|to|before; please log|sign in $
		^ unauthenticated|unauthorized $; ^ unauthenticated desc; unauthorized access|request|user|client
		^ invalid_auth|not_authed|invalid_token|invalid_client|authentication_error|AuthenticationError|AuthenticationException|BadCredentialsException|InvalidCredentialsError|NotAuthenticatedError|UnauthorizedError|UnauthorizedException|InvalidClientTokenId|UnrecognizedClientException|SignatureDoesNotMatch`},
	{errkit.AuthExpired, before, `please re-authenticate|reauthenticate`},
	{errkit.AuthRequired, before, `
		authorization is|was? required|needed; requires authorization|consent
		please re-authorize|reauthorize|authorize; has|have not authorized
		account|integration|mailbox is|was? not connected|linked; no connected account|accounts
		consent is? required`},

	// The state of things: file systems, databases, git, HTTP APIs.
	{errkit.Conflict, call, `
		already in terminal; ^ aborted desc
		already exists|exist|taken|published|submitted|cancelled|canceled|paid|processed|approved|rejected|resolved|active|connected|opened|enabled|disabled|present|joined|claimed|stopped|locked|merged|closed|archived|running|started|used|allocated|registered|reserved|assigned|installed|mounted|completed|finished|deleted
		already|still in use|progress; another _ is|already in progress|running; ^ file exists; exists already
		there is already a|an; there's already a|an; ^ version mismatch; etag|revision mismatch
		concurrent modification; optimistic lock|locking failed|failure|error|exception|conflict; is a duplicate
		^ fetch first $; ^ non-fast-forward $; conflict occurred
		concurrent update|updates|edit|edits|write|writes detected|conflict; lock is? held by
		object|document|record|resource|file|page|row|entity has been modified|changed|updated $
		was|has been? updated by another|someone; duplicate key|entry; unique constraint; foreign key constraint
		exclusion constraint; local changes ... would be overwritten; deadlock detected|found
		could not serialize access; has|have|was|were been? modified|changed since|by|externally|in; ^ conflict $
		edit|version|merge|write|update|revision conflict $; merge conflict|conflicts in; acquiring|acquire ... lock
		nonce too low; content has? modified
		used|locked|held by another process|program|application|user|session|transaction; resource busy
		database|file|resource|table|record|document|repository|index is locked; EEXIST|EBUSY|SQLITE_BUSY
		^ ConflictError|ConflictException|AlreadyExists|AlreadyExistsError|AlreadyExistsException|ResourceAlreadyExistsException|FileExistsError|FileAlreadyExistsException|DuplicateKeyError|DuplicateKeyException|UniqueViolation|ALREADY_EXISTS`},
	{errkit.FailedPrecondition, call, `
		insufficient funds|balance|stock|inventory|liquidity|margin
		balance|credit|credits ... is|are|was too low|insufficient|exhausted; insufficient credit|credits
		is|are not mergeable|rebaseable; is|are not in a|an|the? _? state
		not|don't|doesn't have enough|sufficient credit|credits|balance|funds
		not enough credit|credits|balance|funds; out of credits|funds; exhausted balance|credit|credits
		execution reverted`},
	{errkit.FailedPrecondition, state, `not fully? initialized|initialised`},
	{errkit.FailedPrecondition, call, `
		directory|folder|bucket|table|collection that? is? not empty
		non-empty directory|folder|bucket|table|collection; ^ payment is? required; is|are|was archived $; ENOTEMPTY
		no _? _? is|are currently? active|open|running|connected|selected|loaded
		no _ _? currently? loaded|selected|connected|attached|indexed|open|opened $
		no _ _? currently? loaded|selected|connected|attached|indexed|open|opened in|on|for|yet
		has|have not been initialized|initialised|started|connected|opened|loaded|indexed|built|activated
		model|file|document|project|image|page|dataset|scene|workspace is|was? not loaded|opened|open|selected
		is|are not enabled|activated; in a|an? invalid|wrong|terminal|incorrect|unexpected state
		in the|its? current state|status; ^ not connected
		session|server|client|engine|service|recording|simulation|debugger is|was|has? not been? yet? started
		container|instance|machine|vm|process|job|workflow _? is not running
		no active|open|running session|page|tab|browser|connection|project|document|database
		must be started|opened|open|running|connected|initialized|created|installed|enabled|selected|loaded before|first
		must|please first connect|open|start|initialize|activate|select|load|install|attach|launch
		you need|must|have to? connect|open|start|initialize|select|load|install|call|use|run|invoke|create ... before|first
		precondition failed; has|have not been _ yet
		not built|indexed|created|generated|loaded|opened|imported|synced yet
		is|are still being generated|processed|created|built|prepared|uploaded|indexed|imported
		^ FailedPrecondition|FAILED_PRECONDITION`},
	{errkit.Canceled, call, `
		context|operation|request|call|task|query|command|execution|upload|download|search|read was|is|has|been? been? canceled|cancelled
		request|call|query|execution|upload|download|search was|is|has|been? been? aborted
		operation was|has been? aborted; user rejected|declined|denied the? _? request|operation|action
		user canceled|cancelled|aborted|dismissed the? operation|request|action|dialog|prompt|elicitation|login|upload|download|call|tool
		request|operation|action|call|command|execution|prompt|elicitation|changes|edit was|is|were? rejected|declined by the? user
		operation|request|call|action|prompt|dialog|task|command|query|execution|process|run|job|tool|search|upload|download|elicitation|confirmation|approval|login|sign-in|authorization|authentication|consent was|is|has|been? been? canceled|cancelled|aborted|interrupted|declined|dismissed|stopped by the? user|client|caller
		^ canceled|cancelled|aborted|interrupted|declined|dismissed|stopped by the? user|client|caller
		^ canceled|cancelled|aborted $; ^ AbortError|CanceledError|CancelledError|ERR_CANCELED`},

	// Codes of gRPC for Node.js.
	{errkit.InvalidInput, input, `3 INVALID_ARGUMENT`},
	{errkit.Timeout, late, `4 DEADLINE_EXCEEDED`},
	{errkit.NotFound, call, `5 NOT_FOUND`},
	{errkit.Conflict, call, `6 ALREADY_EXISTS; 10 ABORTED`},
	{errkit.PermissionDenied, call, `7 PERMISSION_DENIED`},
	{errkit.FailedPrecondition, call, `9 FAILED_PRECONDITION`},
	{errkit.Unsupported, able, `12 UNIMPLEMENTED`},
	{errkit.Unauthenticated, before, `16 UNAUTHENTICATED`},

	// SQLSTATE, as drivers of PostgreSQL write it: pgx.
	{errkit.Unauthenticated, before, `SQLSTATE 28P01|28000`},
	{errkit.PermissionDenied, call, `SQLSTATE 42501|25006`},
	{errkit.NotFound, call, `SQLSTATE 42P01|42703|42883|42704|3D000|3F000`},
	{errkit.Conflict, call, `SQLSTATE 23503|23505|23P01|40001|40P01|42P07|42710|55P03`},
	{errkit.InvalidInput, input, `SQLSTATE 22001|22003|22007|22P02|23502|23514|42601|42804`},
	{errkit.Unavailable, up, `SQLSTATE 53300|57P03; too many clients; database system is starting|shutting`},

	// Codes of Oracle Database.
	{errkit.Unauthenticated, before, `ORA-01017|ORA-01005|ORA-28000`},
	{errkit.AuthExpired, before, `ORA-28001`},
	{errkit.PermissionDenied, call, `ORA-01031|ORA-01045|ORA-16000`},
	{errkit.NotFound, call, `ORA-00942|ORA-00904|ORA-04043|ORA-01403|ORA-01435|ORA-01918|ORA-02289`},
	{errkit.Conflict, call, `ORA-00001|ORA-00054|ORA-00060|ORA-00955|ORA-02291|ORA-02292|ORA-08177`},
	{errkit.InvalidInput, input, `
		ORA-00900|ORA-00907|ORA-00911|ORA-00923|ORA-00933|ORA-00936|ORA-01400|ORA-01407|ORA-01438|ORA-01722|ORA-01861|ORA-02290|ORA-12899`},
	{errkit.Canceled, call, `ORA-01013`},
	{errkit.Timeout, late, `ORA-12170`},
	{errkit.Network, server, `ORA-03113|ORA-03114|ORA-12514|ORA-12537|ORA-12541|ORA-12543|ORA-12545`},

	// Codes of Redis.
	{errkit.FailedPrecondition, call, `^ WRONGTYPE`},
	{errkit.Unauthenticated, before, `^ WRONGPASS`},
	{errkit.PermissionDenied, call, `^ NOPERM`},
	{errkit.Conflict, call, `^ BUSYGROUP`},
	{errkit.NotFound, call, `^ NOSCRIPT|NOGROUP`},
	{errkit.Unavailable, up, `^ LOADING|CLUSTERDOWN|MASTERDOWN|TRYAGAIN`},

	// Sizes.
	{errkit.TooLarge, call, `
		` + bodies + ` is|are|was? too large|big|long
		file|upload|payload|request|response|result|image|message|content size exceeds|exceeded
		exceeds|exceeded ... maximum|max ... size|length|tokens; exceeds|exceeded ... size limit
		size|length exceeds|exceeded the? limit|maximum; size limit has|was|is? been? exceeded|reached
		exceeds|exceeded ... mb|kb|gb|mib|kib|gib|bytes|megabytes|tokens
		larger|bigger than ... mb|kb|gb|mib|kib|gib|bytes|megabytes
		maximum file|upload|payload|image|attachment|message size is|of; maximum context length
		context window|length exceeded; exceeds|exceeded ... context window|limit|length
		exceeds|exceeded ... characters|chars
		^ context_length_exceeded|request_too_large|PayloadTooLargeError|PAYLOAD_TOO_LARGE|FILE_TOO_LARGE|LIMIT_FILE_SIZE`},

	// Services: nginx, Envoy, Anthropic, gRPC, cloud APIs.
	{errkit.Unavailable, up, `
		service|server|api|backend|system|upstream|tool|gateway|endpoint|database|site|model|store|storage|cache|queue|search|cluster|registry|provider|proxy|broker|index|client is|are? temporarily|currently? unavailable|overloaded|busy
		temporarily unavailable|overloaded|offline|down
		service|server|api|backend|site is temporarily|currently? down
		service|server|api|backend|upstream|gateway|database|engine is|are? not available
		is|are still initializing|starting|loading|booting|warming; ^ maintenance mode; circuit breaker is? open
		is|are not responding; at|no|insufficient capacity; ^ too many connections $; connection slots are reserved
		node|replica|server|database is behind|lagging
		device|server|service|host|node|vehicle|printer|agent|worker is|are? offline; down for maintenance
		under maintenance; no healthy upstream
		^ overloaded_error|ServiceUnavailable|ServiceUnavailableError|ServiceUnavailableException|OverloadedError|SERVICE_UNAVAILABLE
		^ overloaded $; ^ unavailable desc; ^ UNAVAILABLE $; 14 UNAVAILABLE`},
	{errkit.UpstreamFailed, server, `^ api request failed $; bad gateway; upstream service? error|failure|failed`},

	// What is not supported.
	{errkit.NotFound, absent, `is|was not found for|in|at|on`},
	{errkit.Unsupported, able, `
		is|are not supported; isn't|aren't supported; no longer supported; is|are unsupported
		automation not supported; not yet? supported $; not supported on|by|for|in|with|yet
		feature|functionality is|are? not available
		not available on|for macos|macOS|windows|linux|ios|iOS|android|mac|this
		only works|supported|runs on|with|in; ^ macos|macOS|windows|linux|ios|iOS|android only $
		only ... is|are supported|accepted; does|do not support; doesn't|don't support
		unsupported _? _? operation|op|platform|format|file|media|method|type|feature|encoding|scheme|language|os|browser|command|region|country|uri|url|framework|engine|backend|model|algorithm|element|mode|target
		not yet? implemented
		^ NotImplementedError|NotImplementedException|NotSupportedError|NotSupportedException|UnsupportedError|UnsupportedOperation|UnsupportedOperationError|UnsupportedOperationException|Unimplemented|UNIMPLEMENTED
		ENOTSUP|EOPNOTSUPP|ENOSYS`},

	// Scripts that a tool runs: gateways of AAI.
	{errkit.InvalidInput, input, `syntax error at or near`},
	{errkit.ScriptInvalid, server, `script parsing|parse|syntax error; syntax error in script`},

	// What is not there: kubectl, git, GitPython, GitHub, SQL Server, Rails, .NET, Go, npm, WebDriver.
	{errkit.NotFound, call, `ENOENT; no such _`},
	{errkit.NotFound, absent, `not found $; not found in|for|at|with|on|under|within|using|named|or|and|by`},
	{errkit.NotFound, call, `
		doesn't have a resource type; not resolve to a|an? object|tree|revision|reference|ref
		not resolve to a|an? ` + things + `; unknown|bad revision; find remote ref; no matches for kind
		invalid object name; pathspec ' did not match; no matching ` + things + ` found`},
	{errkit.NotFound, absent, `
		not found '; not be found|located; can't|couldn't|cannot be found|located; does|do|did not exist|exists
		doesn't|don't|didn't exist; no longer exists|exist`},
	{errkit.NotFound, call, `
		could|can not find|locate|resolve a|an|the|any? ` + things + `
		cannot|couldn't|can't find|locate|resolve a|an|the|any? ` + things + `
		could|can not find _ _? with|by|named|matching; cannot|couldn't|can't find _ _? with|by|named|matching
		unable|failed to find|locate|resolve a|an|the|any? ` + things + `
		could|can not find|locate|resolve a|an|the? _? '; cannot|couldn't|can't find|locate|resolve a|an|the? _? '
		unable|failed to find|locate a|an|the? _? '; cannot|couldn't|can't find|locate _ 0
		not|failed|unable to? find|locate _ 0; could not find a part of the path; no _ _? found $
		no _? ` + things + ` found|exists when|to|with|for|named|by|matching|at|in|on|between|under
		no _ _? found|exists to|with|for|by|matching|at|in|on|under a|an|the|this|that|such|given|specified|provided? given|specified|provided? id|ids|key|name|title|slug|email|uuid|number|address|hash|code|ref|path|url
		no _ _? found|exists to|with|for|named|called|by|matching|at|in|on|under a|an|the? _? '
		no _ _? found|exists named|called _
		no _ _? with|matching the|this|that|such? id|key|name|title|slug|email|uuid|number|role|tag|label|address|hash|code|ref
		no _ _? named|called|titled|matching _; no element|elements|node|nodes matches|match|matched
		no _? _? ` + things + ` for|at|under|matching; no _? ` + things + ` '; no rows in result
		is not in this|the registry; nothing found with|for|named|by|matching|at|in`},
	{errkit.InvalidInput, input, `
		unknown|unrecognized ` + things + ` kind|type|mode|status|action|format|field|option|category|property|attribute`},
	{errkit.NotFound, absent, `unknown|nonexistent|non-existent ` + things},
	{errkit.NotFound, call, `invalid session id; expired handle`},
	{errkit.NotFound, absent, `handle|task has? expired`},
	{errkit.NotFound, call, `
		^ NotFound|NotFoundError|NotFoundException|EntityNotFound|EntityNotFoundError|EntityNotFoundException|ResourceNotFoundError|ObjectNotFoundException|RecordNotFound|NoSuchFileException|NoSuchElementException|FileNotFoundError|ResourceNotFoundException|NoSuchKey|NoSuchBucket|NoSuchEntity|DoesNotExist|NOT_FOUND|ZERO_RESULTS
		^ not_found|channel_not_found|user_not_found|message_not_found|file_not_found|resource_not_found|object_not_found`},

	// Questions.
	{errkit.InputRequired, call, `
		requires|need|needs more information|input; more|additional information|input is? required|needed`},

	// The input: validators of every kind, Python, Pydantic, Go, go-playground/validator, Rust. Text
	// never makes a fault of the server one of the input.
	{errkit.InvalidInput, input, `
		missing required? _? _? ` + inputs + `
		^ missing _? path|url|uri|id|name|query|title|text|prompt|email|date|subject|expression|selector|location|city|symbol|amount $
		required ` + inputs + ` _? is|are|was|were? missing|not
		` + inputs + ` _? is|are|was|were? not provided|given|specified
		` + inputs + ` _? is|are required|missing|invalid; ` + values + ` is|are required
		^ ` + values + ` required $; ' is|are required; ^ ' required $
		is a required property|field|parameter|argument|option; must have required property|properties
		requires property; of required type ' was not provided; got invalid value; cannot query field
		field required; not-null|check constraint; not null constraint failed; invalid input syntax
		error in your sql syntax; invalid literal for; could not convert string to; invalid isoformat string
		wrong number of arguments for; incorrect number of bindings|parameters|arguments; cast to _ failed for value
		value|data too long for; out of range for column|value|field
		line|page|row|column|offset|number|value|date|position|latitude|longitude _? is|are? out of range|bounds
		start|end date|time|line is|was before|after|earlier|later; date|time|timestamp is|lies in the past|future
		document|record|request|input|payload|body|schema|data|value|entity|field|form failed|fails validation
		^ validation failed|error
		^ ValidationError|ValidationException|ZodError|InvalidArgument|InvalidArgumentError|InvalidArgumentException|InvalidParameterException|InvalidParameterError|InvalidInputError|IllegalArgumentException|ArgumentException|ArgumentError|ArgumentNullException|VALIDATION_ERROR|INVALID_INPUT
		field validation for ' failed; failed to convert|parse '
		must specify|provide|supply|pass|include|enter|set|give a|an|the|at|one|either|exactly|your? _? ` + inputs + `
		you must specify|provide|supply|pass|include|enter
		please provide|specify|supply|pass|enter|give a|an|the|either? '
		please provide|specify|supply|enter|give a|an|the|your? _? _? ` + values + ` $$
		please provide|specify|supply|enter|give a|an|the|your? _? _? ` + inputs + ` $$
		^ provide|specify|supply|choose|select|give either|at|exactly|one
		at least one|1 _? _? _? is|are|must? be? required|provided|specified|given|set; either ... is|are required
		either ... must be provided|specified|supplied|given|set; exactly one of
		only one of ... given|specified|provided|set|used|supplied
		cannot|can't specify|use|provide|pass|combine|set both; mutually exclusive
		cannot|can't be used|combined|specified with|together
		one of ... must be provided|specified|supplied|given|set
		invalid|malformed|illegal|bad|ill-formed _? _? ` + inputs + `
		invalid|malformed|illegal|bad|ill-formed _? date|time|edit|datetime|timestamp|email|url|uri|uuid|id|identifier|type|path|filename|format|range|option|options|enum|choice|regex|pattern|timezone|cursor|limit|offset|color|colour|sort|filter|expression|selector|language|currency|country|unit|units|coordinates|syntax
		not a valid directory|project|file|format|name|key|domain|address|hostname|ip|port|symbol|ticker|regex|expression|command|type|code|version|language|country|currency|date|time|email|url|uri|uuid|id|number|integer|path|choice|option|value|color|format|enum|identifier|timezone
		is not a|an? string|number|integer|boolean|array|list|object|url|uuid|email|float|directory|file|folder
		is a directory $; not a directory|folder|regular; not a|an? valid? _ file|image|archive $; is not of type
		is not one of
		must|should be a|an? valid? string|number|integer|boolean|array|list|object|date|datetime|uuid|url|email|dictionary|mapping|json|positive|negative|non-negative|non-empty|numeric|float|path
		must|should be $; must|should be '; must|should be a|an? '
		must|should be strings|numbers|integers|booleans|arrays|objects|dates; must|should start|begin|end with
		must|should look like; must|should have both|all; supports|accepts|allows|add|pass|provide at most
		too many arguments|parameters|items|files|ids|tags|rows|urls|recipients|images|questions|options|fields|keys|labels|entries|elements|points
		^ unexpected keyword argument; error parsing regexp|regex; regex parse error
		illegal|invalid|forbidden|disallowed character|characters in|for
		provided|supplied|given is|are|was|were not valid; is not a|an? known|recognized|recognised
		must|should be 0; may be at most|least|up; must|may|should|can not exceed|contain
		cannot|can't exceed|contain; is greater|less|more|smaller|higher|lower than the maximum|minimum|allowed
		range|limit|value|offset|number|interval is|are? too large|big|high|low|small|wide; too short; ^ too small $
		must|should be between|greater|less|at|equal|one|either|within|in|before|after|longer|shorter|no|unique
		must|should|can|may not be empty|blank|null|negative|zero|none|undefined|longer|shorter|greater|less|before|after
		cannot|can't be empty|blank|null|negative|zero|none|undefined|longer|shorter|greater|less|before|after
		unknown|unrecognized|unsupported action|operation|op|method|mode|scope|filter|kind|category|unit|units|strategy|severity|priority|direction|level|variant
		invalid action|mode|filter|kind|category|unit|units|strategy|severity|priority|direction|level
		unknown|unexpected|unrecognized|unsupported ` + inputs + `; unrecognized key|keys; ' was unexpected
		no _ _? _? provided|given|specified|supplied; ` + inputs + ` is|are|was|were empty
		` + values + ` is|are|was|were? empty; ^ empty ` + inputs + ` $; ^ empty ` + values + ` $; ' is|was empty
		requires arguments|parameters; additional properties
		failed|unable to parse date|time|datetime|timestamp|arguments|parameters|input|range|duration|expression
		could|can not parse date|time|datetime|timestamp|arguments|parameters|input|range|duration|expression
		could|can not parse ' as; cannot|couldn't|can't parse ' as; must|should match $
		must|should match the? pattern|regex|format|schema; must|should contain|have|include at|exactly|only|between
		expected string|number|int|integer|array|set|map|record|file|date to have|be
		^ expected an array|object|list of; ' does not match '
		^ expected string|number|integer|boolean|array|object|date $; invalid ' $
		does not match the? required|expected? pattern|format|schema|regex
		` + inputs + ` _? expected an? string|number|integer|boolean|array|object`},

	// General ones: something more exact may follow.
	{errkit.InvalidInput, input, `
		^ invalid _ _? '; ^ invalid _ _? $; unknown|unrecognized|invalid|unsupported ' '
		^ unknown|unrecognized _ _? '; ^ unknown|unrecognized _ _? $`},
	{errkit.FailedPrecondition, call, `
		^ call|use|run|open|connect|start|create|select|load|activate|initialize|navigate|launch|invoke ... first $
		^ call|run|open|connect|start|load|activate|initialize|launch|invoke a|an|the|your|to|it ... before using|calling|running|you
		^ call|run|open|start|load|activate|initialize|launch|invoke ' tool|command|method|function? first? before using|calling|running|you
		please first
		please call|use|run|open|connect|start|create|select|load|activate|initialize|launch|invoke ... tool|command first $
		please connect to ... first $`},
	{errkit.Network, server, `
		websocket|WebSocket|tcp|http|https|ssl|tls|network|internet connection failed; connection error`},
	{errkit.UpstreamFailed, wire.ServerFault, `http 0 from`},
	{errkit.UpstreamFailed, wire.FailedCall | wire.UnknownCode, `#4xx`},
	{errkit.Timeout, late, `^ timeout|time-out $$`},
}

// allRows returns the rows of all groups.
func allRows() (all []row) {
	for _, g := range groups {
		for _, words := range Patterns(g.patterns) {
			all = append(all, row{words, g.kind, g.refines, ruleOf(words)})
		}
	}
	return all
}

// Patterns returns the patterns of a list, in which "; " or the end of a line is between them.
func Patterns(list string) (all []string) {
	for line := range strings.SplitSeq(strings.TrimSpace(list), "\n") {
		for words := range strings.SplitSeq(line, ";") {
			all = append(all, strings.TrimSpace(words))
		}
	}
	return all
}
