package check

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/check/internal/probe"
)

// shapes are tools, each with another reason why an input that looks wrong may run it. All change
// something but peek.
var shapes = []struct {
	name, schema string
	annotations  mcp.ToolAnnotations
}{
	{"kill", `{"type":"object","required":["pid"],"properties":{"pid":{"type":"integer"},"signal":{"type":"string"}}}`,
		mcp.ToolAnnotations{}},
	{"restart", `{"type":"object","properties":{"force":{"type":"boolean"}}}`, mcp.ToolAnnotations{}},
	{"set_level", `{"type":"object","required":["level"],"properties":{"level":{"type":"string","enum":["low",` +
		`"high"]}}}`, mcp.ToolAnnotations{}},
	{"move", `{"type":"object","required":["to"],"properties":{"to":{"type":"object","required":["place"],` +
		`"properties":{"place":{"type":"string","minLength":1},"room":{"type":"integer","maximum":9}}}}}`,
		mcp.ToolAnnotations{}},
	{"purge", `{"type":"object","additionalProperties":false}`, mcp.ToolAnnotations{}},
	{"wipe", `{"type":"object"}`, mcp.ToolAnnotations{}},
	{"stop", `{"type":"object","required":["pid"],"properties":{"pid":{"type":"integer","default":1}}}`,
		mcp.ToolAnnotations{}},
	{"delete_repository", `{"type":"object","required":["name"],"properties":{"name":{"type":"string"}},` +
		`"additionalProperties":false}`,
		mcp.ToolAnnotations{DestructiveHint: new(true)}},
	{"peek", `{"type":"object","required":["bell"],"properties":{"bell":{"type":"string","maxLength":60}},` +
		`"additionalProperties":false}`,
		mcp.ToolAnnotations{ReadOnlyHint: true}},
}

// An execution is a line of the file that the tools write to.
type execution struct {
	Tool  string
	Input json.RawMessage
}

// newShapes returns a server with the tools of shapes, which write each execution to a file. One
// that does not validate its input takes what is missing or wrong for a default.
func newShapes(t *testing.T, validates bool, file string) *mcp.Server {
	t.Helper()
	var mu sync.Mutex
	write := func(name string, input json.RawMessage) *mcp.CallToolResult {
		mu.Lock()
		defer mu.Unlock()
		out, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
		if err == nil {
			err = json.NewEncoder(out).Encode(execution{name, input})
			out.Close()
		}
		if err != nil {
			t.Error(err)
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "done"}}}
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "shapes", Version: "1"}, nil)
	for _, shape := range shapes {
		def := &mcp.Tool{Name: shape.name, InputSchema: json.RawMessage(shape.schema), Annotations: &shape.annotations}
		if !validates {
			s.AddTool(def, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return write(shape.name, r.Params.Arguments), nil
			})
			continue
		}
		type result = mcp.CallToolResult
		mcp.AddTool(s, def, func(_ context.Context, r *mcp.CallToolRequest, _ map[string]any) (*result, any, error) {
			return write(shape.name, r.Params.Arguments), nil, nil
		})
	}
	return s
}

// checkShapes checks a server over HTTP and over a connection, and returns the executions of both,
// sorted.
func checkShapes(t *testing.T, validates bool, o Options) (reports []*Report, executions []execution) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "executions")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	o.deep, o.large, o.slow = 50, 1<<10, 1

	s := newShapes(t, validates, file)
	web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
	report, err := Run(t.Context(), Target{Dialect: "mcp", URL: web.URL}, o)
	web.Close()
	require.NoError(t, err)
	reports = append(reports, report)

	ctx, stop := context.WithCancel(t.Context())
	ours, theirs := net.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- newShapes(t, validates, file).Run(ctx, &mcp.IOTransport{Reader: theirs, Writer: theirs})
	}()
	report, err = Run(t.Context(), Target{Dialect: "mcp", Conn: ours}, o)
	stop()
	ours.Close()
	<-ended
	require.NoError(t, err)
	reports = append(reports, report)

	text, err := os.ReadFile(file)
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		var e execution
		require.NoError(t, json.Unmarshal([]byte(line), &e))
		executions = append(executions, e)
	}
	return reports, executions
}

// changed returns the executions of tools that change something.
func changed(all []execution) (some []string) {
	for _, e := range all {
		if e.Tool != "peek" {
			some = append(some, e.Tool+" "+string(e.Input))
		}
	}
	slices.Sort(some)
	return slices.Compact(some)
}

// TestNothingIsChanged checks that without permission no tool runs that is not declared read-only,
// whether or not its server validates.
func TestNothingIsChanged(t *testing.T) {
	for name, validates := range map[string]bool{"validates": true, "validates nothing": false} {
		t.Run(name, func(t *testing.T) {
			reports, executions := checkShapes(t, validates, Options{})
			require.Empty(t, changed(executions))
			require.NotEmpty(t, executions, "the read-only tool is called")
			for _, r := range reports {
				require.Equal(t, []int{len(shapes), 1, len(shapes) - 1}, []int{r.Tools, r.Probed, r.Refused})
				require.Equal(t, "Not called and not judged: 8 of 9 tools, which are not declared read-only "+
					"(readOnlyHint of MCP, GET of HTTP), so that a call "+
					"may change something. --call-invalid calls them with inputs that lack something required, "+
					"which run nothing if the "+
					"server validates its inputs. --call-all calls them with all inputs.",
					r.NotJudged("--call-invalid", "--call-all"))
			}
		})
	}
}

