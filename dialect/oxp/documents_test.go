package oxp_test

import (
	"testing"

	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/lab/golden"
)

// What servers of OXP send: the reference implementation, its heirs, the older
// Open Tool Calling.
var documents = []golden.Document{
	{
		Name: "unknown tool", Why: "the status decides; no text refines what it says", Dialect: oxp.Dialect{},
		Status: 404,
		Body:   `{"detail":"Tool Bells.Ring not found"}`,
		Want:   `{"kind":"not_found","message":"Tool Bells.Ring not found","stage":"before_call"}`,
	},
	{
		Name: "unknown tool, with authentication on", Dialect: oxp.Dialect{}, Status: 403,
		Body: `{"detail":"Tool either does not exist or insufficient permissions"}`,
		Want: `{"kind":"permission_denied","message":"Tool either does not exist or insufficient permissions"}`,
	},
	{
		Name: "bad id", Why: "a trailing comma in the server made it a list", Dialect: oxp.Dialect{}, Status: 422,
		Body: `{"detail":["Invalid tool id: a@b@c"]}`,
		Want: `{"kind":"invalid_input","message":"Invalid tool id: a@b@c"}`,
	},
	{
		Name: "invalid input, older", Why: "a word such as invalid refines execution_failed only",
		Dialect: oxp.Dialect{}, Status: 400,
		Body: `{"detail":["Invalid payload for tool call to tool Bells.Ring with args {} and schema {}"]}`,
		Want: `{"kind":"invalid_request","message":"Invalid payload for tool call to tool Bells.Ring with args {} and schema {}"}`,
	},
	{
		Name: "invalid input, newer", Dialect: oxp.Dialect{}, Status: 400,
		Body: `{"detail":"Invalid input: times: Field required; bell: Field required"}`,
		Want: `{"kind":"invalid_request","message":"Invalid input: times: Field required; bell: Field required"}`,
	},
	{
		Name: "envelope invalid", Dialect: oxp.Dialect{}, Status: 422,
		Body: `{"message":"{'type': 'missing', 'loc': ('body', 'request'), 'msg': 'Field required'}"}`,
		Want: `{"kind":"invalid_input","message":"{'type': 'missing', 'loc': ('body', 'request'), 'msg': 'Field required'}"}`,
	},
	{
		Name: "wrong $schema", Why: "nothing but the word invalid tells what it is", Dialect: oxp.Dialect{},
		Status: 400, Guessed: true,
		Body: `{"detail":"Invalid protocol schema. Expected 'urn:oxp:1.0'."}`,
		Want: `{"kind":"unsupported_version","message":"Invalid protocol schema. Expected 'urn:oxp:1.0'."}`,
	},
	{
		Name: "401", Dialect: oxp.Dialect{}, Status: 401, Evidence: `"error" in place of "message"`,
		Body: `{"error":"Missing or invalid token"}`,
		Want: `{"kind":"unauthenticated","message":"Missing or invalid token"}`,
	},
	{
		Name: "tool raises", Dialect: oxp.Dialect{}, Status: 500,
		Body: `{"detail":"Internal Server Error"}`,
		Want: `{"kind":"internal","message":"Internal Server Error"}`,
	},
	{
		Name: "health", Dialect: oxp.Dialect{}, Status: 503,
		Body: `{"detail":"warming up"}`,
		Want: `{"kind":"unavailable","message":"warming up"}`,
	},
	{
		Name: "no status", Dialect: oxp.Dialect{},
		Body: `{"message":"No."}`,
		Want: `{"kind":"invalid_request","message":"No."}`,
	},
	{
		Name: "detail is an object", Dialect: oxp.Dialect{}, Status: 409, Evidence: `"detail" in place of "message"`,
		Body: `{"detail":{"code":"dup","message":"already exists"}}`,
		Want: `{"kind":"conflict","code":"dup","message":"already exists"}`,
	},
	{
		Name: "detail is an object, without a status", Why: "its message is a sign of an error",
		Dialect: oxp.Dialect{Flat: true},
		Body:    `{"detail":{"msg":"already exists"}}`,
		Want:    `{"kind":"invalid_request","message":"already exists"}`,
	},
	{
		Name: "detail is an object without words", Dialect: oxp.Dialect{}, Status: 404,
		Evidence: "/detail: no member that is known as the message",
		Body:     `{"detail":{"id":7}}`,
		Want:     `{"kind":"not_found","stage":"before_call"}`,
	},
	{
		Name: "error is an object", Why: "the status decides, and nobody said that a call may not be repeated",
		Dialect: oxp.Dialect{}, Status: 429,
		Body: `{"error":{"message":"no","type":"y"}}`,
		Want: `{"kind":"rate_limited","message":"no"}`,
	},
	{
		Name: "error is an object, of a server that failed", Dialect: oxp.Dialect{}, Status: 500,
		Body: `{"error":{"message":"no","type":"y"}}`,
		Want: `{"kind":"internal","message":"no"}`,
	},
	{
		Name: "error is an object with what a tool says", Dialect: oxp.Dialect{}, Status: 503,
		Body: `{"error":{"message":"no","can_retry":true,"retry_after_ms":250,"additional_prompt_content":"Wait."}}`,
		Want: `{"kind":"unavailable","message":"no","hint":"Wait.","retry":"allowed","retry_after_ms":250}`,
	},
	{
		Name: "error is an object, without a status", Dialect: oxp.Dialect{},
		Body: `{"error":{"message":"no","type":"y"}}`,
		Want: `{"kind":"execution_failed","message":"no","retry":"never"}`,
	},
	{
		Name: "error is a list", Dialect: oxp.Dialect{}, Status: 409,
		Body: `{"error":["no","never"]}`,
		Want: `{"kind":"conflict","message":"no; never"}`,
	},
	{
		Name: "can_retry in a string", Dialect: oxp.Dialect{Flat: true}, Status: 200,
		Evidence: "/error/can_retry: true in a string",
		Body:     `{"call_id":"1","success":false,"error":{"message":"x","can_retry":"true"}}`,
		Want:     `{"kind":"execution_failed","message":"x","retry":"allowed"}`,
	},
	{
		Name: "no authorization is missing, but the user", Why: "an empty list is as good as none",
		Dialect: oxp.Dialect{Flat: true}, Status: 400,
		Body: `{"message":"x","missing_requirements":{"authorization":[],"user_id":true}}`,
		Want: `{"kind":"requirement_missing","message":"x","needs":{"user_id":true}}`,
	},
	{
		Name: "no authorization is missing, but a secret", Dialect: oxp.Dialect{Flat: true}, Status: 400,
		Body: `{"message":"x","missing_requirements":{"authorization":[],"secrets":["TOKEN"]}}`,
		Want: `{"kind":"requirement_missing","message":"x","needs":{"secrets":["TOKEN"]}}`,
	},
	{
		Name: "an authorization that nobody can name", Why: "as it is written without challenges",
		Dialect: oxp.Dialect{Flat: true}, Status: 400,
		Body: `{"message":"x","missing_requirements":{"authorization":[],"secrets":[]}}`,
		Want: `{"kind":"auth_required","message":"x"}`,
	},
	{
		Name: "status of a success", Why: "a message alone is no sign of an error", Dialect: oxp.Dialect{},
		Status: 201,
		Body:   `{"message":"Created","id":5}`,
	},
	{
		Name: "a success in words", Dialect: oxp.Dialect{Flat: true},
		Body: `{"status":"success","message":"Created"}`,
	},
	{
		Name: "a success in words, beside an error", Dialect: oxp.Dialect{Flat: true},
		Body: `{"status":"success","message":"No.","developer_message":"pq: no rows"}`,
		Want: `{"kind":"invalid_request","message":"No."}`,
	},
	{
		Name: "status of a success, in the shape of an error", Dialect: oxp.Dialect{}, Status: 200,
		Evidence: "HTTP status 200 is not that of an error",
		Body:     `{"$schema":"urn:oxp:1.0","message":"No."}`,
		Want:     `{"kind":"invalid_request","message":"No."}`,
	},
	{
		Name: "FastAPI", Dialect: oxp.Dialect{}, Status: 422, Evidence: `"detail" in place of "message"`,
		Body: `{"detail":[{"type":"missing","loc":["body","request","times"],"msg":"Field required"},{"type":"int_type","loc":["body","items",0,"n/a"],"msg":"Input should be a valid integer"}]}`,
		Want: `{"kind":"invalid_input","fields":[{"path":"/request/times","message":"Field required","rule":"missing"},{"path":"/items/0/n~1a","message":"Input should be a valid integer","rule":"int_type"}]}`,
	},
	{
		Name: "authorization inside a success", Dialect: oxp.Dialect{}, Status: 200,
		Evidence: "an authorization inside a success",
		Body:     `{"result":{"call_id":"1","success":true,"value":{"auth_required":true,"auth_url":"https://example.com/a","auth_id":"a1"}}}`,
		Want:     `{"kind":"auth_required","needs":{"authorization":[{"id":"a1","url":"https://example.com/a"}]},"stage":"execution"}`,
	},
	{
		Name: "authorization inside a flat success", Dialect: oxp.Dialect{Flat: true}, Status: 200,
		Body: `{"call_id":"1","success":true,"value":{"auth_required":true,"auth_url":"https://example.com/a"}}`,
		Want: `{"kind":"auth_required","needs":{"authorization":[{"url":"https://example.com/a"}]},"stage":"execution"}`,
	},
	{
		Name: "authorization not required", Dialect: oxp.Dialect{Flat: true}, Status: 200,
		Body: `{"call_id":"1","success":true,"value":{"auth_required":false}}`,
		Want: "",
	},
	{
		Name: "challenge in a 200", Why: "true beside missing_requirements: after the user acts",
		Dialect: oxp.Dialect{}, Status: 200,
		Body: `{"result":{"call_id":"1","success":false,"error":{"message":"Authorize first","can_retry":true,"missing_requirements":{"authorization":[{"id":"a1","url":"https://example.com/a","check_url":"https://example.com/c"}]}}}}`,
		Want: `{"kind":"auth_required","message":"Authorize first","needs":{"authorization":[{"id":"a1","url":"https://example.com/a","check_url":"https://example.com/c"}]},"retry":"after_action","stage":"execution"}`,
	},
	{
		Name: "user id in a 200", Dialect: oxp.Dialect{Flat: true}, Status: 200,
		Body: `{"call_id":"1","success":false,"error":{"message":"Who?","can_retry":true,"missing_requirements":{"user_id":true}}}`,
		Want: `{"kind":"requirement_missing","message":"Who?","needs":{"user_id":true},"retry":"after_action","stage":"execution"}`,
	},
	{
		Name: "secrets", Why: "no member for secrets is defined, servers send one", Dialect: oxp.Dialect{},
		Status: 400,
		Body:   `{"message":"Missing","missing_requirements":{"secrets":[{"id":"TOKEN"},"OTHER"]}}`,
		Want:   `{"kind":"requirement_missing","message":"Missing","needs":{"secrets":["TOKEN","OTHER"]}}`,
	},
	{
		Name: "nothing missing", Dialect: oxp.Dialect{}, Status: 400,
		Body: `{"message":"Hm","missing_requirements":null}`,
		Want: `{"kind":"invalid_request","message":"Hm"}`,
	},
	{
		Name: "delay as a float", Why: "the prose says number", Dialect: oxp.Dialect{Flat: true}, Status: 200,
		Body: `{"call_id":"1","success":false,"error":{"message":"Busy","can_retry":true,"retry_after_ms":500.0}}`,
		Want: `{"kind":"execution_failed","message":"Busy","retry":"allowed","retry_after_ms":500}`,
	},
	{
		Name: "delay with an exponent", Dialect: oxp.Dialect{Flat: true}, Status: 200,
		Body: `{"call_id":"1","success":false,"error":{"message":"Busy","can_retry":true,"retry_after_ms":5e2}}`,
		Want: `{"kind":"execution_failed","message":"Busy","retry":"allowed","retry_after_ms":500}`,
	},
	{
		Name: "delay with a fraction", Why: "rounded up, as delays are", Dialect: oxp.Dialect{Flat: true}, Status: 200,
		Body: `{"call_id":"1","success":false,"error":{"message":"Busy","can_retry":true,"retry_after_ms":499.2}}`,
		Want: `{"kind":"execution_failed","message":"Busy","retry":"allowed","retry_after_ms":500}`,
	},
	{
		Name: "delay as a string", Dialect: oxp.Dialect{Flat: true}, Status: 200,
		Body: `{"call_id":"1","success":false,"error":{"message":"Busy","can_retry":true,"retry_after_ms":"500"}}`,
		Want: `{"kind":"execution_failed","message":"Busy","retry":"allowed","retry_after_ms":500}`,
	},
	{
		Name: "delay below zero", Dialect: oxp.Dialect{Flat: true}, Status: 200,
		Body: `{"call_id":"1","success":false,"error":{"message":"Busy","can_retry":true,"retry_after_ms":-1}}`,
		Want: `{"kind":"execution_failed","message":"Busy","retry":"allowed"}`,
	},
	{
		Name: "delay alone", Why: "can_retry absent is false, whatever the delay", Dialect: oxp.Dialect{Flat: true},
		Status: 200,
		Body:   `{"call_id":"1","success":false,"error":{"message":"Busy","retry_after_ms":500}}`,
		Want:   `{"kind":"execution_failed","message":"Busy","retry":"never","retry_after_ms":500}`,
	},
	{
		Name: "Retry-After in seconds", Dialect: oxp.Dialect{}, Status: 429,
		Header: golden.Header{"Retry-After": "30"},
		Body:   `{"message":"Slow down"}`,
		Want:   `{"kind":"rate_limited","message":"Slow down","retry_after_ms":30000}`,
	},
	{
		Name: "Retry-After as a date", Why: "it counts from the answer's own Date", Dialect: oxp.Dialect{},
		Status: 429, Header: golden.Header{"Retry-After": "Fri, 20 Nov 2026 12:00:30 GMT",
			"Date": "Fri, 20 Nov 2026 12:00:00 GMT"},
		Body: `{"message":"Slow down"}`,
		Want: `{"kind":"rate_limited","message":"Slow down","retry_after_ms":30000}`,
	},
	{
		Name: "Retry-After in the past", Dialect: oxp.Dialect{}, Status: 429,
		Header: golden.Header{"Retry-After": "Fri, 20 Nov 2026 11:59:30 GMT", "Date": "Fri, 20 Nov 2026 12:00:00 GMT"},
		Body:   `{"message":"Slow down"}`,
		Want:   `{"kind":"rate_limited","message":"Slow down"}`,
	},
	{
		Name: "Retry-After that is neither", Dialect: oxp.Dialect{}, Status: 429,
		Header: golden.Header{"Retry-After": "soon"},
		Body:   `{"message":"Slow down"}`,
		Want:   `{"kind":"rate_limited","message":"Slow down"}`,
	},
	{
		Name: "delay in body and header", Why: "the body is exact", Dialect: oxp.Dialect{Flat: true}, Status: 200,
		Header: golden.Header{"Retry-After": "30"},
		Body:   `{"call_id":"1","success":false,"error":{"message":"Busy","can_retry":true,"retry_after_ms":500}}`,
		Want:   `{"kind":"execution_failed","message":"Busy","retry":"allowed","retry_after_ms":500}`,
	},
	{
		Name: "connection refused", Why: "developer_message tells what the message does not",
		Dialect: oxp.Dialect{Flat: true}, Status: 200, Guessed: true,
		Body: `{"call_id":"1","success":false,"error":{"message":"Lookup failed","developer_message":"connect ECONNREFUSED 10.0.0.1:5432"}}`,
		Want: `{"kind":"network","message":"Lookup failed","retry":"never"}`,
	},
	{
		Name: "version not available", Why: "the version counts before the tool", Dialect: oxp.Dialect{}, Status: 400,
		Guessed: true,
		Body:    `{"message":"Tool Bells_Ring was not found","developer_message":"Bells.Ring version 2.0.0 is not available"}`,
		Want:    `{"kind":"version_not_found","message":"Tool Bells_Ring was not found"}`,
	},
	{
		Name: "Open Tool Calling, error", Dialect: oxp.Dialect{}, Status: 200, Guessed: true,
		Body: `{"execution_id":"1","success":false,"output":{"error":{"message":"times must be positive","can_retry":true,"additional_prompt_content":"use 1 to 10"}}}`,
		Want: `{"kind":"invalid_input","message":"times must be positive","hint":"use 1 to 10","retry":"allowed","stage":"execution"}`,
	},
	{
		Name: "Open Tool Calling, authorization", Dialect: oxp.Dialect{}, Status: 200,
		Body: `{"execution_id":"1","success":false,"output":{"requires_authorization":{"id":"a1","url":"https://example.com/a","status":"pending"}}}`,
		Want: `{"kind":"auth_required","needs":{"authorization":[{"id":"a1","url":"https://example.com/a"}]},"stage":"execution"}`,
	},
	{
		Name: "Open Tool Calling, value", Dialect: oxp.Dialect{}, Status: 200,
		Body: `{"execution_id":"1","success":true,"output":{"value":3}}`,
		Want: "",
	},
	{
		Name: "a message in place of the error", Dialect: oxp.Dialect{Flat: true},
		Evidence: `no "error" beside "success": false`,
		Body:     `{"success":false,"message":"nope"}`,
		Want:     `{"kind":"execution_failed","message":"nope"}`,
	},
	{
		Name: "no error beside a failure", Dialect: oxp.Dialect{Flat: true}, Status: 200,
		Evidence: `no "error" beside "success": false`,
		Body:     `{"call_id":"1","success":false}`,
		Want:     `{"kind":"execution_failed"}`,
	},
	{
		Name: "error is a string", Dialect: oxp.Dialect{Flat: true}, Status: 200,
		Body: `{"call_id":"1","success":false,"error":"The bell jammed"}`,
		Want: `{"kind":"execution_failed","message":"The bell jammed","retry":"never"}`,
	},
	{
		Name: "messages that are no strings", Dialect: oxp.Dialect{}, Status: 422,
		Evidence: "/parameter_errors/a: array, read as its JSON",
		Body:     `{"message":"Bad","parameter_errors":{"a":["x","y"],"":7,"/b/0":null}}`,
		Want:     `{"kind":"invalid_input","message":"Bad","fields":[{"path":"/a","message":"[\"x\",\"y\"]"},{"path":"","message":"7"},{"path":"/b/0","message":"null"}]}`,
	},
	{
		Name: "parameter errors without a message", Dialect: oxp.Dialect{}, Status: 422, Evidence: `no "message"`,
		Body: `{"parameter_errors":{"b":"Must be a number"}}`,
		Want: `{"kind":"invalid_input","fields":[{"path":"/b","message":"Must be a number"}]}`,
	},
	{
		Name: "parameter errors with another status", Why: "structure beats the status", Dialect: oxp.Dialect{},
		Status: 400,
		Body:   `{"message":"Bad","parameter_errors":{"b":"Must be a number"}}`,
		Want:   `{"kind":"invalid_input","message":"Bad","fields":[{"path":"/b","message":"Must be a number"}]}`,
	},
	{
		Name: "challenge failed", Dialect: oxp.Dialect{Flat: true}, Status: 200,
		Body: `{"status":"failed"}`,
		Want: `{"kind":"permission_denied","message":"The authorization failed."}`,
	},
	{
		Name: "challenge pending", Dialect: oxp.Dialect{Flat: true}, Status: 200,
		Body: `{"status":"pending"}`,
		Want: "",
	},
	{
		Name: "challenge completed", Dialect: oxp.Dialect{Flat: true}, Status: 200,
		Body: `{"status":"completed"}`,
		Want: "",
	},
	{
		Name: "list of tools", Dialect: oxp.Dialect{}, Status: 200,
		Body: `{"items":[]}`,
		Want: "",
	},
	{
		Name: "list of tools, as the pages say", Dialect: oxp.Dialect{}, Status: 200,
		Body: `{"tools":[]}`,
		Want: "",
	},
	{
		Name: "value null", Dialect: oxp.Dialect{}, Status: 200,
		Body: `{"result":{"call_id":"1","success":true,"value":null}}`,
		Want: "",
	},
	{
		Name: "heir with a status", Dialect: oxp.Dialect{Flat: true}, Status: 200,
		Body: `{"call_id":"1","success":false,"error":{"message":"No quota","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,"retry_after_ms":1000,"status_code":429,"stacktrace":"secret","extra":{}}}`,
		Want: `{"kind":"rate_limited","message":"No quota","retry":"allowed","retry_after_ms":1000}`,
	},
	{
		Name: "heir of a kind of the future", Dialect: oxp.Dialect{Flat: true}, Status: 200,
		Body: `{"call_id":"1","success":false,"error":{"message":"Odd","kind":"NO_SUCH_KIND"}}`,
		Want: `{"kind":"execution_failed","message":"Odd","retry":"never"}`,
	},
}

func TestDocuments(t *testing.T) { golden.Documents(t, documents) }

func FuzzDecode(f *testing.F) { golden.Fuzz(f, oxp.Dialect{}, documents) }
