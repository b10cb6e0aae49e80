package bridge

import (
	"log/slog"
	"regexp"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// publicNeeds returns the needs that are relayed without their texts: authorizations to complete, scopes and the user id.
func publicNeeds(n *errkit.Needs, trust Parts) *errkit.Needs {
	if n == nil || trust&PartNeeds != 0 || len(n.Challenges) == 0 && len(n.Scopes) == 0 && !n.UserID {
		return nil
	}
	public := &errkit.Needs{UserID: n.UserID, Scopes: n.Scopes}
	for _, c := range n.Challenges {
		c.Message = ""
		public.Challenges = append(public.Challenges, c)
	}
	return public
}

// hasPrivateNeeds reports whether there are needs that publicNeeds leaves out.
func hasPrivateNeeds(n *errkit.Needs) bool {
	if n == nil {
		return false
	}
	for _, c := range n.Challenges {
		if c.Message != "" {
			return true
		}
	}
	return len(n.Secrets) > 0 || n.WantsInput()
}

// version is a version of a protocol, such as "2025-11-25" or "1.0". It has no room for another text.
var version = regexp.MustCompile(`^[0-9][0-9.-]{0,15}$`)

// versions returns the details with which a client negotiates another version of the protocol, if they are only versions.
func versions(details []slog.Attr) (public []slog.Attr) {
	for _, d := range details {
		if d.Key != "supported" && d.Key != "requested" {
			continue
		}
		doc := append(errkit.AppendDetails([]byte("{"), []slog.Attr{d}, nil), '}')
		if v, err := jsontree.Parse(doc, jsontree.Limits{}); err == nil && onlyVersions(v.Member(d.Key)) {
			public = append(public, d)
		}
	}
	return public
}

func onlyVersions(v jsontree.Value) bool {
	switch v.Kind() {
	case jsontree.String:
		s, _ := v.Text()
		return version.MatchString(s)
	case jsontree.Number:
		return true
	case jsontree.Array:
		for item := range v.Elements() {
			if item.Kind() == jsontree.Array || !onlyVersions(item) {
				return false
			}
		}
		return true
	}
	return false
}
