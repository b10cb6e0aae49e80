package tool

import (
	"context"
	"errors"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/toolerr/toolerr/errkit"
)

func schemaFields(ctx context.Context, err error) *errkit.Error {
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		return nil
	}
	var fields []errkit.Field
	var walk func(e *jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		at := ""
		for _, t := range e.InstanceLocation {
			at += "/" + t
		}
		switch k := e.ErrorKind.(type) {
		case *kind.Required:
			for _, n := range k.Missing {
				fields = append(fields, errkit.Field{Path: at + "/" + n, Message: "is required", Rule: "required"})
			}
		case *kind.Type:
			fields = append(fields, errkit.Field{Path: at, Message: errkit.Textf("must be a %s", strings.Join(k.Want, " or a ")), Rule: "type"})
		default:
			if len(e.Causes) == 0 {
				fields = append(fields, errkit.Field{Path: at, Message: "is invalid", Rule: strings.Join(k.KeywordPath(), "/")})
			}
		}
		for _, c := range e.Causes {
			walk(c)
		}
	}
	walk(invalid)
	return &errkit.Error{Kind: errkit.InvalidInput, Fields: fields}
}
