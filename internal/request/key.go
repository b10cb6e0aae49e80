package request

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"strings"

	"github.com/toolerr/toolerr/middleware/idempotency"
)

// Key returns the value of the header Idempotency-Key, "" for none. It is a string of structured
// headers (RFC 9651 §3.3.3), or, as many services have it, a bare text.
func Key(r *http.Request) string {
	key := strings.Join(r.Header["Idempotency-Key"], ",")
	if key == `""` {
		return ""
	}
	return key
}

// WithKey returns the context of a request with its [Key].
func WithKey(keys *idempotency.Keys, r *http.Request) context.Context {
	return keys.With(r.Context(), idempotency.Call{Key: Key(r), Header: r.Header, TLS: r.TLS, Busy: true})
}

// MarkReplayed sets the header Idempotent-Replayed if the call got the answer of an earlier one.
func MarkReplayed(ctx context.Context, h http.Header) {
	if idempotency.Replayed(ctx) {
		h.Set("Idempotent-Replayed", "true")
	}
}

// NewID returns a random UUID (RFC 9562, version 4), such as the id of a call.
func NewID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
