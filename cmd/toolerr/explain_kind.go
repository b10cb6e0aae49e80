package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/cmd/toolerr/internal/explain"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// kindTextOf returns the explanation of a kind in prose.
func kindTextOf(k errkit.Kind) *page {
	t := explain.Kind(k)
	return &page{Kind: k.String(), Text: string(k.Text()), Means: t.Means, Fault: k.Fault(), Client: t.Client,
		Model: t.Model, Go: t.Example(), Spec: &t.Spec, DocURL: t.URL()}
}

func kindPageOf(k errkit.Kind) *page {
	table := mapping.Default()
	p := kindTextOf(k)
	p.Renderings, p.Sources = renderings(k), sources(k)
	p.Ambiguities = lo.Filter(table.Ambiguous(), func(a mapping.Ambiguity, _ int) bool { return a.Kind == k })
	var rows []json.RawMessage
	_ = json.Unmarshal(table.JSON(), &rows)
	p.Row = rows[k] // kinds are numbered in the order of the rows
	for i, title := range mapping.Header()[1:] {
		p.Cells = append(p.Cells, [2]string{title, table.Cells()[k][i+1]})
	}
	row := table.Row(k)
	p.Cells = append(p.Cells, [2]string{"MCP (other methods)", strconv.Itoa(row.MCPOutside)},
		[2]string{"problem type", row.Problem})
	return p
}

// sources lists the codes of the table that decode to k, followed by the shapes of data.
func sources(k errkit.Kind) []fact {
	table := mapping.Default()
	var all []fact
	add := func(in, what, note string) { all = append(all, fact{In: in, What: what, Note: note}) }
	if s := statusRanges(func(status int) bool { back, _ := table.FromHTTP(status); return back == k }); s != "" {
		add("HTTP status", s, "")
	}
	for _, form := range []mapping.Form{mapping.OXPServer, mapping.OXPValidation, mapping.OXPTool} {
		if table.FromOXP(form) == k {
			add("OXP", form.String(), "without more specific evidence")
		}
	}
	if k == errkit.ExecutionFailed {
		add("MCP", "result with isError", "without more specific evidence")
	}
	for _, c := range protocolCodes() {
		if c.listed && c.kind == k {
			add(c.in, strings.TrimSpace(c.number+" "+c.names[0]), c.onKind)
		}
		if s := statusesOf(c.names[0], k); s != "" && c.in == "toolError:v1" {
			add(c.in, c.names[0], "with statusCode "+s)
		}
	}
	for _, shape := range codeFacts("shapes") {
		if shape[0] == k.String() {
			add(shape[1], shape[2], "")
		}
	}
	add("problem", "the member kind, or a type that ends in /"+table.Row(k).Problem, "")
	return all
}

// statusesOf returns the values of statusCode with which a code of toolError:v1 decodes to k, if
// it does not without one.
func statusesOf(code string, k errkit.Kind) string {
	table := mapping.Default()
	if without, _ := table.FromToolError(code, 0); without == k {
		return ""
	}
	return statusRanges(func(status int) bool { back, _ := table.FromToolError(code, status); return back == k })
}

// statusRanges lists the HTTP error statuses for which is returns true: 400, 402, 406-407.
func statusRanges(is func(status int) bool) string {
	var ranges []string
	for from := 400; from <= 599; from++ {
		if !is(from) {
			continue
		}
		to := from
		for to < 599 && is(to+1) {
			to++
		}
		ranges = append(ranges, lo.Ternary(from == to, strconv.Itoa(from), fmt.Sprintf("%d-%d", from, to)))
		from = to
	}
	return strings.Join(ranges, ", ")
}

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
