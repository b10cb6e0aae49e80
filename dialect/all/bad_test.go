package all_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/toolerror"
)

// badValue and badKey are where the error of Decode could repeat them.
const (
	badValue = "CANARY-VALUE"
	badKey   = "CANARY-KEY"
)

// refused decodes a document that is not one of the dialect, and returns the text of the error.
func refused(t *testing.T, d dialect.Dialect, status int, body string) string {
	t.Helper()
	var codec dialect.Codec
	_, err := codec.Decode(dialect.Document{Dialect: d, Status: status, Body: []byte(body)})
	require.ErrorIs(t, err, dialect.ErrNotDocument, "%s", body[:min(len(body), 200)])
	require.NotContains(t, err.Error(), badValue)
	require.NotContains(t, err.Error(), badKey)
	return err.Error()
}

// nested returns a failed result of MCP inside n results that are not failed.
func nested(n int) string {
	inner := `{"content":[{"type":"text","text":"x"}],"isError":true}`
	for range n {
		inner = `{"content":[],"structuredContent":` + inner + `}`
	}
	return inner
}

// TestBadDocuments checks that every dialect reports where a document is not JSON.
func TestBadDocuments(t *testing.T) {
	deep := strings.Repeat(`{"error":`, 200) + `"x"` + strings.Repeat("}", 200)
	tests := []struct {
		name string
		why  string
		body string
		want string
	}{
		{name: "nothing", body: "", want: "line 1, column 1: the document is empty"},
		{name: "white space", body: " \n\t", want: "line 2, column 2: the document is empty"},
		{name: "text", why: "what a server sends that died", body: "Internal Server Error " + badValue,
			want: "line 1, column 1: invalid character 'I'"},
		{name: "HTML", body: "<html>" + badValue + "</html>", want: "line 1, column 1: invalid character '<'"},
		{name: "comments", body: "// " + badValue + "\n{}", want: "line 1, column 1: invalid character '/'"},
		{name: "a comment inside", body: "{\n  \"message\": // " + badValue + "\n}",
			want: "line 2, column 14: invalid character '/'"},
		{name: "cut short", body: `{"message":"x","error":{"code":1,`, want: "(/error): unexpected end of document"},
		{name: "cut inside a text", body: `{"message":"` + badValue, want: "unexpected end of document"},
		{name: "a comma too many", body: `{"message":"` + badValue + `",}`, want: "invalid character '}'"},
		{name: "two documents", body: `{"message":"x"}{"message":"` + badValue + `"}`,
			want: "line 1, column 16: invalid character '{' after the document"},
		{name: "single quotes", body: `{'message':'` + badValue + `'}`,
			want: `line 1, column 2: invalid character '\''`},
		{name: "NUL", body: "{\"message\":\"" + badValue + "\x00\"}",
			want: `line 1, column 25: invalid character '\x00'`},
		{name: "NUL after", body: "{\"message\":\"x\"}\x00", want: `line 1, column 16: invalid character '\x00'`},
		{name: "not UTF-8", body: "{\"message\":\"" + badValue + "\xff\"}", want: "line 1, column 25: invalid UTF-8"},
		{name: "UTF-16", body: "\xff\xfe{\x00}\x00", want: "line 1, column 1: invalid UTF-8"},
		{name: "NaN", body: `{"message":NaN}`, want: "line 1, column 12: invalid character 'N'"},
		{name: "an infinite number", body: `{"status":-}`, want: "line 1, column 12: invalid character '}'"},
		{name: "deep", body: deep, want: "nested deeper than 128 levels"},
		{name: "deep arrays", body: strings.Repeat("[", 100_000), want: "nested deeper than 128 levels"},
		{name: "many values", body: `{"message":"x","a":[` + strings.Repeat("1,", 250_000) + `1]}`,
			want: "the document has more than 200000 values"},
		{name: "a long key on the way", why: "the pointer is cut", body: `{"` + strings.Repeat("k", 1000) + `":{"a":!`,
			want: "invalid character '!'"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, d := range all.Dialects() {
				if strings.HasPrefix(d.Name(), "aai") && tt.name == "null for both" {
					continue // there it is a success that returns null
				}
				require.Contains(t, refused(t, d, 0, tt.body), tt.want, d.Name())
			}
		})
	}
}

