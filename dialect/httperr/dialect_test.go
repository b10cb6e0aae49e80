package httperr_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/dialect/httperr"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/lab/golden"
)

func TestLaws(t *testing.T) {
	golden.Laws(t, []golden.Way{{Name: "http", Dialect: httperr.Dialect{}}})
}

// What is rendered is a problem.
func TestAppend(t *testing.T) {
	var codec dialect.Codec
	for _, v := range samples.Values() {
		body, head := codec.Append(nil, httperr.Dialect{}, dialect.Call{}, v.Error)
		want, wantHead := codec.Append(nil, problem.Dialect{}, dialect.Call{}, v.Error)
		require.Equal(t, string(want), string(body))
		require.Equal(t, wantHead, head)
	}
}

// A document with a row for each shape, and each rule for statuses, codes, delays and lists.
var documents = []golden.Document{
	{
		Name: "Kubernetes", Dialect: httperr.Dialect{},
		Body: `{"kind":"Status","apiVersion":"v1","status":"Failure","message":"slow","reason":"TooManyRequests","details":{"retryAfterSeconds":3},"code":429}`,
		Want: `{"kind":"rate_limited","code":"TooManyRequests","message":"slow","retry_after_ms":3000}`,
	},
	{
		Name: "Kubernetes, a success", Dialect: httperr.Dialect{}, Status: 200,
		Body: `{"kind":"Status","apiVersion":"v1","status":"Success","title":"done"}`,
	},
	{
		Name: "Kubernetes, causes", Dialect: httperr.Dialect{}, Status: 422,
		Body: `{"kind":"Status","status":"Failure","message":"no","reason":"Invalid","details":{"name":"b","causes":[{"reason":"FieldValueInvalid","message":"too low","field":"spec.n"}]},"code":422}`,
		Want: `{"kind":"invalid_input","code":"Invalid","message":"no","fields":[{"path":"/spec/n","message":"too low"}]}`,
	},
	{
		Name: "details by members", Why: "its members have sentences", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"success":false,"error":{"code":"E_VALIDATION","message":"no","details":{"pitch":["is too high"]}}}`,
		Want: `{"kind":"invalid_input","code":"E_VALIDATION","status":400,"message":"no","fields":[{"path":"/pitch","message":"is too high"}]}`,
	},
	{
		Name: "details that are a dump", Why: "its members have values", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"error":{"code":"E_VALIDATION","message":"no","details":{"pitch":["high"]}}}`,
		Want: `{"kind":"invalid_input","code":"E_VALIDATION","status":400,"message":"no"}`,
	},
	{
		Name: "Anthropic", Why: "an event of a stream", Dialect: httperr.Dialect{},
		Body: `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`,
		Want: `{"kind":"unavailable","code":"overloaded_error","message":"Overloaded"}`,
	},
	{
		Name: "AIP-193", Dialect: httperr.Dialect{}, Status: 429,
		Body: `{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"slow","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"2.5s"}]}}`,
		Want: `{"kind":"rate_limited","code":"RESOURCE_EXHAUSTED","message":"slow","retry_after_ms":2500}`,
	},
	{
		Name: "AIP-193, a field", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"error":{"code":400,"status":"INVALID_ARGUMENT","message":"no","details":[{"fieldViolations":[{"field":"bell.pitch","description":"too high"}]}]}}`,
		Want: `{"kind":"invalid_input","code":"INVALID_ARGUMENT","status":400,"message":"no","fields":[{"path":"/bell/pitch","message":"too high"}]}`,
	},
	{
		Name: "Google's legacy errors", Dialect: httperr.Dialect{}, Status: 403,
		Body: `{"error":{"errors":[{"domain":"usageLimits","reason":"userRateLimitExceeded","message":"slow"}],"code":403,"message":"slow"}}`,
		Want: `{"kind":"rate_limited","code":"userRateLimitExceeded","message":"slow"}`,
	},
	{
		Name: "AWS JSON", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"no table"}`,
		Want: `{"kind":"not_found","code":"ResourceNotFoundException","message":"no table"}`,
	},
	{
		Name: "AWS REST", Dialect: httperr.Dialect{}, Status: 400,
		Header: golden.Header{"X-Amzn-Errortype": "ThrottlingException:http://example.com/"},
		Body:   `{"message":"slow"}`,
		Want:   `{"kind":"rate_limited","code":"ThrottlingException","message":"slow"}`, Evidence: "AWS: ThrottlingException",
	},
	{
		Name: "Elasticsearch", Dialect: httperr.Dialect{}, Status: 404,
		Body: `{"error":{"root_cause":[{"type":"index_not_found_exception","reason":"no such index"}],"type":"index_not_found_exception","reason":"no such index"},"status":404}`,
		Want: `{"kind":"not_found","code":"index_not_found_exception","message":"no such index"}`,
	},
	{
		Name: "Notion", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"object":"error","status":400,"code":"validation_error","message":"no"}`,
		Want: `{"kind":"invalid_input","code":"validation_error","status":400,"message":"no"}`,
	},
	{
		Name: "JSON:API", Dialect: httperr.Dialect{},
		Body: `{"errors":[{"status":"404","title":"Not Found","detail":"no bell"}]}`,
		Want: `{"kind":"not_found","message":"no bell"}`,
	},
	{
		Name: "JSON:API, an attribute", Dialect: httperr.Dialect{}, Status: 422,
		Body: `{"errors":[{"status":"422","source":{"pointer":"/data/attributes/n"},"title":"Invalid"}]}`,
		Want: `{"kind":"invalid_input","message":"Invalid","fields":[{"path":"/data/attributes/n","message":"Invalid"}]}`,
	},
	{
		Name: "Slack", Dialect: httperr.Dialect{}, Status: 200,
		Body: `{"ok":false,"error":"channel_not_found"}`,
		Want: `{"kind":"not_found","code":"channel_not_found","message":"channel_not_found"}`,
	},
	{
		Name: "Slack, an unknown code", Dialect: httperr.Dialect{}, Status: 200,
		Body: `{"ok":false,"error":"bell_stuck"}`,
		Want: `{"kind":"execution_failed","code":"bell_stuck","message":"bell_stuck"}`,
	},
	{
		Name: "Telegram", Dialect: httperr.Dialect{},
		Body: `{"ok":false,"error_code":429,"description":"slow","parameters":{"retry_after":5}}`,
		Want: `{"kind":"rate_limited","message":"slow","retry_after_ms":5000}`,
	},
	{
		Name: "Apigee", Dialect: httperr.Dialect{}, Status: 401,
		Body: `{"fault":{"faultstring":"no key","detail":{"errorcode":"oauth.v2.InvalidApiKey"}}}`,
		Want: `{"kind":"unauthenticated","code":"oauth.v2.InvalidApiKey","message":"no key"}`,
	},
	{
		Name: "GraphQL", Dialect: httperr.Dialect{}, Status: 200,
		Body: `{"errors":[{"message":"slow","extensions":{"code":"THROTTLED"}}],"data":{"bell":null}}`,
		Want: `{"kind":"rate_limited","code":"THROTTLED","message":"slow"}`,
	},
	{
		Name: "GraphQL, a code of its own", Dialect: httperr.Dialect{}, Status: 200,
		Body: `{"errors":[{"message":"The bell is stuck","locations":[{"line":1,"column":1}]}]}`,
		Want: `{"kind":"execution_failed","message":"The bell is stuck"}`,
	},
	{
		Name: "GraphQL, some data", Why: "GraphQL §7.1: a partial response", Dialect: httperr.Dialect{}, Status: 200,
		Body: `{"errors":[{"message":"no","path":["a"]}],"data":{"a":null,"b":1}}`,
	},
	{
		Name: "GraphQL, a path", Why: "of the response, not of the input", Dialect: httperr.Dialect{}, Status: 200,
		Body: `{"data":null,"errors":[{"message":"The bell is stuck","locations":[{"line":2,"column":3}],"path":["bell"]}]}`,
		Want: `{"kind":"execution_failed","message":"The bell is stuck"}`,
	},
	{
		Name: "GraphQL, a mutation", Why: "errors of the input are data", Dialect: httperr.Dialect{}, Status: 200,
		Body: `{"data":{"bellCreate":{"bell":null,"userErrors":[{"field":["bell","pitch"],"message":"is too high"}]}}}`,
		Want: `{"kind":"invalid_input","message":"is too high","fields":[{"path":"/bell/pitch","message":"is too high"}]}`,
	},
	{
		Name: "GraphQL, a mutation, a code", Dialect: httperr.Dialect{}, Status: 200,
		Body: `{"data":{"bellRing":{"bell":null,"errors":[{"field":"id","message":"no bell","code":"BELL_NOT_FOUND"}]}}}`,
		Want: `{"kind":"not_found","code":"BELL_NOT_FOUND","message":"no bell","fields":[{"path":"/id","message":"no bell","rule":"BELL_NOT_FOUND"}]}`,
	},
	{
		Name: "GraphQL, a mutation without a field", Dialect: httperr.Dialect{}, Status: 200,
		Body: `{"data":{"bellRing":{"bell":null,"userErrors":[{"field":null,"message":"the bell is stuck"}]}}}`,
		Want: `{"kind":"execution_failed","message":"the bell is stuck"}`,
	},
	{
		Name: "GraphQL, a mutation with a result", Why: "advice", Dialect: httperr.Dialect{}, Status: 200,
		Body: `{"title":"bells","data":{"bellRing":{"bell":{"id":"7"},"userErrors":[{"field":["pitch"],"message":"is high"}]}}}`,
	},
	{
		Name: "Intercom", Dialect: httperr.Dialect{},
		Body: `{"type":"error.list","errors":[{"code":"not_found","message":"no contact"}]}`,
		Want: `{"kind":"not_found","code":"not_found","message":"no contact"}`,
	},
	{
		Name: "Jira", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"errorMessages":[],"errors":{"project":"is required"}}`,
		Want: `{"kind":"invalid_input","status":400,"fields":[{"path":"/project","message":"is required"}]}`,
	},
	{
		Name: "Salesforce", Dialect: httperr.Dialect{}, Status: 404,
		Body: `[{"message":"no bell","errorCode":"NOT_FOUND"}]`,
		Want: `{"kind":"not_found","code":"NOT_FOUND","message":"no bell"}`,
	},
	{
		Name: "Cloudflare", Dialect: httperr.Dialect{},
		Body: `{"success":false,"errors":[{"code":7003,"message":"no route"}],"messages":[],"result":null}`,
		Want: `{"kind":"execution_failed","code":"7003","message":"no route"}`,
	},
	{
		Name: "Stripe", Dialect: httperr.Dialect{},
		Body: `{"error":{"code":"rate_limit","message":"slow","type":"rate_limit_error"}}`,
		Want: `{"kind":"rate_limited","code":"rate_limit","message":"slow"}`,
	},
	{
		Name: "OpenAI", Why: "the status has one meaning", Dialect: httperr.Dialect{}, Status: 401,
		Body: `{"error":{"message":"no key","type":"invalid_request_error","param":null,"code":"not_found"}}`,
		Want: `{"kind":"unauthenticated","code":"not_found","message":"no key"}`,
	},
	{
		Name: "Azure", Dialect: httperr.Dialect{},
		Body: `{"error":{"code":"BadArgument","message":"no","details":[{"code":"NullValue","target":"Phone","message":"is null"}]}}`,
		Want: `{"kind":"invalid_input","code":"BadArgument","message":"no","fields":[{"path":"/Phone","message":"is null","rule":"NullValue"}]}`,
	},
	{
		Name: "Azure, only a code", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"error":{"code":"ResourceGroupNotFound","message":"no group"}}`,
		Want: `{"kind":"not_found","code":"ResourceGroupNotFound","message":"no group"}`,
	},
	{
		Name: "OpenRouter", Why: "the code is the HTTP status", Dialect: httperr.Dialect{}, Status: 200,
		Body: `{"error":{"code":402,"message":"no credits"}}`,
		Want: `{"kind":"failed_precondition","status":402,"message":"no credits"}`,
	},
	{
		Name: "a registry", Dialect: httperr.Dialect{}, Status: 404,
		Body: `{"errors":[{"code":"MANIFEST_UNKNOWN","message":"manifest unknown"}]}`,
		Want: `{"kind":"not_found","code":"MANIFEST_UNKNOWN","message":"manifest unknown"}`,
	},
	{
		Name: "a fault of the server", Why: "a code does not make it one of the caller", Dialect: httperr.Dialect{},
		Status: 500,
		Body:   `{"code":"invalid_argument","message":"no"}`,
		Want:   `{"kind":"internal","code":"invalid_argument","message":"no"}`,
	},
	{
		Name: "a text with the look of a code", Dialect: httperr.Dialect{}, Status: 400, Guessed: true,
		Body: `{"code":"The bell was not found","message":"no"}`,
		Want: `{"kind":"invalid_input","status":400,"message":"no"}`,
	},
	{
		Name: "Discord", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"code":50035,"message":"Invalid Form Body","errors":{"a":{"b":{"_errors":[{"code":"REQUIRED","message":"is required"}]}}}}`,
		Want: `{"kind":"invalid_input","code":"50035","status":400,"message":"Invalid Form Body","fields":[{"path":"/a/b","message":"is required","rule":"REQUIRED"}]}`,
	},
	{
		Name: "Django REST framework", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"times":["is not a number"],"non_field_errors":["no"]}`,
		Want: `{"kind":"invalid_input","status":400,"fields":[{"path":"/times","message":"is not a number"},{"path":"","message":"no"}]}`,
	},
	{
		Name: "GitHub, a rate limit", Dialect: httperr.Dialect{}, Status: 403,
		Header: golden.Header{"X-Ratelimit-Remaining": "0"},
		Body:   `{"message":"API rate limit exceeded","code":"x"}`,
		Want:   `{"kind":"rate_limited","code":"x","message":"API rate limit exceeded"}`,
	},
	{
		Name: "GitHub, until when", Why: "of a limit, whose headers are in every response", Dialect: httperr.Dialect{}, Status: 403,
		Header: golden.Header{"X-Ratelimit-Remaining": "0", "X-Ratelimit-Reset": "1795000030", "Date": "Wed, 18 Nov 2026 11:06:40 GMT"},
		Body:   `{"message":"API rate limit exceeded for user ID 1.","documentation_url":"https://docs.github.com/rest"}`,
		Want:   `{"kind":"rate_limited","message":"API rate limit exceeded for user ID 1.","doc_url":"https://docs.github.com/rest","retry_after_ms":30000}`,
	},
	{
		Name: "GitHub, of no limit", Dialect: httperr.Dialect{}, Status: 404,
		Header: golden.Header{"X-Ratelimit-Remaining": "0", "X-Ratelimit-Reset": "1795000030", "Date": "Wed, 18 Nov 2026 11:06:40 GMT"},
		Body:   `{"message":"Not Found"}`,
		Want:   `{"kind":"not_found","message":"Not Found"}`,
	},
	{
		Name: "a code that ends like others", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"errorCode":"ERR_BELL_NOT_FOUND","message":"no bell"}`,
		Want: `{"kind":"not_found","code":"ERR_BELL_NOT_FOUND","message":"no bell"}`,
	},
	{
		Name: "a signature", Why: "AWS sends 403 for credentials", Dialect: httperr.Dialect{}, Status: 403,
		Body: `{"__type":"InvalidSignatureException","message":"no"}`,
		Want: `{"kind":"unauthenticated","code":"InvalidSignatureException","message":"no"}`,
	},
	{
		Name: "the name of 401 with 403", Why: "the caller is known", Dialect: httperr.Dialect{}, Status: 403,
		Body: `{"code":"UNAUTHORIZED","message":"no"}`,
		Want: `{"kind":"permission_denied","code":"UNAUTHORIZED","message":"no"}`,
	},
	{
		Name: "a status of one server", Why: "the text may refine what no RFC defines", Dialect: httperr.Dialect{},
		Status: 456, Guessed: true,
		Body: `{"message":"Quota exceeded"}`,
		Want: `{"kind":"rate_limited","message":"Quota exceeded"}`,
	},
	{
		Name: "an envelope", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"response":{"errors":[{"code":"DUPLICATE_BELL","message":"taken"}]}}`,
		Want: `{"kind":"conflict","code":"DUPLICATE_BELL","message":"taken"}`,
	},
	{
		Name: "fields beside null data", Why: "errors of GraphQL are a list", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"data":null,"errors":{"vmid":"is not a number"}}`,
		Want: `{"kind":"invalid_input","status":400,"fields":[{"path":"/vmid","message":"is not a number"}]}`,
	},
	{
		Name: "names to lists of objects", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"fieldErrors":{"user.email":[{"code":"[duplicate]user.email","message":"is taken"}]},"generalErrors":[]}`,
		Want: `{"kind":"invalid_input","status":400,"fields":[{"path":"/user/email","message":"is taken","rule":"[duplicate]user.email"}]}`,
	},
	{
		Name: "a list of fields with another name", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"message":"no","bell_problems":[{"field":"pitch","description":"too high"}]}`,
		Want: `{"kind":"invalid_input","status":400,"message":"no","fields":[{"path":"/pitch","message":"too high"}]}`,
	},
	{
		Name: "a list of files that failed", Dialect: httperr.Dialect{}, Status: 409,
		Body: `{"message":"no","files":[{"path":"bell.wav","message":"is locked"}]}`,
		Want: `{"kind":"conflict","message":"no"}`,
	},
	{
		Name: "a list of other things", Dialect: httperr.Dialect{}, Status: 400, Guessed: true,
		Body: `{"message":"no","links":[{"name":"help","description":"https://bells.example"}]}`,
		Want: `{"kind":"invalid_input","status":400,"message":"no"}`,
	},
	{
		Name: "a return code", Dialect: httperr.Dialect{}, Status: 200,
		Body: `{"retCode":10001,"retMsg":"the bell is stuck","result":{},"time":7}`,
		Want: `{"kind":"execution_failed","code":"10001","message":"the bell is stuck"}`,
	},
	{
		Name: "a return code of a success", Dialect: httperr.Dialect{}, Status: 200,
		Body: `{"retCode":0,"retMsg":"OK","result":{},"time":7,"title":"bells"}`,
	},
	{
		Name: "a name as param", Why: "express-validator: location is a part of the request",
		Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"errors":[{"msg":"is not a number","param":"times","location":"body"}]}`,
		Want: `{"kind":"invalid_input","status":400,"message":"is not a number","fields":[{"path":"/times","message":"is not a number"}]}`,
	},
	{
		Name: "a title that is a code", Why: "JSON:API: the title of an error does not change",
		Dialect: httperr.Dialect{}, Status: 401,
		Body: `{"errors":[{"status":401,"code":38192,"title":"Access token expired","detail":"no"}]}`,
		Want: `{"kind":"auth_expired","code":"38192","message":"no"}`,
	},
	{
		Name: "NestJS", Why: "the sentences say more than the reason phrase", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"statusCode":400,"error":"Bad Request","message":["name must be a string","pitch must be a number"]}`,
		Want: `{"kind":"invalid_input","status":400,"message":"name must be a string; pitch must be a number",` +
			`"fields":[{"path":"/name","message":"name must be a string"},{"path":"/pitch","message":"pitch must be a number"}]}`,
	},
	{
		Name: "FastAPI, a query", Why: "the part of the request is no part of the input", Dialect: httperr.Dialect{},
		Status: 422,
		Body:   `{"detail":[{"type":"int_parsing","loc":["query","limit"],"msg":"no"},{"type":"missing","loc":["body"],"msg":"none"},{"type":"missing","loc":["body","path"],"msg":"none"},{"type":"missing","loc":["query"],"msg":"none"},{"type":"missing","loc":["path","0"],"msg":"none"}]}`,
		Want:   `{"kind":"invalid_input","message":"no","fields":[{"path":"/limit","message":"no","rule":"int_parsing"},{"path":"","message":"none","rule":"missing"},{"path":"/path","message":"none","rule":"missing"},{"path":"/query","message":"none","rule":"missing"},{"path":"/path/0","message":"none","rule":"missing"}]}`,
	},
	{
		Name: "FastAPI, a body that is not JSON", Why: "the place is a character in it", Dialect: httperr.Dialect{}, Status: 422,
		Body: `{"detail":[{"type":"json_invalid","loc":["body",7],"msg":"JSON decode error"}]}`,
		Want: `{"kind":"invalid_input","message":"JSON decode error","fields":[{"path":"","message":"JSON decode error","rule":"json_invalid"}]}`,
	},
	{
		Name: "FastAPI, a member that is not JSON", Why: "it has a name", Dialect: httperr.Dialect{}, Status: 422,
		Body: `{"detail":[{"type":"json_invalid","loc":["body","settings"],"msg":"Invalid JSON"}]}`,
		Want: `{"kind":"invalid_input","message":"Invalid JSON","fields":[{"path":"/settings","message":"Invalid JSON","rule":"json_invalid"}]}`,
	},
	{
		Name: "lists in the error", Why: "each is of a member", Dialect: httperr.Dialect{}, Status: 422,
		Body: `{"error":{"message":"The given data was invalid.","validation":{"pitch":["The pitch field is required."]},"code":422}}`,
		Want: `{"kind":"invalid_input","message":"The given data was invalid.","fields":[{"path":"/pitch","message":"The pitch field is required."}]}`,
	},
	{
		Name: "a form", Why: "Symfony has the members that are valid, too", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"code":400,"message":"Validation Failed","errors":{"children":{"title":{},"tower":{"children":{"pitch":{"errors":["too high","odd"]},"name":{}}}}}}`,
		Want: `{"kind":"invalid_input","status":400,"message":"Validation Failed","fields":[{"path":"/tower/pitch","message":"too high"},{"path":"/tower/pitch","message":"odd"}]}`,
	},
	{
		Name: "a form without a member that is wrong", Why: "there is no field", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"code":400,"message":"Validation Failed","errors":{"errors":["This form should not contain extra fields."],"children":{"title":{}}}}`,
		Want: `{"kind":"invalid_input","status":400,"message":"This form should not contain extra fields."}`,
	},
	{
		Name: "an empty object beside a text", Why: "it is no form", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"message":"Invalid bell","errors":{"kind":"bell","meta":{}}}`,
		Want: `{"kind":"invalid_input","status":400,"message":"Invalid bell"}`,
	},
	{
		Name: "a tree of zod", Why: "it has properties", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"errors":{"errors":[],"properties":{"pitch":{"errors":["Invalid input: expected number"]}}}}`,
		Want: `{"kind":"invalid_input","status":400,"fields":[{"path":"/pitch","message":"Invalid input: expected number"}]}`,
	},
	{
		Name: "sentences beside a message", Why: "each names the member that it is under", Dialect: httperr.Dialect{}, Status: 422,
		Body: `{"message":"Validation error","bell_id":["The bell id field is required."],"pitch":["Pitch is odd.","Too high."],"bells":["A bell may be low."],"reasons":["There are reasons."]}`,
		Want: `{"kind":"invalid_input","message":"Validation error","fields":[{"path":"/bell_id","message":"The bell id field is required."},{"path":"/pitch","message":"Pitch is odd."},{"path":"/pitch","message":"Too high."}]}`,
	},
	{
		Name: "an error object of JSON:API without a list", Why: "its source names the member", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"code":"value-out-of-range","title":"value is out of range","detail":"55 is not between 0 and 45","source":{"pointer":"/pitch/0"},"meta":{"property":"bell.pitch[0]"}}`,
		Want: `{"kind":"invalid_input","code":"value-out-of-range","status":400,"message":"55 is not between 0 and 45","fields":[{"path":"/pitch/0","message":"55 is not between 0 and 45"}]}`,
	},
	{
		Name: "members in an extended message", Why: "the list is deeper", Dialect: httperr.Dialect{}, Status: 422,
		Body: `{"message":"Bad bell","extended_message":{"global_errors":[],"property_errors":{"pitch":["It is odd."]}}}`,
		Want: `{"kind":"invalid_input","message":"Bad bell","fields":[{"path":"/pitch","message":"It is odd."}]}`,
	},
	{
		Name: "a value that must not be", Why: "a sentence of a validator is about the input", Dialect: httperr.Dialect{}, Status: 200, Guessed: true,
		Body: `{"success":false,"message":"Tower.Name should not be null"}`,
		Want: `{"kind":"invalid_input","message":"Tower.Name should not be null"}`,
	},
	{
		Name: "names before sentences", Why: "a list of invalid members has both", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"message":"Invalid bell","invalid_fields":["pitch: must be a number","not a name: x","tower"]}`,
		Want: `{"kind":"invalid_input","status":400,"message":"Invalid bell","fields":[{"path":"/pitch","message":"must be a number"},{"path":"/tower","message":"Invalid bell"}]}`,
	},
	{
		Name: "errors of a member", Why: "e-conomic has objects where Symfony has texts", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"message":"Validation failed.","errors":{"bell":{"errors":[{"propertyName":"bell","errorMessage":"Too high.","errorCode":"B7"},{"errorMessage":"Odd."}]}}}`,
		Want: `{"kind":"invalid_input","status":400,"message":"Validation failed.","fields":[{"path":"/bell","message":"Too high.","rule":"B7"},{"path":"/bell","message":"Odd."}]}`,
	},
	{
		Name: "the name of a code", Why: "it names no member of the input", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"errors":[{"code":"40002","name":"BELL_FIELD_MISSING","message":"The request has no pitch."}]}`,
		Want: `{"kind":"invalid_input","code":"40002","status":400,"message":"The request has no pitch."}`,
	},
	{
		Name: "the name of a variable", Why: "there is no code beside it", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"errors":[{"name":"BELL_PITCH","message":"is required"}]}`,
		Want: `{"kind":"invalid_input","code":"BELL_PITCH","status":400,"message":"is required","fields":[{"path":"/BELL_PITCH","message":"is required"}]}`,
	},
	{
		Name: "violations in Portuguese", Why: "the standard of Pix", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"detail":"Sino inválido.","violacoes":[{"razao":"O sino não respeita o schema.","propriedade":"torre.sino"}]}`,
		Want: `{"kind":"invalid_input","status":400,"message":"Sino inválido.","fields":[{"path":"/torre/sino","message":"O sino não respeita o schema."}]}`,
	},
	{
		Name: "a member and what is wrong with it", Why: "the list beside it says more", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"error":"bad_request","error_description":"Invalid query.","error_field":"query","error_children":[{"error":"The pitch \"x\" is not known.","error_description":""}]}`,
		Want: `{"kind":"invalid_input","code":"bad_request","status":400,"message":"Invalid query.\nThe pitch \"x\" is not known.","fields":[{"path":"/query","message":"Invalid query."}]}`,
	},
	{
		Name: "a text of many lines", Why: "a parser says where", Dialect: httperr.Dialect{}, Status: 400,
		Header: golden.Header{"Content-Type": "text/plain"}, Body: "Error 400: Parse error:\nRING ?bell\n\nEncountered <EOF>\nat line 1",
		Want: `{"kind":"invalid_input","status":400,"message":"Error 400: Parse error:\nRING ?bell\n\nEncountered <EOF>\nat line 1"}`,
	},
	{
		Name: "a text of many lines with a trace", Why: "it is for who develops the server", Dialect: httperr.Dialect{}, Status: 400,
		Header: golden.Header{"Content-Type": "text/plain"}, Body: "It failed\nBellError: CANARY\n    at ring (/srv/ring.js:3:1)\n    at tower (/srv/t.js:4:1)",
		Want: `{"kind":"invalid_input","status":400}`,
	},
	{
		Name: "FastAPI behind an API, and a parameter", Why: "each names a member", Dialect: httperr.Dialect{}, Status: 422,
		Body: `{"message":{"detail":[{"loc":["body","pitch"],"msg":"none","type":"missing"}]},"param":"tower"}`,
		Want: `{"kind":"invalid_input","fields":[{"path":"/tower"},{"path":"/pitch","message":"none","rule":"missing"}]}`,
	},
	{
		Name: "a header that says that the token expired", Dialect: httperr.Dialect{}, Status: 401, Guessed: true,
		Header: golden.Header{"Www-Authenticate": `Bearer error="invalid_token", error_description="The token expired at noon"`},
		Want:   `{"kind":"auth_expired","message":"The token expired at noon"}`,
	},
	{
		Name: "a header with the description of RFC 6750", Why: "it does not say which", Dialect: httperr.Dialect{},
		Status: 401,
		Header: golden.Header{"Www-Authenticate": `Bearer error="invalid_token", error_description="The access token provided is expired, revoked, malformed, or invalid for other reasons"`},
		Want:   `{"kind":"unauthenticated","message":"The access token provided is expired, revoked, malformed, or invalid for other reasons"}`,
	},
	{
		Name: "Django REST framework, a member called message", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"message":["This may not be blank."],"email":["Enter an address."]}`,
		Want: `{"kind":"invalid_input","status":400,"fields":[{"path":"/message","message":"This may not be blank."},{"path":"/email","message":"Enter an address."}]}`,
	},
	{
		Name: "OpenAI, a parameter", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"error":{"message":"No.","type":"invalid_request_error","param":"input","code":null}}`,
		Want: `{"kind":"invalid_input","code":"invalid_request_error","status":400,"message":"No.","fields":[{"path":"/input","message":"No."}]}`,
	},
	{
		Name: "LiteLLM, no parameter", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"error":{"message":"No.","type":"invalid_request_error","param":"None","code":null}}`,
		Want: `{"kind":"invalid_input","code":"invalid_request_error","status":400,"message":"No.","fields":[{"path":"/None","message":"No."}]}`,
	},
	{
		Name: "OpenAI, a parameter and a code", Why: "the code says more", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"error":{"message":"No.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}`,
		Want: `{"kind":"too_large","code":"context_length_exceeded","message":"No."}`,
	},
	{
		Name: "EC2, a rule that is there", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"code":"InvalidPermission.Duplicate","message":"No."}`,
		Want: `{"kind":"conflict","code":"InvalidPermission.Duplicate","message":"No."}`,
	},
	{
		Name: "a limit of the plan", Why: "it ends with the month", Dialect: httperr.Dialect{}, Status: 429,
		Body: `{"code":"MONTHLY_REQUEST_LIMIT_REACHED","message":"No."}`,
		Want: `{"kind":"rate_limited","code":"MONTHLY_REQUEST_LIMIT_REACHED","message":"No.","retry":"after_action"}`,
	},
	{
		Name: "FluentValidation", Dialect: httperr.Dialect{}, Status: 400,
		Body: `[{"propertyName":"Pitch","errorMessage":"is too high","attemptedValue":9,"severity":"error","errorCode":"PitchValidator"}]`,
		Want: `{"kind":"invalid_input","status":400,"message":"is too high","fields":[{"path":"/Pitch","message":"is too high","rule":"PitchValidator"}]}`,
	},
	{
		Name: "zod, flattened", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"error":{"formErrors":[],"fieldErrors":{"pitch":["is required"]}}}`,
		Want: `{"kind":"invalid_input","status":400,"fields":[{"path":"/pitch","message":"is required"}]}`,
	},
	{
		Name: "zod, in a message", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"error":{"name":"ZodError","message":"[{\"code\":\"invalid_type\",\"path\":[\"pitch\"],\"message\":\"is required\"}]"}}`,
		Want: `{"kind":"invalid_input","code":"ZodError","status":400,"message":"[{\"code\":\"invalid_type\",\"path\":[\"pitch\"],\"message\":\"is required\"}]","fields":[{"path":"/pitch","message":"is required","rule":"invalid_type"}]}`,
	},
	{
		Name: "the class of an error", Why: "a name that is not a member of the input: Payload",
		Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"errors":[{"name":"ValidationError","message":"no","data":{"errors":[{"path":"pitch","message":"is required"}]}}]}`,
		Want: `{"kind":"invalid_input","code":"ValidationError","status":400,"message":"no","fields":[{"path":"/pitch","message":"is required"}]}`,
	},
	{
		Name: "a general code and a more exact one", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"error":"Bad Request","code":"BAD_REQUEST","reason":"NAME_TAKEN","message":"no"}`,
		Want: `{"kind":"conflict","code":"NAME_TAKEN","message":"no"}`,
	},
	{
		Name: "a general code and a class", Why: "a class is no more exact", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"errorCode":"INVALID_REQUEST","type":"Validation","message":"no"}`,
		Want: `{"kind":"invalid_input","code":"Validation","status":400,"message":"no"}`,
	},
	{
		Name: "a general code of OAuth and a more exact one", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"error":"invalid_request","error_code":"otp_expired","error_description":"no"}`,
		Want: `{"kind":"auth_expired","code":"otp_expired","message":"no"}`,
	},
	{
		Name: "credentials that expired", Dialect: httperr.Dialect{}, Status: 401,
		Body: `{"code":"UNAUTHENTICATED","reason":"SESSION_EXPIRED","message":"no"}`,
		Want: `{"kind":"auth_expired","code":"SESSION_EXPIRED","message":"no"}`,
	},
	{
		Name: "a fault of the server and a code of the caller", Dialect: httperr.Dialect{}, Status: 500,
		Body: `{"code":"INTERNAL_ERROR","reason":"NAME_TAKEN","message":"no"}`,
		Want: `{"kind":"internal","code":"INTERNAL_ERROR","message":"no"}`,
	},
	{
		Name: "a code in a header", Why: "the body is empty", Dialect: httperr.Dialect{}, Status: 400,
		Header: golden.Header{"X-Ms-Error-Code": "BellAlreadyExists"},
		Body:   ``,
		Want:   `{"kind":"conflict","code":"BellAlreadyExists"}`, Evidence: "X-Ms-Error-Code BellAlreadyExists",
	},
	{
		Name: "a header with a code that does not agree", Dialect: httperr.Dialect{}, Status: 404,
		Header: golden.Header{"X-Error-Code": "BellAlreadyExists"},
		Body:   `no bell`,
		Want:   `{"kind":"not_found","message":"no bell"}`,
	},
	{
		Name: "a message that is a code", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"message":"BELL_NAME_EXISTS : ring another one","time":7}`,
		Want: `{"kind":"conflict","code":"BELL_NAME_EXISTS","message":"BELL_NAME_EXISTS : ring another one"}`,
	},
	{
		Name: "AWS AppSync", Why: "the caller is known", Dialect: httperr.Dialect{}, Status: 200,
		Body: `{"data":{"bell":null},"errors":[{"path":["bell"],"errorType":"Unauthorized","errorInfo":null,"message":"no"}]}`,
		Want: `{"kind":"permission_denied","code":"Unauthorized","message":"no"}`,
	},
	{
		Name: "class-validator", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"message":"no","errors":[{"property":"pitch","children":[],"constraints":{"isInt":"is not a number"}},{"property":"tower","children":[{"property":"name","constraints":{"isString":"is not a text"}}]}]}`,
		Want: `{"kind":"invalid_input","status":400,"message":"no","fields":[{"path":"/pitch","message":"is not a number","rule":"isInt"},{"path":"/tower/name","message":"is not a text","rule":"isString"}]}`,
	},
	{
		Name: "Ajv", Why: "the path is one of an object", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"message":"no","errors":[{"instancePath":"/bell","keyword":"required","params":{"missingProperty":"pitch"},"message":"is required"}]}`,
		Want: `{"kind":"invalid_input","status":400,"message":"is required","fields":[{"path":"/bell/pitch","message":"is required","rule":"required"}]}`,
	},
	{
		Name: "names to lists of objects in details", Why: "Zendesk", Dialect: httperr.Dialect{}, Status: 422,
		Body: `{"error":"RecordInvalid","description":"no","details":{"pitch":[{"description":"is too high","error":"TooHigh"}]}}`,
		Want: `{"kind":"invalid_input","code":"RecordInvalid","message":"no","fields":[{"path":"/pitch","message":"is too high"}]}`,
	},
	{
		Name: "names to values in details", Dialect: httperr.Dialect{}, Status: 400, Guessed: true,
		Body: `{"message":"no","details":{"allowed":["high","low"]}}`,
		Want: `{"kind":"invalid_input","status":400,"message":"no"}`,
	},
	{
		Name: "names to sentences in data", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"error_code":"ERR_7","message":"no","data":{"pitch":["is too high"]}}`,
		Want: `{"kind":"invalid_input","code":"ERR_7","status":400,"message":"no","fields":[{"path":"/pitch","message":"is too high"}]}`,
	},
	{
		Name: "names to values in data", Dialect: httperr.Dialect{}, Status: 400, Guessed: true,
		Body: `{"error_code":"ERR_7","message":"no","data":{"ids":["7","8"]}}`,
		Want: `{"kind":"invalid_input","code":"ERR_7","status":400,"message":"no"}`,
	},
	{
		Name: "a list of names", Why: "Salesforce", Dialect: httperr.Dialect{}, Status: 400,
		Body: `[{"message":"is missing","errorCode":"REQUIRED_FIELD_MISSING","fields":["Pitch","Name"]}]`,
		Want: `{"kind":"invalid_input","code":"REQUIRED_FIELD_MISSING","status":400,"message":"is missing","fields":[{"path":"/Pitch","message":"is missing"},{"path":"/Name","message":"is missing"}]}`,
	},
	{
		Name: "a name in meta", Why: "Twirp", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"code":"invalid_argument","msg":"is too high","meta":{"argument":"pitch"}}`,
		Want: `{"kind":"invalid_input","code":"invalid_argument","status":400,"message":"is too high","fields":[{"path":"/pitch","message":"is too high"}]}`,
	},
	{
		Name: "Yup", Why: "a path of the input, not of the request", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"name":"ValidationError","path":"pitch","message":"is too high","errors":["is too high"]}`,
		Want: `{"kind":"invalid_input","code":"ValidationError","status":400,"message":"is too high","fields":[{"path":"/pitch","message":"is too high"}]}`,
	},
	{
		Name: "zod in a list of parts", Dialect: httperr.Dialect{}, Status: 400,
		Body: `[{"type":"Body","errors":{"name":"ZodError","issues":[{"code":"invalid_type","path":["pitch"],"message":"is required"}]}}]`,
		Want: `{"kind":"invalid_input","code":"ZodError","status":400,"fields":[{"path":"/pitch","message":"is required","rule":"invalid_type"}]}`,
	},
	{
		Name: "lists of texts in a list of fields", Dialect: httperr.Dialect{}, Status: 422,
		Body: `{"message":"no","errors":[{"field":".pitch","errors":["is too high"]}]}`,
		Want: `{"kind":"invalid_input","message":"is too high","fields":[{"path":"/pitch","message":"is too high"}]}`,
	},
	{
		Name: "a delay in the error", Why: "Dropbox", Dialect: httperr.Dialect{}, Status: 429,
		Body: `{"error_summary":"too_many_requests/..","error":{"reason":{".tag":"too_many_requests"},"retry_after":9}}`,
		Want: `{"kind":"rate_limited","code":"too_many_requests","message":"too_many_requests/..","retry_after_ms":9000}`,
	},
	{
		Name: "a name with that of 401 with 403", Why: "the caller is known", Dialect: httperr.Dialect{}, Status: 403,
		Body: `{"code":"UNAUTHORIZED_BELL","message":"no"}`,
		Want: `{"kind":"permission_denied","code":"UNAUTHORIZED_BELL","message":"no"}`,
	},
	{
		Name: "a delay in milliseconds", Dialect: httperr.Dialect{}, Status: 423,
		Body: `{"type":"resource_locked_error","message":"no","retryable":true,"backoff_ms":1500}`,
		Want: `{"kind":"conflict","code":"resource_locked_error","status":423,"message":"no","retry":"allowed","retry_after_ms":1500}`,
	},
	{
		Name: "class-validator, deep", Why: "each place is below that of the parent, as far as errors are read",
		Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"message":[{"property":"a","children":[{"property":"b","children":[{"property":"c","children":[{"property":"d","constraints":{"isInt":"d must be an integer number"}}]}]}]}],"error":"Bad Request"}`,
		Want: `{"kind":"invalid_input","status":400,"message":"Bad Request","fields":[{"path":"/a/b/c/d","message":"d must be an integer number","rule":"isInt"}]}`,
	},
	{
		Name: "Valibot", Why: "a path of objects", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"issues":[{"kind":"validation","type":"max_value","message":"is too high","path":[{"type":"array","key":0,"value":9},{"type":"object","key":"pitch","value":9}]}]}`,
		Want: `{"kind":"invalid_input","status":400,"fields":[{"path":"/0/pitch","message":"is too high"}]}`,
	},
	{
		Name: "a tree of members", Why: "marshmallow", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"errors":{"bells":{"0":{"pitch":["is too high"]}}}}`,
		Want: `{"kind":"invalid_input","status":400,"fields":[{"path":"/bells/0/pitch","message":"is too high"}]}`,
	},
	{
		Name: "a tree of members without a name", Why: "Django REST framework", Dialect: httperr.Dialect{},
		Status: 400,
		Body:   `{"tower":{"name":["is too long"]},"bells":[{},{"pitch":["is too high"]}]}`,
		Want:   `{"kind":"invalid_input","status":400,"fields":[{"path":"/tower/name","message":"is too long"},{"path":"/bells/1/pitch","message":"is too high"}]}`,
	},
	{
		Name: "all members of an item together", Why: "Django REST framework, marshmallow", Dialect: httperr.Dialect{},
		Status: 400,
		Body:   `{"errors":{"bells":[{},{"non_field_errors":["no such pair"]}],"_schema":["is too much"]}}`,
		Want:   `{"kind":"invalid_input","status":400,"fields":[{"path":"/bells/1","message":"no such pair"},{"path":"","message":"is too much"}]}`,
	},
	{
		Name: "a tree of members with lists of their own", Why: "zod, format", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"_errors":["no such pair"],"tower":{"_errors":["Required"]},"bells":{"_errors":[],"0":{"_errors":[],"pitch":{"_errors":["is too high"]}}}}`,
		Want: `{"kind":"invalid_input","status":400,"fields":[{"path":"","message":"no such pair"},{"path":"/tower","message":"Required"},{"path":"/bells/0/pitch","message":"is too high"}]}`,
	},
	{
		Name: "a tree of members with lists of their own, in the error", Why: "zod, format", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"error":{"_errors":[],"tower":{"_errors":["Required"]}}}`,
		Want: `{"kind":"invalid_input","status":400,"fields":[{"path":"/tower","message":"Required"}]}`,
	},
	{
		Name: "sentences about properties that should not exist", Why: "class-validator, forbidNonWhitelisted",
		Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"statusCode":400,"message":["property color should not exist","bells.1.property color should not exist","bells.0.pitch must not be less than 1","property must be a string"],"error":"Bad Request"}`,
		Want: `{"kind":"invalid_input","status":400,"message":"property color should not exist; bells.1.property color should not exist; bells.0.pitch must not be less than 1; property must be a string",` +
			`"fields":[{"path":"/color","message":"property color should not exist"},{"path":"/bells/1/color","message":"bells.1.property color should not exist"},` +
			`{"path":"/bells/0/pitch","message":"bells.0.pitch must not be less than 1"},{"path":"/property","message":"property must be a string"}]}`,
	},
	{
		Name: "Spring Boot 3.5", Why: "each error is the cause of another", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"timestamp":"2026-12-01T12:00:00.000+00:00","status":400,"error":"Bad Request","message":"Validation failed for object='ring'. Error count: 2","errors":[` +
			`{"cause":{"objectName":"ring","field":"bells[0].pitch","rejectedValue":0,"codes":["Min"],"arguments":[1],"defaultMessage":"must be greater than or equal to 1","bindingFailure":false,"code":"Min"},"arguments":[1],"codes":["Min"],"defaultMessage":"must be greater than or equal to 1"},` +
			`{"cause":{"objectName":"ring","codes":["Pair"],"arguments":null,"defaultMessage":"no such pair","code":"Pair"},"arguments":null,"codes":["Pair"],"defaultMessage":"no such pair"}],"path":"/ring"}`,
		Want: `{"kind":"invalid_input","status":400,"message":"Validation failed for object='ring'. Error count: 2","fields":[{"path":"/bells/0/pitch","message":"must be greater than or equal to 1","rule":"Min"},{"path":"","message":"no such pair","rule":"Pair"}]}`,
	},
	{
		Name: "a fault of the whole object", Why: "Spring Boot before 3.5", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"timestamp":"2026-12-01T12:00:00.000+00:00","status":400,"error":"Bad Request","errors":[` +
			`{"objectName":"ring","field":"pitch","defaultMessage":"must be greater than or equal to 1","code":"Min"},{"objectName":"ring","defaultMessage":"no such pair","code":"Pair"}],"path":"/ring"}`,
		Want: `{"kind":"invalid_input","status":400,"message":"Bad Request","fields":[{"path":"/pitch","message":"must be greater than or equal to 1","rule":"Min"},{"path":"","message":"no such pair","rule":"Pair"}]}`,
	},
	{
		Name: "a member of the input with the name of an error", Why: "Discord", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"code":50035,"message":"Invalid Form Body","errors":{"error":{"_errors":[{"code":"REQUIRED","message":"is required"}]}}}`,
		Want: `{"kind":"invalid_input","code":"50035","status":400,"message":"Invalid Form Body","fields":[{"path":"/error","message":"is required","rule":"REQUIRED"}]}`,
	},
	{
		Name: "a rule without a text in a list of its own", Why: "what else it has is no text about the input", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"code":50035,"message":"Invalid Form Body","errors":{"a":{"_errors":[{"code":"REQUIRED","args":["hunter2 hunter3"]}]}}}`,
		Want: `{"kind":"invalid_input","code":"50035","status":400,"message":"Invalid Form Body","fields":[{"path":"/a","rule":"REQUIRED"}]}`,
	},
	{
		Name: "objects that failed", Why: "they are not of the input, as those of Spring, which have a defaultMessage",
		Dialect: httperr.Dialect{}, Status: 400, Guessed: true,
		Body: `{"errors":[{"objectName":"bell.png","message":"Internal error"}]}`,
		Want: `{"kind":"invalid_input","status":400,"message":"Internal error"}`,
	},
	{
		Name: "a tree of values", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"tower":{"names":["north"]}}`,
		Want: `{"kind":"invalid_input","status":400}`,
	},
	{
		Name: "a code that says no more than that, and a class", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"type":"validation_error","code":"invalid","detail":"is too high","attr":"pitch"}`,
		Want: `{"kind":"invalid_input","code":"validation_error","status":400,"message":"is too high","fields":[{"path":"/pitch","message":"is too high"}]}`,
	},
	{
		Name: "a status of one server, and a code", Dialect: httperr.Dialect{}, Status: 430,
		Body: `{"error":"rate_limit","error_description":"slow"}`,
		Want: `{"kind":"rate_limited","code":"rate_limit","message":"slow"}`,
	},
	{
		Name: "a code in an error of an application", Why: "Wix", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"message":"no","details":{"applicationError":{"code":"BELL_ALREADY_EXISTS","description":"taken"}}}`,
		Want: `{"kind":"conflict","code":"BELL_ALREADY_EXISTS","message":"no"}`,
	},
	{
		Name: "OCS", Dialect: httperr.Dialect{}, Status: 200,
		Body: `{"ocs":{"meta":{"status":"failure","statuscode":404,"message":"no bell","totalitems":""},"data":[]}}`,
		Want: `{"kind":"not_found","message":"no bell"}`,
	},
	{
		Name: "HAL", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"message":"no","_embedded":{"errors":[{"path":"bell.pitch","message":"too high"}]}}`,
		Want: `{"kind":"invalid_input","status":400,"message":"no","fields":[{"path":"/bell/pitch","message":"too high"}]}`,
	},
	{
		Name: "only members of errors, a code", Why: "no HTTP status", Dialect: httperr.Dialect{},
		Body: `{"err_code":"INVALID_AUTH","err_msg":"no","request_id":"7f"}`,
		Want: `{"kind":"unauthenticated","code":"INVALID_AUTH","message":"no"}`,
	},
	{
		Name: "only members of errors, a status", Why: "no HTTP status", Dialect: httperr.Dialect{},
		Body: `{"message":"no bell","details":{},"code":1002,"http_response":{"message":"no","code":404}}`,
		Want: `{"kind":"not_found","code":"1002","message":"no bell"}`,
	},
	{
		Name: "only members of errors, a failure", Why: "no HTTP status", Dialect: httperr.Dialect{},
		Body: `{"errcode":40013,"errmsg":"the bell is stuck"}`,
		Want: `{"kind":"execution_failed","code":"40013","message":"the bell is stuck"}`,
	},
	{
		Name: "only members of errors, in an envelope with an id", Why: "no HTTP status", Dialect: httperr.Dialect{},
		Body: `{"id":7,"result":{"error":"actNotFound","error_code":19,"error_message":"no account","status":"error"}}`,
		Want: `{"kind":"not_found","code":"actNotFound","message":"no account"}`,
	},
	{
		Name: "only members of errors, a number and an error", Why: "no HTTP status", Dialect: httperr.Dialect{},
		Status: 200,
		Body:   `{"code":99991663,"msg":"the bell is stuck","error":{"log_id":"7f"}}`,
		Want:   `{"kind":"unauthenticated","code":"99991663","message":"the bell is stuck","ref":"7f"}`,
	},
	{
		Name: "a number and an empty error", Dialect: httperr.Dialect{}, Status: 200,
		Body: `{"code":1,"msg":"success","error":{},"title":"bells"}`,
	},
	{
		Name: "a code in a response that created something", Dialect: httperr.Dialect{}, Status: 201,
		Body: `{"code":"INVALID_NOTE_7","message":"Remember the bell","title":"Bell"}`,
	},
	{
		Name: "the name of an error in an envelope", Why: "no HTTP status", Dialect: httperr.Dialect{},
		Body: `{"error":{"name":"bellNotFoundError","message":"no bell"}}`,
		Want: `{"kind":"not_found","code":"bellNotFoundError","message":"no bell"}`,
	},
	{
		Name: "an envelope with capitals", Why: "no HTTP status; Tencent Cloud", Dialect: httperr.Dialect{},
		Body: `{"Response":{"Error":{"Code":"AuthFailure.SecretIdNotFound","Message":"no"},"RequestId":"7f"}}`,
		Want: `{"kind":"unauthenticated","code":"AuthFailure.SecretIdNotFound","message":"no"}`,
	},
	{
		Name: "empty members", Why: "the HTTP status of an error in the body", Dialect: httperr.Dialect{}, Status: 200,
		Body: `{"status":401,"body":{},"error":"no"}`,
		Want: `{"kind":"unauthenticated","message":"no"}`,
	},
	{
		Name: "a resource with the error of a delivery", Dialect: httperr.Dialect{}, Status: 200,
		Body: `{"sid":"SM7","status":"undelivered","error_code":30003,"error_message":"Unreachable","title":"ding"}`,
	},
	{
		Name: "a code of success", Dialect: httperr.Dialect{}, Status: 200,
		Body: `{"errcode":0,"errmsg":"ok","title":"bells"}`,
	},
	{
		Name: "a member that errors do not have", Why: "a resource that failed", Dialect: httperr.Dialect{},
		Status: 200,
		Body:   `{"title":"ring","amount":5,"error":{"code":"BELL_NOT_FOUND","message":"no bell"}}`,
	},
	{
		Name: "a problem", Dialect: httperr.Dialect{}, Status: 409,
		Body: `{"type":"about:blank","title":"Conflict","status":409,"detail":"taken"}`,
		Want: `{"kind":"conflict","message":"taken"}`,
	},
	{
		Name: "a number that is called ret", Why: "no HTTP status", Dialect: httperr.Dialect{}, Status: 200,
		Body: `{"ret":-1,"msg":"the bell is stuck"}`,
		Want: `{"kind":"execution_failed","code":"-1","message":"the bell is stuck"}`,
	},
	{
		Name: "sentences beside a reason phrase", Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"error":"Bad Request","message":["bell must be a string","times must be a number"]}`,
		Want: `{"kind":"invalid_input","status":400,"message":"bell must be a string; times must be a number","fields":[` +
			`{"path":"/bell","message":"bell must be a string"},{"path":"/times","message":"times must be a number"}]}`,
	},
	{
		Name: "a missing property in the words of a validator", Why: "it is about the input, and nothing was looked for",
		Dialect: httperr.Dialect{}, Status: 400,
		Body: `{"error":"$: required property 'bell' not found"}`,
		Want: `{"kind":"invalid_input","status":400,"message":"$: required property 'bell' not found","fields":[` +
			`{"path":"/bell","message":"is required","rule":"required"}]}`,
	},
	{
		Name: "members in an error", Dialect: httperr.Dialect{}, Status: 422,
		Body: `{"error":{"bell":["can't be blank"]}}`,
		Want: `{"kind":"invalid_input","fields":[{"path":"/bell","message":"can't be blank"}]}`,
	},
	{
		Name: "a record of a log", Dialect: httperr.Dialect{}, Status: 200,
		Body: `{"level":50,"time":1,"error":{"type":"Error","message":"boom"},"title":"ring"}`,
	},
}

