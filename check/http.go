package check

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/check/internal/probe"
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
	if err != nil || x.Status != http.StatusOK {
		return nil, unexpected(x, "the answer to GET /tools is not a list of tools")
	}
	return tools, nil
}

func (overOXP) list(c *client) probe.Request { return c.get(c.base() + "/tools") }

func (p overOXP) call(c *client, t *Tool, input json.RawMessage) probe.Request {
	return p.request(c, oxpSchema, cmp.Or(t.ID, t.Name), input)
}

func (overOXP) request(c *client, schema, tool string, input json.RawMessage) probe.Request {
	call := map[string]any{"call_id": "check-" + strconv.Itoa(c.nextID()), "tool_id": tool}
	if input != nil {
		call["input"] = input
	}
	body, _ := json.Marshal(map[string]any{"$schema": schema, "request": call})
	return c.post(c.base()+"/tools/call", body)
}

func (p overOXP) version(c *client, t *Tool, input json.RawMessage) []probe.Request {
	return []probe.Request{p.request(c, oxpSchema, t.Name+"@99.99.99", input)}
}

func (overOXP) method(c *client) probe.Request {
	return c.get(c.base() + "/toolerr-check-no-such-path")
}

func (p overOXP) revisions(c *client, t *Tool, input json.RawMessage) []probe.Request {
	return []probe.Request{p.request(c, "urn:oxp:99.0", t.Name, input)}
}

// overREST is plain HTTP: each tool is an endpoint that takes JSON with POST. The tools are the
// operations of an OpenAPI document: the one at the URL, or openapi.json below it.
type overREST struct{ unversioned }

func (p overREST) open(ctx context.Context, c *client) ([]Tool, error) {
	if c.target.Tools != nil {
		return nil, nil
	}
	var found *probe.Exchange
	for _, address := range []string{c.base() + "/openapi.json", c.target.URL} {
		x, err := c.do(ctx, c.get(address))
		if err != nil {
			return nil, err
		}
		if tools, err := ReadTools(x.Message); err == nil && x.Status == http.StatusOK {
			return tools, nil
		}
		found = x
	}
	return nil, unexpected(found, "there is no OpenAPI document at the URL or at openapi.json below it")
}

func (overREST) list(c *client) probe.Request { return c.get(below(c, "/openapi.json")) }

func (overREST) call(c *client, t *Tool, input json.RawMessage) probe.Request {
	address := below(c, "/"+t.Name)
	if t.Path != "" {
		address, _ = resolve(c.target.URL, t.Path) // open has left out the tools whose path is none
	}
	body := []byte(input)
	if body == nil {
		body = []byte{}
	}
	return c.post(address, body)
}

// below returns a URL below that of the target, beside it if it is that of a document.
func below(c *client, path string) string {
	base := c.base()
	if strings.HasSuffix(base, ".json") {
		base = base[:strings.LastIndexByte(base, '/')]
	}
	return base + path
}

func (overREST) method(c *client) probe.Request {
	return c.get(below(c, "/toolerr-check/no-such-path"))
}
