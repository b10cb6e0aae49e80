// Package tool, for applications, defines a tool once, for every protocol: its name, its schemas
// and its function. Start with [New]; the adapters serve what it returns.
//
//	type RingInput struct {
//		Bell  string `json:"bell" validate:"max=64" description:"The bell to ring."`
//		Times int    `json:"times" default:"1" validate:"min=1,max=10"`
//	}
//
//	ring := tool.New("Doorbell.Ring", "Rings a doorbell.", func(ctx context.Context, in RingInput) (RingOutput, error) {
//		...
//	})
//
// # Input
//
// First the defaults of absent members are filled in. Then the input is compared with its schema
// and with its Go type, which refuses unknown and repeated members, and if it can be decoded the
// validate tags of the value are checked. All faults are in one error of kind InvalidInput, each
// with an RFC 6901 pointer. The same input gives the same error in every protocol.
//
// What the schema accepts, the tool accepts, see package derive for the exceptions. As in JSON
// Schema, 1.0 and 1e1 are integers.
//
// A field with the tag required:"true" or validate:"required" is required. So is any other field,
// except a pointer, one with omitempty or omitzero in its json tag, and one with a default. A
// required number may be 0 and a required boolean false.
//
// The depth and the number of values of an input are bounded; its size is bounded by the adapter
// that reads it.
//
// # Errors
//
// [Tool.Call] returns *errkit.Error values whose Stage is set: BeforeCall for the input and the
// requirements, Execution for the function and its output. An output that has no JSON or breaks
// its schema is OutputInvalid: a bug of the tool.
package tool

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/tool/derive"
)

// A Tool is a function with its definition. Make one with [New] or [Define]. It must not be
// changed, and may be used by many goroutines at once.
type Tool struct {
	// Definition is complete: Version is set, InputSchema and OutputSchema are those that are
	// checked, without spaces; OutputSchema is nil if the output may be any JSON.
	Definition

	version       version
	in            reflect.Type
	input, output *jsonschema.Schema
	schema        jsontree.Value // of the input
	hasDefaults   bool
	decode        decoder
}

// A function is the function of a tool with its decoded input.
type function func(context.Context) (any, error)

// New returns a tool without further options. It panics where [Define] returns an error.
func New[In, Out any](name, description string, f func(context.Context, In) (Out, error)) *Tool {
	return Must(Define(Definition{Name: name, Description: description}, f))
}

// Must returns t, and panics if err is not nil. It is for tools that are defined when a program
// starts:
//
//	var ring = tool.Must(tool.Define(tool.Definition{Name: "Doorbell.Ring", Version: "2.1.0"}, ringBell))
func Must(t *Tool, err error) *Tool {
	if err != nil {
		panic(err)
	}
	return t
}

// Define returns a tool. An invalid definition is an error that names the tool and the reason: a
// name or version that is not valid, a type that has no JSON Schema, a schema that is not valid
// or has a $ref, a default or an example that breaks a schema.
func Define[In, Out any](d Definition, f func(context.Context, In) (Out, error)) (*Tool, error) {
	t, err := define(d, f)
	if err != nil {
		return nil, fmt.Errorf("tool %q: %w", d.Name, err)
	}
	return t, nil
}

func define[In, Out any](d Definition, f func(context.Context, In) (Out, error)) (*Tool, error) {
	if f == nil {
		return nil, errors.New("the function is nil")
	}
	d.Version = cmp.Or(d.Version, defaultVersion)
	if err := d.check(); err != nil {
		return nil, err
	}
	t := &Tool{Definition: d, in: reflect.TypeFor[In](), decode: newDecoder(f)}
	t.version, _ = parseVersion(d.Version, false) // d.check parsed it
	if err := t.setInput(derive.Input[In]); err != nil {
		return nil, fmt.Errorf("input: %w", err)
	}
	if err := t.setOutput(derive.Output[Out]); err != nil {
		return nil, fmt.Errorf("output: %w", err)
	}
	for i, e := range t.Examples {
		if err := t.checkExample(e); err != nil {
			return nil, fmt.Errorf("examples[%d]: %w", i, err)
		}
	}
	return t, nil
}

// ID returns the name and the version, such as "Doorbell.Ring@1.0.0" (OXP 1.0, ToolId).
func (t *Tool) ID() string { return t.Name + "@" + t.Version }

// ModelName returns the name with underscores in place of dots, such as "Doorbell_Ring", for
// protocols and models that allow no dots.
func (t *Tool) ModelName() string { return modelName(t.Name) }

// InputType returns the Go type that inputs are decoded into.
func (t *Tool) InputType() reflect.Type { return t.in }

// setInput compiles the schema of the input, which is derived from the type if the definition has
// none.
func (t *Tool) setInput(derived func() ([]byte, error)) error {
	doc, err := schemaOf(t.InputSchema, derived)
	if err != nil {
		return err
	}
	if string(doc) == "{}" {
		doc = json.RawMessage(`{"type":"object"}`)
	}
	compiler, schema, err := compile(doc)
	if err != nil {
		return err
	}
	if schema.Types == nil || schema.Types.String() != "[object]" {
		return errors.New(`the type of the schema is not "object"`)
	}
	parsed, err := jsontree.Parse(doc, jsontree.Limits{})
	if err != nil {
		return err
	}
	t.InputSchema, t.input, t.schema = doc, schema, parsed
	t.hasDefaults, err = hasDefaults(compiler, parsed)
	return err
}

func (t *Tool) setOutput(derived func() ([]byte, error)) error {
	doc, err := schemaOf(t.OutputSchema, derived)
	if err != nil {
		return fmt.Errorf("%w; OutputSchema may be null", err)
	}
	switch string(doc) {
	case "null", "{}", "true":
		t.OutputSchema = nil
		return nil
	}
	_, t.output, err = compile(doc)
	t.OutputSchema = doc
	return err
}

func (t *Tool) checkExample(e Example) error {
	if _, err := t.prepare(context.Background(), nil, e.Input); err != nil {
		return fmt.Errorf("input: %w", explained(err))
	}
	if e.Output == nil {
		return nil
	}
	if err := t.checkOutput(e.Output); err != nil {
		return fmt.Errorf("output: %w", err)
	}
	return nil
}
