package main

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolerr/toolerr/errkit"
)

// bell is an output type, so that its tools have an output schema.
type bell struct {
	Sound string `json:"sound"`
}

type volume struct {
	Decibel float64 `json:"decibel"`
}

// addFailures adds two tools for each kind that fail with it, one without an output schema
// (fail_x) and one with an output schema (fail_typed_x), and tools that fail without an
// errkit.Error.
func addFailures(s *mcp.Server) {
	for _, k := range errkit.Kinds() {
		e := &errkit.Error{Kind: k, Code: "bell_code", Message: errkit.Text("What happened: " + k.String() + "."),
			Hint:   "What to do.",
			Effect: errkit.EffectNone, RetryAfter: 1500 * time.Millisecond, Err: errors.New("canary: a cause"),
			Dev: errkit.Dev("canary: for developers")}
		if k == errkit.InvalidInput {
			e.Fields = []errkit.Field{{Path: "/times", Message: "must be at least 1", Rule: "min", Param: "1"}}
		}
		if k == errkit.AuthRequired {
			e.Needs = &errkit.Needs{Challenges: []errkit.Challenge{{ID: "link", URL: "https://example.com/link"}}}
		}
		if k == errkit.InputRequired {
			e.Needs = &errkit.Needs{Input: []errkit.Input{{Name: "name"}}, Reason: "There are two bells."}
		}
		mcp.AddTool(s, &mcp.Tool{Name: "fail_" + k.String(), Description: "For the suite"}, fail[any](e))
		mcp.AddTool(s, &mcp.Tool{Name: "fail_typed_" + k.String(), Description: "For the suite"}, fail[bell](e))
	}
	mcp.AddTool(s, &mcp.Tool{Name: "fail_plain", Description: "For the suite"},
		fail[bell](errors.New("canary: an uncoded error")))
	mcp.AddTool(s, &mcp.Tool{Name: "fail_panic", Description: "For the suite"},
		func(context.Context, *mcp.CallToolRequest, map[string]any) (*mcp.CallToolResult, bell, error) {
			panic("canary: a panic")
		})
	mcp.AddTool(s, &mcp.Tool{Name: "fail_nan", Description: "For the suite"},
		func(context.Context, *mcp.CallToolRequest, map[string]any) (*mcp.CallToolResult, volume, error) {
			return nil, volume{math.NaN()}, nil
		})
	mcp.AddTool(s, &mcp.Tool{Name: "fail_input", Description: "For the suite"},
		func(context.Context, *mcp.CallToolRequest, struct {
			Times int `json:"times"`
		}) (*mcp.CallToolResult, bell, error) {
			return nil, bell{"ding"}, nil
		})
}

func fail[Out any](err error) mcp.ToolHandlerFor[map[string]any, Out] {
	return func(context.Context, *mcp.CallToolRequest, map[string]any) (*mcp.CallToolResult, Out, error) {
		var none Out
		return nil, none, err
	}
}
