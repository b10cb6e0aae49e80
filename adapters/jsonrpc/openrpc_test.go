package jsonrpc_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/creachadair/jrpc2"
	jserver "github.com/creachadair/jrpc2/server"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/jsonrpc"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/a2a"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/google"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/toolcases"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

var update = flag.Bool("update", false, "write the golden files")

type bookInput struct {
	Seats *int   `json:"seats" validate:"omitempty,min=1" description:"The number of seats."`
	Show  string `json:"show" validate:"required" description:"The show."`
	Fails string `json:"fails" default:"" description:"The code of the failure."`
	Kind  string `json:"kind" default:"" description:"The kind of the failure."`
}

// bookErrors are declared: some have a code of AAI of their own, some share one.
var bookErrors = []error{
	&errkit.Error{Code: "sold_out", Kind: errkit.Conflict, Message: "The show is sold out.", Hint: "Call list_shows.",
		DocURL: "https://tickets.example.com/errors#sold_out", Dev: errkit.Dev(canary), Ref: canary, Err: errors.New(canary)},
	&errkit.Error{Code: "no_such_show", Kind: errkit.NotFound, Message: "There is no such show."},
	&errkit.Error{Code: "closed", Kind: errkit.PermissionDenied, Message: "The box office is closed."},
	errkit.AppNotRunning,
}

// book fails with a declared error, by its code or kind.
func book(_ context.Context, in bookInput) (struct{}, error) {
	for _, err := range bookErrors {
		if e := errkit.From(err); in.Fails != "" && string(e.Code) == in.Fails || e.Kind.String() == in.Kind {
			return struct{}{}, err
		}
	}
	return struct{}{}, nil
}

// described is a server of tools with every part of a definition.
func described(t testing.TB, d func(method string) dialect.Dialect) *jsonrpc.Server {
	s := &jsonrpc.Server{Boundary: new(middleware.Boundary), Dialect: d}
	free := tool.New("free", "", func(_ context.Context, in map[string]any) (any, error) { return in, nil })
	require.NoError(t, s.Add(toolcases.New(), free))
	require.NoError(t, addTool(s, tool.Definition{Name: "Tickets.Book", Version: "1.0.0", Description: "The old one."}, book))
	require.NoError(t, addTool(s, tool.Definition{Name: "Tickets.Book", Version: "2.0.0", Title: "Book", Errors: bookErrors,
		Description: "Books seats.", Requirements: tool.Requirements{Authorization: []tool.Authorization{{ID: "tickets"}}}}, book))
	require.NoError(t, addTool(s, tool.Definition{Name: "Tickets.Fail", Errors: bookErrors}, book))
	return s
}

// A document is what the tests read of a document of OpenRPC.
type document struct {
	Methods []struct {
		Name   string
		Params []struct {
			Name     string
			Required bool
		}
		Errors   []wireError
		Declared json.RawMessage `json:"x-toolerr-errors"`
	}
	Components struct{ Schemas map[string]json.RawMessage }
}

type wireError struct {
	Code    int
	Message string
	Data    struct{ Type, Detail string }
}

// openRPC returns the schema of documents of OpenRPC, as the project publishes it.
func openRPC(t *testing.T) *jsonschema.Schema {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft7)
	for url, path := range map[string]string{ // as they refer to each other
		"https://meta.open-rpc.org/":      "testdata/openrpc/document.schema.json",
		"https://meta.json-schema.tools":  "testdata/openrpc/schema.schema.json",
		"https://meta.json-schema.tools/": "testdata/openrpc/schema.schema.json",
	} {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
		require.NoError(t, err)
		delete(doc.(map[string]any), "$id")
		doc.(map[string]any)["$schema"] = "http://json-schema.org/draft-07/schema#" // whose words they use
		require.NoError(t, c.AddResource(url, doc))
	}
	schema, err := c.Compile("https://meta.open-rpc.org/")
	require.NoError(t, err)
	return schema
}

