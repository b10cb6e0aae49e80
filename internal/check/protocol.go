package check

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/a2a"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/connect"
	"github.com/toolerr/toolerr/dialect/google"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/problem"
)

// A protocol makes the requests of a dialect.
type protocol interface {
	// open prepares a session and returns the tools of the server.
	open(ctx context.Context, c *client) ([]Tool, error)

	// list returns a request that a server must respond to; where a protocol has a list of tools, it must succeed.
	list(c *client) Request

	// call returns a call of a tool. The input is JSON; nil leaves it out.
	call(c *client, t *Tool, input json.RawMessage) Request

	// version returns a call of a version of a tool that does not exist, if tools have versions.
	version(c *client, t *Tool, input json.RawMessage) (Request, bool)

	// method returns a request for a method or path that does not exist.
	method(c *client) Request

	// revisions returns requests for a revision of the protocol that does not exist.
	revisions(c *client, t *Tool, input json.RawMessage) []Request
}

// protocols are the protocols, by the name of their dialect.
var protocols = []struct {
	name    string
	dialect dialect.Dialect
	new     func() protocol
}{
	{"mcp", mcp.Dialect{}, func() protocol { return new(overMCP) }},
	{"oxp", oxp.Dialect{}, func() protocol { return overOXP{} }},
	{"aai", aai.Dialect{}, func() protocol { return overAAI{} }},
	{"problem", problem.Dialect{}, func() protocol { return overREST{} }},
	{"google", google.Dialect{}, func() protocol { return overREST{} }},
	{"connect", connect.Dialect{}, func() protocol { return overREST{} }},
	{"a2a", a2a.Dialect{}, func() protocol { return new(overA2A) }},
}

// Dialects returns the names of the dialects whose servers can be checked.
func Dialects() (names []string) {
	for _, p := range protocols {
		names = append(names, p.name)
	}
	return names
}

// A client sends requests to a target.
type client struct {
	target  *Target
	options *Options
	sender  sender
	dialect dialect.Dialect
	codec   dialect.Codec
	header  http.Header // of the session
	lastID  int
}

// A sender is a transport. It completes an exchange with the answer.
type sender interface {
	send(ctx context.Context, x *Exchange)
	close()
}

func (c *client) nextID() int {
	c.lastID++
	return c.lastID
}

// base returns the URL of the target without a slash at its end.
func (c *client) base() string { return strings.TrimRight(c.target.URL, "/") }

// post returns a POST request with a JSON body.
func (c *client) post(address string, body []byte) Request {
	h := c.headers()
	h.Set("Content-Type", "application/json")
	return Request{Method: http.MethodPost, URL: address, Header: h, Body: body}
}

func (c *client) get(address string) Request {
	return Request{Method: http.MethodGet, URL: address, Header: c.headers()}
}

// headers returns the headers of the target and of the session.
func (c *client) headers() http.Header {
	h := http.Header{"User-Agent": {"toolerr-check"}, "Accept": {"application/json"}}
	for _, from := range []http.Header{c.target.Header, c.header} {
		for name, values := range from {
			h[http.CanonicalHeaderKey(name)] = slices.Clone(values)
		}
	}
	return h
}

// do sends a request that is no probe, and returns its answer.
func (c *client) do(ctx context.Context, r Request) (*Exchange, error) {
	x := &Exchange{Probe: List, Request: r}
	c.sender.send(ctx, x)
	if x.Failure != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreachable, x.Failure)
	}
	c.decode(x)
	return x, nil
}

// decode reads the answer in the dialect.
func (c *client) decode(x *Exchange) {
	if x.Failure != nil || x.Request.ID == "" && len(x.Message) == 0 && x.Status/100 == 2 {
		return
	}
	x.Err, x.Invalid = c.codec.Decode(dialect.Document{Dialect: c.dialect, Status: x.Status, Header: x.Header, Body: x.Message})
	if x.Invalid != nil {
		x.Err = nil
	}
}

// noTool is the name of a tool that does not exist.
const noTool = "toolerr_check_no_such_tool"
