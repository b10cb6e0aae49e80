package jsonrpc_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/handler"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/toolerr/toolerr/adapters/jsonrpc"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/a2a"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/schemas/verify"
	"github.com/toolerr/toolerr/tool"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// canary is private: no response may contain it.
const canary = "CANARY-51ab"

type pair struct {
	A float64 `json:"a" required:"true"`
	B float64 `json:"b" required:"true" validate:"max=100"`
}

func add(_ context.Context, in pair) (float64, error) { return in.A + in.B, nil }

type failure struct {
	Kind errkit.Kind `json:"kind"`
}

func fail(_ context.Context, in failure) (any, error) {
	return nil, errkit.Wrap(errors.New(canary), in.Kind, "It is <so> & \"so\".")
}

// addTool defines a tool and adds it to a server.
func addTool[In, Out any](s *jsonrpc.Server, d tool.Definition, f func(context.Context, In) (Out, error)) error {
	t, err := tool.Define(d, f)
	if err != nil {
		return err
	}
	return s.Add(t)
}

func server(t testing.TB) *jsonrpc.Server {
	t.Helper()
	s := &jsonrpc.Server{Boundary: new(middleware.Boundary), MaxBody: 50_000, MaxBatch: 10}
	plain := func(f func() (any, error)) jrpc2.Handler {
		return func(context.Context, *jrpc2.Request) (any, error) { return f() }
	}
	require.NoError(t, errors.Join(
		addTool(s, tool.Definition{Name: "Calculator_Add"}, add),
		addTool(s, tool.Definition{Name: "Fail_With"}, fail),
		addTool(s, tool.Definition{Name: "Panic"}, func(context.Context, struct{}) (any, error) { panic(canary) }),
		s.Handle("own", plain(func() (any, error) {
			return nil, &jrpc2.Error{Code: 429, Message: "slow <down>", Data: json.RawMessage(`{ "a": [1, 2] }`)}
		})),
		s.Handle("params", handler.New(func(_ context.Context, in pair) (float64, error) { return in.A, nil })),
		s.Handle("code", plain(func() (any, error) { return nil, jrpc2.DeadlineExceeded.Err() })),
		s.Handle("plain", plain(func() (any, error) { return nil, errors.New(canary) })),
		s.Handle("nothing", plain(func() (any, error) { return nil, nil })),
		s.Handle("raw", plain(func() (any, error) { return json.RawMessage("{\"a\" :\n\"<b>\"}"), nil })),
		s.Handle("channel", plain(func() (any, error) { return make(chan int), nil })),
		s.Handle("typed nil", plain(func() (any, error) { var e *jrpc2.Error; return nil, e })),
		s.Handle("panic", plain(func() (any, error) { panic(canary) })),
		s.Handle("abort", plain(func() (any, error) { panic(http.ErrAbortHandler) })),
	))
	return s
}

type response struct {
	status int
	header http.Header
	body   string
}

func post(t *testing.T, url, body string) response {
	t.Helper()
	resp, err := http.Post(url, "application/json; charset=utf-8", strings.NewReader(body))
	require.NoError(t, err)
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	require.NotContains(t, string(got), canary)
	return response{resp.StatusCode, resp.Header, string(got)}
}

// Every kind is rendered as by package dialect, byte for byte, for any id.
func TestEveryKind(t *testing.T) {
	web := httptest.NewServer(server(t))
	defer web.Close()
	var codec dialect.Codec
	for _, id := range []string{`7`, `"a\u00e4"`, `null`, `-0.5e3`, `123456789012345678901234567890`} {
		for _, k := range errkit.Kinds() {
			effect := k.Effect()
			if k == errkit.ExecutionFailed { // whose author wrote the message
				effect = errkit.EffectUnspecified
			}
			want, head := codec.Append(nil, aai.Dialect{}, dialect.Call{ID: json.RawMessage(id)},
				&errkit.Error{Kind: k, Message: `It is <so> & "so".`, Effect: effect})
			a := post(t, web.URL, `{"jsonrpc":"2.0","id":`+id+
				`,"method":"tools/call","params":{"name":"Fail_With","arguments":{"kind":"`+k.String()+`"}}}`)
			require.Equal(t, string(want), a.body)
			require.Equal(t, head.Status, a.status)
			require.Equal(t, "application/json", a.header.Get("Content-Type"))
			if !strings.ContainsAny(id, ".") {
				require.NoError(t, verify.Validate("aai-error-response", []byte(a.body)))
			}
			require.Contains(t, a.body, `"message":`)
		}
	}
}

