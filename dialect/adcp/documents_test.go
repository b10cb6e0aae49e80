package adcp_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/adcp"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/lab/golden"
)

// What agents of AdCP respond with.
var documents = []golden.Document{
	{
		Name: "structuredContent", Why: "the example of the specification", Dialect: adcp.Dialect{},
		Body: `{"content":[{"type":"text","text":"{\"adcp_error\":{\"code\":\"RATE_LIMITED\",\"message\":\"Request rate exceeded\",\"retry_after\":5,\"recovery\":\"transient\"}}"},
            {"type":"text","text":"Rate limited - retry in 5s."}],"isError":true,
 "structuredContent":{"adcp_error":{"code":"RATE_LIMITED","message":"Request rate exceeded","recovery":"transient","retry_after":5,"field":"packages[0].budget",
   "issues":[{"pointer":"/packages/0/budget","message":"must be at least 100","keyword":"minimum"}],"suggestion":"Raise the budget.","details":{}}}}`,
		Want:     `{"kind":"rate_limited","message":"Request rate exceeded","hint":"Raise the budget.","fields":[{"path":"/packages/0/budget","message":"must be at least 100","rule":"minimum"}],"retry_after_ms":5000}`,
		Evidence: "code RATE_LIMITED",
	},
	{
		Name: "a text that is JSON", Why: "the form before structuredContent", Dialect: adcp.Dialect{},
		Body: `{"content":[{"type":"text","text":"{\"adcp_error\":{\"code\":\"RATE_LIMITED\",\"message\":\"Request rate exceeded\",\"retry_after\":1.2,\"recovery\":\"transient\"}}"}],"isError":true}`,
		Want: `{"kind":"rate_limited","message":"Request rate exceeded","retry_after_ms":2000}`,
	},
	{
		Name: "an artifact of A2A", Dialect: adcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"result":{"id":"t1","contextId":"c1","status":{"state":"failed"},"artifacts":[{"artifactId":"a","parts":[{"kind":"text","text":"No."},{"kind":"data","data":{"adcp_error":{"code":"PRODUCT_NOT_FOUND","message":"No product p1.","recovery":"correctable","field":"product_ids[0]"}}}]}]}}`,
		Want: `{"kind":"not_found","code":"PRODUCT_NOT_FOUND","message":"No product p1.","fields":[{"path":"/product_ids/0","message":"No product p1."}]}`,
	},
	{
		Name: "the status message of A2A 1.0", Dialect: adcp.Dialect{},
		Body: `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t1","status":{"state":"TASK_STATE_FAILED","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"data":{"adcp_error":{"code":"ACCOUNT_SUSPENDED","message":"Call us.","recovery":"terminal"}}}]}}}}}`,
		Want: `{"kind":"permission_denied","code":"ACCOUNT_SUSPENDED","message":"Call us."}`,
	},
	{
		Name: "the data of an error of JSON-RPC", Why: "before the call", Dialect: adcp.Dialect{}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32029,"message":"Rate limit exceeded","data":{"adcp_error":{"code":"RATE_LIMITED","message":"Slow down.","recovery":"transient","retry_after":9000}}}}`,
		Want: `{"kind":"rate_limited","message":"Slow down.","retry_after_ms":3600000}`,
	},
	{
		Name: "the errors of a payload", Dialect: adcp.Dialect{},
		Body: `{"content":[{"type":"text","text":"Failed."}],"isError":true,"structuredContent":{"errors":[{"code":"BUDGET_TOO_LOW","message":"Raise it.","field":"budget"}]}}`,
		Want: `{"kind":"invalid_input","code":"BUDGET_TOO_LOW","message":"Raise it.","fields":[{"path":"/budget","message":"Raise it."}]}`,
	},
	{
		Name: "a payload without a result", Dialect: adcp.Dialect{},
		Body: `{"errors":[{"code":"INVALID_STATE","message":"It was canceled.","recovery":"correctable"}],"context":{"session":"s"}}`,
		Want: `{"kind":"failed_precondition","message":"It was canceled."}`,
	},
	{
		Name: "warnings beside data", Why: "the call succeeded", Dialect: adcp.Dialect{},
		Body: `{"content":[{"type":"text","text":"3 products"}],"structuredContent":{"products":[],"errors":[{"code":"PRODUCT_UNAVAILABLE","message":"One is gone.","recovery":"correctable"}]}}`,
	},
	{
		Name: "an unknown code, transient", Why: "recovery is what counts", Dialect: adcp.Dialect{},
		Body: `{"adcp_error":{"code":"X_MOON_PHASE","message":"Wait.","recovery":"transient"}}`,
		Want: `{"kind":"unavailable","code":"X_MOON_PHASE","message":"Wait."}`,
	},
	{
		Name: "an unknown code, correctable", Why: "the caller corrects the call, not the program", Dialect: adcp.Dialect{},
		Body: `{"adcp_error":{"code":"X_MOON_PHASE","message":"Change it.","recovery":"correctable"}}`,
		Want: `{"kind":"invalid_input","code":"X_MOON_PHASE","message":"Change it."}`,
	},
	{
		Name: "an invalid request in a result", Why: "the tool ran: a protocol error is repeated by programs, and hidden from models",
		Dialect: adcp.Dialect{},
		Body:    `{"content":[{"type":"text","text":"No."}],"structuredContent":{"adcp_error":{"code":"INVALID_REQUEST","message":"No account.","recovery":"correctable"}},"isError":true}`,
		Want:    `{"kind":"invalid_request","message":"No account.","stage":"execution"}`,
	},
	{
		Name: "an invalid request in an error of JSON-RPC", Why: "before the call", Dialect: adcp.Dialect{}, Status: 200,
		Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"No.","data":{"adcp_error":{"code":"INVALID_REQUEST","message":"No account.","recovery":"correctable"}}}}`,
		Want: `{"kind":"invalid_request","message":"No account."}`,
	},
	{
		Name: "a call that took effect", Why: "another one would make a second resource", Dialect: adcp.Dialect{},
		Body: `{"adcp_error":{"code":"COMMITTED_RESOURCE_PURGED","message":"It was made, and is gone.","recovery":"terminal"}}`,
		Want: `{"kind":"execution_failed","code":"COMMITTED_RESOURCE_PURGED","message":"It was made, and is gone.","retry":"never","effect":"done"}`,
	},
	{
		Name: "a reason for the buyer", Why: "the code and the message around it may be those of a service", Dialect: adcp.Dialect{},
		Body: `{"adcp_error":{"code":"SERVICE_UNAVAILABLE","message":"adserver: CREATIVE_409","recovery":"correctable","buyer_reason":{"code":"CREATIVE_SIZE_MISMATCH","message":"Resize it."}}}`,
		Want: `{"kind":"invalid_input","code":"CREATIVE_SIZE_MISMATCH","message":"Resize it."}`,
	},
	{
		Name: "a call that is running", Why: "the client repeats it with the same key", Dialect: adcp.Dialect{},
		Body: `{"adcp_error":{"code":"IDEMPOTENCY_IN_FLIGHT","message":"Wait.","recovery":"transient","retry_after":4}}`,
		Want: `{"kind":"conflict","code":"IDEMPOTENCY_IN_FLIGHT","message":"Wait.","retry":"allowed","retry_after_ms":4000}`,
	},
	{
		Name: "an unknown recovery", Why: "terminal", Dialect: adcp.Dialect{},
		Body:     `{"adcp_error":{"code":"X_MOON_PHASE","message":"No.","recovery":"lunar"}}`,
		Want:     `{"kind":"execution_failed","code":"X_MOON_PHASE","message":"No.","retry":"never"}`,
		Evidence: "not a value of recovery",
	},
	{
		Name: "a conflict", Why: "the client may repeat the call", Dialect: adcp.Dialect{},
		Body: `{"adcp_error":{"code":"CONFLICT","message":"It changed.","recovery":"transient"}}`,
		Want: `{"kind":"conflict","message":"It changed.","retry":"allowed"}`,
	},
	{
		Name: "credentials", Dialect: adcp.Dialect{},
		Body: `{"adcp_error":{"code":"AUTH_INVALID","message":"No.","recovery":"terminal"}}`,
		Want: `{"kind":"unauthenticated","message":"No.","retry":"never"}`,
	},
	{
		Name: "a result of MCP", Why: "a server that is not one of AdCP", Dialect: adcp.Dialect{},
		Body: `{"content":[{"type":"text","text":"It failed."}],"isError":true}`,
		Want: `{"kind":"execution_failed","message":"It failed."}`,
	},
	{
		Name: "a success", Dialect: adcp.Dialect{},
		Body: `{"content":[{"type":"text","text":"adcp_error is a member"}],"structuredContent":{"products":[]}}`,
	},
}

func TestDocuments(t *testing.T) { golden.Documents(t, documents) }

// Errors of AdCP are detected wherever they are.
func TestDetected(t *testing.T) {
	codec := dialect.Codec{Dialects: all.Dialects()}
	for _, d := range documents {
		found, _, err := codec.Detect(dialect.Document{Status: d.Status, Body: []byte(d.Body)})
		require.NoError(t, err, d.Name)
		want := "adcp"
		if d.Name == "a result of MCP" || d.Name == "a success" || d.Name == "warnings beside data" ||
			d.Name == "the errors of a payload" {
			want = "mcp" // nothing of it is only of AdCP
		}
		require.Equal(t, want, found.Name(), d.Name)
	}
}

func FuzzDecode(f *testing.F) { golden.Fuzz(f, adcp.Dialect{}, documents) }
