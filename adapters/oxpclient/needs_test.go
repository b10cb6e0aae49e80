package oxpclient_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/oxpclient"
	"github.com/toolerr/toolerr/errkit"
)

func challenge(checkURL string) answer {
	return answer{status: 400, body: `{"message":"Authorization required","developer_message":"` + canary + `",` +
		`"missing_requirements":{"authorization":[{"id":"challenge-123","url":"https://oauth.example.com/oauth2/authorize",` +
		`"check_url":"` + checkURL + `"}]}}`}
}

// Each row is a call that lacks an authorization. The application shows a URL, the client polls.
func TestChallenge(t *testing.T) {
	const check = "https://bells.example/check/1"
	status := func(s string) answer { return answer{status: 200, body: `{"status":"` + s + `"}`} }
	pending, completed := status("pending"), status("completed")
	slow := pending
	slow.header = http.Header{"Retry-After": {"10"}}
	tests := []struct {
		name    string
		why     string
		needs   *user
		answers []answer // of the check_url
		after   answer   // of the second call; zero: done
		polls   int
		calls   int
		kind    errkit.Kind
		took    time.Duration
		cause   string // in the log
	}{
		{name: "completed after three polls", answers: []answer{pending, pending, completed}, polls: 3, calls: 2,
			took: 4 * time.Second},
		{name: "completed at once", answers: []answer{completed}, polls: 1, calls: 2},
		{name: "failed", answers: []answer{pending, status("failed")}, polls: 2, calls: 1, kind: errkit.PermissionDenied,
			took: 2 * time.Second},
		{name: "pending", why: "the user has 5 minutes", answers: []answer{{status: 200, body: pending.body,
			header: http.Header{"Retry-After": {"7"}}}}, polls: 43, calls: 1,
			kind: errkit.AuthRequired, took: 5 * time.Minute, cause: "pending"},
		{name: "a server that wants more time", answers: []answer{slow, completed}, polls: 2, calls: 2,
			took: 10 * time.Second},
		{name: "completed, and needed again", why: "a call asks three times", answers: []answer{completed},
			after: challenge(check), polls: 3, calls: 4, kind: errkit.AuthRequired},
		{name: "the user declines", needs: &user{err: errkit.PermissionDenied}, calls: 1, kind: errkit.PermissionDenied},
		{name: "the application fails", needs: &user{err: errors.New(canary)}, calls: 1, kind: errkit.AuthRequired,
			cause: canary},
		{name: "a status that OXP does not have", answers: []answer{status("done")}, polls: 1, calls: 1,
			kind: errkit.AuthRequired, cause: "without a status"},
		{name: "the challenge is gone", answers: []answer{{status: 404}}, polls: 1, calls: 1, kind: errkit.AuthRequired,
			cause: "status 404"},
		{name: "a redirect", why: "it may lead anywhere", polls: 1, calls: 1, kind: errkit.AuthRequired, cause: "status 302",
			answers: []answer{{status: 302, header: http.Header{"Location": {"http://169.254.169.254/"}}}}},
		{name: "a server that is down for a moment", answers: []answer{{status: 502}, {err: io.EOF}, {status: 200, body: "<"}, completed},
			polls: 4, calls: 2, took: 6 * time.Second},
		{name: "a server that is down", answers: []answer{{err: io.EOF}}, polls: 5, calls: 1, kind: errkit.AuthRequired,
			took: 8 * time.Second, cause: "EOF"},
		{name: "too many polls", answers: []answer{{status: 429, header: http.Header{"Retry-After": {"30"}}}, completed},
			polls: 2, calls: 2, took: 30 * time.Second},
		{name: "too long", answers: []answer{{status: 200, body: `{"status":"completed"` + strings.Repeat(" ", 64<<10) + `}`}},
			polls: 5, calls: 1, kind: errkit.AuthRequired, took: 8 * time.Second, cause: "larger"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				last := tt.after
				if last.status == 0 {
					last = done
				}
				s := newScript(map[string][]answer{"/tools/call": {challenge(check), last}, "/check/1": tt.answers})
				c := client(s)
				u := tt.needs
				if u == nil {
					u = &user{}
				}
				c.Needs = u
				res, err := c.Call(t.Context(), oxpclient.Call{ID: id, Tool: "Mail.Send"})
				require.Len(t, s.ids(t), tt.calls, tt.why)
				require.Equal(t, tt.calls+tt.polls, len(s.sent))
				for _, got := range s.ids(t) {
					require.Equal(t, id, got, "the key stays the same")
				}
				require.Equal(t, tt.took, time.Since(s.began))
				require.Zero(t, s.open)
				require.Equal(t, errkit.Challenge{ID: "challenge-123", URL: "https://oauth.example.com/oauth2/authorize",
					CheckURL: check}, u.challenges[0])
				if tt.kind == 0 {
					require.NoError(t, err)
					require.JSONEq(t, "15", string(res.Value))
					return
				}
				e := failed(t, err)
				require.Equal(t, tt.kind, e.Kind)
				if tt.cause != "" {
					require.Contains(t, e.Err.Error(), tt.cause)
					require.NotNil(t, e.Needs, "the application may ask again")
				}
			})
		})
	}
	t.Run("canceled", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := newScript(map[string][]answer{"/tools/call": {challenge(check)}, "/check/1": {pending}})
			c := client(s)
			c.Needs = &user{}
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(5*time.Second, cancel)
			_, err := c.Call(ctx, oxpclient.Call{ID: id, Tool: "Mail.Send"})
			require.ErrorIs(t, err, context.Canceled)
			require.ErrorIs(t, err, errkit.AuthRequired)
			require.Equal(t, 5*time.Second, time.Since(s.began))
		})
	})
}

