package all_test

import (
	"encoding/json"
	"log/slog"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/a2a"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/acp"
	"github.com/toolerr/toolerr/dialect/adcp"
	"github.com/toolerr/toolerr/dialect/connect"
	"github.com/toolerr/toolerr/dialect/google"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/leak"
)

// Texts with a canary that no other reader may see.
const (
	canary      = "CANARY7"
	canaryDSN   = "dial postgres://app:" + canary + "@db.example:5432/orders failed"
	canaryToken = "the service refused Bearer " + canary + "abcdefghij0123456789"
	canaryJWT   = "expired: eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0." + canary
	canaryPy    = "Failed.\nTraceback (most recent call last):\n  File \"/srv/app.py\", line 3, in ring\n    key = '" +
		canary + "'\nKeyError: 'a'"
	canaryJS = "TypeError: x is not a function\n    at ring (/srv/" + canary +
		"/app.js:10:5)\n    at node:internal/timers:1:2"
	canaryGo  = "it broke\ngoroutine 7 [running]:\nmain.ring(" + canary + ")\n\t/srv/app.go:7 +0x1"
	canarySQL = "no such column in SELECT id, " + canary + " FROM bells WHERE id = 1"
	canaryKey = "the key is sk-proj-" + canary + "abcdefghij0123456789"
)

