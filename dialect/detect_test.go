package dialect_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/lab/golden"
)

func TestDetect(t *testing.T) {
	tests := []struct {
		name   string
		why    string
		status int
		header golden.Header
		body   string
		want   string // the dialect's name
		saw    string // in the evidence
	}{
		{name: "OXP, $schema", body: `{"$schema":"urn:oxp:1.0","message":"x"}`, want: "oxp", saw: "$schema"},
		{name: "OXP, $schema of 2025", body: `{"$schema":"otc://1.0","message":"x"}`, want: "oxp", saw: "$schema"},
		{name: "OXP, $schema as a URL", body: `{"$schema":"https://github.com/OpenToolCalling/Specification/tree/main/spec/http/1.0/openapi.json","message":"x"}`, want: "oxp", saw: "$schema"},
		{name: "OXP, wrapped", body: `{"result":{"call_id":"1","success":false,"error":{"message":"x"}}}`, want: "oxp",
			saw: "result.success"},
		{name: "OXP, Open Tool Calling",
			body: `{"execution_id":"1","success":false,"output":{"error":{"message":"x"}}}`, want: "oxp",
			saw: "output"},
		{name: "OXP, flat", body: `{"call_id":"1","success":false,"error":{"message":"x"}}`, want: "oxp-flat",
			saw: "call_id"},
		{name: "OXP, header", header: golden.Header{"OXP-Version": "1.0"}, body: `{"message":"x"}`, want: "oxp-flat",
			saw: "OXP-Version"},
		{name: "OXP, validation", status: 422, body: `{"message":"x","parameter_errors":{"b":"y"}}`, want: "oxp-flat",
			saw: "parameter_errors"},
		{name: "OXP, requirements", status: 400, body: `{"message":"x","missing_requirements":{"user_id":true}}`,
			want: "oxp-flat", saw: "missing_requirements"},
		{name: "OXP, a message with its status", status: 400, body: `{"message":"x"}`, want: "http",
			saw: "low confidence", why: "any API sends it"},
		{name: "OXP, challenge", body: `{"status":"failed"}`, want: "oxp-flat", saw: "challenge"},
		{name: "OXP, not a challenge", status: 500, body: `{"status":"failed"}`, want: "http", saw: "low confidence",
			why: "the response to a check has no status of an error"},
		{name: "OXP, not a list of tools", status: 400, body: `{"items":["This field is required."],"bell":["No such bell."]}`,
			want: "http", saw: "low confidence", why: "a status of an error, and no error: Django REST framework"},
		{name: "OXP, an error about items", status: 409, body: `{"message":"3 bells left","items":[{"bell":"front","left":3}]}`,
			want: "http", saw: "low confidence", why: "a status of an error, and no error"},
		{name: "MCP, not a result", status: 422, body: `{"content":[{"type":"text","text":"x"}]}`, want: "http", saw: "low confidence",
			why: "a status of an error, and no error"},
		{name: "OXP, what servers send", status: 404, body: `{"detail":"Tool x not found"}`, want: "http",
			saw: "low confidence"},
		{name: "MCP, result", body: `{"jsonrpc":"2.0","id":1,"result":{"content":[],"isError":true}}`, want: "mcp",
			saw: "a tool result"},
		{name: "MCP, in a JSON text", why: "the service encoded its body twice",
			body: `"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[],\"isError\":true}}"`, want: "mcp", saw: "a tool result"},
		{name: "MCP, bare result", body: `{"content":[{"type":"text","text":"x"}],"isError":true}`, want: "mcp",
			saw: "a tool result"},
		{name: "MCP, an envelope without jsonrpc", body: `{"id":1,"result":{"content":[],"isError":true}}`,
			want: "mcp", saw: "a tool result"},
		{name: "MCP, an error without jsonrpc", body: `{"id":1,"error":{"code":-32601,"message":"x"}}`, want: "mcp",
			saw: "code -32601"},
		{name: "AAI, an error without jsonrpc",
			body: `{"error":{"code":-32004,"message":"x","data":{"type":"PERMISSION_DENIED"}}}`, want: "aai",
			saw: "data.type"},
		{name: "MCP, resultType", body: `{"resultType":"complete","content":[],"isError":true}`, want: "mcp",
			saw: "resultType"},
		{name: "MCP, its codes", body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32042,"message":"x","data":{"elicitations":[]}}}`, want: "mcp"},
		{name: "MCP, code of all", body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"x"}}`, want: "mcp",
			saw: "code -32603"},
		{name: "MCP, resource", body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"x","data":{"uri":"bell:1"}}}`, want: "mcp", saw: "data.uri", why: "APP_NOT_FOUND has no uri"},
		{name: "MCP, header", header: golden.Header{"Mcp-Protocol-Version": "2025-11-25"},
			body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"Automation failed","data":{"type":"AUTOMATION_FAILED"}}}`, want: "mcp", saw: "header", why: "who says so in a header is"},
		{name: "MCP, notification", body: `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, want: "mcp"},
		{name: "MCP, task", body: `{"jsonrpc":"2.0","id":1,"result":{"taskId":"t","status":"failed"}}`, want: "mcp",
			saw: "a task"},
		{name: "AAI, type", body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"Application not found","data":{"type":"APP_NOT_FOUND"}}}`, want: "aai", saw: "data.type"},
		{name: "AAI, default message", body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32003,"message":"Tool not found"}}`, want: "aai", saw: "default message"},
		{name: "AAI, bare", body: `{"code":-32004,"message":"x","data":{"type":"PERMISSION_DENIED"}}`, want: "aai"},
		{name: "google.rpc.Status of a gateway", status: 409, body: `{"code":6,"message":"x","details":[]}`, want: "google",
			saw: "of a gateway"},
		{name: "details of an API", why: "they are the fields, which google.rpc.Status does not have so", status: 400,
			body: `{"code":3,"message":"x","details":[{"field":"bell","message":"is taken"}]}`, want: "http"},
		{name: "a code of another API", status: 400, body: `{"code":6,"message":"x","details":[]}`, want: "http"},
		{name: "AAI, gateway", body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"x","data":{"validationErrors":[]}}}`, want: "aai", saw: "validationErrors"},
		{name: "a number of AAI's range alone",
			body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"Session not found"}}`, want: "mcp",
			why: "a number alone never identifies AAI"},
		{name: "AAI string", body: `{"status":"error","error":{"code":"TIMEOUT","message":"x"}}`, want: "aai-string",
			saw: "string code"},
		{name: "AAI string, app", body: `{"error":{"code":"INVALID_PARAMETER","message":"x"}}`, want: "aai-string",
			saw: "string code"},
		{name: "an error with a code that AAI does not define",
			body: `{"error":{"code":"E_VALIDATION","message":"x"}}`, want: "http", saw: "a code and a message",
			why: "any API sends it"},
		{name: "a failure with such an error", status: 200,
			body: `{"success":false,"error":{"code":"E_VALIDATION","message":"x"}}`, want: "http",
			saw: "the outcome that its members state", why: "an error of OXP has no code"},
		{name: "AAI string, bare", status: 401, body: `{"error":"unauthorized"}`, want: "http",
			saw: "the outcome that its members state", why: "any API sends it"},
		{name: "toolError", body: `{"content":[],"structuredContent":{"kind":"toolError:v1","code":"NOT_FOUND","message":"x"},"isError":true}`, want: "toolerror", saw: "toolError:v1"},
		{name: "toolError in a block", body: `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"kind\":\"toolError:v1\",\"code\":\"NOT_FOUND\",\"message\":\"x\"}"}],"isError":true}}`, want: "toolerror"},
		{name: "needsInput", body: `{"kind":"needsInput:v1","type":"elicitation","message":"x"}`, want: "toolerror",
			saw: "needsInput:v1"},
		{name: "problem, media type", header: golden.Header{"Content-Type": "application/problem+json; charset=utf-8"},
			body: `{"detail":"x"}`, want: "problem", saw: "Content-Type"},
		{name: "problem, members", body: `{"type":"about:blank","title":"Not Found","status":404}`, want: "problem"},
		{name: "problem, ours", body: `{"title":"x","status":404,"kind":"not_found"}`, want: "problem", saw: "kind"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			codec := dialect.Codec{Dialects: all.Dialects()}
			in := dialect.Document{Status: tt.status, Header: tt.header.HTTP(), Body: []byte(tt.body)}
			d, evidence, err := codec.Detect(in)
			require.NoError(t, err)
			require.Equal(t, tt.want, d.Name(), "%s: %v", tt.why, evidence)
			require.Contains(t, evidence[0], "detected as "+tt.want+" by ")
			require.Equal(t, tt.saw == "low confidence", strings.HasPrefix(evidence[0], "low confidence: "), evidence[0])
			require.Contains(t, strings.Join(evidence, "\n"), tt.saw)

			e, err := codec.Decode(in)
			require.NoError(t, err)
			require.NotNil(t, e)
			require.Equal(t, tt.want, e.Peer.Dialect)
		})
	}
}

func TestDetectTies(t *testing.T) {
	in := dialect.Document{Body: []byte(`{"content":[],"isError":true}`)}
	for _, order := range [][]dialect.Dialect{
		{mcp.Dialect{}, mcp.Dialect{Revision: "2025-11-25"}},
		{mcp.Dialect{Revision: "2025-11-25"}, oxp.Dialect{}, mcp.Dialect{}},
	} {
		codec := dialect.Codec{Dialects: order}
		d, evidence, err := codec.Detect(in)
		require.NoError(t, err)
		require.Equal(t, order[0], d)
		require.Len(t, evidence, 2)
		require.Equal(t, "a tie with "+order[len(order)-1].Name()+": "+order[0].Name()+" comes first", evidence[1])
	}
}

// mute is a third-party dialect that decodes every document with its marker.
type mute struct{ marker string }

// detecting is one that recognizes them too.
type detecting struct{ mute }

func (d detecting) Detect(doc dialect.Document, root jsontree.Value) (int, string) {
	if !root.Member(d.marker).IsNull() || root.Member("error").Kind() == jsontree.String {
		return 60, "the marker"
	}
	return 0, ""
}

func (m mute) Name() string { return "mute" }

func (m mute) Append(dst []byte, _ *dialect.Codec, _ dialect.Call, _ *errkit.Error) ([]byte, dialect.Head) {
	return append(dst, `{"`+m.marker+`":true}`...), dialect.Head{Status: 500, ContentType: "application/json"}
}

func (m mute) Decode(_ *dialect.Codec, d dialect.Document) (*errkit.Error, error) {
	if !strings.Contains(string(d.Body), m.marker) {
		return nil, dialect.ErrNotDocument
	}
	return &errkit.Error{Kind: errkit.Conflict, Peer: &errkit.Peer{Dialect: "mute", Rule: "marker"}}, nil
}

func TestDetectDialectsOfOthers(t *testing.T) {
	lenient := mute{"mmm"}
	tests := []struct {
		name  string
		third dialect.Dialect
		body  string
		want  string
	}{
		{"a document that no other dialect decodes", lenient, `{"mmm":true}`, "mute"},
		{"a document with one sign of another dialect", lenient, `{"message":"mmm"}`, "mute"},
		{"a sign that is weaker than that of another dialect", detecting{lenient},
			`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"mmm"}],"isError":true}}`, "mcp"},
		{"a sign that is stronger", detecting{lenient}, `{"error":"mmm"}`, "mute"},
		{"a sign, but it does not decode", detecting{lenient}, `{"error":"unauthorized"}`, "http"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			codec := dialect.Codec{Dialects: append([]dialect.Dialect{tt.third}, all.Dialects()...)}
			d, evidence, err := codec.Detect(dialect.Document{Body: []byte(tt.body)})
			require.NoError(t, err)
			require.Equal(t, tt.want, d.Name(), "%v", evidence)
		})
	}
}

func TestDetectNothing(t *testing.T) {
	tests := []struct {
		name, body, want string
	}{
		{"not JSON", `{"a":`, "line 1, column 6: unexpected end of document"},
		{"nobody's", `{"answer":42}`, "no dialect accepts it"},
		{"a failure beside a value", `{"call_id":"1","success":false,"value":7}`,
			`no dialect accepts it, the nearest one is oxp-flat (success and call_id): /value: contradicts "success": false beside it`},
		{"a request", `{"jsonrpc":"2.0","id":1,"method":"tools/call"}`,
			`the nearest one is mcp (JSON-RPC): /method: a request, want a response`},
		{"an error without a text", `{"jsonrpc":"2.0","id":1,"error":{"code":-32042,"message":7}}`,
			`the nearest one is mcp (code -32042 of MCP): /error/message: want a string, got number`},
		{"a text", `"x"`, "no dialect accepts it"},
		{"a batch", `[]`, "no dialect accepts it"},
		{"a tool definition of MCP", `{"name":"x","title":"Tool X","description":"d","inputSchema":{"type":"object"}}`,
			"no dialect accepts it"},
		{"a block of text", `{"type":"text","text":"hello"}`, "no dialect accepts it"},
		{"a tool definition of others", `{"type":"function","function":{}}`, "no dialect accepts it"},
		{"an issue", `{"id":7,"number":3,"title":"The bell jams","state":"open","body":"Every day."}`,
			"no dialect accepts it"},
		{"an issue with a type", `{"type":"issue","title":"The bell jams","status":"open"}`, "no dialect accepts it"},
		{"a log record", `{"level":"error","time":"2026-11-21T10:00:00Z","msg":"no bell","error":"boom"}`,
			"no dialect accepts it"},
		{"a log record with a status", `{"severity":"ERROR","status":503,"message":"no bell"}`,
			"no dialect accepts it"},
		{"a JSON Schema", `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","title":"Bell","properties":{}}`, "no dialect accepts it"},
		{"a search result", `{"title":"Bells","url":"https://bells.example","detail":"All of them."}`,
			"no dialect accepts it"},
		{"a page", `{"data":[],"message":"3 bells","total":3}`, "no dialect accepts it"},
		{"a chat message", `{"type":"message","message":"ding"}`, "no dialect accepts it"},
		{"a message", `{"message":"ding"}`, "no dialect accepts it"},
		{"a title", `{"title":"ding"}`, "no dialect accepts it"},
		{"a request of OXP", `{"request":{"tool_id":"A.B"}}`, "no dialect accepts it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			codec := dialect.Codec{Dialects: all.Dialects()}
			d, evidence, err := codec.Detect(dialect.Document{Body: []byte(tt.body)})
			require.ErrorIs(t, err, dialect.ErrNotDocument)
			require.Contains(t, err.Error(), tt.want)
			require.Nil(t, d)
			require.Nil(t, evidence)
			_, err = codec.Decode(dialect.Document{Body: []byte(tt.body)})
			require.ErrorIs(t, err, dialect.ErrNotDocument)
			_, _, err = codec.Translate(dialect.Document{Body: []byte(tt.body)}, oxp.Dialect{}, dialect.Call{})
			require.ErrorIs(t, err, dialect.ErrNotDocument)
		})
	}
}

func TestDetectNeedsDialects(t *testing.T) {
	var none dialect.Codec
	_, _, err := none.Detect(dialect.Document{Body: []byte(`{"message":"x"}`)})
	require.ErrorIs(t, err, dialect.ErrNoDialects)
	require.ErrorContains(t, err, "all.Dialects()")
	_, err = none.Decode(dialect.Document{Body: []byte(`{"message":"x"}`)})
	require.ErrorIs(t, err, dialect.ErrNoDialects)
}
