package nethttp

import (
	"bytes"
	"io"
	"net/http"
	"reflect"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// maxBody is how large a body [Bind] reads, in bytes.
const maxBody = 4 << 20

// UnsupportedMediaType is the code of a request whose body is not declared as
// JSON.
const UnsupportedMediaType errkit.Code = "unsupported_media_type"

// Bind decodes the JSON body of a request, strictly, as
// [middleware.DecodeJSON] does, and asks [API.Validate] about the value: about a
// pointer to it, unless T is one. A handler returns its errors as they are:
//   - InvalidRequest, where the Content-Type is not JSON or the body breaks off;
//   - TooLarge, above 4 MiB, or a lower limit of [http.MaxBytesReader];
//   - those of DecodeJSON, with place and pointer;
//   - those of Validate.
func Bind[T any](a *API, r *http.Request) (T, error) {
	var v T
	body, err := readJSON(r, &v)
	if err != nil {
		return *new(T), err
	}
	if wantsObject(reflect.TypeFor[T]()) && string(bytes.TrimSpace(body)) == "null" { // which encoding/json leaves alone
		return *new(T), errkit.Invalid(errkit.Field{Message: "must be an object", Rule: "type", Param: "object"})
	}
	if a.Validate == nil {
		return v, nil
	}
	var asked any = &v
	if reflect.TypeFor[T]().Kind() == reflect.Pointer {
		asked = v
	}
	if err := a.Validate(asked); err != nil {
		return *new(T), err
	}
	return v, nil
}

// wantsObject reports whether a type, or what it points to, is a struct.
func wantsObject(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Struct
}

// readJSON decodes the body of a request into to, and returns it.
func readJSON(r *http.Request, to any) ([]byte, error) {
	declared := r.Header.Get("Content-Type")
	if !isJSON(declared) && (declared != "" || r.ContentLength != 0) {
		return nil, &errkit.Error{Kind: errkit.InvalidRequest, Code: UnsupportedMediaType, Message: "The Content-Type must be application/json."}
	}
	if r.Body == nil { // a request of a test
		return nil, middleware.DecodeJSON(nil, to)
	}
	body, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, maxBody))
	if err == nil {
		return body, middleware.DecodeJSON(body, to)
	}
	if e := middleware.Limits(r.Context(), err); e != nil {
		e.Err = err
		return nil, e
	}
	return nil, &errkit.Error{Kind: errkit.InvalidRequest, Code: middleware.TruncatedBody, Err: err, Message: "The request ended too early."}
}
