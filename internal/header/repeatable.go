package header

import (
	"net/http"

	"github.com/toolerr/toolerr/errkit"
)

// RepeatableKey is the key in a context of the [errkit.Repeatable] of the call.
type RepeatableKey struct{}

// Repeatable returns whether a request with an HTTP method may be repeated: RepeatableYes for the
// safe and the idempotent methods (RFC 9110 §9.2.1, §9.2.2), else RepeatableNo.
func Repeatable(method string) errkit.Repeatable {
	switch method {
	case "", http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace, http.MethodPut, http.MethodDelete:
		return errkit.RepeatableYes
	}
	return errkit.RepeatableNo
}
