package problem_test

import (
	"testing"

	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/lab/golden"
)

// What HTTP servers send as problem details.
var documents = []golden.Document{
	{
		Name: "a code of another server", Dialect: problem.Dialect{}, Status: 401,
		Body: `{"type":"https://bells.example/errors/no-ring","title":"Signed out","status":401,"detail":"no","code":"token_expired"}`,
		Want: `{"kind":"auth_expired","code":"token_expired","message":"no","doc_url":"https://bells.example/errors/no-ring"}`,
	},
	{
		Name: "a type of another server", Why: "which agrees with the status", Dialect: problem.Dialect{}, Status: 400,
		Body: `{"type":"https://bells.example/errors/bell-validation-failed","title":"Bell","status":400,"detail":"no"}`,
		Want: `{"kind":"invalid_input","code":"bell-validation-failed","status":400,"message":"no","doc_url":"https://bells.example/errors/bell-validation-failed"}`,
	},
	{
		Name: "a cause", Why: "the code of 3GPP TS 29.571", Dialect: problem.Dialect{}, Status: 404,
		Body: `{"title":"Bell not found","status":404,"cause":"BELL_NOT_FOUND"}`,
		Want: `{"kind":"not_found","code":"BELL_NOT_FOUND","message":"Bell not found"}`,
	},
	{
		Name: "a cause that is no code", Why: "it is a detail", Dialect: problem.Dialect{}, Status: 404,
		Body: `{"title":"Bell not found","status":404,"cause":"BellError"}`,
		Want: `{"kind":"not_found","message":"Bell not found","details":{"cause":"BellError"}}`,
	},
	{
		Name: "a title that is a code", Dialect: problem.Dialect{}, Status: 400,
		Body: `{"title":"Missing parameter","description":"The parameter is not there."}`,
		Want: `{"kind":"invalid_input","status":400,"message":"Missing parameter","details":{"description":"The parameter is not there."}}`,
	},
	{
		Name: "a type that contradicts the status", Dialect: problem.Dialect{}, Status: 409,
		Body: `{"type":"https://bells.example/errors/validation-failed","title":"Bell","status":409,"detail":"no"}`,
		Want: `{"kind":"conflict","code":"validation-failed","message":"no","doc_url":"https://bells.example/errors/validation-failed"}`,
	},
	{
		Name: "messages with names", Why: "CodeIgniter", Dialect: problem.Dialect{}, Status: 400,
		Body: `{"status":400,"error":400,"messages":{"times":"is not a number"}}`,
		Want: `{"kind":"invalid_input","status":400,"fields":[{"path":"/times","message":"is not a number"}],"details":{"error":400,"messages":{"times":"is not a number"}}}`,
	},
	{
		Name: "a message without a name", Why: "CodeIgniter", Dialect: problem.Dialect{}, Status: 400,
		Body: `{"status":400,"error":400,"messages":{"error":"no"}}`,
		Want: `{"kind":"invalid_input","status":400,"details":{"error":400,"messages":{"error":"no"}}}`,
	},
	{
		Name: "about:blank", Dialect: problem.Dialect{}, Status: 429, Header: golden.Header{"Retry-After": "3"},
		Body: `{"type":"about:blank","title":"Too Many Requests","status":429}`,
		Want: `{"kind":"rate_limited","retry_after_ms":3000}`,
	},
	{
		Name: "a type that is a kind", Why: "the type says more than the status", Dialect: problem.Dialect{},
		Status: 500,
		Body:   `{"type":"https://example.com/problems/not-found","title":"Gone fishing","status":500}`,
		Want:   `{"kind":"not_found","message":"Gone fishing"}`,
	},
	{
		Name: "status in a string", Dialect: problem.Dialect{},
		Body: `{"title":"Nope","status":"409"}`,
		Want: `{"kind":"conflict","message":"Nope"}`,
	},
	{
		Name: "status of the header", Dialect: problem.Dialect{}, Status: 503,
		Body: `{"title":"Nope","detail":"Busy"}`,
		Want: `{"kind":"unavailable","message":"Busy"}`,
	},
	{
		Name: "two statuses", Dialect: problem.Dialect{}, Status: 500,
		Evidence: "conflict: status is 404, HTTP has 500",
		Body:     `{"title":"Nope","status":404}`,
		Want:     `{"kind":"internal","message":"Nope"}`,
	},
	{
		Name: "status of a success", Dialect: problem.Dialect{},
		Body: `{"type":"about:blank","title":"OK","status":200}`,
	},
	{
		Name: "a post", Why: "a title alone is no sign of an error", Dialect: problem.Dialect{}, Status: 200,
		Body: `{"title":"My post","id":7}`,
	},
	{
		Name: "a success that says its kind", Dialect: problem.Dialect{}, Status: 200,
		Body: `{"title":"Nope","kind":"conflict"}`,
		Want: `{"kind":"conflict","message":"Nope"}`,
	},
	{
		Name: "a success with what is invalid", Dialect: problem.Dialect{}, Status: 200,
		Evidence: "a list of invalid members",
		Body:     `{"title":"Nope","errors":[{"detail":"must be odd","pointer":"#/a"}]}`,
		Want:     `{"kind":"invalid_input","message":"Nope","fields":[{"path":"/a","message":"must be odd"}]}`,
	},
	{
		Name: "a success that carries an error", Why: "the members of the protocol say that it is a success",
		Dialect: problem.Dialect{}, Status: 200,
		Body: `{"title":"Nope","toolerr":{"kind":"conflict","message":"Nope"}}`,
	},
	{
		Name: "a success of the media type", Dialect: problem.Dialect{}, Status: 200,
		Header: golden.Header{"Content-Type": "application/problem+json"}, Evidence: "no error has the status 200",
		Body: `{"title":"Nope"}`,
		Want: `{"kind":"unknown","message":"Nope"}`,
	},
	{
		Name: "a status of a success in a failure", Dialect: problem.Dialect{}, Status: 503,
		Evidence: "conflict: status is 200, HTTP has 503",
		Body:     `{"title":"Nope","status":200}`,
		Want:     `{"kind":"unavailable","message":"Nope"}`,
	},
	{
		Name: "a redirect", Dialect: problem.Dialect{}, Evidence: "no error has the status 302",
		Body: `{"title":"Nope","status":302}`,
		Want: `{"kind":"unknown","message":"Nope"}`,
	},
	{
		Name: "a type alone", Dialect: problem.Dialect{},
		Body: `{"type":"https://example.com/problems/out-of-credit"}`,
		Want: `{"kind":"unknown","code":"out-of-credit","doc_url":"https://example.com/problems/out-of-credit"}`,
	},
	{
		Name: "what is invalid, without a status", Why: "the example of RFC 9457 §3", Dialect: problem.Dialect{},
		Evidence: "a list of invalid members",
		Body:     `{"type":"https://example.net/validation-error","title":"Your request is not valid.","errors":[{"detail":"must be a positive integer","pointer":"#/age"},{"detail":"must be 'green', 'red' or 'blue'","pointer":"#/profile/color"}]}`,
		Want:     `{"kind":"invalid_input","code":"validation-error","message":"Your request is not valid.","doc_url":"https://example.net/validation-error","fields":[{"path":"/age","message":"must be a positive integer"},{"path":"/profile/color","message":"must be 'green', 'red' or 'blue'"}]}`,
	},
	{
		Name: "ASP.NET, paths", Dialect: problem.Dialect{}, Status: 400,
		Body: `{"title":"Bad","status":400,"errors":{"$.age":["must be a number"],"Items[0].Sku":["is required"]}}`,
		Want: `{"kind":"invalid_input","status":400,"message":"Bad","fields":[{"path":"/age","message":"must be a number"},{"path":"/Items/0/Sku","message":"is required"}]}`,
	},
	{
		Name: "Spring", Dialect: problem.Dialect{}, Status: 400,
		Body: `{"title":"Bad","status":400,"errors":[{"field":"items[0].sku","defaultMessage":"must not be blank","rejectedValue":"","code":"NotBlank"}]}`,
		Want: `{"kind":"invalid_input","status":400,"message":"Bad","fields":[{"path":"/items/0/sku","message":"must not be blank","rule":"NotBlank"}]}`,
	},
	{
		Name: "FastAPI inside a problem", Dialect: problem.Dialect{}, Status: 422,
		Body: `{"title":"Bad","status":422,"errors":[{"type":"missing","loc":["body","items",0,"sku"],"msg":"Field required"}]}`,
		Want: `{"kind":"invalid_input","message":"Bad","fields":[{"path":"/items/0/sku","message":"Field required","rule":"missing"}]}`,
	},
	{
		Name: "FastAPI's detail inside a problem", Dialect: problem.Dialect{}, Status: 422,
		Body: `{"title":"Bad","status":422,"detail":[{"type":"missing","loc":["body","sku"],"msg":"Field required"}]}`,
		Want: `{"kind":"invalid_input","message":"Bad","fields":[{"path":"/sku","message":"Field required","rule":"missing"}]}`,
	},
	{
		Name: "a status with a fraction", Dialect: problem.Dialect{},
		Evidence: "/status: want an integer, got number, ignored",
		Body:     `{"title":"Bad","status":404.5}`,
		Want:     `{"kind":"unknown","message":"Bad"}`,
	},
	{
		Name: "no status", Dialect: problem.Dialect{},
		Body: `{"title":"Nope"}`,
		Want: `{"kind":"unknown","message":"Nope"}`,
	},
	{
		Name: "ASP.NET", Why: "400 says little; the list of errors says more", Dialect: problem.Dialect{}, Status: 400,
		Body: `{"type":"https://tools.ietf.org/html/rfc9110#section-15.5.1","title":"One or more validation errors occurred.","status":400,"errors":{"Times":["must be 1 or more","must be odd"]},"traceId":"00-1"}`,
		Want: `{"kind":"invalid_input","status":400,"message":"One or more validation errors occurred.","doc_url":"https://tools.ietf.org/html/rfc9110#section-15.5.1","fields":[{"path":"/Times","message":"must be 1 or more"},{"path":"/Times","message":"must be odd"}],"details":{"traceId":"00-1"}}`,
	},
	{
		Name: "invalid-params", Dialect: problem.Dialect{}, Status: 422,
		Body: `{"type":"https://example.net/validation-error","title":"Not valid","status":422,"invalid-params":[{"name":"age","reason":"must be positive"}]}`,
		Want: `{"kind":"invalid_input","code":"validation-error","message":"Not valid","doc_url":"https://example.net/validation-error","fields":[{"path":"/age","message":"must be positive"}]}`,
	},
	{
		Name: "pointers", Dialect: problem.Dialect{}, Status: 422,
		Body: `{"title":"Bad","status":422,"errors":[{"detail":"must be odd","pointer":"#/items/0/a%20b"},"and more"]}`,
		Want: `{"kind":"invalid_input","message":"Bad","fields":[{"path":"/items/0/a b","message":"must be odd"},{"path":"","message":"and more"}]}`,
	},
	{
		Name: "FastAPI", Dialect: problem.Dialect{}, Status: 405,
		Body: `{"detail":"Method Not Allowed"}`,
		Want: `{"kind":"method_not_allowed","message":"Method Not Allowed"}`,
	},
}

func TestDocuments(t *testing.T) { golden.Documents(t, documents) }

func FuzzDecode(f *testing.F) { golden.Fuzz(f, problem.Dialect{}, documents) }
