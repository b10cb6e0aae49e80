package main

import (
	"context"
	"errors"
	"math"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/errkit"
)

// modelFailures are the failures that clients show to a model, by the names of their tools
// (../clients/failures.mjs).
var modelFailures = map[string]error{
	"not_found": &errkit.Error{Kind: errkit.NotFound, Message: "There is no bell \"back\".",
		Hint: "Call list_bells and use an id from its answer."},
	"invalid_input": errkit.Invalid(errkit.Field{Path: "/times", Message: "must be at least 1", Rule: "min",
		Param: "1"}, errkit.Field{Path: "/bell", Message: "is required", Rule: "required"}),
	"conflict": errkit.New(errkit.Conflict, "The bell is already ringing."),
	"rate_limited": &errkit.Error{Kind: errkit.RateLimited, Message: "This bell needs a rest.",
		RetryAfter: 30 * time.Second},
	"timeout": errkit.Timeout,
	"unavailable": &errkit.Error{Kind: errkit.Unavailable, Message: "The bell tower is closed.",
		Retry: errkit.Allowed},
	"plain": errors.New("canary: dial 10.0.0.7"),
	"auth_required": &errkit.Error{Kind: errkit.AuthRequired, Message: "Link your account.",
		Needs: &errkit.Needs{Challenges: []errkit.Challenge{{ID: "link", URL: "https://example.com/link"}}}},
	"scopes": &errkit.Error{Kind: errkit.PermissionDenied, Message: "You may not ring.",
		Needs: &errkit.Needs{Scopes: []string{"bells:ring"}}},
	"secret": &errkit.Error{Kind: errkit.RequirementMissing, Message: "The server has no key for the bell.",
		Needs: &errkit.Needs{Secrets: []string{"BELL_KEY"}}},
	"input_required": &errkit.Error{Kind: errkit.InputRequired, Message: "Which bell?",
		Needs: &errkit.Needs{Input: []errkit.Input{{Name: "bell", Suggestions: []string{"front", "back"}}},
			Reason: "There are two."}},
	"unsupported": errkit.New(errkit.Unsupported, "This bell cannot be silenced."),
	"upstream_failed": &errkit.Error{Kind: errkit.UpstreamFailed, Upstream: 503,
		Message: "The bell's manufacturer does not respond."},
	"execution_failed": &errkit.Error{Kind: errkit.ExecutionFailed, Code: "clapper_lost",
		Message: "The clapper fell out.", Retry: errkit.Never},
	"too_large":       errkit.New(errkit.TooLarge, "The melody has more than 100 notes."),
	"tool_not_found":  errkit.New(errkit.ToolNotFound, "The bell has no such melody."),
	"invalid_request": errkit.New(errkit.InvalidRequest, "Give a date or a range, not both."),
	"long_text": errkit.New(errkit.Conflict,
		errkit.Text("The bell rings. "+strings.Repeat("Ding dong. ", 400))),
	"control_text": errkit.New(errkit.Conflict, "The bell \x1b[31mrings\x1b[0m \u202eloudly\u202c."),
	"two_lines":    errkit.New(errkit.Conflict, "The bell rings.\nAnd it swings."),
	"rpc_error":    &jsonrpc.Error{Code: -31999, Message: "The bell speaks another protocol."},
}

// addModelFailures adds a tool for each of modelFailures, and those whose failure is not an error
// of their handler.
func addModelFailures(s *mcp.Server) {
	for name, err := range modelFailures {
		mcp.AddTool(s, &mcp.Tool{Name: name, Description: "Fails"}, fail[any](err))
	}
	mcp.AddTool(s, &mcp.Tool{Name: "typed", Description: "Fails, and has an output schema"},
		fail[bell](errkit.New(errkit.Conflict, "The bell is already ringing.")))
	mcp.AddTool(s, &mcp.Tool{Name: "panic", Description: "Panics"},
		func(context.Context, *mcp.CallToolRequest, map[string]any) (*mcp.CallToolResult, any, error) {
			panic("canary: the clapper")
		})
	mcp.AddTool(s, &mcp.Tool{Name: "nan", Description: "Returns what has no JSON"},
		func(context.Context, *mcp.CallToolRequest, map[string]any) (*mcp.CallToolResult, volume, error) {
			return nil, volume{math.NaN()}, nil
		})
	mcp.AddTool(s, &mcp.Tool{Name: "strict", Description: "Has a schema"},
		func(context.Context, *mcp.CallToolRequest, struct {
			Bell  string `json:"bell"`
			Times int    `json:"times"`
		}) (*mcp.CallToolResult, any, error) {
			return result("ding")
		})
}
