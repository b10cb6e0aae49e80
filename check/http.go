package check

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/url"
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

// overREST is plain HTTP: each tool is an endpoint. The tools are the operations of an OpenAPI
// document: the one at the URL, or at a path below it where frameworks have it. Without one the
// URL itself is the only tool, if the errors of the server may be of any kind.
type overREST struct{ unversioned }

var openAPIPaths = []string{"/openapi.json", "", "/openapi.yaml", "/api-json", "/documentation/json", "/v3/api-docs"}

func (overREST) open(ctx context.Context, c *client) ([]Tool, error) {
	if c.target.Tools != nil {
		_, err := c.do(ctx, c.get(c.base()))
		if op, ok := errors.AsType[*net.OpError](err); !ok || op.Op != "dial" {
			err = nil // somebody listens: how the server answers is for the rules
		}
		return nil, err
	}
	var found *probe.Exchange
	for _, path := range openAPIPaths {
		x, err := c.do(ctx, c.get(c.base()+path))
		if err != nil {
			return nil, err
		}
		if tools, err := ReadTools(x.Message); err == nil && x.Status == http.StatusOK {
			return tools, nil
		}
		found = x
	}
	if at, err := url.Parse(c.target.URL); c.target.Dialect == plainHTTP && err == nil {
		return ReadPaths("", at.RequestURI())
	}
	return nil, unexpected(found, "there is no OpenAPI document at the URL or at openapi.json below it")
}

func (overREST) list(c *client) probe.Request { return c.get(below(c, "/openapi.json")) }

func (overREST) call(c *client, t *Tool, input json.RawMessage) probe.Request {
	return t.request(c, input)
}

// below returns a URL below that of the target, beside it if it is that of a document.
func below(c *client, path string) string {
	base := c.base()
	if strings.HasSuffix(base, ".json") || strings.HasSuffix(base, ".yaml") {
		base = base[:strings.LastIndexByte(base, '/')]
	}
	return base + path
}

func (overREST) method(c *client) probe.Request {
	return c.get(below(c, "/toolerr-check/no-such-path"))
}