// The fourteen codes of AAI are all used.
func TestEveryCode(t *testing.T) {
	web := httptest.NewServer(server(t))
	defer web.Close()
	seen := map[int]bool{}
	for _, row := range mapping.Default().Rows() {
		a := post(t, web.URL, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Fail_With","arguments":{"kind":"`+row.Kind.String()+`"}}}`)
		var doc struct{ Error struct{ Code int } }
		require.NoError(t, json.Unmarshal([]byte(a.body), &doc))
		seen[doc.Error.Code] = true
	}
	for code := -32001; code >= -32014; code-- {
		require.True(t, seen[code], "%d", code)
	}
}

func TestMessages(t *testing.T) {
	web := httptest.NewServer(server(t))
	defer web.Close()
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":`
	const checkThat = "This call may have taken effect: check that first."
	fault := func(id, code, message, kind, detail string) string {
		doc := `{"jsonrpc":"2.0","id":` + id + `,"error":{"code":` + code + `,"message":"` + message +
			`","data":{"type":"` + kind + `"`
		if detail != "" {
			doc += `,"detail":"` + detail + `"`
		}
		return doc + `}}}`
	}
	bad := func(id, detail string) string {
		return fault(id, "-32600", "Invalid Request", "INVALID_REQUEST", detail)
	}
	params := func(detail string) string {
		return fault("1", "-32005", "Invalid parameters", "INVALID_PARAMS", detail)
	}
	tests := []struct {
		name, body string
		status     int
		want       string
	}{
		{"a value", call + `{"name":"Calculator_Add","arguments":{"a":1,"b":2}}}`, 200,
			`{"jsonrpc":"2.0","id":1,"result":3}`},
		{"a byte order mark", "\ufeff" + call + `{"name":"Calculator_Add","arguments":{"a":1,"b":2}}}`, 200,
			`{"jsonrpc":"2.0","id":1,"result":3}`},
		{"null for a result", `{"jsonrpc":"2.0","id":1,"method":"nothing"}`, 200,
			`{"jsonrpc":"2.0","id":1,"result":null}`},
		{"JSON of the handler", `{"jsonrpc":"2.0","id":1,"method":"raw"}`, 200,
			`{"jsonrpc":"2.0","id":1,"result":{"a":"<b>"}}`},
		{"a panic", call + `{"name":"Panic"}}`, 200, fault("1", "-32603", "Internal error", "INTERNAL_ERROR", checkThat)},
		{"a panic of a method", `{"jsonrpc":"2.0","id":1,"method":"panic"}`, 200,
			fault("1", "-32603", "Internal error", "INTERNAL_ERROR", checkThat)},
		{"an error", `{"jsonrpc":"2.0","id":1,"method":"plain"}`, 200,
			fault("1", "-32603", "Internal error", "INTERNAL_ERROR", checkThat)},
		{"a typed nil", `{"jsonrpc":"2.0","id":1,"method":"typed nil"}`, 200,
			fault("1", "-32603", "Internal error", "INTERNAL_ERROR", checkThat)},
		{"a result without JSON", `{"jsonrpc":"2.0","id":1,"method":"channel"}`, 200,
			fault("1", "-32603", "Internal error", "INTERNAL_ERROR",
				"The tool ran, but its result cannot be used. Do not repeat the call.")},
		{"a JSON-RPC error of the handler", `{"jsonrpc":"2.0","id":1,"method":"own"}`, 200,
			`{"jsonrpc":"2.0","id":1,"error":{"code":429,"message":"slow <down>","data":{"a":[1,2]}}}`},
		{"a code of jrpc2", `{"jsonrpc":"2.0","id":1,"method":"code"}`, 200,
			fault("1", "-32008", "Operation timed out", "TIMEOUT", "This call may have taken effect. If it only reads "+
				"data, you may repeat it. Otherwise check first; if you cannot, ask the user.")},
		{"params that jrpc2 rejects", `{"jsonrpc":"2.0","id":1,"method":"params","params":{"a":"` + canary + `"}}`,
			200, params("")},
		{"no such tool", call + `{"name":"Nope"}}`, 200,
			fault("1", "-32003", "Tool not found", "TOOL_NOT_FOUND", "Tool 'Nope' was not found")},
		{"no such method", `{"jsonrpc":"2.0","id":"x","method":"tools/none"}`, 200,
			fault(`"x"`, "-32601", "Method not found", "NOT_IMPLEMENTED", "")},
		{"no such method of jrpc2", `{"jsonrpc":"2.0","id":"x","method":"rpc.serverInfo"}`, 200,
			fault(`"x"`, "-32601", "Method not found", "NOT_IMPLEMENTED", "")},
		{"no params", `{"jsonrpc":"2.0","id":1,"method":"tools/call"}`, 200, params("the params must be an object")},
		{"params by position", call + `["Calculator_Add"]}`, 200, params("the params must be an object")},
		{"no name", call + `{"arguments":{}}}`, 200, params("name: must be the name of a tool")},
		{"the name is a number", call + `{"name":1}}`, 200, params("name: must be the name of a tool")},
		{"no arguments", call + `{"name":"Calculator_Add"}}`, 200, params("a: is required; b: is required")},
		{"arguments are null", call + `{"name":"Calculator_Add","arguments":null}}`, 200,
			params("a: is required; b: is required")},
		{"arguments are an array", call + `{"name":"Calculator_Add","arguments":[]}}`, 200,
			params("must be an object")},
		{"an argument of the wrong type", call + `{"name":"Calculator_Add","arguments":{"a":1,"b":"` + canary + `"}}}`,
			200, params("b: must be a number")},

		{"empty", ``, 400, fault("null", "-32700", "Parse error", "INVALID_REQUEST",
			"The request is empty; a JSON document is needed.")},
		{"not JSON", `{"id":1,`, 400, fault("null", "-32700", "Parse error", "INVALID_REQUEST",
			"The request is not valid JSON: line 1, column 9: unexpected end of document.")},
		{"too long", `"` + strings.Repeat("x", 50_000) + `"`, 400,
			bad("null", "The request is larger than 50000 bytes.")},
		{"a number", `1`, 400, bad("null", "The request is not valid: request is not a JSON object.")},
		{"no version", `{"id":1,"method":"nothing"}`, 400,
			bad("1", "The request is not valid: invalid version marker.")},
		{"no method", `{"jsonrpc":"2.0","id":1}`, 400, bad("1", "The request is not valid: it has no method.")},
		{"the method is a number", `{"jsonrpc":"2.0","id":1,"method":1}`, 400,
			bad("1", "The request is not valid: invalid method name.")},
		{"params are a string", `{"jsonrpc":"2.0","id":1,"method":"nothing","params":"` + canary + `"}`, 400,
			bad("1", "The request is not valid: parameters must be array or object.")},
		{"an id that is not valid", `{"jsonrpc":"2.0","id":{},"method":"nothing"}`, 400,
			bad("null", "The request is not valid: invalid request ID.")},
		{"a member twice", `{"jsonrpc":"2.0","id":1,"method":"nothing","method":"plain"}`, 400,
			bad("1", "The request is not valid: a member is given twice.")},
		{"an unknown member", `{"jsonrpc":"2.0","id":1,"method":"nothing","x":"` + canary + `"}`, 400,
			bad("1", "The request is not valid: extra fields in request.")},
		{"a response", `{"jsonrpc":"2.0","id":1,"result":{}}`, 400,
			bad("1", "The request is not valid: it has no method.")},
		{"an invalid notification", `{"jsonrpc":"2.0","method":""}`, 400,
			bad("null", "The request is not valid: it has no method.")},

		{"a notification", `{"jsonrpc":"2.0","method":"nothing"}`, 204, ``},
		{"a notification that fails", `{"jsonrpc":"2.0","method":"tools/none"}`, 204, ``},
		{"an id of null", `{"jsonrpc":"2.0","id":null,"method":"nothing"}`, 200,
			`{"jsonrpc":"2.0","id":null,"result":null}`},

		{"a batch", `[` + call + `{"name":"Calculator_Add","arguments":{"a":1,"b":2}}},{"jsonrpc":"2.0","method":"nothing"},{"jsonrpc":"2.0","id":"b","method":"panic"},5]`, 200,
			`[{"jsonrpc":"2.0","id":1,"result":3},` + fault(`"b"`, "-32603", "Internal error", "INTERNAL_ERROR", checkThat) +
				`,` + bad("null", "The request is not valid: request is not a JSON object.") + `]`},
		{"a batch of one", `[{"jsonrpc":"2.0","id":1,"method":"nothing"}]`, 200,
			`[{"jsonrpc":"2.0","id":1,"result":null}]`},
		{"a batch that aborts", `[{"jsonrpc":"2.0","id":1,"method":"abort"},{"jsonrpc":"2.0","id":2,"method":"nothing"}]`, 200,
			`[` + fault("1", "-32603", "Internal error", "INTERNAL_ERROR", checkThat) +
				`,{"jsonrpc":"2.0","id":2,"result":null}]`},
		{"a batch of notifications", `[{"jsonrpc":"2.0","method":"nothing"},{"jsonrpc":"2.0","method":"panic"}]`, 204,
			``},
		{"an empty batch", `[]`, 400, bad("null", "The batch is empty.")},
		{"a batch too large", `[` + strings.Repeat(`1,`, 10) + `1]`, 400,
			bad("null", "The batch has more than 10 requests.")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := post(t, web.URL, tt.body)
			require.Equal(t, tt.want, a.body)
			require.Equal(t, tt.status, a.status)
		})
	}
}

