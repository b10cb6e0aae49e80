package guess

// leads are what is written before an HTTP status.
var leads = [...]struct {
	words   string
	loose   bool // whatever follows the status
	example string
}{
	{`GraphQL|graphql error`, false, "GraphQL Error (Code: 401): {}"}, // graphql-request
	{`http|http-code|http-status|httpstatus|http_status|HttpError|HTTPError|HTTPException`, false, "HTTP 404"},
	{`http/1.1|http/1.0|http/1|http/2|http/3`, false, "HTTP/1.1 404 Not Found"},
	{`status|statuscode|status_code|status-code|httpstatuscode`, false, "Request failed with status code 404"},
	{`error code $`, false, "Error code: 429 - {'error': {}}"},                                       // SDKs of model APIs for Python
	{`client|server error`, false, "Client error '404 Not Found' for url 'https://example.com'"},     // httpx
	{`GET|POST|PUT|PATCH|DELETE _ $`, true, "POST https://example.com: 403 Repository was archived"}, // go-github
	{`resulted in a|an`, false, "Client error: `GET /7` resulted in a `404 Not Found` response"},     // Guzzle
	{`responded|replied with`, false, "The server responded with 503"},
	{`returned error $`, false, "The requested URL returned error: 404"}, // curl
	{`api|server|endpoint|service|upstream returned|answered`, false, "Slack API returned 403"},
	{`api|search|request|fetch|upload|download error`, false, "Search error (404): no bell"},
	{`api request failed`, true, "API request failed: 429 slow down"}, // gateways of AAI
}

// fillers are words between a lead and the status, maxFillers of them at most.
var fillers = listOf("error", "status", "code", "response", "was", "is", "of", "with")

const maxFillers = 3

// links are words with which a clause goes on behind a status.
var links = listOf(
	"from", "for", "on", "error", "response", "returned", "when", "while", "at", "by", "with", "received", "in", "to", "and", "after", "during", "calling", "because",
)

// reasons are the reason phrases of HTTP statuses (RFC 9110 §15, RFC 6585, RFC
// 4918), older ones, and what the Python library requests writes.
var reasons = [...]struct{ status, phrase string }{
	{"400", "bad request"},
	{"401", "unauthorized"},
	{"402", "payment required"},
	{"403", "forbidden"},
	{"404", "not found"},
	{"405", "method not allowed"},
	{"406", "not acceptable"},
	{"407", "proxy authentication required"},
	{"408", "request timeout"},
	{"409", "conflict"},
	{"410", "gone"},
	{"411", "length required"},
	{"412", "precondition failed"},
	{"413", "content too large"},
	{"413", "payload too large"},
	{"413", "request entity too large"},
	{"414", "uri too long"},
	{"415", "unsupported media type"},
	{"416", "range not satisfiable"},
	{"417", "expectation failed"},
	{"421", "misdirected request"},
	{"422", "unprocessable content|entity"},
	{"423", "locked"},
	{"424", "failed dependency"},
	{"426", "upgrade required"},
	{"428", "precondition required"},
	{"429", "too many requests"},
	{"431", "request header fields too large"},
	{"451", "unavailable for legal reasons"},
	{"4xx", "client error"},
	{"4xx", "status code"}, // SDKs of model APIs for JavaScript: 429 status code (no body)
	{"4xx", "message"},     // aiohttp: "404, message='Not Found', url='https://example.com'"
	{"5xx", "message"},
	{"500", "internal server error"},
	{"501", "not implemented"},
	{"502", "bad gateway"},
	{"503", "service temporarily? unavailable"},
	{"504", "gateway timeout|time-out"},
	{"505", "http version not supported"},
	{"507", "insufficient storage"},
	{"508", "loop detected"},
	{"511", "network authentication required"},
	{"5xx", "server error"},
	{"5xx", "status code"},
}
