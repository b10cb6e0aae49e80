package google_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/dialect/google"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/golden"
)

// What servers of HTTP send as a google.rpc.Status.
var documents = []golden.Document{
	{
		Name: "our own", Dialect: google.Dialect{}, Status: 404,
		Body: `{"error":{"code":404,"message":"There is no bell \"42\".","status":"NOT_FOUND","details":[
 {"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"NO_SUCH_BELL","domain":"bells.example.com","metadata":{"kind":"not_found","hint":"Call list_bells."}},
 {"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"0.500s"}]}}`,
		Want: `{"kind":"not_found","code":"no_such_bell","message":"There is no bell \"42\".","hint":"Call list_bells.","retry_after_ms":500}`,
	},
	{
		Name: "a name only", Why: "AIP-193 requires details, many servers have none", Dialect: google.Dialect{},
		Status: 503,
		Body:   `{"error":{"code":503,"message":"The service is currently unavailable.","status":"UNAVAILABLE"}}`,
		Want:   `{"kind":"unavailable","message":"The service is currently unavailable."}`,
	},
	{
		Name: "AIP-193, ErrorInfo and Help", Why: "the user must visit the URL", Dialect: google.Dialect{},
		Status: 403,
		Body: `{"error":{"code":403,"message":"Translate API has not been used.","status":"PERMISSION_DENIED","details":[
 {"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"SERVICE_DISABLED","domain":"googleapis.com","metadata":{"service":"translate.googleapis.com","consumer":"projects/123"}},
 {"@type":"type.googleapis.com/google.rpc.LocalizedMessage","locale":"en-US","message":"Enable it first."},
 {"@type":"type.googleapis.com/google.rpc.Help","links":[{"description":"Google developers console","url":"https://console.example.com/apis"}]}]}}`,
		Want: `{"kind":"permission_denied","code":"SERVICE_DISABLED","message":"Translate API has not been used.","needs":{"authorization":[{"url":"https://console.example.com/apis","message":"Google developers console"}]},"details":{"service":"translate.googleapis.com","consumer":"projects/123","google.rpc.LocalizedMessage":{"locale":"en-US","message":"Enable it first."}}}`,
	},
	{
		Name: "a quota of Gemini", Dialect: google.Dialect{}, Status: 429,
		Body: `{"error":{"code":429,"message":"You exceeded your current quota.","status":"RESOURCE_EXHAUSTED","details":[
 {"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaMetric":"generate_requests","quotaId":"PerMinute","quotaValue":"10"}]},
 {"@type":"type.googleapis.com/google.rpc.Help","links":[{"description":"Learn more","url":"https://example.com/limits"}]},
 {"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"1.500s"}]}}`,
		Want: `{"kind":"rate_limited","message":"You exceeded your current quota.","retry_after_ms":1500,"details":{"google.rpc.QuotaFailure":{"violations":[{"quotaMetric":"generate_requests","quotaId":"PerMinute","quotaValue":"10"}]},"google.rpc.Help":{"links":[{"description":"Learn more","url":"https://example.com/limits"}]}}}`,
	},
	{
		Name: "a delay invites the client to repeat the call", Dialect: google.Dialect{}, Status: 409,
		Body: `{"error":{"code":409,"message":"Try again.","status":"ABORTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"2.276662261s"}]}}`,
		Want: `{"kind":"conflict","message":"Try again.","retry":"allowed","retry_after_ms":2277}`,
	},
	{
		Name: "a code that may be repeated, and must not", Dialect: google.Dialect{}, Status: 503,
		Body: `{"error":{"code":503,"message":"The app is not running.","status":"UNAVAILABLE","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"NETWORK","domain":"io.github.toolerr","metadata":{"kind":"network","retry":"never"}}]}}`,
		Want: `{"kind":"network","message":"The app is not running.","retry":"never"}`,
	},
	{
		Name: "BadRequest", Dialect: google.Dialect{}, Status: 400,
		Body: `{"error":{"code":400,"message":"Invalid.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[
 {"field":"items[0].sku","description":"must be a number","reason":"NOT_A_NUMBER","localizedMessage":{"locale":"en-US","message":"m"}},
 {"field":"/a.b/0","localizedMessage":{"locale":"en-US","message":"is wrong"}},{"description":"as a whole"}]}]}}`,
		Want: `{"kind":"invalid_input","message":"Invalid.","fields":[{"path":"/items/0/sku","message":"must be a number","rule":"not_a_number"},{"path":"/a.b/0","message":"is wrong"},{"path":"","message":"as a whole"}]}`,
	},
	{
		Name: "violations of protovalidate", Why: "behind grpc-gateway", Dialect: google.Dialect{}, Status: 400,
		Body: `{"code":3,"message":"validation error","details":[{"@type":"type.googleapis.com/buf.validate.Violations","violations":[{"field":{"elements":[{"fieldNumber":2,"fieldName":"items","fieldType":"TYPE_MESSAGE","index":"1"},{"fieldNumber":1,"fieldName":"sku_id","fieldType":"TYPE_STRING"}]},"rule":{"elements":[{"fieldNumber":14,"fieldName":"string","fieldType":"TYPE_MESSAGE"}]},"ruleId":"string.min_len","message":"must be at least 3 characters"}]}]}`,
		Want: `{"kind":"invalid_input","message":"validation error","fields":[{"path":"/items/1/sku_id","message":"must be at least 3 characters","rule":"string.min_len"}]}`,
	},
	{
		Name: "preconditions of another service", Dialect: google.Dialect{}, Status: 400,
		Body: `{"error":{"code":400,"message":"No.","status":"FAILED_PRECONDITION","details":[{"@type":"type.googleapis.com/google.rpc.PreconditionFailure","violations":[{"type":"TOS","subject":"x","description":"d"}]}]}}`,
		Want: `{"kind":"failed_precondition","message":"No.","details":{"google.rpc.PreconditionFailure":{"violations":[{"type":"TOS","subject":"x","description":"d"}]}}}`,
	},
	{
		Name: "metadata of another service", Why: "kind is not one of ours", Dialect: google.Dialect{}, Status: 409,
		Body: `{"error":{"code":409,"message":"No.","status":"ALREADY_EXISTS","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"POD_EXISTS","domain":"k8s.example.com","metadata":{"kind":"Pod","hint":"h","retry":"r"}}]}}`,
		Want: `{"kind":"conflict","code":"POD_EXISTS","message":"No.","details":{"kind":"Pod","hint":"h","retry":"r"}}`,
	},
	{
		Name: "an unknown message", Dialect: google.Dialect{}, Status: 500, Evidence: "status INTERNAL",
		Body: `{"error":{"code":500,"message":"No.","status":"INTERNAL","details":[{"@type":"type.googleapis.com/bells.v1.Stuck","clapper":true},{"other":1}]}}`,
		Want: `{"kind":"internal","message":"No.","details":{"bells.v1.Stuck":{"clapper":true}}}`,
	},
	{
		Name: "another status of HTTP", Dialect: google.Dialect{}, Status: 410,
		Body: `{"error":{"code":410,"message":"Deleted.","status":"NOT_FOUND"}}`,
		Want: `{"kind":"not_found","status":410,"message":"Deleted."}`,
	},
	{
		Name: "code and status contradict each other", Dialect: google.Dialect{}, Status: 500,
		Evidence: "conflict: code is 500, status is NOT_FOUND",
		Body:     `{"error":{"code":500,"message":"No.","status":"NOT_FOUND"}}`,
		Want:     `{"kind":"not_found","message":"No."}`,
	},
	{
		Name: "the kind contradicts the code", Dialect: google.Dialect{}, Status: 403,
		Evidence: "conflict: the code is PERMISSION_DENIED, that of the kind not_found is NOT_FOUND",
		Body:     `{"error":{"code":403,"message":"No.","status":"PERMISSION_DENIED","details":[{"@type":"x/google.rpc.ErrorInfo","reason":"NOT_FOUND","domain":"io.github.toolerr","metadata":{"kind":"not_found"}}]}}`,
		Want:     `{"kind":"not_found","message":"No."}`,
	},
	{
		Name: "a kind that another program wrote", Dialect: google.Dialect{}, Status: 404,
		Body: `{"error":{"code":404,"message":"No lock.","status":"NOT_FOUND","details":[{"@type":"x/google.rpc.ErrorInfo","reason":"LOCK_GONE","domain":"locks.example.com","metadata":{"kind":"unavailable"}}]}}`,
		Want: `{"kind":"not_found","code":"LOCK_GONE","message":"No lock.","details":{"kind":"unavailable"}}`,
	},
	{
		Name: "a message that is too large, as Connect says it", Dialect: google.Dialect{}, Status: 429, Guessed: true,
		Evidence: "low confidence: too_large is guessed",
		Body:     `{"error":{"code":429,"message":"message size 10 is larger than configured max 5","status":"RESOURCE_EXHAUSTED"}}`,
		Want:     `{"kind":"too_large","message":"message size 10 is larger than configured max 5","retry":"never"}`,
	},
	{
		Name: "a status of the server's own", Dialect: google.Dialect{}, Status: 404, Evidence: "code 404",
		Body: `{"error":{"code":404,"message":"No.","status":"GONE_FISHING"}}`,
		Want: `{"kind":"not_found","message":"No."}`,
	},
	{
		Name: "an older list of errors", Dialect: google.Dialect{}, Status: 404,
		Body: `{"error":{"errors":[{"domain":"global","reason":"notFound","message":"Not Found"}],"code":404,"message":"Not Found"}}`,
		Want: `{"kind":"not_found","code":"notFound","message":"Not Found"}`,
	},
	{
		Name: "an older list with a parameter", Dialect: google.Dialect{}, Status: 400,
		Evidence: "errors with a location",
		Body:     `{"error":{"errors":[{"domain":"global","reason":"required","message":"Required parameter: part","locationType":"parameter","location":"part"}],"code":400,"message":"Required parameter: part"}}`,
		Want:     `{"kind":"invalid_input","code":"required","message":"Required parameter: part","fields":[{"path":"/part","message":"Required parameter: part","rule":"required"}]}`,
	},
	{
		Name: "a reason is more exact than the code", Dialect: google.Dialect{}, Status: 400,
		Evidence: "reason API_KEY_INVALID",
		Body:     `{"error":{"code":400,"message":"No.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID","domain":"googleapis.com"}]}}`,
		Want:     `{"kind":"unauthenticated","code":"API_KEY_INVALID","message":"No."}`,
	},
	{
		Name: "a reason in an older list", Dialect: google.Dialect{}, Status: 403,
		Body: `{"error":{"errors":[{"domain":"usageLimits","reason":"rateLimitExceeded","message":"Slow."}],"code":403,"message":"Slow."}}`,
		Want: `{"kind":"rate_limited","code":"rateLimitExceeded","message":"Slow."}`,
	},
	{
		Name: "an older list beside a status", Dialect: google.Dialect{}, Status: 429,
		Body: `{"error":{"code":429,"message":"Quota exceeded.","errors":[{"message":"Quota exceeded.","domain":"global","reason":"rateLimitExceeded"}],"status":"RESOURCE_EXHAUSTED"}}`,
		Want: `{"kind":"rate_limited","code":"rateLimitExceeded","message":"Quota exceeded."}`,
	},
	{
		Name: "an array", Why: "streaming methods send one", Dialect: google.Dialect{}, Status: 401,
		Body: `[{"error":{"code":401,"message":"No credentials.","status":"UNAUTHENTICATED"}}]`,
		Want: `{"kind":"unauthenticated","message":"No credentials."}`,
	},
	{
		Name: "a google.rpc.Status", Why: "ProtoJSON, in operations and logs", Dialect: google.Dialect{},
		Evidence: "code 5",
		Body:     `{"code":5,"message":"There is no bell.","details":[{"@type":"type.googleapis.com/google.rpc.RequestInfo","requestId":"7f3a9c","servingData":"x"}]}`,
		Want:     `{"kind":"not_found","message":"There is no bell.","ref":"7f3a9c"}`,
	},
	{
		Name: "a google.rpc.Status that is OK", Dialect: google.Dialect{},
		Body: `{"code":0}`,
	},
	{
		Name: "a message larger than max", Why: "libraries of gRPC have this code for it", Dialect: google.Dialect{},
		Guessed: true,
		Body:    `{"code":8,"message":"grpc: received message larger than max (5000000 vs. 4194304)"}`,
		Want:    `{"kind":"too_large","message":"grpc: received message larger than max (5000000 vs. 4194304)","retry":"never"}`,
	},
	{
		Name: "text for developers", Dialect: google.Dialect{}, Status: 500,
		Body: `{"error":{"code":500,"message":"No.","status":"INTERNAL","details":[{"@type":"type.googleapis.com/google.rpc.DebugInfo","detail":"stuck","stackEntries":["a","b"]}]}}`,
		Want: `{"kind":"internal","message":"No."}`,
	},
	{
		Name: "values that are not valid", Dialect: google.Dialect{}, Status: 404,
		Evidence: "/error/details/0/metadata/retry: unknown, ignored",
		Body:     `{"error":{"code":404,"message":"No.","status":"NOT_FOUND","details":[{"@type":"google.rpc.ErrorInfo","reason":"NOT_FOUND","domain":"d","metadata":{"kind":"not_found","retry":"later","stage":"x","upstream":"y","status":"z","needs":"{","toolerr":"{}","list":["a"]}},{"@type":"google.rpc.RetryInfo","retryDelay":"soon"},{"@type":"google.rpc.Help","links":"none"}]}}`,
		Want:     `{"kind":"not_found","message":"No.","details":{"google.rpc.RetryInfo":{"retryDelay":"soon"}}}`,
	},
	{
		Name: "a page of a proxy", Dialect: google.Dialect{}, Status: 502,
		Body: `<html>Bad Gateway</html>`,
		Want: `{"kind":"upstream_failed"}`,
	},
}