func TestHTTP(t *testing.T) {
	web := httptest.NewServer(server(t))
	defer web.Close()
	get, err := http.Get(web.URL)
	require.NoError(t, err)
	defer get.Body.Close()
	body, err := io.ReadAll(get.Body)
	require.NoError(t, err)
	require.Equal(t, 405, get.StatusCode)
	require.Equal(t, "POST", get.Header.Get("Allow"))
	require.Equal(t, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request","data":{"type":"INVALID_REQUEST"}}}`, string(body))

	form, err := http.Post(web.URL, "text/plain", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"nothing"}`))
	require.NoError(t, err)
	defer form.Body.Close()
	require.Equal(t, 400, form.StatusCode)

	_, err = http.Post(web.URL, "application/json", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"abort"}`))
	require.ErrorIs(t, err, io.EOF, "a handler may end its own connection")
	http.DefaultClient.CloseIdleConnections()
}

func TestAddRejects(t *testing.T) {
	s := server(t)
	h := func(context.Context, *jrpc2.Request) (any, error) { return nil, nil }
	require.ErrorContains(t, addTool(s, tool.Definition{Name: "Calculator_Add"}, add),
		`jsonrpc: tool "Calculator_Add": the set has version 1.0.0`)
	require.ErrorContains(t, s.Handle("tools/call", h), `is empty or taken`)
	require.ErrorContains(t, s.Handle("own", h), `is empty or taken`)
	require.ErrorContains(t, s.Handle("", h), `is empty or taken`)
	require.ErrorContains(t, s.Handle("x", nil), `the handler is nil`)
}

