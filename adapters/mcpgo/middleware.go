package mcpgoerr

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

// Options configure [WithMiddleware]. The zero Options are valid. They must not be changed after the call.
type Options struct {
	// Boundary converts every failure into an *errkit.Error. Nil: [standard.Boundary], which reports to [slog.Default].
	Boundary *middleware.Boundary

	// Codec renders errors. Its Carry is ignored, see NoCarry.
	Codec dialect.Codec

	// NoCarry leaves out _meta["io.github.toolerr/error"], from which client programs decode all public fields.
	NoCarry bool

	// Structured writes the canonical JSON as structuredContent, for tools without an output schema.
	Structured bool

	// ToolError renders the errors of tools as toolError:v1, and needed input as needsInput:v1.
	ToolError bool

	// Format selects the content blocks of toolError:v1 for calls without an argument "format" (Tool Error Responses,
	// Format Gating).
	Format toolerror.Format
}

// config is Options with all defaults.
type config struct {
	boundary *middleware.Boundary
	renderer mcpserver.Renderer
	server   *server.MCPServer
}

func newConfig(o *Options, s *server.MCPServer) *config {
	if o == nil {
		o = &Options{}
	}
	c := &config{boundary: o.Boundary, server: s, renderer: mcpserver.Renderer{
		Codec: o.Codec, Structured: o.Structured, ToolError: o.ToolError, Format: o.Format,
	}}
	c.renderer.Codec.Carry = !o.NoCarry
	if c.boundary == nil {
		c.boundary = standard.Boundary()
	}
	return c
}

// WithMiddleware returns an option that adds middleware for tools, resources and prompts, and a hook that renders the results of
// the server's own validation. It comes before other options that add middleware, so that their errors are rendered, too, and
// after [server.WithHooks], which would remove the hook. [server.WithRecovery] is not needed; if it came first, it would send the
// values of panics. Nil options are the zero Options.
func WithMiddleware(o *Options) server.ServerOption {
	return func(s *server.MCPServer) {
		c := newConfig(o, s)
		server.WithToolHandlerMiddleware(c.tool)(s)
		server.WithResourceHandlerMiddleware(c.resource)(s)
		server.WithPromptHandlerMiddleware(c.prompt)(s)
		hooks := s.GetHooks()
		if hooks == nil {
			hooks = &server.Hooks{}
			server.WithHooks(hooks)(s)
		}
		hooks.AddAfterCallTool(c.afterCall)
	}
}

// withFacts returns a context with the facts of a request, for the report.
func (c *config) withFacts(ctx context.Context, method mcp.MCPMethod, key, name string) context.Context {
	return mcpserver.WithFacts(ctx, c.renderer.Codec.Table, string(method), key, name)
}

// handle passes an error to the boundary.
func (c *config) handle(ctx context.Context, err error) *errkit.Error {
	return errkit.From(c.boundary.Handle(ctx, err))
}

// handlePanic is handle for the value of a panic. It must be called from the deferred function.
func (c *config) handlePanic(ctx context.Context, v any) *errkit.Error {
	return errkit.From(mcpserver.HandlePanic(ctx, c.boundary, v))
}

// resource is the middleware for resources and their templates. The server sends the text of the error, which is public.
func (c *config) resource(next server.ResourceHandlerFunc) server.ResourceHandlerFunc {
	return func(ctx context.Context, r mcp.ReadResourceRequest) (contents []mcp.ResourceContents, err error) {
		defer func() {
			if v := recover(); v != nil {
				contents, err = nil, c.handlePanic(c.withFacts(ctx, mcp.MethodResourcesRead, "resource", r.Params.URI), v)
			}
		}()
		contents, err = next(ctx, r)
		if err == nil {
			err = checkContents(contents)
		}
		if err != nil {
			return nil, c.protocolError(ctx, err, mcp.MethodResourcesRead, "resource", r.Params.URI)
		}
		return contents, nil
	}
}

// prompt is the middleware for prompts.
func (c *config) prompt(next server.PromptHandlerFunc) server.PromptHandlerFunc {
	return func(ctx context.Context, r mcp.GetPromptRequest) (res *mcp.GetPromptResult, err error) {
		ctx = middleware.WithInput(ctx, func() middleware.Input { return mcpserver.PromptInput(r.Params.Arguments) })
		defer func() {
			if v := recover(); v != nil {
				res, err = nil, c.handlePanic(c.withFacts(ctx, mcp.MethodPromptsGet, "prompt", r.Params.Name), v)
			}
		}()
		res, err = next(ctx, r)
		if err == nil {
			err = checkPrompt(res)
		}
		if err != nil {
			return nil, c.protocolError(ctx, err, mcp.MethodPromptsGet, "prompt", r.Params.Name)
		}
		return res, nil
	}
}

// protocolError returns the error of a resource or prompt, whose text the server sends; or mcp-go's own error, if the client can
// resolve it.
func (c *config) protocolError(ctx context.Context, err error, method mcp.MCPMethod, key, name string) error {
	if required := resolvable(ctx, err); required != nil {
		return *required
	}
	return c.handle(c.withFacts(ctx, method, key, name), err)
}