// TestCallInvalid checks that with CallInvalid nothing runs on a server that validates, and that
// another one gets no input with all that its tool requires, and none for a tool that requires
// nothing.
func TestCallInvalid(t *testing.T) {
	reports, executions := checkShapes(t, true, Options{CallInvalid: true})
	require.Empty(t, changed(executions))
	for _, r := range reports {
		require.Equal(t, []int{len(shapes), 5, 4}, []int{r.Tools, r.Probed, r.Refused})
		require.Equal(t, "Not called and not judged: 4 of 9 tools, which are not declared read-only "+
			"(readOnlyHint of MCP, GET of HTTP), and for which no input "+
			"without a required member was found. --call-all calls them with all inputs, and may change something.",
			r.NotJudged("--call-invalid", "--call-all"))
	}
	_, executions = checkShapes(t, false, Options{CallInvalid: true})
	require.Equal(t, []string{
		`delete_repository "text"`, `delete_repository []`, `delete_repository {"name":{"unexpected":true}}`,
		`delete_repository {}`,
		`kill "text"`, `kill []`, `kill {"pid":{"unexpected":true}}`, `kill {}`,
		`move "text"`, `move []`, `move {"to":{"place":{"unexpected":true}}}`, `move {}`,
		`set_level "text"`, `set_level []`, `set_level {"level":{"unexpected":true}}`, `set_level {}`,
	}, changed(executions))
}

// TestCallAll checks that with CallAll every tool is called with a valid input, in which no text
// or number is one of something that exists.
func TestCallAll(t *testing.T) {
	reports, executions := checkShapes(t, true, Options{CallAll: true})
	require.Equal(t, []string{
		`delete_repository {"name":"toolerr_check_test_value"}`, `kill {"pid":7777777}`,
		`move {"to":{"place":"toolerr_check_test_value"}}`,
		`purge {}`, `restart {}`, `set_level {"level":"low"}`, `stop {"pid":1}`, `wipe {}`,
	}, changed(executions), "the value of a default and of an enumeration is that of the schema")
	for _, r := range reports {
		require.Equal(t, []int{len(shapes), 0}, []int{r.Probed, r.Refused})
		require.Empty(t, r.NotJudged("--call-invalid", "--call-all"))
	}
}

