package mcpgoerr_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	mcpgoerr "github.com/toolerr/toolerr/adapters/mcpgo"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/mcptest"
	"github.com/toolerr/toolerr/middleware"
)

// canary is private: no response may contain it.
const canary = mcptest.Canary

const picture = `{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"}`

// quiet does not report, so that responses have no references, which differ from run to run.
var quiet = &mcpgoerr.Options{Boundary: new(middleware.Boundary)}

type bell struct {
	Name  string `json:"name"`
	Times int8   `json:"times,omitempty"`
}

var required = mcp.URLElicitationRequiredError{Elicitations: []mcp.ElicitationParams{{Mode: "url",
	URL: "https://example.com/a", ElicitationID: "e1", Message: "Authorize"}}}

func ring(context.Context, mcp.CallToolRequest, bell) (map[string]any, error) {
	return nil, &errkit.Error{Kind: errkit.RateLimited, Message: "This bell needs a rest.",
		RetryAfter: 1500 * time.Millisecond, Err: mcptest.ErrSecret}
}

var tools = map[string]server.ToolHandlerFunc{
	"ok":         toolReturning(mcp.NewToolResultText("ding"), nil),
	"structured": toolReturning(mcp.NewToolResultStructured(map[string]any{"n": 1}, "one"), nil),
	"plain":      toolReturning(nil, mcptest.ErrSecret),
	"coded": toolReturning(nil, &errkit.Error{Kind: errkit.Conflict, Message: "The bell <rings> & swings.",
		Err: mcptest.ErrSecret, Dev: errkit.Dev(canary)}),
	"wrapped":     toolReturning(nil, fmt.Errorf("%s: %w", canary, errkit.NotFound)),
	"deadline":    toolReturning(nil, context.DeadlineExceeded),
	"nil_error":   toolReturning(nil, (*errkit.Error)(nil)),
	"nil_foreign": toolReturning(nil, (*mcptest.Thing)(nil)),
	"nil_nil":     toolReturning(nil, nil),
	"nan":         toolReturning(&mcp.CallToolResult{StructuredContent: math.NaN()}, nil),
	"marshal":     toolReturning(&mcp.CallToolResult{StructuredContent: mcptest.MarshalPanics{}}, nil),
	"bad_json":    toolReturning(&mcp.CallToolResult{RawStructuredContent: []byte("{bad")}, nil),
	"bad_meta":    toolReturning(&mcp.CallToolResult{Result: mcp.Result{Meta: mcp.NewMetaFromMap(map[string]any{"x": make(chan int)})}}, nil),
	"nil_block":   toolReturning(&mcp.CallToolResult{Content: []mcp.Content{nil}}, nil),
	"own":         toolReturning(mcp.NewToolResultError("My own words."), nil),
	"panic":       func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) { panic(canary) },
	"abort": func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult,
		error) {
		panic(http.ErrAbortHandler)
	},
	"attached": toolReturning(nil, &errkit.Error{Kind: errkit.Conflict, Details: []slog.Attr{
		slog.Any("content", json.RawMessage("["+picture+"]")), slog.Group("structuredContent", slog.Int("step", 7))}}),
	"auth":     toolReturning(nil, mcptest.Authorize),
	"required": toolReturning(nil, fmt.Errorf("%s: %w", canary, required)),
	"pointer":  toolReturning(nil, &required),
	"caused":   toolReturning(nil, errkit.Wrap(required, errkit.UpstreamFailed, "The bell tower failed.")),
	"beside":   toolReturning(nil, fmt.Errorf("%w: %w", errkit.PermissionDenied, required)),
	"protocol": toolReturning(nil, errkit.ToolNotFound),
	"version":  toolReturning(nil, &errkit.Error{Kind: errkit.UnsupportedVersion}),
	"before":   toolReturning(nil, &errkit.Error{Kind: errkit.Unavailable, Stage: errkit.BeforeCall}),
	"question": func(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Result: mcp.Result{ResultType: mcp.ResultTypeInputRequired},
			MultiRoundTripResult: mcp.MultiRoundTripResult{RequestState: "st",
				InputRequests: mcp.InputRequests{"who": mcp.NewElicitationInputRequest(mcp.ElicitationParams{Message: "Who?", RequestedSchema: map[string]any{"type": "object"}})}}}, nil
	},
	"elicits": toolReturning(nil, fmt.Errorf("%s: %w", canary, server.ErrElicitationNotSupported)),
	"needs_input": toolReturning(nil, &errkit.Error{Kind: errkit.InputRequired, Message: "Which bell?",
		Needs: &errkit.Needs{Input: []errkit.Input{{Name: "name"}}, Reason: "There are two."}}),
	"typed": mcp.NewTypedToolHandler(func(context.Context, mcp.CallToolRequest, bell) (*mcp.CallToolResult, error) {
		return nil, mcptest.ErrSecret
	}),
	"flattened": mcp.NewStructuredToolHandler(func(context.Context, mcp.CallToolRequest, bell) (bell,
		error) {
		return bell{}, mcptest.ErrSecret
	}),
	"kept": mcp.NewStructuredToolHandler(mcpgoerr.Structured(ring)),
	"kept_plain": mcp.NewStructuredToolHandler(mcpgoerr.Structured(func(context.Context, mcp.CallToolRequest,
		bell) (bell, error) {
		return bell{}, mcptest.ErrSecret
	})),
}

