package tool

import (
	"context"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/internal/request"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/middleware"
	schemaerr "github.com/toolerr/toolerr/middleware/jsonschema"
	"github.com/toolerr/toolerr/middleware/validate"
)

// prepare checks an input and returns the function that is called with it. Every fault of the
// input is in one error of kind InvalidInput; text that is not JSON is Malformed.
func (t *Tool) prepare(ctx context.Context, b *middleware.Boundary, input []byte) (function, error) {
	doc, err := request.Parse(request.OrEmpty(input))
	if err != nil {
		return nil, err
	}
	if doc.Kind() != jsontree.Object {
		return nil, errkit.Invalid(errkit.Field{Message: "must be an object", Rule: "type", Param: "object"})
	}
	if fields := request.OutOfRange(doc); len(fields) > 0 {
		return nil, invalid(fields)
	}
	if t.hasDefaults {
		if doc, err = request.Parse(appendPrepared(nil, t.schema, doc)); err != nil {
			return nil, err
		}
	}
	bySchema, err := fieldsOf(schemaerr.Validate(t.input, doc.Any()))
	if err != nil {
		return nil, err
	}
	in, run, err := t.decode(doc)
	if isNew(bySchema, err) { // perhaps integers are written as 1.0 or 1e1
		if prepared, bad := request.Parse(appendPrepared(nil, t.schema, doc)); bad == nil {
			in, run, err = t.decode(prepared)
		}
	}
	if err == nil && t.Validate == nil {
		err = validate.Input(validate.WithPresence(ctx), b, in)
	}
	byType, err := fieldsOf(err)
	if err != nil && len(bySchema) == 0 { // else the validator, some of whose rules panic, got what the schema refuses
		return nil, err
	}
	if fields := merge(bySchema, byType); len(fields) > 0 {
		return nil, invalid(fields)
	}
	return run, t.validate(ctx, in)
}

// isNew reports whether an error has a fault at a place where the schema found none.
func isNew(bySchema []errkit.Field, err error) bool {
	byType, other := fieldsOf(err)
	return other != nil || slices.ContainsFunc(byType, func(f errkit.Field) bool {
		return !slices.ContainsFunc(bySchema, func(s errkit.Field) bool { return s.Path == f.Path })
	})
}

// A decoder decodes an input into a Go value, without its unknown members, which the schema refuses
// or accepts. It returns the value and the function to be called with it.
type decoder func(doc jsontree.Value) (in any, run function, err error)

func newDecoder[In, Out any](f func(context.Context, In) (Out, error)) decoder {
	return func(doc jsontree.Value) (any, function, error) {
		var in In
		if err := (middleware.JSONDecoder{AllowUnknown: true}).Decode([]byte(doc.Raw()), &in); err != nil {
			return nil, nil, err
		}
		return in, func(ctx context.Context) (any, error) { return f(ctx, in) }, nil
	}
}

// validate calls the definition's own check.
func (d *Definition) validate(ctx context.Context, in any) error {
	if d.Validate == nil {
		return nil
	}
	err := d.Validate(ctx, in)
	if _, coded := err.(*errkit.Error); err != nil && !coded {
		if e := validate.Classifier(ctx, err); e != nil {
			e.Err = err
			return e
		}
	}
	return err
}

// fieldsOf returns the fields of an error about the input. It returns any other error as it is.
func fieldsOf(err error) ([]errkit.Field, error) {
	e, ok := err.(*errkit.Error)
	if ok && e.Kind == errkit.InvalidInput && len(e.Fields) > 0 {
		return e.Fields, nil
	}
	return nil, err
}

// invalid returns the error of faults, of which it has as many as an error may have.
func invalid(fields []errkit.Field) error {
	return errkit.Bounded(&errkit.Error{Kind: errkit.InvalidInput, Fields: fields}, text.MaxText)
}

// merge returns the faults that the schema and the Go type found, each once, in the order of their
// places. Of two at one place the schema's remains, except for a pattern or alternatives, about
// which the Go type knows more; a repeated member is a fault of its own. What is inside a missing
// member is left out. If one of them found more faults than it lists, so did both.
func merge(bySchema, byType []errkit.Field) []errkit.Field {
	isMore := func(f errkit.Field) bool { return f.Rule == text.MoreRule }
	more := slices.DeleteFunc(slices.Concat(bySchema, byType), func(f errkit.Field) bool { return !isMore(f) })
	isVague := func(f errkit.Field) bool {
		knowsMore := func(o errkit.Field) bool { return o.Path == f.Path && !slices.Contains(vague, o.Rule) }
		return slices.Contains(vague, f.Rule) && slices.ContainsFunc(slices.Concat(bySchema, byType), knowsMore)
	}
	bySchema = slices.DeleteFunc(slices.Clone(bySchema), func(f errkit.Field) bool { return isMore(f) || isVague(f) })
	all := slices.Clip(bySchema)
	for _, f := range byType {
		covered := func(s errkit.Field) bool {
			return s.Path == f.Path || s.Rule == "required" && strings.HasPrefix(f.Path, s.Path+"/")
		}
		if !isMore(f) && (f.Rule == "duplicate" || !slices.ContainsFunc(bySchema, covered)) {
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(a, b errkit.Field) int {
		return slices.CompareFunc(strings.Split(a.Path, "/"), strings.Split(b.Path, "/"), pointer.CompareTokens)
	})
	return append(all[:min(len(all), text.MaxFields)], more[max(0, len(more)-1):]...)
}

// vague are the keywords that are less specific than the rule of a tag from which they are
// derived.
var vague = []string{"pattern", "not", "anyOf", "propertyNames"}
