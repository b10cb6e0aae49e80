package oxpserver

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// call returns what the request brings besides its input.
func (q *request) call(e *entry) (*Call, error) {
	if q.callID == nil {
		q.callID = json.RawMessage(`"` + newID() + `"`)
	}
	c := &Call{TraceID: q.traceID, Tool: e.ID, Version: e.Version}
	if err := json.Unmarshal(q.callID, &c.ID); err != nil {
		return nil, err
	}
	var err error
	if c.UserID, err = text(q.context.Member("user_id")); err != nil {
		return nil, err
	}
	if c.tokens, err = private(q.context, "authorization", "token"); err != nil {
		return nil, err
	}
	c.secrets, err = private(q.context, "secrets", "value")
	return c, err
}

// private reads a list of objects with an id and a value that nobody may see
// (OXP 1.0, Call Tool Request, context).
func private(context jsontree.Value, list, value string) (map[string]errkit.Private, error) {
	v := context.Member(list)
	if absent(v) {
		return nil, nil
	}
	if v.Kind() != jsontree.Array {
		return nil, wrong(errkit.Textf("%q must be an array.", v.ShortPointer()))
	}
	all := map[string]errkit.Private{}
	for item := range v.Elements() {
		id, err := text(item.Member("id"))
		if err != nil {
			return nil, err
		}
		hidden, err := text(item.Member(value))
		if err != nil {
			return nil, err
		}
		if id == "" || hidden == "" {
			return nil, wrong(errkit.Textf("%q must be an object with %q and %q.", item.ShortPointer(), "id", value))
		}
		all[id] = errkit.Dev(hidden)
	}
	return all, nil
}

// missing says what the tool needs and the call does not bring, all at once, nil if there is nothing
// (OXP 1.0, Server Error Response, missing_requirements).
func (e *entry) missing(ctx context.Context, c *Call) error {
	needs := &errkit.Needs{UserID: e.Requirements.UserID && c.UserID == ""}
	var unnamed []string
	for _, a := range e.Requirements.Authorization {
		if !c.Token(a.ID).IsZero() || needs.UserID { // who is to allow it must be known first
			continue
		}
		if a.Challenge == nil {
			unnamed = append(unnamed, a.ID)
			continue
		}
		switch ch, err := a.Challenge(ctx, c); {
		case err != nil:
			return err
		case ch != nil:
			needs.Challenges = append(needs.Challenges, *ch)
		}
	}
	for _, name := range e.Requirements.Secrets {
		if c.Secret(name).IsZero() {
			needs.Secrets = append(needs.Secrets, name)
		}
	}
	switch missing := append(unnamed, needs.Secrets...); {
	case len(unnamed) > 0 || len(needs.Challenges) > 0:
		return &errkit.Error{Kind: errkit.AuthRequired, Message: lacking(errkit.AuthRequired, missing), Needs: needs}
	case !needs.IsZero():
		return &errkit.Error{Kind: errkit.RequirementMissing, Message: lacking(errkit.RequirementMissing, missing), Needs: needs}
	}
	return nil
}

// lacking is the standing text, and the names for which missing_requirements has no member. They stand in the tool's
// definition, so they are public.
func lacking(k errkit.Kind, names []string) errkit.Text {
	if len(names) == 0 {
		return ""
	}
	return errkit.Textf("%s Missing: %s.", k.Text(), strings.Join(names, ", "))
}
