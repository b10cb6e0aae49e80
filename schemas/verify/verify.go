// Package verify, for adapters, validates documents against the schemas of package schemas.
//
// Failures contain the locations of errors and the rules that are violated, but no values of the
// document, so they are safe to log and to return to clients.
package verify

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/jsontree"
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
	var invalid *jsonschema.ValidationError
	if err := s.Validate(v); errors.As(err, &invalid) {
		return failures(invalid)
	}
	return nil
}

// compilers has a function for each schema that compiles it on first use.
var compilers = func() map[string]func() (*jsonschema.Schema, error) {
	all := map[string]func() (*jsonschema.Schema, error){}
	for _, name := range schemas.Names() {
		all[name] = sync.OnceValues(func() (*jsonschema.Schema, error) { return compile(name) })
	}
	return all
}()

func compile(name string) (s *jsonschema.Schema, err error) {
	doc, err := schemas.Bundle(name)
	if err != nil {
		return nil, err
	}
	url := "urn:toolerr:schema:" + name
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err == nil {
		err = c.AddResource(url, v)
	}
	if err == nil {
		s, err = c.Compile(url)
	}
	if err != nil {
		return nil, fmt.Errorf("verify: schema %q: %w", name, err)
	}
	return s, nil
}

// failures returns the leaves of a tree of errors, sorted and without duplicates.
func failures(tree *jsonschema.ValidationError) Failures {
	all := leaves(nil, tree)
	slices.SortFunc(all, func(a, b *Failure) int {
		return cmp.Or(cmp.Compare(a.Pointer, b.Pointer), cmp.Compare(a.Keyword, b.Keyword),
			cmp.Compare(a.Message, b.Message))
	})
	return slices.CompactFunc(all, func(a, b *Failure) bool { return *a == *b })
}

// leaves appends the failures at and below e. It does not use the messages of the library,
// because those of pattern, format, enum and const contain the value.
func leaves(dst Failures, e *jsonschema.ValidationError) Failures {
	at := pointer.FromTokens(e.InstanceLocation)
	add := func(keyword, format string, args ...any) {
		dst = append(dst, &Failure{Pointer: at, Keyword: keyword, Message: fmt.Sprintf(format, args...)})
	}
	// The library reports missing and unknown members at the object; a Failure is reported at the
	// member.
	each := func(names []string, keyword, message string) {
		for _, name := range names {
			dst = append(dst, &Failure{Pointer: at + pointer.FromTokens([]string{name}), Keyword: keyword,
				Message: message})
		}
	}
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		each(k.Missing, "required", "is required")
	case *kind.DependentRequired:
		each(k.Missing, "dependentRequired", fmt.Sprintf("is required if %q is present", k.Prop))
	case *kind.AdditionalProperties:
		each(k.Properties, "additionalProperties", "is not a known member")
	case *kind.FalseSchema:
		if strings.HasSuffix(e.SchemaURL, "/unevaluatedProperties") {
			add("unevaluatedProperties", "is not a known member")
		} else {
			add("properties", "is not allowed here")
		}
	case *kind.Type:
		add("type", "is %s, must be %s", k.Got, strings.Join(k.Want, " or "))
	case *kind.Const:
		add("const", "must be %s", show(k.Want))
	case *kind.Enum:
		want := make([]string, len(k.Want))
		for i, v := range k.Want {
			want[i] = show(v)
		}
		add("enum", "must be one of %s", strings.Join(want, ", "))
	case *kind.Format:
		add("format", "is not a valid %s", k.Want)
	case *kind.Pattern:
		add("pattern", "does not match %s", k.Want)
	case *kind.Minimum:
		add("minimum", "must be at least %s", k.Want.RatString())
	case *kind.Maximum:
		add("maximum", "must be at most %s", k.Want.RatString())
	case *kind.OneOf:
		return branches(dst, e, "oneOf")
	case *kind.AnyOf:
		return branches(dst, e, "anyOf")
	default:
		// Schema, Group, Reference and AllOf only contain other failures. A keyword without a
		// case above is reported by its name.
		if len(e.Causes) == 0 {
			add(strings.Join(k.KeywordPath(), "/"), "violates this rule")
		}
		for _, cause := range e.Causes {
			dst = leaves(dst, cause)
		}
	}
	return dst
}

// branches appends the failures of the alternative of oneOf or anyOf that the document is meant
// to match: the one whose discriminating members (const or enum) match. If there is no such
// alternative or more than one, branches appends a summary.
func branches(dst Failures, e *jsonschema.ValidationError, keyword string) Failures {
	at := pointer.FromTokens(e.InstanceLocation)
	// A discriminator is a direct member of the object.
	isDiscriminator := func(f *Failure) bool {
		parent := f.Pointer[:max(0, strings.LastIndexByte(f.Pointer, '/'))]
		return (f.Keyword == "const" || f.Keyword == "enum") && f.Pointer != "" && parent == at
	}
	var candidates []Failures
	for _, cause := range e.Causes {
		if below := leaves(nil, cause); !slices.ContainsFunc(below, isDiscriminator) {
			candidates = append(candidates, below)
		}
	}
	if len(candidates) == 1 {
		return append(dst, candidates[0]...)
	}
	message := "does not match any of the allowed forms"
	if len(e.Causes) == 0 {
		message = "matches more than one of the allowed forms"
	}
	return append(dst, &Failure{Pointer: at, Keyword: keyword, Message: message})
}

// show formats a value of the schema, not of the document.
func show(v any) string {
	if s, ok := v.(string); ok {
		return fmt.Sprintf("%q", s)
	}
	return fmt.Sprint(v)
}
