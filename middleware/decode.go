package middleware

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"reflect"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
)

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
	if len(c.fields) == 0 && c.longNames {
		// encoding/json of Go 1.27 continues after an error of a type that decodes
		// itself, and copies the path for each error: call its methods first.
		c = checker{callMethods: true, allowUnknown: d.AllowUnknown}
		c.check(target.Type(), doc)
	}
	if len(c.fields) == 0 {
		if err = json.Unmarshal([]byte(doc.Raw()), dst); err == nil {
			return nil
		}
		// A method such as UnmarshalJSON failed. Call them one by one.
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
