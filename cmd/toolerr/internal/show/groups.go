package show

import "github.com/toolerr/toolerr/dialect/all"

// A Group is a set of dialects under a title.
type Group struct {
	Title string
	Names []string
}

// Main are the names of the dialects that a page shows first.
var Main = []string{"oxp", "mcp-2025-11-25", "aai", "toolerror", "problem", "anthropic"}

// Groups lists every dialect once.
var Groups = []Group{
	{"Tool protocols", []string{"oxp", "oxp-flat", "mcp-2026-07-28", "mcp-2025-11-25", "mcp-2025-06-18", "aai", "aai-string", "toolerror", "adcp", "acp"}},
	{"HTTP and RPC", []string{"problem", "google", "connect", "connect-stream", "grpc"}},
	{"Model APIs", []string{"anthropic", "openai-responses", "openai-chat", "gemini", "gemini-interactions", "bedrock", "ai-sdk", "langchain"}},
	{"A2A", []string{"a2a", "a2a-http", "a2a-task", "a2a-http-task", "a2a-0.3", "a2a-http-0.3", "a2a-task-0.3", "a2a-http-task-0.3"}},
}

// Short returns a short name of a dialect for people: what its title has before the first comma, with what its name adds.
func Short(name string) string {
	if s := short[name]; s != "" {
		return s
	}
	return name
}

// short has the names of dialects for people.
var short = map[string]string{
	"oxp":                 "OXP",
	"oxp-flat":            "OXP, flat",
	"mcp-2026-07-28":      "MCP 2026-07-28",
	"mcp-2025-11-25":      "MCP",
	"mcp-2025-06-18":      "MCP 2025-06-18",
	"aai":                 "AAI",
	"aai-string":          "AAI, strings",
	"toolerror":           "toolError:v1",
	"adcp":                "AdCP",
	"acp":                 "Agent Client Protocol",
	"problem":             "RFC 9457",
	"google":              "Google APIs",
	"connect":             "Connect",
	"connect-stream":      "Connect, stream",
	"grpc":                "gRPC",
	"anthropic":           "Anthropic",
	"openai-responses":    "OpenAI Responses",
	"openai-chat":         "OpenAI Chat",
	"gemini":              "Gemini",
	"gemini-interactions": "Gemini Interactions",
	"bedrock":             "Bedrock",
	"ai-sdk":              "AI SDK",
	"langchain":           "LangChain",
	"a2a":                 "A2A",
	"a2a-http":            "A2A, HTTP",
	"a2a-task":            "A2A, task",
	"a2a-http-task":       "A2A, task, HTTP",
	"a2a-0.3":             "A2A 0.3",
	"a2a-http-0.3":        "A2A 0.3, HTTP",
	"a2a-task-0.3":        "A2A 0.3, task",
	"a2a-http-task-0.3":   "A2A 0.3, task, HTTP",
}

// Names lists the dialects of Groups in their order.
func Names() (names []string) {
	for _, g := range Groups {
		names = append(names, g.Names...)
	}
	return names
}

// known returns the names that are dialects, or those of Main if there are none.
func known(names []string) (dialects []string) {
	for _, name := range names {
		if _, err := all.Parse(name); err == nil && len(dialects) < len(all.Names()) {
			dialects = append(dialects, name)
		}
	}
	if len(dialects) == 0 {
		return Main
	}
	return dialects
}
