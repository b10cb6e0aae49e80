//lint:file-ignore SA1019 the suite has scenarios for features that 2026-07-28 deprecates

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// form returns a request for one input of the user.
func form(message, name, kind string) *mcp.ElicitParams {
	return &mcp.ElicitParams{Message: message, RequestedSchema: json.RawMessage(fmt.Sprintf(
		`{"type": "object", "properties": {%q: {"type": %q}}, "required": [%q]}`, name, kind, name))}
}

// sample returns a request to the client's model.
func sample(prompt string) *mcp.CreateMessageParams {
	return &mcp.CreateMessageParams{MaxTokens: 100,
		Messages: []*mcp.SamplingMessage{{Role: "user", Content: text("%s", prompt)}}}
}

// accepted returns the content of an accepted elicitation, or nil.
func accepted(given mcp.InputResponseMap, key string) map[string]any {
	if r, ok := given[key].(*mcp.ElicitResult); ok && r != nil && r.Action == "accept" {
		return r.Content
	}
	return nil
}

func sampled(given mcp.InputResponseMap, key string) bool {
	r, ok := given[key].(*mcp.CreateMessageWithToolsResult)
	return ok && r != nil
}

func listed(given mcp.InputResponseMap, key string) bool {
	r, ok := given[key].(*mcp.ListRootsResult)
	return ok && r != nil
}

// requestInput returns a tool that sends requests until complete returns true (multi round-trip
// requests, SEP-2322).
func requestInput(state string, requests mcp.InputRequestMap, complete func(*mcp.CallToolParamsRaw) bool) tool {
	return func(_ context.Context, r *mcp.CallToolRequest, _ map[string]any) (*mcp.CallToolResult, any, error) {
		if state != "" && strings.HasSuffix(r.Params.RequestState, "-TAMPERED") {
			return nil, nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "invalid requestState"}
		}
		if complete(r.Params) {
			return result("state-ok: thanks, %v", accepted(r.Params.InputResponses, "user_name")["name"])
		}
		return &mcp.CallToolResult{InputRequests: requests, RequestState: state}, nil, nil
	}
}

func addInputRequests(s *mcp.Server) {
	roots := &mcp.ListRootsParams{}
	name := form("What is your name?", "name", "string")
	confirm := mcp.InputRequestMap{"confirm": form("Please confirm", "ok", "boolean")}
	confirmed := func(p *mcp.CallToolParamsRaw) bool {
		return p.RequestState != "" && accepted(p.InputResponses, "confirm") != nil
	}
	named := func(p *mcp.CallToolParamsRaw) bool {
		name, _ := accepted(p.InputResponses, "user_name")["name"].(string)
		return name != ""
	}
	add(s, map[string]tool{
		"test_input_required_result_elicitation": requestInput("", mcp.InputRequestMap{"user_name": name}, named),
		"test_input_required_result_sampling": requestInput("",
			mcp.InputRequestMap{"capital_question": sample("What is the capital of France?")},
			func(p *mcp.CallToolParamsRaw) bool { return sampled(p.InputResponses, "capital_question") }),
		"test_input_required_result_list_roots": requestInput("", mcp.InputRequestMap{"client_roots": roots},
			func(p *mcp.CallToolParamsRaw) bool { return listed(p.InputResponses, "client_roots") }),
		"test_input_required_result_request_state":  requestInput("request_state", confirm, confirmed),
		"test_input_required_result_tampered_state": requestInput("tampered_state", confirm, confirmed),
		"test_input_required_result_multiple_inputs": requestInput("multiple_inputs",
			mcp.InputRequestMap{"user_name": name, "greeting": sample("Generate a greeting"), "client_roots": roots},
			func(p *mcp.CallToolParamsRaw) bool {
				return named(p) && sampled(p.InputResponses, "greeting") && listed(p.InputResponses, "client_roots")
			}),
		"test_input_required_result_multi_round": func(_ context.Context, r *mcp.CallToolRequest,
			_ map[string]any) (*mcp.CallToolResult, any, error) {
			switch given := r.Params.InputResponses; r.Params.RequestState {
			case "":
				return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"step1": form("Step 1: What is your name?", "name", "string")}, RequestState: "1"}, nil, nil
			case "1":
				state := fmt.Sprintf("2 %v", accepted(given, "step1")["name"])
				return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"step2": form("Step 2: What is your favorite color?", "color", "string")}, RequestState: state}, nil, nil
			default:
				return result("Multi-round complete: %s likes %v", strings.TrimPrefix(r.Params.RequestState, "2 "),
					accepted(given, "step2")["color"])
			}
		},
		"test_input_required_result_capabilities": func(_ context.Context, r *mcp.CallToolRequest,
			_ map[string]any) (*mcp.CallToolResult, any, error) {
			requests := mcp.InputRequestMap{}
			if can := r.ClientCapabilities(); can != nil && len(r.Params.InputResponses) == 0 {
				if can.Elicitation != nil {
					requests["user_name"] = name
				}
				if can.Sampling != nil {
					requests["greeting"] = sample("Generate a short greeting")
				}
				if can.RootsV2 != nil {
					requests["client_roots"] = roots
				}
			}
			if len(requests) == 0 {
				return result("no request")
			}
			return &mcp.CallToolResult{InputRequests: requests}, nil, nil
		},
	})
}
