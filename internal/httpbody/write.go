package httpbody

import (
	"net/http"
	"strconv"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/internal/httphead"
)

// Header values that all responses share. They must not be written to.
var (
	typeJSON    = []string{"application/json"}
	typeProblem = []string{"application/problem+json"}
	noSniff     = []string{"nosniff"}
	noStore     = []string{"no-store"}
)

// knownLength is the size from which on a response declares its length, in bytes. net/http does so itself for less.
const knownLength = 2048

// Write writes a response with a document as the body. Of head it sets the status, Content-Type and Retry-After; other headers
// keep their values. It allocates only if the response has a Retry-After, another type than JSON or a long body. The error is
// that of a client that cannot be reached.
func Write(w http.ResponseWriter, r *http.Request, head dialect.Head, body []byte) error {
	h := w.Header()
	switch head.ContentType {
	case typeJSON[0]:
		h["Content-Type"] = typeJSON
	case typeProblem[0]:
		h["Content-Type"] = typeProblem
	default:
		delete(h, "Content-Type")
		httphead.Set(h, "Content-Type", head.ContentType)
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

// NoStore forbids all caches to store the response (RFC 9111 §5.2.2.5).
func NoStore(h http.Header) { h["Cache-Control"] = noStore }