// private are documents of real forms in which a canary is in a member that the protocol does not
// define, or in a text.
func private() []dialect.Document {
	quote := func(s string) string {
		b, _ := json.Marshal(s)
		return string(b)
	}
	members := `{"stack":` + quote(canaryPy) + `,"token":"` + canary + `","debug":{"password":"` + canary +
		`"},"list":["` + canary + `"]}`
	rpc := func(code, message, data string) string {
		return `{"jsonrpc":"2.0","id":1,"error":{"code":` + code + `,"message":` + quote(message) + `,"data":` + data +
			`}}`
	}
	result := func(text string) string {
		return `{"content":[{"type":"text","text":` + quote(text) + `}],"isError":true}`
	}
	status := func(message, details string) string {
		return `{"error":{"code":404,"message":` + quote(message) + `,"status":"NOT_FOUND","details":[` + details +
			`]}}`
	}
	return []dialect.Document{
		body(mcp.Dialect{}, 0, rpc("-32603", "The bell is broken.", members)),
		body(mcp.Dialect{}, 0, rpc("-32602", "Unknown tool: ring", members)),
		body(mcp.Dialect{}, 0, rpc("-32002", "Resource not found", `{"uri":"bell:1","token":"`+canary+`"}`)),
		body(mcp.Dialect{}, 0, rpc("-32603", "The bell is broken.", `"`+canary+`"`)),
		body(mcp.Dialect{}, 0, rpc("-32603", canaryDSN, `{}`)),
		body(mcp.Dialect{}, 0, result(canaryPy)),
		body(mcp.Dialect{}, 0, result(canaryJS)),
		body(mcp.Dialect{}, 0, result(canaryToken)),
		body(mcp.Dialect{}, 0, `{"content":[],"structuredContent":{"success":false,"error":"No.","dsn":`+
			quote(canaryDSN)+`}}`),
		body(aai.Dialect{}, 0, rpc("-32007", "Invalid aai.json",
			`{"type":"INVALID_REQUEST","detail":`+quote(canaryGo)+`,"envFile":"`+canary+`"}`)),
		body(aai.Dialect{}, 0, rpc("-32008", "It timed out.", members)),
		body(aai.Strings{}, 0, `{"status":"error","error":{"code":"EXECUTION_ERROR","message":`+quote(canarySQL)+
			`,"data":`+members+`}}`),
		body(acp.Dialect{}, 0, rpc("-32603", canaryKey, members)),
		body(a2a.Dialect{}, 0, rpc("-32603", "The bell is broken.", members)),
		body(a2a.Dialect{}, 0, rpc("-32001", canaryJWT,
			`[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND","domain":"a2a-protocol.org"}]`)),
		body(problem.Dialect{}, 400, `{"title":"No","status":400,"detail":`+quote(canarySQL)+`,"query":`+
			quote(canarySQL)+`}`),
		body(problem.Dialect{}, 500, `{"type":"https://bells.example/p","title":`+quote(canaryToken)+
			`,"status":500,"trace":`+quote(canaryGo)+`}`),
		body(problem.Dialect{}, 422, `{"title":"No","status":422,"errors":[{"pointer":"#/a","detail":`+
			quote(canaryDSN)+`}]}`),
		body(problem.Dialect{}, 500, `{"title":"No","status":500,"context":{"toolerr":`+quote(canaryDSN)+`}}`),
		body(problem.Dialect{}, 500, `{"title":"No","status":500,"context":{"io.github.toolerr/error":[`+
			quote(canaryDSN)+`]}}`),
		body(problem.Dialect{}, 500, `{"title":"No","status":500,"context":`+quote(`{"toolerr":`+quote(canaryDSN)+`}`)+
			`}`),
		body(problem.Dialect{}, 500, `{"title":"No","status":500,"tried":{`+quote(canaryKey)+`:"refused"}}`),
		body(problem.Dialect{}, 500, `{"title":"No","status":500,`+quote(canaryKey)+`:"refused"}`),
		body(problem.Dialect{}, 422, `{"title":"No","status":422,"errors":[{"pointer":`+quote("#/"+canaryKey)+
			`,"detail":"must be set"}]}`),
		body(oxp.Dialect{}, 422, `{"message":"No.","parameter_errors":{`+quote(canaryKey)+`:"must be set"}}`),
		body(oxp.Dialect{}, 400, `{"message":"No.","missing_requirements":{"authorization":[{"id":`+quote(canaryKey)+
			`,"authorization_url":"https://bells.example/a"}]}}`),
		body(google.Dialect{}, 404, `{"error":{"code":404,"message":"No.","status":"NOT_FOUND",`+quote(canaryKey)+
			`:{"a":1}}}`),
		body(toolerror.Dialect{}, 0, `{"content":[],"structuredContent":{"kind":"needsInput:v1","type":"elicitation","message":"Which?","needsInput":{"fields":[`+quote(canaryKey)+`],"reason":"empty"}}}`),
		body(mcp.Dialect{}, 0, rpc("-32603", "The bell is broken.", `{"tried":{`+quote(canaryKey)+`:"refused"}}`)),
		body(google.Dialect{}, 404, status(canaryDSN,
			`{"@type":"type.googleapis.com/google.rpc.DebugInfo","stackEntries":["`+canary+`"],"detail":"`+canary+
				`"}`)),
		body(google.Dialect{}, 404, status("No.",
			`{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"GONE","domain":"x","metadata":{"dsn":`+
				quote(canaryDSN)+`}}`)),
		body(google.Dialect{}, 404, status("No.",
			`{"@type":"type.googleapis.com/bells.Trace","text":`+quote(canaryJS)+`}`)),
		body(connect.Dialect{}, 404, `{"code":"not_found","message":`+quote(canaryKey)+`}`),
		body(oxp.Dialect{}, 400, `{"message":`+quote(canaryDSN)+`,"additional_prompt_content":`+quote(canaryToken)+
			`,"developer_message":`+quote(canaryGo)+`}`),
		body(oxp.Dialect{}, 422, `{"message":"No.","parameter_errors":{"a":`+quote(canarySQL)+`}}`),
		body(toolerror.Dialect{}, 0, `{"kind":"toolError:v1","code":"SERVER_ERROR","message":`+quote(canaryPy)+
			`,"details":{"cause":`+quote(canaryDSN)+`}}`),
		body(adcp.Dialect{}, 0, `{"content":[{"type":"text","text":"No."}],"structuredContent":{"adcp_error":{"code":"NOT_FOUND","recovery":"terminal","message":`+quote(canaryJWT)+`,"suggestion":`+quote(canaryKey)+`,"details":{"q":`+quote(canarySQL)+`}}},"isError":true}`),
		body(problem.Dialect{}, 400, `{"title":"No","status":400,"context":{"env":{"db_password":"`+canary+`"}}}`),
		body(problem.Dialect{}, 400, `{"title":"No","status":400,"context":{"password":{"value":"`+canary+`"},"list":["a"]}}`),
		body(problem.Dialect{}, 400, `{"title":"No","status":400,"tried":[{"name":"Password","value":"`+canary+`"}]}`),
		body(problem.Dialect{}, 400, `{"title":"No","status":400,"tried":{"passwords":["`+canary+`"]}}`),
		body(problem.Dialect{}, 400, `{"title":"No","status":400,"args":["mysql","--password","`+canary+`"]}`),
		body(problem.Dialect{}, 400, `{"title":"No","status":400,"body":`+quote(`{"access_token":"`+canary+`x"}`)+`}`),
		body(problem.Dialect{}, 400, `{"title":"No","status":400,"detail":`+quote(`in <add key="Password" value="`+canary+`"/>`)+`}`),
		body(problem.Dialect{}, 400, `{"title":"No","status":400,"detail":`+quote("to postgres:/\x1b[0m/app:"+canary+"@\u200bdb/x")+`}`),
		body(google.Dialect{}, 404, status("No.",
			`{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"GONE","domain":"x","metadata":{"db_password":"`+
				canary+`"}}`)),
		body(nil, 500, `{"message":`+quote(canaryPy)+`,"stack":"`+canary+`"}`),
		body(nil, 502, `{"error":{"message":`+quote(canaryDSN)+`,"innererror":{"stacktrace":"`+canary+`"}}}`),
		body(nil, 401, `{"error":`+quote(canaryToken)+`,"trace":"`+canary+`"}`),
		body(nil, 500, `{"detail":`+quote(canarySQL)+`,"exception":"`+canary+`"}`),
	}
}

