package all_test

import (
	"github.com/toolerr/toolerr/dialect/problem"
)

// What HTTP servers send as problem details.
var realProblem = []real{
	{
		name: "about:blank", dialect: problem.Dialect{}, status: 429, header: header{"Retry-After": "3"},
		body: `{"type":"about:blank","title":"Too Many Requests","status":429}`,
		want: `{"kind":"rate_limited","retry_after_ms":3000}`,
	},
	{
		name: "a type that is a kind", why: "the type says more than the status", dialect: problem.Dialect{}, status: 500,
		body: `{"type":"https://example.com/problems/not-found","title":"Gone fishing","status":500}`,
		want: `{"kind":"not_found","message":"Gone fishing"}`,
	},
	{
		name: "status in a string", dialect: problem.Dialect{},
		body: `{"title":"Nope","status":"409"}`,
		want: `{"kind":"conflict","message":"Nope"}`,
	},
	{
		name: "status of the header", dialect: problem.Dialect{}, status: 503,
		body: `{"title":"Nope","detail":"Busy"}`,
		want: `{"kind":"unavailable","message":"Busy"}`,
	},
	{
		name: "two statuses", dialect: problem.Dialect{}, status: 500, evidence: "conflict: status is 404, HTTP has 500",
		body: `{"title":"Nope","status":404}`,
		want: `{"kind":"not_found","message":"Nope"}`,
	},
	{
		name: "status of a success", dialect: problem.Dialect{},
		body: `{"type":"about:blank","title":"OK","status":200}`,
	},
	{
		name: "a post", why: "a title alone is no sign of an error", dialect: problem.Dialect{}, status: 200,
		body: `{"title":"My post","id":7}`,
	},
	{
		name: "a success that says its kind", dialect: problem.Dialect{}, status: 200,
		body: `{"title":"Nope","kind":"conflict"}`,
		want: `{"kind":"conflict","message":"Nope"}`,
	},
	{
		name: "a success with what is invalid", dialect: problem.Dialect{}, status: 200, evidence: "a list of invalid members",
		body: `{"title":"Nope","errors":[{"detail":"must be odd","pointer":"#/a"}]}`,
		want: `{"kind":"invalid_input","message":"Nope","fields":[{"path":"/a","message":"must be odd"}]}`,
	},
	{
		name: "a success that carries an error", dialect: problem.Dialect{}, status: 200,
		body: `{"title":"Nope","toolerr":{"kind":"conflict","message":"Nope"}}`,
		want: `{"kind":"conflict","message":"Nope"}`,
	},
	{
		name: "a success of the media type", dialect: problem.Dialect{}, status: 200, header: header{"Content-Type": "application/problem+json"}, evidence: "no error has the status 200",
		body: `{"title":"Nope"}`,
		want: `{"kind":"unknown","message":"Nope"}`,
	},
	{
		name: "a status of a success in a failure", dialect: problem.Dialect{}, status: 503, evidence: "conflict: status is 200, HTTP has 503",
		body: `{"title":"Nope","status":200}`,
		want: `{"kind":"unavailable","message":"Nope"}`,
	},
	{
		name: "a redirect", dialect: problem.Dialect{}, evidence: "no error has the status 302",
		body: `{"title":"Nope","status":302}`,
		want: `{"kind":"unknown","message":"Nope"}`,
	},
	{
		name: "a type alone", dialect: problem.Dialect{},
		body: `{"type":"https://example.com/problems/out-of-credit"}`,
		want: `{"kind":"unknown"}`,
	},
	{
		name: "a word as the type, with a status", dialect: problem.Dialect{}, status: 409,
		body: `{"type":"text"}`,
		want: `{"kind":"conflict"}`,
	},
	{
		name: "what is invalid, without a status", why: "the example of RFC 9457 §3", dialect: problem.Dialect{}, evidence: "a list of invalid members",
		body: `{"type":"https://example.net/validation-error","title":"Your request is not valid.","errors":[{"detail":"must be a positive integer","pointer":"#/age"},{"detail":"must be 'green', 'red' or 'blue'","pointer":"#/profile/color"}]}`,
		want: `{"kind":"invalid_input","message":"Your request is not valid.","fields":[{"path":"/age","message":"must be a positive integer"},{"path":"/profile/color","message":"must be 'green', 'red' or 'blue'"}]}`,
	},
	{
		name: "ASP.NET, paths", dialect: problem.Dialect{}, status: 400,
		body: `{"title":"Bad","status":400,"errors":{"$.age":["must be a number"],"Items[0].Sku":["is required"]}}`,
		want: `{"kind":"invalid_input","message":"Bad","fields":[{"path":"/age","message":"must be a number"},{"path":"/Items/0/Sku","message":"is required"}]}`,
	},
	{
		name: "Spring", dialect: problem.Dialect{}, status: 400,
		body: `{"title":"Bad","status":400,"errors":[{"field":"items[0].sku","defaultMessage":"must not be blank","rejectedValue":"","code":"NotBlank"}]}`,
		want: `{"kind":"invalid_input","message":"Bad","fields":[{"path":"/items/0/sku","message":"must not be blank","rule":"NotBlank"}]}`,
	},
	{
		name: "FastAPI inside a problem", dialect: problem.Dialect{}, status: 422,
		body: `{"title":"Bad","status":422,"errors":[{"type":"missing","loc":["body","items",0,"sku"],"msg":"Field required"}]}`,
		want: `{"kind":"invalid_input","message":"Bad","fields":[{"path":"/items/0/sku","message":"Field required","rule":"missing"}]}`,
	},
	{
		name: "FastAPI's detail inside a problem", dialect: problem.Dialect{}, status: 422,
		body: `{"title":"Bad","status":422,"detail":[{"type":"missing","loc":["body","sku"],"msg":"Field required"}]}`,
		want: `{"kind":"invalid_input","message":"Bad","fields":[{"path":"/sku","message":"Field required","rule":"missing"}]}`,
	},
	{
		name: "a status with a fraction", dialect: problem.Dialect{}, evidence: "/status: want an integer, got number, ignored",
		body: `{"title":"Bad","status":404.5}`,
		want: `{"kind":"unknown","message":"Bad"}`,
	},
	{
		name: "no status", dialect: problem.Dialect{},
		body: `{"title":"Nope"}`,
		want: `{"kind":"unknown","message":"Nope"}`,
	},
	{
		name: "ASP.NET", why: "400 says little; the list of errors says more", dialect: problem.Dialect{}, status: 400,
		body: `{"type":"https://tools.ietf.org/html/rfc9110#section-15.5.1","title":"One or more validation errors occurred.","status":400,"errors":{"Times":["must be 1 or more","must be odd"]},"traceId":"00-1"}`,
		want: `{"kind":"invalid_input","message":"One or more validation errors occurred.","fields":[{"path":"/Times","message":"must be 1 or more"},{"path":"/Times","message":"must be odd"}],"details":{"traceId":"00-1"}}`,
	},
	{
		name: "invalid-params", dialect: problem.Dialect{}, status: 422,
		body: `{"type":"https://example.net/validation-error","title":"Not valid","status":422,"invalid-params":[{"name":"age","reason":"must be positive"}]}`,
		want: `{"kind":"invalid_input","message":"Not valid","fields":[{"path":"/age","message":"must be positive"}]}`,
	},
	{
		name: "pointers", dialect: problem.Dialect{}, status: 422,
		body: `{"title":"Bad","status":422,"errors":[{"detail":"must be odd","pointer":"#/items/0/a%20b"},"and more"]}`,
		want: `{"kind":"invalid_input","message":"Bad","fields":[{"path":"/items/0/a b","message":"must be odd"},{"path":"","message":"and more"}]}`,
	},
	{
		name: "FastAPI", dialect: problem.Dialect{}, status: 405,
		body: `{"detail":"Method Not Allowed"}`,
		want: `{"kind":"method_not_allowed","message":"Method Not Allowed"}`,
	},
}
