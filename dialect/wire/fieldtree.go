package wire

import (
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/jsontree"
)

// maxNestedErrors is how deep the members of an input are in a tree of errors that is read.
const maxNestedErrors = 8

// A location is a place in the input: only where a message is does it cost a string.
type location struct {
	in    *location // nil: the whole input
	token string
}

// pointer returns the JSON pointer of a location.
func (l *location) pointer() string {
	if l == nil {
		return ""
	}
	return l.in.pointer() + "/" + pointer.Escape(l.token)
}

// nestedErrors reads a tree with the members of the input, each of which may have a list _errors: Discord, zod. It reports
// whether there is a list, and whether there is room for more.
func (r *Reader) nestedErrors(v jsontree.Value, at *location, depth int) (found, more bool) {
	for m := v.FirstMember(); m.Kind() != jsontree.Absent; m = m.Next() {
		switch {
		case m.Name() == "_errors":
			for item := m.FirstElement(); item.Kind() != jsontree.Absent; item = item.Next() {
				text, ok := item.Text()
				if !ok {
					text, _ = memberMessage(item)
				}
				found = true
				if !r.Field(errkit.Field{Path: at.pointer(), Message: errkit.Text(text), Rule: memberRule(item)}) {
					return true, false
				}
			}
		case m.Kind() == jsontree.Object && depth < maxNestedErrors:
			inside, room := r.nestedErrors(m, &location{at, m.Name()}, depth+1)
			if found = found || inside; !room {
				return found, false
			}
		}
	}
	return found, true
}

// isTree reports whether a value is a tree with the members of the input, whose leaves are lists of sentences: marshmallow, Django REST
// framework, which has an empty object for an item of a list that is valid.
func isTree(v jsontree.Value, depth int) bool {
	branches := 0
	for m := v.FirstMember(); m.Kind() != jsontree.Absent; m = m.Next() {
		first := m.FirstElement()
		text, isText := first.Text()
		branches++
		switch {
		case depth >= maxNestedErrors, isErrorMember(m.Name()):
			return false
		case isText && strings.IndexByte(text, ' ') > 0, isTree(m, depth+1):
			continue
		case first.Kind() != jsontree.Object:
			return false
		}
		trees := 0
		for item := first; item.Kind() != jsontree.Absent; item = item.Next() {
			if isTree(item, depth+1) {
				trees++
			} else if item.Kind() != jsontree.Object || item.Len() > 0 {
				return false
			}
		}
		if trees == 0 {
			return false
		}
	}
	return branches > 0
}

// treeMembers reads a tree with the members of the input, and reports whether there is room for more.
func (r *Reader) treeMembers(v jsontree.Value, at *location) (more bool) {
	for m := v.FirstMember(); m.Kind() != jsontree.Absent; m = m.Next() {
		here := &location{at, m.Name()}
		if !r.treeMembers(m, here) {
			return false
		}
		i := 0
		for item := m.FirstElement(); item.Kind() != jsontree.Absent; item = item.Next() {
			if text, ok := item.Text(); ok {
				more = r.Field(errkit.Field{Path: here.pointer(), Message: errkit.Text(text)})
			} else {
				more = r.treeMembers(item, &location{here, strconv.Itoa(i)})
			}
			if !more {
				return false
			}
			i++
		}
	}
	return true
}
