// Package all, for applications, lists the dialects of this module, for programs that detect the
// dialect of a document or take it by name.
package all

import (
	"cmp"
	"fmt"
	"slices"
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
	"github.com/toolerr/toolerr/mapping"
)

// A Row is what is known about a dialect beside its documents.
type Row struct {
	Dialect dialect.Dialect
	use     use
	Group   Group
	order   uint8  // in the group, for people; equal: as in the list
	Short   string // a name for people, of one or two words
	Title   string // what the documents are: "RFC 9457, problem details of an HTTP API"
}

// use is where a dialect is used without its name.
type use uint8

const (
	detected use = 1 << iota // in detection; else its documents are detected as those of a dialect above it
	shown                    // where a page shows a few dialects
)

// Main reports whether the dialect is one of the few that a page shows first.
func (r *Row) Main() bool { return r.use&shown != 0 }

// Codes returns the codes of a dialect that are not in the table of package mapping, from its
// method Codes; nil if it has none.
func (r *Row) Codes() []mapping.StringCode {
	if d, ok := r.Dialect.(interface{ Codes() []mapping.StringCode }); ok {
		return d.Codes()
	}
	return nil
}

// A Group is a set of dialects that people look for in one place. The zero Group is that of
// another name of a dialect, and of one that is only decoded.
type Group uint8

// The groups, in the order in which people see them.
const (
	none Group = iota
	tools
	web
	models
	agents
	fewer // whose users are few
)

// String returns the title of the group, "" for the zero Group.
func (g Group) String() string {
	return [...]string{"", "Tool protocols", "HTTP and RPC", "Model APIs", "A2A", "OXP and AAI"}[g]
}

// list has every dialect by its name, in the order of preference for detection. It is the only
// list of all dialects.
var list = [...]Row{
	{mcp.Dialect{}, detected, none, 0, "", "MCP, the latest revision"},
	{mcp.Dialect{Revision: mcp.Revision20260728}, 0, tools, 1, "MCP 2026-07-28", "MCP, revision 2026-07-28"},
	{mcp.Dialect{Revision: mcp.Revision20251125}, shown, tools, 1, "MCP", "MCP, revision 2025-11-25"},
	{mcp.Dialect{Revision: mcp.Revision20250618}, 0, tools, 1,
		"MCP 2025-06-18", "MCP, revision 2025-06-18 and older"},
	{aai.Dialect{}, detected | shown, fewer, 3, "AAI", "AAI, numeric codes in JSON-RPC"},
	{toolerror.Dialect{}, detected | shown, tools, 4,
		"toolError:v1", "toolError:v1 and needsInput:v1, in results of MCP"},
	{adcp.Dialect{}, detected, tools, 4, "AdCP", "AdCP, in results of MCP"},
	{oxp.Dialect{}, detected | shown, fewer, 2, "OXP", "OXP 1.0, documents with $schema"},
	{oxp.Dialect{Flat: true}, detected, fewer, 2, "OXP, flat", "OXP 1.0, documents with the header OXP-Version"},
	{problem.Dialect{}, detected | shown, web, 0, "RFC 9457", "RFC 9457, problem details of an HTTP API"},
	{google.Dialect{}, detected, web, 0, "Google APIs", "AIP-193, the JSON of Google APIs"},
	{connect.Dialect{}, detected, web, 0, "Connect", "Connect, the JSON of a unary error"},
	{connect.Dialect{Stream: true}, 0, web, 0, "Connect, stream", "Connect, the end of a stream"},
	{grpc.Dialect{}, detected, web, 0, "gRPC", "gRPC, a block of trailers"},
	{a2a.Dialect{}, detected, agents, 0, "A2A", "A2A 1.0, an error of JSON-RPC"},
	{a2a.Dialect{Binding: a2a.HTTP}, detected, agents, 0, "A2A, HTTP", "A2A 1.0, an error of HTTP+JSON"},
	{a2a.Task{}, detected, agents, 0, "A2A, task", "A2A 1.0, a task that failed, in JSON-RPC"},
	{a2a.Task{Binding: a2a.HTTP}, 0, agents, 0, "A2A, task, HTTP", "A2A 1.0, a task that failed, in HTTP+JSON"},
	{a2a.Dialect{Version: a2a.Version03}, 0, agents, 0, "A2A 0.3", "A2A 0.3, an error of JSON-RPC"},
	{a2a.Dialect{Binding: a2a.HTTP, Version: a2a.Version03}, 0, agents, 0,
		"A2A 0.3, HTTP", "A2A 0.3, an error of HTTP+JSON"},
	{a2a.Task{Version: a2a.Version03}, 0, agents, 0, "A2A 0.3, task", "A2A 0.3, a task that failed, in JSON-RPC"},
	{a2a.Task{Binding: a2a.HTTP, Version: a2a.Version03}, 0, agents, 0,
		"A2A 0.3, task, HTTP", "A2A 0.3, a task that failed, as notifications have it"},
	{aai.Strings{}, detected, fewer, 3, "AAI, strings", "AAI, string codes"},
	{acp.Dialect{}, detected, tools, 4,
		"Agent Client Protocol", "ACP, the update of a tool call between an agent and an editor"},
	{model.Anthropic, detected | shown, models, 0, "Anthropic", "Anthropic, a tool_result of the Messages API"},
	{model.OpenAIResponses, detected, models, 0,
		"OpenAI Responses", "OpenAI, a function_call_output of the Responses API"},
	{model.OpenAIChat, detected, models, 0, "OpenAI Chat", "OpenAI, a tool message of the Chat Completions API"},
	{model.Gemini, detected, models, 0, "Gemini", "Gemini, a functionResponse"},
	{model.GeminiInteractions, detected, models, 0,
		"Gemini Interactions", "Gemini, a function_result of the Interactions API"},
	{model.Bedrock, detected, models, 0, "Bedrock", "Amazon Bedrock, a toolResult of the Converse API"},
	{model.AISDK, detected, models, 0, "AI SDK", "the AI SDK of Vercel, a tool-result"},
	{model.LangChain, detected, models, 0, "LangChain", "LangChain, a ToolMessage"},
	{httperr.Dialect{}, detected, none, 0, "", "the error bodies of other HTTP APIs"},
}

