// Package verify, for adapters, validates documents against the schemas of package schemas.
//
// Failures contain the locations of errors and the rules that are violated, but no values of the
// document, so they are safe to log and to return to clients.
package verify

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/schema"
	"github.com/toolerr/toolerr/jsontree"
	validate "github.com/toolerr/toolerr/middleware/jsonschema"
	"github.com/toolerr/toolerr/schemas"
)

// Failure is a violation of one rule of a schema.
type Failure struct {
	// Pointer is the location: a JSON pointer (RFC 6901); "" is the whole document.
	Pointer string `json:"pointer"`
	// Message is a text such as "is required"; it does not contain the value.
	Message string `json:"message"`
	// Keyword is that of the schema, such as "required"; "json" if the document is not valid JSON.
	Keyword string `json:"keyword"`
}

// Error returns the location, the message and the keyword in one line.
func (f *Failure) Error() string {
	return fmt.Sprintf("%q: %s (%s)", f.Pointer, f.Message, f.Keyword)
}

// Failures are all failures of a document, sorted by location and keyword.
type Failures []*Failure

// Error returns one line for each failure.
func (f Failures) Error() string {
	lines := make([]string, len(f))
	for i, failure := range f {
		lines[i] = failure.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the failures as errors, for errors.Is and errors.As.
func (f Failures) Unwrap() []error {
	errs := make([]error, len(f))
	for i, failure := range f {
		errs[i] = failure
	}
	return errs
}

// Validate validates doc against the schema with the given name, which is one of [schemas.Names].
// Formats are asserted. The error is of type [Failures] if the document is invalid, and of
// another type if there is no such schema.
func Validate(name string, doc []byte) error {
	compile, ok := compilers[name]
	if !ok {
		_, err := schemas.Schema(name)
		return err
	}
	s, err := compile()
	if err != nil {
		return err
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err != nil {
		message := "is not a JSON document"
		if _, err := jsontree.Parse(doc, jsontree.Limits{}); err != nil { // its error has the line and column
			message += ": " + err.Error()
		}
		return Failures{{Keyword: "json", Message: message}}
	}
	err = validate.Validate(s, v)
	e, ok := errors.AsType[*errkit.Error](err)
	if !ok || len(e.Fields) == 0 {
		return err
	}
	failures := make(Failures, len(e.Fields))
	for i, f := range e.Fields {
		failures[i] = &Failure{Pointer: f.Path, Message: string(f.Message), Keyword: f.Rule}
	}
	return failures
}

// compilers has a function for each schema that compiles it on first use.
var compilers = func() map[string]func() (*jsonschema.Schema, error) {
	all := map[string]func() (*jsonschema.Schema, error){}
	for _, name := range schemas.Names() {
		all[name] = sync.OnceValues(func() (*jsonschema.Schema, error) { return compile(name) })
	}
	return all
}()

func compile(name string) (*jsonschema.Schema, error) {
	doc, err := schemas.Bundle(name)
	if err != nil {
		return nil, err
	}
	_, s, err := schema.Compile(doc, true)
	if err != nil {
		return nil, fmt.Errorf("verify: schema %q: %w", name, err)
	}
	return s, nil
}
