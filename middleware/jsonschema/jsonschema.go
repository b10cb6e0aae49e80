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
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/middleware"
)

// maxFields bounds the fields of one error: nobody reads more.
const maxFields = 100

// Validate checks a document, which must be decoded as
// [jsonschema.UnmarshalJSON] does, and returns nil or an *errkit.Error:
//   - InvalidInput, with up to 100 fields, by pointer and keyword;
//   - Internal, where the schema leads to itself, or doc is a Go value that is
//     no JSON.
//
// The cause is the library's own error, for the log alone: it quotes values.
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
	e.Err = err
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
	return convert(invalid, nil)
}

func convert(invalid *jsonschema.ValidationError, doc any) *errkit.Error {
	c := collector{doc: doc}
	c.collect(invalid, nil)
	if c.broken {
		return &errkit.Error{Kind: errkit.Internal}
	}
	slices.SortStableFunc(c.found, func(a, b found) int {
		return cmp.Or(slices.CompareFunc(a.at, b.at, compareTokens), strings.Compare(a.Rule, b.Rule), strings.Compare(a.Param, b.Param))
	})
	e := &errkit.Error{Kind: errkit.InvalidInput}
	for _, f := range c.found {
		f.Path = pointerOf(f.at)
		if len(e.Fields) < maxFields && !slices.Contains(e.Fields, f.Field) { // several schemas may ask for the same
			e.Fields = append(e.Fields, f.Field)
		}
	}
	return e
}

// compareTokens puts item 2 before item 10, and items before names.
func compareTokens(a, b string) int {
	m, errA := strconv.Atoi(a)
	n, errB := strconv.Atoi(b)
	switch {
	case errA == nil && errB == nil:
		return cmp.Or(cmp.Compare(m, n), strings.Compare(a, b))
	case errA == nil:
		return -1
	case errB == nil:
		return 1
	}
	return strings.Compare(a, b)
}

func pointerOf(tokens []string) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteString("/" + pointer.Escape(t))
	}
	return b.String()
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
