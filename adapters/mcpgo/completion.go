package mcpgoerr

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// PromptCompletion wraps a provider of completions, for which mcp-go has no middleware:
//
//	server.WithPromptCompletionProvider(mcpgoerr.PromptCompletion(options, provider))
//
// Nil options are the zero Options.
func PromptCompletion(o *Options, p server.PromptCompletionProvider) server.PromptCompletionProvider {
	return &promptCompletion{newConfig(o, nil), p}
}

// ResourceCompletion is [PromptCompletion] for the arguments of resource templates.
func ResourceCompletion(o *Options, p server.ResourceCompletionProvider) server.ResourceCompletionProvider {
	return &resourceCompletion{newConfig(o, nil), p}
}

type promptCompletion struct {
	config *config
	next   server.PromptCompletionProvider
}

func (p *promptCompletion) CompletePromptArgument(ctx context.Context, name string, a mcp.CompleteArgument, given mcp.CompleteContext) (*mcp.Completion, error) {
	return p.config.complete(ctx, "prompt", name, func(ctx context.Context) (*mcp.Completion, error) {
		return p.next.CompletePromptArgument(ctx, name, a, given)
	})
}

type resourceCompletion struct {
	config *config
	next   server.ResourceCompletionProvider
}

func (p *resourceCompletion) CompleteResourceArgument(ctx context.Context, uri string, a mcp.CompleteArgument, given mcp.CompleteContext) (*mcp.Completion, error) {
	return p.config.complete(ctx, "resource", uri, func(ctx context.Context) (*mcp.Completion, error) {
		return p.next.CompleteResourceArgument(ctx, uri, a, given)
	})
}

// complete calls a provider. The server sends the text of its error as -32603.
func (c *config) complete(ctx context.Context, key, name string, provide func(context.Context) (*mcp.Completion, error)) (*mcp.Completion, error) {
	return serve(ctx, &request{config: c, method: mcp.MethodCompletionComplete, key: key, name: name}, provide)
}
