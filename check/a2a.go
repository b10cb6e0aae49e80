package check

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/toolerr/toolerr/check/internal/probe"
)

// overA2A is A2A over JSON-RPC, version 1.0 or 0.3. An agent has no tools: its methods are
// called, whose params are the input.
type overA2A struct {
	overRPC
	revision string
}

const (
	a2aVersion       = "1.0"
	a2aLegacyVersion = "0.3"
	unknownVersion   = "99.0"
	versionHeader    = "A2a-Version" // as net/http writes it
	cardPath         = "/.well-known/agent-card.json"
)

// noTask is the id of a task that does not exist.
const noTask = "toolerr-check-no-such-task"

const (
	sendParams = `{"type":"object","required":["message"],"properties":{"message":{
		"type":"object","required":["messageId","role","parts"],"properties":{
		"messageId":{"type":"string"},"role":{"type":"string"},"parts":{"type":"array"}}}}}`
	taskParams  = `{"type":"object","required":["id"],"properties":{"id":{"type":"string"}}}`
	missingTask = `{"id":"` + noTask + `"}`
	testMessage = "This is a test of toolerr check. Do nothing."
)

// a2aMethods are the methods that every agent has (A2A 1.0 §9.4; 0.3 §7), by version. To get a
// task changes nothing.
var a2aMethods = map[string][]Tool{
	a2aVersion: {
		a2aMethod("GetTask", true, taskParams, missingTask),
		a2aMethod("CancelTask", false, taskParams, missingTask),
		a2aMethod("SendMessage", false, sendParams, `{"message":{"messageId":"toolerr-check","role":"ROLE_USER",`+
			`"parts":[{"text":"`+testMessage+`"}]}}`),
	},
	a2aLegacyVersion: {
		a2aMethod("tasks/get", true, taskParams, missingTask),
		a2aMethod("tasks/cancel", false, taskParams, missingTask),
		a2aMethod("message/send", false, sendParams, `{"message":{"kind":"message","messageId":"toolerr-check",`+
			`"role":"user","parts":[{"kind":"text","text":"`+testMessage+`"}]}}`),
	},
}

func a2aMethod(name string, readOnly bool, schema, example string) Tool {
	examples := []json.RawMessage{json.RawMessage(example)}
	return Tool{Name: name, ReadOnly: readOnly, Schema: json.RawMessage(schema), Examples: examples}
}

// open finds the version: that of the header A2A-Version of the target, or the newest that the
// agent has.
func (p *overA2A) open(ctx context.Context, c *client) (_ []Tool, err error) {
	if p.url, err = p.endpoint(ctx, c); err != nil {
		return nil, err
	}
	versions := []string{a2aVersion, a2aLegacyVersion}
	if wanted := c.target.header(versionHeader); len(wanted) > 0 {
		versions = versions[:1]
		if strings.HasPrefix(wanted[0], "0.") {
			versions[0] = a2aLegacyVersion
		}
	}
	found := ""
	var last *probe.Exchange
	for _, version := range versions {
		p.use(c, version)
		if last, err = c.do(ctx, p.list(c)); err != nil {
			return nil, err
		}
		has, ok := hasMethod(last.Message)
		if has {
			return a2aMethods[version], nil
		}
		if ok && found == "" {
			found = version
		}
	}
	if found == "" {
		return nil, unexpected(last, "the answer to "+a2aMethods[p.revision][0].Name+" is not a response of A2A")
	}
	p.use(c, found)
	return a2aMethods[found], nil
}

func (p *overA2A) use(c *client, version string) {
	p.revision, c.header = version, http.Header{versionHeader: {version}}
}

// hasMethod reports whether a message is a response of JSON-RPC, and one of a server that has the
// method in this version.
func hasMethod(message []byte) (has, ok bool) {
	var m struct {
		Result json.RawMessage
		Error  *struct{ Code int }
	}
	if json.Unmarshal(message, &m) != nil || m.Error == nil && m.Result == nil {
		return false, false
	}
	return m.Error == nil || m.Error.Code != -32601 && m.Error.Code != -32009, true
}

// endpoint returns the URL of the agent: that of the target, or, if it has no path or is an agent
// card, the path in the card. The host is always that of the target: a card leads to no other
// host.
func (*overA2A) endpoint(ctx context.Context, c *client) (string, error) {
	at, err := url.Parse(c.target.URL)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	isCard := strings.HasSuffix(at.Path, ".json")
	address := c.target.URL
	switch {
	case isCard:
	case at.Path == "" || at.Path == "/":
		address = c.base() + cardPath
	default:
		return c.target.URL, nil
	}
	x, err := c.do(ctx, c.get(address))
	if err != nil {
		return "", err
	}
	if agent, err := url.Parse(agentOf(x.Message)); err == nil && x.Status == http.StatusOK && agent.Host != "" {
		return resolve(c.target.URL, cmp.Or(agent.EscapedPath(), "/"))
	}
	if isCard {
		return "", unexpected(x, "the URL has no card of an agent with JSON-RPC")
	}
	return c.target.URL, nil
}

// agentOf returns the URL for JSON-RPC in an agent card, "" without one (A2A 1.0 §4.4.6; 0.3
// §5.5, §5.6).
func agentOf(card []byte) string {
	type way struct{ URL, ProtocolBinding, Transport string }
	var c struct {
		SupportedInterfaces  []way
		AdditionalInterfaces []way
		URL                  string
		PreferredTransport   string
	}
	if json.Unmarshal(card, &c) != nil {
		return ""
	}
	for _, w := range append(c.SupportedInterfaces, c.AdditionalInterfaces...) {
		if w.ProtocolBinding == "JSONRPC" || w.Transport == "JSONRPC" {
			return w.URL
		}
	}
	if c.PreferredTransport == "" || c.PreferredTransport == "JSONRPC" {
		return c.URL
	}
	return ""
}

// list returns a request for a task that does not exist: an agent has no list that every client
// may read.
func (p *overA2A) list(c *client) probe.Request {
	return p.call(c, &a2aMethods[p.revision][0], json.RawMessage(missingTask))
}

func (p *overA2A) call(c *client, t *Tool, input json.RawMessage) probe.Request {
	var params any
	if input != nil {
		params = input
	}
	return p.request(c, t.Name, params)
}

// revisions returns a request with another A2A-Version, which 0.3 does not have.
func (p *overA2A) revisions(c *client, _ *Tool, _ json.RawMessage) []probe.Request {
	if p.revision == a2aLegacyVersion {
		return nil
	}
	r := p.list(c)
	r.Header.Set(versionHeader, unknownVersion)
	return []probe.Request{r}
}
