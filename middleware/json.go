package middleware

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
)

// An Input is the input of a call as the caller sent it. A classifier uses it to decide whether
// an error is about this input or about another document.
//
// Body is nil if there is no body or it was not read: then no error is about it. It is empty and
// not nil if an empty body was read.
type Input struct {
	Body      []byte      // as received, up to the limit of the adapter; JSON in every adapter of this module
	Truncated bool        // Body is only the start of the body
	Size      int64       // what the body is known to have at least, in bytes, if that is more than Body
	Values    []Parameter // of the query, the form and the path
}

// A Parameter is a value of an [Input] that is a separate document.
type Parameter struct{ Name, Text string }

// WithInput returns a context from which classifiers obtain the input of the call. get is called
// only when an error is classified, once for each call of [InputFrom], and must be safe for
// concurrent use.
func WithInput(ctx context.Context, get func() Input) context.Context {
	return context.WithValue(ctx, header.InputKey{}, get)
}

// InputFrom returns the input of the call, which is for reading only. It is false if the adapter
// did not record an input.
func InputFrom(ctx context.Context) (Input, bool) {
	get, ok := ctx.Value(header.InputKey{}).(func() Input)
	if !ok || get == nil {
		return Input{}, false
	}
	return get(), true
}

// JSON is the [Classifier] of the errors of encoding/json, and of the io.EOF and
// io.ErrUnexpectedEOF of its Decoder. Such an error may be about the input of the call or about
// another document, such as the response of a service. It is the fault of the caller only if the
// input of the call ([WithInput]) has the same fault:
//   - Malformed with [EmptyBody], [TruncatedBody] or [MalformedJSON] if the input cannot be
//     decoded for the same reason; line and column, from 1, are in the message and in Details;
//   - InvalidInput with a field if the value of the input at the offset of the error cannot be
//     decoded into the Go type of the error, or if the input has the unknown member that
//     [json.Decoder.DisallowUnknownFields] rejected.
//
// It examines those of Input.Values that start like an object, an array or a string.
//
// It returns nil for every other error. Without an input in ctx it returns nil for every error.
func JSON(ctx context.Context, err error) *errkit.Error {
	fault, ok := jsonFaultOf(err)
	if !ok {
		return nil
	}
	in, ok := InputFrom(ctx)
	if !ok {
		return nil
	}
	if in.Body != nil {
		if e := fault.in(in.Body, in.Truncated, "The request"); e != nil {
			return e
		}
	}
	for _, value := range in.Values {
		// Other values are usually not JSON, and have the same errors as the response of a
		// service that is empty or text.
		if start := strings.TrimLeft(value.Text, " \t\r\n"); start == "" || !strings.Contains(`{["`, start[:1]) {
			continue
		}
		if e := fault.in([]byte(value.Text), false, "A parameter of the request"); e != nil {
			return e
		}
	}
	return nil
}

// A jsonFault is an error that encoding/json returned for some document. One field is set.
type jsonFault struct {
	syntax  *json.SyntaxError
	typed   *json.UnmarshalTypeError
	unknown string // the name of an unknown member
	end     error  // io.EOF or io.ErrUnexpectedEOF
}

func jsonFaultOf(err error) (f jsonFault, ok bool) {
	if _, ok = networkError(err); ok || has[*url.Error](err) {
		return f, false // an io.EOF in it is about a connection to another program
	}
	if f.syntax, ok = errors.AsType[*json.SyntaxError](err); ok {
		return f, f.syntax != nil
	}
	if f.typed, ok = errors.AsType[*json.UnmarshalTypeError](err); ok {
		return f, f.typed != nil
	}
	for _, end := range [...]error{io.ErrUnexpectedEOF, io.EOF} {
		if errors.Is(err, end) {
			f.end = end
			return f, true
		}
	}
	f.unknown, ok = unknownMember(err)
	return f, ok
}

