package main

import (
	"cmp"
	"errors"
	"slices"
	"sync"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/schemas"
	"github.com/toolerr/toolerr/schemas/verify"
)

// An outline is what a schema requires of the root of a document.
type outline struct {
	Name  string `json:"name"`
	Title string `json:"title"`

	array    bool // the root is an array
	members  []string
	required []string
	part     bool // it describes a part of other documents
}

// parts are the schemas of parts of documents. They fit a document only if no other schema does.
var parts = []string{
	"aai-error", "mcp-error", "mcp-error-data", "mcp-url-elicitation-data", "oxp-tool-error", "oxp-tool-authorization-challenge",
}

const partPenalty = 1000

// outlines returns the outline of every schema.
var outlines = sync.OnceValue(func() []outline {
	var all []outline
	for _, name := range schemas.Names() {
		doc, err := schemas.Schema(name)
		if err != nil {
			continue // unreachable: the name is from the list
		}
		root, err := jsontree.Parse(doc, jsontree.Limits{})
		if err != nil {
			continue // unreachable: a schema is JSON
		}
		o := outline{Name: name, part: slices.Contains(parts, name)}
		o.Title, _ = root.Member("title").Text()
		if kind, _ := root.Member("type").Text(); kind == "array" {
			o.array = true
		}
		for member := range root.Member("properties").Members() {
			o.members = append(o.members, member)
		}
		for v := range root.Member("required").Elements() {
			member, _ := v.Text()
			o.required = append(o.required, member)
		}
		all = append(all, o)
	}
	return all
})

// schemaTitles returns the title of each schema, for completion.
func schemaTitles() []string {
	return lo.Map(outlines(), func(o outline, _ int) string { return o.Title })
}

// findSchema returns the schema that fits a document best. Of the schemas that describe most of its members, it prefers one
// for which the document is valid, and then the one that requires most.
func findSchema(doc []byte) (string, error) {
	root, err := jsontree.Parse(doc, jsontree.Limits{Bytes: maxDocument + 2})
	if err != nil {
		return "", dataErrorf("not a JSON document: %w", err)
	}
	type fit struct {
		outline
		score    int // members of the document that the schema describes, without those that it requires and the document lacks
		failures int
	}
	var fits []fit
	for _, o := range outlines() {
		f := fit{outline: o}
		for _, member := range o.members {
			if root.Member(member).Kind() != jsontree.Absent {
				f.score++
			}
		}
		for _, member := range o.required {
			if root.Member(member).Kind() == jsontree.Absent {
				f.score--
			}
		}
		if o.array && root.Kind() == jsontree.Array {
			f.score = 1
		}
		if f.score > 0 {
			if o.part {
				f.score -= partPenalty
			}
			var failures verify.Failures
			errors.As(verify.Validate(o.Name, doc), &failures)
			f.failures = len(failures)
			fits = append(fits, f)
		}
	}
	if len(fits) == 0 {
		return "", dataErrorf("no schema describes the document; toolerr schema lists them")
	}
	best := slices.MinFunc(fits, func(a, b fit) int {
		return cmp.Or(
			-cmp.Compare(a.score, b.score),
			cmp.Compare(a.failures, b.failures),
			-cmp.Compare(len(a.required), len(b.required)),
		)
	})
	return best.Name, nil
}