func TestDocuments(t *testing.T) { golden.Documents(t, documents) }

func FuzzDecode(f *testing.F) { golden.Fuzz(f, httperr.Dialect{}, documents) }

// XML of a known API and a text are documents of the dialect, which a JSON fault would deny.
func TestEvidenceOfTexts(t *testing.T) {
	for body, noted := range map[string]bool{
		"<Error><Code>NoSuchKey</Code><Message>No bell.</Message></Error>": false,
		"The tower is closed.": false,
		"":                     false,
		` {"message":"No be`:   true,
	} {
		doc := dialect.Document{Dialect: httperr.Dialect{}, Status: 404, Body: []byte(body)}
		e, err := (&dialect.Codec{}).Decode(doc)
		require.NoError(t, err)
		require.Equal(t, noted, strings.Contains(strings.Join(e.Peer.Evidence, "\n"), "not a document"), body)
	}
}

// What no rule used counts as lost, also where only the status determined the kind.
func TestUnread(t *testing.T) {
	for body, want := range map[string][]string{
		`{"message":"no such bell","bell":"7"}`:                          {"/bell"},
		`{"message":"no such bell","bell":7,"tower":true}`:               {"/bell", "/tower"},
		`{"error":"no such bell","password":"hunter2","bells":[1,{}]}`:   {"/password", "/bells"},
		`{"status":404,"error":"Not Found","message":"no","path":"/x"}`:  {"/path"},
		`{"errors":[{"message":"no such bell","line":3}],"trace":"abc"}`: {"/errors/0/line", "/trace"},
	} {
		c := &dialect.Codec{Unread: true}
		e, err := c.Decode(dialect.Document{Dialect: httperr.Dialect{}, Status: 404, Body: []byte(body)})
		require.NoError(t, err)
		require.Equal(t, want, e.Peer.Unread, body)
	}
}
