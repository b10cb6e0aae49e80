package nethttp

import (
	"net/http"
	"strings"

	"github.com/toolerr/toolerr/errkit"
)

// clean removes what the handler set for the response that it did not send, and
// reports whether that included rules for caches.
func clean(h http.Header, status int, to http.ResponseWriter) (cached bool) {
	for name := range h {
		switch name {
		case "Cache-Control", "Expires": // they were for a success
			cached = true
			delete(h, name)
		case "Accept-Ranges", "Content-Digest", "Content-Disposition", "Content-Language", "Content-Length",
			"Content-Location", "Content-Md5", "Digest", "Etag", "Last-Modified", "Repr-Digest", "Transfer-Encoding":
			delete(h, name)
		case "Content-Range":
			if status != http.StatusRequestedRangeNotSatisfiable { // which has the length in it
				delete(h, name)
			}
		case "Content-Encoding":
			if !encodedOutside(to) {
				delete(h, name)
			}
		case "Trailer":
			for _, names := range h[name] {
				for announced := range strings.SplitSeq(names, ",") {
					h.Del(strings.TrimSpace(announced))
				}
			}
			delete(h, name)
		default:
			if strings.HasPrefix(name, http.TrailerPrefix) {
				delete(h, name)
			}
		}
	}
	return cached
}

// isPrivate reports whether no cache may store the response: a fault, a missing
// login, an error that has the status of a success.
func isPrivate(status int) bool {
	return status >= 500 || status == http.StatusUnauthorized || status == http.StatusOK
}

// encodedOutside reports whether a Content-Encoding among the headers belongs to
// an outer handler that compresses what is written. If that is not known, it does
// if a wrapper is between here and the server.
func encodedOutside(to http.ResponseWriter) bool {
	if u, ok := to.(unlocked); ok {
		return u.w.encodedOutside()
	}
	return !ofServer(to)
}

// challenge returns the value of WWW-Authenticate.
func (c *call) challenge(e *errkit.Error) (value string) {
	if c.api.Authenticate == nil {
		return ""
	}
	defer func() {
		if recover() != nil { // in the program: the response is sent without it
			value = ""
		}
	}()
	return c.api.Authenticate(c.r, e)
}

// varyAccept is shared by all responses. It must not be written to.
var varyAccept = []string{"Accept"}

// vary adds that the response depends on Accept.
func vary(h http.Header) {
	for _, line := range h["Vary"] {
		for name := range strings.SplitSeq(line, ",") {
			if name = strings.TrimSpace(name); name == "*" || strings.EqualFold(name, "Accept") {
				return
			}
		}
	}
	if len(h["Vary"]) == 0 {
		h["Vary"] = varyAccept
		return
	}
	h["Vary"] = append(h["Vary"][:len(h["Vary"]):len(h["Vary"])], "Accept")
}
