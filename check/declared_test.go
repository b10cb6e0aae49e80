package check_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/adapters/mcp/mcptool"
	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/adapters/nethttp/api"
	"github.com/toolerr/toolerr/check"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/google"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
	"github.com/toolerr/toolerr/tool"
)

// failing returns tools that only read, and fail for every input: some declare their codes.
func failing(t *testing.T) (all []*tool.Tool) {
	declared := []error{&errkit.Error{Code: "no_such_bell", Kind: errkit.NotFound}, errkit.RateLimited}
	for _, one := range []struct {
		name   string
		errs   []error
		failed error
	}{
		{"declared", declared, &errkit.Error{Code: "no_such_bell", Message: "There is no such bell."}},
		{"kind", declared, errkit.New(errkit.RateLimited, "Too many calls.")},
		{"no_code", declared, errkit.New(errkit.Conflict, "It rings.")},
		{"uncoded", declared, context.DeadlineExceeded},
		{"request", declared, &errkit.Error{Code: middleware.MalformedJSON, Kind: errkit.Malformed, Message: "Not JSON."}},
		{"nothing_declared", nil, &errkit.Error{Code: "jammed", Kind: errkit.Conflict, Message: "It is jammed."}},
		{"kinds_declared", declared[1:], &errkit.Error{Code: "jammed", Kind: errkit.Conflict, Message: "It is jammed."}},
		{"undeclared", declared, &errkit.Error{Code: "jammed", Kind: errkit.Conflict, Message: "It is jammed."}},
	} {
		all = append(all, tool.Must(tool.Define(tool.Definition{Name: one.name, Errors: one.errs,
			Annotations: tool.Annotations{ReadOnly: true}},
			func(context.Context, struct{}) (string, error) { return "", one.failed })))
	}
	return all
}

// A code that a tool does not declare is found, for a tool that declares codes, where a protocol
// has them.
func TestDeclaredCodes(t *testing.T) {
	boundary := standard.Boundary()
	boundary.Report = middleware.Log(slog.New(slog.DiscardHandler))
	overMCP := func(s *mcp.Server) http.Handler {
		return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
	}
	carried := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	carried.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: boundary, Codec: dialect.Codec{Carry: true}}))
	mcptool.Add(carried, failing(t)...)
	plain := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	plain.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: boundary}))
	mcptool.Add(plain, failing(t)...)

	// A server of the SDK without this module: its description has a member that is not a
	// declaration.
	other := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	for name, meta := range map[string]mcp.Meta{"a": nil, "b": {"errors": []any{map[string]any{"code": "no_such_bell"}}}} {
		other.AddTool(&mcp.Tool{Name: name, Meta: meta, InputSchema: json.RawMessage(`{"type":"object"}`),
			Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}},
			func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return &mcp.CallToolResult{IsError: true, StructuredContent: map[string]any{"code": "jammed", "message": "It is jammed."},
					Content: []mcp.Content{&mcp.TextContent{Text: `{"code":"jammed","message":"It is jammed."}`}}}, nil
			})
	}
	overHTTP := func(d dialect.Dialect) http.Handler {
		rest := &api.API{API: nethttp.API{Dialect: d, Boundary: boundary}}
		set, mux := tool.NewSet(failing(t)...), http.NewServeMux()
		mux.Handle("/", rest.Tools(set))
		mux.Handle("GET /openapi.json", rest.Handler(func(w http.ResponseWriter, _ *http.Request) error {
			doc, err := rest.OpenAPI(set)
			if err != nil {
				return err
			}
			return json.NewEncoder(w).Encode(doc)
		}))
		return mux
	}
	for _, tt := range []struct {
		name, dialect string
		server        http.Handler
		code          string // that is found; "": none
	}{
		{"MCP with the canonical error", "mcp", overMCP(carried), "jammed"},
		{"MCP with structuredContent", "mcp", overMCP(plain), "jammed"},
		{"an SDK without declarations", "mcp", overMCP(other), ""},
		{"problem details", "problem", overHTTP(problem.Dialect{}), "jammed"},
		{"Google, whose reasons are codes in upper case, or kinds", "google", overHTTP(google.Dialect{}), "jammed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			web := httptest.NewServer(tt.server)
			defer web.Close()
			i := slices.IndexFunc(check.Rules(), func(r *check.Rule) bool { return r.ID == "tool/declared/1" })
			report, err := check.Run(t.Context(), check.Target{Dialect: tt.dialect, URL: web.URL},
				check.Options{CallAll: true, Rules: check.Rules()[i : i+1]})
			require.NoError(t, err)
			require.Len(t, report.Results, 1)
			require.NotZero(t, report.Results[0].Judged)
			folder := t.TempDir()
			require.NoError(t, report.Record(folder))
			again, err := check.Replay(folder, check.Rules()[i:i+1])
			require.NoError(t, err)
			require.Equal(t, report.Results[0].Findings, again.Results[0].Findings)
			tools := map[string]bool{}
			for _, f := range report.Results[0].Findings {
				tools[f.Tool] = true
				require.Equal(t, `the code is "`+tt.code+`", and the tool declares no_such_bell`, f.Text)
				require.NotEmpty(t, f.Remedy)
			}
			require.Equal(t, tt.code != "", tools["undeclared"], "%v", tools)
			require.LessOrEqual(t, len(tools), 1, "%v", tools)
			require.Empty(t, report.Failed(false), "it is a warning")
		})
	}
}
