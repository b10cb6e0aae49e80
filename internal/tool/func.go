// Package tool converts a Go function to a tool with JSON input and output, both of which are validated. The adapters for
// protocols without an SDK use it.
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
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/middleware"
	schemaerr "github.com/toolerr/toolerr/middleware/jsonschema"
	"github.com/toolerr/toolerr/middleware/validate"
	"github.com/toolerr/toolerr/schemas/derive"
)

// Options override the defaults of New. The zero Options are valid.
type Options struct {
	Input    json.RawMessage // JSON Schema of the input, without $ref; nil: derived from the type
	Output   json.RawMessage // JSON Schema of the output, without $ref; null: any output; nil: derived from the type
	Validate func(any) error // validates a decoded input; nil: by its validate tags
}

// A Func is a Go function with JSON input and output. It is safe for concurrent use.
type Func struct {
	Input  json.RawMessage // JSON Schema of the input
	Output json.RawMessage // JSON Schema of the output; nil: any output

	input, output *jsonschema.Schema
	decode        func(ctx context.Context, input []byte) (Call, error)
}

// A Call calls the function with a validated input. It returns the error of the function, or one of kind OutputInvalid.
type Call func(context.Context) (json.RawMessage, error)

// New returns a Func that calls f. It returns an error if a type has no schema, or if a schema is invalid or has a $ref.
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
			return nil, fmt.Errorf("output: %w; set Output to use another schema", err)
		}
	}
	if fn.input, err = compile(fn.Input); err != nil {
		return nil, fmt.Errorf("input: %w", err)
	}
	if t := fn.input.Types; t != nil && !t.IsEmpty() && !slices.Contains(t.ToStrings(), "object") {
		return nil, fmt.Errorf("input: type %s, want an object", t)
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
		check = tagValidator[In]()
	}
	fn.decode = func(ctx context.Context, input []byte) (Call, error) {
		var in In
		if err := middleware.DecodeJSON(input, &in); err != nil {
			e := *errkit.From(err)
			e.Details = nil // line and column, which are relative to the input, not to the request
			return nil, &e
		}
		if err := check(in); err != nil {
			return nil, classify(ctx, err)
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

// tagValidator returns a function that validates values of type T by their validate tags, if T is a struct.
func tagValidator[T any]() func(any) error {
	t := reflect.TypeFor[T]()
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return func(any) error { return nil }
	}
	return new(validate.Validator).Struct
}

// Prepare validates an input by the schema, by strict decoding into its Go type, and by Options.Validate. It returns an
// error of kind InvalidInput, or an error of Options.Validate.
func (f *Func) Prepare(ctx context.Context, input jsontree.Value) (Call, error) {
	if input.Kind() != jsontree.Object {
		return nil, errkit.Invalid(errkit.Field{Message: "must be an object", Rule: "type", Param: "object"})
	}
	if fields := outOfRange(nil, input, input); len(fields) > 0 {
		return nil, errkit.Bounded(&errkit.Error{Kind: errkit.InvalidInput, Fields: fields}, limit.Text)
	}
	if err := schemaerr.Validate(f.input, input.Any()); err != nil {
		return nil, err
	}
	return f.decode(ctx, []byte(input.Raw()))
}

// classify converts an error of Options.Validate that is not an *errkit.Error, if it is a validator error.
func classify(ctx context.Context, err error) error {
	if _, coded := err.(*errkit.Error); coded {
		return err
	}
	if e := validate.Classifier(ctx, err); e != nil {
		e.Err = err
		return e
	}
	return err
}

// encode encodes and validates an output.
func (f *Func) encode(out any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(out); err != nil {
		return nil, &errkit.Error{Kind: errkit.OutputInvalid, Err: fmt.Errorf("tool: encode output: %w", err)}
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
		return nil, &errkit.Error{Kind: errkit.OutputInvalid, Err: fmt.Errorf("tool: output violates its schema: %w", err)}
	}
	return doc, nil
}
