package bridge

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/internal/httphead"
)

// AcceptEncoding returns the value of Accept-Encoding in the request to the upstream, in place of the client's: "gzip" if the client
// accepts it, else "identity", because responses in other encodings cannot be examined: without the header all are acceptable
// (RFC 9110 §12.5.3). It is "" if the header stays as it is.
func (x *Exchange) AcceptEncoding() string {
	values := x.request.Header["Accept-Encoding"]
	want := "identity"
	if acceptsGzip(values) {
		want = "gzip"
	}
	if len(values) == 1 && values[0] == want {
		return ""
	}
	return want
}

// acceptsGzip reports whether the lines of Accept-Encoding name gzip (RFC 9110 §12.5.3).
func acceptsGzip(lines []string) bool {
	for item := range strings.SplitSeq(strings.Join(lines, ","), ",") {
		name, parameter, weighted := strings.Cut(item, ";")
		if !strings.EqualFold(strings.TrimSpace(name), "gzip") {
			continue
		}
		_, weight, _ := strings.Cut(parameter, "=")
		q, err := strconv.ParseFloat(strings.TrimSpace(weight), 64)
		return !weighted || err == nil && q > 0
	}
	return false
}

// errEncoding is the cause of the error of a response whose encoding is not that of AcceptEncoding.
var errEncoding = errors.New("bridge: the response has an encoding that was not requested and cannot be read")

// unreadable returns the action for a success in an encoding that cannot be read. In JSON-RPC it may
// be an error, with private text, or no response to the call: it fails. Else the status decides (RFC
// 9110 §15.3), and it passes.
func (x *Exchange) unreadable() Action {
	envelope, _ := isRPC(x.bridge.to(x.request))
	isStream := x.request.Method == http.MethodGet && httphead.MediaType(x.header) == mediaEvents
	if envelope && (isStream || x.request.Method == http.MethodPost && x.maySendRPC()) {
		x.fail(errEncoding)
		return Replace
	}
	x.report(&Report{Outcome: Unread})
	return Pass
}

// maySendRPC reports whether the body of the request is of JSON-RPC, as far as it is known.
func (x *Exchange) maySendRPC() bool {
	if !httphead.IsJSON(httphead.MediaType(x.request.Header)) || x.body != nil && x.body.isEmpty() {
		return false
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	return !x.sent.done || x.sent.rpc || x.sent.hidden || len(x.sentBatch.list) > 0
}
