package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/template"

	"github.com/samber/lo"
	"github.com/spf13/cobra"

	"github.com/toolerr/toolerr/cmd/toolerr/internal/explain"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

func newExplain() *cobra.Command {
	var asJSON bool
	cmd := newCommand("explain", atMost(1), func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 && args[0] == "-" {
			name, err := io.ReadAll(io.LimitReader(cmd.InOrStdin(), bufferSize))
			if err != nil {
				return err
			}
			args = []string{string(bytes.TrimSpace(bytes.TrimPrefix(name, []byte("\ufeff"))))}
		}
		switch {
		case len(args) == 0 && asJSON:
			return printJSON(cmd.OutOrStdout(), codePages())
		case len(args) == 0:
			return printTemplate(cmd.OutOrStdout(), "first", explain.First())
		case slices.Contains(ruleIDs(), args[0]) && !asJSON:
			return explainRule(cmd.OutOrStdout(), args[0])
		}
		p, err := pageOf(args[0])
		switch {
		case err != nil:
			return err
		case asJSON:
			return printJSON(cmd.OutOrStdout(), p)
		}
		return p.print(cmd.OutOrStdout())
	})
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return explainable(), cobra.ShellCompDirectiveNoFileComp
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	return cmd
}

// A page explains a kind, a code or a member. It is the output with --json, and the data of
// explain.tmpl. A slice that is nil is not of the page; one without elements is.
type page struct {
	Code     string  `json:"code,omitempty"`
	Name     string  `json:"-"`              // of an HTTP status
	Note     string  `json:"note,omitempty"` // of a status that is not that of an error
	Kinds    []*page `json:"kinds,omitzero"` // of the meanings, without tables
	Header   *page   `json:"header,omitempty"`
	Meanings []fact  `json:"meanings,omitzero"`

	Kind string `json:"kind,omitempty"`
	Text string `json:"text,omitempty"`

	Member  string   `json:"member,omitempty"` // or a header
	Aliases []string `json:"aliases,omitzero"`
	Where   string   `json:"where,omitempty"`

	Means  string        `json:"means,omitempty"`
	Fault  errkit.Fault  `json:"fault,omitempty"`
	Client string        `json:"client,omitempty"`
	Model  string        `json:"model,omitempty"`
	Go     string        `json:"go,omitempty"`
	Spec   *explain.Spec `json:"specification,omitempty"`
	DocURL string        `json:"doc_url,omitempty"`

	InSchemas   []property          `json:"in_schemas,omitzero"`
	Cells       [][2]string         `json:"-"` // of the kind: the column and the cell of the table
	Row         json.RawMessage     `json:"row,omitempty"`
	Renderings  []rendering         `json:"renderings,omitzero"`
	Sources     []fact              `json:"sources,omitzero"`
	Ambiguities []mapping.Ambiguity `json:"ambiguities,omitzero"`
	Collisions  []collision         `json:"collisions,omitzero"`
}

// A fact is the meaning of a code in a protocol, with the kind that it decodes to, or what decodes
// to a kind.
type fact struct {
	In   string `json:"in"`
	Name string `json:"name,omitempty"`
	Kind string `json:"kind,omitempty"`
	What string `json:"what,omitempty"`
	Note string `json:"note,omitempty"`
}

//go:embed explain.tmpl
var explainText string

// printTemplate prints data with a template of explain.tmpl.
func printTemplate(w io.Writer, name string, data any) error {
	t := template.Must(template.New("").Funcs(template.FuncMap{
		"wrap": wrap, "row": rowOf, "join": strings.Join,
		"indent": func(s string) string {
			return strings.NewReplacer("\r\n", "\n    ", "\n", "\n    ", "\t", "\xff\t\xff").Replace(strings.TrimSpace(s))
		},
	}).Parse(explainText))
	return t.ExecuteTemplate(w, name, data)
}

func (p *page) print(w io.Writer) error {
	tab := columns(w)
	if err := printTemplate(tab, "page", p); err != nil {
		return err
	}
	return tab.Flush()
}

func pageOf(name string) (*page, error) {
	if k, ok := errkit.LookupKind(name); ok {
		return kindPageOf(k), nil
	}
	code := codePageOf(name)
	if len(code.Meanings) > 0 || len(code.Renderings) > 0 {
		return code, nil
	}
	if p := memberPageOf(name); p.Means != "" || len(p.InSchemas) > 0 {
		return p, nil
	}
	members := lo.Map(explain.Members(), func(m explain.Member, _ int) string { return m.Name })
	names := slices.Concat(kindNames(), codeNames(), members, ruleIDs())
	switch {
	case strings.HasPrefix(name, "{") || strings.HasPrefix(name, "<"):
		return nil, fmt.Errorf("unknown name %s; for a document use toolerr decode", clipped(name))
	case code.Note != "":
		return nil, fmt.Errorf("unknown name %s: %s", clipped(name), "t"+strings.TrimSuffix(code.Note[1:], "."))
	case len(nearest(name, names)) == 0, len(name) < 4 && strings.Trim(name, "0123456789") == "":
		// No other number, such as an HTTP status, is a misspelling of this one.
		return nil, fmt.Errorf("unknown name %s; toolerr table lists the kinds", clipped(name))
	}
	return nil, unknown("name", name, names, "toolerr table")
}

// explainable returns the names with a page, for completion.
func explainable() []cobra.Completion {
	names := lo.Map(errkit.Kinds(), func(k errkit.Kind, _ int) cobra.Completion {
		return cobra.CompletionWithDesc(k.String(), string(k.Text()))
	})
	for _, code := range codeNames() {
		help := "a code"
		if status, err := strconv.Atoi(code); err == nil && http.StatusText(status) != "" {
			help = "HTTP " + http.StatusText(status)
		}
		names = append(names, cobra.CompletionWithDesc(code, help))
	}
	for _, m := range explain.Members() {
		names = append(names, cobra.CompletionWithDesc(m.Name, m.Where))
	}
	return names
}

// property is a member with a description in schemas.
type property struct {
	Member      string   `json:"member"`
	Description string   `json:"description"`
	Schemas     []string `json:"schemas"`
}

func memberPageOf(name string) *page {
	p := &page{Member: name, Aliases: []string{}, InSchemas: []property{}}
	if m, ok := explain.LookupMember(name); ok {
		p.Member, p.Where, p.Means, p.Spec = m.Name, m.Where, m.Means, &m.Spec
		p.Aliases = append(p.Aliases, m.Aliases...)
	}
	for _, member := range append([]string{p.Member}, p.Aliases...) {
		p.InSchemas = append(p.InSchemas, properties()[member]...)
	}
	return p
}

// properties returns the members in all schemas by name.
var properties = sync.OnceValue(func() map[string][]property {
	all := map[string][]property{}
	for _, o := range outlines() {
		addProperties(all, o.Name, o.schema)
		for _, def := range o.schema.Member("$defs").Members() {
			addProperties(all, o.Name, def)
		}
	}
	return all
})

func addProperties(all map[string][]property, schema string, s jsontree.Value) {
	for name, v := range s.Member("properties").Members() {
		text, _ := v.Member("description").Text()
		same := func(p property) bool { return p.Description == text }
		if text == "" {
			continue
		}
		i := slices.IndexFunc(all[name], same)
		if i < 0 {
			i = len(all[name])
			all[name] = append(all[name], property{Member: name, Description: text})
		}
		if p := &all[name][i]; !slices.Contains(p.Schemas, schema) {
			p.Schemas = append(p.Schemas, schema)
		}
	}
}
