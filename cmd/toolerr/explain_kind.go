package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/explain"
	"github.com/toolerr/toolerr/mapping"
)

// kindText is the explanation of a kind in prose.
type kindText struct {
	Kind   string        `json:"kind"`
	Text   string        `json:"text"`
	Means  string        `json:"means"`
	Fault  explain.Fault `json:"fault"`
	Client string        `json:"client"`
	Model  string        `json:"model"`
	Go     string        `json:"go"`
	Spec   specification `json:"specification"`
}

// specification is an explain.Spec in JSON.
type specification struct {
	Title string `json:"title"`
	URL   string `json:"url"`
}

func kindTextOf(k errkit.Kind) kindText {
	t := explain.Kind(k)
	return kindText{k.String(), string(k.Text()), t.Means, t.Fault, t.Client, t.Model, t.Example(), specification(t.Spec)}
}

func (t kindText) print(w io.Writer) {
	fmt.Fprintf(w, "%s: %s\n", t.Kind, t.Text)
	for _, p := range [...]string{t.Means, "Caused by: " + string(t.Fault) + ".", "A client should: " + t.Client, "For a model: " + t.Model} {
		fmt.Fprintln(w, wrap(p, 2))
	}
	fmt.Fprintf(w, "  In Go:\n    %s\n", strings.ReplaceAll(t.Go, "\n", "\n    "))
	t.Spec.print(w)
}

func (s specification) print(w io.Writer) {
	fmt.Fprintf(w, "  Specification: %s\n    %s\n", s.Title, s.URL)
}

// kindPage is the explanation of a kind.
type kindPage struct {
	kindText
	Row         json.RawMessage `json:"row"`
	Renderings  []kindRendering `json:"renderings"`
	Sources     []source        `json:"sources"`
	Ambiguities []ambiguity     `json:"ambiguities"`

	cells [][2]string // the column and the cell of the table
}

// kindRendering is the rendering of a kind in a dialect.
type kindRendering struct {
	Dialect string `json:"dialect"`
	When    string `json:"when,omitempty"`
	Status  int    `json:"status"`
	Body    body   `json:"body"`
}

// source is a code or shape in a document that decodes to the kind.
type source struct {
	In   string `json:"in"`
	What string `json:"what"`
	Note string `json:"note,omitempty"`
}

// ambiguity is a cell of the table that decodes to another kind.
type ambiguity struct {
	Column string `json:"column"`
	Cell   string `json:"cell"`
	Back   string `json:"decodes_to"`
}

func kindPageOf(k errkit.Kind) (*kindPage, error) {
	table := mapping.Default()
	p := &kindPage{kindText: kindTextOf(k), Sources: sources(k), Ambiguities: []ambiguity{}}
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
	p.cells = append(p.cells, [2]string{"MCP (other methods)", strconv.Itoa(row.MCPOutside)}, [2]string{"problem type", row.Problem})
	for _, r := range renderings(k) {
		p.Renderings = append(p.Renderings, kindRendering{r.dialect, r.when, r.status, r.body})
	}
	for _, a := range table.Ambiguous() {
		if a.Kind == k {
			p.Ambiguities = append(p.Ambiguities, ambiguity{a.Column, a.Cell, a.Decoded.String()})
		}
	}
	return p, nil
}

func (p *kindPage) print(w io.Writer) error {
	p.kindText.print(w)
	tab := columns(w)
	fmt.Fprintln(tab, "\nTable row")
	for _, cell := range p.cells {
		printRow(tab, cell[0], cell[1])
	}
	fmt.Fprintln(tab, "\nRendering in each dialect, with an example")
	for _, s := range p.Renderings {
		when := ""
		if s.When != "" {
			when = ", " + s.When
		}
		lines := strings.ReplaceAll(strings.TrimSpace(string(s.Body)), "\r\n", "\n    ")
		fmt.Fprintf(tab, "  %s%s: HTTP %d\n    %s\n", s.Dialect, when, s.Status, lines)
	}
	fmt.Fprintln(tab, "\nDecoded from")
	for _, r := range p.Sources {
		printRow(tab, r.In, r.What, r.Note)
	}
	fmt.Fprintln(tab, "\nTable cells that decode to another kind")
	for _, a := range p.Ambiguities {
		printRow(tab, a.Column, a.Cell, "decodes to "+a.Back)
	}
	if len(p.Ambiguities) == 0 {
		printRow(tab, "none: the kind round-trips in every column")
	}
	return tab.Flush()
}

