package bridge

import (
	"github.com/toolerr/toolerr/errkit"
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
