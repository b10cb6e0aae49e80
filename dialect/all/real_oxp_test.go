package all_test

import (
	"github.com/toolerr/toolerr/dialect/oxp"
)

// What servers of OXP send: the reference implementation, its heirs, the older
// Open Tool Calling.
var realOXP = []real{
	{
		name: "unknown tool", why: "the status decides; no text refines what it says", dialect: oxp.Dialect{}, status: 404,
		body: `{"detail":"Tool Bells.Ring not found"}`,
		want: `{"kind":"not_found","message":"Tool Bells.Ring not found","stage":"before_call"}`,
	},
	{
		name: "unknown tool, with authentication on", dialect: oxp.Dialect{}, status: 403,
		body: `{"detail":"Tool either does not exist or insufficient permissions"}`,
		want: `{"kind":"permission_denied","message":"Tool either does not exist or insufficient permissions"}`,
	},
	{
		name: "bad id", why: "a trailing comma in the server made it a list", dialect: oxp.Dialect{}, status: 422,
		body: `{"detail":["Invalid tool id: a@b@c"]}`,
		want: `{"kind":"invalid_input","message":"Invalid tool id: a@b@c"}`,
	},
	{
		name: "invalid input, older", dialect: oxp.Dialect{}, status: 400, guessed: true, evidence: "low confidence",
		body: `{"detail":["Invalid payload for tool call to tool Bells.Ring with args {} and schema {}"]}`,
		want: `{"kind":"invalid_input","message":"Invalid payload for tool call to tool Bells.Ring with args {} and schema {}"}`,
	},
	{
		name: "invalid input, newer", dialect: oxp.Dialect{}, status: 400, guessed: true,
		body: `{"detail":"Invalid input: times: Field required; bell: Field required"}`,
		want: `{"kind":"invalid_input","message":"Invalid input: times: Field required; bell: Field required"}`,
	},
	{
		name: "envelope invalid", dialect: oxp.Dialect{}, status: 422,
		body: `{"message":"{'type': 'missing', 'loc': ('body', 'request'), 'msg': 'Field required'}"}`,
		want: `{"kind":"invalid_input","message":"{'type': 'missing', 'loc': ('body', 'request'), 'msg': 'Field required'}"}`,
	},
	{
		name: "wrong $schema", why: "nothing but the word invalid tells what it is", dialect: oxp.Dialect{}, status: 400, guessed: true,
		body: `{"detail":"Invalid protocol schema. Expected 'urn:oxp:1.0'."}`,
		want: `{"kind":"invalid_input","message":"Invalid protocol schema. Expected 'urn:oxp:1.0'."}`,
	},
	{
		name: "401", dialect: oxp.Dialect{}, status: 401, evidence: `"error" in place of "message"`,
		body: `{"error":"Missing or invalid token"}`,
		want: `{"kind":"unauthenticated","message":"Missing or invalid token"}`,
	},
	{
		name: "tool raises", dialect: oxp.Dialect{}, status: 500,
		body: `{"detail":"Internal Server Error"}`,
		want: `{"kind":"internal","message":"Internal Server Error","stage":"before_call"}`,
	},
	{
		name: "health", dialect: oxp.Dialect{}, status: 503,
		body: `{"detail":"warming up"}`,
		want: `{"kind":"unavailable","message":"warming up"}`,
	},
	{
		name: "no status", dialect: oxp.Dialect{},
		body: `{"message":"No."}`,
		want: `{"kind":"invalid_request","message":"No."}`,
	},
	{
		name: "detail is an object", dialect: oxp.Dialect{}, status: 409, evidence: `"detail" in place of "message"`,
		body: `{"detail":{"code":"dup","message":"already exists"}}`,
		want: `{"kind":"conflict","message":"already exists","stage":"before_call"}`,
	},
	{
		name: "detail is an object, without a status", why: "its message is a sign of an error", dialect: oxp.Dialect{Flat: true},
		body: `{"detail":{"msg":"already exists"}}`,
		want: `{"kind":"invalid_request","message":"already exists"}`,
	},
	{
		name: "detail is an object without words", dialect: oxp.Dialect{}, status: 404, evidence: "/detail: no member that is known as the message",
		body: `{"detail":{"id":7}}`,
		want: `{"kind":"not_found","stage":"before_call"}`,
	},
	{
		name: "error is an object", why: "the status decides, and nobody said that a call may not be repeated", dialect: oxp.Dialect{}, status: 429,
		body: `{"error":{"message":"no","type":"y"}}`,
		want: `{"kind":"rate_limited","message":"no","stage":"before_call"}`,
	},
	{
		name: "error is an object, of a server that failed", dialect: oxp.Dialect{}, status: 500,
		body: `{"error":{"message":"no","type":"y"}}`,
		want: `{"kind":"internal","message":"no","stage":"before_call"}`,
	},
	{
		name: "error is an object with what a tool says", dialect: oxp.Dialect{}, status: 503,
		body: `{"error":{"message":"no","can_retry":true,"retry_after_ms":250,"additional_prompt_content":"Wait."}}`,
		want: `{"kind":"unavailable","message":"no","hint":"Wait.","retry":"allowed","retry_after_ms":250}`,
	},
	{
		name: "error is an object, without a status", dialect: oxp.Dialect{},
		body: `{"error":{"message":"no","type":"y"}}`,
		want: `{"kind":"execution_failed","message":"no","retry":"never"}`,
	},
	{
		name: "error is a list", dialect: oxp.Dialect{}, status: 409,
		body: `{"error":["no","never"]}`,
		want: `{"kind":"conflict","message":"no; never","stage":"before_call"}`,
	},
	{
		name: "can_retry in a string", dialect: oxp.Dialect{Flat: true}, status: 200, evidence: "/error/can_retry: true in a string",
		body: `{"call_id":"1","success":false,"error":{"message":"x","can_retry":"true"}}`,
		want: `{"kind":"execution_failed","message":"x","retry":"allowed"}`,
	},
	{
		name: "no authorization is missing, but the user", why: "an empty list is as good as none", dialect: oxp.Dialect{Flat: true}, status: 400,
		body: `{"message":"x","missing_requirements":{"authorization":[],"user_id":true}}`,
		want: `{"kind":"requirement_missing","message":"x","needs":{"user_id":true}}`,
	},
	{
		name: "no authorization is missing, but a secret", dialect: oxp.Dialect{Flat: true}, status: 400,
		body: `{"message":"x","missing_requirements":{"authorization":[],"secrets":["TOKEN"]}}`,
		want: `{"kind":"requirement_missing","message":"x","needs":{"secrets":["TOKEN"]}}`,
	},
	{
		name: "an authorization that nobody can name", why: "as it is written without challenges", dialect: oxp.Dialect{Flat: true}, status: 400,
		body: `{"message":"x","missing_requirements":{"authorization":[],"secrets":[]}}`,
		want: `{"kind":"auth_required","message":"x"}`,
	},
	{
		name: "status of a success", why: "a message alone is no sign of an error", dialect: oxp.Dialect{}, status: 201,
		body: `{"message":"Created","id":5}`,
	},
	{
		name: "a success in words", dialect: oxp.Dialect{Flat: true},
		body: `{"status":"success","message":"Created"}`,
	},
	{
		name: "a success in words, beside an error", dialect: oxp.Dialect{Flat: true},
		body: `{"status":"success","message":"No.","developer_message":"pq: no rows"}`,
		want: `{"kind":"invalid_request","message":"No."}`,
	},
	{
		name: "status of a success, in the shape of an error", dialect: oxp.Dialect{}, status: 200, evidence: "HTTP status 200 is not that of an error",
		body: `{"$schema":"urn:oxp:1.0","message":"No."}`,
		want: `{"kind":"invalid_request","message":"No."}`,
	},
	{
		name: "FastAPI", dialect: oxp.Dialect{}, status: 422, evidence: `"detail" in place of "message"`,
		body: `{"detail":[{"type":"missing","loc":["body","request","times"],"msg":"Field required"},{"type":"int_type","loc":["body","items",0,"n/a"],"msg":"Input should be a valid integer"}]}`,
		want: `{"kind":"invalid_input","fields":[{"path":"/request/times","message":"Field required","rule":"missing"},{"path":"/items/0/n~1a","message":"Input should be a valid integer","rule":"int_type"}]}`,
	},
	{
		name: "authorization inside a success", dialect: oxp.Dialect{}, status: 200, evidence: "an authorization inside a success",
		body: `{"result":{"call_id":"1","success":true,"value":{"auth_required":true,"auth_url":"https://example.com/a","auth_id":"a1"}}}`,
		want: `{"kind":"auth_required","needs":{"authorization":[{"id":"a1","url":"https://example.com/a"}]},"stage":"execution"}`,
	},
	{
		name: "authorization inside a flat success", dialect: oxp.Dialect{Flat: true}, status: 200,
		body: `{"call_id":"1","success":true,"value":{"auth_required":true,"auth_url":"https://example.com/a"}}`,
		want: `{"kind":"auth_required","needs":{"authorization":[{"url":"https://example.com/a"}]},"stage":"execution"}`,
	},
	{
		name: "authorization not required", dialect: oxp.Dialect{Flat: true}, status: 200,
		body: `{"call_id":"1","success":true,"value":{"auth_required":false}}`,
		want: "",
	},
	{
		name: "challenge in a 200", why: "true beside missing_requirements: after the user acts", dialect: oxp.Dialect{}, status: 200,
		body: `{"result":{"call_id":"1","success":false,"error":{"message":"Authorize first","can_retry":true,"missing_requirements":{"authorization":[{"id":"a1","url":"https://example.com/a","check_url":"https://example.com/c"}]}}}}`,
		want: `{"kind":"auth_required","message":"Authorize first","needs":{"authorization":[{"id":"a1","url":"https://example.com/a","check_url":"https://example.com/c"}]},"retry":"after_action","stage":"execution"}`,
	},
	{
		name: "user id in a 200", dialect: oxp.Dialect{Flat: true}, status: 200,
		body: `{"call_id":"1","success":false,"error":{"message":"Who?","can_retry":true,"missing_requirements":{"user_id":true}}}`,
		want: `{"kind":"requirement_missing","message":"Who?","needs":{"user_id":true},"retry":"after_action","stage":"execution"}`,
	},
	{
		name: "secrets", why: "no member for secrets is defined, servers send one", dialect: oxp.Dialect{}, status: 400,
		body: `{"message":"Missing","missing_requirements":{"secrets":[{"id":"TOKEN"},"OTHER"]}}`,
		want: `{"kind":"requirement_missing","message":"Missing","needs":{"secrets":["TOKEN","OTHER"]}}`,
	},
	{
		name: "nothing missing", dialect: oxp.Dialect{}, status: 400,
		body: `{"message":"Hm","missing_requirements":null}`,
		want: `{"kind":"invalid_request","message":"Hm"}`,
	},
	{
		name: "delay as a float", why: "the prose says number", dialect: oxp.Dialect{Flat: true}, status: 200,
		body: `{"call_id":"1","success":false,"error":{"message":"Busy","can_retry":true,"retry_after_ms":500.0}}`,
		want: `{"kind":"execution_failed","message":"Busy","retry":"allowed","retry_after_ms":500}`,
	},
	{
		name: "delay with an exponent", dialect: oxp.Dialect{Flat: true}, status: 200,
		body: `{"call_id":"1","success":false,"error":{"message":"Busy","can_retry":true,"retry_after_ms":5e2}}`,
		want: `{"kind":"execution_failed","message":"Busy","retry":"allowed","retry_after_ms":500}`,
	},
	{
		name: "delay with a fraction", why: "rounded up, as delays are", dialect: oxp.Dialect{Flat: true}, status: 200,
		body: `{"call_id":"1","success":false,"error":{"message":"Busy","can_retry":true,"retry_after_ms":499.2}}`,
		want: `{"kind":"execution_failed","message":"Busy","retry":"allowed","retry_after_ms":500}`,
	},
	{
		name: "delay as a string", dialect: oxp.Dialect{Flat: true}, status: 200,
		body: `{"call_id":"1","success":false,"error":{"message":"Busy","can_retry":true,"retry_after_ms":"500"}}`,
		want: `{"kind":"execution_failed","message":"Busy","retry":"allowed","retry_after_ms":500}`,
	},
	{
		name: "delay below zero", dialect: oxp.Dialect{Flat: true}, status: 200,
		body: `{"call_id":"1","success":false,"error":{"message":"Busy","can_retry":true,"retry_after_ms":-1}}`,
		want: `{"kind":"execution_failed","message":"Busy","retry":"allowed"}`,
	},
	{
		name: "delay alone", why: "can_retry absent is false, whatever the delay", dialect: oxp.Dialect{Flat: true}, status: 200,
		body: `{"call_id":"1","success":false,"error":{"message":"Busy","retry_after_ms":500}}`,
		want: `{"kind":"execution_failed","message":"Busy","retry":"never","retry_after_ms":500}`,
	},
	{
		name: "Retry-After in seconds", dialect: oxp.Dialect{}, status: 429, header: header{"Retry-After": "30"},
		body: `{"message":"Slow down"}`,
		want: `{"kind":"rate_limited","message":"Slow down","retry_after_ms":30000,"stage":"before_call"}`,
	},
	{
		name: "Retry-After as a date", why: "it counts from the answer's own Date", dialect: oxp.Dialect{}, status: 429, header: header{"Retry-After": "Fri, 20 Nov 2026 12:00:30 GMT", "Date": "Fri, 20 Nov 2026 12:00:00 GMT"},
		body: `{"message":"Slow down"}`,
		want: `{"kind":"rate_limited","message":"Slow down","retry_after_ms":30000,"stage":"before_call"}`,
	},
	{
		name: "Retry-After in the past", dialect: oxp.Dialect{}, status: 429, header: header{"Retry-After": "Fri, 20 Nov 2026 11:59:30 GMT", "Date": "Fri, 20 Nov 2026 12:00:00 GMT"},
		body: `{"message":"Slow down"}`,
		want: `{"kind":"rate_limited","message":"Slow down","stage":"before_call"}`,
	},
	{
		name: "Retry-After that is neither", dialect: oxp.Dialect{}, status: 429, header: header{"Retry-After": "soon"},
		body: `{"message":"Slow down"}`,
		want: `{"kind":"rate_limited","message":"Slow down","stage":"before_call"}`,
	},
	{
		name: "delay in body and header", why: "the body is exact", dialect: oxp.Dialect{Flat: true}, status: 200, header: header{"Retry-After": "30"},
		body: `{"call_id":"1","success":false,"error":{"message":"Busy","can_retry":true,"retry_after_ms":500}}`,
		want: `{"kind":"execution_failed","message":"Busy","retry":"allowed","retry_after_ms":500}`,
	},
	{
		name: "connection refused", why: "developer_message tells what the message does not", dialect: oxp.Dialect{Flat: true}, status: 200, guessed: true,
		body: `{"call_id":"1","success":false,"error":{"message":"Lookup failed","developer_message":"connect ECONNREFUSED 10.0.0.1:5432"}}`,
		want: `{"kind":"network","message":"Lookup failed","retry":"never"}`,
	},
	{
		name: "version not available", why: "the version counts before the tool", dialect: oxp.Dialect{}, status: 400, guessed: true,
		body: `{"message":"Tool Bells_Ring was not found","developer_message":"Bells.Ring version 2.0.0 is not available"}`,
		want: `{"kind":"version_not_found","message":"Tool Bells_Ring was not found"}`,
	},
	{
		name: "Open Tool Calling, error", dialect: oxp.Dialect{}, status: 200, guessed: true,
		body: `{"execution_id":"1","success":false,"output":{"error":{"message":"times must be positive","can_retry":true,"additional_prompt_content":"use 1 to 10"}}}`,
		want: `{"kind":"invalid_input","message":"times must be positive","hint":"use 1 to 10","retry":"allowed","stage":"execution"}`,
	},
	{
		name: "Open Tool Calling, authorization", dialect: oxp.Dialect{}, status: 200,
		body: `{"execution_id":"1","success":false,"output":{"requires_authorization":{"id":"a1","url":"https://example.com/a","status":"pending"}}}`,
		want: `{"kind":"auth_required","needs":{"authorization":[{"id":"a1","url":"https://example.com/a"}]},"stage":"execution"}`,
	},
	{
		name: "Open Tool Calling, value", dialect: oxp.Dialect{}, status: 200,
		body: `{"execution_id":"1","success":true,"output":{"value":3}}`,
		want: "",
	},
	{
		name: "a message in place of the error", dialect: oxp.Dialect{Flat: true}, evidence: `no "error" beside "success": false`,
		body: `{"success":false,"message":"nope"}`,
		want: `{"kind":"execution_failed","message":"nope"}`,
	},
	{
		name: "no error beside a failure", dialect: oxp.Dialect{Flat: true}, status: 200, evidence: `no "error" beside "success": false`,
		body: `{"call_id":"1","success":false}`,
		want: `{"kind":"execution_failed"}`,
	},
	{
		name: "error is a string", dialect: oxp.Dialect{Flat: true}, status: 200,
		body: `{"call_id":"1","success":false,"error":"The bell jammed"}`,
		want: `{"kind":"execution_failed","message":"The bell jammed","retry":"never"}`,
	},
	{
		name: "messages that are no strings", dialect: oxp.Dialect{}, status: 422, evidence: "/parameter_errors/a: array, read as its JSON",
		body: `{"message":"Bad","parameter_errors":{"a":["x","y"],"":7,"/b/0":null}}`,
		want: `{"kind":"invalid_input","message":"Bad","fields":[{"path":"/a","message":"[\"x\",\"y\"]"},{"path":"","message":"7"},{"path":"/b/0","message":"null"}]}`,
	},
	{
		name: "parameter errors without a message", dialect: oxp.Dialect{}, status: 422, evidence: `no "message"`,
		body: `{"parameter_errors":{"b":"Must be a number"}}`,
		want: `{"kind":"invalid_input","fields":[{"path":"/b","message":"Must be a number"}]}`,
	},
	{
		name: "parameter errors with another status", why: "structure beats the status", dialect: oxp.Dialect{}, status: 400,
		body: `{"message":"Bad","parameter_errors":{"b":"Must be a number"}}`,
		want: `{"kind":"invalid_input","message":"Bad","fields":[{"path":"/b","message":"Must be a number"}]}`,
	},
	{
		name: "challenge failed", dialect: oxp.Dialect{Flat: true}, status: 200,
		body: `{"status":"failed"}`,
		want: `{"kind":"permission_denied","message":"The authorization failed."}`,
	},
	{
		name: "challenge pending", dialect: oxp.Dialect{Flat: true}, status: 200,
		body: `{"status":"pending"}`,
		want: "",
	},
	{
		name: "challenge completed", dialect: oxp.Dialect{Flat: true}, status: 200,
		body: `{"status":"completed"}`,
		want: "",
	},
	{
		name: "list of tools", dialect: oxp.Dialect{}, status: 200,
		body: `{"items":[]}`,
		want: "",
	},
	{
		name: "list of tools, as the pages say", dialect: oxp.Dialect{}, status: 200,
		body: `{"tools":[]}`,
		want: "",
	},
	{
		name: "value null", dialect: oxp.Dialect{}, status: 200,
		body: `{"result":{"call_id":"1","success":true,"value":null}}`,
		want: "",
	},
	{
		name: "heir with a status", dialect: oxp.Dialect{Flat: true}, status: 200,
		body: `{"call_id":"1","success":false,"error":{"message":"No quota","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,"retry_after_ms":1000,"status_code":429,"stacktrace":"secret","extra":{}}}`,
		want: `{"kind":"rate_limited","message":"No quota","retry":"allowed","retry_after_ms":1000}`,
	},
	{
		name: "heir of a kind of the future", dialect: oxp.Dialect{Flat: true}, status: 200,
		body: `{"call_id":"1","success":false,"error":{"message":"Odd","kind":"NO_SUCH_KIND"}}`,
		want: `{"kind":"execution_failed","message":"Odd","retry":"never"}`,
	},
}