// Rows returns what is known about each dialect, in the order of [Names].
func Rows() []Row { return slices.Clone(list[:]) }

// ForPeople returns the dialects that have a group, in the order in which people see them.
func ForPeople() []Row {
	rows := slices.DeleteFunc(Rows(), func(r Row) bool { return r.Group == none })
	slices.SortStableFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.order, b.order))
	})
	return rows
}

// Dialects returns every dialect that can be detected, in the order of preference for
// [dialect.Codec.Dialects].
func Dialects() []dialect.Dialect {
	dialects := make([]dialect.Dialect, 0, len(list))
	for _, row := range list {
		if row.use&detected != 0 {
			dialects = append(dialects, row.Dialect)
		}
	}
	return dialects
}

// Names returns the names that [Parse] accepts.
func Names() []string {
	names := make([]string, len(list))
	for i, row := range list {
		names[i] = row.Dialect.Name()
	}
	return names
}

// Find returns what is known about the dialect with a name, which is one of [Names].
func Find(name string) (row Row, ok bool) {
	for _, row := range list {
		if row.Dialect.Name() == name {
			return row, true
		}
	}
	return row, false
}

// Parse returns the dialect with a name: one of [Names], or "mcp-" and another revision.
func Parse(name string) (dialect.Dialect, error) {
	if row, ok := Find(name); ok {
		return row.Dialect, nil
	}
	if revision, ok := strings.CutPrefix(name, "mcp-"); ok {
		if _, err := time.Parse(time.DateOnly, revision); err == nil {
			return mcp.Dialect{Revision: revision}, nil
		}
	}
	return nil, fmt.Errorf("dialect: unknown dialect %q, want one of %s", name, strings.Join(Names(), ", "))
}
