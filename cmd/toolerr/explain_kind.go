package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// kindPage is what explain tells of a kind.
type kindPage struct {
	Kind  string          `json:"kind"`
	Text  string          `json:"text"`
	Row   json.RawMessage `json:"row"`
	Said  []saying        `json:"said"`
	Read  []reading       `json:"read_from"`
	Stray []stray         `json:"does_not_come_back"`

	cells [][2]string
}

// saying is how a dialect says a kind.
type saying struct {
	Dialect string          `json:"dialect"`
	When    string          `json:"when,omitempty"`
	Status  int             `json:"status"`
	Body    json.RawMessage `json:"body"`
}

// reading is what in a document is read as a kind.
type reading struct {
	In   string `json:"in"`
	What string `json:"what"`
	Note string `json:"note,omitempty"`
}

// stray is a cell that reads as another kind.
type stray struct {
	Column string `json:"column"`
	Cell   string `json:"cell"`
	Back   string `json:"reads_as"`
}

func kindPageOf(k errkit.Kind) (*kindPage, error) {
	table := mapping.Default()
	p := &kindPage{Kind: k.String(), Text: string(k.Text()), Read: readings(k), Stray: []stray{}}
	var rows []json.RawMessage
	doc, err := table.MarshalJSON()
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(doc, &rows); err != nil {
		return nil, err
	}
	p.Row = rows[k] // kinds are numbered in the order of the rows
	for i, title := range mapping.Header()[1:] {
		p.cells = append(p.cells, [2]string{title, table.Cells()[k][i+1]})
	}
	row := table.Row(k)
	p.cells = append(p.cells, [2]string{"MCP elsewhere", number(row.MCPOutside)}, [2]string{"problem type", row.Problem})
	for _, probe := range probes(k) {
		p.Said = append(p.Said, saying{probe.dialect, probe.when, probe.status, probe.body})
	}
	for _, a := range table.Ambiguous() {
		if a.Kind == k {
			p.Stray = append(p.Stray, stray{a.Column, a.Cell, a.Back.String()})
		}
	}
	return p, nil
}

func (p *kindPage) print(w io.Writer) error {
	tab := newTab(w)
	fmt.Fprintf(tab, "%s: %s\n\nThe row of the table\n", p.Kind, p.Text)
	for _, cell := range p.cells {
		printRow(tab, cell[0], cell[1])
	}
	fmt.Fprintln(tab, "\nHow every dialect says it, with an example")
	for _, s := range p.Said {
		when := ""
		if s.When != "" {
			when = ", " + s.When
		}
		fmt.Fprintf(tab, "  %s%s: HTTP %d\n    %s\n", s.Dialect, when, s.Status, s.Body)
	}
	fmt.Fprintln(tab, "\nWhat is read as it")
	for _, r := range p.Read {
		printRow(tab, r.In, r.What, r.Note)
	}
	fmt.Fprintln(tab, "\nWhere it does not come back from the code alone")
	for _, s := range p.Stray {
		printRow(tab, s.Column, s.Cell, "reads as "+s.Back)
	}
	if len(p.Stray) == 0 {
		printRow(tab, "nowhere: every column gives it back")
	}
	return tab.Flush()
}

// readings lists what is read as a kind: the codes as the mapping has them, then the shapes of data.
func readings(k errkit.Kind) []reading {
	table := mapping.Default()
	all := []reading{}
	add := func(in, what, note string) { all = append(all, reading{in, what, note}) }
	if s := spans(func(status int) bool { back, _ := table.FromHTTP(status); return back == k }); s != "" {
		add("HTTP status", s, "")
	}
	for _, form := range []mapping.Form{mapping.Server, mapping.Validation, mapping.Tool} {
		if mapping.FromOXP(form) == k {
			add("OXP", form.String(), "where nothing else says more")
		}
	}
	if k == errkit.ExecutionFailed {
		add("MCP", "result with isError", "where nothing else says more")
	}
	for _, c := range mapping.MCPCodes() {
		if c.Kind == k {
			add("MCP", strings.TrimSpace(number(c.Code)+" "+c.Name), c.Where)
		}
	}
	for _, c := range mapping.AAICodes() {
		if c.Kind == k {
			add("AAI numeric", number(c.Code)+" "+c.Type, "")
		}
	}
	for _, c := range mapping.AAIStrings() {
		if c.Kind == k {
			add("AAI string", c.Code, c.Note)
		}
	}
	for _, c := range mapping.ToolErrors() {
		if c.Kind == k {
			add("toolError:v1", c.Code, c.Note)
		}
		if s := byStatus(c.Code, k); s != "" {
			add("toolError:v1", c.Code, "with statusCode "+s)
		}
	}
	for _, s := range shapes {
		if s.kind == k {
			add(s.in, s.what, "")
		}
	}
	add("problem", "the member kind, or a type that ends in /"+table.Row(k).Problem, "")
	return all
}

