package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// An error with Needs asks the user of a client that supports it. From revision 2026-07-28 on, the
// result asks, and the client repeats the call with the responses. In 2025-11-25 the server sends
// the request for a form, and runs the handler again with the input.

// maxRounds is the number of times that the user is asked for one call. After that the model gets
// the text of the error.
const maxRounds = 3

// stateAsked is the start of the requestState of results of this package; the rest is the number
// of rounds. A client that changes it changes only how often its own user is asked.
const stateAsked = "io.github.toolerr/asked:"

// An Asker asks the user by an SDK, in a call whose handler then runs again.
type Asker interface {
	// Rewrite writes the arguments and the state of the call into the request of the SDK, and
	// removes responses that were taken.
	Rewrite()
	// Elicit sends the request for a form, the params of elicitation/create. There may be no
	// response.
	Elicit(ctx context.Context, form json.RawMessage) (Response, bool)
}

// Asked is what the user responded to in earlier rounds of a call.
type Asked struct {
	State     string              // requestState of the request
	Responses map[string]Response // of the last round, by their keys in inputRequests
	Taken     bool                // the responses are to requests of this package, and not for the handler
	rounds    int
}

// A Response is that of a user to a request for input.
type Response struct {
	Action  string // "accept", "decline" or "cancel"
	Content map[string]any
}

// A form is a request for input, and the error that asks for it.
type form struct {
	params json.RawMessage
	err    *errkit.Error
}

// takeResponses removes the responses to requests of this package from the request, so that the
// handler does not take them for responses to its own requests; others stay. It replaces null in
// place of arguments by the empty object, because an SDK panics or reports a wrong type.
func (c *Call) takeResponses() {
	if c.Asker == nil {
		return
	}
	rounds, mine := strings.CutPrefix(c.Asked.State, stateAsked)
	_, form := c.Asked.Responses[mcpdialect.KeyForm]
	null := string(bytes.TrimSpace(c.Arguments)) == "null"
	if null {
		c.Arguments = json.RawMessage("{}")
	}
	if c.Asked.Taken = mine || form; !c.Asked.Taken {
		c.Asked.Responses = nil
	} else {
		c.Asked.State, c.Asked.rounds = "", maxRounds
		if n, err := strconv.Atoi(rounds); err == nil && n > 0 {
			c.Asked.rounds = min(n, maxRounds)
		}
	}
	if c.Asked.Taken || null {
		c.Asker.Rewrite()
	}
}

type userInputKey struct{}

// UserInput returns what the user entered in a form in an earlier round of a call, nil if there
// was none.
func UserInput(ctx context.Context) map[string]any {
	input, _ := ctx.Value(userInputKey{}).(map[string]any)
	return input
}

// takeInput puts what the user entered into the arguments, and returns it.
func (c *Call) takeInput(ctx context.Context) map[string]any {
	entered := c.Asked.Responses[mcpdialect.KeyForm]
	if c.Asker == nil || entered.Action != "accept" || len(entered.Content) == 0 {
		return nil
	}
	switch c.Method {
	case CallTool:
		c.Arguments = MergeInput(c.Arguments, c.schema(ctx), entered.Content)
	case GetPrompt:
		texts := map[string]string{}
		maps.Copy(texts, c.Texts)
		for name, value := range entered.Content { // an argument of a prompt is a text
			text, ok := value.(string)
			if !ok {
				raw, _ := json.Marshal(value) // it was decoded from JSON
				text = string(raw)
			}
			texts[name] = text
		}
		c.Texts = texts
	}
	c.Asker.Rewrite()
	return entered.Content
}

// elicit asks the user for the form that the last response needs, and returns the action, "" if
// there is no form or no response.
func (c *Call) elicit(ctx context.Context) string {
	if c.form == nil || c.Asker == nil {
		return ""
	}
	response, ok := c.Asker.Elicit(ctx, c.form.params)
	if !ok {
		return ""
	}
	c.Asked.rounds++
	c.Asked.Responses = map[string]Response{mcpdialect.KeyForm: response}
	return response.Action
}

// NextState returns the requestState of a result that asks the user.
func (c *Call) NextState() string { return stateAsked + strconv.Itoa(c.Asked.rounds+1) }

// afterAsking returns the error for e, which asks for consents or input, after the user responded
// to what an earlier round of the call asked for (MCP 2026-07-28, multi round-trip requests):
//
//   - "accept" of a URL: e, with a hint to wait, because the authorization is not complete;
//   - "decline": PermissionDenied;
//   - "cancel", and whatever is not a consent: Canceled.
//
// Then answered is true, and the model gets a text, because the client would ask the same user
// again. It is false if the user entered the input of a form, which may be wrong, and can be asked
// for again.
func (c *Call) afterAsking(e *errkit.Error) (outcome *errkit.Error, answered bool) {
	if e.Needs == nil || len(c.Asked.Responses) == 0 {
		return e, false
	}
	var actions []string // but for that of a form with values
	ids := wire.ChallengeIDs{Of: e.Needs.Challenges}
	for i := range e.Needs.Challenges {
		var key string
		_ = json.Unmarshal(ids.Append(nil, i), &key) // a JSON string
		if response, ok := c.Asked.Responses[key]; ok && e.Needs.Challenges[i].URL != "" {
			actions = append(actions, response.Action)
		}
	}
	form, ok := c.Asked.Responses[mcpdialect.KeyForm]
	if ok && e.Needs.WantsInput() && form.Action != "accept" {
		actions = append(actions, form.Action)
	}
	after := *e
	switch {
	case len(actions) == 0:
		return e, false
	case slices.Contains(actions, "decline"):
		after.Kind, after.Retry, after.Needs = errkit.PermissionDenied, errkit.Never, nil
		after.Message, after.Hint = "The user declined: "+errkit.Text(e.Error()), ""
	case slices.ContainsFunc(actions, func(action string) bool { return action != "accept" }):
		after.Kind, after.Retry, after.Needs = errkit.Canceled, errkit.RetryUnspecified, nil
		after.Message = "The user dismissed the request: " + errkit.Text(e.Error())
		after.Hint = "Ask the user whether to try again."
	default:
		if after.Hint != "" {
			after.Hint += "\n"
		}
		after.Hint += "The user agreed to visit the page, and the authorization is not complete. " +
			"Wait, or ask the user to complete it, before you repeat the call."
	}
	return &after, true
}

// MergeInput returns the arguments of a tool with the values that the user entered. Values whose
// names the schema does not have are left out if it allows no others, because the tool would
// reject them. A text is decoded if the schema has another type: the inputs of a form are texts.
func MergeInput(arguments json.RawMessage, schema any, values map[string]any) json.RawMessage {
	all := map[string]json.RawMessage{}
	if !absent(arguments) && json.Unmarshal(arguments, &all) != nil {
		return arguments
	}
	s := parseSchema(schema)
	others := s.Member("additionalProperties") // false, or {"not":{}}, which SDKs infer
	allowed, closed := others.Bool()
	closed = closed && !allowed || others.Member("not").Kind() == jsontree.Object
	for name, value := range values {
		property := s.Member("properties").Member(name)
		if closed && property.Kind() == jsontree.Absent {
			continue
		}
		raw, err := json.Marshal(value)
		if err != nil {
			continue
		}
		types := typesOf(property)
		text, ok := value.(string)
		if ok && types != nil && !slices.Contains(types, "string") && json.Valid([]byte(text)) {
			raw = json.RawMessage(text)
		}
		all[name] = raw
	}
	merged, err := json.Marshal(all)
	if err != nil {
		return arguments
	}
	return merged
}
