package mcperr_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	mcperr "github.com/toolerr/toolerr/adapters/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/mcptest"
	"github.com/toolerr/toolerr/middleware"
)

// A user is the user of a client, who responds to every request for input.
type user struct {
	action  string
	content func(asked int) in
	asked   atomic.Int32
	params  atomic.Pointer[mcp.ElicitParams] // of the last request
}

func (u *user) respond(_ context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
	n := u.asked.Add(1)
	u.params.Store(r.Params)
	res := &mcp.ElicitResult{Action: u.action}
	if u.content != nil {
		res.Content = u.content(int(n))
	}
	return res, nil
}

// sessions returns sessions of a client with a user in a revision, in memory and over HTTP.
func (u *user) sessions(t *testing.T, s *mcp.Server, revision string,
	can *mcp.ElicitationCapabilities) map[string]*mcp.ClientSession {
	t.Helper()
	o := &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{Elicitation: can}}
	if can != nil {
		o.ElicitationHandler = u.respond
	}
	version := &mcp.ClientSessionOptions{ProtocolVersion: revision}
	clientSide, serverSide := mcp.NewInMemoryTransports()
	_, err := s.Connect(t.Context(), serverSide, nil)
	require.NoError(t, err)
	memory, err := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, o).Connect(t.Context(), clientSide,
		version)
	require.NoError(t, err)
	t.Cleanup(func() { memory.Close() })

	web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s },
		&mcp.StreamableHTTPOptions{Stateless: revision >= "2026-07-28"}))
	t.Cleanup(web.Close)
	overHTTP, err := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, o).Connect(t.Context(),
		&mcp.StreamableClientTransport{Endpoint: web.URL}, version)
	require.NoError(t, err)
	t.Cleanup(func() { overHTTP.Close() })
	return map[string]*mcp.ClientSession{"memory": memory, "http": overHTTP}
}

var everything = &mcp.ElicitationCapabilities{Form: &mcp.FormElicitationCapabilities{},
	URL: &mcp.URLElicitationCapabilities{}}

// ask calls a tool, reads a resource or gets a prompt, and returns what the model gets.
func ask(t *testing.T, session *mcp.ClientSession, what string) string {
	t.Helper()
	var res any
	var err error
	switch what {
	case "resource":
		res, err = session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "bell://asks"})
	case "prompt":
		res, err = session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: "asks"})
	default:
		res, err = session.CallTool(t.Context(), &mcp.CallToolParams{Name: what, Arguments: in{"times": 2}})
	}
	if err != nil {
		rpc, ok := errors.AsType[*jsonrpc.Error](err)
		require.True(t, ok, "%v", err)
		return fmt.Sprintf("%d %s", rpc.Code, rpc.Message)
	}
	doc, err := json.Marshal(res)
	require.NoError(t, err)
	return string(doc)
}

// askingServer returns a server whose tools, resource and prompt call f with the input of the
// user.
func askingServer(f func(input in) (string, error)) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	s.AddTool(&mcp.Tool{Name: "raw", InputSchema: json.RawMessage(`{"type":"object","properties":{"name":{"type":"string"},"times":{"type":"integer"}}}`)}, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var input in
		if err := json.Unmarshal(r.Params.Arguments, &input); err != nil {
			return nil, err
		}
		text, err := f(input)
		if err != nil {
			return nil, err
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil
	})
	type arguments struct {
		Name  string `json:"name,omitempty"`
		Times int    `json:"times,omitempty"`
	}
	mcp.AddTool(s, &mcp.Tool{Name: "typed"},
		mcperr.Handler(func(_ context.Context, _ *mcp.CallToolRequest, a arguments) (*mcp.CallToolResult, any, error) {
			text, err := f(in{"name": a.Name, "times": a.Times})
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil, err
		}))
	s.AddResource(&mcp.Resource{Name: "asks", URI: "bell://asks"},
		func(ctx context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			text, err := f(mcperr.UserInput(ctx))
			if err != nil {
				return nil, err
			}
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: r.Params.URI, Text: text}}}, nil
		})
	s.AddPrompt(&mcp.Prompt{Name: "asks"},
		func(_ context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			input := in{}
			for name, value := range r.Params.Arguments {
				input[name] = value
			}
			text, err := f(input)
			if err != nil {
				return nil, err
			}
			return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user",
				Content: &mcp.TextContent{Text: text}}}}, nil
		})
	s.AddReceivingMiddleware(mcperr.Middleware(quiet))
	s.AddReceivingMiddleware(mcperr.Middleware(quiet)) // changes nothing
	return s
}