// TestManyTools checks that of more tools than are called those that are read-only come first, and
// that all others are counted.
func TestManyTools(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{}}`)
	}))
	defer web.Close()
	tools := make([]Tool, 60)
	for i := range tools {
		tools[i] = Tool{Name: fmt.Sprint("t", i), ReadOnly: i%20 == 0,
			Schema: json.RawMessage(`{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}}`)}
	}
	for name, tt := range map[string]struct {
		options         Options
		probed, refused int
	}{
		"none":    {Options{}, 3, 57},
		"invalid": {Options{CallInvalid: true}, 25, 0},
		"all":     {Options{CallAll: true}, 25, 0},
	} {
		t.Run(name, func(t *testing.T) {
			called := map[string]bool{}
			rule := *Rules()[0]
			rule.probes = []probe.Name{probe.Missing}
			rule.judge = func(xs []*probe.Exchange, _ func(*probe.Exchange, string)) {
				for _, x := range xs {
					called[x.Tool] = true
				}
			}
			tt.options.Rules = []*Rule{&rule}
			report, err := Run(t.Context(), Target{Dialect: "aai", URL: web.URL, Tools: tools}, tt.options)
			require.NoError(t, err)
			require.Equal(t, []int{60, tt.probed, tt.refused}, []int{report.Tools, report.Probed, report.Refused})
			require.Len(t, called, tt.probed)
			require.Equal(t, name != "all", called["t0"] && called["t20"] && called["t40"], "the seed chooses others")
		})
	}
}

// TestOtherProtocols checks what servers get that run whatever they are asked to run: without
// permission only what is declared read-only, which is possible for a method of A2A only.
func TestOtherProtocols(t *testing.T) {
	const schema = `{"type":"object","required":["pid"],"properties":{"pid":{"type":"integer"}}}`
	for _, tt := range []struct {
		name, dialect string
		runs          string // a part of the requests that run something, which are no requests for an unknown tool
		tools         []Tool
		called        []string // a part of the requests that are sent anyway
	}{
		{"OXP", "oxp", `"tool_id":"kill`, nil, nil},
		{"AAI", "aai", `"name":"kill"`, []Tool{{Name: "kill", Schema: json.RawMessage(schema)}}, nil},
		{"AAI, two tools with one name", "aai", `"name":"kill"`, []Tool{
			{Name: "kill", ID: "kill@2", Schema: json.RawMessage(schema), ReadOnly: true},
			{Name: "kill", ID: "kill@1", Schema: json.RawMessage(schema)},
		}, nil},
		{"HTTP", "problem", "POST /kill", nil, nil},
		{"HTTP, another method", "problem", "PATCH /kill", nil, nil},
		{"A2A, a message", "a2a", `"SendMessage"`, nil, []string{`"GetTask"`}},
		{"A2A, to cancel", "a2a", `"CancelTask"`, nil, []string{`"GetTask"`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sent := func(o Options) (text string, r *Report) {
				var all strings.Builder
				var mu sync.Mutex
				web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					body, _ := io.ReadAll(r.Body)
					mu.Lock()
					fmt.Fprintf(&all, "%s %s %.200s\n", r.Method, r.URL.Path, body)
					mu.Unlock()
					switch r.URL.Path {
					case "/tools":
						io.WriteString(w, `{"items":[{"id":"kill","name":"kill","input_schema":`+schema+`}]}`)
					case "/openapi.json":
						io.WriteString(w, `{"paths":{"/kill":{"patch":{},"post":{"requestBody":{"content":{`+
							`"application/json":{"schema":`+schema+`}}}}}}}`)
					default:
						io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{}}`)
					}
				}))
				defer web.Close()
				o.deep, o.large, o.slow = 50, 1<<10, 1
				r, err := Run(t.Context(), Target{Dialect: tt.dialect, URL: web.URL, Tools: tt.tools}, o)
				require.NoError(t, err)
				return all.String(), r
			}
			text, report := sent(Options{})
			require.NotContains(t, text, tt.runs)
			require.NotZero(t, report.Refused)
			for _, part := range tt.called {
				require.Contains(t, text, part)
			}
			if tt.dialect == "problem" {
				require.NotContains(t, text, "PATCH", "the answer for a path that does not exist says nothing")
			}
			text, report = sent(Options{CallInvalid: true})
			patch := strings.HasPrefix(tt.runs, "PATCH")
			require.Equal(t, map[bool]int{true: 1, false: 0}[tt.dialect == "problem"], report.Refused)
			require.Equal(t, !patch, strings.Contains(text, tt.runs), "no input of PATCH lacks something required")
			require.NotContains(t, text, `:7777777`)
			require.NotContains(t, text, `"id":"toolerr-check-no-such-task"},"method":"CancelTask"`)
		})
	}
}

// TestEvilEndpoints checks a server that looks neither at methods nor at inputs.
func TestEvilEndpoints(t *testing.T) {
	const schema = `{"type":"object","required":["bell"],"properties":{"bell":{"type":"string"}}}`
	const body = `"requestBody":{"content":{"application/json":{"schema":` + schema + `}}}`
	const doc = `{"openapi":"3.1.0","paths":{
		"/orders":{"get":{"operationId":"list"},"post":{` + body + `}},
		"/orders/{id}":{"get":{},"delete":{"operationId":"list"}},
		"/all":{"delete":{"parameters":[{"name":"id","in":"query","required":true,"schema":{"type":"string"}}]}},
		"/kill":{"post":{"parameters":[{"name":"pid","in":"query","required":true,"schema":{"type":"integer"}}]}},
		"/over":{"get":{"parameters":[{"name":"X-HTTP-Method-Override","in":"header","required":true,
			"schema":{"enum":["DELETE"]}}]}}}}`
	paths, err := ReadPaths("", "/orders\nPOST /orders\nDELETE /orders/{id}\nPUT /orders/1\nPOST /kill\nHEAD /over")
	require.NoError(t, err)
	for name, tt := range map[string]struct {
		tools   []Tool
		options Options
		done    []string // what no input without something required keeps from running
	}{
		"a document":               {nil, Options{}, nil},
		"a document, call-invalid": {nil, Options{CallInvalid: true}, []string{"/orders"}},
		"paths":                    {paths, Options{}, nil},
		"paths, call-invalid":      {paths, Options{CallInvalid: true}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var done sync.Map
			web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				reads := []string{http.MethodGet, http.MethodHead}
				if r.URL.Path == "/over" {
					reads = append(reads, "PROPFIND") // of a path that only reads
				}
				if !slices.Contains(reads, r.Method) || r.Header.Get("X-HTTP-Method-Override") != "" {
					done.Store(r.URL.Path, true)
				}
				if r.URL.Path == "/openapi.json" {
					io.WriteString(w, doc)
				}
			}))
			defer web.Close()
			tt.options.deep, tt.options.large, tt.options.slow = 50, 1<<10, 1
			report, err := Run(t.Context(), Target{Dialect: "http", URL: web.URL, Tools: tt.tools}, tt.options)
			require.NoError(t, err)
			require.NotZero(t, report.Probed)
			var names []string
			done.Range(func(name, _ any) bool { names = append(names, name.(string)); return true })
			slices.Sort(names)
			require.Equal(t, tt.done, names)
		})
	}
}