func TestBatches(t *testing.T) {
	batch := `[{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"` + badValue +
		`"}},{"jsonrpc":"2.0","id":2,"result":{}}]`
	for _, d := range []dialect.Dialect{mcp.Dialect{}, aai.Dialect{}, aai.Strings{}, toolerror.Dialect{}} {
		require.Contains(t, refused(t, d, 0, batch), "the document: a batch of 2 documents, want one")
	}
	for _, d := range []dialect.Dialect{oxp.Dialect{}, problem.Dialect{}} {
		require.Contains(t, refused(t, d, 0, batch), "the document: want an object, got array")
	}
}

func TestOneDialectsBadDocuments(t *testing.T) {
	tests := []struct {
		name    string
		dialect dialect.Dialect
		body    string
		want    string
	}{
		{"a text", oxp.Dialect{}, `"` + badValue + `"`, "the document: want an object, got string"},
		{"a number", aai.Dialect{}, "404", "the document: want an object, got number"},
		{"true", mcp.Dialect{}, "true", "the document: want an object, got boolean"},
		{"null", problem.Dialect{}, "null", "the document: want an object, got null"},
		{"request", oxp.Dialect{}, `{"request":{"tool_id":"` + badValue + `"}}`, "a request, want a response"},
		{"flat request", oxp.Dialect{}, `{"tool_id":"` + badValue + `"}`, "a request, want a response"},
		{"tool definition", oxp.Dialect{}, `{"id":"A.B","name":"A_B","input_schema":{}}`,
			"a tool definition, want a response"},
		{"JSON-RPC", oxp.Dialect{}, `{"jsonrpc":"2.0","id":1,"result":{}}`, "/jsonrpc: JSON-RPC is not OXP"},
		{"result beside error", oxp.Dialect{}, `{"result":{"call_id":"1","success":true},"error":"` + badValue + `"}`,
			`/error: contradicts "result" beside it`},
		{"success beside error", oxp.Dialect{},
			`{"result":{"call_id":"1","success":true,"error":{"message":"` + badValue + `"}}}`,
			`/result/error: contradicts "success": true beside it`},
		{"flat success beside error", oxp.Dialect{}, `{"call_id":"1","success":true,"error":"` + badValue + `"}`,
			`/error: contradicts "success": true beside it`},
		{"failure beside a value", oxp.Dialect{}, `{"call_id":"1","success":false,"value":"` + badValue + `"}`,
			`/value: contradicts "success": false beside it`},
		{"failure beside a value and an error", oxp.Dialect{},
			`{"call_id":"1","success":false,"value":"` + badValue + `","error":{"message":"x"}}`,
			`/value: contradicts "success": false beside it`},
		{"older success beside error", oxp.Dialect{},
			`{"execution_id":"1","success":true,"output":{"error":{"message":"` + badValue + `"}}}`,
			`/output/error: contradicts "success": true beside it`},
		{"a call alone", oxp.Dialect{}, `{"call_id":"` + badValue + `"}`, `neither "success" nor "error"`},
		{"odd challenge", oxp.Dialect{}, `{"status":"` + badValue + `"}`, "/status: want the status of a challenge"},
		{"result beside error", mcp.Dialect{},
			`{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"` + badValue + `"}}`,
			`/error: contradicts "result" beside it`},
		{"null result", mcp.Dialect{}, `{"jsonrpc":"2.0","id":1,"result":null}`, "/result: want an object, got null"},
		{"a request", mcp.Dialect{}, `{"jsonrpc":"2.0","id":1,"method":"` + badValue + `"}`,
			"/method: a request, want a response"},
		{"another notification", mcp.Dialect{}, `{"jsonrpc":"2.0","method":"notifications/progress"}`,
			"/method: a request, want a response"},
		{"input required of nobody", mcp.Dialect{},
			`{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required"}}`,
			`/result: input_required with neither "inputRequests" nor "requestState"`},
		{"a code alone", mcp.Dialect{}, `{"code":-32603}`, "neither a result nor an error of MCP"},
		{"result beside error", aai.Dialect{},
			`{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":-32001,"message":"` + badValue + `"}}`,
			`/error: contradicts "result" beside it`},
		{"no error", aai.Strings{}, `{"status":"error"}`, `no "error" beside "status": "error"`},
		{"success beside error", aai.Strings{},
			`{"status":"success","error":{"code":"TIMEOUT","message":"` + badValue + `"}}`,
			`/error: contradicts "status": "success" beside it`},
		{"another kind", toolerror.Dialect{}, `{"kind":"toolError:v2","code":"` + badValue + `","message":"x"}`,
			"neither a result nor an error"},
		{"no kind", toolerror.Dialect{}, `{"code":"NOT_FOUND","retryable":false}`, "neither a result nor an error"},
		{"tool definition of MCP", oxp.Dialect{},
			`{"name":"` + badValue + `","message":"x","inputSchema":{"type":"object"}}`,
			"a tool definition, want a response"},
		{"tool definition of MCP", problem.Dialect{},
			`{"name":"x","title":"` + badValue + `","description":"d","inputSchema":{"type":"object"}}`,
			"a tool definition, want a response"},
		{"block of text", problem.Dialect{}, `{"type":"text","text":"` + badValue + `"}`,
			"/type: the only member, and not a URI"},
		{"tool definition of others", problem.Dialect{}, `{"type":"function","function":{}}`,
			"/type: the only member, and not a URI"},
		{"JSON-RPC", problem.Dialect{}, `{"jsonrpc":"2.0","type":"x","title":"` + badValue + `"}`,
			`none of "type", "title"`},
		{"a status of something else", problem.Dialect{}, `{"status":"` + badValue + `"}`,
			"/status: want a number, got string"},
	}
	for _, tt := range tests {
		t.Run(tt.dialect.Name()+"/"+tt.name, func(t *testing.T) {
			require.Contains(t, refused(t, tt.dialect, 0, tt.body), tt.want)
		})
	}
}