func toolReturning(res *mcp.CallToolResult, err error) server.ToolHandlerFunc {
	return func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) { return res, err }
}

var resources = map[string]server.ResourceHandlerFunc{
	"plain":    resourceReturning(nil, mcptest.ErrSecret),
	"coded":    resourceReturning(nil, errkit.New(errkit.NotFound, "There is no such bell.")),
	"nil_item": resourceReturning([]mcp.ResourceContents{nil}, nil),
	"ok": resourceReturning([]mcp.ResourceContents{mcp.TextResourceContents{URI: "bell://ok", Text: "ding"}},
		nil),
	"bad_meta": resourceReturning([]mcp.ResourceContents{mcp.TextResourceContents{URI: "bell://bad_meta",
		Meta: map[string]any{"x": math.NaN()}}}, nil),
	"panic":    func(context.Context, mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) { panic(canary) },
	"required": resourceReturning(nil, fmt.Errorf("%s: %w", canary, required)),
	"auth":     resourceReturning(nil, mcptest.Authorize),
	"caused":   resourceReturning(nil, errkit.Wrap(required, errkit.UpstreamFailed, "The bell tower failed.")),
}

func resourceReturning(c []mcp.ResourceContents, err error) server.ResourceHandlerFunc {
	return func(context.Context, mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) { return c, err }
}

var prompts = map[string]server.PromptHandlerFunc{
	"plain":       promptReturning(nil, mcptest.ErrSecret),
	"coded":       promptReturning(nil, errkit.New(errkit.InvalidInput, "The name is missing.")),
	"nil_nil":     promptReturning(nil, nil),
	"nil_content": promptReturning(&mcp.GetPromptResult{Messages: []mcp.PromptMessage{{Role: "user"}}}, nil),
	"bad_meta":    promptReturning(&mcp.GetPromptResult{Result: mcp.Result{Meta: mcp.NewMetaFromMap(map[string]any{"x": math.NaN()})}}, nil),
	"panic":       func(context.Context, mcp.GetPromptRequest) (*mcp.GetPromptResult, error) { panic(canary) },
	"auth":        promptReturning(nil, mcptest.Authorize),
}

func promptReturning(r *mcp.GetPromptResult, err error) server.PromptHandlerFunc {
	return func(context.Context, mcp.GetPromptRequest) (*mcp.GetPromptResult, error) { return r, err }
}

// newServer returns a server whose tools, resources and prompts fail in different ways.
func newServer(opts ...server.ServerOption) *server.MCPServer {
	s := server.NewMCPServer("bells", "1",
		append(opts, server.WithInputSchemaValidation(), server.WithOutputSchemaValidation())...)
	for name, h := range tools {
		s.AddTool(mcp.NewTool(name), h)
	}
	s.AddTool(mcp.NewTool("strict", mcp.WithString("name", mcp.Required()), mcp.WithNumber("times", mcp.Min(1))),
		tools["ok"])
	s.AddTool(mcp.NewToolWithRawSchema("with_output", "", []byte(`{"type":"object"}`)), tools["coded"])
	s.AddTool(mcp.NewTool("bad_output", mcp.WithOutputSchema[bell]()),
		toolReturning(mcp.NewToolResultStructured(map[string]any{"name": []string{canary}}, "x"), nil))
	s.AddTool(mcp.NewTool("schema_coded", mcp.WithOutputSchema[bell]()), tools["coded"])
	for name, h := range resources {
		s.AddResource(mcp.NewResource("bell://"+name, name), h)
	}
	for name, h := range prompts {
		s.AddPrompt(mcp.NewPrompt(name), h)
	}
	return s
}
