package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/internal/explain"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/schemas"
)

// memberPage is the explanation of a member of a document, or of a header.
type memberPage struct {
	Member    string         `json:"member"`
	Aliases   []string       `json:"aliases"`
	Where     string         `json:"where,omitempty"`
	Means     string         `json:"means,omitempty"`
	Spec      *specification `json:"specification,omitempty"`
	InSchemas []property     `json:"in_schemas"`
}

// property is a member with a description in schemas.
type property struct {
	Member      string   `json:"member"`
	Description string   `json:"description"`
	Schemas     []string `json:"schemas"`
}

func memberPageOf(name string) *memberPage {
	p := &memberPage{Member: name, Aliases: []string{}, InSchemas: []property{}}
	if m, ok := explain.LookupMember(name); ok {
		spec := specification(m.Spec)
		p.Member, p.Where, p.Means, p.Spec = m.Name, m.Where, m.Means, &spec
		p.Aliases = append(p.Aliases, m.Aliases...)
	}
	for _, member := range append([]string{p.Member}, p.Aliases...) {
		p.InSchemas = append(p.InSchemas, properties()[member]...)
	}
	return p
}

func memberNames() []string {
	return lo.Map(explain.Members(), func(m explain.Member, _ int) string { return m.Name })
}

// properties returns the members in all schemas by name.
var properties = sync.OnceValue(func() map[string][]property {
	all := map[string][]property{}
	for _, name := range schemas.Names() {
		doc, err := schemas.Schema(name)
		if err != nil {
			continue // unreachable: the name is from the list
		}
		root, err := jsontree.Parse(doc, jsontree.Limits{})
		if err != nil {
			continue // unreachable: a schema is JSON
		}
		addProperties(all, name, root)
		for _, def := range root.Member("$defs").Members() {
			addProperties(all, name, def)
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

// printText prints what the member means.
func (p *memberPage) printText(w io.Writer) {
	fmt.Fprintln(w, p.Member)
	if p.Means == "" {
		return
	}
	fmt.Fprintf(w, "%s\n%s\n", wrap(p.Where+".", 2), wrap(p.Means, 2))
	if len(p.Aliases) > 0 {
		fmt.Fprintln(w, wrap("Other names: "+strings.Join(p.Aliases, ", ")+".", 2))
	}
	p.Spec.print(w)
}

func (p *memberPage) print(w io.Writer) error {
	p.printText(w)
	fmt.Fprintln(w, "\nSchemas that have it")
	for _, in := range p.InSchemas {
		fmt.Fprintf(w, "  %s: %s\n%s\n", in.Member, in.Description, wrap(strings.Join(in.Schemas, ", "), 4))
	}
	if len(p.InSchemas) == 0 {
		fmt.Fprintln(w, "  none: it is a header, or only in the output of this command")
	}
	return nil
}
