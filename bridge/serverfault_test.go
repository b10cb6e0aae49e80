package bridge_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
)

// The status of a server fault is truer than what its body or its challenge says of the caller:
// the effect is not known, and nothing that the server wrote is for the client.
func TestServerFaults(t *testing.T) {
	const isJSON, challenge = "application/json", `Bearer error="insufficient_scope", scope="admin:db", ` +
		`authorization_uri="http://10.0.0.7:9000/login"`
	tests := []struct {
		name, why string
		status    int
		body      string
		header    []string
		kind      errkit.Kind
		effect    errkit.Effect
		shown     string // of the body
	}{
		{name: "a challenge", why: "it is not why the server failed", status: 500, body: canary,
			header: []string{"Www-Authenticate", challenge}, kind: errkit.UpstreamFailed, effect: errkit.EffectUnknown},
		{name: "a challenge of a status that needs none", why: "the same", status: 404, body: "no such bell",
			header: []string{"Www-Authenticate", challenge}, kind: errkit.NotFound, shown: "no such bell"},
		{name: "a scope", status: 500, body: `{"error":"insufficient_scope","error_description":"` + canary + `"}`,
			header: []string{"Content-Type", isJSON}, kind: errkit.PermissionDenied, effect: errkit.EffectUnknown},
		{name: "a login", status: 502, body: `{"error":"login_required","error_description":"` + canary + `"}`,
			header: []string{"Content-Type", isJSON}, kind: errkit.AuthRequired, effect: errkit.EffectUnknown},
		{name: "a token", status: 500, body: `{"error":"invalid_token","error_description":"` + canary + `"}`,
			header: []string{"Content-Type", isJSON}, kind: errkit.Unauthenticated, effect: errkit.EffectUnknown},
		{name: "GraphQL", status: 500,
			body:   `{"errors":[{"message":"` + canary + `","extensions":{"code":"UNAUTHENTICATED"}}]}`,
			header: []string{"Content-Type", isJSON}, kind: errkit.Unauthenticated, effect: errkit.EffectUnknown},
		{name: "not found", status: 500, body: `{"error":{"code":404,"message":"` + canary + `","status":"NOT_FOUND"}}`,
			header: []string{"Content-Type", isJSON}, kind: errkit.NotFound, effect: errkit.EffectUnknown},
		{name: "SOAP", why: "each of its faults has 500", status: 500, header: []string{"Content-Type", "text/xml"},
			body: `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault>` +
				`<faultcode>soap:Client</faultcode><faultstring>no such bell</faultstring>` +
				`</soap:Fault></soap:Body></soap:Envelope>`, kind: errkit.InvalidRequest, shown: "no such bell"},
		{name: "SOAP, of the server", status: 500, header: []string{"Content-Type", "text/xml"},
			body: `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault>` +
				`<faultcode>soap:Server</faultcode><faultstring>` + canary + `</faultstring>` +
				`</soap:Fault></soap:Body></soap:Envelope>`, kind: errkit.UpstreamFailed, effect: errkit.EffectUnknown},
		{name: "SOAP, of a gateway", why: "a fault has 400 or 500", status: 502, header: []string{"Content-Type", "text/xml"},
			body: `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault>` +
				`<faultcode>soap:Client</faultcode><faultstring>` + canary + `</faultstring>` +
				`</soap:Fault></soap:Body></soap:Envelope>`, kind: errkit.InvalidRequest, effect: errkit.EffectUnknown},
		{name: "GraphQL, a code of the call", why: "servers have 500 if nothing of the query resolved", status: 500,
			body:   `{"errors":[{"message":"no such bell","extensions":{"code":"BAD_USER_INPUT"}}]}`,
			header: []string{"Content-Type", isJSON}, kind: errkit.InvalidInput, shown: "no such bell"},
		{name: "GraphQL, no code of it", status: 500,
			body:   `{"errors":[{"message":"` + canary + ` is invalid","extensions":{"code":"LIMIT"}}]}`,
			header: []string{"Content-Type", isJSON}, kind: errkit.UpstreamFailed, effect: errkit.EffectUnknown},
		{name: "GraphQL, a part resolved", why: "it may have had an effect", status: 500,
			body: `{"errors":[{"message":"` + canary + `","path":["b"],"extensions":{"code":"BAD_USER_INPUT"}}],` +
				`"data":{"a":{"id":"7"},"b":null}}`,
			header: []string{"Content-Type", isJSON}, kind: errkit.InvalidInput, effect: errkit.EffectUnknown},
		{name: "GraphQL, two errors", why: "the second one may be the server's", status: 500,
			body: `{"errors":[{"message":"` + canary + `","extensions":{"code":"BAD_USER_INPUT"}},` +
				`{"message":"x","extensions":{"code":"INTERNAL_SERVER_ERROR"}}],"data":null}`,
			header: []string{"Content-Type", isJSON}, kind: errkit.InvalidInput, effect: errkit.EffectUnknown},
		{name: "a quota", why: "work may have reached it", status: 503,
			body:   `{"error":{"code":"QUOTA_EXCEEDED","message":"` + canary + `"}}`,
			header: []string{"Content-Type", isJSON}, kind: errkit.RateLimited, effect: errkit.EffectUnknown},
		{name: "GraphQL, of a gateway", why: "its server chose the status", status: 502,
			body:   `{"errors":[{"message":"` + canary + `","extensions":{"code":"BAD_USER_INPUT"}}]}`,
			header: []string{"Content-Type", isJSON}, kind: errkit.InvalidInput, effect: errkit.EffectUnknown},
		{name: "vSphere", why: "it speaks SOAP", status: 500, header: []string{"Content-Type", "text/xml"},
			body: `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body><soapenv:Fault>` +
				`<faultcode>ServerFaultCode</faultcode><faultstring>no such bell</faultstring>` +
				`<detail><ManagedObjectNotFoundFault><obj>vm-7</obj></ManagedObjectNotFoundFault></detail>` +
				`</soapenv:Fault></soapenv:Body></soapenv:Envelope>`, kind: errkit.NotFound, shown: "no such bell"},
		{name: "a limit", why: "Amazon S3 has it with 503: it did not process the call", status: 503,
			header: []string{"Content-Type", "application/xml"},
			body: `<Error><Code>SlowDown</Code><Message>Please reduce your request rate; no such bell.</Message>` +
				`<RequestId>4442587FB7D0A2F9</RequestId><HostId>x</HostId></Error>`,
			kind: errkit.RateLimited, effect: errkit.EffectNone, shown: "no such bell"},
		{name: "a limit with a delay", status: 503, body: `{"code":"rate_limit_exceeded","message":"no such bell"}`,
			header: []string{"Content-Type", isJSON, "Retry-After", "7"}, kind: errkit.RateLimited, effect: errkit.EffectNone,
			shown: "no such bell"},
		{name: "a limit in a text", why: "it may be one of the server", status: 503,
			body:   `{"message":"Too many requests: ` + canary + `"}`,
			header: []string{"Content-Type", isJSON}, kind: errkit.RateLimited, effect: errkit.EffectUnknown},
		{name: "a limit with another status", why: "no service is known to have it", status: 500,
			body:   `<Error><Code>SlowDown</Code><Message>` + canary + `</Message><HostId>x</HostId></Error>`,
			header: []string{"Content-Type", "application/xml"}, kind: errkit.RateLimited, effect: errkit.EffectUnknown},
		{name: "a delay", why: "the server refused the call", status: 503,
			body:   `{"error":"login_required","error_description":"` + canary + `"}`,
			header: []string{"Content-Type", isJSON, "Retry-After", "7"}, kind: errkit.AuthRequired, effect: errkit.EffectNone},
		{name: "JSON-RPC", why: "the status is that of the transport", status: 500,
			body:   `{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"no such bell"}}`,
			header: []string{"Content-Type", isJSON}, kind: errkit.InvalidInput, shown: "no such bell"},
		{name: "a result of a tool", why: "its text is for the caller", status: 500,
			body:   `{"jsonrpc":"2.0","id":7,"result":{"isError":true,"content":[{"type":"text","text":"no such bell"}]}}`,
			header: []string{"Content-Type", isJSON}, kind: errkit.NotFound, effect: errkit.EffectUnknown,
			shown: "no such bell"},
	}
	for _, tt := range tests {
		for _, to := range []dialect.Dialect{mcp.Dialect{}, problem.Dialect{}} {
			t.Run(tt.name+"/"+to.Name(), func(t *testing.T) {
				var log reports
				w := httptest.NewRecorder()
				(&bridge.Bridge{To: to, Report: log.add}).Handler(respond(tt.status, tt.body, tt.header...)).ServeHTTP(w, newCall())
				require.Len(t, log.all(), 1)
				require.Equal(t, tt.kind, log.all()[0].Error.Kind, tt.why)
				require.Equal(t, tt.effect, log.all()[0].Error.Effect, tt.why)
				body := w.Body.String()
				for _, private := range []string{canary, "10.0.0.7", "admin:db", "Try again after that"} {
					require.NotContains(t, body, private)
				}
				require.Contains(t, body, tt.shown)
				require.Equal(t, tt.shown != "", strings.Contains(body, "no such bell"), body)
			})
		}
	}
}

// What an upstream needs of this program is not for its client, and no delay helps.
func TestNeedsOfOwnFault(t *testing.T) {
	for _, status := range []int{401, 403, 407} {
		for _, to := range []dialect.Dialect{mcp.Dialect{}, problem.Dialect{}} {
			b := &bridge.Bridge{To: to, Policy: bridge.Policy{OwnCredentials: true}}
			w := httptest.NewRecorder()
			b.Handler(respond(status, canary, "Retry-After", "7", "Www-Authenticate",
				`Bearer scope="admin:db", authorization_uri="http://10.0.0.7:9000/login"`)).ServeHTTP(w, newCall())
			for _, private := range []string{canary, "10.0.0.7", "admin:db", "7 seconds", "retry_after"} {
				require.NotContains(t, w.Body.String(), private, "%d", status)
			}
			require.Empty(t, w.Header().Get("Retry-After"))
			require.Contains(t, []int{http.StatusOK, http.StatusBadGateway}, w.Code)
		}
	}
}