// The JSON types that stand for @ in a member.
var jsonTypes = map[string]string{
	"string":  `"` + badValue + `"`,
	"number":  `7`,
	"boolean": `false`,
	"array":   `["` + badValue + `"]`,
	"object":  `{"` + badKey + `":"` + badValue + `"}`,
}

// Every member of every dialect with every wrong type: the refusal names the
// member, and so does the evidence where the document says enough without it.
// null counts as absent.
func TestWrongTypes(t *testing.T) {
	const any = "string number boolean array object"
	tests := []struct {
		dialect dialect.Dialect
		body    string
		pointer string
		takes   string
		odd     bool // of another type it is noted and ignored
		why     string
	}{
		{dialect: oxp.Dialect{}, body: `{"result":@,"call_id":"1"}`, pointer: "/result", takes: "object2"},
		{dialect: oxp.Dialect{}, body: `{"result":{"call_id":"1","success":@,"error":{"message":"x"}}}`,
			pointer: "/result/success", takes: "boolean"},
		{dialect: oxp.Dialect{}, body: `{"result":{"call_id":"1","success":false,"error":@}}`,
			pointer: "/result/error", takes: "string object"},
		{dialect: oxp.Dialect{}, body: `{"result":{"call_id":"1","success":false,"error":{"message":@}}}`,
			pointer: "/result/error/message", takes: "string"},
		{dialect: oxp.Dialect{}, body: `{"call_id":"1","success":false,"error":{"message":"x","developer_message":@}}`,
			pointer: "/error/developer_message", takes: "string", odd: true},
		{dialect: oxp.Dialect{}, body: `{"call_id":"1","success":false,"error":{"message":"x","additional_prompt_content":@}}`, pointer: "/error/additional_prompt_content", takes: "string", odd: true},
		{dialect: oxp.Dialect{}, body: `{"call_id":"1","success":false,"error":{"message":"x","can_retry":@}}`,
			pointer: "/error/can_retry", takes: "boolean", odd: true},
		{dialect: oxp.Dialect{}, body: `{"call_id":"1","success":false,"error":{"message":"x","retry_after_ms":@}}`,
			pointer: "/error/retry_after_ms", takes: "number", odd: true},
		{dialect: oxp.Dialect{}, body: `{"call_id":"1","success":false,"error":{"message":"x","missing_requirements":@}}`, pointer: "/error/missing_requirements", takes: "object", odd: true},
		{dialect: oxp.Dialect{}, body: `{"message":@}`, pointer: "/message", takes: "string"},
		{dialect: oxp.Dialect{}, body: `{"message":"x","developer_message":@}`, pointer: "/developer_message",
			takes: "string", odd: true},
		{dialect: oxp.Dialect{}, body: `{"message":"x","parameter_errors":@}`, pointer: "/parameter_errors",
			takes: "object"},
		{dialect: oxp.Dialect{}, body: `{"message":"x","parameter_errors":{"b":@}}`, takes: any, why: "free values"},
		{dialect: oxp.Dialect{}, body: `{"message":"x","missing_requirements":@}`, pointer: "/missing_requirements",
			takes: "object", odd: true},
		{dialect: oxp.Dialect{}, body: `{"message":"x","missing_requirements":{"user_id":@}}`,
			pointer: "/missing_requirements/user_id", takes: "boolean", odd: true},
		{dialect: oxp.Dialect{}, body: `{"message":"x","missing_requirements":{"authorization":@}}`,
			pointer: "/missing_requirements/authorization", takes: "array2"},
		{dialect: oxp.Dialect{}, body: `{"message":"x","missing_requirements":{"authorization":[@]}}`,
			pointer: "/missing_requirements/authorization/0", takes: "object"},
		{dialect: oxp.Dialect{}, body: `{"message":"x","missing_requirements":{"authorization":[{"id":@,"url":"u"}]}}`,
			pointer: "/missing_requirements/authorization/0/id", takes: "string", odd: true},
		{dialect: oxp.Dialect{}, body: `{"message":"x","missing_requirements":{"authorization":[{"id":"1","url":@}]}}`,
			pointer: "/missing_requirements/authorization/0/url", takes: "string", odd: true},
		{dialect: oxp.Dialect{}, body: `{"message":"x","missing_requirements":{"authorization":[{"id":"1","url":"u","check_url":@}]}}`, pointer: "/missing_requirements/authorization/0/check_url", takes: "string", odd: true},
		{dialect: oxp.Dialect{}, body: `{"detail":@}`, pointer: "the document", takes: "string array",
			why: "what servers send in place of message"},
		{dialect: oxp.Dialect{}, body: `{"error":@}`, pointer: "the document", takes: "string array",
			why: "what servers send in place of message"},

		{dialect: mcp.Dialect{}, body: `{"jsonrpc":"2.0","id":1,"result":@}`, pointer: "/result", takes: "object"},
		{dialect: mcp.Dialect{}, body: `{"jsonrpc":"2.0","id":1,"error":@}`, pointer: "/error", takes: "object"},
		{dialect: mcp.Dialect{}, body: `{"jsonrpc":"2.0","id":@,"error":{"code":1,"message":"x"}}`, takes: any,
			why: "an id is not ours to judge"},
		{dialect: mcp.Dialect{}, body: `{"jsonrpc":"2.0","id":1,"error":{"code":@,"message":"x"}}`,
			pointer: "/error/code", takes: "string number"},
		{dialect: mcp.Dialect{}, body: `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":@}}`,
			pointer: "/error/message", takes: "string"},
		{dialect: mcp.Dialect{}, body: `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x","data":@}}`,
			takes: any},
		{dialect: mcp.Dialect{}, body: `{"isError":@,"content":[]}`, pointer: "/isError", takes: "boolean"},
		{dialect: mcp.Dialect{}, body: `{"isError":true,"content":@}`, pointer: "/content", takes: "array2"},
		{dialect: mcp.Dialect{}, body: `{"isError":true,"content":[@]}`, pointer: "/content/0", takes: "object"},
		{dialect: mcp.Dialect{}, body: `{"isError":true,"content":[{"type":@}]}`, pointer: "/content/0/type",
			takes: "string"},
		{dialect: mcp.Dialect{}, body: `{"isError":true,"content":[{"type":"text","text":@}]}`,
			pointer: "/content/0/text", takes: "string"},
		{dialect: mcp.Dialect{}, body: `{"isError":true,"content":[],"_meta":@}`, pointer: "/_meta", takes: "object",
			odd: true},
		{dialect: mcp.Dialect{}, body: `{"isError":true,"content":[],"structuredContent":@}`, takes: any,
			why: "any JSON since 2026-07-28"},
		{dialect: mcp.Dialect{}, body: `{"isError":true,"content":[],"_meta":{"arcade":{"canRetry":@}}}`,
			pointer: "/_meta/arcade/canRetry", takes: "boolean", odd: true},
		{dialect: mcp.Dialect{}, body: `{"resultType":@,"content":[],"isError":true}`, pointer: "/resultType",
			takes: "string"},
		{dialect: mcp.Dialect{}, body: `{"resultType":"input_required","requestState":"s","inputRequests":@}`,
			pointer: "/inputRequests", takes: "object2"},
		{dialect: mcp.Dialect{}, body: `{"resultType":"input_required","inputRequests":{"a":@}}`,
			pointer: "/inputRequests/a", takes: "object"},
		{dialect: mcp.Dialect{}, body: `{"resultType":"input_required","inputRequests":{"a":{"params":@}}}`,
			pointer: "/inputRequests/a/params", takes: "object"},
		{dialect: mcp.Dialect{}, body: `{"resultType":"input_required","inputRequests":{"a":{"params":{"message":@}}}}`, pointer: "/inputRequests/a/params/message", takes: "string", odd: true},
		{dialect: mcp.Dialect{}, body: `{"resultType":"input_required","inputRequests":{"a":{"params":{"mode":"url","url":@}}}}`, pointer: "/inputRequests/a/params/url", takes: "string", odd: true},
		{dialect: mcp.Dialect{}, body: `{"method":"notifications/cancelled","params":@}`, pointer: "/params",
			takes: "object", odd: true},
		{dialect: mcp.Dialect{}, body: `{"method":"notifications/cancelled","params":{"reason":@}}`,
			pointer: "/params/reason", takes: "string", odd: true},

		{dialect: aai.Dialect{}, body: `{"jsonrpc":"2.0","id":1,"error":@}`, pointer: "/error",
			takes: "string object"},
		{dialect: aai.Dialect{}, body: `{"jsonrpc":"2.0","id":1,"error":{"code":@,"message":"x"}}`,
			pointer: "/error/code", takes: "string number"},
		{dialect: aai.Dialect{}, body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":@}}`,
			pointer: "/error/message", takes: "string"},
		{dialect: aai.Strings{}, body: `{"status":"error","error":@}`, pointer: "/error", takes: "string object"},
		{dialect: aai.Strings{}, body: `{"status":"error","error":{"code":"TIMEOUT","message":@}}`,
			pointer: "/error/message", takes: "string"},

		{dialect: toolerror.Dialect{}, body: `{"kind":"toolError:v1","code":@,"message":"x"}`, pointer: "/code",
			takes: "string"},
		{dialect: toolerror.Dialect{}, body: `{"kind":"toolError:v1","code":"NOT_FOUND","message":@}`,
			pointer: "/message", takes: "string"},
		{dialect: toolerror.Dialect{}, body: `{"structuredContent":{"kind":"toolError:v1","code":"NOT_FOUND","message":"x","retryable":@}}`, pointer: "/structuredContent/retryable", takes: "boolean", odd: true},
		{dialect: toolerror.Dialect{}, body: `{"kind":"toolError:v1","code":"NOT_FOUND","message":"x","details":@}`,
			pointer: "/details", takes: "object", odd: true},
		{dialect: toolerror.Dialect{}, body: `{"kind":"toolError:v1","code":"NOT_FOUND","message":"x","details":{"statusCode":@}}`, pointer: "/details/statusCode", takes: "number", odd: true},
		{dialect: toolerror.Dialect{}, body: `{"kind":"needsInput:v1","message":"x","needsInput":@}`,
			pointer: "/needsInput", takes: "object", odd: true},
		{dialect: toolerror.Dialect{}, body: `{"kind":"needsInput:v1","message":"x","needsInput":{"fields":@}}`,
			pointer: "the document", takes: "array", odd: true},
		{dialect: toolerror.Dialect{}, body: `{"kind":"needsInput:v1","message":"x","needsInput":{"reason":@}}`,
			pointer: "the document", takes: "string", odd: true},
		{dialect: toolerror.Dialect{}, body: `{"structuredContent":{"kind":"needsInput:v1","message":"x","options":@}}`, pointer: "/structuredContent", takes: "array2", odd: true},

		{dialect: problem.Dialect{}, body: `{"type":@,"title":"x"}`, pointer: "/type", takes: "string", odd: true},
		{dialect: problem.Dialect{}, body: `{"title":@}`, pointer: "/title", takes: "string"},
		{dialect: problem.Dialect{}, body: `{"title":"x","status":@}`, pointer: "/status", takes: "number", odd: true},
		{dialect: problem.Dialect{}, body: `{"detail":@}`, pointer: "/detail", takes: "string"},
		{dialect: problem.Dialect{}, body: `{"title":"x","instance":@}`, pointer: "/instance", takes: "string",
			odd: true},
		{dialect: problem.Dialect{}, body: `{"title":"x","kind":@}`, pointer: "/kind", takes: "string", odd: true},
		{dialect: problem.Dialect{}, body: `{"title":"x","code":@}`, pointer: "/code", takes: "string", odd: true},
		{dialect: problem.Dialect{}, body: `{"title":"x","hint":@}`, pointer: "/hint", takes: "string", odd: true},
		{dialect: problem.Dialect{}, body: `{"title":"x","retry":@}`, pointer: "/retry", takes: "string", odd: true},
		{dialect: problem.Dialect{}, body: `{"title":"x","stage":@}`, pointer: "/stage", takes: "string", odd: true},
		{dialect: problem.Dialect{}, body: `{"title":"x","retry_after_ms":@}`, pointer: "/retry_after_ms",
			takes: "number", odd: true},
		{dialect: problem.Dialect{}, body: `{"title":"x","upstream":@}`, pointer: "/upstream", takes: "number",
			odd: true},
		{dialect: problem.Dialect{}, body: `{"title":"x","errors":@}`, takes: any, why: "many spellings"},
		{dialect: problem.Dialect{}, body: `{"title":"x","needs":@}`, takes: any,
			why: "a member of ours, which others may use"},
	}
	for _, tt := range tests {
		t.Run(tt.dialect.Name()+" "+tt.body, func(t *testing.T) {
			var codec dialect.Codec
			for name, value := range jsonTypes {
				body := strings.Replace(tt.body, "@", value, 1)
				if slices.Contains(strings.Fields(tt.takes), name) {
					_, err := codec.Decode(dialect.Document{Dialect: tt.dialect, Body: []byte(body)})
					require.NoError(t, err, "%s: %s", body, tt.why)
					continue
				}
				if tt.odd {
					e, err := codec.Decode(dialect.Document{Dialect: tt.dialect, Body: []byte(body)})
					require.NoError(t, err, body)
					evidence := strings.Join(e.Peer.Evidence, "\n")
					require.Contains(t, "\n"+evidence, "\n"+tt.pointer+": ", body)
					require.NotContains(t, evidence, badValue)
					require.NotContains(t, evidence, badKey)
					continue
				}
				if (name == "array" || name == "object") && strings.Contains(tt.takes, name+"2") {
					continue // right, but what is in it is not
				}
				require.Contains(t, refused(t, tt.dialect, 0, body), ": "+tt.pointer+": ", body)
			}
			// null is as good as absent: an error, a success or a refusal, and nothing worse.
			_, err := codec.Decode(dialect.Document{Dialect: tt.dialect,
				Body: []byte(strings.Replace(tt.body, "@", "null", 1))})
			if err != nil {
				require.ErrorIs(t, err, dialect.ErrNotDocument)
			}
		})
	}
}

