package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/samber/lo"
	"github.com/spf13/cobra"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/schemas"
	"github.com/toolerr/toolerr/schemas/verify"
)

func newValidate() *cobra.Command {
	var (
		name   string
		asJSON bool
	)
	cmd := newCommand("validate", cobra.ArbitraryArgs, func(cmd *cobra.Command, args []string) error {
		in := inputs{arrays: true}
		return in.each(cmd, args, func(d document) error {
			return validate(cmd.OutOrStdout(), d, name, asJSON)
		})
	})
	options := lo.Map(outlines(), func(o outline, _ int) option[string] {
		return option[string]{o.Name, o.Name, o.Title}
	})
	(&choice[string]{dst: &name, what: "schema", options: options, listing: "toolerr schema"}).addTo(cmd, "schema",
		"the name of the schema (default: the one that fits), see toolerr schema", false)
	cmd.Flags().BoolVar(&asJSON, "json", false,
		`print {"schema","valid","failures":[{"pointer","message","keyword"}]}`)
	return cmd
}

// validation is the output of the command as JSON.
type validation struct {
	Input    string          `json:"input,omitempty"` // of many documents
	Schema   string          `json:"schema"`
	Valid    bool            `json:"valid"`
	Failures verify.Failures `json:"failures"`
}

// validate prints the failures of a document in a schema, or in the one that fits if name is "".
func validate(w io.Writer, d document, name string, asJSON bool) error {
	result := validation{Input: d.input, Schema: name, Failures: verify.Failures{}}
	if name == "" {
		fits, err := findSchema(d.Body)
		if err != nil {
			return err
		}
		result.Schema = fits
	}
	err := verify.Validate(result.Schema, d.Body)
	if result.Valid = err == nil; !result.Valid && !errors.As(err, &result.Failures) {
		return err
	}
	switch {
	case asJSON:
		if err := printCompact(w, result); err != nil {
			return err
		}
	case result.Valid && name == "":
		fmt.Fprintf(w, "%sa valid %s\n", label(d.input), result.Schema)
	default:
		for _, f := range result.Failures {
			fmt.Fprintln(w, label(d.input)+oneLine(f.Error()))
		}
	}
	if result.Valid {
		return nil
	}
	return fmt.Errorf("not a valid %s: failures: %d", result.Schema, len(result.Failures))
}

// An outline is what a schema requires of the root of a document.
type outline struct {
	Name  string `json:"name"`
	Title string `json:"title"`

	schema jsontree.Value
}

// parts are the schemas of parts of documents. They fit a document only if no other schema does.
var parts = []string{
	"aai-error", "mcp-error", "mcp-error-data", "mcp-url-elicitation-data", "oxp-tool-error",
	"oxp-tool-authorization-challenge",
}

const partPenalty = 1000

// outlines returns the outline of every schema.
var outlines = sync.OnceValue(func() []outline {
	var all []outline
	for _, name := range schemas.Names() {
		doc, _ := schemas.Schema(name)                    // the name is from the list
		root, _ := jsontree.Parse(doc, jsontree.Limits{}) // a schema is JSON
		o := outline{Name: name, schema: root}
		o.Title, _ = root.Member("title").Text()
		all = append(all, o)
	}
	return all
})

// maxSchemaDepth is the number of levels of a document whose members are compared with those of
// schemas.
const maxSchemaDepth = 3

// describes returns how many members of an object a schema describes, less those that it requires
// and the object lacks, and the same of the objects in it, to a depth.
func describes(schema, root, v jsontree.Value, depth int) (own, inner int) {
	schema, root = resolved(schema, root)
	for name, property := range schema.Member("properties").Members() {
		member := v.Member(name)
		if member.Kind() == jsontree.Absent {
			continue
		}
		own++
		if member.Kind() == jsontree.Object && depth > 0 {
			its, inside := describes(property, root, member, depth-1)
			inner += its + inside
		}
	}
	for r := range schema.Member("required").Elements() {
		if name, _ := r.Text(); v.Member(name).Kind() == jsontree.Absent {
			own--
		}
	}
	return own, inner
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

// findSchema returns the schema that fits a document best. Of the schemas that describe most of
// its members, it prefers one for which the document is valid, then the one that describes most
// members of its objects, and then the one that requires most.
func findSchema(doc []byte) (string, error) {
	root, err := jsontree.Parse(doc, jsontree.Limits{Bytes: maxDocument + 2})
	if err != nil {
		return "", dataErrorf("not a JSON document: %w", err)
	}
	type fit struct {
		outline
		score, inner int // of the document, and of the objects in it, see describes
		failures     int
	}
	var fits []fit
	for _, o := range outlines() {
		f := fit{outline: o}
		f.score, f.inner = describes(o.schema, o.schema, root, maxSchemaDepth)
		if kind, _ := o.schema.Member("type").Text(); kind == "array" && root.Kind() == jsontree.Array {
			f.score = 1
		}
		if f.score <= 0 {
			continue
		}
		if slices.Contains(parts, o.Name) {
			f.score -= partPenalty
		}
		var failures verify.Failures
		errors.As(verify.Validate(o.Name, doc), &failures)
		f.failures = len(failures)
		fits = append(fits, f)
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
			-cmp.Compare(a.schema.Member("required").Len(), b.schema.Member("required").Len()),
		)
	})
	return best.Name, nil
}
