package site

// An example is a document of the gallery.
type example struct {
	Title    string
	Status   int
	Input    string // of the call
	Document string
}

// gallery has documents in the shape that servers of each sort send. The first one is shown before
// a person does anything.
var gallery = []example{
	{"OXP: wrong input", 422, `{"from": "Berlin", "to": "CDG", "passengers": 12}`, `{
  "message": "Some input parameters are invalid.",
  "parameter_errors": {
    "from": "must be a code of 3 letters, such as TXL",
    "departureDate": "is required",
    "passengers": "must be at most 9"
  }
}`},
	{"MCP: a tool that failed", 200, "", `{
  "jsonrpc": "2.0",
  "id": 4,
  "result": {
    "content": [
      {"type": "text", "text": "Error: ENOENT: no such file or directory, open 'notes/today.md'"}
    ],
    "isError": true
  }
}`},
	{"MCP: unknown tool", 200, "", `{"jsonrpc": "2.0", "id": 9, "error": {"code": -32602, "message": "Unknown tool: send_mail"}}`},
	{"MCP: authorization by URL", 200, "", `{
  "jsonrpc": "2.0",
  "id": 12,
  "error": {
    "code": -32042,
    "message": "This tool needs access to your calendar.",
    "data": {"elicitations": [{
      "mode": "url", "elicitationId": "calendar-7",
      "url": "https://auth.example.com/connect/calendar",
      "message": "Allow access to the calendar."
    }]}
  }
}`},
	{"AAI: application not running", 200, "",
		`{"jsonrpc": "2.0", "id": 3, "error": {"code": -32002, "message": "Target app not running", "data": {"type": "APP_NOT_RUNNING", "detail": "Reminders is not running"}}}`},
	{"toolError:v1: rate limit", 200, "", `{
  "content": [{"type": "text", "text": "Too many requests to the pattern service", "mimeType": "text/markdown"}],
  "structuredContent": {
    "kind": "toolError:v1", "code": "RATE_LIMITED", "message": "Too many requests to the pattern service",
    "retryable": true, "details": {"statusCode": 429, "retryAfterMs": 1500}
  },
  "isError": true
}`},
	{"RFC 9457: no credit", 403, "", `HTTP/1.1 403 Forbidden
Content-Type: application/problem+json

{
  "type": "https://bank.example/problems/no-credit",
  "title": "There is not enough credit.",
  "status": 403,
  "detail": "The balance is 30, and the ticket costs 50.",
  "instance": "/accounts/12/orders/7",
  "balance": 30
}`},
	{"FastAPI: wrong body", 422, `{"seats": 0}`, `{"detail": [
  {"type": "greater_than", "loc": ["body", "seats"], "msg": "Input should be greater than 0", "input": 0, "ctx": {"gt": 0}},
  {"type": "missing", "loc": ["body", "date"], "msg": "Field required", "input": {"seats": 0}}
]}`},
	{"AWS: throttling", 400, "", `{"__type": "com.amazon.coral.availability#ThrottlingException", "message": "Rate exceeded"}`},
	{"A payment API: card declined", 402, "",
		`{"error": {"type": "card_error", "code": "card_declined", "decline_code": "insufficient_funds", "message": "Your card has insufficient funds.", "param": "source"}}`},
	{"Google: quota", 429, "", `{
  "error": {
    "code": 429,
    "message": "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute'.",
    "status": "RESOURCE_EXHAUSTED",
    "details": [
      {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "RATE_LIMIT_EXCEEDED", "domain": "example.com", "metadata": {"quota_limit": "QueriesPerMinute"}},
      {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "21s"}
    ]
  }
}`},
	{"Connect: unavailable", 503, "", `{"code": "unavailable", "message": "The index is being rebuilt."}`},
	{"A2A: no such task", 200, "", `{"jsonrpc": "2.0", "id": "r-1", "error": {"code": -32001, "message": "Task not found", "data": [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "TASK_NOT_FOUND", "domain": "a2a-protocol.org"}]}}`},
	{"Anthropic: a tool result", 0, "", `{"type": "tool_result", "tool_use_id": "toolu_01", "is_error": true, "content": "ConnectionError: the weather service is not available (HTTP 503)"}`},
	{"A proxy: an HTML page", 502, "", `HTTP/1.1 502 Bad Gateway
Content-Type: text/html
Retry-After: 30

<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center></body></html>`},
}
