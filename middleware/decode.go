package middleware

import (
	"encoding/json"
	"log/slog"
	"reflect"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/jsontree"
)

// The codes of a body that is not JSON.
const (
	EmptyBody     errkit.Code = "empty_body"     // there is nothing
	TruncatedBody errkit.Code = "truncated_body" // it ends too early
	MalformedJSON errkit.Code = "malformed_json" // it is wrong somewhere
)

// maxDepth bounds the arrays and objects inside each other.
const maxDepth = 1000

// DecodeJSON stores the JSON document data in dst, as [json.Unmarshal] does,
// and is strict: it takes one value and nothing after it, known member names
// alone, spelled as they are, each once, UTF-8, and arrays of a fixed length as
// long as that. It returns nil or an *errkit.Error:
//   - Malformed, with EmptyBody, TruncatedBody or MalformedJSON, where data is
//     not JSON; line and column, from 1, are in the message and in Details;
//   - InvalidInput, with a field for each part that is wrong, within the bounds
//     of [errkit.Bounded], by its RFC 6901 pointer; line and column of the first
//     are in Details;
//   - Internal where dst cannot be decoded into, such as nil.
//
// No message has a value of the document in it, nor the text of a foreign
// UnmarshalJSON or UnmarshalText method, unless it is an *errkit.Error of kind
// InvalidInput. Where DecodeJSON fails, dst is unchanged or changed in part.
func DecodeJSON(data []byte, dst any) error { return JSONDecoder{}.Decode(data, dst) }

// A JSONDecoder decodes as [DecodeJSON] does, with exceptions.
type JSONDecoder struct {
	AllowUnknown bool // members that dst does not have are ignored; one whose name differs only in case is not
}

// Decode is [DecodeJSON] with these exceptions.
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
	if len(c.fields) > 0 {
		return c.invalid(nil)
	}
	if err = json.Unmarshal([]byte(doc.Raw()), dst); err == nil {
		return nil
	}
	// Some UnmarshalJSON or UnmarshalText method said no: ask each of them.
	c = checker{ask: true, allowUnknown: d.AllowUnknown}
	c.check(target.Type(), doc)
	if len(c.fields) > 0 {
		return c.invalid(err)
	}
	return &errkit.Error{Err: err} // a type that cannot be decoded into
}

func blank(data []byte) bool {
	for _, c := range data {
		if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			return false
		}
	}
	return true
}

func (c *checker) invalid(cause error) error {
	line, column := c.first.Position()
	return errkit.Bounded(&errkit.Error{
		Kind:    errkit.InvalidInput,
		Fields:  c.fields,
		Details: []slog.Attr{slog.Int("line", line), slog.Int("column", column)},
		Err:     cause,
	}, limit.Text)
}
