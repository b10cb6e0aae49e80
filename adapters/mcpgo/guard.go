package mcpgoerr

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

// Options say how errors are told. The zero Options and the nil ones work. They
// are not changed after they are given away.
type Options struct {
	// Boundary converts every failure into an *errkit.Error. Nil:
	// [standard.Boundary], which reports to [slog.Default].
	Boundary *middleware.Boundary

	// Codec renders errors. Nil: one with Carry, so that the whole error is in
	// _meta["io.github.toolerr/error"], for client programs.
	Codec *dialect.Codec

	// Structured puts the canonical JSON into structuredContent too, for tools
	// without an output schema.
	Structured bool

	// ToolError says the errors of tools as toolError:v1, and questions to the
	// user as needsInput:v1.
	ToolError bool

	// Format says which blocks such a result has, where the call has no argument
	// "format" that does (Tool Error Responses, Format Gating).
	Format toolerror.Format
}

// guard is what a server's calls share.
type guard struct {
	Options
	codec  *dialect.Codec
	server *server.MCPServer
}

// Guard returns an option that adds middleware for tools, resources and
// prompts, and a hook that rewrites what the server's own validation says. It
// stands before other options that add middleware, so that it answers for what
// they do too, and after [server.WithHooks], which drops the hook. Beside it
// [server.WithRecovery] is not needed, and would tell the value of a panic if it
// stood first. Nil options are the zero ones.
func Guard(o *Options) server.ServerOption {
	if o == nil {
		o = &Options{}
	}
	return func(s *server.MCPServer) {
		g := &guard{Options: *o, codec: o.Codec, server: s}
		if g.Boundary == nil {
			g.Boundary = standard.Boundary()
		}
		if g.codec == nil {
			g.codec = &dialect.Codec{Carry: true}
		}
		server.WithToolHandlerMiddleware(g.tool)(s)
		server.WithResourceHandlerMiddleware(g.resource)(s)
		server.WithPromptHandlerMiddleware(g.prompt)(s)
		hooks := s.GetHooks()
		if hooks == nil {
			hooks = &server.Hooks{}
			server.WithHooks(hooks)(s)
		}
		hooks.AddAfterCallTool(g.afterCall)
	}
}

// facts adds to ctx, for the report, what was called.
func (g *guard) facts(ctx context.Context, method mcp.MCPMethod, key, name string) context.Context {
	name = limit.Middle(name, limit.URI)
	return middleware.WithAttrs(middleware.WithTable(ctx, g.codec.Table), slog.String("method", string(method)), slog.String(key, name))
}

// recovered makes an error of the value of a panic. It is called from the
// deferred function.
func (g *guard) recovered(ctx context.Context, v any) *errkit.Error {
	if v == http.ErrAbortHandler { // there may be no HTTP server above, and it would end the program
		v = fmt.Errorf("mcpgoerr: %w", http.ErrAbortHandler)
	}
	return errkit.From(g.Boundary.HandlePanic(ctx, v))
}

func (g *guard) normal(ctx context.Context, err error) *errkit.Error {
	return errkit.From(g.Boundary.Handle(ctx, err))
}

// resource answers for resources and their templates. The server says the
// error's text, which is the public one.
func (g *guard) resource(next server.ResourceHandlerFunc) server.ResourceHandlerFunc {
	return func(ctx context.Context, r mcp.ReadResourceRequest) (contents []mcp.ResourceContents, err error) {
		defer func() {
			if v := recover(); v != nil {
				contents, err = nil, g.recovered(g.facts(ctx, mcp.MethodResourcesRead, "resource", r.Params.URI), v)
			}
		}()
		contents, err = next(ctx, r)
		if err == nil {
			err = soundContents(contents)
		}
		if err != nil {
			if asked := g.asks(ctx, err); asked != nil {
				return nil, *asked
			}
			return nil, g.normal(g.facts(ctx, mcp.MethodResourcesRead, "resource", r.Params.URI), err)
		}
		return contents, nil
	}
}

func (g *guard) prompt(next server.PromptHandlerFunc) server.PromptHandlerFunc {
	return func(ctx context.Context, r mcp.GetPromptRequest) (res *mcp.GetPromptResult, err error) {
		ctx = middleware.WithInput(ctx, func() middleware.Input {
			return middleware.Input{Values: slices.Sorted(maps.Values(r.Params.Arguments))}
		})
		defer func() {
			if v := recover(); v != nil {
				res, err = nil, g.recovered(g.facts(ctx, mcp.MethodPromptsGet, "prompt", r.Params.Name), v)
			}
		}()
		res, err = next(ctx, r)
		if err == nil {
			err = soundPrompt(res)
		}
		if err != nil {
			if asked := g.asks(ctx, err); asked != nil {
				return nil, *asked
			}
			return nil, g.normal(g.facts(ctx, mcp.MethodPromptsGet, "prompt", r.Params.Name), err)
		}
		return res, nil
	}
}