// What a peer wrote for its developers does not reach another reader: not in a document, and not
// in the report of losses.
func TestPrivateTextIsWithheld(t *testing.T) {
	leaks, shown := 0, 0
	for _, in := range private() {
		seen := false
		for _, to := range every() {
			for _, carry := range []bool{false, true} {
				codec := dialect.Codec{Dialects: every(), Carry: carry}
				out, losses, err := codec.Translate(in, to, dialect.Call{ID: json.RawMessage("1")})
				require.NoError(t, err, "%s", in.Body)
				report, err := json.Marshal(losses)
				require.NoError(t, err)
				if strings.Contains(string(out.Body)+string(report), canary) {
					leaks++
					t.Logf("to %s: %s\n%s\nfrom %s", to.Name(), out.Body, report, in.Body)
				}
				codec.Disclose = dialect.DiscloseAll
				out, losses, err = codec.Translate(in, to, dialect.Call{ID: json.RawMessage("1")})
				require.NoError(t, err, "%s", in.Body)
				report, _ = json.Marshal(losses)
				seen = seen || strings.Contains(string(out.Body)+string(report), canary)
			}
		}
		if seen {
			shown++
		} else {
			t.Logf("not disclosed: %s", in.Body)
		}
	}
	require.Zero(t, leaks, "documents and reports with private text")
	require.Equal(t, len(private()), shown, "documents whose private text is disclosed on request")
}

// A detail in which private text cannot be looked for is private.
func TestDeepDetailIsWithheld(t *testing.T) {
	deep := json.RawMessage(strings.Repeat("[", 200) + `"` + canaryDSN + `"` + strings.Repeat("]", 200))
	e := &errkit.Error{Kind: errkit.NotFound, Message: "No.", Details: []slog.Attr{slog.Any("deep", deep)},
		Peer: &errkit.Peer{Dialect: "problem"}}
	var codec dialect.Codec
	out, losses, err := codec.Measure(e, problem.Dialect{}, dialect.Call{})
	require.NoError(t, err)
	require.NotContains(t, string(out.Body), canary)
	require.Equal(t, []dialect.Loss{{Field: "details", Reason: dialect.Withheld, From: "/deep"}}, losses)
}

