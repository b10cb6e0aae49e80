package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/cmd/toolerr/internal/explain"
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
	doc, _ := table.MarshalJSON() // the default table is valid
	_ = json.Unmarshal(doc, &rows)
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
