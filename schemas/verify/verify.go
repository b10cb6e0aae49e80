// Package verify checks documents against the schemas of package schemas. Start with [Validate].
//
// What it says about a document names places and rules, never the values that stand there: failures can be logged and
// shown.
package verify

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolerr/toolerr/internal/jsonr"
	"github.com/toolerr/toolerr/schemas"
)

// Failure is one rule of a schema that a document breaks.
type Failure struct {
	Pointer string // where: a JSON pointer (RFC 6901) into the document; "" is all of it
	Keyword string // the rule, such as "required"; "json" where the document is no JSON
	Message string // what is wrong, such as "is required"; without the value that stands there
}

// Error returns place, rule and message in one line.
func (f *Failure) Error() string {
	return fmt.Sprintf("%q: %s (%s)", f.Pointer, f.Message, f.Keyword)
}

// Failures are all failures of one document, sorted by place and rule.
type Failures []*Failure

// Error returns one line for each failure.
func (f Failures) Error() string {
	lines := make([]string, len(f))
	for i, failure := range f {
		lines[i] = failure.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the failures one by one.
func (f Failures) Unwrap() []error {
	errs := make([]error, len(f))
	for i, failure := range f {
		errs[i] = failure
	}
	return errs
}

// Validate checks a document against the schema of a name that [schemas.Names] gives. The error is [Failures] where the
// document breaks the schema, and another one where there is no such schema. Formats are checked too.
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
		message := "is not one JSON document"
		if _, err := jsonr.Parse(doc, jsonr.Limits{}); err != nil { // which says where
			message += ": " + err.Error()
		}
		return Failures{{Keyword: "json", Message: message}}
	}
	var invalid *jsonschema.ValidationError
	if err := s.Validate(v); errors.As(err, &invalid) {
		return failures(invalid)
	}
	return nil
}

// compilers compiles each schema when it is first needed, and once.
var compilers = func() map[string]func() (*jsonschema.Schema, error) {
	all := map[string]func() (*jsonschema.Schema, error){}
	for _, name := range schemas.Names() {
		all[name] = sync.OnceValues(func() (*jsonschema.Schema, error) { return compile(name) })
	}
	return all
}()

func compile(name string) (*jsonschema.Schema, error) {
	doc, err := schemas.Schema(name)
	if err != nil {
		return nil, err
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err != nil {
		return nil, fmt.Errorf("verify: schema %q: %w", name, err)
	}
	url := "urn:toolerr:schema:" + name
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(url, v); err != nil {
		return nil, fmt.Errorf("verify: schema %q: %w", name, err)
	}
	s, err := c.Compile(url)
	if err != nil {
		return nil, fmt.Errorf("verify: schema %q: %w", name, err)
	}
	return s, nil
}
