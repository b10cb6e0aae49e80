// Package jsonschema converts the errors of santhosh-tekuri/jsonschema into an *errkit.Error with a field for each violation:
// a JSON pointer and a sentence, in a fixed order. It does not quote values of the document.
//
// [Validate] validates a document. [Classifier] is for handlers that return the error of the library.
//
// For alternatives (anyOf, oneOf), the fields are those of one alternative if all others are excluded by a constant or a
// type; otherwise there is one field for all alternatives.
//
// The content of the schema (patterns, constants, names of formats) is public.
package jsonschema

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/middleware"
)

// maxFields is the number of violations that are converted: one more than an error may have, so that the error notes that
// others are left out.
const maxFields = limit.Fields + 1

// Validate validates a document that was decoded as by [jsonschema.UnmarshalJSON]. It returns nil or an *errkit.Error:
//   - InvalidInput, with a field for each violation, within the bounds of [errkit.Bounded];
//   - Internal, if the schema contains itself, or doc is a Go value that is not JSON.
//
// [errors.As] finds the error of the library. The text of the cause, which is for the log only because it quotes values, is
// the start of the text of the library.
func Validate(schema *jsonschema.Schema, doc any) (err error) {
	// The library panics if schema is nil.
	defer func() {
		if p := recover(); p != nil {
			err = (*middleware.Boundary)(nil).HandlePanic(context.Background(), p)
		}
	}()
	err = schema.Validate(doc)
	if err == nil {
		return nil
	}
	invalid, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		return &errkit.Error{Err: err}
	}
	e := convert(invalid, doc)
	e.Err = &failure{invalid}
	return e
}

// Classifier is a [middleware.Classifier] of *jsonschema.ValidationError. It assumes that the error is about the input of the
// call. Code that validates another document, such as a result, must return an *errkit.Error.
func Classifier(_ context.Context, err error) *errkit.Error {
	invalid, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok || invalid == nil {
		return nil
	}
	e := convert(invalid, nil)
	if err == error(invalid) {
		e.Err = &failure{invalid} // whose text is bounded
	}
	return e
}

func convert(invalid *jsonschema.ValidationError, doc any) *errkit.Error {
	c := collector{doc: doc}
	c.collect(invalid, nil)
	if c.broken {
		return &errkit.Error{Kind: errkit.Internal}
	}
	c.sort()
	e := &errkit.Error{Kind: errkit.InvalidInput}
	for _, f := range c.found {
		f.Path = pointerOf(f.at)
		e.Fields = append(e.Fields, f.Field)
	}
	return errkit.Bounded(e, limit.Text)
}

// compareTokens orders item 2 before item 10, and items before names. It does not use strconv.Atoi, which copies invalid
// numbers into its error.
func compareTokens(a, b string) int {
	switch m, n := isIndex(a), isIndex(b); {
	case m && n:
		one, two := strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
		return cmp.Or(cmp.Compare(len(one), len(two)), strings.Compare(one, two), strings.Compare(a, b))
	case m:
		return -1
	case n:
		return 1
	}
	return strings.Compare(a, b)
}

// isIndex reports whether a token may be the index of an item.
func isIndex(token string) bool {
	if len(token) > 18 {
		return false
	}
	for i := range len(token) {
		if token[i] < '0' || token[i] > '9' {
			return false
		}
	}
	return token != ""
}

func pointerOf(tokens []string) string {
	var p pointer.Builder
	for _, t := range tokens {
		p.Add(t)
	}
	return p.String()
}

// count returns a number with a noun, in the singular for 1.
func count(n int, things string) string {
	if n == 1 {
		if things == "properties" {
			return "1 property"
		}
		things = strings.TrimSuffix(things, "s")
	}
	return fmt.Sprintf("%d %s", n, things)
}
