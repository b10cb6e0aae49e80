package otelerr

import (
	"cmp"
	"context"
	"net/url"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/middleware"
)

// A Side is the role of this program in a call.
type Side uint8

const (
	Server   Side = iota // it responds
	Client               // it sends the request
	Internal             // it runs the tool itself; there is no request
)

// kind returns the kind of the span.
func (s Side) kind() trace.SpanKind {
	switch s {
	case Client:
		return trace.SpanKindClient
	case Internal:
		return trace.SpanKindInternal
	}
	return trace.SpanKindServer
}

// A Call describes a call. All fields are optional. They have no private text: no arguments, no
// results, no headers.
type Call struct {
	Dialect   string // name of the dialect, such as "mcp"; "" for a tool that no protocol calls
	Side      Side
	Method    string // of the protocol, such as "tools/call"
	Tool      string
	Prompt    string
	Resource  string // URI; recorded without user, password, query and fragment
	Route     string // pattern of an HTTP route
	ID        string // of the request
	Session   string
	Task      string // of A2A
	Revision  string // of the protocol
	Transport string // "tcp", "quic" or "pipe"
}

// callFrom returns the call that the facts of a report describe (see [middleware.AttrsFrom]). A
// fact that is not listed here may be private, so it is not recorded.
func callFrom(ctx context.Context, dialect string) *Call {
	c := &Call{Dialect: dialect}
	fields := map[string]*string{
		"method": &c.Method, "procedure": &c.Method,
		"tool": &c.Tool, "prompt": &c.Prompt, "resource": &c.Resource, "route": &c.Route,
		"id": &c.ID, "call_id": &c.ID, "session": &c.Session, "task": &c.Task, "revision": &c.Revision,
	}
	for _, fact := range middleware.AttrsFrom(ctx) {
		if field := fields[fact.Key]; field != nil {
			*field = fact.Value.String()
		}
	}
	return c
}

// name returns the name of the span.
func (c *Call) name() string {
	return clean(strings.TrimSpace(cmp.Or(c.Method, executeTool)+" "+cmp.Or(c.Tool, c.Prompt)), text.MaxKey)
}

// labels returns the attributes that have few values, which metrics and spans have.
func (c *Call) labels() []attribute.KeyValue {
	p := protocolOf(c.Dialect)
	operation := ""
	if c.Tool != "" {
		operation = executeTool
	}
	return appendSet(nil, []pair{
		{p.method, c.Method},
		{"rpc.system.name", p.system},
		{"gen_ai.operation.name", operation},
		{"gen_ai.tool.name", c.Tool},
		{"gen_ai.prompt.name", c.Prompt},
		{"http.route", c.Route[strings.IndexByte(c.Route, ' ')+1:]}, // without the method of a pattern of net/http
		{"network.transport", c.Transport},
		{"toolerr.dialect", c.Dialect},
	})
}

// attributes returns the attributes of spans and log records.
func (c *Call) attributes() []attribute.KeyValue {
	p := protocolOf(c.Dialect)
	return appendSet(c.labels(), []pair{
		{p.id, c.ID},
		{p.version, c.Revision},
		{"mcp.session.id", c.Session},
		{"a2a.task.id", c.Task},
		{"mcp.resource.uri", withoutSecrets(c.Resource)},
	})
}

type pair struct {
	key   attribute.Key
	value string
}

// appendSet appends an attribute for each pair of which neither part is empty.
func appendSet(attrs []attribute.KeyValue, pairs []pair) []attribute.KeyValue {
	for _, p := range pairs {
		if p.key != "" && p.value != "" {
			attrs = append(attrs, p.key.String(clean(p.value, text.MaxKey)))
		}
	}
	return attrs
}

// clean returns a text of at most n bytes. An exporter drops everything if one text is not UTF-8.
func clean(s string, n int) string { return text.Middle(strings.ToValidUTF8(s, "\uFFFD"), n) }

// withoutSecrets returns a URI without the parts that often have credentials: of a URI such as
// data: only the scheme. It is "" for what is not a URI.
func withoutSecrets(uri string) string {
	u, err := url.Parse(uri)
	if err != nil {
		return ""
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawPath: u.RawPath}).String()
}