// sources lists the codes of the table that decode to k, followed by the shapes of data.
func sources(k errkit.Kind) []source {
	table := mapping.Default()
	all := []source{}
	add := func(in, what, note string) { all = append(all, source{in, what, note}) }
	if s := statusRanges(func(status int) bool { back, _ := table.FromHTTP(status); return back == k }); s != "" {
		add("HTTP status", s, "")
	}
	for _, form := range []mapping.Form{mapping.OXPServer, mapping.OXPValidation, mapping.OXPTool} {
		if mapping.Default().FromOXP(form) == k {
			add("OXP", form.String(), "without more specific evidence")
		}
	}
	if k == errkit.ExecutionFailed {
		add("MCP", "result with isError", "without more specific evidence")
	}
	for _, c := range mapping.MCPCodes() {
		if c.Kind == k {
			add("MCP", strings.TrimSpace(strconv.Itoa(c.Code)+" "+c.Name), c.Where)
		}
	}
	for _, c := range mapping.AAICodes() {
		if c.Kind == k {
			add("AAI numeric", strconv.Itoa(c.Code)+" "+c.Type, "")
		}
	}
	for _, c := range mapping.AAIStringCodes() {
		if c.Kind == k {
			add("AAI string", c.Code, c.Note)
		}
	}
	for _, c := range mapping.ToolErrorCodes() {
		if c.Kind == k {
			add("toolError:v1", c.Code, c.Note)
		}
		if s := statusesOf(c.Code, k); s != "" {
			add("toolError:v1", c.Code, "with statusCode "+s)
		}
	}
	for _, c := range mapping.A2ACodes() {
		if c.Kind == k {
			add("A2A", strings.TrimSpace(strconv.Itoa(c.Code)+" "+c.Reason), "")
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

// statusesOf returns the values of statusCode with which a code of toolError:v1 decodes to k, if it does not without one.
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

// A shape is a member, or a set of members, of a document that determines the kind more precisely than its code.
type shape struct {
	kind    errkit.Kind
	in      string
	what    string
	dialect dialect.Dialect
	example string // a document with the shape
}

// shapes lists the requirements and challenges of every protocol, followed by other data.
var shapes = [...]shape{
	{errkit.AuthRequired, "OXP", "missing_requirements.authorization", oxp.Dialect{},
		`{"$schema":"urn:oxp:1.0","message":"Visit the page.","missing_requirements":{"authorization":[{"id":"a","url":"https://example.com/a"}]}}`},
	{errkit.AuthRequired, "MCP", "data.elicitations", mcp.Dialect{Revision: "2025-11-25"},
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32042,"message":"Visit the page.","data":{"elicitations":[{"mode":"url","elicitationId":"a","url":"https://example.com/a","message":"Visit it."}]}}}`},
	{errkit.AuthRequired, "MCP", "resultType input_required, with a URL", mcp.Dialect{},
		`{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"mode":"url","message":"Visit it.","url":"https://example.com/a"}}}}`},
	{errkit.InputRequired, "MCP", "resultType input_required, with a form", mcp.Dialect{},
		`{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"mode":"form","message":"Which bell?","requestedSchema":{"type":"object","properties":{"bell":{"type":"string"}}}}}}}`},
	{errkit.InputRequired, "toolError:v1", "a payload of needsInput:v1", toolerror.Dialect{},
		`{"kind":"needsInput:v1","type":"elicitation","message":"Which bell?","needsInput":{"fields":["bell"],"reason":"There are two."}}`},
	{errkit.RequirementMissing, "OXP", "missing_requirements with only user_id or secrets", oxp.Dialect{},
		`{"$schema":"urn:oxp:1.0","message":"Who is it?","missing_requirements":{"user_id":true}}`},
	{errkit.Unavailable, "MCP", "resultType input_required, with only a state", mcp.Dialect{},
		`{"resultType":"input_required","requestState":"c3RhdGU"}`},
	{errkit.UnsupportedVersion, "MCP", "data.supported and data.requested", mcp.Dialect{Revision: "2025-11-25"},
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unsupported protocol version","data":{"supported":["2025-11-25"],"requested":"1.0.0"}}}`},
	{errkit.NotFound, "MCP", "data.uri", mcp.Dialect{},
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Resource not found","data":{"uri":"file:///bell"}}}`},
	{errkit.Unsupported, "MCP", "data.requiredCapabilities", mcp.Dialect{},
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"Sampling is needed.","data":{"requiredCapabilities":{"sampling":{}}}}}`},
	{errkit.PermissionDenied, "OXP", "the status of a challenge is failed", oxp.Dialect{Flat: true}, `{"status":"failed"}`},
	{errkit.InvalidInput, "AAI string", "data.validationErrors", aai.Strings{},
		`{"status":"error","error":{"code":"INVALID_PARAMS","message":"Wrong.","data":{"validationErrors":[{"path":"times","message":"must be at least 1"}]}}}`},
	{errkit.AuthConfigInvalid, "AAI string", "data.missingVars", aai.Strings{},
		`{"status":"error","error":{"code":"INVALID_REQUEST","message":"Wrong.","data":{"code":"MISSING_ENV_VARS","missingVars":["BELL_KEY"]}}}`},
	{errkit.RateLimited, "AAI numeric", "-32013 with status 429 in its detail", aai.Dialect{},
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32013,"message":"API request failed","data":{"type":"API_REQUEST_FAILED","detail":"HTTP 429 from https://example.com"}}}`},
}
