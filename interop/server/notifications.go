//lint:file-ignore SA1019 the suite has scenarios for features that 2026-07-28 deprecates

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// pause is the time between notifications, so that they are sent separately.
const pause = 20 * time.Millisecond

// addNotifications adds tools that send notifications to the client while they run.
func addNotifications(s *mcp.Server) {
	logs := func(messages ...string) tool {
		return func(ctx context.Context, r *mcp.CallToolRequest, _ map[string]any) (*mcp.CallToolResult, any, error) {
			for _, m := range messages {
				if err := r.Session.Log(ctx, &mcp.LoggingMessageParams{Level: "info", Data: m}); err != nil {
					return nil, nil, err
				}
				time.Sleep(pause)
			}
			return result("logged")
		}
	}
	add(s, map[string]tool{
		"test_tool_with_logging": logs("Tool execution started", "Tool processing data", "Tool execution completed"),
		"test_logging_tool":      logs("executed"),
		"test_tool_with_progress": func(ctx context.Context, r *mcp.CallToolRequest,
			_ map[string]any) (*mcp.CallToolResult, any, error) {
			token := r.Params.GetProgressToken()
			for _, done := range []float64{0, 50, 100} {
				err := r.Session.NotifyProgress(ctx,
					&mcp.ProgressNotificationParams{ProgressToken: token, Progress: done, Total: 100,
						Message: fmt.Sprintf("Completed step %.0f of 100", done)})
				if err != nil {
					return nil, nil, err
				}
				time.Sleep(pause)
			}
			return result("%v", token)
		},
		// SEP-1699
		"test_reconnection": func(_ context.Context, r *mcp.CallToolRequest, _ map[string]any) (*mcp.CallToolResult,
			any, error) {
			// A client of an earlier revision cannot continue the stream: its events have no ids.
			continues := r.Extra != nil && r.Extra.Header.Get("Mcp-Protocol-Version") >= "2025-11-25"
			if continues && r.Extra.CloseSSEStream != nil {
				r.Extra.CloseSSEStream(mcp.CloseSSEStreamArgs{RetryAfter: 10 * time.Millisecond})
			}
			time.Sleep(5 * pause)
			return result("Reconnection test completed successfully.")
		},
		"test_trigger_tool_change": func(context.Context, *mcp.CallToolRequest, map[string]any) (*mcp.CallToolResult,
			any, error) {
			add(s, map[string]tool{"transient_tool": respond(text("here"))})
			return result("the list of tools has changed")
		},
		"test_trigger_prompt_change": func(context.Context, *mcp.CallToolRequest, map[string]any) (*mcp.CallToolResult,
			any, error) {
			s.AddPrompt(&mcp.Prompt{Name: "transient_prompt", Description: "Added later"},
				func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
					return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{}}, nil
				})
			return result("the list of prompts has changed")
		},
		// SEP-2575
		"test_missing_capability": func(_ context.Context, r *mcp.CallToolRequest,
			_ map[string]any) (*mcp.CallToolResult, any, error) {
			if can := r.ClientCapabilities(); can != nil && can.Sampling != nil {
				return result("The client can sample.")
			}
			data, err := json.Marshal(mcp.MissingRequiredClientCapabilityData{RequiredCapabilities: &mcp.ClientCapabilities{Sampling: &mcp.SamplingCapabilities{}}})
			if err != nil {
				return nil, nil, err
			}
			return nil, nil, &jsonrpc.Error{Code: mcp.CodeMissingRequiredClientCapabilities,
				Message: "sampling is needed", Data: data}
		},
	})
}

// addElicitations adds tools that send requests to the client, which revisions before 2026-07-28
// allow.
func addElicitations(s *mcp.Server) {
	elicit := func(schema string) tool {
		return func(ctx context.Context, r *mcp.CallToolRequest, in map[string]any) (*mcp.CallToolResult, any, error) {
			message, _ := in["message"].(string)
			if message == "" {
				message = "Please enter a value"
			}
			got, err := r.Session.Elicit(ctx,
				&mcp.ElicitParams{Message: message, RequestedSchema: json.RawMessage(schema)})
			if err != nil {
				return nil, nil, err
			}
			return result("Elicitation result: action=%s, content=%v", got.Action, got.Content)
		}
	}
	add(s, map[string]tool{
		"test_elicitation": elicit(`{"type": "object", "properties": {"username": {"type": "string", "description": "Your preferred username"}}, "required": ["username"]}`),
		"test_elicitation_sep1034_defaults": elicit(`{"type": "object", "properties": {
			"name": {"type": "string", "description": "User name", "default": "John Doe"},
			"age": {"type": "integer", "description": "User age", "default": 30},
			"score": {"type": "number", "description": "User score", "default": 95.5},
			"status": {"type": "string", "description": "User status", "enum": ["active", "inactive", "pending"], "default": "active"},
			"verified": {"type": "boolean", "description": "Verification status", "default": true}}}`),
		"test_elicitation_sep1330_enums": elicit(`{"type": "object", "properties": {
			"untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
			"titledSingle": {"type": "string", "oneOf": [{"const": "value1", "title": "First Option"}, {"const": "value2", "title": "Second Option"}, {"const": "value3", "title": "Third Option"}]},
			"legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"], "enumNames": ["Option One", "Option Two", "Option Three"]},
			"untitledMulti": {"type": "array", "minItems": 1, "maxItems": 3, "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
			"titledMulti": {"type": "array", "minItems": 1, "maxItems": 3, "items": {"type": "string", "anyOf": [{"const": "value1", "title": "First Option"}, {"const": "value2", "title": "Second Option"}, {"const": "value3", "title": "Third Option"}]}}}}`),
		"test_sampling": func(ctx context.Context, r *mcp.CallToolRequest, in map[string]any) (*mcp.CallToolResult,
			any, error) {
			got, err := r.Session.CreateMessage(ctx, &mcp.CreateMessageParams{MaxTokens: 100,
				Messages: []*mcp.SamplingMessage{{Role: "user", Content: text("%v", in["prompt"])}}})
			if err != nil {
				return nil, nil, err
			}
			response, _ := got.Content.(*mcp.TextContent)
			if response == nil {
				response = text("(no text)")
			}
			return result("LLM response: %s", response.Text)
		},
	})
}
