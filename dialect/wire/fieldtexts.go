package wire

import (
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/fieldtext"
	"github.com/toolerr/toolerr/jsontree"
)

// fieldTexts reads the fields of an invalid input from its texts, if the document has no members for them: the SDKs of MCP write
// only a text, in a form of their own.
func (r *Reader) fieldTexts() {
	if r.Error.Kind != errkit.InvalidInput || len(r.Error.Fields) > 0 || r.Codec.NoGuess {
		return
	}
	for _, text := range r.texts[:r.count] {
		if r.listText(fieldtext.List(text)) {
			r.Note("the fields are from a text in the form of zod")
			return
		}
		if fields, source := fieldtext.Fields(text); len(fields) > 0 {
			for _, f := range fields {
				if !r.Field(f) {
					break
				}
			}
			r.Note("the fields are from a text in the form of %s", source)
			return
		}
	}
}

// listText reads a list of invalid members in JSON that a text contains, and reports whether it is one.
func (r *Reader) listText(text string) bool {
	if text == "" {
		return false
	}
	list, err := jsontree.ParseText(text, jsontree.Limits{})
	if err != nil || !isFieldList(list) {
		return false
	}
	r.InvalidMembers(list)
	return true
}

// isZod reports whether a list is one of zod or Pydantic: each item has a code or type, and a path that is a list.
func isZod(list jsontree.Value) bool {
	for m := list.FirstElement(); m.Kind() != jsontree.Absent; m = m.Next() {
		_, coded := textOf(m, "code", "type")
		if !coded || m.Member("path").Kind() != jsontree.Array && m.Member("loc").Kind() != jsontree.Array {
			return false
		}
	}
	return isFieldList(list)
}

// hasFieldList reports whether one of the texts from which the kind is guessed is a list of invalid members in JSON, as zod writes it.
func (r *Reader) hasFieldList() bool {
	for _, text := range r.texts[:r.count] {
		text = strings.TrimSpace(text)
		if !strings.HasPrefix(text, "[") || fieldtext.List(text) != text {
			continue
		}
		if list, err := jsontree.ParseText(text, jsontree.Limits{}); err == nil && isZod(list) {
			return true
		}
	}
	return false
}
