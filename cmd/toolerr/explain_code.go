package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/adcp"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// codePage is the explanation of a code.
type codePage struct {
	Code       string           `json:"code"`
	Note       string           `json:"note,omitempty"` // of a status that is not that of an error
	Kinds      []kindText       `json:"kinds"`          // of the meanings
	Header     *memberPage      `json:"header,omitempty"`
	Meanings   []meaning        `json:"meanings"`
	Renderings []codeRenderings `json:"renderings"`
	Collisions []collision      `json:"collisions"`
}

// meaning is the meaning of a code in one protocol, and the kind that it decodes to.
type meaning struct {
	In   string `json:"in"`
	Name string `json:"name,omitempty"`
	Kind string `json:"kind"`
	Note string `json:"note,omitempty"`
}

// codeRenderings lists the kinds that a dialect renders with a code.
type codeRenderings struct {
	Dialect string   `json:"dialect"`
	When    string   `json:"when,omitempty"`
	Kinds   []string `json:"kinds"`
}

func codePageOf(name string) *codePage {
	p := &codePage{Code: name, Meanings: []meaning{}, Renderings: []codeRenderings{}, Collisions: []collision{}}
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
	p.addRenderings(func(r rendering) bool {
		if n == http.StatusOK { // nearly every kind has it under some condition
			return r.status == n && r.when == ""
		}
		return r.code == name && name != "" || err == nil && r.status == n
	})
	p.Kinds = lo.Map(p.kinds(), func(k errkit.Kind, _ int) kindText { return kindTextOf(k) })
	if header := headers[name]; header != "" {
		p.Header = memberPageOf(header)
	}
	return p
}

// noError returns what an HTTP status means that is not that of an error, else "".
func noError(status int) string {
	what := ""
	switch status / 100 {
	case 1:
		what = "a response before the final one (RFC 9110 §15.2)"
	case 2:
		what = "a success (RFC 9110 §15.3)"
	case 3:
		what = "a redirection (RFC 9110 §15.4)"
	default:
		return ""
	}
	note := "The status is that of " + what + ", not of an error."
	if status == http.StatusOK {
		note += " The body of a tool's result may have one: the protocols below send it with this status."
	}
	return note
}

func (p *codePage) addMeaning(in, name string, kind errkit.Kind, note string) {
	p.Meanings = append(p.Meanings, meaning{in, name, kind.String(), note})
}

// addName adds the meanings of a code that is a name.
func (p *codePage) addName(name string) {
	for _, c := range mapping.AAIStringCodes() {
		if c.Code == name {
			p.addMeaning("AAI string", "", c.Kind, c.Note)
		}
	}
	for _, c := range mapping.AAICodes() {
		if c.Type == name {
			p.addMeaning("AAI numeric, data.type", strconv.Itoa(c.Code), c.Kind, c.Message)
		}
	}
	for _, c := range mapping.ToolErrorCodes() {
		if c.Code != name {
			continue
		}
		p.addMeaning("toolError:v1", "", c.Kind, c.Note)
		for _, k := range errkit.Kinds() {
			if s := statusesOf(name, k); s != "" {
				p.addMeaning("toolError:v1", "statusCode "+s, k, "")
			}
		}
	}
	for _, c := range adcp.Codes() {
		if c.Code == name {
			p.addMeaning("AdCP", "", c.Kind, c.Note)
		}
	}
	if c, ok := mapping.LookupRPCCode(name); ok {
		k, _ := mapping.Default().FromRPC(c)
		p.addMeaning("google.rpc", strconv.Itoa(int(c)), k, "in Google APIs and gRPC "+c.String()+", in Connect "+c.Connect())
	}
	if c, ok := mapping.LookupA2AReason(name); ok {
		p.addMeaning("A2A", strconv.Itoa(c.Code), c.Kind, c.Message)
	}
	if k, ok := mapping.Default().FromA2AState(name); ok {
		p.addMeaning("A2A", "", k, "state of a task")
	}
	for _, c := range mapping.MCPCodes() {
		if c.Name == name && isIdentifier(name) {
			p.addMeaning("MCP", strconv.Itoa(c.Code), c.Kind, c.Where)
		}
	}
	if name == mapping.NeedsInput {
		p.addMeaning("toolError:v1", "", errkit.InputRequired, "not an error: it asks the user for input")
	}
	if k, ok := arcade(name); ok {
		p.addMeaning("Arcade's ToolCallError", "kind", k, "in OXP errors, and in MCP in _meta.arcade")
	}
}

// arcade returns the Kind to which MCP decodes an error kind of Arcade.
func arcade(name string) (errkit.Kind, bool) {
	quoted, err := json.Marshal(name)
	if err != nil {
		return 0, false
	}
	var codec dialect.Codec
	e, err := codec.Decode(dialect.Document{
		Dialect: mcp.Dialect{},
		Body:    fmt.Appendf(nil, `{"content":[],"isError":true,"_meta":{"arcade":{"errorKind":%s}}}`, quoted),
	})
	if err != nil || e == nil || e.Peer == nil || name == "" || e.Peer.Type != name {
		return 0, false
	}
	return e.Kind, true
}

