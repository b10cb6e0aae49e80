package all_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/google"
	"github.com/toolerr/toolerr/dialect/httperr"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/model"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
)

// disclosed is what a codec discloses of the error in a document.
func disclosed(t *testing.T, c *dialect.Codec, in dialect.Document, arguments string) (*errkit.Error, []string) {
	t.Helper()
	e, err := c.Decode(in)
	require.NoError(t, err)
	require.NotNil(t, e)
	before := string(e.AppendJSON(nil))
	shown, losses := c.Disclosed(e, mcp.Dialect{}, dialect.Call{Arguments: json.RawMessage(arguments)})
	require.Equal(t, before, string(e.AppendJSON(nil)), "the decoded error is not changed")
	again, more := c.Disclosed(shown, mcp.Dialect{}, dialect.Call{Arguments: json.RawMessage(arguments)})
	require.Same(t, shown, again, "what is disclosed stays: %v", more)
	var fields []string
	for _, l := range losses {
		require.Equal(t, dialect.Withheld, l.Reason)
		require.Empty(t, l.To)
		fields = append(fields, l.Field)
	}
	return shown, fields
}

func isError(text string) dialect.Document {
	quoted, _ := json.Marshal(text)
	return body(mcp.Dialect{}, 0, `{"content":[{"type":"text","text":`+string(quoted)+`}],"isError":true}`)
}

// A URL of a peer's network is not disclosed, in any dialect.
func TestDisclosedDocURL(t *testing.T) {
	for url, public := range map[string]bool{
		"https://bells.example.com/errors#jammed": true, "http://10.1.2.3/wiki": false,
		"https://ada:secret@bells.example.com/": false, "http://wiki.internal:8080/errors?token=abcdefghijklmnop1234": false,
		"https://bells.example.com/errors?code=jammed&page=2": true, "https://bells.example.com/key=7/author=ada": true,
		"https://bells.example.com/?author=ada&monkey=1&design=2": true, "http://localhost:8080/errors": true,
		"https://bells.example.com/?token=hunter2": false, "https://bells.example.com/?a=1&access_token=x": false,
		"https://bells.example.com/?a=1;key=x": false, "https://bells.example.com/?%74oken=x": false,
		"https://bells.example.com/#id_token=x": false, "https://bells.example.com/?API-Key=x": false,
		"https://bells.example.com/?X-Amz-Signature=x": false, "https://bells.example.com/?sig=x": false,
		"https://bells.example.com/?Password=x": false, "https://bells.example.com/?user.pwd=x": false,
		"https://bells.example.com/?client_secret=x": false, "https://bells.example.com/?auth=x": false,
		"https://bells.example.com/?sessionId=x": false, "https://ada@bells.example.com/": false,
		"https://bells.example.com/?next=https%3A%2F%2Fb.example%2F%3Ftoken%3Dx": false,
		"https://wiki/errors": false, "https://wiki:8443/errors": false, "https://2130706433/": false,
	} {
		in := body(mcp.Dialect{}, 0, `{"content":[{"type":"text","text":"The bell is jammed."}],"isError":true,`+
			`"_meta":{"io.github.toolerr/doc_url":"`+url+`"}}`)
		shown, withheld := disclosed(t, new(dialect.Codec), in, "")
		require.Equal(t, public, shown.DocURL == url, url)
		require.Equal(t, public, len(withheld) == 0, url)
		for _, d := range []dialect.Dialect{problem.Dialect{}, google.Dialect{}, mcp.Dialect{}} {
			out, _, err := (&dialect.Codec{Carry: true}).Translate(in, d, dialect.Call{})
			require.NoError(t, err)
			require.Equal(t, public, strings.Contains(string(out.Body), url), "%s", out.Body)
		}
		shown, _ = disclosed(t, &dialect.Codec{Disclose: dialect.DiscloseNone}, in, "")
		require.Empty(t, shown.DocURL)
	}
}

