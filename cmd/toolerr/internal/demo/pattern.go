package demo

import (
	"context"
	"maps"
	"net/http"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/errkit"
)

type patternInput struct {
	ID     string `json:"id" validate:"required,max=100" description:"The id of the pattern; one of timeout, unauthorized, broken and invalid fails."`
	Format string `json:"format,omitempty" validate:"omitempty,oneof=markdown json both" description:"The blocks of an error over MCP (default markdown)."`
}

// patterns are those that Pattern.Get returns.
var patterns = map[string]string{
	"retry": "Repeat a call that failed, after a while.", "circuit-breaker": "Stop calling what fails.",
}

// patternErrors are the examples of Tool Error Responses, by the id that fails with them.
var patternErrors = map[string]errkit.Error{
	"timeout": {Kind: errkit.Timeout, Message: "Network error: Request timeout"},
	"unauthorized": {Kind: errkit.Unauthenticated, Upstream: http.StatusUnauthorized,
		Message: "Authentication required: Missing or invalid API key"},
	"broken": {Kind: errkit.UpstreamFailed, Upstream: http.StatusInternalServerError, Retry: errkit.Allowed,
		Message: "Internal server error"},
	"invalid": {Kind: errkit.InvalidInput, Upstream: http.StatusBadRequest,
		Message: "Invalid request: limit must be between 1 and 100"},
}

// getPattern is Pattern.Get 1.0.0. An unknown id needs the user, who chooses one (Tool Error
// Responses, Consistency).
func getPattern(_ context.Context, in patternInput) (any, error) {
	if e, ok := patternErrors[in.ID]; ok {
		e.Err = errSecret
		return nil, &e
	}
	if text, ok := patterns[in.ID]; ok {
		return text, nil
	}
	return nil, &errkit.Error{Kind: errkit.InputRequired, Needs: &errkit.Needs{
		Reason: errkit.Textf("Pattern %q not found.", in.ID),
		Input:  []errkit.Input{{Name: "id", Suggestions: slices.Sorted(maps.Keys(patterns))}},
	}}
}

// toolErrors is the middleware of a server whose errors are toolError:v1 for Pattern.Get, and
// those of options for everything else.
func toolErrors(options mcperr.Options) mcp.Middleware {
	others := mcperr.Middleware(&options)
	options.ToolError, options.NoCarry = true, true // as the document has them
	formatted := mcperr.Middleware(&options)
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		others, formatted := others(next), formatted(next)
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if call, ok := req.GetParams().(*mcp.CallToolParamsRaw); ok && call != nil && call.Name == "Pattern_Get" {
				return formatted(ctx, method, req)
			}
			return others(ctx, method, req)
		}
	}
}
