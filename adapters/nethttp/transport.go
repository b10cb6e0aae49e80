package nethttp

import (
	"cmp"
	"net/http"

	"github.com/toolerr/toolerr/middleware"
)

// A Transport makes the requests of handlers to other services. If a call fails, its boundary
// knows from them that the call may have taken effect: if it sent a POST that the service did not
// refuse, the effect of every failure is unknown. A GET does not count. Requests must have the
// context of the call ([http.NewRequestWithContext]). The zero Transport works. A call by GET that
// has no body is not looked at: its client may repeat it in any case.
//
//	var client = &http.Client{Transport: &nethttp.Transport{}}
type Transport struct {
	Base http.RoundTripper // nil: http.DefaultTransport
}

// RoundTrip implements [http.RoundTripper].
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	return middleware.RoundTrip(t.base(), r)
}

func (t *Transport) base() http.RoundTripper { return cmp.Or(t.Base, http.DefaultTransport) }

// CloseIdleConnections closes those of Base; [http.Client.CloseIdleConnections] calls it.
func (t *Transport) CloseIdleConnections() {
	if c, ok := t.base().(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}