// The link of a server's fault is for its caller if it can only lead to public documentation.
func TestDisclosedDocURLOfServerFault(t *testing.T) {
	for url, public := range map[string]bool{
		"https://bells.example.com/errors#jammed": true, "http://bells.example.com/errors": false,
		"https://bells.example.com/errors?trace=7": false, "https://8.8.8.8/errors": false,
		"https://localhost/errors": false, "https://[2001:db8::7]/errors": false, "https://wiki/errors": false,
		"https://wiki.tower.internal/errors": false, "https://ada@bells.example.com/errors": false,
	} {
		in := body(problem.Dialect{}, 500, `{"type":"`+url+`","title":"Jammed","status":500,"detail":"ring.go broke"}`)
		shown, _ := disclosed(t, new(dialect.Codec), in, "")
		require.Equal(t, errkit.Internal, shown.Kind)
		require.Empty(t, shown.Message)
		require.Equal(t, public, shown.DocURL == url, url)
	}
}

// Whose texts are disclosed: those of results and of errors on which the caller can act.
func TestDisclosedTexts(t *testing.T) {
	const rpc = `{"jsonrpc":"2.0","id":1,"error":`
	tests := []struct {
		name string
		in   dialect.Document
		kind errkit.Kind
		text string // "": that of the kind
	}{
		{"a result of MCP", isError("Bell 7 was not found."), errkit.NotFound, "Bell 7 was not found."},
		{"a result whose text looks like a server fault", isError("500 Internal Server Error: no bell 7"),
			errkit.UpstreamFailed, "500 Internal Server Error: no bell 7"},
		{"a result about a service", isError("Service Unavailable: the tower is closed until 10:00."),
			errkit.Unavailable, "Service Unavailable: the tower is closed until 10:00."},
		{"a result with a stack", isError("No bell 7.\n    at ring (/srv/app.js:10:5)\nhidden"), errkit.ExecutionFailed,
			"No bell 7.\n    [withheld]"},
		{"a result of a model API", body(model.Anthropic, 0, `{"type":"tool_result","tool_use_id":"a",`+
			`"is_error":true,"content":"The bell is stuck."}`), errkit.ExecutionFailed, "The bell is stuck."},
		{"a result of OXP", body(oxp.Dialect{}, 0, `{"result":{"call_id":"","success":false,`+
			`"error":{"message":"The bell is stuck."}}}`), errkit.ExecutionFailed, "The bell is stuck."},
		{"an automation of AAI", body(aai.Dialect{}, 0, rpc+`{"code":-32001,"message":"Automation failed",`+
			`"data":{"type":"AUTOMATION_FAILED","detail":"The bell is stuck."}}}`), errkit.ExecutionFailed,
			"The bell is stuck."},
		{"an internal error of JSON-RPC", body(mcp.Dialect{}, 0, rpc+`{"code":-32603,"message":"ring.go broke"}}`),
			errkit.Internal, ""},
		{"an internal error with a text of another kind", body(mcp.Dialect{}, 0,
			rpc+`{"code":-32603,"message":"connection refused by the tower"}}`), errkit.Network, ""},
		{"a code of the application", body(mcp.Dialect{}, 0, rpc+`{"code":4001,"message":"The user rejected it."}}`),
			errkit.Unknown, "The user rejected it."},
		{"a code of JSON-RPC's server", body(mcp.Dialect{}, 0, rpc+`{"code":-32099,"message":"ring.go broke"}}`),
			errkit.Unknown, ""},
		{"a status as a code", body(mcp.Dialect{}, 0, rpc+`{"code":500,"message":"ring.go broke"}}`),
			errkit.Unknown, ""},
		{"invalid params", body(mcp.Dialect{}, 0, rpc+`{"code":-32602,"message":"times: must be at most 10"}}`),
			errkit.InvalidInput, "times: must be at most 10"},
		{"a refusal with the status of a success", body(httperr.Dialect{}, 200, `{"success":false,"message":"Out of stock"}`),
			errkit.ExecutionFailed, "Out of stock"},
		{"a refusal with a path", body(httperr.Dialect{}, 200, `{"success":false,"message":"cannot open /srv/bells/7.json"}`),
			errkit.ExecutionFailed, "cannot open [withheld]"},
		{"a refusal with the status of a fault", body(httperr.Dialect{}, 500, `{"success":false,"message":"ring.go broke"}`),
			errkit.Internal, ""},
		{"a fault with the status of a success", body(httperr.Dialect{}, 200, `{"ok":false,"error":"internal_error","message":"ring.go broke"}`),
			errkit.Internal, ""},
		{"a fault in the body", body(httperr.Dialect{}, 200, `{"success":false,"status":500,"message":"ring.go broke"}`),
			errkit.Internal, ""},
		{"404", body(problem.Dialect{}, 404, `{"title":"Not Found","status":404,"detail":"No bell 7."}`),
			errkit.NotFound, "No bell 7."},
		{"409", body(problem.Dialect{}, 409, `{"title":"Conflict","status":409,"detail":"It rings already."}`),
			errkit.Conflict, "It rings already."},
		{"429", body(problem.Dialect{}, 429, `{"title":"Too Many Requests","status":429,"detail":"10 an hour."}`),
			errkit.RateLimited, "10 an hour."},
		{"500", body(problem.Dialect{}, 500, `{"title":"Internal Server Error","status":500,"detail":"ring.go broke"}`),
			errkit.Internal, ""},
		{"501", body(problem.Dialect{}, 501, `{"title":"Not Implemented","status":501,"detail":"No chimes here."}`),
			errkit.Unsupported, "No chimes here."},
		{"502, no dialect", body(nil, 502, `{"message":"tower-3 does not answer"}`), errkit.UpstreamFailed, ""},
		{"503", body(problem.Dialect{}, 503, `{"title":"x","status":503,"detail":"tower-3 is down"}`),
			errkit.Unavailable, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			shown, lost := disclosed(t, &dialect.Codec{Dialects: every()}, tt.in, "")
			require.Equal(t, tt.kind, shown.Kind, shown.Peer.Rule)
			require.Equal(t, tt.text, string(shown.Message))
			if tt.text == "" {
				require.Contains(t, lost, "message")
			}
			codec := dialect.Codec{Dialects: every(), Disclose: dialect.DiscloseAll}
			shown, lost = disclosed(t, &codec, tt.in, "")
			require.NotEmpty(t, shown.Message)
			require.Empty(t, lost)
		})
	}
}