// Which check_url is requested, and whether with the credentials of the server.
func TestCheckURL(t *testing.T) {
	tests := []struct {
		name, why, url string
		may            func(*url.URL) bool
		polled         bool
		credentials    bool
	}{
		{name: "below the server", url: "https://bells.example/oxp/challenges/1", polled: true, credentials: true},
		{name: "the default port", url: "https://BELLS.example:443/oxp/challenges/1#x", polled: true, credentials: true},
		{name: "beside the server", why: "other services may be there", url: "https://bells.example/admin/1", polled: true},
		{name: "beside it, with dots", url: "https://bells.example/oxp/../admin/1", polled: true},
		{name: "beside it, with escaped dots", url: "https://bells.example/oxp/%2e%2e/admin/1", polled: true},
		{name: "a longer name", url: "https://bells.example/oxpert/1", polled: true},
		{name: "another scheme", url: "http://bells.example/oxp/1"},
		{name: "another port", url: "https://bells.example:8443/oxp/1"},
		{name: "another host", why: "it may be one of the application's network", url: "https://agent.example.com/check"},
		{name: "another host that is allowed", url: "https://agent.example.com/check", polled: true,
			may: func(u *url.URL) bool { return u.Host == "agent.example.com" }},
		{name: "another host that is not", url: "https://agent.example.com.evil.example/check",
			may: func(u *url.URL) bool { return u.Host == "agent.example.com" }},
		{name: "a user", url: "https://bells.example@evil.example/oxp/1",
			may: func(*url.URL) bool { return true }},
		{name: "metadata of a cloud", url: "http://169.254.169.254/latest/meta-data/"},
		{name: "a loopback address", url: "http://127.0.0.1:6379/"},
		{name: "a file", url: "file:///etc/passwd", may: func(*url.URL) bool { return true }},
		{name: "a script", url: "javascript:alert(1)", may: func(*url.URL) bool { return true }},
		{name: "a path", url: "/check/1", may: func(*url.URL) bool { return true }},
		{name: "a host without a scheme", url: "//bells.example/1", may: func(*url.URL) bool { return true }},
		{name: "none", url: ""},
		{name: "not a URL", url: "https://bells.example:port/", may: func(*url.URL) bool { return true }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var checked []*http.Request
			s := newScript(map[string][]answer{"/oxp/tools/call": {challenge(tt.url), done}})
			c := client(roundTrip(func(r *http.Request) (*http.Response, error) {
				if r.URL.Path != "/oxp/tools/call" {
					checked = append(checked, r)
					s := newScript(map[string][]answer{r.URL.Path: {{status: 200, body: `{"status":"completed"}`}}})
					return s.RoundTrip(r)
				}
				return s.RoundTrip(r)
			}))
			u := &user{}
			c.URL, c.Needs, c.MayCheck = "https://bells.example/oxp", u, tt.may
			c.Authorize = func(r *http.Request) error {
				r.Header.Set("Authorization", canary)
				return nil
			}
			_, err := c.Call(t.Context(), oxpclient.Call{ID: id, Tool: "Mail.Send"})
			require.NoError(t, err)
			require.Equal(t, tt.polled, len(checked) == 1, tt.why)
			require.Len(t, u.challenges, 1)
			require.Equal(t, tt.polled, u.challenges[0].CheckURL != "", "the application knows who waits")
			if tt.polled {
				require.Equal(t, tt.credentials, checked[0].Header.Get("Authorization") != "")
				require.Empty(t, checked[0].URL.Fragment)
			}
		})
	}
}

