package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// tool is the handler of a tool that accepts any input.
type tool = mcp.ToolHandlerFor[map[string]any, any]

// add adds tools to s by name. The conformance suite specifies the names.
func add(s *mcp.Server, tools map[string]tool) {
	for name, h := range tools {
		mcp.AddTool(s, &mcp.Tool{Name: name, Description: "For the suite: " + strings.ReplaceAll(name, "_", " ")}, h)
	}
}

// respond returns a tool that responds with blocks.
func respond(blocks ...mcp.Content) tool {
	return func(context.Context, *mcp.CallToolRequest, map[string]any) (*mcp.CallToolResult, any, error) {
		return &mcp.CallToolResult{Content: blocks}, nil, nil
	}
}

func text(format string, args ...any) *mcp.TextContent {
	return &mcp.TextContent{Text: fmt.Sprintf(format, args...)}
}

func result(format string, args ...any) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{text(format, args...)}}, nil, nil
}

var (
	picture = &mcp.ImageContent{MIMEType: "image/png",
		Data: decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==")}
	silence = &mcp.AudioContent{MIMEType: "audio/wav",
		Data: decode("UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=")}
)

func decode(s string) []byte {
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		panic(err)
	}
	return b
}

func embedded(uri string) *mcp.EmbeddedResource {
	return &mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: uri, MIMEType: "text/plain",
		Text: "This is an embedded resource"}}
}

// draft2020 is a schema with keywords that are new in JSON Schema 2020-12 (SEP-1613, SEP-2106).
const draft2020 = `{
	"$schema": "https://json-schema.org/draft/2020-12/schema",
	"type": "object",
	"$defs": {"address": {"$anchor": "addressDef", "type": "object", "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
	"properties": {
		"name": {"type": "string"},
		"address": {"$ref": "#/$defs/address"},
		"contactMethod": {"type": "string", "enum": ["phone", "email"]},
		"phone": {"type": "string"},
		"email": {"type": "string"}
	},
	"allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
	"if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
	"then": {"required": ["phone"]},
	"else": {"required": ["email"]},
	"additionalProperties": false
}`

// mirrored is a schema with an argument that is repeated in an HTTP header (SEP-2243).
const mirrored = `{"type": "object", "properties": {
	"region": {"type": "string", "x-mcp-header": "Region"},
	"level": {"type": "integer"}
}}`

func addContent(s *mcp.Server) {
	add(s, map[string]tool{
		"test_simple_text":       respond(text("This is a simple text response for testing.")),
		"test_image_content":     respond(picture),
		"test_audio_content":     respond(silence),
		"test_embedded_resource": respond(embedded("test://embedded-resource")),
		"test_multiple_content_types": respond(text("This is text content"), picture,
			embedded("test://embedded-in-multiple")),
		"test_streaming_elicitation": respond(text("only a result")),
		"test_error_handling": func(context.Context, *mcp.CallToolRequest, map[string]any) (*mcp.CallToolResult, any,
			error) {
			return nil, nil, errors.New("this tool always fails")
		},
	})
	mcp.AddTool(s, &mcp.Tool{Name: "json_schema_2020_12_tool", Description: "For the suite",
		InputSchema: json.RawMessage(draft2020)}, respond(text("called")))
	mcp.AddTool(s, &mcp.Tool{Name: "test_x_mcp_header", Description: "For the suite",
		InputSchema: json.RawMessage(mirrored)}, respond(text("called")))
}

func addResources(s *mcp.Server) {
	content := func(c mcp.ResourceContents) mcp.ResourceHandler {
		return func(_ context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			contents := c
			contents.URI = r.Params.URI
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{&contents}}, nil
		}
	}
	s.AddResource(&mcp.Resource{Name: "static-text", MIMEType: "text/plain", URI: "test://static-text"},
		content(mcp.ResourceContents{MIMEType: "text/plain",
			Text: "This is the content of the static text resource."}))
	s.AddResource(&mcp.Resource{Name: "static-binary", MIMEType: "image/png", URI: "test://static-binary"},
		content(mcp.ResourceContents{MIMEType: "image/png", Blob: picture.Data}))
	s.AddResource(&mcp.Resource{Name: "watched-resource", MIMEType: "text/plain", URI: "test://watched-resource"},
		content(mcp.ResourceContents{MIMEType: "text/plain", Text: "Watched resource content"}))
	s.AddResourceTemplate(&mcp.ResourceTemplate{Name: "template", MIMEType: "application/json",
		URITemplate: "test://template/{id}/data"},
		func(_ context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			id := strings.TrimSuffix(strings.TrimPrefix(r.Params.URI, "test://template/"), "/data")
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: r.Params.URI,
				MIMEType: "application/json",
				Text:     fmt.Sprintf(`{"id": %q, "templateTest": true, "data": "Data for ID: %s"}`, id, id)}}}, nil
		})
}

func addPrompts(s *mcp.Server) {
	prompt := func(name string, arguments []string, content func(map[string]string) []mcp.Content) {
		p := &mcp.Prompt{Name: name, Description: "For the suite"}
		for _, a := range arguments {
			p.Arguments = append(p.Arguments,
				&mcp.PromptArgument{Name: a, Description: "For the suite", Required: true})
		}
		s.AddPrompt(p, func(_ context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			var res mcp.GetPromptResult
			for _, c := range content(r.Params.Arguments) {
				res.Messages = append(res.Messages, &mcp.PromptMessage{Role: "user", Content: c})
			}
			return &res, nil
		})
	}
	prompt("test_simple_prompt", nil, func(map[string]string) []mcp.Content {
		return []mcp.Content{text("This is a simple prompt for testing.")}
	})
	prompt("test_prompt_with_arguments", []string{"arg1", "arg2"}, func(args map[string]string) []mcp.Content {
		return []mcp.Content{text("Prompt with arguments: arg1='%s', arg2='%s'", args["arg1"], args["arg2"])}
	})
	prompt("test_prompt_with_embedded_resource", []string{"resourceUri"}, func(args map[string]string) []mcp.Content {
		return []mcp.Content{embedded(args["resourceUri"]), text("Please process the embedded resource above.")}
	})
	prompt("test_prompt_with_image", nil, func(map[string]string) []mcp.Content {
		return []mcp.Content{picture, text("Please analyze the image above.")}
	})
	s.AddPrompt(&mcp.Prompt{Name: "test_input_required_result_prompt", Description: "For the suite"},
		func(_ context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			if given := accepted(r.Params.InputResponses, "user_context"); given != nil {
				return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user",
					Content: text("Context: %v", given["context"])}}}, nil
			}
			return &mcp.GetPromptResult{InputRequests: mcp.InputRequestMap{"user_context": form("Please provide context for the prompt", "context", "string")}}, nil
		})
}
