package demo_test

import (
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/toolerr/toolerr/cmd/toolerr/internal/demo"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/testlog"
	"github.com/toolerr/toolerr/schemas/verify"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// secret is part of the cause of the errors of Fail.With, which is only logged.
const secret = "password of user demo"

var update = flag.Bool("update", false, "write testdata/openapi.json")

func start(t *testing.T) (base string, log *testlog.Log) {
	t.Helper()
	log = new(testlog.Log)
	server := httptest.NewUnstartedServer(nil)
	base = "http://" + server.Listener.Addr().String()
	server.Config.Handler = demo.New(base, slog.New(slog.NewJSONHandler(log, nil)))
	server.Start()
	t.Cleanup(server.Close)
	return base, log
}

func do(t *testing.T, method, url, body string, headers ...string) (int, http.Header, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	require.NoError(t, err)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	require.NotContains(t, string(got), secret)
	return resp.StatusCode, resp.Header, string(got)
}

var varying = regexp.MustCompile(`"duration":[0-9]+|"call_id":"[0-9a-f-]{36}"|"ref":"[0-9a-f]{8}",?|,?"instance":"[0-9a-f]{8}"|\(reference [0-9a-f]{8}\)`)

// redact replaces the parts of a body that differ from run to run.
func redact(body string) string { return varying.ReplaceAllString(body, "_") }

func rpc(tool, input string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool,
		input)
}

