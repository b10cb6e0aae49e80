package foreign

import "github.com/toolerr/toolerr/errkit"

// apiCodes are the string codes of errors that HTTP APIs share. A pattern has words, as
// [normalCode] returns them, with "|" between alternatives and "?" behind words that may be
// missing, and "*" for any text. The first pattern that matches counts.
var apiCodes = [...]struct {
	kind     errkit.Kind
	retry    errkit.Retry // 0: that of the kind
	patterns string       // see [guess.Patterns]
}{
	// Whole codes: google.rpc.Code and ErrorInfo, gRPC, Connect, Twirp, AWS, Azure, Microsoft Graph,
	// Kubernetes, OpenAI, Anthropic, Stripe, Slack, Notion, Supabase, Docker, Bitbucket, APNs, Matrix,
	// MediaWiki, Okta (e0000001), OpenStack, SCIM (RFC 7644 §3.12), HL7 FHIR, GraphQL, OAuth 2.0 in
	// places of other APIs, SQL engines, Elasticsearch, Zoho, Node.js.
	{errkit.InvalidInput, 0, `
		invalid argument; bad argument; no text; bad device token; bad|missing topic; payload empty; e0000001
		mutability; no target; invariant; input; bad user input; * syntax; illegal? argument|arguments
		mandatory not found; no such column|field|property`},
	{errkit.FailedPrecondition, 0, `failed precondition; conditional check failed; not in channel; is archived`},
	{errkit.Conflict, 0, `aborted; uniqueness; eexist`},
	{errkit.RateLimited, 0, `
		resource exhausted; daily limit exceeded; over query limit; provisioned throughput exceeded; slow down
		too many provider token updates; over limit; m limit exceeded; e0000047; complexity`},
	{errkit.Canceled, 0, `cancelled|canceled`},
	{errkit.Internal, 0, `internal|dataloss; internal failure; api|server`},
	{errkit.Unsupported, 0, `unimplemented`},
	{errkit.Unavailable, 0, `unavailable; * not ready; maxlag`},
	{errkit.MethodNotFound, 0, `bad route; unknown operation`},
	{errkit.PermissionDenied, 0, `
		service disabled; request denied; unauthorized operation; permission; no permission
		restricted action|resource; not allowed token type; team access not granted; e0000006; eacces|eperm`},
	{errkit.NotFound, 0, `
		zero results; gone; resource missing; manifest|name|blob unknown; unregistered; missing title; e0000007
		enoent`},
	{errkit.Unauthenticated, 0, `
		unrecognized client; invalid client token id; signature does not match; invalid access key id
		invalid authentication token; authentication; not authed; account inactive; invalid provider token
		m unknown|missing token; e0000004|e0000011`},
	{errkit.AuthExpired, 0, `request expired; expired provider token; invalid grant`},
	{errkit.RateLimited, errkit.AfterAction, `limit exceeded; insufficient quota`},
	{errkit.InvalidRequest, 0, `idempotency; graphql parse|validation failed`},
	{errkit.Network, 0, `enotfound|econnrefused|econnreset|ehostunreach|enetunreach|epipe`},
	{errkit.Timeout, 0, `etimedout|esockettimedout`},

	// What many APIs call the HTTP statuses, from Airtable to Slack.
	{errkit.InvalidRequest, 0, `
		bad request; invalid|parse; invalid|malformed request *; invalid|malformed xml|json; malformed body
		* json parse; http message not readable; * request invalid`},

	{errkit.Unauthenticated, 0, `
		* unauthorized|unauthorised|unauthenticated; * not authenticated|loggedin
		* authentication failed|failure|required; * auth|login failed|failure; invalid auth *; invalid jwt *
		* invalid|incorrect|bad|wrong|missing access? token|credentials
		* invalid|incorrect|bad|wrong|missing apikey; * invalid|incorrect|bad|wrong signature
		* incorrect|wrong password; * invalid client|login
		invalid|missing * accesstoken|accesskey|apikey|apikeys|credentials; missing|malformed * token
		missing * authorization|authentication|auth header?; no authentication *; no auth? token|credentials
		* token|apikey|accesskey|credentials|jwt invalid|notvalid|missing|required|malformed; * apikey not found
		* signature invalid|notvalid|malformed|mismatch; incomplete signature; json web token`},

	{errkit.AuthExpired, 0, `
		* access? token expired
		* access|authentication|authorization|credentials|jwt|key|login|otp|session|signature expired
		session timeout|timedout; expired * token|authentication|session|credentials
		* expired auth|access? token|credentials; expired jwt|code|apikey
		* token|session|apikey|credentials revoked; revoked * token`},

	{errkit.FailedPrecondition, 0, `
		invalid * instance|cluster|snapshot|resource|object state; invalid * transition; invalid state *
		incorrect * state|status; * unexpected|incorrect|wrong|illegal|invalid state
		* not initialized|verified|confirmed|activated; bucket|folder|directory not empty; operation not allowed
		* dependency violation`},

	{errkit.PermissionDenied, 0, `invalid permissions *`},
	{errkit.InvalidRequest, 0, `invalid version|operation; invalid session|user|password *`},
	{errkit.InvalidInput, 0, `invalid *; extra forbidden`},

	{errkit.AuthRequired, 0, `* login|consent required`},

	{errkit.PermissionDenied, 0, `
		* access|permission|permissions denied; * not authorized|permitted|whitelisted; * authorization failed
		* forbidden; forbidden *; readonly *; denied; no access; insufficient access *
		* insufficient|notenough|lacks|missing permission|permissions|privilege|privileges|rights|scope|scopes
		missing * permission|permissions|scope|scopes; * account|user banned|blocked|suspended|disabled|locked
		* plan|access|feature restricted; * role|plan required; admin|planupgrade required; * ip not allowed`},

	{errkit.MethodNotAllowed, 0, `method not allowed`},
	{errkit.MethodNotFound, 0, `method not found`},
	{errkit.ToolNotFound, 0, `tool not found`},
	{errkit.NotFound, 0, `
		* not found; not found *; no such *; couldnt|couldnot|cannot find *
		unknown account|channel|collection|database|model|resource|table|user; undefined table; * does not exist *
		* not exist|exists; * no exist; * resource gone|deleted; * is deleted; * no longer available`},

	{errkit.Conflict, 0, `
		* conflict; * collision; * version|etag mismatch; version conflict engine
		concurrent modification|modified|update|write *; stale object|version *; * optimistic lock *; * deadlock
		deadlock detected; serialization failure; contended *; resource modified; locked
		* resource|scope|row locked; * lock row; * not|mustbe unique; unique * violation; * email|name|slug taken
		* name unavailable; * being created|deleted|updated; * exists; * already *; * in use; duplicate *
		* duplicate`},

	{errkit.FailedPrecondition, 0, `
		* precondition failed|notmet; condition not met
		* insufficient|notenough|outof|nomore balance|credits|funds; * credits exhausted|exceeded
		* exhausted balance; * card declined; * payment required; * past due; arrearage`},

	{errkit.InvalidInput, 0, `* max length exceeded; * abovemax|belowmin length`},
	{errkit.TooLarge, 0, `
		* too large; msg too long; * payload|file too big; * size limit? exceeded; * length exceeded
		limit file size`},

	{errkit.RateLimited, 0, `
		* rate limit exceeded|reached|hit?; * rate limited|limiting|exceeded; exceeded rate
		* concurrency|concurrent|usage limit exceeded|reached; * request limit exceeded
		* daily|monthly limit reached; activity limit reached; concurrent * exceeded; * concurrent requests *
		* requests exceeded; * quota exceeded|exhausted|reached; * too many attempts|calls|requests
		* throttled|throttling; throttle *; flood wait *`},
	{errkit.RateLimited, errkit.AfterAction, `
		* limit reached; * account|api|credit|daily|monthly|plan|resource|service limit exceeded
		* budget exceeded|exhausted; * cap exceeded; quotas exceeded; * quota violation; over|outof quota`},

	{errkit.Internal, 0, `* internal server; system|database|db|nullpointer|fatal|unexpected`},
	{errkit.UpstreamFailed, 0, `badgateway|upstream`},
	{errkit.Network, 0, `network; connection refused|reset?`},
	{errkit.Canceled, 0, `request|operation canceled|cancelled`},
	{errkit.UnsupportedVersion, 0, `* unsupported api? version; * version not supported`},
	{errkit.Unsupported, 0, `* not supported|implemented`},

	{errkit.Unavailable, 0, `
		* backend|database|resource|server|service|system|temporarily|upstream unavailable
		* server|service|system busy; * overload|overloaded; maintenance mode?; * in|under maintenance
		insufficient * capacity; resource insufficient; * institution down`},

	// What is wrong with an input, Pydantic and zod among those who say it.
	{errkit.OutputInvalid, 0, `output validation`},
	{errkit.InvalidInput, 0, `
		* validation failed|failure?; * validator; validation *; unprocessable *; malformed *; * malformed
		* parsing|queryparse; * type mismatch; wrong type; * out of range; * too long|short; * not null violation?
		* constraint violation; check violation; * weak password; * password too weak; missing required *
		missing * argument|arguments|field|fields|param|params|parameter|parameters
		* argument|field|fields|param|parameter|parameters|variable missing
		* argument|field|param|parameter|value required; * missing|required field|parameter
		unknown * argument|attribute|field|fieldname|parameter|property
		unexpected|unrecognized|unsupported field|parameter|property|value; unsupported code; parameter unknown?
		wrong|bad param *; bad input|value; argument null; number format; method argument not valid; bind|zod`},

	{errkit.Timeout, 0, `* timeout|timedout; * deadline exceeded`},
	{errkit.Unsupported, 0, `* unsupported *`},
	{errkit.InvalidInput, 0, `* invalid *`},
}

// spelledCodes are codes that mean something else in another spelling.
var spelledCodes = map[string]errkit.Kind{
	"NotAuthorizedException": errkit.Unauthenticated, // Cognito and JAX-RS; NotAuthorized is a lack of permission
	"constraint-violation":   errkit.Conflict,        // Hasura; ConstraintViolationException is of a validator
	"parameter_not_found":    errkit.InvalidInput,    // ParameterNotFound is a resource of AWS
}