var methods = []string{"raw", "typed", "resource", "prompt"}

// TestConsent checks what follows from each response of a user who is asked to visit a URL, and
// that the user is asked once.
func TestConsent(t *testing.T) {
	tests := []struct {
		name, action string
		finished     bool // the user has authorized
		want         string
		not          string
	}{
		{"accepted", "accept", true, "ding", "isError"},
		{"accepted, not finished", "accept", false,
			"The user agreed to visit the page, and the authorization is not complete. Wait, or ask the user to complete it, before you repeat the call.", "declined"},
		{"declined", "decline", false, "The user declined: Link your account first.", "https://"},
		{"canceled", "cancel", false, "The user dismissed the request: Link your account first.", "https://"},
		{"an unknown action", "perhaps", false, "The user dismissed the request", "https://"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, what := range methods {
				u := &user{action: tt.action}
				s := askingServer(func(in) (string, error) {
					if tt.finished && u.asked.Load() > 0 {
						return "ding", nil
					}
					return "", &errkit.Error{Kind: errkit.AuthRequired, Message: "Link your account first.",
						Err:   mcptest.ErrSecret,
						Needs: &errkit.Needs{Challenges: []errkit.Challenge{{URL: "https://example.com/a?x=1&y=2"}}}}
				})
				for transport, session := range u.sessions(t, s, "2026-07-28", everything) {
					u.asked.Store(0)
					got := ask(t, session, what)
					require.Contains(t, got, tt.want, "%s %s", what, transport)
					require.NotContains(t, got, tt.not)
					require.NotContains(t, got, canary)
					require.LessOrEqual(t, strings.Count(got, `\nThe user agreed`), 1, what)
					require.Equal(t, int32(1), u.asked.Load(), "asked once: %s %s", what, transport)
					require.Equal(t, "Link your account first.", u.params.Load().Message)
				}
			}
		})
	}
}

// TestForm checks that needed input is asked for by a form, that the handler gets it, and that
// the user is asked a bounded number of times.
func TestForm(t *testing.T) {
	tests := []struct {
		name, action, input string
		asked               int32
		want, not           string
	}{
		{"accepted", "accept", "front", 1, "front rings", "isError"},
		{"accepted, then corrected", "accept", "then front", 2, "front rings", "isError"},
		{"never right", "accept", "back", 3, "Which bell?", "rings"},
		{"declined", "decline", "", 1, "The user declined: Which bell?", "Needed"},
		{"canceled", "cancel", "", 1, "The user dismissed the request: Which bell?", "Needed"},
	}
	for _, revision := range []string{"2025-11-25", "2026-07-28"} {
		for _, tt := range tests {
			t.Run(revision+" "+tt.name, func(t *testing.T) {
				u := &user{action: tt.action, content: func(asked int) in {
					switch {
					case tt.action != "accept":
						return nil
					case strings.HasPrefix(tt.input, "then "):
						return in{"name": []string{"", "back", "front"}[asked]}
					}
					return in{"name": tt.input}
				}}
				var runs atomic.Int32
				s := askingServer(func(input in) (string, error) {
					runs.Add(1)
					if input["name"] == "front" {
						return "front rings", nil
					}
					return "", &errkit.Error{Kind: errkit.InputRequired, Message: "Which bell?",
						Err: mcptest.ErrSecret,
						Needs: &errkit.Needs{Input: []errkit.Input{{Name: "name", Suggestions: []string{"front"}}},
							Reason: "There are two."}}
				})
				wantRuns := tt.asked + 1
				if tt.action != "accept" && revision == "2025-11-25" {
					wantRuns = 1 // there is nothing to run it with
				}
				for transport, session := range u.sessions(t, s, revision, everything) {
					for _, what := range methods {
						u.asked.Store(0)
						runs.Store(0)
						got := ask(t, session, what)
						require.Contains(t, got, tt.want, "%s %s", what, transport)
						require.NotContains(t, got, tt.not)
						require.NotContains(t, got, canary)
						require.Equal(t, tt.asked, u.asked.Load(), "%s %s", what, transport)
						require.Equal(t, wantRuns, runs.Load(), "%s %s", what, transport)
						require.Equal(t, "Which bell?\nThere are two.", u.params.Load().Message)
						schema, err := json.Marshal(u.params.Load().RequestedSchema)
						require.NoError(t, err)
						require.JSONEq(t,
							`{"type":"object","properties":{"name":{"type":"string","description":"For example front"}},"required":["name"]}`, string(schema))
					}
				}
			})
		}
	}
}

