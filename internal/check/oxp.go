package check

import (
	"context"
	"encoding/json"
	"strconv"
)

// overOXP is OXP 1.0: GET /tools and POST /tools/call below the URL.
type overOXP struct{}

const oxpSchema = "urn:oxp:1.0"

func (p overOXP) open(ctx context.Context, c *client) ([]Tool, error) {
	x, err := c.do(ctx, p.list(c))
	if err != nil {
		return nil, err
	}
	tools, err := ReadTools(x.Message)
	if err != nil || x.Status != 200 {
		return nil, unexpected(x, "the answer to GET /tools is not a list of tools")
	}
	return tools, nil
}

func (overOXP) list(c *client) Request { return c.get(c.base() + "/tools") }

func (p overOXP) call(c *client, t *Tool, input json.RawMessage) Request {
	id := t.ID
	if id == "" {
		id = t.Name
	}
	return p.request(c, oxpSchema, id, input)
}

func (overOXP) request(c *client, schema, tool string, input json.RawMessage) Request {
	call := map[string]any{"call_id": "check-" + strconv.Itoa(c.nextID()), "tool_id": tool}
	if input != nil {
		call["input"] = input
	}
	body, _ := json.Marshal(map[string]any{"$schema": schema, "request": call})
	return c.post(c.base()+"/tools/call", body)
}

func (p overOXP) version(c *client, t *Tool, input json.RawMessage) (Request, bool) {
	return p.request(c, oxpSchema, t.Name+"@99.99.99", input), true
}

func (overOXP) method(c *client) Request { return c.get(c.base() + "/toolerr-check-no-such-path") }

func (p overOXP) revisions(c *client, t *Tool, input json.RawMessage) []Request {
	return []Request{p.request(c, "urn:oxp:99.0", t.Name, input)}
}
