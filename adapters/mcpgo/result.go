package mcpgoerr

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/toolerr/toolerr/dialect"
	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcpserver"
)

// The starts of the texts by which mcp-go reports failures. The rest may contain the input, or the
// text of an uncoded error.
const (
	bindFailed    = "failed to bind arguments: "
	toolFailed    = "tool execution failed: "
	inputInvalid  = "input schema validation failed: "
	outputInvalid = "output schema validation failed"
)

// finish returns the result of a tool as it can be sent, or the error in it.
func (c *call) finish(ctx context.Context, res *mcp.CallToolResult) (*mcp.CallToolResult, error) {
	if c.beside = nil; res == nil {
		return nil, mcpserver.ErrNoResult
	}
	switch text := onlyText(res); {
	case !res.IsError:
	case c.err.Load() != nil:
		return nil, *c.err.Load()
	case isBlank(res.Content):
		sent, err := checkToolResult(res)
		if err != nil {
			return nil, err
		}
		c.beside = sent
		return nil, &errkit.Error{Kind: errkit.ExecutionFailed, Stage: errkit.Execution}
	case strings.HasPrefix(text, bindFailed):
		e := c.invalidInput(ctx)
		if len(e.Fields) == 0 { // the schema allows more than the Go type does
			raw, _ := json.Marshal(res)
			read, _ := new(dialect.Codec).Decode(dialect.Document{Dialect: mcpdialect.Dialect{}, Body: raw})
			e.Fields = read.Fields
		}
		return nil, e
	case strings.HasPrefix(text, toolFailed):
		return nil, &errkit.Error{Kind: errkit.ExecutionFailed, Err: errors.New(text)}
	case c.task:
		return nil, ownFailure(res.Content)
	default:
		_ = c.Handle(ctx, ownFailure(res.Content)) // the handler wrote its own text, which is sent: only report
		if c.ownError(ctx, text) != nil {          // for afterCall, which must not replace it
			raw, _ := json.Marshal(res.Content[0]) // a text
			res = new(*res)
			res.Content = []mcp.Content{encoded(res.Content[0], raw)}
		}
	}
	return checkToolResult(res)
}

// ownError returns the error for a text of the server's own validation, else nil.
func (c *call) ownError(ctx context.Context, text string) error {
	switch {
	case strings.HasPrefix(text, inputInvalid):
		return c.invalidInput(ctx)
	case strings.HasPrefix(text, outputInvalid):
		return &errkit.Error{Kind: errkit.OutputInvalid, Err: errors.New(text)}
	}
	return nil
}

func (c *call) invalidInput(ctx context.Context) *errkit.Error {
	schema, _ := c.Describe(ctx)
	return mcpserver.InvalidInput(schema, c.Arguments, false)
}

// ownFailure returns the error for the content of a result with IsError, which the handler wrote
// for the client.
func ownFailure(content []mcp.Content) error {
	var texts []string
	for _, block := range content {
		if t, ok := block.(mcp.TextContent); ok && t.Text != "" {
			texts = append(texts, t.Text)
		}
	}
	public := errkit.Text(strings.Join(texts, "\n")) // it is the result
	return &errkit.Error{Kind: errkit.ExecutionFailed, Message: public}
}

// isBlank reports whether a content has nothing for a model to read: no block, or only blank texts.
func isBlank(content []mcp.Content) bool {
	return !slices.ContainsFunc(content, func(block mcp.Content) bool {
		text, ok := block.(mcp.TextContent)
		return !ok || strings.TrimSpace(text.Text) != ""
	})
}

// onlyText returns the text of a result without other content, else "".
func onlyText(res *mcp.CallToolResult) string {
	if len(res.Content) != 1 {
		return ""
	}
	text, _ := res.Content[0].(mcp.TextContent)
	return text.Text
}

// checkToolResult returns a copy of a tool's result that the server can send, or an error.
func checkToolResult(res *mcp.CallToolResult) (*mcp.CallToolResult, error) {
	content, err := mcpserver.CheckBlocks(res.Content, encoded, res.Meta, res.InputRequests)
	if err != nil {
		return nil, err
	}
	sent := *res
	sent.Content = content
	structured := res.StructuredContent
	if len(res.RawStructuredContent) > 0 {
		structured = res.RawStructuredContent
	}
	if sent.RawStructuredContent, err = mcpserver.Structured(structured); err != nil {
		return nil, err
	} else if sent.RawStructuredContent == nil {
		sent.StructuredContent = nil
	}
	return &sent, nil
}

func encoded(c mcp.Content, raw json.RawMessage) mcp.Content { return &encodedContent{c, raw} }

// encodedContent is a content with its JSON.
type encodedContent struct {
	mcp.Content
	raw json.RawMessage
}