// What is said about a secret is not one, and neither is what the caller sent. A number may be
// one.
func TestSecretsByName(t *testing.T) {
	for details, public := range map[string]bool{
		`{"password":["too_short","is required"],"token":"is required","secret":"db-credentials"}`: true,
		`{"password":{"code":"blank","min":8},"max_tokens":128000,"token_type":"access"}`:          true,
		`{"field":{"name":"password","value":""},"name":"password","code":"PASSWORD_TOO_WEAK"}`:    true,
		`{"env":{"password":"hunter"}}`: true, `{"pin":4711}`: true, // of the arguments
		`{"email":["unique"],"password":["uppercase","special"]}`: true, `{"password":"confirmed","api_token":"alphanumeric"}`: true,
		`{"tests":{"pass":1204,"fail":1}}`: true, `{"process":{"pwd":"/workspace/repo"}}`: true, `{"pull_secret":"regcred-eu-west1"}`: true,
		`{"next_page_token":"CAESBmFiY2RlZ2hpamtsbW5v","nextPageToken":"CAESBmFiY2RlZ2hpamtsbW5v"}`: true, `{"pass":"1204"}`: false,
		`{"tests":{"pass":10452,"skipped":7}}`: true, `{"tests":{"Total":20000,"pass":19998}}`: true, `{"checks":{"pass":99.75,"fail":0.25}}`: true,
		`{"db":{"user":"sa","pass":4712}}`: false, `{"pass":4712,"fail":"no"}`: false, `{"db":{"pass":4712,"error_code":1045}}`: false, `{"password":471299}`: false, `{"pin":{"value":4712}}`: false,
		`{"env":{"password":"hunter7"}}`: false, `{"pin":4712}`: false, `{"name":"pwd","value":"hunter7"}`: false,
	} {
		call := dialect.Call{Arguments: json.RawMessage(`{"login":{"p":"hunter","n":4711}}`)}
		in := body(problem.Dialect{}, 422, `{"title":"No","status":422,"context":`+details+`}`)
		out, _, err := new(dialect.Codec).Translate(in, problem.Dialect{}, call)
		require.NoError(t, err)
		require.Equal(t, public, strings.Contains(string(out.Body), details), "%s: %s", details, out.Body)
	}
}

// Beside a secret the other members of a detail stay, and so do those of a document in a text.
func TestOnlySecretIsWithheld(t *testing.T) {
	for details, want := range map[string]string{
		`{"env":{"host":"db","db_password":"hunter","n":[1.0,{"token":"aB3dE5fG7"},[],{}]},"b":{"c":null}}`:        `"env":{"host":"db","db_password":"[withheld]","n":[1.0,{"token":"[withheld]"},[],{}]},"b":{"c":null}`,
		`{"body":"{\"user\": \"ada\", \"password\": \"hunter\", \"n\": 7}"}`:                                       `"body":"{\"user\":\"ada\",\"password\":\"[withheld]\",\"n\":7}"`,
		`{"api_token":"aB3dE5fG7hI","tried":[{"name":"pwd","value":"hunter7"},"ada"]}`:                             `"api_token":"[withheld]","tried":[{"name":"pwd","value":"[withheld]"},"ada"]`,
		`{"headers":{"authorization":"Bearer aB3dE5fG7hI9kL1mN3oP5","host":"a.example"},"passwords":["hunter",7]}`: `"headers":{"authorization":"[withheld]","host":"a.example"},"passwords":["[withheld]",7]`,
	} {
		in := body(problem.Dialect{}, 422, `{"title":"No","status":422,`+details[1:])
		var codec dialect.Codec
		out, losses, err := codec.Translate(in, problem.Dialect{}, dialect.Call{})
		require.NoError(t, err)
		require.Contains(t, string(out.Body), want)
		require.Equal(t, dialect.Withheld, losses[0].Reason)
		again, _, err := codec.Translate(out, problem.Dialect{}, dialect.Call{})
		require.NoError(t, err)
		require.Equal(t, string(out.Body), string(again.Body), "what is withheld stays")
	}
}

// A stack or a key that has one line in each field is withheld; a private text in one field leaves
// the others.
func TestTextDividedAmongFields(t *testing.T) {
	for want, lines := range map[string][]string{
		"No.|||":                {"No.", "Traceback (most recent call last):", `  File "a.py", line 3, in ring`, "    key = '" + canary + "'"},
		"No. [withheld]|||":     {"No. File \"a.py\", line 3, in ring", canary, canary, "KeyError"},
		"must be set|||":        {"must be set", "-----BEGIN RSA PRIVATE KEY-----", canary, "-----END RSA PRIVATE KEY-----"},
		"|||must be set":        {canaryKey[11:], "ghp_0123456789abcdefghij", "sk-proj-abcdefgh0123456789", "must be set"},
		"in [withheld]|no||yes": {"in SELECT id FROM " + canary + " WHERE id = 7", "no", "", "yes"},
	} {
		e := &errkit.Error{Kind: errkit.InvalidInput, Peer: &errkit.Peer{Dialect: "problem"}}
		for _, line := range lines {
			e.Fields = append(e.Fields, errkit.Field{Path: "/a", Message: errkit.Text(line)})
		}
		shown, _ := new(dialect.Codec).Disclosed(e, mcp.Dialect{}, dialect.Call{})
		var got []string
		for _, f := range shown.Fields {
			got = append(got, string(f.Message))
		}
		require.Equal(t, want, strings.Join(got, "|"))
		again, _ := new(dialect.Codec).Disclosed(shown, mcp.Dialect{}, dialect.Call{})
		require.Same(t, shown, again)
	}
}