// The application is asked to show pages only.
func TestChallengeURL(t *testing.T) {
	for address, shown := range map[string]bool{
		"https://oauth.example.com/authorize?a=b": true, "http://127.0.0.1:8080/consent/1": true,
		"javascript:alert(1)": false, "file:///etc/passwd": false, "data:text/html,x": false, "/consent": false,
		"https://user:pass@oauth.example.com": false, "https://": false, "mailto:a@b": false,
	} {
		t.Run(address, func(t *testing.T) {
			s := calls(answer{status: 400, body: `{"message":"No.","missing_requirements":{"authorization":[{"id":"1","url":"` +
				address + `"}]}}`}, done)
			c := client(s)
			u := &user{}
			c.Needs = u
			_, err := c.Call(t.Context(), oxpclient.Call{ID: id, Tool: "Mail.Send"})
			if shown {
				require.NoError(t, err)
				require.Len(t, u.challenges, 1)
				return
			}
			require.ErrorIs(t, err, errkit.AuthRequired)
			require.Empty(t, u.challenges)
			require.Len(t, s.sent, 1)
		})
	}
}

// Each row is what a call lacks besides an authorization.
func TestNeeds(t *testing.T) {
	missing := func(members string) answer {
		return answer{status: 400, body: `{"message":"No.","missing_requirements":{` + members + `}}`}
	}
	tests := []struct {
		name  string
		first answer
		needs oxpclient.Needs
		calls int
		want  string // the context of the last call
		kind  errkit.Kind
	}{
		{"a user id", missing(`"user_id":true`), &user{id: "ada"}, 2, `"user_id":"ada"`, 0},
		{"secrets", missing(`"secrets":["key",{"id":"pin"}]`), &user{secret: "s"}, 2,
			`"secrets":[{"id":"key","value":"s of key"},{"id":"pin","value":"s of pin"}]`, 0},
		{"all", missing(`"user_id":true,"secrets":["key"],"authorization":[{"id":"1","url":"https://a.example/"}]`),
			&user{id: "ada", secret: "s"}, 2, `"secrets":[{"id":"key","value":"s of key"}],"user_id":"ada"`, 0},
		{"in a tool execution error, after an action", toolError(`"can_retry":true,"missing_requirements":{"user_id":true}`),
			&user{id: "ada"}, 2, `"user_id":"ada"`, 0},
		{"in a tool execution error that forbids it", toolError(`"missing_requirements":{"user_id":true}`),
			&user{id: "ada"}, 1, "", errkit.RequirementMissing},
		{"no user id", missing(`"user_id":true`), &user{}, 1, "", errkit.RequirementMissing},
		{"no secret", missing(`"secrets":["key"]`), &user{}, 1, "", errkit.RequirementMissing},
		{"an error", missing(`"secrets":["key"]`), &user{secret: "s", err: errors.New(canary)}, 1, "", errkit.RequirementMissing},
		{"nobody to ask", missing(`"user_id":true`), nil, 1, "", errkit.RequirementMissing},
		{"an authorization without a challenge", missing(`"authorization":[]`), &user{id: "ada"}, 1, "", errkit.AuthRequired},
		{"no requirements", missing(``), &user{id: "ada"}, 1, "", errkit.RequirementMissing},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := calls(tt.first, done)
			c := client(s)
			c.Needs = tt.needs
			_, err := c.Call(t.Context(), oxpclient.Call{ID: id, Tool: "Mail.Send"})
			require.Len(t, s.sent, tt.calls)
			if tt.kind != 0 {
				require.Equal(t, tt.kind, failed(t, err).Kind)
				return
			}
			require.NoError(t, err)
			require.Contains(t, s.sent[1].body, `"context":{`+tt.want+`}`)
		})
	}
}