// MarshalJSON returns the JSON.
func (c *encodedContent) MarshalJSON() ([]byte, error) { return c.raw, nil }

// finishContents returns the contents of a resource, or an error if the server cannot send them.
func finishContents(_ context.Context, contents []mcp.ResourceContents) ([]mcp.ResourceContents, error) {
	for _, c := range contents {
		if _, err := mcpserver.CheckBlock(c); err != nil {
			return nil, err
		}
	}
	return contents, nil
}

// finishPrompt returns a prompt, or an error if the server cannot send it.
func finishPrompt(_ context.Context, res *mcp.GetPromptResult) (*mcp.GetPromptResult, error) {
	if res == nil {
		return nil, mcpserver.ErrNoResult
	}
	for _, m := range res.Messages {
		if _, err := mcpserver.CheckBlock(m.Content); err != nil {
			return nil, err
		}
	}
	return res, mcpserver.CheckJSON(res)
}

// respond returns the result of a tool for an error, or the error that mcp-go's own types need: to
// ask the user to visit a URL, or to fail a task.
func (c *call) respond(ctx context.Context, err error) (*mcp.CallToolResult, error) {
	if required, ok := err.(mcp.URLElicitationRequiredError); ok {
		return nil, required
	}
	e := errkit.From(err)
	// A canceled call has no response, and a task may end as cancelled.
	if c.task || e.Kind == errkit.Canceled && ctx.Err() != nil {
		return nil, c.taskError(ctx, e)
	}
	parts, e := c.Render(ctx, e)
	if parts.Code == 0 {
		return c.withBeside(newResult(&parts)), nil
	}
	if required := elicitations(parts.Data); required != nil {
		return nil, required
	}
	parts = c.RenderFor(ctx, c.Peer(ctx), asExecution(e))
	return newResult(&parts), nil
}

// withBeside adds what the handler's failed result had beside the text that it lacked.
func (c *call) withBeside(res *mcp.CallToolResult) *mcp.CallToolResult {
	own := c.beside
	if own == nil {
		return res
	}
	if res.RawStructuredContent == nil {
		res.StructuredContent, res.RawStructuredContent = own.StructuredContent, own.RawStructuredContent
	}
	if own.Meta != nil {
		meta := mcp.Meta{ProgressToken: own.Meta.ProgressToken, AdditionalFields: map[string]any{}}
		maps.Copy(meta.AdditionalFields, own.Meta.AdditionalFields)
		if res.Meta != nil {
			maps.Copy(meta.AdditionalFields, res.Meta.AdditionalFields)
		}
		res.Meta = &meta
	}
	return res
}

// asExecution returns an error that is rendered as a result, for one that would be a JSON-RPC
// error, which a handler of mcp-go cannot return.
func asExecution(e *errkit.Error) *errkit.Error {
	failed := *e
	failed.Stage, failed.Message = errkit.Execution, errkit.Text(e.Error()) // the public text of e
	if e.Kind == errkit.UnsupportedVersion {                                // a JSON-RPC error in any stage
		failed.Kind = errkit.Unsupported
	}
	return &failed
}

// respondText returns the error that the server sends for one of a resource, prompt or completion:
// that with the URLs to visit, or its text, which is all that the server sends of another one and
// then has the URLs.
func (c *call) respondText(ctx context.Context, err error) error {
	if required, ok := err.(mcp.URLElicitationRequiredError); ok {
		return required
	}
	e := errkit.From(err)
	if c.Method != mcpserver.Complete {
		if required := elicitations(c.RenderFor(ctx, c.Peer(ctx), e).Data); required != nil {
			return required
		}
	}
	return &textError{text: c.RenderFor(ctx, mcpdialect.Dialect{Revision: c.Dialect(ctx).Revision}, e).Message, err: e}
}

// newResult returns the parts as a result of mcp-go. It keeps what decoding into mcp-go's types
// and encoding again would change: numbers above 2^53, the MIME type of a text.
func newResult(parts *mcpdialect.Parts) *mcp.CallToolResult {
	res := &mcp.CallToolResult{IsError: parts.IsError}
	res.Content = mcpserver.AppendBlocks(make([]mcp.Content, 0, 1), parts, textBlock, encoded)
	switch {
	case parts.Requests != nil:
		res.ResultType = mcp.ResultTypeInputRequired
		_ = json.Unmarshal(parts.Requests, &res.InputRequests) // a dialect renders valid JSON
	case parts.Complete:
		res.ResultType = mcp.ResultTypeComplete
	}
	if parts.Structured != nil {
		res.StructuredContent, res.RawStructuredContent = parts.Structured, parts.Structured
	}
	if meta := mcpserver.Meta(parts); meta != nil {
		res.Meta = &mcp.Meta{AdditionalFields: meta}
	}
	return res
}

func textBlock(text string) mcp.Content { return mcp.NewTextContent(text) }
