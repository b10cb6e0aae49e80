package oxpserver_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/oxpserver"
)

// A malformed request gets one of the forms of an error, without values of the request.
func TestBadRequests(t *testing.T) {
	url := serve(t, bells(t, &oxpserver.Server{MaxBody: 20_000}))
	deep := strings.Repeat(`[`, 5000) + strings.Repeat(`]`, 5000)
	tests := []struct {
		name, body string
		headers    []string
		status     int
		says       string
	}{
		{"no body", ``, nil, 400, `The request is empty; a JSON document is needed.`},
		{"not JSON", `{"tool_id":`, nil, 400,
			`The request is not valid JSON: line 1, column 12: unexpected end of document.`},
		{"no UTF-8", "{\"tool_id\":\"\xff\"}", nil, 400, `invalid UTF-8`},
		{"two documents", `{} {}`, nil, 400, `not valid JSON`},
		{"an array", `[]`, nil, 400, `must be a JSON object`},
		{"null", `null`, nil, 400, `must be a JSON object`},
		{"empty", `{}`, nil, 400, `neither \"request\" nor \"tool_id\"`},
		{"request is a string", `{"request":"` + canary + `"}`, nil, 400, `\"request\" must be an object`},
		{"request is null", `{"request":null}`, nil, 400, `\"request\" must be an object`},
		{"no tool", `{"request":{"input":{}}}`, nil, 400, `\"tool_id\" is missing`},
		{"tool is a number", `{"request":{"tool_id":1}}`, nil, 400, `\"/request/tool_id\" must be a string`},
		{"call_id is an object", `{"request":{"tool_id":"Calculator.Add","call_id":{"x":"` + canary + `"}}}`, nil, 400,
			`\"call_id\" must be a string`},
		{"a member beside request", `{"request":{"tool_id":"Calculator.Add"},"tool_id":"Calculator.Add"}`, nil, 400,
			`A request has no member \"/tool_id\"`},
		{"an unknown member", `{"tool_id":"Calculator.Add","arguments":{"a":"` + canary + `"}}`, nil, 400,
			`A request has no member \"/arguments\"`},
		{"a member twice", `{"tool_id":"Calculator.Add","tool_id":"Doorbell.Ring"}`, nil, 400,
			`\"tool_id\" must be given once`},
		{"input and inputs", `{"tool_id":"Calculator.Add","input":{},"inputs":{}}`, nil, 400,
			`both \"input\" and \"inputs\"`},
		{"context is an array", `{"tool_id":"Calculator.Add","context":[]}`, nil, 400,
			`\"context\" must be an object`},
		{"a token without id", `{"tool_id":"Calculator.Add","context":{"authorization":[{"token":"` + canary + `"}]}}`,
			nil, 400, `/context/authorization/0`},
		{"secrets are an object", `{"tool_id":"Calculator.Add","context":{"secrets":{"a":"` + canary + `"}}}`, nil,
			400, `must be an array`},
		{"another version of OXP", `{"$schema":"urn:oxp:2.0","request":{"tool_id":"Calculator.Add"}}`, nil, 400,
			`This server supports OXP 1.0`},
		{"another version by header", `{"tool_id":"Calculator.Add"}`, []string{"OXP-Version", "2.0"}, 400,
			`This server supports OXP 1.0`},
		{"$schema is a number", `{"$schema":1,"request":{"tool_id":"Calculator.Add"}}`, nil, 400,
			`\"/$schema\" must be a string`},
		{"a form", `tool_id=Calculator.Add`, []string{"Content-Type", "application/x-www-form-urlencoded"}, 400,
			`The Content-Type must be application/json.`},
		{"no type", `{"tool_id":"Calculator.Add"}`, []string{"Content-Type", ""}, 400,
			`The Content-Type must be application/json.`},
		{"another charset", `{"tool_id":"Calculator.Add"}`,
			[]string{"Content-Type", "application/json; charset=latin1"}, 400, `The Content-Type`},
		{"compressed", `{"tool_id":"Calculator.Add"}`, []string{"Content-Encoding", "gzip"}, 400, `Content-Encoding`},
		{"too large", `{"tool_id":"` + strings.Repeat("x", 20_000) + `"}`, nil, 400, `larger than 20000 bytes`},
		{"too deep", `{"tool_id":"Calculator.Add","input":{"a":` + deep + `}}`, nil, 400, `nested too deeply`},
		{"no such tool", `{"tool_id":"Calculator.Subtract"}`, nil, 400, `Tool 'Calculator.Subtract' was not found`},
		{"a long tool id", `{"tool_id":"A.` + strings.Repeat("b", 10_000) + `"}`, nil, 400, `There is no such tool.`},
		{"no dot", `{"tool_id":"Add"}`, nil, 400, `The tool_id is not valid`},
		{"three parts", `{"tool_id":"A.B.C"}`, nil, 400, `The tool_id is not valid`},
		{"no version after @", `{"tool_id":"Calculator.Add@"}`, nil, 400, `The tool_id is not valid`},
		{"two versions", `{"tool_id":"Calculator.Add@1@2"}`, nil, 400, `The tool's version is not valid`},
		{"half a version", `{"tool_id":"Calculator.Add@1.0"}`, nil, 400, `The tool's version is not valid`},
		{"latest", `{"tool_id":"Calculator.Add@latest"}`, nil, 400, `The tool's version is not valid`},
		{"a prerelease", `{"tool_id":"Calculator.Add@1.0.0-beta"}`, nil, 400, `The tool's version is not valid`},
		{"a version that no integer holds", `{"tool_id":"Calculator.Add@99999999999999999999"}`, nil, 400,
			`Calculator.Add version 99999999999999999999.0.0 is not available`},

		{"no input", `{"tool_id":"Calculator.Add"}`, nil, 422, `"a":"is required","b":"is required"`},
		{"input is null", `{"tool_id":"Calculator.Add","input":null}`, nil, 422, `"a":"is required"`},
		{"input is an array", `{"tool_id":"Calculator.Add","input":[1]}`, nil, 422,
			`"parameter_errors":{"":"must be an object"}`},
		{"input is a string", `{"tool_id":"Calculator.Add","input":"` + canary + `"}`, nil, 422,
			`"":"must be an object"`},
		{"a parameter twice", `{"tool_id":"Calculator.Add","input":{"a":1,"a":2,"b":3}}`, nil, 422, `"a":`},
		{"a parameter in another case", `{"tool_id":"Doorbell.Ring","input":{"doorbell_id":"x","Doorbell_ID":"` +
			canary + `"}}`, nil, 422, `"Doorbell_ID":`},
		{"a number that no type holds", `{"tool_id":"Calculator.Add","input":{"a":1e999999999,"b":1}}`, nil, 422,
			`"a":"is a number out of range"`},
		{"a number out of the type's range", `{"tool_id":"Calculator.Add","input":{"a":1e400,"b":1}}`, nil, 422,
			`"a":`},
		{"too long", `{"tool_id":"Doorbell.Ring","input":{"doorbell_id":"` + canary + strings.Repeat("x", 30) + `"}}`,
			nil, 422, `"doorbell_id":`},
		{"empty where something must be", `{"tool_id":"Doorbell.Ring","input":{"doorbell_id":""}}`, nil, 422,
			`"doorbell_id":`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := call(t, url, tt.body, tt.headers...)
			require.Equal(t, tt.status, a.status, a.body)
			require.Contains(t, a.body, tt.says)
		})
	}
}