// unknownMember returns the name in the error of [json.Decoder.DisallowUnknownFields], which only
// its text distinguishes from other errors.
func unknownMember(err error) (name string, ok bool) {
	const prefix = "json: unknown field "
	err = errchain.Find(err, func(err error) bool { return strings.HasPrefix(errchain.Text(err), prefix) })
	if err == nil {
		return "", false
	}
	name, bad := strconv.Unquote(strings.TrimPrefix(errchain.Text(err), prefix))
	return name, bad == nil && name != ""
}

// in returns the error for a document that has the fault, nil for any other document. The message
// for a document that is not JSON starts with subject.
func (f jsonFault) in(doc []byte, truncated bool, subject errkit.Text) *errkit.Error {
	switch {
	case f.typed != nil:
		return typeError(doc, f.typed)
	case f.unknown != "":
		return unknownMemberError(doc, f.unknown)
	case truncated && (f.end != nil || f.endsEarly(doc)): // the end of the input is not known
		return nil
	case f.end == io.EOF && !blank(doc), f.end == nil && !f.fails(doc), f.end == io.ErrUnexpectedEOF &&
		streamError(doc) != f.end:
		return nil
	}
	at, reason := len(doc), ""
	if f.syntax != nil && !f.endsEarly(doc) {
		at = min(max(int(f.syntax.Offset)-1, 0), len(doc))        // Offset is that of the byte after the invalid one
		for at > 0 && at < len(doc) && !utf8.RuneStart(doc[at]) { // Go 1.26: of its first byte; Go 1.27: of its last
			at--
		}
	}
	_, err := parse(doc)
	// else it is about a later value, or about text that is not UTF-8
	if found, ok := errors.AsType[*jsontree.Error](err); ok && found.Offset == at {
		reason = found.Reason
	}
	return malformed(doc, at, reason, subject)
}

// endsEarly reports whether the syntax error in doc is that doc ends too early, which only its
// text distinguishes from others. Within a literal, Go 1.26 reports a space after the end.
func (f jsonFault) endsEarly(doc []byte) bool {
	text := f.syntax.Error()
	return text == "unexpected end of JSON input" ||
		strings.HasPrefix(text, "invalid character ' ' in ") && int(f.syntax.Offset) == len(doc) &&
			!bytes.HasSuffix(doc, []byte(" "))
}

// fails reports whether encoding/json finds the syntax error in doc.
func (f jsonFault) fails(doc []byte) bool {
	same := func(err error) bool {
		e, ok := err.(*json.SyntaxError)
		return ok && e.Offset == f.syntax.Offset && e.Error() == f.syntax.Error()
	}
	var raw json.RawMessage
	return same(json.Unmarshal(doc, &raw)) || same(streamError(doc))
}

// streamError returns the error of a [json.Decoder] that decodes all values of doc: io.EOF if
// they are valid.
func streamError(doc []byte) error {
	d := json.NewDecoder(bytes.NewReader(doc))
	for {
		if err := d.Decode(new(json.RawMessage)); err != nil {
			return err
		}
	}
}

// malformed returns the error for a document with a syntax error at an offset. reason quotes at
// most one character of the document, and may be "".
func malformed(doc []byte, at int, reason string, subject errkit.Text) *errkit.Error {
	if blank(doc) {
		return &errkit.Error{Kind: errkit.Malformed, Code: EmptyBody,
			Message: subject + " is empty; a JSON document is needed."}
	}
	code := MalformedJSON
	if at >= len(doc) {
		code = TruncatedBody
	}
	if reason != "" {
		reason = ": " + reason
	}
	line, column := jsontree.Position(doc, at)
	return &errkit.Error{
		Kind: errkit.Malformed, Code: code,
		Message: errkit.Textf("%s is not valid JSON: line %d, column %d%s.", subject, line, column, reason),
		Details: []slog.Attr{slog.Int("line", line), slog.Int("column", column)},
	}
}

