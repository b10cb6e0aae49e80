// Package api is for applications that serve tools and typed inputs over net/http. It binds the
// JSON of requests to Go types, serves tools of package tool, with their parameters in paths,
// queries, headers and forms, and describes them in OpenAPI 3.1:
//
//	var server api.API
//
//	mux.Handle("POST /ring", server.Tool(ring))
//
// Package nethttp responds with its errors, and is all that a program needs for handlers that read
// requests themselves.
package api

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"io"
	"mime"
	"net/http"
	"reflect"
	"strings"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/jsonfield"
	"github.com/toolerr/toolerr/internal/request"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/idempotency"
	"github.com/toolerr/toolerr/middleware/validate"
	"github.com/toolerr/toolerr/tool"
)

// An API serves tools, and responds with their errors as the [nethttp.API] in it does. The zero
// API works. It may be used by many goroutines at once, and must not be changed while it is in
// use.
type API struct {
	nethttp.API

	// Binding is what [Bind] and the tools of [API.Tool] accept.
	Binding Binding

	// Keys decide what [API.Tool] does with a call that has the header Idempotency-Key of an
	// earlier one (draft-ietf-httpapi-idempotency-key-header-07). While that is running, it fails
	// with 409; if it was for another input, with 422. With Replay, it gets the first answer, with
	// the header "Idempotent-Replayed: true". Nil: nothing is replayed.
	Keys *idempotency.Keys

	// RunsAgain reports whether [API.Keyed] keeps no response with a status, so that the next
	// request with the key runs, such as 500 to 599 in the Agentic Commerce Protocol. Nil: it
	// keeps them.
	RunsAgain func(status int) bool

	// Pattern returns the pattern of [http.ServeMux] under which a tool is served,
	// such as "GET /bells/{id}", for [API.Tools] and [API.OpenAPI]. Nil: POST, the
	// tool's ModelName and its path values, such as "POST /Bells_Ring/{id}".
	Pattern func(*tool.Tool) string
}

// A Binding is what [Bind] accepts beyond strict JSON. The zero Binding accepts
// nothing else.
type Binding struct {
	MaxBody      int64 // of a body, as it is sent and as it is decompressed; 0: 4 MiB
	Gzip         bool  // a body may have the Content-Encoding gzip
	AllowUnknown bool  // members that the type does not have are ignored
}

func (b *Binding) maxBody() int64 { return cmp.Or(max(b.MaxBody, 0), 4<<20) }

// Bind decodes the JSON body of a request, strictly, as
// [middleware.DecodeJSON] does, and validates the value by
// [middleware.Boundary.Validate], by default by its validate tags. Validate gets a
// pointer to the value, unless T is one. A handler returns its errors as they are:
//   - InvalidRequest with [middleware.UnsupportedMediaType], if the Content-Type is not
//     JSON in UTF-8;
//   - Unsupported with the same code, if the Content-Encoding is not accepted: 415, and in Connect
//     unimplemented, with the encodings in Accept-Encoding;
//   - InvalidRequest, if the body cannot be read to its end, and Canceled, if the client left;
//   - TooLarge, above [Binding.MaxBody], or a lower limit of
//     [http.MaxBytesReader];
//   - those of DecodeJSON, with place and pointer;
//   - those of Validate.
func Bind[T any](a *API, r *http.Request) (T, error) {
	var v T
	body, err := a.Binding.readJSON(r)
	if err != nil {
		return v, err
	}
	if err := (middleware.JSONDecoder{AllowUnknown: a.Binding.AllowUnknown}).Decode(body, &v); err != nil {
		return *new(T), err
	}
	isStruct := jsonfield.Deref(reflect.TypeFor[T]()).Kind() == reflect.Struct
	if isStruct && string(bytes.TrimSpace(body)) == "null" { // encoding/json ignores it
		return *new(T), errkit.Invalid(errkit.Field{Message: "must be an object", Rule: "type", Param: "object"})
	}
	var input any = &v
	if reflect.TypeFor[T]().Kind() == reflect.Pointer {
		input = v
	}
	if err := validate.Input(r.Context(), a.Boundary, input); err != nil {
		return *new(T), err
	}
	return v, nil
}

// readJSON returns the body of a request. It fails with 415 if the headers rule
// out JSON in UTF-8; no body needs no Content-Type.
func (b *Binding) readJSON(r *http.Request) ([]byte, error) {
	declared := r.Header.Get("Content-Type")
	if !header.IsJSON(header.MediaType(r.Header)) && (declared != "" || r.ContentLength != 0) {
		return nil, request.Unsupported("The Content-Type must be application/json.")
	}
	_, params, _ := mime.ParseMediaType(declared)
	if charset := params["charset"]; charset != "" && !strings.EqualFold(charset, "utf-8") {
		return nil, request.Unsupported("The charset of the Content-Type must be utf-8.") // RFC 8259 §8.1
	}
	return b.read(r)
}

// read returns the body of a request, decompressed. It fails with 415 for an
// encoding that is not accepted.
func (b *Binding) read(r *http.Request) ([]byte, error) {
	encoding := strings.ToLower(strings.Join(r.Header.Values("Content-Encoding"), ","))
	isZipped := encoding == "gzip" || encoding == "x-gzip" // RFC 9110 §8.4.1.3
	if encoding != "" && encoding != "identity" && !(isZipped && b.Gzip) {
		return nil, b.badEncoding()
	}
	if r.Body == nil { // a request of a test
		return nil, nil
	}
	body, err := request.ReadBody(nil, r, b.maxBody())
	if err != nil || !isZipped || len(body) == 0 {
		return body, err
	}
	unzip, err := gzip.NewReader(bytes.NewReader(body))
	if err == nil {
		body, err = io.ReadAll(http.MaxBytesReader(nil, unzip, b.maxBody()))
	}
	if e := request.TooLarge(err); e != nil {
		return nil, e
	}
	if err != nil {
		const message = "The request is not valid gzip."
		return nil, &errkit.Error{Kind: errkit.InvalidRequest, Code: nethttp.MalformedGzip, Err: err, Message: message}
	}
	return body, nil
}

// badEncoding returns the error of a body in an encoding that is not accepted. In Connect it is
// unimplemented (Connect Protocol, Unary-Request).
func (b *Binding) badEncoding() *errkit.Error {
	e := request.Unsupported("The request must have no Content-Encoding.")
	e.Kind, e.Err = errkit.Unsupported, &request.EncodingError{Accepted: "identity"}
	if b.Gzip {
		e.Message = "The Content-Encoding must be gzip or identity."
		e.Err = &request.EncodingError{Accepted: "gzip, identity"}
	}
	return e
}
