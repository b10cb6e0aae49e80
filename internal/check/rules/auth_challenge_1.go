package rules

import (
	"net/http"

	"github.com/toolerr/toolerr/internal/check"
)

var authChallenge1 = check.Rule{
	ID: "auth/challenge/1", Category: check.Auth, Level: check.Must,
	Text:   "An answer with 401 has WWW-Authenticate.",
	Source: "RFC 9110 §15.5.2",
	Fault:  "answers 401 without WWW-Authenticate",

	Judge: check.EachAnswer(func(x *check.Exchange) string {
		if x.Status == http.StatusUnauthorized && x.Header.Get("WWW-Authenticate") == "" {
			return "there is no WWW-Authenticate"
		}
		return ""
	}),
}