func parse(doc []byte) (jsontree.Value, error) {
	return jsontree.Parse(doc, jsontree.Limits{Depth: maxDepth, Bytes: len(doc), Nodes: len(doc) + 1})
}

// The codes of a request whose body is not JSON.
const (
	EmptyBody     errkit.Code = "empty_body"     // the input is empty or white space
	TruncatedBody errkit.Code = "truncated_body" // the input ends too early
	MalformedJSON errkit.Code = "malformed_json" // any other syntax error

	// UnsupportedMediaType: the body is not declared as JSON, or has a charset or an encoding
	// that is not accepted. The status is 415 in protocols that use HTTP's.
	UnsupportedMediaType errkit.Code = "unsupported_media_type"
)

// maxDepth is the number of arrays and objects inside each other.
const maxDepth = 1000

// DecodeJSON decodes the JSON document data into dst, as [json.Unmarshal] does, but strictly:
// data must be one value in UTF-8, names of members must be known, have the right case and be
// unique, and a Go array must have as many elements as the JSON array. The result is nil or an
// *errkit.Error:
//   - Malformed, with the code EmptyBody, TruncatedBody or MalformedJSON, if data is not JSON;
//     line and column, from 1, are in the message and in Details;
//   - InvalidInput, with a field for each invalid part, within the bounds of [errkit.Bounded];
//     line and column of the first one are in Details;
//   - Internal if dst cannot be decoded into, for example because it is nil.
//
// No message quotes a value of the document, or the error of an UnmarshalJSON or UnmarshalText
// method unless that is an *errkit.Error of kind InvalidInput. After an error, dst may be changed
// in part.
func DecodeJSON(data []byte, dst any) error { return JSONDecoder{}.Decode(data, dst) }

// A JSONDecoder decodes as [DecodeJSON] does, with options. The zero JSONDecoder has no options.
type JSONDecoder struct {
	AllowUnknown bool // ignore unknown members, except those whose name differs from a known one only in case
}

// Decode is [DecodeJSON] with the options of d.
func (d JSONDecoder) Decode(data []byte, dst any) error {
	target := reflect.ValueOf(dst)
	if target.Kind() != reflect.Pointer || target.IsNil() {
		return &errkit.Error{Err: &json.InvalidUnmarshalError{Type: reflect.TypeOf(dst)}}
	}
	doc, err := parse(data)
	if bad, ok := err.(*jsontree.Error); ok {
		e := malformed(data, bad.Offset, bad.Reason, "The request")
		e.Err = err
		return e
	}
	c := checker{allowUnknown: d.AllowUnknown}
	c.check(target.Type(), doc)
	if len(c.fields) > 0 || c.longNames {
		// What methods such as UnmarshalJSON refuse is a fault, too. And encoding/json of Go 1.27
		// continues after an error of a method, and copies the path, which may be long, for each
		// error: call them first.
		c = checker{callMethods: true, allowUnknown: d.AllowUnknown}
		c.check(target.Type(), doc)
	}
	if len(c.fields) == 0 {
		if err = json.Unmarshal([]byte(doc.Raw()), dst); err == nil {
			return nil
		}
		c = checker{callMethods: true, allowUnknown: d.AllowUnknown}
		c.check(target.Type(), doc)
	}
	if len(c.fields) > 0 {
		return c.invalid(err)
	}
	return &errkit.Error{Err: err} // a type that cannot be decoded into
}

func blank(data []byte) bool { return len(bytes.Trim(data, " \t\r\n")) == 0 }

func (c *checker) invalid(cause error) error {
	line, column := c.first.Position()
	return errkit.Bounded(&errkit.Error{
		Kind:    errkit.InvalidInput,
		Fields:  c.fields,
		Details: []slog.Attr{slog.Int("line", line), slog.Int("column", column)},
		Err:     cause,
	}, text.MaxText)
}
