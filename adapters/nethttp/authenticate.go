package nethttp

import (
	"net/http"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/httphead"
)

// needs adds to e what its header WWW-Authenticate (RFC 9110 §11.6.1) asks for:
// scopes and URLs. What the body has of either stays.
func needs(e *errkit.Error, h http.Header) {
	found := httphead.ParseAuthenticate(h)
	if found.Scopes == nil && found.URLs == nil {
		return
	}
	var n errkit.Needs
	if e.Needs != nil {
		n = *e.Needs
	}
	if n.Scopes == nil {
		n.Scopes = found.Scopes
	}
	if n.Challenges == nil {
		for _, u := range found.URLs {
			n.Challenges = append(n.Challenges, errkit.Challenge{URL: u})
		}
	}
	e.Needs = &n
}
