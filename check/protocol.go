package check

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/check/internal/probe"
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

	// list returns a request that a server must respond to; where a protocol has a list of tools,
	// it must succeed.
	list(c *client) probe.Request

	// call returns a call of a tool. The input is JSON; nil leaves it out.
	call(c *client, t *Tool, input json.RawMessage) probe.Request

	// version returns calls of a version of a tool that does not exist, none if tools have no
	// versions.
	version(c *client, t *Tool, input json.RawMessage) []probe.Request

	// method returns a request for a method or path that does not exist.
	method(c *client) probe.Request

	// revisions returns requests for a revision of the protocol that does not exist.
	revisions(c *client, t *Tool, input json.RawMessage) []probe.Request
}

// unversioned is a part of the protocols whose tools, or which themselves, have no versions.
type unversioned struct{}

func (unversioned) version(*client, *Tool, json.RawMessage) []probe.Request   { return nil }
func (unversioned) revisions(*client, *Tool, json.RawMessage) []probe.Request { return nil }

// overRPC is the part of a protocol over JSON-RPC that calls tools as MCP does.
type overRPC struct {
	unversioned
	url string // "": that of the target
}

func (p *overRPC) request(c *client, method string, params any) probe.Request {
	id := c.nextID()
	r := c.post(cmp.Or(p.url, c.target.URL), rpc(id, method, params))
	r.ID = strconv.Itoa(id)
	return r
}

func (p *overRPC) call(c *client, t *Tool, input json.RawMessage) probe.Request {
	params := map[string]any{"name": t.Name}
	if input != nil {
		params["arguments"] = input
	}
	return p.request(c, "tools/call", params)
}

func (p *overRPC) method(c *client) probe.Request {
	return p.request(c, "toolerr/no-such-method", map[string]any{})
}

// rpc returns a JSON-RPC request, or a notification if the id is 0.
func rpc(id int, method string, params any) []byte {
	m := map[string]any{"jsonrpc": "2.0", "method": method}
	if id > 0 {
		m["id"] = id
	}
	if params != nil {
		m["params"] = params
	}
	return lo.Must(json.Marshal(m)) // of values of this package
}

// overAAI is AAI over HTTP: the method tools/call of JSON-RPC. AAI has no list of tools.
type overAAI struct{ overRPC }

var errNoList = errors.New("the protocol has no list of tools: name a file or a URL that has one")

func (*overAAI) open(_ context.Context, c *client) ([]Tool, error) {
	if c.target.Tools == nil {
		return nil, errNoList
	}
	return nil, nil
}

func (p *overAAI) list(c *client) probe.Request {
	return p.request(c, "toolerr/alive", map[string]any{})
}

// protocols are the dialects whose servers can be checked.
var protocols = []struct {
	name    string
	dialect dialect.Dialect
	new     func() protocol
}{
	{"mcp", mcp.Dialect{}, func() protocol { return new(overMCP) }},
	{"oxp", oxp.Dialect{}, func() protocol { return overOXP{} }},
	{"aai", aai.Dialect{}, func() protocol { return new(overAAI) }},
	{"problem", problem.Dialect{}, func() protocol { return overREST{} }},
	{plainHTTP, problem.Dialect{}, func() protocol { return overREST{} }},
	{"google", google.Dialect{}, func() protocol { return overREST{} }},
	{"connect", connect.Dialect{}, func() protocol { return overREST{} }},
	{"a2a", a2a.Dialect{}, func() protocol { return new(overA2A) }},
}

// plainHTTP is the name of servers whose errors are in any format: only what HTTP requires is
// judged, unless they are problem details.
const plainHTTP = "http"

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
	options Options
	sender  probe.Sender
	dialect dialect.Dialect
	codec   dialect.Codec
	header  http.Header // of the session
	lastID  int
}

func (c *client) nextID() int {
	c.lastID++
	return c.lastID
}

// base returns the URL of the target without a slash at its end.
func (c *client) base() string { return strings.TrimRight(c.target.URL, "/") }

// post returns a POST request with a JSON body.
func (c *client) post(address string, body []byte) probe.Request {
	h := c.headers()
	h.Set("Content-Type", "application/json")
	return probe.Request{Method: http.MethodPost, URL: address, Header: h, Body: body}
}

func (c *client) get(address string) probe.Request {
	return probe.Request{Method: http.MethodGet, URL: address, Header: c.headers()}
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
func (c *client) do(ctx context.Context, r probe.Request) (*probe.Exchange, error) {
	x := &probe.Exchange{Probe: probe.List, Request: r}
	c.sender.Send(ctx, x)
	if x.Failure != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreachable, x.Failure)
	}
	c.decode(x)
	return x, nil
}

// decode reads the answer in the dialect.
func (c *client) decode(x *probe.Exchange) {
	if x.Failure != nil || x.Request.ID == "" && len(x.Message) == 0 && x.Status/100 == 2 ||
		x.Request.Method == http.MethodHead || c.target.Dialect == plainHTTP && x.Status < http.StatusBadRequest {
		return
	}
	doc := dialect.Document{Dialect: c.dialect, Status: x.Status, Header: x.Header, Body: x.Message}
	x.Err, x.Invalid = c.codec.Decode(doc)
	if x.Invalid != nil {
		x.Err = nil
	}
}

// noTool is the name of a tool that does not exist.
const noTool = "toolerr_check_no_such_tool"
