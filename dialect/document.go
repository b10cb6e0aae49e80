package dialect

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
)

// A Document is an error or a success of a tool call in the format of a protocol, as it was
// received or as [Codec.Translate] returns it.
type Document struct {
	Dialect Dialect     // nil: the Codec detects it
	Status  int         // HTTP status, 0 if there was none
	Header  http.Header // HTTP headers; may be nil
	Body    []byte

	root   jsontree.Value // the parsed body, set while the Codec decodes a document whose dialect it detects
	parsed []byte         // the body that root was parsed from

	detecting bool
}

// Detecting reports whether the Codec is looking for the dialect of the document. Then a decoder
// must not accept a body that is not of its dialect only because the HTTP status is that of an
// error.
func (d *Document) Detecting() bool { return d.detecting }

// Root returns the parsed body if the Codec already parsed it to detect the dialect. It is valid
// until Decode returns.
func (d *Document) Root() (root jsontree.Value, ok bool) {
	if len(d.parsed) == 0 || len(d.parsed) != len(d.Body) || &d.parsed[0] != &d.Body[0] {
		return jsontree.Value{}, false
	}
	return d.root, true
}

// unquote replaces the body, unless it is that of a success, by the JSON object or array in it if it
// is a JSON string with one: the service encoded it twice.
func (d *Document) unquote() {
	if (d.Status == 0 || header.IsError(d.Status)) && bytes.HasPrefix(bytes.TrimSpace(d.Body), []byte(`"`)) {
		quoted, _ := jsontree.Parse(d.Body, d.Limits())
		body, _ := quoted.Text()
		if inner, _ := jsontree.ParseText(body, d.Limits()); inner.Len() > 0 {
			d.Body = []byte(body)
		}
	}
}

// maxError is the length of an error in bytes. A success may be longer.
const maxError = 4 << 20

// Limits returns the bounds within which the body is parsed: any length, and values in proportion
// to it.
func (d *Document) Limits() jsontree.Limits {
	if len(d.Body) <= maxError {
		return jsontree.Limits{}
	}
	return jsontree.Limits{Bytes: len(d.Body), Nodes: len(d.Body) / 16} // memory in proportion to the body
}

// Fits returns an error if the body is too long for that of an error.
func (d *Document) Fits() error {
	if len(d.Body) > maxError {
		return fmt.Errorf("an error of %d bytes, which is more than %d", len(d.Body), maxError)
	}
	return nil
}

// ErrorStatus returns the HTTP status of the document: that of the response, else, if there was
// none, the status of an error that the body with this root names, else 0. A status in a log
// record is not one.
func (d *Document) ErrorStatus(root jsontree.Value) int {
	if d.Status != 0 || root.Kind() != jsontree.Object || isLogRecord(root) {
		return d.Status
	}
	if status := statusIn(root, "status", "statusCode", "status_code"); status != 0 {
		return status
	}
	if fault := root.Member("error"); fault.Kind() == jsontree.Object && root.Member("jsonrpc").IsNull() {
		return statusIn(fault, "status", "statusCode", "status_code", "code")
	}
	return 0
}

// statusIn returns the first of the named members that is the HTTP status of an error, else 0.
func statusIn(v jsontree.Value, names ...string) int {
	for _, name := range names {
		if n, ok := v.Member(name).Int(); ok && header.IsError(int(min(max(n, 0), 600))) {
			return int(n)
		}
	}
	return 0
}

// isFailed reports whether the document has the HTTP status of an error: that of the response, or
// one in the body that is not the only sign of an error, or is there twice: it may be that of a
// page that was fetched.
func (d *Document) isFailed() bool {
	if !header.IsError(d.ErrorStatus(d.root)) {
		return false
	}
	status := statusIn(d.root, "status")
	if d.Status != 0 || d.root.Len() == 1 || status != 0 && status == statusIn(d.root, "statusCode") {
		return true
	}
	for name := range d.root.Members() {
		if namesError(name) {
			return true
		}
	}
	return false
}

// errorNames are names of members that errors have, in small letters and without what is not a
// letter, sorted.
var errorNames = [...]string{
	"cause", "code", "description", "detail", "details", "developermessage", "err", "errmsg", "error", "errorcode",
	"errordescription",
	"errordetails", "errorid", "errormessage", "errormessages", "errormsg", "errorname", "errors", "errorsummary",
	"errortype", "exception", "fault",
	"message", "messages", "moreinfo", "msg", "reason", "statusmessage", "statustext", "title", "usermessage",
	"validationerrors", "violations",
}

// namesError reports whether a member with this name is a sign of an error.
func namesError(name string) bool {
	var room [64]byte
	_, found := slices.BinarySearch(errorNames[:], string(text.AppendLetters(room[:0], name[:min(len(name), len(room))])))
	return found
}

// isLogRecord reports whether an object has the level of a log record.
func isLogRecord(v jsontree.Value) bool {
	return slices.ContainsFunc([]string{"level", "severity", "levelname", "loglevel"}, func(name string) bool {
		k := v.Member(name).Kind()
		return k == jsontree.String || k == jsontree.Number
	})
}

// A Head is what an HTTP response needs besides the body.
type Head struct {
	Status      int           // status of the response
	ContentType string        // media type of the body
	RetryAfter  time.Duration // for the header Retry-After; 0: no header
}

// RetryAfterSeconds returns the value of the header Retry-After in seconds, rounded up (RFC 9110
// §10.2.3), or "" for no header.
func (head Head) RetryAfterSeconds() string {
	if head.RetryAfter <= 0 {
		return ""
	}
	return strconv.FormatInt(text.Seconds(head.RetryAfter), 10)
}

// Header values that all responses share. They must not be written to.
var (
	typeJSON    = []string{"application/json"}
	typeProblem = []string{"application/problem+json"}
	noSniff     = []string{"nosniff"}
)

// knownLength is the size from which on a response declares its length, in bytes. net/http does
// so itself for less.
const knownLength = 2048

// Write writes a response with a document as the body. Of head it sets the status, Content-Type
// and Retry-After; other headers keep their values. It allocates only if the response has a
// Retry-After, another type than JSON or a long body. The error is that of a client that cannot
// be reached.
func (head Head) Write(w http.ResponseWriter, r *http.Request, body []byte) error {
	h := w.Header()
	switch head.ContentType {
	case typeJSON[0]:
		h["Content-Type"] = typeJSON
	case typeProblem[0]:
		h["Content-Type"] = typeProblem
	default:
		delete(h, "Content-Type")
		header.Set(h, "Content-Type", head.ContentType)
	}
	h["X-Content-Type-Options"] = noSniff
	if head.RetryAfter > 0 {
		h["Retry-After"] = []string{head.RetryAfterSeconds()}
	}
	headOnly := r.Method == http.MethodHead
	if (len(body) >= knownLength || headOnly) && len(h["Content-Encoding"]) == 0 {
		h["Content-Length"] = []string{strconv.Itoa(len(body))}
	}
	w.WriteHeader(head.Status)
	if headOnly {
		return nil
	}
	_, err := w.Write(body)
	return err
}