// What is private behind a name is private in the field of this name, too.
func TestTextBehindTheNameOfItsField(t *testing.T) {
	const text = "MCP error -32602: Tool 'ring' parameter validation failed: times: Required, headers.Authorization: Bearer aB3dE5fG7hI9kL" +
		", api_key: aB3dE5fG7hI9kL, password: Required. Please check the parameter types and values according to the tool's schema."
	doc := body(mcp.Dialect{}, 0, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"`+text+`"}}`)
	shown, lost := disclosed(t, &dialect.Codec{Dialects: every()}, doc, "")
	require.Equal(t, []errkit.Field{{Path: "/times", Message: "Required"}, {Path: "/headers/Authorization", Message: "Bearer [withheld]"},
		{Path: "/api_key", Message: "[withheld]"}, {Path: "/password", Message: "Required"}}, shown.Fields)
	require.Contains(t, lost, "fields")
	require.NotContains(t, string(shown.Message), "aB3dE5")
}

// A long secret is withheld to its end.
func TestLongTextBehindTheNameOfItsField(t *testing.T) {
	key := strings.Repeat("aB3dE5fG7hI9kL", 200)
	e := &errkit.Error{Kind: errkit.InvalidInput, Peer: &errkit.Peer{Dialect: "http"}, Fields: []errkit.Field{
		{Path: "/api_key", Message: errkit.Text(key)},
		{Path: "/api_key", Message: errkit.Text(key + " is not valid " + strings.Repeat("€", 700))},
		{Path: "/name", Message: errkit.Text(strings.Repeat("€", 700))},
	}}
	shown, _ := new(dialect.Codec).Disclosed(e, nil, dialect.Call{})
	require.Equal(t, "[withheld]", string(shown.Fields[0].Message))
	require.Equal(t, "[withheld] is not valid "+strings.Repeat("€", 700), string(shown.Fields[1].Message))
	require.Equal(t, e.Fields[2], shown.Fields[2])
}

// No text of the documents of real servers is cut, but for what a careful reader withholds, too: a
// stack trace, the addresses of private services, the paths of files, and the start of a statement
// of SQL.
func TestOtherTextIsNotWithheld(t *testing.T) {
	errors := 0
	var cut []string
	for _, r := range readings(t) {
		codec := dialect.Codec{Dialects: every()}
		e, err := codec.Decode(r.doc)
		if err != nil || e == nil {
			continue
		}
		errors++
		filter := leak.Filter{Files: e.Peer.Public}
		if slices.ContainsFunc(textsOf(e), filter.Found) {
			cut = append(cut, r.name)
		}
	}
	t.Logf("%d of %d errors have private text", len(cut), errors)
	require.Greater(t, errors, 1600)
	require.Equal(t, []string{"ASP.NET: a parameter of a minimal API", "go: a name that does not resolve", "obot: a server that does not start",
		"Kubernetes: a webhook", "postgres: a column", "node: a file", "node: access", "npm: a file", "TaxCloud: an action, in SOAP",
		"TaxCloud: an action of SOAP, with 500", "a forwarding daemon in Go: a dial that times out",
		"an authors service on WebFlux, in Spanish: a transaction that only reads", "Hoverfly: a middleware",
		"Odoo of an airline: a flight that was not reviewed", "Flink: a job", "Flink: a file",
		"an MQTT server in TypeScript: a broker", "NetBird: a network that is full", "SolarWinds: an entity of a query",
		"excel-mcp-server in Go: a file, as an internal error", "a server for MySQL in TypeScript: a server that refuses"}, cut)
}

// Of errors that name passwords and tokens, and have none, nothing is withheld.
func TestErrorsWithoutSecrets(t *testing.T) {
	list, err := os.ReadFile("testdata/nosecret.txt")
	require.NoError(t, err)
	count := 0
	for line := range strings.Lines(string(list)) {
		status, doc, _ := strings.Cut(line, " ")
		code, err := strconv.Atoi(status)
		if err != nil { // a comment
			continue
		}
		count++
		for _, to := range []dialect.Dialect{mcp.Dialect{}, problem.Dialect{}} {
			codec := dialect.Codec{Dialects: every()}
			out, losses, err := codec.Translate(body(nil, code, doc), to, dialect.Call{})
			require.NoError(t, err, line)
			require.NotContains(t, string(out.Body), leak.Withheld, line)
			for _, l := range losses {
				require.NotEqual(t, dialect.Withheld, l.Reason, "%s: %s %s", line, l.Field, l.From)
			}
		}
	}
	require.Equal(t, 128, count)
}

// textsOf returns the texts of an error.
func textsOf(e *errkit.Error) []string {
	list := []string{string(e.Message), string(e.Hint), string(e.Code), e.Ref, e.Peer.Title, e.Peer.Type,
		e.Dev.Reveal()}
	for _, f := range e.Fields {
		list = append(list, f.Path, string(f.Message), f.Rule, f.Param)
	}
	for _, d := range e.Details {
		list = append(list, d.Value.String())
	}
	if n := e.Needs; n != nil {
		list = append(list, string(n.Reason))
		for _, c := range n.Challenges {
			list = append(list, c.ID, string(c.Message))
		}
		for _, in := range n.Input {
			list = append(append(list, in.Name), in.Suggestions...)
		}
	}
	return list
}

// What is attached to the result of a tool has no private text. Pictures have no text, whatever
// their base64 looks like.
func TestAttachmentsAreWithheld(t *testing.T) {
	token := "ghp_" + strings.Repeat("0123456789abcdef", 3)
	for attached, want := range map[string]string{
		`"content":[{"type":"image","data":"` + token[4:] + `AKIAIOSFODNN7EXAMPLE","mimeType":"image/png"}]`:     "all",
		`"content":[{"type":"image","data":"` + token + `","mimeType":"image/png"}]`:                             "no block", // no base64
		`"content":[{"type":"audio","data":"AA==","mimeType":"image/png","_meta":{"key":"` + token + `"}}]`:      "none",
		`"content":[{"type":"image","data":"AA==","mimeType":"image/` + token + `"}]`:                            "none",
		`"content":[{"type":"resource","resource":{"uri":"file:///srv/logs/7.txt","text":"` + canaryDSN + `"}}]`: "none",
		`"content":[{"type":"resource","resource":{"uri":"file:///srv/logs/7.txt","text":"ding"}}]`:              "all",
		`"structuredContent":{"step":7,"db_password":"hunter7"}`:                                                 `"structuredContent":{"step":7,"db_password":"[withheld]"}`,
		`"structuredContent":{"step":7,"log":["` + canaryDSN + `"]}`:                                             "none",
		`"_meta":{"trace":"` + token + `"}`:                                                                      "none",
	} {
		in := body(mcp.Dialect{}, 200, `{"isError":true,`+attached+`}`)
		var codec dialect.Codec
		out, losses, err := codec.Translate(in, mcp.Dialect{}, dialect.Call{})
		require.NoError(t, err)
		require.NotContains(t, string(out.Body), token)
		_, value, _ := strings.Cut(attached, ":")
		switch value = strings.Trim(value, "[]"); want {
		case "all":
			require.Contains(t, string(out.Body), value)
			require.Empty(t, losses)
		case "no block":
			require.NotContains(t, string(out.Body), value)
		case "none":
			require.NotContains(t, string(out.Body), value)
			require.Equal(t, dialect.Withheld, losses[0].Reason)
		default:
			require.Contains(t, string(out.Body), want)
		}
		codec.Disclose = dialect.DiscloseNone
		out, _, err = codec.Translate(in, mcp.Dialect{}, dialect.Call{})
		require.NoError(t, err)
		require.Equal(t, `{"resultType":"complete","content":[{"type":"text","text":"The tool failed."}],"isError":true}`, string(out.Body))
	}
}
