package mcperr

import (
	"context"
	"encoding/json"
	"maps"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcpserver"
)

// An error with Needs asks the user of a client that supports it. From revision 2026-07-28 on, the result asks, and the client
// repeats the call with the responses. In 2025-11-25 the middleware sends the request for a form, and runs the handler again with the
// input.

// maxRounds is the number of times that the user is asked for one call. After that the model gets the text of the error.
const maxRounds = 3

// stateAsked is the start of the requestState of results of this package; the rest is the number of rounds. A client that changes
// it changes only how often its own user is asked.
const stateAsked = "io.github.toolerr/asked:"

// asked has what the user responded to in earlier rounds of a call.
type asked struct {
	rounds    int
	responses map[string]*mcp.ElicitResult // of the last round, by their keys in inputRequests
}

type userInputKey struct{}

// UserInput returns what the user entered in the form that an error with [errkit.Needs] asked for in an earlier round of the same
// call. It is nil if there was no form. Tools and prompts have the same input in their arguments, as far as their schema has
// these names; resources have no arguments. The map is for reading only.
func UserInput(ctx context.Context) map[string]any {
	input, _ := ctx.Value(userInputKey{}).(map[string]any)
	return input
}

// takeResponses removes the responses to requests of this package from the params of a request, so that the handler does not take
// them for responses to its own requests. Other responses stay.
func (r *request) takeResponses() {
	responses, state := r.rounds()
	rounds, mine := strings.CutPrefix(state, stateAsked)
	_, form := responses[mcpdialect.KeyForm]
	if !mine && !form {
		return
	}
	r.asked = asked{rounds: maxRounds, responses: map[string]*mcp.ElicitResult{}}
	if n, err := strconv.Atoi(rounds); err == nil && n > 0 {
		r.asked.rounds = min(n, maxRounds)
	}
	for key, response := range responses {
		if e, ok := response.(*mcp.ElicitResult); ok && e != nil {
			r.asked.responses[key] = e
		}
	}
	switch req := r.req.(type) {
	case *mcp.CallToolRequest:
		again, params := *req, *req.Params
		params.InputResponses, params.RequestState = nil, ""
		again.Params = &params
		r.req = &again
	case *mcp.GetPromptRequest:
		again, params := *req, *req.Params
		params.InputResponses, params.RequestState = nil, ""
		again.Params = &params
		r.req = &again
	case *mcp.ReadResourceRequest:
		again, params := *req, *req.Params
		params.InputResponses, params.RequestState = nil, ""
		again.Params = &params
		r.req = &again
	}
}

// rounds returns the responses to earlier requests for input.
func (r *request) rounds() (responses mcp.InputResponseMap, state string) {
	switch p := r.req.GetParams().(type) {
	case *mcp.CallToolParamsRaw:
		if p != nil {
			return p.InputResponses, p.RequestState
		}
	case *mcp.GetPromptParams:
		if p != nil {
			return p.InputResponses, p.RequestState
		}
	case *mcp.ReadResourceParams:
		if p != nil {
			return p.InputResponses, p.RequestState
		}
	}
	return nil, ""
}

// useInput puts what the user entered into the arguments and into the context.
func (r *request) useInput(ctx context.Context) context.Context {
	form := r.asked.responses[mcpdialect.KeyForm]
	if form == nil || form.Action != "accept" || len(form.Content) == 0 {
		return ctx
	}
	switch req := r.req.(type) {
	case *mcp.CallToolRequest:
		var schema any
		if t := r.description(ctx); t != nil {
			schema = t.InputSchema
		}
		again, params := *req, *req.Params
		params.Arguments = mcpserver.MergeInput(params.Arguments, schema, form.Content)
		again.Params = &params
		r.req = &again
	case *mcp.GetPromptRequest:
		again, params := *req, *req.Params
		params.Arguments = maps.Clone(params.Arguments)
		if params.Arguments == nil {
			params.Arguments = map[string]string{}
		}
		for name, value := range form.Content {
			params.Arguments[name] = mcpserver.TextOf(value)
		}
		again.Params = &params
		r.req = &again
	}
	return context.WithValue(ctx, userInputKey{}, form.Content)
}

// afterAsking returns the error for e after the user responded to what it asks for (see [mcpserver.AfterAsking]).
func (r *request) afterAsking(e *errkit.Error) (outcome *errkit.Error, answered bool) {
	return mcpserver.AfterAsking(e, func(key string) (string, bool) {
		if response := r.asked.responses[key]; response != nil {
			return response.Action, true
		}
		return "", false
	})
}

// A form is a request for input, and the error that asks for it.
type form struct {
	params json.RawMessage
	err    *errkit.Error
	meta   mcp.Meta // of the result that contained the error
}

// elicit asks the user of an older client for the input of a form, and returns the response, or nil.
func (r *request) elicit(ctx context.Context, f *form) *mcp.ElicitResult {
	session, ok := r.req.GetSession().(*mcp.ServerSession)
	if !ok || session == nil || f == nil {
		return nil
	}
	var params struct {
		Mode, Message   string
		RequestedSchema json.RawMessage
	}
	_ = json.Unmarshal(f.params, &params) // a dialect renders valid JSON
	response, err := session.Elicit(ctx, &mcp.ElicitParams{Mode: params.Mode, Message: params.Message, RequestedSchema: params.RequestedSchema})
	if err != nil || response == nil {
		return nil
	}
	r.asked.rounds++
	r.asked.responses = map[string]*mcp.ElicitResult{mcpdialect.KeyForm: response}
	return response
}

// inputRequired is the result of a method that asks for input. resultType is an unexported field of the SDK's results, which is
// set only by decoding JSON. Lists that the SDK does not leave out are empty, not null.
func inputRequired[R any](requests json.RawMessage, state string) *R {
	var res R
	doc := append([]byte(`{"content":[],"contents":[],"messages":[],"resultType":"input_required","requestState":"`+state+`","inputRequests":`), requests...)
	_ = json.Unmarshal(append(doc, '}'), &res) // a dialect renders valid JSON
	return &res
}