// byStatus returns the statuses that make a kind of a code which alone is another.
func byStatus(code string, k errkit.Kind) string {
	table := mapping.Default()
	alone, _ := table.FromToolError(code, 0)
	if alone == k {
		return ""
	}
	return spans(func(status int) bool { back, _ := table.FromToolError(code, status); return back == k })
}

// spans lists the HTTP statuses of errors that are so, in runs: 400, 402, 406-407.
func spans(is func(status int) bool) string {
	var runs []string
	for from := 400; from <= 599; from++ {
		if !is(from) {
			continue
		}
		to := from
		for to < 599 && is(to+1) {
			to++
		}
		runs = append(runs, lo.Ternary(from == to, number(from), fmt.Sprintf("%d-%d", from, to)))
		from = to
	}
	return strings.Join(runs, ", ")
}

// A shape is data that says more than the code beside it.
type shape struct {
	kind    errkit.Kind
	in      string
	what    string
	dialect dialect.Dialect
	example string // a document that has it
}

// The requirements and challenges of every protocol, then what other data tells.
var shapes = [...]shape{
	{errkit.AuthRequired, "OXP", "missing_requirements.authorization", dialect.OXP{},
		`{"$schema":"urn:oxp:1.0","message":"Visit the page.","missing_requirements":{"authorization":[{"id":"a","url":"https://example.com/a"}]}}`},
	{errkit.AuthRequired, "MCP", "data.elicitations", dialect.MCP{Revision: "2025-11-25"},
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32042,"message":"Visit the page.","data":{"elicitations":[{"mode":"url","elicitationId":"a","url":"https://example.com/a","message":"Visit it."}]}}}`},
	{errkit.AuthRequired, "MCP", "resultType input_required, with a URL", dialect.MCP{},
		`{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"mode":"url","message":"Visit it.","url":"https://example.com/a"}}}}`},
	{errkit.InputRequired, "MCP", "resultType input_required, with a form", dialect.MCP{},
		`{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"mode":"form","message":"Which bell?","requestedSchema":{"type":"object","properties":{"bell":{"type":"string"}}}}}}}`},
	{errkit.InputRequired, "toolError:v1", "a payload of needsInput:v1", dialect.ToolError{},
		`{"kind":"needsInput:v1","type":"elicitation","message":"Which bell?","needsInput":{"fields":["bell"],"reason":"There are two."}}`},
	{errkit.RequirementMissing, "OXP", "missing_requirements with user_id or secrets alone", dialect.OXP{},
		`{"$schema":"urn:oxp:1.0","message":"Who is it?","missing_requirements":{"user_id":true}}`},
	{errkit.Unavailable, "MCP", "resultType input_required, with a state alone", dialect.MCP{},
		`{"resultType":"input_required","requestState":"c3RhdGU"}`},
	{errkit.UnsupportedVersion, "MCP", "data.supported and data.requested", dialect.MCP{Revision: "2025-11-25"},
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unsupported protocol version","data":{"supported":["2025-11-25"],"requested":"1.0.0"}}}`},
	{errkit.NotFound, "MCP", "data.uri", dialect.MCP{},
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Resource not found","data":{"uri":"file:///bell"}}}`},
	{errkit.Unsupported, "MCP", "data.requiredCapabilities", dialect.MCP{},
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"Sampling is needed.","data":{"requiredCapabilities":{"sampling":{}}}}}`},
	{errkit.PermissionDenied, "OXP", "the check of a challenge says failed", dialect.OXP{Flat: true}, `{"status":"failed"}`},
	{errkit.InvalidInput, "AAI string", "data.validationErrors", dialect.AAI{Strings: true},
		`{"status":"error","error":{"code":"INVALID_PARAMS","message":"Wrong.","data":{"validationErrors":[{"path":"times","message":"must be at least 1"}]}}}`},
	{errkit.AuthConfigInvalid, "AAI string", "data.missingVars", dialect.AAI{Strings: true},
		`{"status":"error","error":{"code":"INVALID_REQUEST","message":"Wrong.","data":{"code":"MISSING_ENV_VARS","missingVars":["BELL_KEY"]}}}`},
	{errkit.RateLimited, "AAI numeric", "-32013 whose detail names status 429", dialect.AAI{},
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32013,"message":"API request failed","data":{"type":"API_REQUEST_FAILED","detail":"HTTP 429 from https://example.com"}}}`},
}
