// Package all lists the dialects of this module, for programs that detect the dialect of a document or take it by name.
package all

import (
	"fmt"
	"strings"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/a2a"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/acp"
	"github.com/toolerr/toolerr/dialect/adcp"
	"github.com/toolerr/toolerr/dialect/connect"
	"github.com/toolerr/toolerr/dialect/google"
	"github.com/toolerr/toolerr/dialect/grpc"
	"github.com/toolerr/toolerr/dialect/httperr"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/model"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/dialect/toolerror"
)

// list has every dialect by its name, in the order of preference for detection.
var list = [...]struct {
	dialect  dialect.Dialect
	detected bool   // false: its documents are detected as those of a dialect above it
	title    string // what the documents are
}{
	{mcp.Dialect{}, true, "MCP, the latest revision"},
	{mcp.Dialect{Revision: mcp.Revision20260728}, false, "MCP, revision 2026-07-28"},
	{mcp.Dialect{Revision: mcp.Revision20251125}, false, "MCP, revision 2025-11-25"},
	{mcp.Dialect{Revision: mcp.Revision20250618}, false, "MCP, revision 2025-06-18 and older"},
	{aai.Dialect{}, true, "AAI, numeric codes in JSON-RPC"},
	{toolerror.Dialect{}, true, "toolError:v1 and needsInput:v1, in results of MCP"},
	{adcp.Dialect{}, true, "AdCP, in results of MCP"},
	{oxp.Dialect{}, true, "OXP 1.0, documents with $schema"},
	{oxp.Dialect{Flat: true}, true, "OXP 1.0, documents with the header OXP-Version"},
	{problem.Dialect{}, true, "RFC 9457, problem details of an HTTP API"},
	{google.Dialect{}, true, "AIP-193, the JSON of Google APIs"},
	{connect.Dialect{}, true, "Connect, the JSON of a unary error"},
	{connect.Dialect{Stream: true}, false, "Connect, the end of a stream"},
	{grpc.Dialect{}, true, "gRPC, a block of trailers"},
	{a2a.Dialect{}, true, "A2A 1.0, an error of JSON-RPC"},
	{a2a.Dialect{Binding: a2a.HTTP}, true, "A2A 1.0, an error of HTTP+JSON"},
	{a2a.Task{}, true, "A2A 1.0, a task that failed, in JSON-RPC"},
	{a2a.Task{Binding: a2a.HTTP}, false, "A2A 1.0, a task that failed, in HTTP+JSON"},
	{a2a.Dialect{Version: a2a.Version03}, false, "A2A 0.3, an error of JSON-RPC"},
	{a2a.Dialect{Binding: a2a.HTTP, Version: a2a.Version03}, false, "A2A 0.3, an error of HTTP+JSON"},
	{a2a.Task{Version: a2a.Version03}, false, "A2A 0.3, a task that failed, in JSON-RPC"},
	{a2a.Task{Binding: a2a.HTTP, Version: a2a.Version03}, false, "A2A 0.3, a task that failed, as notifications have it"},
	{aai.Strings{}, true, "AAI, string codes"},
	{acp.Dialect{}, true, "ACP, the update of a tool call between an agent and an editor"},
	{model.Anthropic{}, true, "Anthropic, a tool_result of the Messages API"},
	{model.OpenAIResponses{}, true, "OpenAI, a function_call_output of the Responses API"},
	{model.OpenAIChat{}, true, "OpenAI, a tool message of the Chat Completions API"},
	{model.Gemini{}, true, "Gemini, a functionResponse"},
	{model.GeminiInteractions{}, true, "Gemini, a function_result of the Interactions API"},
	{model.Bedrock{}, true, "Amazon Bedrock, a toolResult of the Converse API"},
	{model.AISDK{}, true, "the AI SDK of Vercel, a tool-result"},
	{model.LangChain{}, true, "LangChain, a ToolMessage"},
	{httperr.Dialect{}, true, "the error bodies of other HTTP APIs"},
}

// Dialects returns every dialect that can be detected, in the order of preference for [dialect.Codec.Dialects].
func Dialects() []dialect.Dialect {
	dialects := make([]dialect.Dialect, 0, len(list))
	for _, row := range list {
		if row.detected {
			dialects = append(dialects, row.dialect)
		}
	}
	return dialects
}

// Names returns the names that [Parse] accepts.
func Names() []string {
	names := make([]string, len(list))
	for i, row := range list {
		names[i] = row.dialect.Name()
	}
	return names
}

// Titles returns what the documents of each dialect are, in the order of [Names]: "RFC 9457, problem details of an HTTP API".
func Titles() []string {
	titles := make([]string, len(list))
	for i, row := range list {
		titles[i] = row.title
	}
	return titles
}

// Parse returns the dialect with a name: one of [Names], or "mcp-" and another revision.
func Parse(name string) (dialect.Dialect, error) {
	for _, row := range list {
		if row.dialect.Name() == name {
			return row.dialect, nil
		}
	}
	if revision, ok := strings.CutPrefix(name, "mcp-"); ok {
		if _, err := time.Parse(time.DateOnly, revision); err == nil {
			return mcp.Dialect{Revision: revision}, nil
		}
	}
	return nil, fmt.Errorf("dialect: unknown dialect %q, want one of %s", name, strings.Join(Names(), ", "))
}
