// Package tool makes a tool of a Go function: JSON goes in and comes out, and is checked on both sides. The adapters that
// no SDK gives this to stand on it. Start with [New].
package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonr"
	"github.com/toolerr/toolerr/middleware"
	schemaerr "github.com/toolerr/toolerr/middleware/jsonschema"
	"github.com/toolerr/toolerr/middleware/validate"
	"github.com/toolerr/toolerr/schemas/derive"
)

// Options are what New does not find in the types of the function. The zero Options work.
type Options struct {
	Input    json.RawMessage // JSON Schema of the input, without $ref; nil: that of the type
	Output   json.RawMessage // JSON Schema of the output, without $ref; null: there is none; nil: that of the type
	Validate func(any) error // checks a decoded input; nil: by its validate tags
}

// A Func is a function of Go types as a function of JSON. It may be used by many goroutines.
type Func struct {
	Input  json.RawMessage // JSON Schema of the input
	Output json.RawMessage // JSON Schema of the output; nil: it may be anything

	input, output *jsonschema.Schema
	decode        func(ctx context.Context, input []byte) (Call, error)
}

// A Call is a call whose input is good. Its error is what the function returned, or of kind OutputInvalid.
type Call func(context.Context) (json.RawMessage, error)

// New makes a Func. A type without a schema, and a schema that is not valid or has a $ref, are errors.
func New[In, Out any](o Options, f func(context.Context, In) (Out, error)) (*Func, error) {
	if f == nil {
		return nil, fmt.Errorf("the function is nil")
	}
	fn := &Func{Input: o.Input, Output: o.Output}
	var err error
	if fn.Input == nil {
		if fn.Input, err = derive.Inline[In](); err != nil {
			return nil, fmt.Errorf("input: %w", err)
		}
	}
	if fn.Output == nil {
		if fn.Output, err = derive.Inline[Out](); err != nil {
			return nil, fmt.Errorf("output: %w; a schema of your own can do without", err)
		}
	}
	if fn.input, err = compile(fn.Input); err != nil {
		return nil, fmt.Errorf("input: %w", err)
	}
	if t := fn.input.Types; t != nil && !t.IsEmpty() && !slices.Contains(t.ToStrings(), "object") {
		return nil, fmt.Errorf("input: its JSON is of type %s, want an object", t)
	}
	switch text := string(bytes.TrimSpace(fn.Output)); text {
	case "null", "{}", "true":
		fn.Output = nil
	default:
		if fn.output, err = compile(fn.Output); err != nil {
			return nil, fmt.Errorf("output: %w", err)
		}
	}
	check := o.Validate
	if check == nil {
		check = tags[In]()
	}
	fn.decode = func(ctx context.Context, input []byte) (Call, error) {
		var in In
		if err := middleware.DecodeJSON(input, &in); err != nil {
			e := *errkit.From(err)
			e.Details = nil // line and column, of the input and not of the request
			return nil, &e
		}
		if err := check(in); err != nil {
			return nil, classified(ctx, err)
		}
		return func(ctx context.Context) (json.RawMessage, error) {
			out, err := f(ctx, in)
			if err != nil {
				return nil, err
			}
			return fn.encode(out)
		}, nil
	}
	return fn, nil
}

// tags returns the check of the validate tags of T, which only a struct has.
func tags[T any]() func(any) error {
	t := reflect.TypeFor[T]()
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return func(any) error { return nil }
	}
	return new(validate.Validator).Struct
}

// Prepare checks an input: by the schema, then by its Go type, strictly, then by the tags of that. The error is of kind
// InvalidInput, or what a check of the user's own returned.
func (f *Func) Prepare(ctx context.Context, input jsonr.Value) (Call, error) {
	if input.Kind() != jsonr.Object {
		return nil, errkit.Invalid(errkit.Field{Message: "must be an object", Rule: "type", Param: "object"})
	}
	if fields := wild(nil, input, input); len(fields) > 0 {
		return nil, errkit.Invalid(fields...)
	}
	if err := schemaerr.Validate(f.input, input.Any()); err != nil {
		return nil, err
	}
	return f.decode(ctx, []byte(input.Raw()))
}

// classified says what an error of a check of the user's own tells about the input, unless the check said it itself.
func classified(ctx context.Context, err error) error {
	if _, coded := err.(*errkit.Error); coded {
		return err
	}
	if e := validate.Classifier(ctx, err); e != nil {
		e.Err = err
		return e
	}
	return err
}

// encode makes the JSON of an output and checks it.
func (f *Func) encode(out any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(out); err != nil {
		return nil, &errkit.Error{Kind: errkit.OutputInvalid, Err: fmt.Errorf("tool: the output has no JSON: %w", err)}
	}
	doc := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	if f.output == nil {
		return doc, nil
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err == nil {
		err = f.output.Validate(v)
	}
	if err != nil {
		return nil, &errkit.Error{Kind: errkit.OutputInvalid, Err: fmt.Errorf("tool: the output breaks its schema: %w", err)}
	}
	return doc, nil
}
