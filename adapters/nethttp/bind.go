package nethttp

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"reflect"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/jsonfield"
	"github.com/toolerr/toolerr/internal/request"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/validate"
)

// A Binding is what [Bind] accepts beyond strict JSON. The zero Binding accepts
// nothing else.
type Binding struct {
	MaxBody      int64 // of a body, as it is sent and as it is decompressed; 0: 4 MiB
	Gzip         bool  // a body may have the Content-Encoding gzip
	AllowUnknown bool  // members that the type does not have are ignored
}

// Bind decodes the JSON body of a request, strictly, as
// [middleware.DecodeJSON] does, and validates the value by
// [middleware.Boundary.Validate], by default by its validate tags. Validate gets a
// pointer to the value, unless T is one. A handler returns its errors as they are:
//   - InvalidRequest with [middleware.UnsupportedMediaType], if the Content-Type is not
//     JSON in UTF-8, or the Content-Encoding is not accepted;
//   - InvalidRequest, if the body cannot be read to its end;
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
	if isStruct(reflect.TypeFor[T]()) && string(bytes.TrimSpace(body)) == "null" { // encoding/json ignores it
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

// isStruct reports whether a type, or what it points to, is a struct.
func isStruct(t reflect.Type) bool {
	return jsonfield.Deref(t).Kind() == reflect.Struct
}

// readJSON returns the body of a request. It fails with 415 if the headers rule
// out JSON in UTF-8; no body needs no Content-Type.
func (b *Binding) readJSON(r *http.Request) ([]byte, error) {
	declared := r.Header.Get("Content-Type")
	if !header.IsJSON(header.MediaType(r.Header)) && (declared != "" || r.ContentLength != 0) {
		return nil, unsupported("The Content-Type must be application/json.")
	}
	_, params, _ := mime.ParseMediaType(declared)
	if charset := params["charset"]; charset != "" && !strings.EqualFold(charset, "utf-8") {
		return nil, unsupported("The charset of the Content-Type must be utf-8.") // RFC 8259 §8.1
	}
	return b.read(r)
}

// encoding returns the encoding of a body, "" or "gzip". It fails with 415 for
// any other.
func (b *Binding) encoding(r *http.Request) (string, error) {
	switch encoding := strings.ToLower(strings.Join(r.Header.Values("Content-Encoding"), ",")); {
	case encoding == "", encoding == "identity":
		return "", nil
	case b.Gzip && (encoding == "gzip" || encoding == "x-gzip"): // RFC 9110 §8.4.1.3
		return "gzip", nil
	case b.Gzip:
		return "", unsupported("The Content-Encoding must be gzip or identity.")
	}
	return "", unsupported("The request must have no Content-Encoding.")
}

func unsupported(message errkit.Text) *errkit.Error {
	return &errkit.Error{
		Kind: errkit.InvalidRequest, Status: http.StatusUnsupportedMediaType,
		Code: middleware.UnsupportedMediaType, Message: message,
	}
}

// read returns the body of a request, decompressed.
func (b *Binding) read(r *http.Request) ([]byte, error) {
	encoding, err := b.encoding(r)
	if err != nil || r.Body == nil { // nil: a request of a test
		return nil, err
	}
	limit := cmp.Or(max(b.MaxBody, 0), maxBody)
	body, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, limit))
	if err != nil {
		if e := request.TooLarge(err); e != nil {
			return nil, e
		}
		return nil, request.Unreadable(err)
	}
	if encoding == "" || len(body) == 0 {
		return body, nil
	}
	unzip, err := gzip.NewReader(bytes.NewReader(body))
	if err == nil {
		body, err = io.ReadAll(http.MaxBytesReader(nil, unzip, limit))
	}
	if e := request.TooLarge(err); e != nil {
		return nil, e
	}
	if err != nil {
		const message = "The request is not valid gzip."
		return nil, &errkit.Error{Kind: errkit.InvalidRequest, Code: MalformedGzip, Err: err, Message: message}
	}
	return body, nil
}

// The codes of a request whose parameters cannot be parsed, or whose body cannot
// be decompressed. Package middleware has those of a body that is not JSON.
const (
	MalformedQuery     errkit.Code = "malformed_query"
	MalformedForm      errkit.Code = "malformed_form" // application/x-www-form-urlencoded
	MalformedMultipart errkit.Code = "malformed_multipart"
	MalformedGzip      errkit.Code = "malformed_gzip"
)

const formType = "application/x-www-form-urlencoded"