// TestFormOfOtherClients checks that a client that did not declare forms gets a text, and one
// without the URLs gets these.
func TestFormOfOtherClients(t *testing.T) {
	ask1 := func(in) (string, error) {
		return "", &errkit.Error{Kind: errkit.InputRequired, Message: "Which bell?", Needs: &errkit.Needs{
			Input: []errkit.Input{{Name: "name"}}, Challenges: []errkit.Challenge{{URL: "https://example.com/a"}}}}
	}
	formOnly := &mcp.ElicitationCapabilities{Form: &mcp.FormElicitationCapabilities{}}
	for _, revision := range mcptest.Revisions {
		for name, can := range map[string]*mcp.ElicitationCapabilities{"none": nil, "form": formOnly} {
			u := &user{action: "accept"}
			for transport, session := range u.sessions(t, askingServer(ask1), revision, can) {
				got := ask(t, session, "raw")
				require.Contains(t, got, `Which bell?\nNeeded: name\nVisit https://example.com/a`, "%s %s %s",
					revision, name, transport)
				require.Zero(t, u.asked.Load(), "the model must see the URL")
			}
		}
	}
}

// TestFormTypes checks that what the user entered has the types of the tool's schema, and that
// the options are choices.
func TestFormTypes(t *testing.T) {
	type arguments struct {
		Times int    `json:"times"`
		Loud  bool   `json:"loud,omitempty"`
		Name  string `json:"name,omitempty"`
	}
	var got arguments
	s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "ring"},
		func(ctx context.Context, _ *mcp.CallToolRequest, a arguments) (*mcp.CallToolResult, any, error) {
			if input := mcperr.UserInput(ctx); input != nil {
				got = a
				require.Equal(t, "x", input["more"], "the schema does not have it")
				return nil, nil, nil
			}
			return nil, nil, &errkit.Error{Kind: errkit.InputRequired, Needs: &errkit.Needs{
				Input: []errkit.Input{{Name: "times"}, {Name: "loud"}, {Name: "name"}, {Name: "name"}, {Name: "more"}},
				Options: []errkit.Option{{Label: "Front", Value: "7", Description: "the door", Field: "name"},
					{Value: "8", Field: "name"}, {Label: "no value", Field: "name"}}}}
		})
	s.AddReceivingMiddleware(mcperr.Middleware(quiet))
	u := &user{action: "accept", content: func(int) in {
		return in{"times": "3", "loud": "true", "name": "7",
			"more": "x"}
	}}
	for _, revision := range []string{"2025-11-25", "2026-07-28"} {
		for _, session := range u.sessions(t, s, revision, everything) {
			got = arguments{}
			res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "ring", Arguments: in{"times": 1}})
			require.NoError(t, err)
			require.False(t, res.IsError, "%+v", res.Content)
			require.Equal(t, arguments{Times: 3, Loud: true, Name: "7"}, got)
			schema, err := json.Marshal(u.params.Load().RequestedSchema)
			require.NoError(t, err)
			require.JSONEq(t, `{"type":"object","properties":{"times":{"type":"string"},"loud":{"type":"string"},"more":{"type":"string"},
				"name":{"type":"string","oneOf":[{"const":"7","title":"Front: the door"},{"const":"8","title":"8"}]}},"required":["times","loud","name","more"]}`, string(schema))
		}
	}
}

// TestOwnRounds checks that responses to requests of a handler stay, also of a client that
// invents a state.
func TestOwnRounds(t *testing.T) {
	w := stdio(t, guarded(nil), "2026-07-28", mcptest.URLElicitation)
	respond := func(state, key, action string) string {
		return body(t, w.Call(t, "tools/call",
			fmt.Sprintf(`{"name":"raw_question","arguments":{},"requestState":%q,"inputResponses":{%q:{"action":%q}}}`,
				state, key, action)))
	}
	require.Contains(t, respond("st", "who", "accept"), "thanks")
	require.Contains(t, respond("io.github.toolerr/asked:1", "who", "accept"), "Who?",
		"not the responses to the handler's requests")
	auth := func(state string) string {
		return body(t, w.Call(t, "tools/call",
			fmt.Sprintf(`{"name":"raw_auth","arguments":{},"requestState":%q,"inputResponses":{}}`, state)))
	}
	require.Contains(t, auth("io.github.toolerr/asked:1"), `"requestState":"io.github.toolerr/asked:2"`)
	for _, state := range []string{"io.github.toolerr/asked:3", "io.github.toolerr/asked:-1",
		"io.github.toolerr/asked:", "io.github.toolerr/asked:99999999999999999999"} {
		require.Contains(t, auth(state), `Visit https://example.com/a`, "the last round: %s", state)
	}
}