// Every form of a version is accepted, and the response has the form of the request.
func TestVersionsOfTheProtocol(t *testing.T) {
	url := serve(t, bells(t, &oxpserver.Server{}))
	const flat, inner = false, `"tool_id":"Calculator.Add","inputs":{"a":1,"b":2},"trace_id":"t","call_id":7`
	tests := []struct {
		name, body string
		headers    []string
		wrapped    bool
	}{
		{"wrapped", `{"request":{` + inner + `}}`, nil, true},
		{"wrapped, null", `{"$schema":null,"request":{` + inner + `}}`, nil, true},
		{"wrapped, shorthand", `{"$schema":"urn:oxp:1.0","request":{` + inner + `}}`, nil, true},
		{"wrapped, older", `{"$schema":"otc://1.0","request":{` + inner + `}}`, nil, true},
		{"wrapped, with the header", `{"request":{` + inner + `}}`, []string{"OXP-Version", "1.0"}, true},
		{"flat", `{` + inner + `}`, nil, flat},
		{"flat, with the header", `{` + inner + `}`, []string{"OXP-Version", "1.0.0"}, flat},
		{"flat, with $schema", `{"$schema":"urn:oxp:1.0",` + inner + `}`, nil, flat},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := call(t, url, tt.body, tt.headers...)
			require.Equal(t, 200, a.status, a.body)
			require.Equal(t, tt.wrapped, strings.HasPrefix(a.body, `{"$schema":"urn:oxp:1.0","result":{"call_id":"7"`),
				a.body)
			require.Contains(t, a.body, `"success":true,"value":3`)
		})
	}
}

func TestRoutes(t *testing.T) {
	url := serve(t, bells(t, &oxpserver.Server{}))
	tests := []struct {
		name, method, path string
		status             int
		allow              []string
		body               string
	}{
		{"unknown path", "GET", "/nothing", 404, nil,
			`{"$schema":"urn:oxp:1.0","message":"There is nothing at this path."}`},
		{"unclean path", "POST", "//tools/call", 404, nil,
			`{"$schema":"urn:oxp:1.0","message":"There is nothing at this path."}`},
		{"GET of a call", "GET", "/tools/call", 405, []string{"POST"},
			`{"$schema":"urn:oxp:1.0","message":"This method is not allowed here."}`},
		{"HEAD of a call", "HEAD", "/call", 405, []string{"POST"}, ``},
		{"POST of the list", "POST", "/tools", 405, []string{"GET", "HEAD"},
			`{"$schema":"urn:oxp:1.0","message":"This method is not allowed here."}`},
		{"DELETE of health", "DELETE", "/health", 405, []string{"GET", "HEAD"},
			`{"$schema":"urn:oxp:1.0","message":"This method is not allowed here."}`},
		{"no challenges", "GET", "/challenges/1", 404, nil,
			`{"$schema":"urn:oxp:1.0","message":"There is nothing at this path."}`},
		{"health", "GET", "/health", 200, nil, `{"status":"ok"}`},
		{"HEAD of health", "HEAD", "/health", 200, nil, ``},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := do(t, tt.method, url+tt.path, "")
			require.Equal(t, tt.status, a.status)
			require.Equal(t, tt.allow, a.header.Values("Allow"))
			require.Equal(t, tt.body, a.body)
			require.Equal(t, "no-store", a.header.Get("Cache-Control"))
		})
	}
}

func TestHeaderFormIsFlat(t *testing.T) {
	url := serve(t, bells(t, &oxpserver.Server{}))
	a := do(t, http.MethodGet, url+"/nothing", "", "OXP-Version", "1.0")
	require.Equal(t, `{"message":"There is nothing at this path."}`, a.body)
}