// badForm returns what an error of [net/url] or [mime/multipart] means if the
// query or the form of this request has that fault, else nil: the handler may
// have parsed another one.
func (c *call) badForm(err error) *errkit.Error {
	var read []byte
	if c.x != nil {
		read, _ = c.x.body.input()
	}
	isForm := header.MediaType(c.r.Header) == formType
	switch {
	case c.r.URL != nil && errchain.Any(err, isPairError):
		if e := badPairs(MalformedQuery, "query string", c.r.URL.RawQuery, err); e != nil {
			return e
		}
		if isForm {
			return badPairs(MalformedForm, "form", string(read), err)
		}
	case isForm && errchain.Any(err, func(e error) bool { return e.Error() == "http: POST too large" }):
		// of ParseForm; it has no type
		return &errkit.Error{Kind: errkit.TooLarge, Stage: errkit.BeforeCall, Err: err}
	case c.x != nil && errchain.Any(err, isMultipartError):
		return c.badMultipart(read, err)
	}
	return badContentType(c.r.Header.Get("Content-Type"), err)
}

// badContentType returns the error of a Content-Type that cannot be parsed, nil
// if err is not the one of [mime.ParseMediaType] for it.
func badContentType(value string, err error) *errkit.Error {
	_, _, fault := mime.ParseMediaType(value)
	if value == "" || fault == nil || !errchain.Any(err, func(e error) bool { return e.Error() == fault.Error() }) {
		return nil
	}
	e := unsupported("The Content-Type is not valid.")
	e.Err = err
	return e
}

// isPairError reports whether err is one of [url.ParseQuery].
func isPairError(err error) bool {
	if _, ok := err.(url.EscapeError); ok {
		return true
	}
	return err.Error() == "invalid semicolon separator in query" // which has no type
}

// badPairs returns where name=value pairs have a fault, nil if they have none.
func badPairs(code errkit.Code, what errkit.Text, pairs string, cause error) *errkit.Error {
	at := 0
	for n := 1; ; n++ {
		pair, rest, more := strings.Cut(pairs[at:], "&")
		if i, fault := badPair(pair); fault != "" {
			return &errkit.Error{
				Kind: errkit.InvalidRequest, Code: code, Err: cause,
				Message: errkit.Textf("The %s is not valid: parameter %d, byte %d: %s.", what, n, at+i+1, fault),
				Details: []slog.Attr{slog.Int("parameter", n), slog.Int("byte", at+i+1)},
			}
		}
		if !more {
			return nil
		}
		at = len(pairs) - len(rest)
	}
}

// badPair returns the fault of one pair and where it is, "" if it has none.
func badPair(pair string) (at int, fault errkit.Text) {
	if i := strings.IndexByte(pair, ';'); i >= 0 {
		return i, `";" must be written as %3B`
	}
	const hex = "0123456789ABCDEFabcdef"
	for {
		escape := strings.IndexByte(pair[at:], '%')
		if escape < 0 {
			return 0, ""
		}
		at += escape
		if digits := pair[at+1:]; len(digits) < 2 || strings.Trim(digits[:2], hex) != "" {
			return at, `"%" must be followed by two hexadecimal digits`
		}
		at += 3
	}
}

// isMultipartError reports whether err may be one of [mime/multipart].
func isMultipartError(err error) bool {
	if _, ok := err.(textproto.ProtocolError); ok { // the header of a part
		return true
	}
	return err == io.ErrUnexpectedEOF || strings.HasPrefix(err.Error(), "multipart: ")
}

// badMultipart returns where a multipart body has a fault, nil if it has none.
// Where it is longer than what is kept, it can be missing its end.
func (c *call) badMultipart(read []byte, cause error) *errkit.Error {
	t, params, err := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	boundary := params["boundary"]
	if err != nil || !strings.HasPrefix(t, "multipart/") || boundary == "" {
		return nil
	}
	bad := func(message errkit.Text, details ...slog.Attr) *errkit.Error {
		return &errkit.Error{
			Kind: errkit.InvalidRequest, Code: MalformedMultipart, Message: message, Details: details, Err: cause,
		}
	}
	if c.x.body.endsWithout("--" + boundary + "--") {
		return bad("The multipart body is not valid: it has no end.")
	}
	parts := multipart.NewReader(bytes.NewReader(read), boundary)
	for n := 1; ; n++ {
		part, err := parts.NextRawPart()
		if err == nil {
			_, err = io.Copy(io.Discard, part)
		}
		if _, ok := err.(textproto.ProtocolError); ok {
			return bad(errkit.Textf("The multipart body is not valid: the header of part %d.", n), slog.Int("part", n))
		}
		if err != nil {
			return nil
		}
	}
}
