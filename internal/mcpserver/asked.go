package mcpserver

import (
	"encoding/json"

	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
)

// AfterAsking returns the error for e, which asks for consents or input, after the user responded to what an earlier round of the call
// asked for (MCP 2026-07-28, multi round-trip requests). action returns that of the response to a key of inputRequests, and whether there is one:
//
//   - "accept" of a URL: e, with a hint to wait, because the authorization is not complete;
//   - "decline": PermissionDenied;
//   - "cancel", and whatever is not a consent: Canceled.
//
// Then answered is true, and the model gets a text, because the client would ask the same user again. It is false if the user entered
// the input of a form, which may be wrong, and can be asked for again.
func AfterAsking(e *errkit.Error, action func(key string) (string, bool)) (outcome *errkit.Error, answered bool) {
	if e.Needs == nil {
		return e, false
	}
	accepted, declined, dismissed := false, false, false
	count := func(key string) {
		switch action, ok := action(key); {
		case !ok:
		case action == "accept":
			accepted = accepted || key != mcp.KeyForm
		case action == "decline":
			declined = true
		default:
			dismissed = true
		}
	}
	ids := wire.ChallengeIDs{Of: e.Needs.Challenges}
	for i := range e.Needs.Challenges {
		if e.Needs.Challenges[i].URL != "" {
			var key string
			_ = json.Unmarshal(ids.Append(nil, i), &key) // a JSON string
			count(key)
		}
	}
	if e.Needs.WantsInput() {
		count(mcp.KeyForm)
	}
	after := *e
	switch {
	case declined:
		after.Kind, after.Retry, after.Needs = errkit.PermissionDenied, errkit.Never, nil
		after.Message, after.Hint = "The user declined: "+errkit.Text(e.Error()), ""
	case dismissed:
		after.Kind, after.Retry, after.Needs = errkit.Canceled, errkit.RetryUnspecified, nil
		after.Message, after.Hint = "The user dismissed the request: "+errkit.Text(e.Error()), "Ask the user whether to try again."
	case accepted:
		if after.Hint != "" {
			after.Hint += "\n"
		}
		after.Hint += "The user agreed to visit the page, and the authorization is not complete. Wait, or ask the user to complete it, before you repeat the call."
	default:
		return e, false
	}
	return &after, true
}
