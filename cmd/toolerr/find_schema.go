package main

import (
	"cmp"
	"errors"
	"slices"
	"strings"
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
	schema   jsontree.Value
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
		o := outline{Name: name, part: slices.Contains(parts, name), schema: root}
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

// maxSchemaDepth is the number of levels of a document whose members are compared with those of schemas.
const maxSchemaDepth = 3

// describedInside returns how many members of the objects in v, below its own, a schema describes, less those that it requires and v lacks.
func describedInside(v, schema, root jsontree.Value, depth int) (score int) {
	if v.Kind() != jsontree.Object || depth == 0 {
		return 0
	}
	schema, root = resolved(schema, root)
	properties := schema.Member("properties")
	for name, inner := range v.Members() {
		if inner.Kind() == jsontree.Object {
			is, root := resolved(properties.Member(name), root)
			for member := range inner.Members() {
				if is.Member("properties").Member(member).Kind() != jsontree.Absent {
					score++
				}
			}
			for r := range is.Member("required").Elements() {
				if member, _ := r.Text(); inner.Member(member).Kind() == jsontree.Absent {
					score--
				}
			}
			score += describedInside(inner, is, root, depth-1)
		}
	}
	return score
}

// resolved returns the schema that a schema refers to, and the document that it is in.
func resolved(schema, root jsontree.Value) (jsontree.Value, jsontree.Value) {
	ref, ok := schema.Member("$ref").Text()
	if !ok {
		return schema, root
	}
	id, at, _ := strings.Cut(ref, "#")
	if id == schemas.CanonicalID {
		canonical, _ := lo.Find(outlines(), func(o outline) bool { return strings.HasSuffix(id, ":"+o.Name) })
		root = canonical.schema
	}
	return root.At(at), root
}

// findSchema returns the schema that fits a document best. Of the schemas that describe most of its members, it prefers one
// for which the document is valid, then the one that describes most members of its objects, and then the one that requires most.
func findSchema(doc []byte) (string, error) {
	root, err := jsontree.Parse(doc, jsontree.Limits{Bytes: maxDocument + 2})
	if err != nil {
		return "", dataErrorf("not a JSON document: %w", err)
	}
	type fit struct {
		outline
		score    int // members of the document that the schema describes, without those that it requires and the document lacks
		inner    int // the same of its objects
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
			f.inner = describedInside(root, o.schema, o.schema, maxSchemaDepth)
			fits = append(fits, f)
		}
	}
	if len(fits) == 0 {
		return "", dataErrorf("no schema describes the document; toolerr schema lists them")
	}
	best := slices.MinFunc(fits, func(a, b fit) int {
		return cmp.Or(
			-cmp.Compare(a.score, b.score),
			cmp.Compare(min(a.failures, 1), min(b.failures, 1)),
			-cmp.Compare(a.inner, b.inner),
			cmp.Compare(a.failures, b.failures),
			-cmp.Compare(len(a.required), len(b.required)),
		)
	})
	return best.Name, nil
}
