package mcpserver_test

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	mcpdialect "github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/mcpserver"
	"github.com/toolerr/toolerr/middleware"
)

// errForeign is an error of the SDK of these tests, which is sent as it is.
var errForeign = errors.New("an error of the protocol")

// A fake is an SDK without a transport, whose results are texts.
type fake struct {
	mcpserver.Call
	peer     mcpdialect.Dialect
	run      func(context.Context) (string, error)
	response *mcpserver.Response // of the user to a form
	rewrites int
	elicited []string
}

func (f *fake) Dialect(context.Context) mcpdialect.Dialect { return f.peer }

func (f *fake) Client(context.Context) mcpserver.Client {
	return mcpserver.Client{Name: "tower", Revision: f.peer.Revision, Session: "s1"}
}

func (f *fake) Describe(context.Context) (inputSchema any, hasOutput bool) {
	return json.RawMessage(`{"properties":{"bell":{"type":"string"},"times":{"type":"integer"}}}`), false
}

func (f *fake) Convert(_ context.Context, err error) (mcpserver.Verdict, error) {
	return mcpserver.Find(err, func(err error) bool { return err == errForeign }), err
}

func (f *fake) Run(ctx context.Context) (string, error) { return f.run(ctx) }

func (f *fake) Finish(_ context.Context, res string) (string, error) {
	if res == "" {
		return "", mcpserver.ErrNoResult
	}
	return res, nil
}

func (f *fake) Respond(ctx context.Context, err error) (string, error) {
	if err == errForeign {
		return "", err
	}
	parts, _ := f.Render(ctx, errkit.From(err))
	if parts.Requests != nil {
		return f.NextState() + " " + string(parts.Requests), nil
	}
	return parts.Text, nil
}

func (f *fake) Rewrite() { f.rewrites++ }

func (f *fake) Elicit(_ context.Context, form json.RawMessage) (mcpserver.Response, bool) {
	f.elicited = append(f.elicited, string(form))
	if f.response == nil {
		return mcpserver.Response{}, false
	}
	return *f.response, true
}

func newFake(run func(context.Context) (string, error)) *fake {
	f := &fake{run: run, Call: mcpserver.Call{
		Server: mcpserver.NewServer(&mcpserver.Server{Boundary: new(middleware.Boundary)}),
		Method: mcpserver.CallTool, What: "tool", Name: "ring", Arguments: json.RawMessage(`{"bell":"front"}`),
	}}
	f.SDK, f.Asker = f, f
	return f
}

func TestServe(t *testing.T) {
	returns := func(res string, err error) func(context.Context) (string, error) {
		return func(context.Context) (string, error) { return res, err }
	}
	panics := func(context.Context) (string, error) { panic("hunter2") }
	exits := func(context.Context) (string, error) { runtime.Goexit(); return "", nil }
	waits := func(ctx context.Context) (string, error) { <-ctx.Done(); return "", ctx.Err() }
	const fault = "Something went wrong on our side."
	tests := []struct {
		name string
		run  func(context.Context) (string, error)
		want string
		err  error
	}{
		{"a result", returns("ding", nil), "ding", nil},
		{"no result", returns("", nil), fault, nil},
		{"an error with a kind", returns("", errkit.New(errkit.NotFound, "No such bell.")), "No such bell.", nil},
		{"an uncoded error", returns("", errors.New("hunter2")), fault, nil},
		{"an error of the protocol, wrapped", returns("", errForeign), "", errForeign},
		{"a panic", panics, fault, nil},
		{"Goexit", exits, fault, nil},
		{"a timeout", waits, "The call took too long.", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newFake(tt.run)
			if tt.name == "a timeout" {
				f.Timeout = time.Millisecond
			}
			got, err := mcpserver.Serve(t.Context(), &f.Call, mcpserver.Handler[string]{Run: f.Run, Finish: f.Finish, Respond: f.Respond})
			require.Equal(t, tt.err, err)
			require.Contains(t, got, tt.want)
			require.NotContains(t, got, "hunter2")
		})
	}
}

