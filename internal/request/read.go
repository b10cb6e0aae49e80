// Package request has both ends of a request: reading what a caller sent, the body of an HTTP
// request and JSON, with the errors that it gets for it, and repeating a call that failed
// ([Repeat]).
package request

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/lazy"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/middleware"
)

// Parse parses a document of any size; its depth and the number of its values are those of package
// jsontree. The error is
//   - Malformed, as of [middleware.DecodeJSON], if the document is not JSON;
//   - TooLarge if it exceeds the limits.
func Parse(doc []byte) (jsontree.Value, error) {
	root, err := jsontree.Parse(doc, jsontree.Limits{Bytes: max(len(doc), 1)})
	if err == nil {
		return root, nil
	}
	if exceeded, ok := err.(*jsontree.Error); ok && exceeded.Limit {
		const message = "The request is nested too deeply or has too many values."
		return root, &errkit.Error{Kind: errkit.TooLarge, Message: message, Err: err}
	}
	return root, middleware.DecodeJSON(doc, new(any))
}

// OrEmpty returns an input, or the empty object for none and for null.
func OrEmpty(doc []byte) []byte {
	if trimmed := bytes.TrimSpace(doc); len(trimmed) == 0 || string(trimmed) == "null" {
		return []byte("{}")
	}
	return doc
}

// Sorted returns an input with the members of its objects in one order, so that equal inputs are
// equal bytes: many clients write a map in another order at each attempt.
func Sorted(doc []byte) []byte {
	v, err := Parse(OrEmpty(doc))
	if err != nil {
		return doc
	}
	sorted, _ := text.Marshal(v.Any()) // it was parsed
	return sorted
}

const (
	// A number beyond these cannot be compared with a schema at a bounded cost, and no Go number
	// type holds it.
	maxDigits         = 1000
	maxExponentDigits = 3
)

// OutOfRange returns a field for each number in v that has so many digits or so large an exponent
// that the work of comparing it with a schema has no bound: at most one more field than an error
// may have.
func OutOfRange(v jsontree.Value) (fields []errkit.Field) {
	for m := range v.All() {
		if m.Kind() != jsontree.Number {
			continue
		}
		digits, exponent, _ := strings.Cut(strings.ToLower(m.Raw()), "e")
		large := len(digits) > maxDigits || len(strings.TrimLeft(exponent, "+-0")) > maxExponentDigits
		if large && len(fields) <= text.MaxFields {
			fields = append(fields, errkit.Field{Path: m.ShortPointer(), Message: "is a number out of range", Rule: "range"})
		}
	}
	return fields
}

// ReadBody returns the body of a request, of at most limit bytes. The error is
//   - TooLarge if the body has more bytes, see [middleware.Limits];
//   - Canceled if the client disconnected before the end;
//   - that of [Unreadable] otherwise.
func ReadBody(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if err == nil {
		return body, nil
	}
	if e := TooLarge(err); e != nil {
		return nil, e
	}
	if !IsLate(err) && (r.Context().Err() != nil || IsDisconnect(err)) {
		return nil, &errkit.Error{Kind: errkit.Canceled, Stage: errkit.BeforeCall, Err: err}
	}
	return nil, Unreadable(err)
}

// TooLarge returns the error of a request whose body could not be read to its end because of err,
// if that is an [http.MaxBytesError], else nil. Unlike [middleware.Limits] it needs no input of
// the call: err must be the error of a reader of that body.
func TooLarge(err error) *errkit.Error {
	tooLarge, ok := errors.AsType[*http.MaxBytesError](err)
	if !ok {
		return nil
	}
	read := func() middleware.Input { return middleware.Input{Size: tooLarge.Limit + 1} }
	e := middleware.Limits(middleware.WithInput(context.Background(), read), tooLarge)
	if e != nil {
		e.Err = err
	}
	return e
}

