package main

import (
	_ "embed"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/cmd/toolerr/internal/explain"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rows"
	"github.com/toolerr/toolerr/mapping"
)

// This file has the page of a code. protocolCodes has a row for each code of each protocol; a page
// has the rows with its number or name, and the page of a kind those that decode to it.

// A protocolCode is a code of a protocol, and the notes beside it on the page of its number, of
// its name, and of its kind.
type protocolCode struct {
	in                       string
	number                   string
	names                    []string
	kind                     errkit.Kind
	onNumber, onName, onKind string
	listed                   bool // on the page of its kind
}

// protocolCodes returns all codes of all protocols but the HTTP statuses.
func protocolCodes() (codes []protocolCode) {
	for _, c := range mapping.MCPCodes() {
		codes = append(codes, protocolCode{"MCP", strconv.Itoa(c.Code), []string{c.Name}, c.Kind, c.Where, c.Where,
			c.Where, true})
	}
	for _, c := range mapping.AAICodes() {
		codes = append(codes, protocolCode{"AAI numeric", strconv.Itoa(c.Code), []string{c.Type}, c.Kind,
			strconv.Quote(c.Message), c.Message, "", true})
	}
	for _, c := range mapping.AAIStringCodes() {
		codes = append(codes, protocolCode{"AAI string", "", []string{c.Code}, c.Kind, "", c.Note, c.Note, true})
	}
	for _, c := range mapping.ToolErrorCodes() {
		codes = append(codes, protocolCode{"toolError:v1", "", []string{c.Code}, c.Kind, "", c.Note, c.Note, true})
	}
	for _, row := range all.Rows() {
		for _, c := range row.Codes() {
			codes = append(codes, protocolCode{row.Short, "", []string{c.Code}, c.Kind, "", c.Note, "", false})
		}
	}
	for _, c := range mapping.RPCCodes() {
		k, _ := mapping.Default().FromRPC(c)
		codes = append(codes, protocolCode{"google.rpc", strconv.Itoa(int(c)), []string{c.String(), c.Connect()}, k,
			"in gRPC", "in Google APIs and gRPC " + c.String() + ", in Connect " + c.Connect(), "", false})
	}
	for _, c := range mapping.A2ACodes() {
		codes = append(codes, protocolCode{"A2A", strconv.Itoa(c.Code), []string{c.Reason}, c.Kind,
			strconv.Quote(c.Message), c.Message, "", true})
	}
	return codes
}

// codeNames returns all codes of all dialects.
func codeNames() []string {
	var names []string
	for _, c := range protocolCodes() {
		if c.in != "google.rpc" { // its numbers are only those of gRPC
			names = append(names, c.number)
		}
		names = append(names, lo.Filter(c.names, func(name string, _ int) bool { return isIdentifier(name) })...)
	}
	for _, r := range mapping.Default().Rows() {
		names = append(names, strconv.Itoa(r.HTTP))
	}
	return lo.Uniq(lo.Compact(append(names, mapping.NeedsInput)))
}

// isIdentifier reports whether the name of a code is an identifier, not a description, as some of
// MCP are.
func isIdentifier(name string) bool { return name != "" && !strings.Contains(name, " ") }

// codePages returns the pages of all codes, also of those of APIs.
func codePages() []*page {
	names := append(codeNames(), foreign.Codes()...)
	for _, row := range codeFacts("common") {
		names = append(names, strings.Fields(row[0])...)
	}
	return lo.Map(lo.Uniq(names), func(name string, _ int) *page { return codePageOf(name) })
}

func codePageOf(name string) *page {
	p := &page{Code: name, DocURL: explain.CodeURL(name)}
	p.Meanings, p.Renderings, p.Collisions = []fact{}, []rendering{}, []collision{}
	n, err := strconv.Atoi(name)
	switch {
	case err != nil:
		p.addName(name)
	case n >= 100 && n <= 599:
		p.Note = noError(n)
		p.addStatus(n)
	default:
		p.addNumber(n)
	}
	p.Name = http.StatusText(n)
	if len(p.Meanings) == 0 && p.Note == "" { // a status that is not that of an error is none
		p.addForeign(name)
	}
	p.addRenderings(func(r rendering) bool {
		if n == http.StatusOK { // nearly every kind has it under some condition
			return r.Status == n && r.When == ""
		}
		return r.code == name && name != "" || err == nil && r.Status == n
	})
	p.Kinds = lo.Map(p.kinds(), func(k errkit.Kind, _ int) *page { return kindTextOf(k) })
	if header := headers[name]; header != "" {
		p.Header = memberPageOf(header)
	}
	return p
}

// noError returns what an HTTP status means that is not that of an error, else "".
func noError(status int) string {
	what := map[int]string{1: "a response before the final one (RFC 9110 §15.2)", 2: "a success (RFC 9110 §15.3)",
		3: "a redirection (RFC 9110 §15.4)"}[status/100]
	if what == "" {
		return ""
	}
	note := "The status is that of " + what + ", not of an error."
	if status == http.StatusOK {
		note += " The body of a tool's result may have one: the protocols below send it with this status."
	}
	return note
}

func (p *page) addMeaning(in, name string, kind errkit.Kind, note string) {
	p.Meanings = append(p.Meanings, fact{In: in, Name: name, Kind: kind.String(), Note: note})
}

