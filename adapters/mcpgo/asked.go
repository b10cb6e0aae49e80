package mcpgoerr

import (
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
)

// afterAsking returns the error for e, which asks for consents, after the user responded to one of them in an earlier round of the
// call (MCP 2026-07-28, multi round-trip requests). answered reports whether the user did: then the model gets a text, because
// the client would ask the same user again.
func (c *call) afterAsking(e *errkit.Error) (outcome *errkit.Error, answered bool) {
	responses := c.request.Params.InputResponses
	if e.Needs == nil || len(responses) == 0 {
		return e, false
	}
	accepted, declined, dismissed := false, false, false
	ids := wire.ChallengeIDs{Of: e.Needs.Challenges}
	for i := range e.Needs.Challenges {
		var id string
		_ = json.Unmarshal(ids.Append(nil, i), &id) // a JSON string
		response := server.ElicitationResponse(responses, id)
		if response == nil {
			continue
		}
		switch response.Action {
		case mcp.ElicitationResponseActionAccept:
			accepted = true
		case mcp.ElicitationResponseActionDecline:
			declined = true
		default: // whatever is not a consent
			dismissed = true
		}
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