// CheckJSON returns an error of kind InvalidRequest unless the headers of a request declare JSON
// in UTF-8, not compressed. Only with this check a page of another site cannot make a browser
// call a tool: browsers send forms and plain text without asking the server first, and no other
// types (Fetch, CORS-safelisted request headers).
func CheckJSON(h http.Header) error {
	media, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	charset := strings.ToLower(params["charset"])
	message := errkit.Text("The Content-Type must be application/json.")
	if err == nil && media == "application/json" && (charset == "" || charset == "utf-8") {
		if encoding := h.Get("Content-Encoding"); encoding == "" || encoding == "identity" {
			return nil
		}
		message = "The request must not have a Content-Encoding."
	}
	e := Unsupported(message)
	e.Stage = errkit.BeforeCall
	return e
}

// IsDisconnect reports whether a body could not be read because the client disconnected. If the
// connection ends within a body of a known length, the error is io.ErrUnexpectedEOF.
func IsDisconnect(err error) bool {
	targets := []error{io.ErrUnexpectedEOF, syscall.ECONNRESET, syscall.EPIPE, net.ErrClosed, context.Canceled}
	return slices.ContainsFunc(targets, func(target error) bool { return errchain.Is(err, target) }) ||
		// HTTP/2; net/http does not export it
		errchain.Any(err, func(e error) bool { return e.Error() == "client disconnected" })
}

// Unreadable returns the error of a body that could not be read to its end: Timeout with the
// status 408 (RFC 9110 §15.5.9) if a read deadline passed, else InvalidRequest, such as for
// malformed chunks.
func Unreadable(err error) *errkit.Error {
	if IsLate(err) {
		return &errkit.Error{Kind: errkit.Timeout, Status: http.StatusRequestTimeout, Stage: errkit.BeforeCall,
			Err:     err,
			Message: "The request did not arrive in time."}
	}
	return &errkit.Error{Kind: errkit.InvalidRequest, Code: middleware.TruncatedBody, Err: err,
		Message: "The request could not be read to its end."}
}

// IsLate reports whether a read deadline passed.
func IsLate(err error) bool {
	return errchain.Is(err, os.ErrDeadlineExceeded) || errchain.Any(err, func(e error) bool {
		n, ok := e.(net.Error)
		return ok && n.Timeout()
	})
}

// IsCoded reports whether err has a kind that its author gave it.
func IsCoded(err error) bool {
	switch err.(type) {
	case *errkit.Error, errkit.Kind: // most are
		return true
	}
	_, isError := errchain.As[*errkit.Error](err)
	_, isKind := errchain.As[errkit.Kind](err)
	return isError || isKind
}

// Form is the media type of a form without files.
const Form = "application/x-www-form-urlencoded"

// Unsupported returns the error of a request with headers that a server does not accept.
func Unsupported(message errkit.Text) *errkit.Error {
	return &errkit.Error{
		Kind: errkit.InvalidRequest, Status: http.StatusUnsupportedMediaType,
		Code: middleware.UnsupportedMediaType, Message: message,
	}
}

// An EncodingError is the cause of the error of a request in an encoding that is not accepted.
type EncodingError struct {
	Accepted string // the value of Accept-Encoding in the response (RFC 9110 §15.5.16)
}

func (e *EncodingError) Error() string { return "the encodings are " + e.Accepted }

// BadPairs returns where name=value pairs have a fault, nil if they have none.
func BadPairs(code errkit.Code, what errkit.Text, pairs string, cause error) *errkit.Error {
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

var wildcard = lazy.Regexp{Expr: `\{([^}:]*)[^}]*\}|/[:*]([^/{}]+)`}

// Wildcards returns the names of the wildcards of a pattern: {name} or {name...}
// ([http.ServeMux]), or {name:expression}, :name or *name, as other routers have.
func Wildcards(pattern string) (names []string) {
	for _, match := range wildcard.Get().FindAllStringSubmatch(pattern, -1) {
		names = append(names, strings.TrimSuffix(match[1]+match[2], "..."))
	}
	return names
}