// The document is valid by the schema of OpenRPC, and by the rules that its text has beyond the
// schema.
func TestOpenRPC(t *testing.T) {
	got, err := json.MarshalIndent(described(t, nil).OpenRPC(), "", "  ")
	require.NoError(t, err)
	require.NotContains(t, string(got), canary)
	const golden = "testdata/openrpc.json"
	if *update {
		require.NoError(t, os.WriteFile(golden, append(got, '\n'), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.JSONEq(t, string(want), string(got))

	schema := openRPC(t)
	valid := func(text string) error {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		require.NoError(t, err)
		return schema.Validate(doc)
	}
	require.NoError(t, valid(string(got)))
	for old, by := range map[string]string{ // the schema finds faults
		`"openrpc": "1.3.2"`: `"openrpc": "3.1"`, `"code": -32005`: `"code": "-32005"`, `"by-name"`: `"named"`,
		`"required": true`: `"required": 1`, `"type": "object"`: `"type": "thing"`, `"methods"`: `"tools"`,
	} {
		require.Contains(t, string(got), old)
		require.Error(t, valid(strings.Replace(string(got), old, by, 1)), by)
	}

	var doc document
	require.NoError(t, json.Unmarshal(got, &doc))
	names := map[string]bool{}
	for _, m := range doc.Methods {
		require.False(t, names[m.Name], "%s: a name is unique", m.Name)
		names[m.Name] = true
		codes, optional := map[int]bool{}, false
		for _, e := range m.Errors {
			require.False(t, codes[e.Code], "%s: the codes of errors are unique: %d", m.Name, e.Code)
			require.NotEmpty(t, e.Message)
			codes[e.Code] = true
		}
		for _, p := range m.Params {
			require.False(t, p.Required && optional, "%s: required params come first: %s", m.Name, p.Name)
			optional = !p.Required
		}
		require.NotNil(t, doc.Components.Schemas[strings.ReplaceAll(m.Name, ".", "_")], m.Name)
	}
	require.Equal(t, map[string]bool{"Doorbell.Ring": true, "free": true, "Tickets.Book": true, "Tickets.Fail": true}, names)
}

// Each failure of a tool that is called as the document says is one of the errors in it.
func TestOpenRPCTruth(t *testing.T) {
	s := described(t, nil)
	text, err := json.Marshal(s.OpenRPC())
	require.NoError(t, err)
	var doc document
	require.NoError(t, json.Unmarshal(text, &doc))
	web := httptest.NewServer(s)
	defer web.Close()
	for _, tt := range []struct {
		name, method, params string
		code                 int
		detail               string // in the document
	}{
		{"a code of its own", "Tickets.Fail", `{"show":"Hamlet","fails":"closed"}`, -32004, "The box office is closed."},
		{"a kind", "Tickets.Fail", `{"show":"Hamlet","kind":"app_not_running"}`, -32009, ""},
		{"the first with its code", "Tickets.Fail", `{"show":"Hamlet","fails":"sold_out"}`, -32001, ""},
		{"the second with its code", "Tickets.Fail", `{"show":"Hamlet","fails":"no_such_show"}`, -32001, ""},
		{"an invalid input", "Tickets.Fail", `{}`, -32005, ""},
		{"no params", "Tickets.Fail", ``, -32005, ""},
		{"a list of params", "Tickets.Fail", `["Hamlet"]`, -32005, ""},
		{"no consent", "Tickets.Book", `{"show":"Hamlet"}`, -32011, ""},
		{"a panic", "Doorbell.Ring", `{"bell":"front","volume":0,"loud":false,"do":"panic"}`, -32603, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			body := `{"jsonrpc":"2.0","id":1,"method":"` + tt.method + `"}`
			if tt.params != "" {
				body = body[:len(body)-1] + `,"params":` + tt.params + `}`
			}
			var sent struct{ Error wireError }
			require.NoError(t, json.Unmarshal([]byte(post(t, web.URL, body).body), &sent))
			require.Equal(t, tt.code, sent.Error.Code)
			found := false
			for _, m := range doc.Methods {
				for _, e := range m.Errors {
					if m.Name == tt.method && e.Code == tt.code {
						found = true
						require.Equal(t, sent.Error.Message, e.Message)
						require.Equal(t, sent.Error.Data.Type, e.Data.Type)
						require.Contains(t, e.Data.Detail, tt.detail)
						require.Contains(t, sent.Error.Data.Detail, e.Data.Detail)
					}
				}
				if m.Name == "Tickets.Fail" {
					require.JSONEq(t, string(middleware.DeclaredJSON(bookErrors)), string(m.Declared))
				}
			}
			require.True(t, found, "the document has no such error")
		})
	}
	require.Equal(t, `{"jsonrpc":"2.0","id":1,"result":{}}`,
		post(t, web.URL, `{"jsonrpc":"2.0","id":1,"method":"Tickets_Fail","params":{"show":"Hamlet"}}`).body)
}

// The errors are in the dialect of the server; those that it has in results are not errors of
// JSON-RPC.
func TestOpenRPCDialects(t *testing.T) {
	for name, d := range map[string]dialect.Dialect{"a2a": a2a.Dialect{}, "mcp": mcp.Dialect{}, "a task": a2a.Task{}} {
		text, err := json.Marshal(described(t, func(string) dialect.Dialect { return d }).OpenRPC())
		require.NoError(t, err)
		var doc struct {
			Methods []struct{ Errors []jrpc2.Error }
		}
		require.NoError(t, json.Unmarshal(text, &doc))
		for _, m := range doc.Methods {
			require.NotNil(t, m.Errors, "a list, %s", name)
			require.Equal(t, name == "a task", len(m.Errors) == 0, "%s: %v", name, m.Errors)
			for _, e := range m.Errors {
				require.NotEmpty(t, e.Message)
			}
		}
	}
}

// An error that has a code for several kinds has the text of the kind that the code means, and a
// dialect that is not of JSON-RPC is none for a server of JSON-RPC.
func TestOpenRPCTexts(t *testing.T) {
	texts := func(d dialect.Dialect) map[jrpc2.Code]string {
		all := map[jrpc2.Code]string{}
		text, err := json.Marshal(described(t, func(string) dialect.Dialect { return d }).OpenRPC())
		require.NoError(t, err)
		var doc struct {
			Methods []struct{ Errors []jrpc2.Error }
		}
		require.NoError(t, json.Unmarshal(text, &doc))
		for _, e := range doc.Methods[0].Errors {
			all[e.Code] = e.Message
		}
		return all
	}
	of := texts(mcp.Dialect{})
	require.Equal(t, "Something went wrong on our side.\nDo not repeat the same call.", of[-32603])
	require.Equal(t, "Some input parameters are invalid.\nChange the input before you repeat the call.", of[-32602])
	aaiTexts := texts(aai.Dialect{})
	require.Equal(t, "Internal error", aaiTexts[-32603])
	for _, d := range []dialect.Dialect{google.Dialect{}, problem.Dialect{}, a2a.Dialect{Binding: a2a.HTTP}, oxp.Dialect{Flat: true}} {
		require.Equal(t, aaiTexts, texts(d), d.Name())
		s := &jsonrpc.Server{Boundary: new(middleware.Boundary), Dialect: func(string) dialect.Dialect { return d }}
		web := httptest.NewServer(s)
		require.Contains(t, post(t, web.URL, `{"jsonrpc":"2.0","id":1,"method":"none"}`).body, `{"jsonrpc":"2.0","id":1,"error":{"code":-32601`)
		web.Close()
	}
}

// Errors that share a code, some of which the dialect has in results only, are one, whatever they
// have.
func TestOpenRPCSharedCodes(t *testing.T) {
	var errs []error
	for _, k := range errkit.Kinds() {
		for i, stage := range []errkit.Stage{errkit.BeforeCall, errkit.Execution, errkit.BeforeCall} {
			errs = append(errs, &errkit.Error{Kind: k, Stage: stage, Code: errkit.Code(fmt.Sprint(k.String(), i)), Message: "No.",
				Needs: &errkit.Needs{UserID: true, Challenges: []errkit.Challenge{{ID: "1", URL: "https://a.example/"}}}})
		}
	}
	for _, d := range []dialect.Dialect{aai.Dialect{}, a2a.Dialect{}, a2a.Task{}, mcp.Dialect{},
		mcp.Dialect{Revision: "2025-11-25", URLElicitation: true}} {
		s := &jsonrpc.Server{Boundary: new(middleware.Boundary), Dialect: func(string) dialect.Dialect { return d }}
		require.NoError(t, addTool(s, tool.Definition{Name: "a", Errors: errs}, book))
		text, err := json.Marshal(s.OpenRPC())
		require.NoError(t, err)
		var doc struct {
			Methods []struct{ Errors []*jrpc2.Error }
		}
		require.NoError(t, json.Unmarshal(text, &doc))
		codes := map[jrpc2.Code]bool{}
		for _, e := range doc.Methods[0].Errors {
			require.NotNil(t, e, d.Name())
			require.False(t, codes[e.Code], "%s: %d twice", d.Name(), e.Code)
			codes[e.Code] = true
		}
		require.Equal(t, d.Name() == "a2a-task", len(codes) == 0, d.Name())
	}
}

// rpc.discover has the document over HTTP and other channels, unless the program has a method with
// that name.
func TestDiscover(t *testing.T) {
	const discover = `{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}`
	s := described(t, nil)
	web := httptest.NewServer(s)
	defer web.Close()
	want, err := json.Marshal(s.OpenRPC())
	require.NoError(t, err)
	require.JSONEq(t, `{"jsonrpc":"2.0","id":1,"result":`+string(want)+`}`, post(t, web.URL, discover).body)
	require.Subset(t, s.Names(), []string{"rpc.discover", "tools/call", "Tickets.Book", "free"})

	local := jserver.NewLocal(s, &jserver.LocalOptions{Server: &jrpc2.ServerOptions{DisableBuiltin: true}})
	defer local.Close()
	var got json.RawMessage
	require.NoError(t, local.Client.CallResult(t.Context(), "rpc.discover", nil, &got))
	require.JSONEq(t, string(want), string(got))

	require.NoError(t, s.Handle("rpc.discover", func(context.Context, *jrpc2.Request) (any, error) { return "own", nil }))
	require.Equal(t, `{"jsonrpc":"2.0","id":1,"result":"own"}`, post(t, web.URL, discover).body)

	none := httptest.NewServer(new(jsonrpc.Server))
	defer none.Close()
	require.Contains(t, post(t, none.URL, discover).body, `"code":-32601`, "there is nothing to describe")
	require.Equal(t, []string{"tools/call"}, new(jsonrpc.Server).Names())
}

// A method of the program hides the tool with its name, and says nothing of the tool's
// annotations.
func TestMethodHidesTool(t *testing.T) {
	s := &jsonrpc.Server{Boundary: new(middleware.Boundary)}
	lost := func() error { return &errkit.Error{Kind: errkit.Timeout, Effect: errkit.EffectUnknown} }
	require.NoError(t, addTool(s, tool.Definition{Name: "buy", Annotations: tool.Annotations{ReadOnly: true}},
		func(context.Context, struct{}) (string, error) { return "", lost() }))
	web := httptest.NewServer(s)
	defer web.Close()
	const call = `{"jsonrpc":"2.0","id":1,"method":"buy"}`
	const warning = "may have taken effect"
	require.NotContains(t, post(t, web.URL, call).body, warning, "the tool only reads")
	require.Len(t, s.OpenRPC()["methods"], 1)

	require.NoError(t, s.Handle("buy", func(context.Context, *jrpc2.Request) (any, error) { return nil, lost() }))
	require.Contains(t, post(t, web.URL, call).body, warning)
	require.Empty(t, s.OpenRPC()["methods"])
}
