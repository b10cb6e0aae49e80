package oxpserver_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/oxpserver"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/schemas/verify"
	"github.com/toolerr/toolerr/tool"
)

// Requirements are checked before the call, all at once.
func TestRequirements(t *testing.T) {
	visit := func(_ context.Context, c tool.Caller) (*errkit.Challenge, error) {
		switch c.UserID {
		case "granted":
			return nil, nil
		case "refused":
			return nil, errkit.Wrap(errors.New(canary), errkit.Unavailable, "The provider is down.")
		case "broken":
			panic(canary)
		}
		return &errkit.Challenge{ID: "c1", URL: "https://mail.example/allow",
			CheckURL: "https://oxp.example/challenges/c1"}, nil
	}
	var s oxpserver.Server
	add := func(id string, r tool.Requirements) error {
		return addTool(&s, tool.Definition{Name: id, Version: "1.0.0", Requirements: r},
			func(ctx context.Context, _ nothing) (string, error) {
				c := tool.CallerFrom(ctx)
				return fmt.Sprint(c.Tokens["mail"].Value.Reveal(), c.Secrets["KEY"].Reveal(), c.UserID), nil
			})
	}
	require.NoError(t, errors.Join(
		add("T.Visit", tool.Requirements{Authorization: []tool.Authorization{{ID: "mail", Challenge: visit}}}),
		add("T.Token", tool.Requirements{Authorization: []tool.Authorization{{ID: "mail"}}}),
		add("T.User", tool.Requirements{UserID: true}),
		add("T.Secret", tool.Requirements{Secrets: []string{"KEY", "OTHER"}}),
		add("T.All", tool.Requirements{Authorization: []tool.Authorization{{ID: "mail", Challenge: visit}},
			Secrets: []string{"KEY"}, UserID: true}),
	))
	url := serve(t, &s)
	const challenge = `{"id":"c1","url":"https://mail.example/allow","check_url":"https://oxp.example/challenges/c1"}`
	tests := []struct {
		name, tool, context string
		status              int
		want                string
	}{
		{"something to visit", "T.Visit", `{}`, 400,
			`{"message":"Authorization is needed before this tool can be called.","missing_requirements":{"authorization":[` + challenge + `]}}`},
		{"visited", "T.Visit", `{"user_id":"granted"}`, 200, `"value":"granted"`},
		{"a token", "T.Visit", `{"authorization":[{"id":"mail","token":"t0"}]}`, 200, `"value":"t0"`},
		{"a token of another", "T.Visit", `{"authorization":[{"id":"calendar","token":"t0"}]}`, 400, challenge},
		{"the provider is down", "T.Visit", `{"user_id":"refused"}`, 400, `{"message":"The provider is down."}`},
		{"a panic", "T.Visit", `{"user_id":"broken"}`, 400, `{"message":"Something went wrong on our side."}`},
		{"nothing to visit", "T.Token", `{}`, 400,
			`{"message":"Authorization is needed before this tool can be called. Missing: mail.","missing_requirements":{"authorization":[]}}`},
		{"no user", "T.User", `{"user_id":""}`, 400,
			`{"message":"Something is missing that this tool needs before it can be called.","missing_requirements":{"user_id":true}}`},
		{"a user", "T.User", `{"user_id":"u"}`, 200, `"value":"u"`},
		{"no secret", "T.Secret", `{"secrets":[{"id":"OTHER","value":"x"}]}`, 400, `Missing: KEY."`},
		{"all secrets", "T.Secret", `{"secrets":[{"id":"OTHER","value":"x"},{"id":"KEY","value":"k0"}]}`, 200,
			`"value":"k0"`},
		{"nothing at all", "T.All", `{}`, 400, `Missing: KEY.","missing_requirements":{"user_id":true}}`},
		{"only a user", "T.All", `{"user_id":"u"}`, 400,
			`{"message":"Authorization is needed before this tool can be called. Missing: KEY.","missing_requirements":{"authorization":[` + challenge + `]}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := call(t, url, `{"tool_id":"`+tt.tool+`","context":`+tt.context+`}`)
			require.Equal(t, tt.status, a.status, a.body)
			require.Contains(t, a.body, tt.want)
		})
	}
}

// Formatting what a call brings shows no token and no secret.
func TestCallerIsPrivate(t *testing.T) {
	var s oxpserver.Server
	require.NoError(t, addTool(&s, tool.Definition{Name: "T.Print"},
		func(ctx context.Context, _ nothing) (string, error) {
			call, _ := oxpserver.CallFrom(ctx)
			caller := tool.CallerFrom(ctx)
			return fmt.Sprintf("%v %+v %#v %v %+v %#v", call, call, call, caller, caller, caller), nil
		}))
	a := call(t, serve(t, &s), `{"tool_id":"T.Print","trace_id":"t1","context":{"authorization":[{"id":"mail","token":"`+canary+`"}],"secrets":[{"id":"KEY","value":"`+canary+`"}]}}`)
	require.Equal(t, 200, a.status)
	require.Contains(t, a.body, "t1")
	_, ok := oxpserver.CallFrom(t.Context())
	require.False(t, ok, "a call of another protocol")
}

func TestChallengeCheck(t *testing.T) {
	s := oxpserver.Server{Check: func(_ context.Context, id string) (oxpserver.Status, bool) {
		switch id {
		case "panic":
			panic(canary)
		case "unknown":
			return "", false
		}
		return oxpserver.Status(id), true
	}}
	url := serve(t, &s)
	for _, tt := range []struct{ id, want string }{{"pending", "pending"}, {"completed", "completed"},
		{"failed", "failed"}, {"unknown", "failed"}} {
		a := do(t, http.MethodGet, url+"/challenges/"+tt.id, "")
		require.Equal(t, 200, a.status)
		require.Equal(t, `{"status":"`+tt.want+`"}`, a.body)
		require.NoError(t, verify.Validate("oxp-authorization-challenge-check-response", []byte(a.body)))
	}
	for _, id := range []string{"panic", "perhaps"} {
		a := do(t, http.MethodGet, url+"/challenges/"+id, "")
		require.Equal(t, 400, a.status)
		valid(t, a)
	}
}

// Authentication is middleware, which rejects requests through the server.
func TestAuth(t *testing.T) {
	for _, tt := range []struct {
		unauthorized string
		status       int
	}{{"", 400}, {`Bearer realm="bells"`, 401}} {
		s := oxpserver.Server{Unauthorized: tt.unauthorized}
		s.Auth = func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Authorization") != "Bearer good" {
					s.WriteError(w, r, errkit.Wrap(errors.New(canary), errkit.Unauthenticated, ""))
					return
				}
				next.ServeHTTP(w, r)
			})
		}
		bells(t, &s)
		url := serve(t, &s)
		const body = `{"tool_id":"Calculator.Add","input":{"a":1,"b":1}}`
		refused := call(t, url, body)
		require.Equal(t, tt.status, refused.status)
		require.Equal(t, tt.unauthorized, refused.header.Get("WWW-Authenticate"))
		require.Equal(t, `{"$schema":"urn:oxp:1.0","message":"Valid credentials are needed."}`, refused.body)
		require.Equal(t, tt.status, do(t, "GET", url+"/tools", "").status)
		require.Equal(t, 200, do(t, "GET", url+"/health", "").status, "health needs no credentials")
		require.Equal(t, 200, call(t, url, body, "Authorization", "Bearer good").status)
	}
}
