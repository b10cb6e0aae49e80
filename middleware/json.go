package middleware

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/url"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// JSON is the [Classifier] of the errors of encoding/json and of the io.EOF and
// io.ErrUnexpectedEOF of its Decoder. Such an error does not name the document
// that it is about: it may be the caller's input, or the response of a service.
// It is the caller's only if the input of the call ([WithInput]) has that fault:
//   - Malformed with [EmptyBody], [TruncatedBody] or [MalformedJSON] if decoding
//     the input again fails in the same way; line and column, from 1, are in the
//     message and in Details;
//   - InvalidInput with a field if the value of the input at the error's place
//     has a wrong type for the error's Go type, or if the input has the unknown
//     member that [json.Decoder.DisallowUnknownFields] rejected.
//
// Of Values it looks at those that start as an object, an array or a string.
//
// It returns nil for every other error, and for every error if no adapter
// recorded an input: an error in any other document is [errkit.Internal].
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
		// An id or a word is not meant as JSON, and a response of a service that
		// is empty or a text gives the same errors.
		if value == "" || !strings.Contains(`{["`, value[:1]) {
			continue
		}
		if e := fault.in([]byte(value), false, "A parameter of the request"); e != nil {
			return e
		}
	}
	return nil
}

// A jsonFault is an uncoded error that encoding/json returned for some document.
// One field is set.
type jsonFault struct {
	syntax  *json.SyntaxError
	typed   *json.UnmarshalTypeError
	unknown string // the name of an unknown member
	end     error  // io.EOF or io.ErrUnexpectedEOF
}

func jsonFaultOf(err error) (f jsonFault, ok bool) {
	if ofConnection(err) {
		return f, false
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

// ofConnection reports whether err is of a connection to another program, whose
// end is not that of the request.
func ofConnection(err error) bool {
	if _, ok := errors.AsType[*url.Error](err); ok {
		return true
	}
	_, ok := ofNetwork(err)
	return ok
}

// unknownMember returns the name in the error of
// [json.Decoder.DisallowUnknownFields], which has no type of its own.
func unknownMember(err error) (name string, ok bool) {
	for links := 0; err != nil && links < maxLinks; links++ {
		if quoted, found := strings.CutPrefix(err.Error(), "json: unknown field "); found {
			name, bad := strconv.Unquote(quoted)
			return name, bad == nil && name != ""
		}
		err = errors.Unwrap(err)
	}
	return "", false
}

// in returns the error for a document that has the fault, and nil for one that
// does not. subject starts the sentence about a document that is not JSON.
func (f jsonFault) in(doc []byte, truncated bool, subject errkit.Text) *errkit.Error {
	switch {
	case f.typed != nil:
		return typeFault(doc, f.typed)
	case f.unknown != "":
		return unknownFault(doc, f.unknown)
	case truncated && (f.end != nil || f.syntax.Error() == earlyEnd): // where the input ends is not known
		return nil
	case f.end == io.EOF && !blank(doc), f.end == nil && !f.fails(doc), f.end == io.ErrUnexpectedEOF && streamError(doc) != f.end:
		return nil
	}
	at, reason := len(doc), ""
	if f.syntax != nil && f.syntax.Error() != earlyEnd {
		at = min(max(int(f.syntax.Offset)-1, 0), len(doc)) // an Offset counts the wrong byte too
	}
	_, err := parse(doc)
	if found, ok := errors.AsType[*jsontree.Error](err); ok && found.Offset == at { // else of a later value, or of text that is not UTF-8
		reason = found.Reason
	}
	return malformed(doc, at, reason, subject)
}

// earlyEnd is the text of the syntax error of a document that ends too early,
// which is all there is to know it by.
const earlyEnd = "unexpected end of JSON input"

// fails reports whether encoding/json finds the syntax error in doc.
func (f jsonFault) fails(doc []byte) bool {
	same := func(err error) bool {
		e, ok := err.(*json.SyntaxError)
		return ok && e.Offset == f.syntax.Offset && e.Error() == f.syntax.Error()
	}
	var raw json.RawMessage
	return same(json.Unmarshal(doc, &raw)) || same(streamError(doc))
}

// streamError returns the error that ends the values of doc: io.EOF if nothing
// is wrong with them. A [json.Decoder] reads a body this way.
func streamError(doc []byte) error {
	d := json.NewDecoder(strings.NewReader(string(doc)))
	for {
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return err
		}
	}
}

// malformed returns the error for a document that is not JSON at an offset.
// reason has at most one character of the document, and may be empty.
func malformed(doc []byte, at int, reason string, subject errkit.Text) *errkit.Error {
	if blank(doc) {
		return &errkit.Error{Kind: errkit.Malformed, Code: EmptyBody, Message: subject + " is empty; a JSON document is needed."}
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
