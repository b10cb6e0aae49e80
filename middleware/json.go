package middleware

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"reflect"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/errkit"
)

// JSON is the Classifier of what encoding/json returns for a request's body:
// Malformed with [EmptyBody], [TruncatedBody] or [MalformedJSON], or
// InvalidInput. [DecodeJSON] says more, and where: these errors tell the path
// to a field without the indexes of arrays and the keys of maps.
//
// An error does not tell which JSON it is about. Where a handler reads JSON of
// others, such as an answer of a service, it must code the errors of that
// itself, or they are blamed on its caller.
func JSON(_ context.Context, err error) *errkit.Error {
	if foreign(err) {
		return nil
	}
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		if e.Error() != "unexpected end of JSON input" { // the text is all there is to know it by
			return &errkit.Error{Kind: errkit.Malformed, Code: MalformedJSON,
				Message: errkit.Textf("The request is not valid JSON: byte %d is wrong.", e.Offset)}
		}
		if e.Offset == 0 {
			return &errkit.Error{Kind: errkit.Malformed, Code: EmptyBody, Message: emptyText}
		}
		return &errkit.Error{Kind: errkit.Malformed, Code: TruncatedBody, Message: truncatedText}
	}
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return wrongType(e)
	}
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &errkit.Error{Kind: errkit.Malformed, Code: TruncatedBody, Message: truncatedText}
	case errors.Is(err, io.EOF):
		return &errkit.Error{Kind: errkit.Malformed, Code: EmptyBody, Message: emptyText}
	}
	return unknownField(err)
}

const (
	emptyText     errkit.Text = "The request is empty; a JSON document is needed."
	truncatedText errkit.Text = "The request is not valid JSON: it ends too early."
)

// foreign reports whether err is about a connection to somebody else, whose EOF
// is not that of the request.
func foreign(err error) bool {
	if _, ok := errors.AsType[*url.Error](err); ok {
		return true
	}
	_, ok := ofNetwork(err)
	return ok
}

// wrongType leaves out what the error says of the value: it may quote it.
func wrongType(e *json.UnmarshalTypeError) *errkit.Error {
	if e.Type == nil {
		return errkit.From(errkit.InvalidInput)
	}
	f := errkit.Field{Message: "has the wrong type", Rule: "type"}
	t := e.Type
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch k := t.Kind(); {
	case k == reflect.Bool:
		f.Param, f.Message = "boolean", "must be true or false"
	case k >= reflect.Int && k <= reflect.Uintptr && strings.HasPrefix(e.Value, "number "):
		f.Rule, f.Message = "range", errkit.Textf("must be an integer%s", limits(t))
	case k >= reflect.Int && k <= reflect.Uintptr:
		f.Param, f.Message = "integer", "must be an integer"
	case k == reflect.Float32, k == reflect.Float64:
		f.Param, f.Message = "number", "must be a number"
	case k == reflect.String:
		f.Param, f.Message = "string", "must be a string"
	case k == reflect.Slice, k == reflect.Array:
		f.Param, f.Message = "array", "must be an array"
	case k == reflect.Map, k == reflect.Struct:
		f.Param, f.Message = "object", "must be an object"
	}
	if e.Field != "" {
		f.Path = "/" + strings.ReplaceAll(pointerToken.Replace(e.Field), ".", "/")
	}
	return &errkit.Error{Kind: errkit.InvalidInput, Fields: []errkit.Field{f}}
}

var pointerToken = strings.NewReplacer("~", "~0", "/", "~1") // RFC 6901 §3

// unknownField knows the error of [json.Decoder.DisallowUnknownFields], which
// has no type of its own. It does not tell where the member is.
func unknownField(err error) *errkit.Error {
	for links := 0; err != nil && links < maxLinks; links++ {
		if quoted, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
			name, bad := strconv.Unquote(quoted)
			if bad != nil {
				return nil
			}
			return &errkit.Error{Kind: errkit.InvalidInput, Fields: []errkit.Field{{
				Message: errkit.Textf("has a property that is not known: %q", name), Rule: "additionalProperties",
			}}}
		}
		err = errors.Unwrap(err)
	}
	return nil
}