// addStatus adds the meanings of an HTTP status.
func (p *codePage) addStatus(n int) {
	table := mapping.Default()
	switch n {
	case http.StatusOK:
		p.addMeaning("OXP", "Tool Execution Error", mapping.Default().FromOXP(mapping.OXPTool), "a failure if success is false; the tool ran")
	case http.StatusBadRequest:
		p.addMeaning("OXP", "Server Error", mapping.Default().FromOXP(mapping.OXPServer), "before the tool ran")
	case http.StatusUnauthorized:
		p.addMeaning("OXP", "Server Authentication", errkit.Unauthenticated, "the client is not authenticated; no body is defined")
	case http.StatusUnprocessableEntity:
		p.addMeaning("OXP", "Input Validation Error", mapping.Default().FromOXP(mapping.OXPValidation), "the input violates the tool's input_schema")
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
	p.addMeaning(upstream, "AAI string "+table.AAIString(errkit.UpstreamFailed, n)+", toolError:v1 "+code, errkit.UpstreamFailed,
		"retry "+retryName(table.Retry(errkit.UpstreamFailed, n)))
}

// upstream is the meaning of a status that an upstream service responds with.
const upstream = "upstream"

func retryName(r errkit.Retry) string { return lo.CoalesceOrEmpty(r.String(), "unspecified") }

// addNumber adds the meanings and collisions of a JSON-RPC code.
func (p *codePage) addNumber(n int) {
	for _, c := range mapping.MCPCodes() {
		if c.Code == n {
			p.addMeaning("MCP", c.Name, c.Kind, c.Where)
		}
	}
	inMCP := len(p.Meanings) > 0
	if aai, ok := mapping.LookupAAICode(int64(n)); ok {
		p.addMeaning("AAI numeric", aai.Type, aai.Kind, fmt.Sprintf("%q", aai.Message))
	}
	for _, c := range mapping.RPCCodes() {
		if int(c) == n {
			k, _ := mapping.Default().FromRPC(c)
			p.addMeaning("google.rpc", c.String(), k, "in gRPC")
		}
	}
	if c, ok := mapping.LookupA2ACode(int64(n)); ok {
		p.addMeaning("A2A", c.Reason, c.Kind, fmt.Sprintf("%q", c.Message))
	}
	for _, r := range ranges {
		if !inMCP && n >= r.from && n <= r.to {
			p.addMeaning(r.protocol, "", errkit.Unknown, r.meaning)
		}
	}
	for _, c := range collisions {
		if c.code == n {
			p.Collisions = append(p.Collisions, c)
		}
	}
}

// addRenderings adds the renderings for which has returns true, grouped by dialect and condition.
func (p *codePage) addRenderings(has func(rendering) bool) {
	for _, r := range allRenderings() {
		if !has(r) {
			continue
		}
		_, i, ok := lo.FindIndexOf(p.Renderings, func(group codeRenderings) bool { return group.Dialect == r.dialect && group.When == r.when })
		if !ok {
			i = len(p.Renderings)
			p.Renderings = append(p.Renderings, codeRenderings{Dialect: r.dialect, When: r.when})
		}
		p.Renderings[i].Kinds = append(p.Renderings[i].Kinds, r.kind.String())
	}
}

// kinds returns the kinds of the meanings, each once, without unknown if there is another one.
func (p *codePage) kinds() []errkit.Kind {
	var kinds []errkit.Kind
	for _, m := range p.Meanings {
		if k, ok := errkit.LookupKind(m.Kind); ok && m.In != upstream {
			kinds = append(kinds, k)
		}
	}
	kinds = lo.Uniq(kinds)
	if known := lo.Without(kinds, errkit.Unknown); len(known) > 0 {
		return known
	}
	return kinds
}

// headers has the headers that a client must know for a status.
var headers = map[string]string{"401": "WWW-Authenticate", "403": "WWW-Authenticate", "429": "Retry-After", "503": "Retry-After"}

func (p *codePage) print(w io.Writer) error {
	name := p.Code
	if status, err := strconv.Atoi(name); err == nil && http.StatusText(status) != "" {
		name += " " + http.StatusText(status)
	}
	fmt.Fprintf(w, "%s\n", name)
	if p.Note != "" {
		fmt.Fprintf(w, "\n%s\n", wrap(p.Note, 0))
	}
	if len(p.Kinds) > 1 || len(p.Collisions) > 0 {
		fmt.Fprintln(w, "\nIt has more than one meaning, which depends on the protocol and on the rest of the document.")
	}
	for _, k := range p.Kinds {
		fmt.Fprintln(w)
		k.print(w)
	}
	if p.Header != nil {
		fmt.Fprintln(w)
		p.Header.printText(w)
	}
	tab := columns(w)
	fmt.Fprintln(tab, "\nMeanings")
	for _, m := range p.Meanings {
		printRow(tab, m.In, lo.CoalesceOrEmpty(m.Name, "-"), "decodes to "+m.Kind, m.Note)
	}
	fmt.Fprintln(tab, "\nKinds that are rendered with it")
	for _, r := range p.Renderings {
		printRow(tab, r.Dialect, lo.CoalesceOrEmpty(r.When, "any tool call"), strings.Join(r.Kinds, ", "))
	}
	if len(p.Renderings) == 0 {
		printRow(tab, "none: the code is only decoded")
	}
	if len(p.Collisions) > 0 {
		fmt.Fprintln(tab, "\nOther meanings of the number")
		for _, c := range p.Collisions {
			printRow(tab, c.Who, c.Meaning)
		}
	}
	return tab.Flush()
}
