package rules

import (
	"net/http"
	"strings"

	"github.com/toolerr/toolerr/internal/check"
)

var authToken1 = check.Rule{
	ID: "auth/token/1", Category: check.Auth, Level: check.Should,
	Text:   `The challenge for an invalid token has error="invalid_token".`,
	Source: "RFC 6750 §3.1",
	Probes: []check.Probe{check.BadCredentials},
	Fault:  "answers an invalid token as if there were none",

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		challenge := x.Header.Get("WWW-Authenticate")
		if x.Status == http.StatusUnauthorized && strings.HasPrefix(challenge, "Bearer") && !strings.Contains(challenge, `error="invalid_token"`) {
			return "WWW-Authenticate is " + challenge
		}
		return ""
	}),
}