func TestDocuments(t *testing.T) { golden.Documents(t, documents) }

func FuzzDecode(f *testing.F) { golden.Fuzz(f, google.Dialect{}, documents) }

// The member code is the HTTP status that is sent: that of the google.rpc.Code, or the exact one.
func TestCodeIsStatus(t *testing.T) {
	tests := []struct {
		name, why string
		e         errkit.Error
		want      int
		status    string
	}{
		{"a kind", "UNIMPLEMENTED is 501", errkit.Error{Kind: errkit.MethodNotAllowed}, 501, "UNIMPLEMENTED"},
		{"of a router", "405 is also the status of the kind", errkit.Error{Kind: errkit.MethodNotAllowed, Status: 405},
			405, "UNIMPLEMENTED"},
		{"another one", "not the status of the kind", errkit.Error{Kind: errkit.NotFound, Status: 410}, 410,
			"NOT_FOUND"},
		{"no status of an error", "it is not used", errkit.Error{Kind: errkit.MethodNotAllowed, Status: 200}, 501,
			"UNIMPLEMENTED"},
	}
	var codec dialect.Codec
	for _, tt := range tests {
		body, head := codec.Append(nil, google.Dialect{}, dialect.Call{}, &tt.e)
		require.Equal(t, tt.want, head.Status, "%s: %s", tt.name, tt.why)
		require.Contains(t, string(body), fmt.Sprintf(`{"error":{"code":%d,`, tt.want), tt.name)
		require.Contains(t, string(body), `"status":"`+tt.status+`"`, tt.name)
		e, err := codec.Decode(dialect.Document{Dialect: google.Dialect{}, Status: head.Status, Body: body})
		require.NoError(t, err, tt.name)
		require.Equal(t, tt.e.Kind, e.Kind, tt.name)
	}
}

