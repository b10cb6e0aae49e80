package httpbody

import (
	"net/http"
	"strconv"

	"github.com/toolerr/toolerr/dialect"
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
// keep their values. It allocates only if the response has a Retry-After, another type than JSON or a long body. Errors are
// ignored: there is no other way to reach the client.
func Write(w http.ResponseWriter, r *http.Request, head dialect.Head, body []byte) {
	h := w.Header()
	switch head.ContentType {
	case typeJSON[0]:
		h["Content-Type"] = typeJSON
	case typeProblem[0]:
		h["Content-Type"] = typeProblem
	default:
		delete(h, "Content-Type")
		SetHeader(h, "Content-Type", head.ContentType)
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
	if !headOnly {
		_, _ = w.Write(body)
	}
}

// NoStore forbids all caches to store the response (RFC 9111 §5.2.2.5).
func NoStore(h http.Header) { h["Cache-Control"] = noStore }

// SetHeader sets a header, by its canonical name, if the value is printable ASCII and not empty. Other values would be altered
// by net/http, or rejected by clients (RFC 9110 §5.5).
func SetHeader(h http.Header, name, value string) {
	if value == "" {
		return
	}
	for i := range len(value) {
		if value[i] != '\t' && (value[i] < ' ' || value[i] > '~') {
			return
		}
	}
	h[name] = []string{value}
}
