package jsonschema

import (
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolerr/toolerr/internal/limit"
)

// A failure is the library's error with a text that has a bound: the library's own has the whole path of each fault.
type failure struct{ err *jsonschema.ValidationError }

// Error is a line for the schema and a line for each fault, until there are enough.
func (f *failure) Error() string {
	var b strings.Builder
	b.WriteString(limit.Middle(own(f.err), limit.Path))
	if !faults(&b, f.err.Causes) {
		b.WriteString("\n(the rest is left out)")
	}
	return b.String()
}

// faults appends the leaves below errors, and reports whether these were all.
func faults(b *strings.Builder, errs []*jsonschema.ValidationError) bool {
	for _, e := range errs {
		switch {
		case b.Len() > limit.Cause/2:
			return false
		case e == nil:
		case len(e.Causes) == 0:
			text := strings.TrimPrefix(own(e), "at '': ")
			b.WriteString("\n- at '" + pointerOf(e.InstanceLocation) + "': " + limit.Middle(text, limit.Cause/4))
		case !faults(b, e.Causes):
			return false
		}
	}
	return true
}

// own is the library's text of e without its place, and without those below it.
func own(e *jsonschema.ValidationError) string {
	leaf := *e
	leaf.InstanceLocation, leaf.Causes = nil, nil
	return leaf.Error()
}

// As gives the library's error to [errors.As].
func (f *failure) As(target any) bool {
	to, ok := target.(**jsonschema.ValidationError)
	if ok {
		*to = f.err
	}
	return ok
}
