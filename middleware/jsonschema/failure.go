package jsonschema

import (
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolerr/toolerr/internal/limit"
)

// A failure is the error of the library with a bounded text. The text of the library has the complete path of each violation.
type failure struct{ err *jsonschema.ValidationError }

// Error returns a line for the schema and a line for each violation, up to a limit.
func (f *failure) Error() string {
	var b strings.Builder
	b.WriteString(limit.Middle(leafText(f.err), limit.Path))
	if !appendLeaves(&b, f.err.Causes) {
		b.WriteString("\n(the rest is left out)")
	}
	return b.String()
}

// appendLeaves appends the leaves of trees of errors. It is false if it stopped at the limit.
func appendLeaves(b *strings.Builder, errs []*jsonschema.ValidationError) bool {
	for _, e := range errs {
		switch {
		case b.Len() > limit.Cause/2:
			return false
		case e == nil:
		case len(e.Causes) == 0:
			text := strings.TrimPrefix(leafText(e), "at '': ")
			b.WriteString("\n- at '" + pointerOf(e.InstanceLocation) + "': " + limit.Middle(text, limit.Cause/4))
		case !appendLeaves(b, e.Causes):
			return false
		}
	}
	return true
}

// leafText returns the text of the library for e without its place and its causes.
func leafText(e *jsonschema.ValidationError) string {
	leaf := *e
	leaf.InstanceLocation, leaf.Causes = nil, nil
	return leaf.Error()
}

// As sets target to the error of the library, for [errors.As].
func (f *failure) As(target any) bool {
	to, ok := target.(**jsonschema.ValidationError)
	if ok {
		*to = f.err
	}
	return ok
}