// What is odd and still a document.
func TestOddDocuments(t *testing.T) {
	tests := []struct {
		name    string
		dialect dialect.Dialect
		body    string
		want    string
	}{
		{"a byte order mark", oxp.Dialect{}, "\ufeff" + `{"message":"x"}`, `{"kind":"invalid_request","message":"x"}`},
		{"white space around", mcp.Dialect{}, "\n " + `{"code":-32700,"message":"x"}` + "\r\n",
			`{"kind":"malformed","message":"x"}`},
		{"members twice", oxp.Dialect{}, `{"message":"a","message":"b"}`, `{"kind":"invalid_request","message":"b"}`},
		{"a huge delay", oxp.Dialect{Flat: true},
			`{"call_id":"1","success":false,"error":{"message":"x","can_retry":true,"retry_after_ms":1e300}}`,
			`{"kind":"execution_failed","message":"x","retry":"allowed","retry_after_ms":9223372036854}`},
		{"a huge delay below zero", oxp.Dialect{Flat: true},
			`{"call_id":"1","success":false,"error":{"message":"x","can_retry":true,"retry_after_ms":-1e300}}`,
			`{"kind":"execution_failed","message":"x","retry":"allowed"}`},
		{"a delay of many digits", oxp.Dialect{Flat: true},
			`{"call_id":"1","success":false,"error":{"message":"x","can_retry":true,"retry_after_ms":99999999999999999999999}}`, `{"kind":"execution_failed","message":"x","retry":"allowed","retry_after_ms":9223372036854}`},
		{"a status of many digits", problem.Dialect{}, `{"title":"x","status":99999999999999999999}`,
			`{"kind":"unknown","message":"x"}`},
		{"a status that is none", problem.Dialect{}, `{"title":"x","status":-404}`,
			`{"kind":"unknown","message":"x"}`},
		{"half a surrogate pair", oxp.Dialect{}, `{"message":"a\ud800b"}`,
			`{"kind":"invalid_request","message":"a` + "\ufffd" + `b"}`},
		{"control characters, escaped", oxp.Dialect{}, `{"message":"a\u0000\u001b[31m"}`,
			`{"kind":"invalid_request","message":"a\u0000\u001b[31m"}`},
		{"a failed result in a failed result", mcp.Dialect{}, nested(3), `{"kind":"execution_failed","message":"x"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var codec dialect.Codec
			e, err := codec.Decode(dialect.Document{Dialect: tt.dialect, Body: []byte(tt.body)})
			require.NoError(t, err)
			require.NotNil(t, e)
			require.Equal(t, tt.want, samples.Canonical(t, e))
		})
	}
	// Deeper than anybody nests results, the search ends.
	var codec dialect.Codec
	e, err := codec.Decode(dialect.Document{Dialect: mcp.Dialect{}, Body: []byte(nested(20))})
	require.NoError(t, err)
	require.Nil(t, e)
}