// A client of jrpc2 decodes the errors of a server.
func TestFromError(t *testing.T) {
	var none *jrpc2.Error
	tests := []struct {
		name string
		err  error
		kind errkit.Kind
		says errkit.Text
		peer bool
	}{
		{"a response", &jrpc2.Error{Code: -32008, Message: "Operation timed out",
			Data: json.RawMessage(`{"type":"TIMEOUT","detail":"It took 30 seconds."}`)}, errkit.Timeout,
			"It took 30 seconds.", true},
		{"a response, wrapped", fmt.Errorf("x: %w", &jrpc2.Error{Code: -32003, Message: "Tool not found"}),
			errkit.ToolNotFound, "Tool not found", true},
		{"an unknown code", &jrpc2.Error{Code: 12, Message: "x"}, errkit.Unknown, "x", true},
		{"data that is not JSON", &jrpc2.Error{Code: -32003, Message: "Tool not found", Data: json.RawMessage(`{`)},
			errkit.ToolNotFound, "Tool not found", true},
		{"a deadline", context.DeadlineExceeded, errkit.Timeout, "", false},
		{"canceled", fmt.Errorf("x: %w", context.Canceled), errkit.Canceled, "", false},
		{"no connection", jrpc2.ErrConnClosed, errkit.Network, "", false},
		{"a typed nil", none, errkit.Network, "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := jsonrpc.FromError(tt.err)
			require.ErrorIs(t, err, tt.kind)
			e, ok := errors.AsType[*errkit.Error](err)
			require.True(t, ok)
			require.Equal(t, tt.err, e.Err)
			require.Equal(t, tt.says, e.Message)
			require.Equal(t, tt.peer, e.Peer != nil)
		})
	}
	require.NoError(t, jsonrpc.FromError(nil))
}

// The errors are in the dialect for the method, also those of a request that has none.
func TestDialect(t *testing.T) {
	s := &jsonrpc.Server{Boundary: new(middleware.Boundary), Dialect: func(method string) dialect.Dialect {
		if strings.Contains(method, "/") {
			return a2a.Dialect{Version: a2a.Version03}
		}
		return a2a.Dialect{}
	}}
	web := httptest.NewServer(s)
	defer web.Close()
	info := `{"@type":"type.googleapis.com/google.rpc.ErrorInfo"`
	for body, want := range map[string]string{
		`{"jsonrpc":"2.0","id":1,"method":"message/send"}`: `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,` +
			`"message":"There is no such method.","data":{"error":"There is no such method.","details":[` + info,
		`{"jsonrpc":"2.0","id":1,"method":"SendMessage"}`: `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,` +
			`"message":"There is no such method.","data":[` + info,
		`{`: `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"The request is not valid JSON`,
	} {
		require.Contains(t, post(t, web.URL, body).body, want)
	}
}
