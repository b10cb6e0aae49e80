package all_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/errkit"
)

// Documents whose members look like those of an error, and errors whose members look like those
// of a success.
func TestMisread(t *testing.T) {
	const (
		none    = "not a document" // no dialect accepts it
		success = "a success"
	)
	tests := []struct {
		name, why string
		status    int
		body      string
		want      string // a kind, none or success
	}{
		{"a canceled order", "an error of Connect has the HTTP status of an error", 200,
			`{"code":"canceled","message":"The order was canceled."}`, none},
		{"a job of another API", "a state without a task of A2A", 200, `{"id":"j1","status":{"state":"failed"}}`,
			none},
		{"an order of another API", "a state without a task of A2A", 0,
			`{"orders":[{"id":1,"status":{"state":"canceled"}}],"kind":"orders"}`, none},
		{"a state", "one member is one sign", 0, `{"code":"internal"}`, none},
		{"a product", "a code alone invites no retry", 200,
			`{"code":"unavailable","message":"Sold out in your region"}`, none},
		{"a canceled order of Twirp", "a code without the HTTP status of an error", 200,
			`{"code":"canceled","msg":"The order was canceled."}`, none},
		{"no error", "0 is no error", 200, `{"error":0,"message":"ok"}`, none},
		{"no message of an error", "an empty text is no sign", 200, `{"status":"sent","error_message":""}`, none},
		{"no type of an error", "an empty text is no sign", 200, `{"error":"","error_type":""}`, none},
		{"a part of a list of X", "there is data", 200,
			`{"data":[{"id":"1"}],"errors":[{"type":"https://api.twitter.com/2/problems/resource-not-found","title":"Not Found Error"}]}`, none},
		{"a coupon", "a code, a message and a link", 200,
			`{"code":"BELL10","message":"Ten percent off","link":"https://bells.example"}`, none},
		{"a state of a health check", "not the form of JSend", 200, `{"status":"fail","checks":{"db":"down"}}`, none},
		{"a history of runs", "a list of records", 200,
			`{"results":[{"id":"7f","status":"error","error":"invalid_auth"}],"next":null}`, none},
		{"a resource with its last error", "only a resource is around it", 200, `{"bell":{"error":"disk full"}}`, none},
		{"an answer with an error", "an answer is around it", 200, `{"response":{"error":"disk full"}}`, "execution_failed"},
		{"an empty error", "an empty text is no sign", 200, `{"error":""}`, none},
		{"a list of errors that is empty", "no message", 200, `{"errors":[]}`, none},
		{"a status of a commit", "members that errors do not have", 200,
			`{"status":"failure","description":"The bell cracked","target_url":"https://ci.example/7"}`, none},
		{"a code that is no HTTP status", "a call has none about HTTP", 200,
			`{"code":405,"msg":"The name or the password is wrong"}`, "unauthenticated"},
		{"a fault of a server by its name", "it blames the caller", 200,
			`{"error":{"code":"Server.Keyfailure","string":"Unknown key of a bell"}}`, "not_found"},
		{"a fault of a server", "services have it for any failure", 500, `<Envelope><Body><Fault><faultcode>Server</faultcode>` +
			`<faultstring>No bell</faultstring></Fault></Body></Envelope>`, "internal"},
		{"a line", "an error", 200, "ERROR 02", "execution_failed"},
		{"a line about errors", "no error", 200, "ERRORS are rare", none},
		{"a value of a deviation", "no text", 200, "Error: 0.0023", none},
		{"settings of colors", "no code", 200, "error=red\nwarning=yellow", none},
		{"a class that is a fault of the server", "Tencent Cloud has 200 for all", 200,
			`{"Response":{"Error":{"Code":"InternalError.DbError","Message":"row 7 is broken"},"RequestId":"y"}}`, "internal"},
		{"a text about an error", "no error", 200, "Error handling in 7 bells", none},
		{"a form", "an error", 200, "ERRORCODE=7&ERRORTEXT=The+bell+is+away", "execution_failed"},
		{"a form of a success", "0 is no error", 200, "ERRORCODE=0&ERRORTEXT=&BELL=7", none},
		{"a form of another answer", "content", 200, "BELL=7&TOWER=3&MESSAGE=It+rings", none},
		{"settings", "no error", 200, "error=none\nbell=7\ntower=3", none},
		{"no error, with a reason", "false is no error", 200, `{"error":false,"reason":"resolved","data":{}}`, none},
		{"a search", "a status in a result", 200, `{"result":{"status":"NOT_FOUND","message":"No leak."}}`, none},
		{"a job", "a delay is no error", 200, `{"status":"pending","message":"It rings soon.","retry_after":5}`, none},
		{"an import", "it was a success", 200,
			`{"message":"Imported","status":"success","errors":{"row 5":["name is blank"]}}`, none},
		{"a log of pumps", "errors in data need the place of a member", 200,
			`{"data":{"log":{"cursor":null,"errors":[{"code":"E1","message":"pump failed at 3"}]}}}`, none},
		{"a setting of a page", "fault is a part of default", 0, `{"status":404,"default":true,"url":"x"}`, none},
		{"AppSync, a fault", "the HTTP status counts", 500,
			`{"errorType":"Unauthorized","errorInfo":null,"message":"x"}`, "internal"},
		{"AppSync, no token", "the HTTP status counts", 401,
			`{"errorType":"UnauthorizedException","errorInfo":null,"message":"x"}`, "unauthenticated"},
		{"a class", "a description is no message", 200,
			`{"name":"ValidationError","description":"Bells that are too loud.","methods":[]}`, none},
		{"a page that was fetched", "a status is one sign", 200,
			`{"url":"https://bells.example","status":404,"ms":12}`, none},
		{"a page that was fetched, without HTTP", "a status is one sign", 0,
			`{"url":"https://bells.example","status":503,"ms":12}`, none},
		{"a count", "a status is one sign", 0, `{"status":500,"bells":12}`, none},
		{"a success with a code", "0 is the code of a success", 0, `{"code":0,"message":"success","data":{}}`, none},
		{"a success with a code and nothing else", "0 is the code of a success", 200, `{"code":0,"message":"ok"}`,
			none},
		{"a code that is 0", "the HTTP status counts", 401, `{"code":0,"message":"401: Unauthorized"}`,
			"unauthenticated"},
		{"only a status", "there is nothing else", 0, `{"status":404}`, "not_found"},
		{"a status twice", "in two ways", 0, `{"type":"entity.too.large","status":413,"statusCode":413,"limit":100}`,
			"too_large"},
		{"a record of a log", "the name of an exception alone is no sign", 200,
			`{"timestamp":"2026-11-22T09:00:00Z","message":"retrying","exception":"java.util.concurrent.TimeoutException: bell"}`, none},
		{"a code of six digits", "not an HTTP status", 200, `{"code":400001,"message":"Delivered to the tower"}`,
			none},
		{"a device", "a reason beside a message", 200, `{"reason":"Unregistered","message":"The bell has no owner"}`,
			none},
		{"a code of 0", "0 is the code of a success in many APIs", 200, `{"status":"ok","message":"rung","code":0}`,
			none},
		{"an error with the code 0", "no message", 200, `{"error":{"code":0,"message":""},"data":{"id":7}}`, none},
		{"a glossary", "a class without a message", 200,
			`{"type":"validation_error","title":"Validation","description":"What it means"}`, none},
		{"a constant as a name, and details", "PayPal", 0,
			`{"name":"BELL_NOT_FOUND","message":"No.","debug_id":"7f","details":[],"links":[]}`, "not_found"},
		{"a constant as a name", "a feature flag", 0,
			`{"name":"INVALID_BELL","message":"Rings","details":[],"links":[]}`, none},
		{"a class as a name", "its data is not that of a success", 0,
			`{"name":"BellNotFoundError","message":"No.","code":404,"data":{"bell":7}}`, "not_found"},
		{"sentences by names", "Laravel", 0, `{"message":"No.","errors":{"pitch":["The pitch is too high."]}}`,
			"invalid_input"},
		{"values by names", "no sentences", 0, `{"message":"2 rows","errors":{"rows":["7","8"]}}`, none},
		{"sentences by names in a report", "a member that errors do not have", 0,
			`{"message":"7 rows are there","errors":{"rows":["Row 3 is empty"]},"imported":7}`, none},
		{"not successful", "Result", 200,
			`{"isSuccess":false,"isFailure":true,"error":{"code":"Bell.Stuck","message":"No."}}`, "execution_failed"},
		{"an error in an envelope with a general name", "the name of the member is no code", 0,
			`{"apierror":{"status":"NOT_FOUND","message":"No."}}`, "not_found"},
		{"a list in an error", "the document has the code", 0,
			`{"status":"error","message":"No.","category":"MISSING_SCOPES","errors":[{"message":"bells","context":{"scopes":["ring"]}}]}`, "permission_denied"},
		{"an error beside meta", "an envelope", 0,
			`{"error":{"code":"bell_not_found","detail":"No."},"meta":{"request_id":"7"}}`, "not_found"},
		{"a code in XML in a text of MCP", "isError", 0,
			`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"S3: <Error><Code>BucketAlreadyExists</Code><Message>No.</Message></Error>"}],"isError":true}}`, "conflict"},
		{"a general code in a text of MCP", "the more exact one counts", 0,
			`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"code\":\"BAD_REQUEST\",\"reason\":\"NAME_TAKEN\",\"message\":\"No.\"}"}],"isError":true}}`, "conflict"},
		{"fields in a text of MCP", "isError", 0,
			`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"message\":\"No.\",\"violations\":[{\"propertyPath\":\"pitch\",\"message\":\"Too high.\"}]}"}],"isError":true}}`, "invalid_input"},
		{"the reason phrase of a status", "Django REST framework", 0, `{"detail":"Not found."}`, "not_found"},
		{"a code that only errors have", "the name of the member", 0, `{"errorCode":"BELL_STUCK","message":"No."}`,
			"execution_failed"},
		{"a state in a member of errors", "the code is a state", 0, `{"errorCode":"ALREADY_RUNG","message":"Yes."}`,
			none},
		{"results of several calls", "some may be successes", 200,
			`{"data":[{"status":"error","message":"No.","details":{"error":"BellNotFound"}}]}`, none},
		{"a job that failed", "a resource with its last error", 202,
			`{"id":"7","status":"failed","error":{"code":"BELL_TIMEOUT","message":"slow"},"progress":50}`, none},
		{"a job that failed, without HTTP", "a resource with its last error", 0,
			`{"id":"7","status":"failed","error":{"code":"BELL_TIMEOUT","message":"slow"},"progress":50}`, none},
		{"a rule for alerts", "a type that is not one of a problem", 200,
			`{"title":"Many errors","type":"error","status":500,"enabled":true}`, none},
		{"a parcel", "a code that is a state", 200, `{"code":"ALREADY_DELIVERED","message":"It is in the tower"}`,
			none},
		{"an account", "a code that is a state", 200, `{"code":"ACCOUNT_SUSPENDED","message":"Since Monday"}`, none},
		{"a name that is taken", "a code that is no state", 200, `{"code":"NAME_ALREADY_TAKEN","message":"No."}`,
			"conflict"},
		{"OCS", "its status is not that of HTTP", 200,
			`{"ocs":{"meta":{"status":"failure","statuscode":998,"message":"The bell does not exist"},"data":[]}}`,
			"not_found"},
		{"OCS, a success", "status is ok", 200,
			`{"ocs":{"meta":{"status":"ok","statuscode":100,"message":"OK"},"data":[]}}`, none},
		{"Frappe", "the class of the exception", 0,
			`{"exc_type":"PermissionError","exception":"frappe.exceptions.PermissionError: No."}`,
			"permission_denied"},
		{"only a message of an error", "its name", 0, `{"Error Message":"Invalid API KEY."}`, "unauthenticated"},
		{"an error and its reason", "the sentence counts", 0, `{"error":"not_authorised","reason":"Login failed"}`,
			"unauthenticated"},
		{"Vapor", "error is true", 0, `{"error":true,"reason":"The bell was not found."}`, "not_found"},
		{"Django, a session", "a text says that the 403 is about credentials", 403,
			`{"detail":"Authentication credentials were not provided."}`, "unauthenticated"},
		{"a list of errors, nothing else", "errors is the only member", 0,
			`{"errors":[{"detail":"bell 7 does not exist"}]}`, "not_found"},
		{"GraphQL, nothing but null", "no field has data", 200,
			`{"errors":[{"message":"No.","path":["a","b"]}],"data":{"a":{"b":null}}}`, "execution_failed"},
		{"Strapi", "an error object without a code is not one of JSON-RPC", 400,
			`{"error":{"name":"ApplicationError","message":"No."}}`, "invalid_input"},
		{"LSP", "-32002 is a resource in MCP, the state of the server in LSP", 0,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"server not initialized"}}`,
			"failed_precondition"},
		{"a resource", "-32002", 0, `{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"Resource not found"}}`,
			"not_found"},
		{"a SOAP fault of the client", "its HTTP status is 500", 500,
			`<s:Envelope><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>No.</faultstring></s:Fault></s:Body></s:Envelope>`, "invalid_request"},
		{"a page", "HTML is not XML with a code", 500, `<html><body><Code>AccessDenied</Code></body></html>`,
			"internal"},
		{"a number of an API", "the code of gRPC would have the status 403", 400,
			`{"code":7,"message":"No.","details":[]}`, "invalid_input"},
		{"a number of an API and two texts", "grpc-gateway writes one text twice", 400,
			`{"code":3,"message":"No.","error":"bell"}`, "invalid_input"},
		{"a code in JSON of gRPC and another status", "the HTTP status counts", 404,
			`{"code":7,"message":"No.","details":[]}`, "not_found"},
		{"WordPress", "data of an error is not that of a success", 404,
			`{"code":"rest_post_invalid_id","message":"Invalid post ID.","data":{"status":404}}`, "not_found"},
		{"advice of a task of AdCP", "the task goes on", 200,
			`{"jsonrpc":"2.0","id":1,"result":{"errors":[{"code":"X","message":"m","recovery":"transient"}],"status":"submitted","task_id":"1"}}`, success},
		{"advice of a payload of AdCP", "it waits for input", 200,
			`{"errors":[{"code":"X","message":"m","recovery":"transient"}],"status":"input-required"}`, none},
		{"a failed task of AdCP", "its status", 200,
			`{"errors":[{"code":"X","message":"m","recovery":"transient"}],"status":"failed"}`, "unavailable"},
		{"a text of a success of MCP", "isError counts", 200,
			`{"content":[{"type":"text","text":"{\"adcp_error\":{\"code\":\"X\",\"message\":\"m\",\"recovery\":\"transient\"}}"}],"isError":false}`, success},
		{"a text of MCP without a flag", "a success has none", 200,
			`{"content":[{"type":"text","text":"{\"adcp_error\":{\"code\":\"X\",\"message\":\"m\"}}"}]}`, success},
		{"structuredContent of a success of MCP", "isError counts", 200,
			`{"content":[],"structuredContent":{"adcp_error":{"code":"X","message":"m"}},"isError":false}`, success},
		{"an artifact of a completed task of A2A", "the state counts", 200,
			`{"jsonrpc":"2.0","id":1,"result":{"kind":"task","id":"t1","contextId":"c1","status":{"state":"completed"},"artifacts":[{"artifactId":"a","parts":[{"kind":"data","data":{"adcp_error":{"code":"X","message":"m"}}}]}]}}`, success},
		{"GraphQL, an error of the request", "the HTTP status is that of an error", 401,
			`{"errors":[{"message":"No.","extensions":{"code":"UNAUTHENTICATED"}}],"data":{"viewer":1}}`,
			"unauthenticated"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			codec := dialect.Codec{Dialects: all.Dialects()}
			e, err := codec.Decode(dialect.Document{Status: tt.status, Body: []byte(tt.body)})
			if tt.want == none {
				require.ErrorIs(t, err, dialect.ErrNotDocument, tt.why)
				return
			}
			require.NoError(t, err)
			if tt.want == success {
				require.Nil(t, e, tt.why)
				return
			}
			require.NotNil(t, e, tt.why)
			require.Equal(t, tt.want, errkit.KindOf(e).String(), tt.why)
		})
	}
}
