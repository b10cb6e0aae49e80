package check

import (
	"context"
	"encoding/json"
	"strings"
)

// overREST is plain HTTP: each tool is an endpoint that takes JSON with POST. The tools are the operations of an OpenAPI
// document: the one at the URL, or openapi.json below it.
type overREST struct{}

func (p overREST) open(ctx context.Context, c *client) ([]Tool, error) {
	if c.target.Tools != nil {
		return nil, nil
	}
	var found *Exchange
	for _, address := range []string{c.base() + "/openapi.json", c.target.URL} {
		x, err := c.do(ctx, c.get(address))
		if err != nil {
			return nil, err
		}
		if tools, err := ReadTools(x.Message); err == nil && x.Status == 200 {
			return tools, nil
		}
		found = x
	}
	return nil, unexpected(found, "there is no OpenAPI document at the URL or at openapi.json below it")
}

func (overREST) list(c *client) Request { return c.get(below(c, "/openapi.json")) }

func (overREST) call(c *client, t *Tool, input json.RawMessage) Request {
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

func (overREST) version(*client, *Tool, json.RawMessage) (Request, bool) { return Request{}, false }

func (overREST) method(c *client) Request {
	return c.get(below(c, "/toolerr-check/no-such-path"))
}

func (overREST) revisions(*client, *Tool, json.RawMessage) []Request { return nil }