// TestConsentOfClassifiedError checks that an error to which a classifier gives the challenge is
// one, too: the user is asked once.
func TestConsentOfClassifiedError(t *testing.T) {
	s := newServer(nil)
	s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Boundary: &middleware.Boundary{Classify: []middleware.Classifier{
		func(context.Context, error) *errkit.Error { return mcptest.Authorize },
	}}}))
	u := &user{action: "decline"}
	for transport, session := range u.sessions(t, s, "2026-07-28", everything) {
		u.asked.Store(0)
		require.Contains(t, ask(t, session, "raw_plain"), "The user declined: Link your account first.", transport)
		require.Equal(t, int32(1), u.asked.Load(), transport)
	}
}

// TestLateHandler checks, with the race detector, that a handler that returns after its timeout
// changes nothing of the request.
func TestLateHandler(t *testing.T) {
	timedOut, late := make(chan struct{}), make(chan *errkit.Error)
	report := func(_ context.Context, e *errkit.Error) {
		if e.Kind == errkit.Timeout {
			close(timedOut)
			return
		}
		late <- e
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
	mcperr.AddTool(s, &mcp.Tool{Name: "late"},
		func(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
			<-timedOut
			return nil, nil, mcptest.Authorize
		})
	s.AddReceivingMiddleware(mcperr.Middleware(&mcperr.Options{Timeout: time.Millisecond,
		Boundary: &middleware.Boundary{Report: report}}))
	w := stdio(t, s, "2026-07-28", mcptest.URLElicitation)
	got := w.Call(t, "tools/call", `{"name":"late","arguments":{},"requestState":"io.github.toolerr/asked:1","inputResponses":{"e1":{"action":"accept"}}}`)
	require.Contains(t, got, "The call took too long.")
	require.ErrorIs(t, <-late, errkit.AuthRequired, "it is reported")
}

// A response of the user makes the call again, so a call that may have had an effect asks for
// none.
func TestAskingAfterAnOrder(t *testing.T) {
	tests := []struct {
		name string
		err  *errkit.Error
	}{
		{"a URL", &errkit.Error{Kind: errkit.AuthRequired, Message: "Link your account first.",
			Needs: &errkit.Needs{Challenges: []errkit.Challenge{{URL: "https://example.com/a"}}}}},
		{"a form", &errkit.Error{Kind: errkit.InputRequired, Needs: &errkit.Needs{Input: []errkit.Input{{Name: "name"}}}}},
		{"a form, and the author says when to repeat", &errkit.Error{Kind: errkit.Conflict, Retry: errkit.AfterAction,
			Needs: &errkit.Needs{Input: []errkit.Input{{Name: "name"}}}}},
	}
	for _, revision := range []string{"2025-11-25", "2026-07-28"} {
		for _, tt := range tests {
			for _, ordered := range []bool{false, true} {
				t.Run(fmt.Sprint(revision, " ", tt.name, ", ordered ", ordered), func(t *testing.T) {
					u := &user{action: "accept", content: func(int) in { return in{"name": "front"} }}
					var runs atomic.Int32
					s := mcp.NewServer(&mcp.Implementation{Name: "bells", Version: "1"}, nil)
					s.AddTool(&mcp.Tool{Name: "raw", InputSchema: in{"type": "object"}},
						func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
							runs.Add(1)
							middleware.CountRequest(ctx, ordered, false)
							return nil, tt.err
						})
					s.AddReceivingMiddleware(mcperr.Middleware(quiet))
					for transport, session := range u.sessions(t, s, revision, everything) {
						runs.Store(0)
						u.asked.Store(0)
						got := ask(t, session, "raw")
						if ordered {
							require.EqualValues(t, 1, runs.Load(), transport)
							require.Zero(t, u.asked.Load())
							require.Contains(t, got, "This call may have taken effect: check that first.")
						} else {
							require.NotZero(t, u.asked.Load()+int32(strings.Count(got, "-32042")), "%s %s", transport, got)
							require.NotContains(t, got, "taken effect")
						}
					}
				})
			}
		}
	}
}
