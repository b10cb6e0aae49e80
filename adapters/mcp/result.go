package mcperr

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/mapping"
)

// The results that are sent: those of handlers, and those for errors. The SDK writes to the
// results that handlers return: to _meta, to resultType, and to the structured content of a tool.
// A handler may return one result to several calls, so each call gets a copy.

// finish returns a result as it can be sent, or the error in it.
func (r *request) finish(ctx context.Context, res mcp.Result) (mcp.Result, error) {
	if strings.HasPrefix(r.Method, "notifications/") {
		return res, nil
	}
	if v := reflect.ValueOf(res); !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, mcpserver.ErrNoResult
	}
	if tool, ok := res.(*mcp.CallToolResult); ok {
		return r.finishTool(ctx, tool)
	}
	r.config.listed.remember(r.req, res)
	if err := checkResult(res); err != nil {
		return nil, err
	}
	return r.copyResult(res), nil
}

// checkResult returns an error for a result that the SDK cannot send.
func checkResult(res mcp.Result) error {
	switch res := res.(type) {
	case *mcp.ReadResourceResult: // contents are texts and bytes, which have JSON and may be large
		metas := []any{res.Meta}
		for _, content := range res.Contents {
			if content == nil {
				return mcpserver.ErrNilBlock
			}
			metas = append(metas, content.Meta)
		}
		return mcpserver.CheckJSON(metas...)
	case *mcp.GetPromptResult:
		for _, m := range res.Messages {
			if m == nil {
				return mcpserver.ErrNilBlock
			}
			if _, err := mcpserver.CheckBlock(m.Content); err != nil {
				return err
			}
		}
	}
	return mcpserver.CheckJSON(res)
}

// finishTool returns the result of a tool as it can be sent, or the error in it.
func (r *request) finishTool(ctx context.Context, res *mcp.CallToolResult) (mcp.Result, error) {
	if own, ok := res.GetError().(*ownResult); ok {
		res = own.complete(res)
	}
	structured, unsendable := mcpserver.Structured(res.StructuredContent)
	if res.IsError {
		failed := &resultError{error: res.GetError(), meta: res.Meta}
		if failed.error == nil {
			public := errkit.Text(strings.TrimSpace((&ownResult{res}).Error())) // it is sent
			failed.error = &errkit.Error{Kind: errkit.ExecutionFailed, Stage: errkit.Execution, Message: public, Err: unsendable}
			failed.structured = structured
		}
		if isBlank(res) || isFailure(res) {
			return nil, failed
		}
		_ = r.Boundary.Handle(r.WithFacts(ctx), failed.error) // the handler wrote its own text, which is sent: only report
	}
	content, err := mcpserver.CheckBlocks(res.Content, encoded, res.Meta, res.InputRequests)
	if err = cmp.Or(err, unsendable); err != nil {
		return nil, err
	}
	sent := r.copyResult(res).(*mcp.CallToolResult)
	if err := res.GetError(); err != nil {
		sent.SetError(err) //toolerr:public it is not sent: for middleware above this one
	}
	sent.IsError = res.IsError
	if sent.StructuredContent = structured; structured == nil {
		sent.StructuredContent = nil
	}
	if sent.Content = content; content == nil && sent.InputRequests == nil && !sent.NeedsInput() {
		sent.Content = []mcp.Content{} // nil would be encoded as null
	}
	return sent, nil
}

// A resultError is the error in a result, for Convert.
type resultError struct {
	error
	meta       mcp.Meta
	structured json.RawMessage // of a handler that returned no error
}

// isFailure reports whether a result has an error, and no content but its text, as the SDK writes
// it, which may be private.
func isFailure(res *mcp.CallToolResult) bool {
	err := res.GetError()
	switch {
	case !res.IsError || err == nil:
		return false
	case isBlank(res):
		return true
	case len(res.Content) > 1:
		return false
	}
	text, ok := res.Content[0].(*mcp.TextContent)
	return ok && text != nil && text.Text == err.Error()
}

// isBlank reports whether a result has nothing for a model to read: no block, or only blank texts.
func isBlank(res *mcp.CallToolResult) bool {
	return !slices.ContainsFunc(res.Content, func(block mcp.Content) bool {
		text, ok := block.(*mcp.TextContent)
		return !ok || text == nil || strings.TrimSpace(text.Text) != ""
	})
}

func encoded(c mcp.Content, raw json.RawMessage) mcp.Content { return &encodedContent{c, raw} }

// encodedContent is a content with its JSON.
type encodedContent struct {
	mcp.Content
	raw json.RawMessage
}

