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
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// codePage is what explain tells of a code.
type codePage struct {
	Code   string      `json:"code"`
	Means  []meaning   `json:"means"`
	Says   []spelling  `json:"said_with_it"`
	Others []collision `json:"others_mean"`
}

// meaning is what a code is in one place, and the kind that it is read as.
type meaning struct {
	In   string `json:"in"`
	Name string `json:"name,omitempty"`
	Kind string `json:"kind"`
	Note string `json:"note,omitempty"`
}

// spelling is the kinds that a dialect says with a code.
type spelling struct {
	Dialect string   `json:"dialect"`
	When    string   `json:"when,omitempty"`
	Kinds   []string `json:"kinds"`
}

func codePageOf(name string) *codePage {
	p := &codePage{Code: name, Means: []meaning{}, Says: []spelling{}, Others: []collision{}}
	n, err := strconv.Atoi(name)
	switch {
	case err != nil:
		p.named(name)
	case n >= 100 && n <= 599:
		p.status(n)
	default:
		p.number(n)
	}
	p.says(func(s probe) bool {
		if n == http.StatusOK { // nearly everything, in some circumstances
			return s.status == n && s.when == ""
		}
		return s.code == name && name != "" || err == nil && s.status == n
	})
	return p
}

func (p *codePage) means(in, name string, kind errkit.Kind, note string) {
	p.Means = append(p.Means, meaning{in, name, kind.String(), note})
}

// named looks for a code that is a name.
func (p *codePage) named(name string) {
	for _, c := range mapping.AAIStrings() {
		if c.Code == name {
			p.means("AAI string", "", c.Kind, c.Note)
		}
	}
	for _, c := range mapping.AAICodes() {
		if c.Type == name {
			p.means("AAI numeric, data.type", number(c.Code), c.Kind, c.Message)
		}
	}
	for _, c := range mapping.ToolErrors() {
		if c.Code != name {
			continue
		}
		p.means("toolError:v1", "", c.Kind, c.Note)
		for _, k := range errkit.Kinds() {
			if s := byStatus(name, k); s != "" {
				p.means("toolError:v1", "statusCode "+s, k, "")
			}
		}
	}
	for _, c := range mapping.MCPCodes() {
		if c.Name == name && nameLike(name) {
			p.means("MCP", number(c.Code), c.Kind, c.Where)
		}
	}
	if name == mapping.NeedsInput {
		p.means("toolError:v1", "", errkit.InputRequired, "no error but a question")
	}
	if k, ok := arcade(name); ok {
		p.means("Arcade's ToolCallError", "kind", k, "in an error of OXP, and over MCP in _meta.arcade")
	}
}

// arcade asks the reader of MCP for the kind of Arcade's own error kinds.
func arcade(name string) (errkit.Kind, bool) {
	quoted, err := json.Marshal(name)
	if err != nil {
		return 0, false
	}
	var codec dialect.Codec
	e, err := codec.Decode(dialect.Document{
		Dialect: dialect.MCP{},
		Body:    fmt.Appendf(nil, `{"content":[],"isError":true,"_meta":{"arcade":{"errorKind":%s}}}`, quoted),
	})
	if err != nil || e == nil || e.Peer == nil || name == "" || e.Peer.Type != name {
		return 0, false
	}
	return e.Kind, true
}

// status looks for an HTTP status.
func (p *codePage) status(n int) {
	table := mapping.Default()
	switch n {
	case http.StatusOK:
		p.means("OXP", "Tool Execution Error", mapping.FromOXP(mapping.Tool), "a failure where success is false; the tool ran")
	case http.StatusBadRequest:
		p.means("OXP", "Server Error", mapping.FromOXP(mapping.Server), "before the tool ran")
	case http.StatusUnauthorized:
		p.means("OXP", "Server Authentication", errkit.Unauthenticated, "the client did not prove who it is; no body is defined")
	case http.StatusUnprocessableEntity:
		p.means("OXP", "Input Validation Error", mapping.FromOXP(mapping.Validation), "the input breaks the tool's input_schema")
	}
	k, ok := table.FromHTTP(n)
	if !ok {
		return
	}
	p.means("HTTP", http.StatusText(n), k, "in OXP bodies without a form of their own, and in problems without a kind")
	code := table.ToolError(errkit.UpstreamFailed, n)
	if k, ok := table.FromToolError(code, n); ok {
		p.means("toolError:v1", code+" with this statusCode", k, "")
	}
	p.means("upstream", "AAI string "+table.AAIString(errkit.UpstreamFailed, n)+", toolError:v1 "+code, errkit.UpstreamFailed,
		"retry "+retryName(table.Retry(errkit.UpstreamFailed, n)))
}

func retryName(r errkit.Retry) string { return lo.CoalesceOrEmpty(r.String(), "unspecified") }

// number looks for a code of JSON-RPC.
func (p *codePage) number(n int) {
	for _, c := range mapping.MCPCodes() {
		if c.Code == n {
			p.means("MCP", c.Name, c.Kind, c.Where)
		}
	}
	inMCP := len(p.Means) > 0
	if aai, ok := mapping.AAIByCode(int64(n)); ok {
		p.means("AAI numeric", aai.Type, aai.Kind, fmt.Sprintf("%q", aai.Message))
	}
	for _, r := range ranges {
		if !inMCP && n >= r.from && n <= r.to {
			p.means(r.in, "", errkit.Unknown, r.says)
		}
	}
	for _, c := range collisions {
		if c.code == n {
			p.Others = append(p.Others, c)
		}
	}
}

// says collects the kinds that are said with a code.
func (p *codePage) says(with func(probe) bool) {
	for _, s := range allProbes() {
		if !with(s) {
			continue
		}
		_, i, ok := lo.FindIndexOf(p.Says, func(had spelling) bool { return had.Dialect == s.dialect && had.When == s.when })
		if !ok {
			i = len(p.Says)
			p.Says = append(p.Says, spelling{Dialect: s.dialect, When: s.when})
		}
		p.Says[i].Kinds = append(p.Says[i].Kinds, s.kind.String())
	}
}

func (p *codePage) print(w io.Writer) error {
	tab := newTab(w)
	fmt.Fprintf(tab, "%s\n\nWhat it means\n", p.Code)
	for _, m := range p.Means {
		printRow(tab, m.In, lo.CoalesceOrEmpty(m.Name, "-"), "reads as "+m.Kind, m.Note)
	}
	fmt.Fprintln(tab, "\nWhat is said with it")
	for _, s := range p.Says {
		printRow(tab, s.Dialect, lo.CoalesceOrEmpty(s.When, "any call of a tool"), strings.Join(s.Kinds, ", "))
	}
	if len(p.Says) == 0 {
		printRow(tab, "nothing: it is only read")
	}
	if len(p.Others) > 0 {
		fmt.Fprintln(tab, "\nWhat others mean by it, so that the number alone tells nothing")
		for _, c := range p.Others {
			printRow(tab, c.Who, c.Meaning)
		}
	}
	return tab.Flush()
}