// A carried error that is not the one of the other members is ignored, with a note.
func TestCarryDisagrees(t *testing.T) {
	sent := errkit.Error{
		Kind: errkit.RateLimited, Message: "The bell is busy.", Hint: "Ring later.", RetryAfter: 2 * time.Second,
		Fields: []errkit.Field{{Path: "/times", Message: "is too many", Rule: "max"}},
		Needs:  &errkit.Needs{Challenges: []errkit.Challenge{{ID: "1", URL: "https://bells.example/sign-in"}}},
	}
	tests := []struct {
		name   string
		change func(e *errkit.Error)
	}{
		{"kind", func(e *errkit.Error) { e.Kind = errkit.AppNotFound }},
		{"message", func(e *errkit.Error) { e.Message = "The bell is broken." }},
		{"hint", func(e *errkit.Error) { e.Hint = "Give up." }},
		{"retry", func(e *errkit.Error) { e.Retry = errkit.Never }},
		{"fields", func(e *errkit.Error) { e.Fields = nil }},
		{"challenge", func(e *errkit.Error) {
			e.Needs = &errkit.Needs{Challenges: []errkit.Challenge{{URL: "https://evil.example"}}}
		}},
	}
	inString := func(e *errkit.Error) string { return strings.ReplaceAll(string(e.AppendJSON(nil)), `"`, `\"`) }
	codec := dialect.Codec{Carry: true, Unread: true}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			other := sent
			tt.change(&other)
			body, head := codec.Append(nil, google.Dialect{}, dialect.Call{}, &sent)
			require.Contains(t, string(body), inString(&sent))
			doc := strings.Replace(string(body), inString(&sent), inString(&other), 1)
			e, err := codec.Decode(dialect.Document{Dialect: google.Dialect{}, Status: head.Status, Body: []byte(doc)})
			require.NoError(t, err)
			require.False(t, e.Peer.Carried)
			require.Contains(t, strings.Join(e.Peer.Evidence, "\n"), "is not the error of the other members, ignored")
			require.Equal(t, []string{"/error/details/0/metadata/toolerr"}, e.Peer.Unread)
			require.Equal(t, samples.Canonical(t, &sent), samples.Canonical(t, e))
		})
	}
}