// A handler that needs the times asks for them, and gets them among its arguments: in 2025-11-25
// in the same call, from 2026-07-28 on in the next one.
func TestAsk(t *testing.T) {
	var f *fake
	times := &errkit.Needs{Input: []errkit.Input{{Name: "times"}}}
	needs := &errkit.Error{Kind: errkit.InputRequired, Message: "How often?", Needs: times}
	run := func(ctx context.Context) (string, error) {
		if !strings.Contains(string(f.Arguments), "times") {
			return "", needs
		}
		require.Equal(t, map[string]any{"times": "2"}, mcpserver.UserInput(ctx))
		return string(f.Arguments), nil
	}
	entered := mcpserver.Response{Action: "accept", Content: map[string]any{"times": "2"}}
	const merged = `{"bell":"front","times":2}`
	const asked = "io.github.toolerr/asked:"
	without := mcpdialect.Dialect{Revision: mcpdialect.Revision20251125}
	older := mcpdialect.Dialect{Revision: mcpdialect.Revision20251125, FormElicitation: true}
	newest := mcpdialect.Dialect{Revision: mcpdialect.Revision20260728, FormElicitation: true}
	responds := func(action string) *mcpserver.Response { return &mcpserver.Response{Action: action} }
	tests := []struct {
		name     string
		peer     mcpdialect.Dialect
		response *mcpserver.Response
		state    string
		want     string
		elicited int
		rewrites int
	}{
		{"a client that has no forms", without, &entered, "", "How often?", 0, 0},
		{"older, accepted", older, &entered, "", merged, 1, 1},
		{"older, no response", older, nil, "", "How often?", 1, 0},
		{"older, declined", older, responds("decline"), "", "The user declined: How often?", 1, 0},
		{"older, accepted without a value", older, responds("accept"), "", "How often?", 3, 0},
		{"newest, first round", newest, nil, "", asked + "1 ", 0, 0},
		{"newest, accepted", newest, &entered, asked + "1", merged, 0, 2},
		{"newest, dismissed", newest, responds("cancel"), asked + "1", "The user dismissed the request: ", 0, 1},
		{"newest, nothing entered", newest, responds("accept"), asked + "2", asked + "3 ", 0, 1},
		{"newest, last round", newest, responds("accept"), asked + "3", "How often?", 0, 1},
		{"newest, a changed state", newest, responds("accept"), asked + "-1", "How often?", 0, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f = newFake(run)
			f.peer, f.Asked.State = tt.peer, tt.state
			if tt.state != "" {
				f.Asked.Responses = map[string]mcpserver.Response{mcpdialect.KeyForm: *tt.response}
			} else {
				f.response = tt.response
			}
			got, err := mcpserver.Serve(t.Context(), &f.Call, mcpserver.Handler[string]{Run: f.Run, Finish: f.Finish, Respond: f.Respond})
			require.NoError(t, err)
			require.True(t, strings.HasPrefix(got, tt.want), got)
			require.Len(t, f.elicited, tt.elicited)
			require.Equal(t, tt.rewrites, f.rewrites)
			require.Equal(t, tt.state != "", f.Asked.Taken)
		})
	}
}

// A report has what was called, and by whom; the name is left out where package tool adds it.
func TestFacts(t *testing.T) {
	f := newFake(nil)
	f.peer.Revision = mcpdialect.Revision20251125
	f.Boundary = &middleware.Boundary{}
	require.Empty(t, middleware.AttrsFrom(f.WithFacts(t.Context())), "nothing is reported")
	f.Boundary = &middleware.Boundary{Report: func(context.Context, *errkit.Error) {}}
	names := func(ctx context.Context) (names []string) {
		for _, a := range middleware.AttrsFrom(ctx) {
			names = append(names, a.Key+"="+a.Value.String())
		}
		return names
	}
	want := []string{"method=tools/call", "tool=ring", "client=tower", "revision=2025-11-25", "session=s1"}
	require.Equal(t, want, names(f.WithFacts(t.Context())))
	require.Equal(t, append(want[:1:1], want[2:]...), names(f.WithClient(t.Context())))
}
