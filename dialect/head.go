package dialect

import (
	"net/http"
	"strconv"
	"time"

	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/text"
)

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