// TestTools checks results and errors of all tools in every protocol.
func TestTools(t *testing.T) {
	base, log := start(t)
	tests := []struct {
		name, id, tool, input  string
		oxp, mcp, aai, problem string // the HTTP status and the body; "" skips the protocol
	}{
		{
			"a sum", "Calculator.Add@1.0.0", "Calculator_Add", `{"a":10,"b":5}`,
			`200 {_,_,"success":true,"value":15}`,
			`200 {"content":[{"type":"text","text":"15"}]}`,
			`200 {"jsonrpc":"2.0","id":7,"result":15}`,
			`200 15`,
		}, {
			"not a number", "Calculator.Add@1", "Calculator_Add", `{"a":10,"b":"infinity"}`,
			`422 {"message":"Some input parameters are invalid.","parameter_errors":{"b":"must be a number"}}`,
			``,
			`200 {"jsonrpc":"2.0","id":7,"error":{"code":-32005,"message":"Invalid parameters","data":{"type":"INVALID_PARAMS","detail":"b: must be a number"}}}`,
			`422 {"type":"/problems/invalid_input","title":"Some input parameters are invalid.","status":422,"kind":"invalid_input","errors":[{"pointer":"#/b","detail":"must be a number","rule":"type","param":"number"}],"stage":"before_call"_}`,
		}, {
			"empty input", "Calculator.Add", "Calculator_Add", `{}`,
			`422 {"message":"Some input parameters are invalid.","parameter_errors":{"a":"is required","b":"is required"}}`,
			``,
			`200 {"jsonrpc":"2.0","id":7,"error":{"code":-32005,"message":"Invalid parameters","data":{"type":"INVALID_PARAMS","detail":"a: is required; b: is required"}}}`,
			`422 {"type":"/problems/invalid_input","title":"Some input parameters are invalid.","status":422,"kind":"invalid_input","errors":[{"pointer":"#/a","detail":"is required","rule":"required"},{"pointer":"#/b","detail":"is required","rule":"required"}],"stage":"before_call"_}`,
		}, {
			"infinite sum", "Calculator.Add", "Calculator_Add", `{"a":1e308,"b":1e308}`,
			`200 {_,_,"success":false,"error":{"message":"The sum is too large for a number.","additional_prompt_content":"Use smaller numbers."}}`,
			`200 {"_meta":{"io.github.toolerr/error":{"kind":"invalid_input","message":"The sum is too large for a number.","hint":"Use smaller numbers.","stage":"execution",_}},"content":[{"type":"text","text":"The sum is too large for a number.\nUse smaller numbers."}],"isError":true}`,
			`200 {"jsonrpc":"2.0","id":7,"error":{"code":-32005,"message":"Invalid parameters","data":{"type":"INVALID_PARAMS","detail":"The sum is too large for a number.; Use smaller numbers."}}}`,
			`422 {"type":"/problems/invalid_input","title":"Some input parameters are invalid.","status":422,"detail":"The sum is too large for a number.","kind":"invalid_input","hint":"Use smaller numbers.","stage":"execution"_}`,
		}, {
			"infinite sum in the older version", "Calculator.Add@1.0.0", "", `{"a":1e308,"b":1e308}`,
			`200 {_,_,"success":false,"error":{"message":"The tool produced a result that breaks its own description."}}`, ``, ``, ``,
		}, {
			"a bell", "Doorbell.Ring", "Doorbell_Ring", `{"doorbell_id":"doorbell42"}`,
			`200 {_,_,"success":true,"value":{"sound":"ding dong"}}`,
			`200 {"content":[{"type":"text","text":"{\"sound\":\"ding dong\"}"}],"structuredContent":{"sound":"ding dong"}}`,
			`200 {"jsonrpc":"2.0","id":7,"result":{"sound":"ding dong"}}`,
			`200 {"sound":"ding dong"}`,
		}, {
			"no such bell", "Doorbell.Ring@0.1.0", "Doorbell_Ring", `{"doorbell_id":"doorbell1"}`,
			`200 {_,_,"success":false,"error":{"message":"Doorbell ID not found","developer_message":"The doorbell with ID 'doorbell1' does not exist.","can_retry":true,"additional_prompt_content":"ids: doorbell42,doorbell84","retry_after_ms":500}}`,
			`200 {"_meta":{"io.github.toolerr/error":{"kind":"not_found","code":"no_such_doorbell","message":"Doorbell ID not found","hint":"ids: doorbell42,doorbell84","retry":"allowed","retry_after_ms":500,"stage":"execution",_}},"content":[{"type":"text","text":"Doorbell ID not found\nids: doorbell42,doorbell84\nTry again in 0.5 seconds."}],"isError":true}`,
			`200 {"jsonrpc":"2.0","id":7,"error":{"code":-32001,"message":"Automation failed","data":{"type":"AUTOMATION_FAILED","detail":"Doorbell ID not found; ids: doorbell42,doorbell84"}}}`,
			`404 {"type":"/problems/not_found","title":"What was asked for does not exist.","status":404,"detail":"Doorbell ID not found","kind":"not_found","code":"no_such_doorbell","hint":"ids: doorbell42,doorbell84","retry":"allowed","retry_after_ms":500,"stage":"execution"_}`,
		}, {
			"a panic", "Fail.With", "Fail_With", `{"panic":true}`,
			`200 {_,_,"success":false,"error":{"message":"Something went wrong on our side. _"}}`,
			`200 {"_meta":{"io.github.toolerr/error":{"kind":"internal","effect":"unknown","stage":"execution",_}},"content":[{"type":"text","text":"Something went wrong on our side. _\nDo not repeat the same call."}],"isError":true}`,
			`200 {"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"Internal error","data":{"type":"INTERNAL_ERROR","detail":"Something went wrong on our side. _"}}}`,
			`500 {"type":"/problems/internal","title":"Something went wrong on our side.","status":500,"kind":"internal","effect":"unknown","stage":"execution"_}`,
		}, {
			"no failure", "Fail.With", "Fail_With", `{"sleep_ms":1}`,
			`200 {_,_,"success":true,"value":{"slept_ms":1}}`,
			`200 {"content":[{"type":"text","text":"{\"slept_ms\":1}"}],"structuredContent":{"slept_ms":1}}`,
			`200 {"jsonrpc":"2.0","id":7,"result":{"slept_ms":1}}`,
			`200 {"slept_ms":1}`,
		}, {
			"no such tool", "Calculator.Subtract", "Calculator_Subtract", `{}`,
			`400 {"message":"Tool 'Calculator.Subtract' was not found"}`,
			`200 {"error":{"code":-32602,"message":"unknown tool \"Calculator_Subtract\""}}`,
			`200 {"jsonrpc":"2.0","id":7,"error":{"code":-32003,"message":"Tool not found","data":{"type":"TOOL_NOT_FOUND","detail":"Tool 'Calculator_Subtract' was not found"}}}`,
			`404 {"type":"/problems/not_found","title":"What was asked for does not exist.","status":404,"kind":"not_found","stage":"before_call"_}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			check := func(want, method, path, body string, headers ...string) {
				if want == "" {
					return
				}
				status, _, got := do(t, method, base+path, body, headers...)
				got = strings.ReplaceAll(got, base, "") // in the type of a problem
				require.Equal(t, want, fmt.Sprint(status, " ", strings.TrimSpace(redact(got))))
			}
			check(tt.oxp, "POST", "/oxp/tools/call", `{"tool_id":"`+tt.id+`","input":`+tt.input+`}`)
			if tt.mcp != "" {
				status, _, got := do(t, "POST", base+"/mcp", rpc(tt.tool, tt.input), "MCP-Protocol-Version",
					"2025-11-25")
				var doc struct {
					ID            json.RawMessage
					Result, Error json.RawMessage
				}
				require.NoError(t, json.Unmarshal([]byte(got), &doc), got)
				require.JSONEq(t, "7", string(doc.ID))
				result := string(doc.Result)
				if doc.Error != nil {
					result = `{"error":` + string(doc.Error) + `}`
				}
				require.Equal(t, tt.mcp, fmt.Sprint(status, " ", redact(result)))
			}
			if tt.tool != "" {
				check(tt.aai, "POST", "/aai", rpc(tt.tool, tt.input))
				check(tt.problem, "POST", "/problem/"+tt.tool, tt.input)
			}
		})
	}
	require.Contains(t, log.String(), secret, "the cause is logged")
	require.Contains(t, log.String(), `"stack"`)
}

// TestFlight checks that Flight.Book rejects a date in the past, with the message of SEP-1303, and
// input that violates its schema or its validate tags.
func TestFlight(t *testing.T) {
	base, _ := start(t)
	book := func(input string) string {
		_, _, body := do(t, "POST", base+"/mcp", rpc("Flight_Book", input), "MCP-Protocol-Version", "2025-11-25")
		return body
	}
	require.Regexp(t, `"text":"Dates must be in the future. Current date is \d\d/\d\d/\d{4}"}\],"isError":true`,
		book(`{"from":"TXL","to":"CDG","departureDate":"12/12/2024"}`))
	require.Contains(t, book(`{"from":"TXL","to":"CDG","departureDate":"31/02/2099"}`), `There is no such date.`)
	require.Contains(t, book(`{"from":"TXL","to":"CDG","departureDate":"12/12/2999"}`),
		`"structuredContent":{"flight":"TXL-CDG","departs":"2999-12-12","passengers":1,"cabin":"economy"}`)
	for _, bad := range []string{`{"from":"TXL","to":"TXL","departureDate":"12/12/2999"}`,
		`{"from":"txl","to":"CDG","departureDate":"12/12/2999"}`, `{}`,
		`{"from":"TXL","to":"CDG","departureDate":"2999-12-12"}`,
		`{"from":"TXL","to":"CDG","departureDate":"12/12/2999","passengers":10}`} {
		require.Contains(t, book(bad), `"isError":true`, bad)
		status, _, body := do(t, "POST", base+"/oxp/tools/call", `{"tool_id":"Flight.Book","input":`+bad+`}`)
		require.Equal(t, 422, status, body)
		require.NoError(t, verify.Validate("oxp-validation-error-response", []byte(body)))
	}
}

// TestMail checks the challenge of Mail.Send: a visit of its page completes it, and its check_url
// returns the status.
func TestMail(t *testing.T) {
	base, _ := start(t)
	call := func(user string) (int, string) {
		status, _, body := do(t, "POST", base+"/oxp/tools/call",
			`{"request":{"tool_id":"Mail.Send","input":{"to":"ada@example.com","subject":"Hi"},"context":{"user_id":"`+
				user+`"}}}`)
		return status, body
	}
	status, body := call("ada")
	require.Equal(t, 400, status)
	require.NoError(t, verify.Validate("oxp-server-error-response", []byte(body)))
	var doc struct {
		Missing struct {
			Authorization []struct {
				ID, URL  string
				CheckURL string `json:"check_url"`
			}
		} `json:"missing_requirements"`
	}
	require.NoError(t, json.Unmarshal([]byte(body), &doc))
	require.Len(t, doc.Missing.Authorization, 1)
	challenge := doc.Missing.Authorization[0]

	pending := func() string { _, _, body := do(t, "GET", challenge.CheckURL, ""); return body }
	require.Equal(t, `{"status":"pending"}`, pending())
	_, again := call("ada")
	require.Equal(t, body, again, "the same challenge for the same user")
	_, _, _ = do(t, "HEAD", challenge.URL, "")
	require.Equal(t, `{"status":"pending"}`, pending(), "a HEAD request is not a visit")
	status, header, page := do(t, "GET", challenge.URL, "")
	require.Equal(t, 200, status)
	require.Contains(t, header.Get("Content-Type"), "text/html")
	require.Contains(t, page, "The demo may do this now.")
	require.Equal(t, `{"status":"completed"}`, pending())
	status, body = call("ada")
	require.Equal(t, 200, status)
	require.Contains(t, body, `"success":true,"value":{"sent":"ada@example.com"}`)
	status, _ = call("bob")
	require.Equal(t, 400, status, "another user must give consent, too")
	_, body = call(strings.Repeat("u", 256))
	require.Contains(t, body, `"authorization"`)
	status, body = call(strings.Repeat("u", 257))
	require.NotEqual(t, 200, status)
	require.NotContains(t, body, `"authorization"`, "such an id is not kept")
	require.Contains(t, body, "The user id has more than 256 bytes.")

	_, _, body = do(t, "GET", base+"/oxp/challenges/none", "")
	require.Equal(t, `{"status":"failed"}`, body)
	status, _, _ = do(t, "GET", base+"/consent/none", "")
	require.Equal(t, 404, status)
	status, _, body = do(t, "POST", base+"/problem/Mail_Send", `{"to":"ada@example.com","subject":"Hi"}`)
	require.Equal(t, 401, status)
	require.Contains(t, body, `"needs":{"authorization":[{"id":`)
	_, _, body = do(t, "POST", base+"/mcp", rpc("Mail_Send", `{"to":"ada@example.com","subject":"Hi"}`),
		"MCP-Protocol-Version", "2025-11-25")
	require.Contains(t, body, `Allow the demo to send mail. Visit `+base+`/consent/`)
}

// TestEveryKind checks the errors of Fail.With of every kind in every protocol. The responses must
// not contain the cause.
func TestEveryKind(t *testing.T) {
	base, _ := start(t)
	for _, k := range errkit.Kinds() {
		input := `{"kind":"` + k.String() + `","upstream":503}`
		status, _, body := do(t, "POST", base+"/oxp/tools/call",
			`{"request":{"tool_id":"Fail.With","input":`+input+`}}`)
		require.Equal(t, 200, status)
		require.NoError(t, verify.Validate("oxp-call-tool-response", []byte(body)))
		_, _, body = do(t, "POST", base+"/aai", rpc("Fail.With", input))
		require.NoError(t, verify.Validate("aai-error-response", []byte(body)))
		status, _, body = do(t, "POST", base+"/problem/Fail_With", input)
		require.GreaterOrEqual(t, status, 400)
		require.NoError(t, verify.Validate("problem", []byte(body)), body)
		_, _, body = do(t, "POST", base+"/mcp", rpc("Fail_With", input), "MCP-Protocol-Version", "2025-06-18")
		require.Contains(t, body, `"jsonrpc":"2.0"`)
	}
	status, _, _ := do(t, "POST", base+"/problem/Fail_With", `{"kind":"nonsense"}`)
	require.Equal(t, 422, status)
	_, _, body := do(t, "POST", base+"/aai", rpc("Fail.With", `{"upstream":429}`))
	require.Contains(t, body, `"code":-32013`)
}

// TestOpenRPC checks that AAI has the document of its tools, whose methods can be called.
func TestOpenRPC(t *testing.T) {
	base, _ := start(t)
	_, _, body := do(t, "POST", base+"/aai", `{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}`)
	require.Contains(t, body, `"name":"Doorbell.Ring"`)
	require.Contains(t, body, `"x-toolerr-errors":[{"kind":"not_found","code":"no_such_doorbell"`)
	_, _, body = do(t, "POST", base+"/aai", `{"jsonrpc":"2.0","id":1,"method":"Doorbell.Ring","params":{"doorbell_id":"doorbell1"}}`)
	require.Contains(t, body, `"code":-32001`)
	_, _, body = do(t, "POST", base+"/a2a", `{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}`)
	require.Contains(t, body, `"code":-32601`, "an agent has no tools")
}

// TestOpenAPI compares the document with testdata/openapi.json, which the tests in folder interop
// check with a linter.
func TestOpenAPI(t *testing.T) {
	base, _ := start(t)
	status, _, body := do(t, "GET", base+"/openapi.json", "")
	require.Equal(t, 200, status)
	body = strings.ReplaceAll(body, base, "http://127.0.0.1:8080")
	const path = "testdata/openapi.json"
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o777))
		require.NoError(t, os.WriteFile(path, []byte(body), 0o666))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), body, "write it with: go test ./cmd/toolerr/internal/demo -update")
}

