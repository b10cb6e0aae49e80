package tool

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/errkit"
)

// Requirements are what a call must bring besides its input. They are checked after the input and
// before the function is called: what is missing is returned as one error, with [errkit.Needs].
type Requirements struct {
	Authorization []Authorization
	Secrets       []string // names of secrets
	UserID        bool     // the call must name its user
}

// An Authorization is what the user must have allowed. A call that brings a token with its ID has
// it.
type Authorization struct {
	ID     string   // names the provider
	Scopes []string // what the token must permit, if it states its scopes

	// Challenge is called if the call brings no token: it returns what the user must visit first,
	// or nil if the user has allowed it already. Nil: a call without a token is refused.
	Challenge func(context.Context, Caller) (*errkit.Challenge, error)
}

// A Caller is what a call brings besides its input. An adapter puts it into the context of the
// call; the zero Caller brings nothing.
type Caller struct {
	UserID  string                    // names the user, as the client states it
	Tokens  map[string]Token          // by the ID of the authorization
	Secrets map[string]errkit.Private // by name
}

// A Token is the proof of one authorization.
type Token struct {
	Value  errkit.Private
	Scopes []string // what it permits; nil: unknown
}

type callerKey struct{}

// WithCaller returns a context with the caller of a tool.
func WithCaller(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// CallerFrom returns the caller of a tool: the one that the adapter recorded, else the zero
// Caller.
func CallerFrom(ctx context.Context) Caller {
	c, _ := ctx.Value(callerKey{}).(Caller)
	return c
}

// IsZero reports whether nothing is required.
func (r *Requirements) IsZero() bool {
	return len(r.Authorization) == 0 && len(r.Secrets) == 0 && !r.UserID
}

func (r *Requirements) check() error {
	ids := map[string]bool{}
	for _, a := range r.Authorization {
		if a.ID == "" || ids[a.ID] {
			return fmt.Errorf("requirements: the ID %q of an authorization is empty or used twice", a.ID)
		}
		ids[a.ID] = true
	}
	if slices.Contains(r.Secrets, "") {
		return errors.New("requirements: the name of a secret is empty")
	}
	return nil
}

// missing returns an error with everything that the caller does not bring, nil if nothing is
// missing (OXP 1.0, Server Error Response, missing_requirements). A challenge is for a user, so
// it needs the user first.
func (r *Requirements) missing(ctx context.Context) error {
	if r.IsZero() {
		return nil
	}
	caller := CallerFrom(ctx)
	needs := &errkit.Needs{UserID: r.UserID && caller.UserID == ""}
	var names []string // what Needs has no member for
	for _, a := range r.Authorization {
		token := caller.Tokens[a.ID]
		switch {
		case !token.Value.IsZero():
			needs.Scopes = append(needs.Scopes, token.lacking(a.Scopes)...)
		case a.Challenge == nil:
			names = append(names, a.ID)
			needs.Scopes = append(needs.Scopes, a.Scopes...)
		case !needs.UserID:
			challenge, err := a.Challenge(ctx, caller)
			if err != nil {
				return err
			}
			if challenge != nil {
				needs.Challenges = append(needs.Challenges, *challenge)
			}
		}
	}
	kind := errkit.RequirementMissing
	if len(names) > 0 || len(needs.Scopes) > 0 || len(needs.Challenges) > 0 {
		kind = errkit.AuthRequired
	}
	for _, name := range r.Secrets {
		if caller.Secrets[name].IsZero() {
			needs.Secrets = append(needs.Secrets, name)
		}
	}
	if names = append(names, needs.Secrets...); needs.IsZero() && len(names) == 0 {
		return nil
	}
	e := &errkit.Error{Kind: kind, Needs: needs}
	if len(names) > 0 { // they are in the tool's definition, so they are public
		e.Message = errkit.Textf("%s Missing: %s.", kind.Text(), strings.Join(names, ", "))
	}
	return e
}

// lacking returns the scopes that the token states it does not permit.
func (t Token) lacking(scopes []string) []string {
	if t.Scopes == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(scopes), func(s string) bool { return slices.Contains(t.Scopes, s) })
}