// addName adds the meanings of a code that is a name, those of AAI's strings first.
func (p *page) addName(name string) {
	strings, others := lo.FilterReject(protocolCodes(),
		func(c protocolCode, _ int) bool { return c.in == "AAI string" })
	for _, c := range append(strings, others...) {
		if !isIdentifier(name) || !slices.Contains(c.names, name) {
			continue
		}
		p.addMeaning(c.in+lo.Ternary(c.in == "AAI numeric", ", data.type", ""), c.number, c.kind, c.onName)
		for _, k := range errkit.Kinds() {
			if s := statusesOf(name, k); s != "" && c.in == "toolError:v1" {
				p.addMeaning(c.in, "statusCode "+s, k, "")
			}
		}
	}
	if k, ok := mapping.Default().FromA2AState(name); ok {
		p.addMeaning("A2A", "", k, "state of a task")
	}
	if name == mapping.NeedsInput {
		p.addMeaning("toolError:v1", "", errkit.InputRequired, "not an error: it asks the user for input")
	}
	for _, c := range foreign.Meanings(name) {
		if c.API == "Arcade" {
			p.addMeaning("Arcade's ToolCallError", "kind", c.Kind, "in OXP errors, and in MCP in _meta.arcade")
		}
	}
}

// addForeign adds what a code means in APIs, or a text. A class at its start that is that of any
// failure of a server is less exact: "openai.InternalServerError: Error code: 503 - busy".
func (p *page) addForeign(name string) {
	k, rule, ok := foreign.Kind(wire.FailedCall, name)
	for _, c := range foreign.Meanings(name) { // dozens of APIs may have it
		if !ok || isIdentifier(name) || c.Kind != errkit.Internal {
			p.addMeaning(c.API, "", c.Kind, c.Docs)
		}
	}
	if ok && len(p.Meanings) == 0 {
		p.addMeaning("texts", "", k, "a guess: "+rule)
	}
}

// addStatus adds the meanings of an HTTP status.
func (p *page) addStatus(n int) {
	table := mapping.Default()
	for _, r := range codeFacts("oxp") {
		if k, _ := errkit.LookupKind(r[2]); r[0] == strconv.Itoa(n) {
			p.addMeaning("OXP", r[1], k, r[3])
		}
	}
	k, ok := table.FromHTTP(n)
	if !ok {
		return
	}
	p.addMeaning("HTTP", http.StatusText(n), k, "in OXP bodies of an unknown form, and in problems without a kind")
	code := table.ToolError(errkit.UpstreamFailed, n)
	if k, ok := table.FromToolError(code, n); ok {
		p.addMeaning("toolError:v1", code+" with this statusCode", k, "")
	}
	p.addMeaning(upstream, "AAI string "+table.AAIString(errkit.UpstreamFailed, n)+", toolError:v1 "+code,
		errkit.UpstreamFailed,
		"retry "+retryName(table.Retry(errkit.UpstreamFailed, n)))
}

// upstream is the meaning of a status that an upstream service responds with.
const upstream = "upstream"

func retryName(r errkit.Retry) string { return lo.CoalesceOrEmpty(r.String(), "unspecified") }

// addNumber adds the meanings and collisions of a JSON-RPC code.
func (p *page) addNumber(n int) {
	for _, c := range protocolCodes() {
		if c.number == strconv.Itoa(n) {
			p.addMeaning(c.in, c.names[0], c.kind, c.onNumber)
		}
	}
	inMCP := slices.ContainsFunc(p.Meanings, func(m fact) bool { return m.In == "MCP" })
	for _, r := range codeFacts("ranges") {
		from, _ := strconv.Atoi(r[0])
		if to, _ := strconv.Atoi(r[1]); !inMCP && n >= from && n <= to {
			p.addMeaning(r[2], "", errkit.Unknown, r[3])
		}
	}
	for _, c := range codeFacts("collisions") {
		if c[0] == strconv.Itoa(n) {
			p.Collisions = append(p.Collisions, collision{c[1], c[2]})
		}
	}
}

// addRenderings adds the renderings for which has returns true, grouped by dialect and condition.
func (p *page) addRenderings(has func(rendering) bool) {
	found := lo.Filter(allRenderings(), func(r rendering, _ int) bool { return has(r) })
	for _, group := range lo.PartitionBy(found, func(r rendering) [2]string { return [2]string{r.Dialect, r.When} }) {
		kinds := lo.Map(group, func(r rendering, _ int) string { return r.kind.String() })
		p.Renderings = append(p.Renderings, rendering{Dialect: group[0].Dialect, When: group[0].When, Kinds: kinds})
	}
}

// kinds returns the kinds of the meanings, each once, without unknown if there is another one.
func (p *page) kinds() []errkit.Kind {
	kinds := lo.Uniq(lo.FilterMap(p.Meanings, func(m fact, _ int) (errkit.Kind, bool) {
		k, ok := errkit.LookupKind(m.Kind)
		return k, ok && m.In != upstream
	}))
	if known := lo.Without(kinds, errkit.Unknown); len(known) > 0 {
		return known
	}
	return kinds
}

// headers has the headers that a client must know for a status.
var headers = map[string]string{"401": "WWW-Authenticate", "403": "WWW-Authenticate", "429": "Retry-After",
	"503": "Retry-After"}

// A collision is a different meaning, in another protocol or implementation, of a JSON-RPC code
// that a dialect may receive.
type collision struct {
	Who     string `json:"who"`
	Meaning string `json:"meaning"`
}

//go:embed codes.txt
var codesText string

// codeFacts returns the rows of a group of codes.txt.
func codeFacts(group string) (all [][]string) {
	for heading, row := range rows.All(codesText) {
		if heading == group {
			all = append(all, strings.Split(row, " | "))
		}
	}
	return all
}
