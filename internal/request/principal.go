package request

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net/http"

	"github.com/toolerr/toolerr/middleware/idempotency"
)

// credentials are the headers that identify a caller.
var credentials = []string{"Authorization", "Oxp-Api-Key", "X-Api-Key", "Proxy-Authorization"}

// Principal returns who sent a request: the caller of [idempotency.WithPrincipal], otherwise a hash
// of the credentials and the cookies of the request. joinOnly is true if there are no credentials:
// a cookie may be that of any browser.
func Principal(r *http.Request) (principal string, joinOnly bool) {
	if caller := idempotency.Principal(r.Context()); caller != "" {
		return hash([]string{"caller", caller}), false
	}
	var all []string
	for _, name := range credentials {
		for _, v := range r.Header[name] {
			all = append(all, name, v)
		}
	}
	if r.TLS != nil && len(r.TLS.PeerCertificates) > 0 {
		all = append(all, "certificate", string(r.TLS.PeerCertificates[0].Raw))
	}
	joinOnly = len(all) == 0
	for _, v := range r.Header["Cookie"] {
		all = append(all, "Cookie", v)
	}
	return hash(all), joinOnly
}

func hash(texts []string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", texts))
	return string(sum[:])
}

// MarkReplayed sets the header Idempotent-Replayed if the call got the answer of an earlier one.
func MarkReplayed(ctx context.Context, h http.Header) {
	if idempotency.Replayed(ctx) {
		h.Set("Idempotent-Replayed", "true")
	}
}
