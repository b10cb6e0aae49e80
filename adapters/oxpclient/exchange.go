package oxpclient

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

const versionHeader = "OXP-Version"

// A callRequest is the document of a call (OXP 1.0, Call Tool Request).
type callRequest struct {
	CallID  string         `json:"call_id"`
	TraceID string         `json:"trace_id,omitempty"`
	ToolID  string         `json:"tool_id"`
	Input   any            `json:"input,omitempty"`
	Context map[string]any `json:"context,omitempty"`
}

// contextOf returns the context of a call, in the same order each time: servers compare it.
func contextOf(caller *tool.Caller) map[string]any {
	c := map[string]any{}
	if caller.UserID != "" {
		c["user_id"] = caller.UserID
	}
	var tokens, secrets []map[string]string
	for _, id := range slices.Sorted(maps.Keys(caller.Tokens)) {
		tokens = append(tokens, map[string]string{"id": id, "token": caller.Tokens[id].Value.Reveal()})
		c["authorization"] = tokens
	}
	for _, id := range slices.Sorted(maps.Keys(caller.Secrets)) {
		secrets = append(secrets, map[string]string{"id": id, "value": caller.Secrets[id].Reveal()})
		c["secrets"] = secrets
	}
	return c
}

// call makes a call once.
func (c *Client) call(ctx context.Context, call *Call) (*Result, *errkit.Error) {
	var doc any = callRequest{call.ID, call.TraceID, call.Tool, call.Input, contextOf(&call.Caller)}
	if !c.Flat {
		doc = map[string]any{"$schema": "urn:oxp:1.0", "request": doc}
	}
	body, err := json.Marshal(doc)
	if err != nil {
		return nil, &errkit.Error{Kind: errkit.InvalidInput, Message: "The input cannot be encoded as JSON.",
			Effect: errkit.EffectNone, Err: err}
	}
	resp, e := c.exchange(ctx, http.MethodPost, "tools/call", body)
	if e != nil {
		return nil, e
	}
	v, e := c.decode(resp)
	id, known := v.Member("call_id").Text()
	switch success, _ := v.Member("success").Bool(); {
	case known && id != call.ID:
		return nil, unusable(errors.New("the response is that to another call"))
	case e != nil:
		return nil, e
	case !success:
		return nil, unusable(errors.New("the response has neither a success nor an error"))
	}
	ms, _ := v.Member("duration").Float()
	result := &Result{CallID: call.ID, Duration: time.Duration(min(max(ms, 0), 1e9) * float64(time.Millisecond))}
	value := v.Member("value")
	if output := v.Member("output"); output.Kind() == jsontree.Object { // Open Tool Calling, up to 2025-03-09
		value = output.Member("value")
	}
	if value.Kind() != jsontree.Absent {
		result.Value = json.RawMessage(value.Raw())
	}
	return result, nil
}

// decode returns the result of a response, which may be flat, or its error.
func (c *Client) decode(resp *dialect.Document) (result jsontree.Value, e *errkit.Error) {
	root, err := jsontree.Parse(resp.Body, resp.Limits())
	if result = root.Member("result"); result.Kind() != jsontree.Object {
		result = root
	}
	schema, _ := root.Member("$schema").Text()
	isKnown := isVersion1(schema, "urn:oxp:") && isVersion1(schema, "otc://") &&
		isVersion1(resp.Header.Get(versionHeader), "")
	if header.IsSuccess(resp.Status) && !isKnown {
		return result, &errkit.Error{Kind: errkit.UnsupportedVersion, Effect: errkit.EffectUnknown,
			Message: "The server responded in another version of OXP than 1.0."}
	}
	e, notDocument := c.Codec.Decode(*resp)
	switch {
	case e == nil && (notDocument != nil || !header.IsSuccess(resp.Status)):
		return result, unusable(fmt.Errorf("status %d: %w", resp.Status, cmp.Or(err, notDocument, errNoError)))
	case e != nil && e.Effect == errkit.EffectUnspecified && header.IsRefused(resp.Status, resp.Header):
		e.Effect = errkit.EffectNone
	}
	return result, e
}

var errNoError = errors.New("the response has no error")

// isVersion1 reports whether a name that starts with a prefix continues with a version 1 of OXP.
func isVersion1(name, prefix string) bool {
	v, ok := strings.CutPrefix(name, prefix)
	return !ok || v == "" || v == "1" || strings.HasPrefix(v, "1.")
}

// unusable returns the error of a response that is not one of OXP.
func unusable(cause error) *errkit.Error {
	return &errkit.Error{Kind: errkit.UpstreamFailed, Effect: errkit.EffectUnknown,
		Message: "The tool server sent a response that cannot be read.", Err: fmt.Errorf("oxpclient: %w", cause)}
}

// exchange sends a request to a path of the server.
func (c *Client) exchange(ctx context.Context, method, path string, body []byte) (*dialect.Document, *errkit.Error) {
	u, err := url.Parse(c.URL)
	if err != nil || !isWeb(u) {
		return nil, &errkit.Error{Kind: errkit.ConfigInvalid, Effect: errkit.EffectNone,
			Message: "The URL of the tool server is not one of http or https.", Err: err}
	}
	return c.send(ctx, method, u.JoinPath(path).String(), body, cmp.Or(max(c.MaxBody, 0), 4<<20))
}

// send sends a request and reads its response, of at most so many bytes.
func (c *Client) send(
	ctx context.Context, method, address string, body []byte, limit int64,
) (*dialect.Document, *errkit.Error) {
	limited, cancel := context.WithTimeout(ctx, positive(c.Timeout, 2*time.Minute))
	defer cancel()
	r, err := http.NewRequestWithContext(limited, method, address, bytes.NewReader(body))
	if err != nil {
		return nil, &errkit.Error{Kind: errkit.ConfigInvalid, Effect: errkit.EffectNone, Err: err}
	}
	r.Header.Set("Accept", "application/json")
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.Flat {
		r.Header.Set(versionHeader, "1.0")
	}
	if own, _ := url.Parse(c.URL); c.Authorize != nil && c.isOwn(r.URL, own.Path) {
		if err := c.Authorize(r); err != nil {
			return nil, because(&errkit.Error{Kind: errkit.Unauthenticated, Effect: errkit.EffectNone}, err)
		}
	}
	direct := *cmp.Or(c.HTTP, http.DefaultClient)
	direct.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	resp, err := direct.Do(r)
	if err != nil {
		return nil, lost(ctx, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode < 200 { // 101: the body is the connection, which has no end
		return nil, unusable(fmt.Errorf("status %d", resp.StatusCode))
	}
	text, err := io.ReadAll(io.LimitReader(resp.Body, limit+1))
	switch {
	case err != nil && !header.IsError(resp.StatusCode): // of an error the status is known
		return nil, lost(ctx, err)
	case int64(len(text)) > limit:
		return nil, unusable(fmt.Errorf("the response is larger than %d bytes", limit))
	}
	return &dialect.Document{Dialect: oxp.Dialect{}, Status: resp.StatusCode, Header: resp.Header, Body: text}, nil
}

// lost returns the error of a request without a whole response.
func lost(ctx context.Context, err error) *errkit.Error {
	e := middleware.ClientNetwork(ctx, err)
	if ctx.Err() != nil {
		e = middleware.Context(ctx, ctx.Err())
	}
	e = cmp.Or(e, &errkit.Error{Kind: errkit.Network})
	if e.Effect != errkit.EffectNone {
		e.Effect, e.Err = errkit.EffectUnknown, errors.Join(e.Err, err)
	}
	return e
}
