package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"sync"

	"github.com/toolerr/toolerr/cmd/toolerr/internal/explain"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
)

// A rendering is a sample error of a kind, rendered in a dialect. explain derives the codes from
// renderings, so that they are the codes that the dialects actually write.
type rendering struct {
	Dialect string `json:"dialect"`
	When    string `json:"when,omitempty"` // the condition; "" is any tool call
	Status  int    `json:"status,omitempty"`
	Body    body   `json:"body,omitempty"`

	// Kinds are those that are rendered with the code of a page, which has no status and no body.
	Kinds []string `json:"kinds,omitempty"`

	kind errkit.Kind
	code string // the code in the document, or ""
}

// conditions are the parameters of a call that affect the code.
var conditions = [...]struct {
	when   string
	stage  errkit.Stage
	target target
	base   int // the index of the more general condition, to which renderings are compared
}{
	{when: ""},
	{when: "before the call", stage: errkit.BeforeCall},
	{when: "in the tool", stage: errkit.Execution},
	{when: "outside tools/call", target: target{call: dialect.Call{Method: "ping"}}},
	{when: "in resources/read", base: 3,
		target: target{call: dialect.Call{Method: "resources/read", URI: "file:///bell"}}},
	{when: "if the client declared elicitation by URL", target: target{elicitURL: true}},
	{when: "with --protocol-errors", target: target{protocolError: true}},
}

// allRenderings returns the renderings of all kinds.
var allRenderings = sync.OnceValue(func() []rendering { return renderings(errkit.Kinds()...) })

// renderings renders kinds in every dialect under every condition. Renderings with the same code
// and status as under the more general condition are omitted.
func renderings(kinds ...errkit.Kind) []rendering {
	var list []rendering
	for _, row := range all.Rows() {
		if row.Dialect == (mcp.Dialect{}) { // another name of its latest revision
			continue
		}
		var byCondition [len(conditions)][]rendering // a base comes before those that are compared to it
		for i, c := range conditions {
			for n, k := range kinds {
				var general rendering
				if i > 0 {
					general = byCondition[c.base][n]
				}
				r := render(k, row.Dialect, i, general)
				byCondition[i] = append(byCondition[i], r)
				if i == 0 || r.code != general.code || r.Status != general.Status {
					list = append(list, r)
				}
			}
		}
	}
	return list
}

// render renders a sample of k in d under conditions[i]. Only a document that is not the general
// one is decoded.
func render(k errkit.Kind, d dialect.Dialect, i int, general rendering) rendering {
	c := conditions[i]
	e := explain.Sample(k)
	e.Stage = c.stage
	c.target.dialect, c.target.call.ID = d, json.RawMessage("1")
	d = c.target.configured()
	body, head := new(dialect.Codec).Append(nil, d, c.target.call, e)
	code := general.code
	if head.Status != general.Status || !bytes.Equal(body, general.Body) {
		code = wireCode(dialect.Document{Dialect: d, Status: head.Status, Body: body})
	}
	return rendering{Dialect: d.Name(), When: c.when, Status: head.Status, Body: body, kind: k, code: code}
}

// wireCode returns the code that is decoded from a document. For one without a code it returns the
// type of the payload, or a resultType of MCP other than complete.
func wireCode(doc dialect.Document) string {
	var codec dialect.Codec
	e, err := codec.Decode(doc)
	if err != nil || e == nil {
		return ""
	}
	if code := cmp.Or(e.Peer.Code, e.Peer.Type); code != "" {
		return code
	}
	var mcp struct {
		Result struct{ ResultType string }
	}
	if json.Unmarshal(doc.Body, &mcp) != nil || mcp.Result.ResultType == "complete" {
		return ""
	}
	return mcp.Result.ResultType // input_required
}
