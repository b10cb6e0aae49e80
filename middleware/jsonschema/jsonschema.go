// Package jsonschema turns what santhosh-tekuri/jsonschema finds wrong with a
// document into fields of an *errkit.Error: a JSON pointer and a sentence for
// each fault, in a fixed order, and nothing of the values.
//
// Start with [Validate], or put [Classifier] into a boundary for handlers that
// return the library's own error.
//
// Of alternatives (anyOf, oneOf) it tells the faults of one, where a constant or
// a type says which one was meant, and else that none fits.
//
// What a schema says (patterns, constants, names of formats) is public: its
// author wrote it for callers.
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

// maxFields is how many faults are rendered: one more than an error may have, so
// that it reports that there are more.
const maxFields = limit.Fields + 1

// Validate checks a document, which must be decoded as
// [jsonschema.UnmarshalJSON] does, and returns nil or an *errkit.Error:
//   - InvalidInput, with a field for each fault, by pointer and keyword, within
//     the bounds of [errkit.Bounded];
//   - Internal, where the schema leads to itself, or doc is a Go value that is
//     no JSON.
//
// The cause has the library's own error, for [errors.As]. Its text is the
// beginning of that, for the log only: it quotes values.
func Validate(schema *jsonschema.Schema, doc any) (err error) {
	// The library panics where there is no schema.
	defer func() {
		if p := recover(); p != nil {
			err = (*middleware.Boundary)(nil).Recovered(context.Background(), p)
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

// Classifier is a [middleware.Classifier] of *jsonschema.ValidationError. It is
// for the input of a call: a result that breaks its schema is not its caller's
// fault, and must be coded where it is checked.
func Classifier(_ context.Context, err error) *errkit.Error {
	invalid, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok || invalid == nil {
		return nil
	}
	e := convert(invalid, nil)
	if err == error(invalid) {
		e.Err = &failure{invalid} // whose text has a bound
	}
	return e
}

func convert(invalid *jsonschema.ValidationError, doc any) *errkit.Error {
	c := collector{doc: doc}
	c.collect(invalid, nil)
	if c.broken {
		return &errkit.Error{Kind: errkit.Internal}
	}
	c.settle()
	e := &errkit.Error{Kind: errkit.InvalidInput}
	for _, f := range c.found {
		f.Path = pointerOf(f.at)
		e.Fields = append(e.Fields, f.Field)
	}
	return errkit.Bounded(e, limit.Text)
}

// compareTokens puts item 2 before item 10, and items before names. It looks at
// digits by itself, since strconv.Atoi copies what is no number.
func compareTokens(a, b string) int {
	switch m, n := digits(a), digits(b); {
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

func digits(token string) bool {
	if len(token) > 18 { // no item
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

// count says a number of things, one in the singular.
func count(n int, things string) string {
	if n == 1 {
		if things == "properties" {
			return "1 property"
		}
		things = strings.TrimSuffix(things, "s")
	}
	return fmt.Sprintf("%d %s", n, things)
}