// The text of a server fault that the peer carries is public: its author declared it.
func TestDisclosedCarriedText(t *testing.T) {
	codec := dialect.Codec{Dialects: every(), Carry: true}
	out, head := codec.Append(nil, problem.Dialect{}, dialect.Call{},
		&errkit.Error{Kind: errkit.Unavailable, Message: "Closed until 10:00."})
	shown, lost := disclosed(t, &codec, body(problem.Dialect{}, head.Status, string(out)), "")
	require.Equal(t, "Closed until 10:00.", string(shown.Message))
	require.Empty(t, lost)
}

// Who made the call knows its arguments: their values are not withheld.
func TestDisclosedArguments(t *testing.T) {
	const arguments = `{"dsn":"postgres://app:x9y8@db.example:5432/orders","list":[{"sql":"SELECT id FROM bells WHERE id = 7"}]}`
	tests := []struct{ name, text, with, without string }{
		{"a value", "cannot open postgres://app:x9y8@db.example:5432/orders now",
			"cannot open postgres://app:x9y8@db.example:5432/orders now", "cannot open [withheld] now"},
		{"a value in a list", "no such column in SELECT id FROM bells WHERE id = 7 (line 1)",
			"no such column in SELECT id FROM bells WHERE id = 7 (line 1)", "no such column in [withheld]"},
		{"another value", "cannot open postgres://app:z7z7@db.example:5432/orders now", "cannot open [withheld] now",
			"cannot open [withheld] now"},
		{"the start of a longer statement", "failed: SELECT id FROM bells WHERE id = 7 AND owner = 'x'",
			"failed: SELECT id FROM bells WHERE id = 7[withheld]", "failed: [withheld]"},
		{"the start of a longer value", "cannot open postgres://app:x9y8@db.example:5432/orders2 now",
			"cannot open [withheld] now", "cannot open [withheld] now"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			shown, _ := disclosed(t, new(dialect.Codec), isError(tt.text), arguments)
			require.Equal(t, tt.with, string(shown.Message))
			shown, _ = disclosed(t, new(dialect.Codec), isError(tt.text), "")
			require.Equal(t, tt.without, string(shown.Message))
			for _, wrong := range []string{"null", "{", `{"dsn":5432}`} {
				shown, _ = disclosed(t, new(dialect.Codec), isError(tt.text), wrong)
				require.Equal(t, tt.without, string(shown.Message), wrong)
			}
			call := dialect.Call{ID: json.RawMessage("1"), Arguments: json.RawMessage(arguments)}
			out, _, err := new(dialect.Codec).Translate(isError(tt.text), oxp.Dialect{}, call)
			require.NoError(t, err)
			require.Contains(t, string(out.Body), tt.with)
		})
	}
}