// Clients of Connect compress their requests unless they are told not to (Connect Protocol,
// Unary-Request).
func TestGzip(t *testing.T) {
	base, _ := start(t)
	for _, tt := range []struct {
		name, encoding, input string
		status                int
		want                  string
	}{
		{"a right call", "gzip", `{"a":1,"b":2}`, 200, `3`},
		{"a wrong call", "gzip", `{"a":1}`, 400, `"code":"invalid_argument"`},
		{"a bomb", "gzip", strings.Repeat(" ", 8<<20) + `{"a":1,"b":2}`, 400, `larger than 1048576 bytes`},
		{"not gzip", "identity", `{"a":1,"b":2}`, 400, `"code":"invalid_argument"`},
		{"another encoding", "br", `{"a":1,"b":2}`, 501, `{"code":"unimplemented","message":"The Content-Encoding must be gzip or identity.`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var zipped strings.Builder
			w := gzip.NewWriter(&zipped)
			_, err := io.WriteString(w, tt.input)
			require.NoError(t, err)
			require.NoError(t, w.Close())
			status, h, body := do(t, "POST", base+"/connect/Calculator_Add", zipped.String(), "Content-Encoding", tt.encoding)
			require.Contains(t, body, tt.want)
			require.Equal(t, tt.status, status)
			require.Equal(t, tt.status == 501, h.Get("Accept-Encoding") == "gzip, identity", h)
		})
	}
}

