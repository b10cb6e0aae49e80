package check

import (
	"context"
	"encoding/json"
	"errors"
)

// overAAI is AAI over HTTP: the method tools/call of JSON-RPC. AAI has no list of tools.
type overAAI struct{}

var errNoList = errors.New("the protocol has no list of tools: name a file or a URL that has one")

func (overAAI) open(_ context.Context, c *client) ([]Tool, error) {
	if c.target.Tools == nil {
		return nil, errNoList
	}
	return nil, nil
}

func (p overAAI) list(c *client) Request {
	r := p.request(c, "toolerr/alive", map[string]any{})
	return r
}

func (overAAI) request(c *client, method string, params any) Request {
	id := c.nextID()
	r := c.post(c.target.URL, rpc(id, method, params))
	r.ID = rpcID(id)
	return r
}

func (p overAAI) call(c *client, t *Tool, input json.RawMessage) Request {
	params := map[string]any{"name": t.Name}
	if input != nil {
		params["arguments"] = input
	}
	return p.request(c, "tools/call", params)
}

func (overAAI) version(*client, *Tool, json.RawMessage) (Request, bool) { return Request{}, false }

func (p overAAI) method(c *client) Request {
	return p.request(c, "toolerr/no-such-method", map[string]any{})
}

func (overAAI) revisions(*client, *Tool, json.RawMessage) []Request { return nil }