// MarshalJSON returns the JSON.
func (c *encodedContent) MarshalJSON() ([]byte, error) { return c.raw, nil }

// copyResult returns a shallow copy of a result. resultType is an unexported field: what the SDK
// has set for a call of revision 2026-07-28 must not be sent in a call of an older one. Results
// that the SDK makes are returned as they are.
func (r *request) copyResult(res mcp.Result) mcp.Result {
	switch res.(type) {
	case *mcp.CallToolResult, *mcp.ReadResourceResult, *mcp.GetPromptResult, *mcp.CompleteResult:
	default:
		return res
	}
	from := reflect.ValueOf(res).Elem()
	to := reflect.New(from.Type())
	if revision := r.revision(); revision == "" || revision >= mcpdialect.Revision20260728 {
		to.Elem().Set(from)
	} else {
		for i := range from.NumField() {
			if from.Type().Field(i).IsExported() {
				to.Elem().Field(i).Set(from.Field(i))
			}
		}
	}
	sent := to.Interface().(mcp.Result)
	sent.SetMeta(maps.Clone(res.GetMeta()))
	return sent
}

// respond returns the response for an error that the boundary returned, or that is a JSON-RPC
// error.
func (r *request) respond(ctx context.Context, err error) (mcp.Result, error) {
	if rpc, ok := err.(*jsonrpc.Error); ok {
		if !r.FoldErrors || r.Method != mcpserver.CallTool {
			return nil, r.allowed(rpc)
		}
		err = r.folded(rpc)
	}
	failed := errkit.From(err)
	if r.Method == mcpserver.CallTool && mapping.MayHaveEffect(failed.Effect) { // else nothing depends on it
		r.Repeatable = repeatable(r.description(ctx))
	}
	parts, e := r.Render(ctx, failed)
	switch {
	case parts.Code != 0:
		rpc := &jsonrpc.Error{Code: int64(parts.Code), Message: parts.Message, Data: parts.Data}
		rpc.Code = r.allowedCode(rpc)
		return nil, rpc
	case parts.Requests != nil:
		return r.askUser(&parts), nil
	}
	res := newResult(&parts, e)
	if res.StructuredContent == nil && r.structured != nil {
		res.StructuredContent = r.structured
	}
	if len(r.meta) > 0 && mcpserver.CheckJSON(r.meta) == nil {
		both := maps.Clone(r.meta)
		maps.Copy(both, res.Meta)
		res.Meta = both
	}
	return res, nil
}

// newResult returns the parts as a result of the SDK. It keeps what decoding into the SDK's types
// and encoding again would change: numbers above 2^53, the order of members, the MIME type of a
// text.
func newResult(parts *mcpdialect.Parts, e *errkit.Error) *mcp.CallToolResult {
	all := new(struct { // one allocation
		mcp.CallToolResult
		content [1]mcp.Content // few have two
		texts   [1]mcp.TextContent
	})
	res, texts := &all.CallToolResult, all.texts[:0]
	if parts.Complete {
		*res = complete
	}
	text := func(s string) mcp.Content {
		texts = append(texts, mcp.TextContent{Text: s})
		return &texts[len(texts)-1]
	}
	res.Content, res.Meta = mcpserver.AppendBlocks(all.content[:0], parts, text, encoded), mcpserver.Meta(parts)
	if parts.Structured != nil {
		res.StructuredContent = parts.Structured
	}
	if parts.IsError {
		res.SetError(e) // for middleware above this one; it does not replace content
	}
	return res
}

// askUser returns the result that asks the client's user for input. resultType is an unexported
// field of the SDK's results, which is set only by decoding JSON. Lists that the SDK does not
// leave out are empty, not null.
func (r *request) askUser(parts *mcpdialect.Parts) mcp.Result {
	var res mcp.Result
	switch r.Method {
	case mcpserver.GetPrompt:
		res = new(mcp.GetPromptResult)
	case mcpserver.ReadResource:
		res = new(mcp.ReadResourceResult)
	default:
		res = new(mcp.CallToolResult)
	}
	doc := fmt.Sprintf(`{"content":[],"contents":[],"messages":[],"resultType":"input_required",
		"requestState":%q,"inputRequests":%s}`, r.NextState(), parts.Requests)
	_ = json.Unmarshal([]byte(doc), res) // a dialect renders valid JSON
	res.SetMeta(mcpserver.Meta(parts))
	return res
}

// complete is a result whose resultType, an unexported field that is set only by decoding JSON, is
// "complete".
var complete = func() (r mcp.CallToolResult) {
	_ = json.Unmarshal([]byte(`{"content":[],"resultType":"complete"}`), &r)
	return r
}()