func TestOtherPaths(t *testing.T) {
	base, _ := start(t)
	tests := []struct {
		name, method, path string
		status             int
		contentType, want  string
	}{
		{"unknown path", "GET", "/nowhere", 404, "application/problem+json", "There is nothing at this path."},
		{"no such tool", "POST", "/problem/None", 404, "application/problem+json", `"status":404`},
		{"wrong method", "GET", "/problem/Calculator_Add", 405, "application/problem+json", `"status":405`},
		{"unknown path in OXP", "GET", "/oxp/none", 404, "application/json", `There is nothing at this path.`},
		{"wrong method in OXP", "GET", "/oxp/tools/call", 405, "application/json", `This method is not allowed here.`},
		{"health", "GET", "/oxp/health", 200, "application/json", `ok`},
		{"OpenAPI", "GET", "/openapi.json", 200, "application/json", `"/problem/Fail_With"`},
		{"AAI requires POST", "GET", "/aai", 405, "application/json", `-32600`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			status, header, body := do(t, tt.method, base+tt.path, "")
			require.Equal(t, tt.status, status)
			require.Equal(t, tt.contentType, header.Get("Content-Type"))
			require.Contains(t, body, tt.want)
		})
	}
	status, _, body := do(t, "GET", base+"/oxp/tools", "")
	require.Equal(t, 200, status)
	require.NoError(t, verify.Validate("oxp-tool-list", []byte(body)))
	tooLong := `"` + strings.Repeat("x", 1<<20) + `"`
	for path, want := range map[string]int{"/problem/Calculator_Add": 413, "/oxp/tools/call": 400, "/aai": 400,
		"/mcp": 400} {
		status, _, _ = do(t, "POST", base+path, tooLong)
		require.Equal(t, want, status, path)
	}
}