// With DiscloseNone no text of the peer is rendered, and what a client acts on is.
func TestDiscloseNone(t *testing.T) {
	const public = `{"title":"M-text","status":422,"detail":"M-text","code":"C_TEXT",
		"errors":[{"pointer":"#/bell","detail":"M-text"}],"more":"M-text"}`
	codec := dialect.Codec{Dialects: every(), Disclose: dialect.DiscloseNone}
	shown, lost := disclosed(t, &codec, body(problem.Dialect{}, 422, public), "")
	require.Equal(t, errkit.InvalidInput, shown.Kind)
	require.Equal(t, "C_TEXT", string(shown.Code))
	require.Equal(t, []errkit.Field{{Path: "/bell"}}, shown.Fields)
	require.Equal(t, []string{"message", "fields", "details"}, lost)

	shown, _ = disclosed(t, &codec, body(mcp.Dialect{}, 0, `{"jsonrpc":"2.0","id":1,"error":{"code":-32022,`+
		`"message":"M-text","data":{"supported":["2025-11-25"],"requested":"1999-01-01","more":"M-text"}}}`), "")
	require.Equal(t, errkit.UnsupportedVersion, shown.Kind)
	require.NotContains(t, string(shown.AppendJSON(nil)), "M-text")
	require.Contains(t, string(shown.AppendJSON(nil)), "2025-11-25")

	shown, _ = disclosed(t, &codec, body(oxp.Dialect{}, 400, `{"message":"M-text","missing_requirements":`+
		`{"authorization":[{"id":"a","url":"https://bells.example/a"}]}}`), "")
	require.Equal(t, "https://bells.example/a", shown.Needs.Challenges[0].URL)

	texts := 0
	for _, in := range private() {
		e, err := codec.Decode(in)
		require.NoError(t, err)
		for _, to := range every() {
			out, losses, err := codec.Translate(in, to, dialect.Call{ID: json.RawMessage("1")})
			require.NoError(t, err)
			report, _ := json.Marshal(losses)
			require.NotContains(t, string(out.Body)+string(report), canary, "%s", in.Body)
			if len(e.Message) > 2 && strings.Contains(string(out.Body), string(e.Message)) &&
				e.Message != e.Kind.Text() {
				texts++
				t.Logf("to %s: %s\nfrom %s", to.Name(), out.Body, in.Body)
			}
		}
	}
	require.Zero(t, texts, "documents with a text of the peer")
}

func TestDisclosureText(t *testing.T) {
	for d, name := range map[dialect.Disclosure]string{dialect.DiscloseUnspecified: "",
		dialect.DiscloseActionable: "actionable", dialect.DiscloseNone: "none", dialect.DiscloseAll: "all"} {
		text, err := d.MarshalText()
		require.NoError(t, err)
		require.Equal(t, name, string(text))
		var back dialect.Disclosure
		require.NoError(t, back.UnmarshalText(text))
		require.Equal(t, d, back)
	}
	_, err := dialect.Disclosure(9).MarshalText()
	require.Error(t, err)
	require.EqualError(t, new(dialect.Disclosure).UnmarshalText([]byte("some")), `unknown disclosure "some", want one of actionable, none, all`)
}
