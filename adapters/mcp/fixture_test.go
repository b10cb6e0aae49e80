package mcperr_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/mcptest"
	"github.com/toolerr/toolerr/middleware"
)

// canary is private: no response may contain it.
const canary = mcptest.Canary

type bell struct {
	Name  string `json:"name" jsonschema:"the bell"`
	Times int    `json:"times,omitempty"`
}

type sound struct {
	Greeting string `json:"greeting"`
}

// quiet does not report, so that responses have no references, which differ from run to run.
var quiet = &mcperr.Options{Boundary: new(middleware.Boundary)}

// newServer returns a server whose tools, resources and prompts fail in different ways.
func newServer(opts *mcp.ServerOptions) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, opts)
	for name, h := range rawTools {
		s.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`)}, h)
	}
	for name, h := range typedTools {
		mcp.AddTool(s, &mcp.Tool{Name: name}, h)
		mcp.AddTool(s, &mcp.Tool{Name: name + "_h"}, mcperr.Handler(h))
	}
	mcp.AddTool(s, &mcp.Tool{Name: "loose"},
		func(_ context.Context, _ *mcp.CallToolRequest, in bell) (*mcp.CallToolResult, any, error) {
			return nil, nil, &errkit.Error{Kind: errkit.NotFound, Message: "There is no such bell.",
				Hint: "Call list_bells."}
		})
	mcp.AddTool(s, &mcp.Tool{Name: "nan_out"},
		func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, struct{ N float64 }, error) {
			return nil, struct{ N float64 }{math.NaN()}, nil
		})
	mcp.AddTool(s, &mcp.Tool{Name: "bad_out", OutputSchema: json.RawMessage(`{"type":"object","required":["never"]}`)},
		func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, map[string]any, error) {
			return nil, map[string]any{canary: 1}, nil
		})
	for name, h := range resources {
		s.AddResource(&mcp.Resource{Name: name, URI: "bell://" + name}, h)
	}
	for name, h := range prompts {
		s.AddPrompt(&mcp.Prompt{Name: name}, h)
	}
	return s
}

type in = map[string]any

var typedTools = map[string]mcp.ToolHandlerFor[bell, sound]{
	"ok": func(_ context.Context, _ *mcp.CallToolRequest, in bell) (*mcp.CallToolResult, sound, error) {
		return nil, sound{"ding"}, nil
	},
	"plain": typed(mcptest.ErrSecret),
	"coded": typed(&errkit.Error{Kind: errkit.RateLimited, Message: "This bell needs a rest.",
		RetryAfter: 1500 * time.Millisecond,
		Details:    []slog.Attr{slog.Int64("big", 9007199254740993)}, Err: mcptest.ErrSecret,
		Dev: errkit.Dev(canary)}),
	"wrapped_coded": typed(fmt.Errorf("%s: %w", canary, errkit.New(errkit.NotFound, "There is no such bell."))),
	"rpc":           typed(appError),
	"wrapped_rpc":   typed(fmt.Errorf("%s: %w", canary, appError)),
	"below_coded": typed(errkit.Wrap(&jsonrpc.Error{Code: -31998, Message: canary}, errkit.UpstreamFailed,
		"The bell tower failed.")),
	"panic": func(context.Context, *mcp.CallToolRequest, bell) (*mcp.CallToolResult, sound, error) {
		panic(canary)
	},
	"nil_error":    typed((*errkit.Error)(nil)),
	"nil_foreign":  typed((*mcptest.Thing)(nil)),
	"deadline":     typed(context.DeadlineExceeded),
	"output_error": typed(errkit.New(errkit.OutputInvalid, "")),
	"own": func(context.Context, *mcp.CallToolRequest, bell) (*mcp.CallToolResult, sound, error) {
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "My own words."}},
			Meta: mcp.Meta{"mine": 1}}, sound{}, nil
	},
	"own_set": func(context.Context, *mcp.CallToolRequest, bell) (*mcp.CallToolResult, sound, error) {
		var r mcp.CallToolResult
		r.Meta = mcp.Meta{"mine": 1}
		r.SetError(mcptest.ErrSecret)
		return &r, sound{}, nil
	},
	"own_worded": func(context.Context, *mcp.CallToolRequest, bell) (*mcp.CallToolResult, sound, error) {
		r := mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "Words for the model."}}}
		r.SetError(mcptest.ErrSecret)
		return &r, sound{}, nil
	},
}

func typed(err error) mcp.ToolHandlerFor[bell, sound] {
	return func(context.Context, *mcp.CallToolRequest, bell) (*mcp.CallToolResult, sound, error) {
		return nil, sound{}, err
	}
}

var appError = &jsonrpc.Error{Code: -31999, Message: "app specific",
	Data: json.RawMessage(`{"kind":"quota","retryAfterMs":1500}`)}

var shared = mcp.Meta{"mine": 1}

var rawTools = map[string]mcp.ToolHandler{
	"raw_plain":       raw(nil, mcptest.ErrSecret),
	"raw_coded":       raw(nil, errkit.New(errkit.Conflict, "The bell <rings> & swings.")),
	"raw_kind":        raw(nil, fmt.Errorf("%s: %w", canary, errkit.Unavailable)),
	"raw_rpc":         raw(nil, appError),
	"raw_wrapped_rpc": raw(nil, fmt.Errorf("%s: %w", canary, appError)),
	"raw_joined_rpc":  raw(nil, errors.Join(mcptest.ErrSecret, appError)),
	"raw_code_0":      raw(nil, &jsonrpc.Error{Message: "no code"}),
	"raw_legacy_code": raw(nil, &jsonrpc.Error{Code: -32011, Message: "a code without a meaning",
		Data: json.RawMessage(`{"a":1}`)}),
	"raw_reserved": raw(nil, &jsonrpc.Error{Code: -32023, Message: "a code of the future"}),
	"raw_capability": raw(nil, &jsonrpc.Error{Code: -32021, Message: "needs sampling",
		Data: json.RawMessage(`{"requiredCapabilities":{"sampling":{}}}`)}),
	"raw_method":      raw(nil, &jsonrpc.Error{Code: -32601, Message: "There is no ring method."}),
	"raw_bad_data":    raw(nil, &jsonrpc.Error{Code: -31999, Message: "bad data", Data: json.RawMessage(`{bad`)}),
	"raw_nil_rpc":     raw(nil, (*jsonrpc.Error)(nil)),
	"raw_nil_error":   raw(nil, (*errkit.Error)(nil)),
	"raw_nil_foreign": raw(nil, (*mcptest.Thing)(nil)),
	"raw_url": raw(nil, mcp.URLElicitationRequiredError([]*mcp.ElicitParams{{Mode: "url",
		URL: "https://example.com/a", ElicitationID: "e1", Message: "Authorize"}})),
	"raw_auth":          raw(nil, mcptest.Authorize),
	"raw_nil_nil":       raw(nil, nil),
	"raw_nan":           raw(&mcp.CallToolResult{StructuredContent: math.NaN()}, nil),
	"raw_chan":          raw(&mcp.CallToolResult{StructuredContent: make(chan int)}, nil),
	"raw_bad_json":      raw(&mcp.CallToolResult{StructuredContent: json.RawMessage(`{bad`)}, nil),
	"raw_bad_meta":      raw(&mcp.CallToolResult{Meta: mcp.Meta{"x": math.Inf(1)}, Content: []mcp.Content{}}, nil),
	"raw_nil_block":     raw(&mcp.CallToolResult{Content: []mcp.Content{nil}}, nil),
	"raw_nil_text":      raw(&mcp.CallToolResult{Content: []mcp.Content{(*mcp.TextContent)(nil)}}, nil),
	"raw_marshal_panic": raw(&mcp.CallToolResult{StructuredContent: mcptest.MarshalPanics{}}, nil),
	"raw_structured": raw(&mcp.CallToolResult{IsError: true,
		Content:           []mcp.Content{&mcp.TextContent{Text: "quota exceeded"}},
		StructuredContent: in{"error": in{"kind": "quota", "message": "a<b"}}}, nil),
	"raw_set_taken": set(errkit.New(errkit.Conflict, "It rings."),
		mcp.Meta{"io.github.toolerr/error": "mine", "mine": 1}),
	"raw_set_nan": set(errkit.New(errkit.Conflict, "It rings."), mcp.Meta{"mine": math.NaN()}),
	"raw_shared": func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "shared"}}, Meta: shared}, nil
	},
	"raw_panic": func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { panic(mcptest.ErrSecret) },
	"raw_abort": func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		panic(http.ErrAbortHandler)
	},
	"raw_panic_coded": func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		panic(&errkit.Error{Kind: errkit.NotFound, Message: errkit.Text(canary)})
	},
	"raw_slow": func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		ctx, cancel := context.WithTimeout(ctx, time.Millisecond)
		defer cancel()
		<-ctx.Done()
		return nil, ctx.Err()
	},
	"raw_invalid_request":    raw(nil, errkit.New(errkit.InvalidRequest, "Give a date or a range, not both.")),
	"raw_malformed":          raw(nil, errkit.New(errkit.Malformed, "The score is not valid.")),
	"raw_tool_not_found":     raw(nil, errkit.New(errkit.ToolNotFound, "The bell has no such tool.")),
	"raw_version_not_found":  raw(nil, errkit.New(errkit.VersionNotFound, "")),
	"raw_method_not_allowed": raw(nil, errkit.New(errkit.MethodNotAllowed, "")),
	"raw_before_call": raw(nil, &errkit.Error{Kind: errkit.InvalidRequest, Stage: errkit.BeforeCall,
		Message: "The tower is closed."}),
	"raw_input": raw(nil, &errkit.Error{Kind: errkit.InvalidInput,
		Fields: []errkit.Field{{Path: "/times", Message: "must be at least 1"}}}),
	"raw_question": func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if r.Params.InputResponses != nil {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "thanks"}}}, nil
		}
		return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"who": &mcp.ElicitParams{Mode: "form",
			Message:         "Who?",
			RequestedSchema: json.RawMessage(`{"type":"object","properties":{"who":{"type":"string"}}}`)}},
			RequestState: "st"}, nil
	},
	"raw_busy": raw(&mcp.CallToolResult{InputRequests: mcp.InputRequestMap{}, RequestState: "st"}, nil),
	"raw_needs_input": raw(nil, &errkit.Error{Kind: errkit.InputRequired, Message: "Which bell?",
		Needs: &errkit.Needs{Input: []errkit.Input{{Name: "name", Suggestions: []string{"front"}}},
			Reason: "There are two."}}),
}

// set returns a handler whose result has an error by the SDK's SetError.
func set(err error, meta mcp.Meta) mcp.ToolHandler {
	r := mcp.CallToolResult{Meta: meta}
	r.SetError(err)
	return raw(&r, nil)
}

func raw(res *mcp.CallToolResult, err error) mcp.ToolHandler {
	return func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { return res, err }
}

var resources = map[string]mcp.ResourceHandler{
	"plain": resource(nil, mcptest.ErrSecret),
	"coded": resource(nil, errkit.New(errkit.NotFound, "There is no such bell.")),
	"sdk_not_found": func(_ context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return nil, fmt.Errorf("%s: %w", canary, mcp.ResourceNotFoundError(r.Params.URI))
	},
	"go_quoted": resource(nil, mcp.ResourceNotFoundError("bell://\a")),
	"legacy": resource(nil, &jsonrpc.Error{Code: -32002, Message: "gone",
		Data: json.RawMessage(`{"uri":"bell://legacy"}`)}),
	"rpc":      resource(nil, appError),
	"code_0":   resource(nil, &jsonrpc.Error{Message: "no code"}),
	"nil_nil":  resource(nil, nil),
	"nil_item": resource(&mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{nil}}, nil),
	"bad_meta": resource(&mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{Meta: mcp.Meta{"x": math.NaN()}}}},
		nil),
	"panic": func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) { panic(canary) },
}

func resource(res *mcp.ReadResourceResult, err error) mcp.ResourceHandler {
	return func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) { return res, err }
}

var prompts = map[string]mcp.PromptHandler{
	"plain":       prompt(nil, mcptest.ErrSecret),
	"coded":       prompt(nil, errkit.Invalid(errkit.Field{Path: "/name", Message: "is missing"})),
	"wrapped_rpc": prompt(nil, fmt.Errorf("%s: %w", canary, appError)),
	"nil_nil":     prompt(nil, nil),
	"nil_message": prompt(&mcp.GetPromptResult{Messages: []*mcp.PromptMessage{nil}}, nil),
	"nil_content": prompt(&mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user"}}}, nil),
	"bad_meta":    prompt(&mcp.GetPromptResult{Meta: mcp.Meta{"x": make(chan int)}}, nil),
	"nil_error":   prompt(nil, (*mcptest.Thing)(nil)),
	"panic":       func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) { panic(canary) },
}

func prompt(res *mcp.GetPromptResult, err error) mcp.PromptHandler {
	return func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) { return res, err }
}
