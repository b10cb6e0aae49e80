package demo_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/oxpclient"
	"github.com/toolerr/toolerr/errkit"
)

// visitor is a user who visits the page of a challenge, or does not.
type visitor struct {
	t      *testing.T
	id     string
	caller string // the id that is sent before it is asked for
	visit  bool
	seen   []errkit.Challenge
}

func (v *visitor) Consent(_ context.Context, c errkit.Challenge) error {
	v.seen = append(v.seen, c)
	if v.visit {
		status, _, _ := do(v.t, "GET", c.URL, "")
		require.Equal(v.t, 200, status)
	}
	return nil
}

func (v *visitor) UserID(context.Context) (string, error) { return v.id, nil }
func (v *visitor) Secret(context.Context, string) (string, error) {
	return "", errkit.RequirementMissing
}

// oxpCall calls a tool of the demo with the client for OXP, and returns how often it was called.
func oxpCall(t *testing.T, base, tool, input string, needs oxpclient.Needs) (*oxpclient.Result, *errkit.Error, int) {
	t.Helper()
	calls := 0
	c := oxpclient.Client{URL: base + "/oxp", Needs: needs, Poll: time.Millisecond, MaxWait: 100 * time.Millisecond,
		MaxConsent: time.Second, HTTP: &http.Client{Transport: count(&calls)}}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	call := oxpclient.Call{Tool: tool, Input: json.RawMessage(input)}
	if v, ok := needs.(*visitor); ok {
		call.Caller.UserID = v.caller
	}
	res, err := c.Call(ctx, call)
	if err == nil {
		return res, nil, calls
	}
	e, ok := err.(*errkit.Error)
	require.True(t, ok, "%T", err)
	require.NotNil(t, e.Peer, "%v", e.Err)
	require.NotContains(t, fmt.Sprintf("%+v %s %v", e.Error(), e.Dev.Reveal(), e.Needs), secret)
	return nil, e, calls
}

type counting func(*http.Request) (*http.Response, error)

func (f counting) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// count counts the calls of tools.
func count(calls *int) http.RoundTripper {
	return counting(func(r *http.Request) (*http.Response, error) {
		if r.Method == http.MethodPost {
			*calls++
		}
		return http.DefaultTransport.RoundTrip(r)
	})
}

// startServe returns the URL of the demo in this process, or of `$TOOLERR serve` in another one,
// as interop/run runs the test.
func startServe(t *testing.T) string {
	t.Helper()
	program := os.Getenv("TOOLERR")
	if program == "" {
		base, _ := start(t)
		return base
	}
	cmd := exec.CommandContext(t.Context(), program, "serve", "--addr", "127.0.0.1:0")
	stderr, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		require.NoError(t, cmd.Process.Kill())
		_ = cmd.Wait() // it was killed
	})
	log := bufio.NewReader(stderr)
	line, err := log.ReadString('\n')
	require.NoError(t, err)
	addr := regexp.MustCompile(`127\.0\.0\.1:[0-9]+`).FindString(line)
	require.NotEmpty(t, addr, "%s", line)
	go func() { _, _ = io.Copy(io.Discard, log) }()
	return "http://" + addr
}

// Every failure of the demo, as the client for OXP returns it: the text, the hint, the fields,
// what the call lacks, and how often it was called. OXP has no code, so that most kinds are those
// of the form, or a guess from the text.
func TestOXPClient(t *testing.T) {
	base := startServe(t)
	for _, kind := range errkit.Kinds() {
		t.Run(kind.String(), func(t *testing.T) {
			_, e, calls := oxpCall(t, base, "Fail.With", `{"kind":"`+kind.String()+`"}`, nil)
			require.NotNil(t, e)
			require.Equal(t, 1, calls, "no call waits for 2 seconds here, and nothing else allows to repeat it")
			require.NotEmpty(t, e.Error())
			switch kind {
			case errkit.AuthRequired:
				require.Len(t, e.Needs.Challenges, 1)
			case errkit.RequirementMissing:
				require.True(t, e.Needs.UserID)
			case errkit.RateLimited, errkit.Unavailable:
				require.Equal(t, 2*time.Second, e.RetryAfter)
				require.Equal(t, errkit.Allowed, e.Peer.Retry)
			}
		})
	}
	tests := []struct {
		name, tool, input string
		needs             *visitor
		value             string // of a success
		kind              errkit.Kind
		text              string
		calls             int
	}{
		{"a panic", "Fail.With", `{"panic":true}`, nil, "", errkit.Internal, "Something went wrong on our side.", 1},
		{"an upstream", "Fail.With", `{"upstream":503}`, nil, "", errkit.ExecutionFailed, "A service that the tool depends on failed.", 1},
		{"an upstream that refuses", "Fail.With", `{"upstream":429}`, nil, "", errkit.ExecutionFailed, "A service that the tool depends on failed.", 1},
		{"no such kind", "Fail.With", `{"kind":"nonsense"}`, nil, "", errkit.InvalidInput, "Some input parameters are invalid.", 1},
		{"a time out of its limits", "Fail.With", `{"sleep_ms":30001}`, nil, "", errkit.InvalidInput, "Some input parameters are invalid.", 1},
		{"no failure", "Fail.With", `{}`, nil, `{"slept_ms":0}`, 0, "", 1},
		{"a sum", "Calculator.Add@1.0.0", `{"a":10,"b":5}`, nil, "15", 0, "", 1},
		{"the version x is x.0.0", "Calculator.Add@1", `{"a":1e308,"b":1e308}`, nil, "", errkit.ExecutionFailed, "The tool produced a result that breaks its own description.", 1},
		{"no version is the latest", "Calculator.Add", `{"a":1e308,"b":1e308}`, nil, "", errkit.ExecutionFailed, "The sum is too large for a number.", 1},
		{"no such version", "Calculator.Add@2.0.0", `{}`, nil, "", errkit.VersionNotFound, "Tool 'Calculator_Add' was not found", 1},
		{"no such tool", "Calculator.Subtract", `{}`, nil, "", errkit.ToolNotFound, "Tool 'Calculator.Subtract' was not found", 1},
		{"not a tool id", "Add", `{}`, nil, "", errkit.InvalidRequest, "The tool_id is not valid", 1},
		{"invalid input", "Calculator.Add", `{"a":10,"b":"infinity"}`, nil, "", errkit.InvalidInput, "Some input parameters are invalid.", 1},
		{"no such bell", "Doorbell.Ring", `{"doorbell_id":"doorbell1"}`, nil, "", errkit.NotFound, "Doorbell ID not found", 1},
		{"a date in the past", "Flight.Book", `{"from":"TXL","to":"CDG","departureDate":"12/12/2024"}`, nil, "", errkit.InvalidInput, "Dates must be in the future.", 1},
		{"no such date", "Flight.Book", `{"from":"TXL","to":"CDG","departureDate":"31/02/2099"}`, nil, "", errkit.NotFound, "There is no such date.", 1},
		{"the same airport", "Flight.Book", `{"from":"TXL","to":"TXL","departureDate":"12/12/2999"}`, nil, "", errkit.InvalidInput, "Some input parameters are invalid.", 1},
		{"a flight", "Flight.Book", `{"from":"TXL","to":"CDG","departureDate":"12/12/2999"}`, nil, `{"flight":"TXL-CDG","departs":"2999-12-12","passengers":1,"cabin":"economy"}`, 0, "", 1},
		{"a bell", "Doorbell.Ring", `{"doorbell_id":"doorbell42"}`, nil, `{"sound":"ding dong"}`, 0, "", 1},
		{"a pattern", "Pattern.Get", `{"id":"retry"}`, nil, `"Repeat a call that failed, after a while."`, 0, "", 1},
		{"a pattern that is a question", "Pattern.Get", `{"id":"nope"}`, &visitor{}, "", errkit.ExecutionFailed, "More input is needed.", 1},
		{"a timeout", "Pattern.Get", `{"id":"timeout"}`, nil, "", errkit.Timeout, "Network error: Request timeout", 1},
		{"no credentials of a service", "Pattern.Get", `{"id":"unauthorized"}`, nil, "", errkit.Unauthenticated, "Authentication required: Missing or invalid API key", 1},
		{"a limit of a service", "Pattern.Get", `{"id":"invalid"}`, nil, "", errkit.InvalidInput, "Invalid request: limit must be between 1 and 100", 1},
		{"a server that fails", "Pattern.Get", `{"id":"broken"}`, nil, "", errkit.ExecutionFailed, "Internal server error", 3},
		{"an order", "Shop.Order", `{"item":"dune"}`, nil, "", errkit.ExecutionFailed, "The connection to a service broke before it answered.", 1},
		{"the orders", "Shop.Orders", `{}`, nil, `["dune"]`, 0, "", 1},
		{"consent, nobody to ask", "Mail.Send", `{"to":"a@example.com","subject":"Hi"}`, nil, "", errkit.AuthRequired, "Authorization is needed", 1},
		{"consent", "Mail.Send", `{"to":"a@example.com","subject":"Hi"}`, &visitor{visit: true}, `{"sent":"a@example.com"}`, 0, "", 2},
		{"no address", "Mail.Send", `{"to":"ada","subject":"Hi"}`, &visitor{id: "bob"}, "", errkit.InvalidInput, "Some input parameters are invalid.", 1},
		{"a user id that is too long", "Mail.Send", `{"to":"a@example.com","subject":"Hi"}`, &visitor{caller: strings.Repeat("x", 257)}, "", errkit.InvalidRequest, "The user id has more than 256 bytes.", 1},
		{"consent that nobody gives", "Mail.Send", `{"to":"a@example.com","subject":"Hi"}`, &visitor{caller: "bob"}, "", errkit.AuthRequired, "Authorization is needed", 1},
		{"a body that is too large", "Mail.Send", `{"to":"a@example.com","subject":"Hi","body":"` + strings.Repeat("x", 2<<20) + `"}`, nil, "", errkit.TooLarge, "The request is larger than", 1},
		{"consent after three polls", "Files.List", `{}`, &visitor{}, `["bell.txt","door.txt"]`, 0, "", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var needs oxpclient.Needs
			if tt.needs != nil {
				tt.needs.t = t
				needs = tt.needs
			}
			res, e, calls := oxpCall(t, base, tt.tool, tt.input, needs)
			require.Equal(t, tt.calls, calls)
			if tt.value != "" {
				require.Nil(t, e, "%v", e)
				require.JSONEq(t, tt.value, string(res.Value))
				return
			}
			require.NotNil(t, e)
			require.Equal(t, tt.kind.String(), e.Kind.String())
			require.Contains(t, e.Error(), tt.text)
		})
	}
	t.Run("the list", func(t *testing.T) {
		c := oxpclient.Client{URL: base + "/oxp"}
		tools, err := c.Tools(t.Context())
		require.NoError(t, err)
		require.Len(t, tools, 10, "Calculator.Add has two versions")
		called := map[string]bool{}
		for _, tt := range tests {
			name, _, _ := strings.Cut(tt.tool, "@")
			called[strings.ReplaceAll(name, ".", "_")] = true
		}
		for _, one := range tools {
			require.True(t, called[one.Name], "no failure of %s is in the table", one.Name)
		}
	})
	t.Run("a deadline", func(t *testing.T) {
		c := oxpclient.Client{URL: base + "/oxp", Timeout: 50 * time.Millisecond}
		_, err := c.Call(t.Context(), oxpclient.Call{Tool: "Fail.With", Input: json.RawMessage(`{"sleep_ms":5000}`)})
		require.ErrorIs(t, err, errkit.Timeout)
		require.Equal(t, errkit.EffectUnknown, errkit.From(err).Effect, "it may have been done")
	})
	t.Run("an order that is sent again", func(t *testing.T) {
		c := oxpclient.Client{URL: base + "/oxp", Authorize: func(r *http.Request) error {
			r.Header.Set("Authorization", "Bearer ada")
			return nil
		}}
		for range 2 { // the second one gets the first answer
			_, err := c.Call(t.Context(), oxpclient.Call{ID: "c1", Tool: "Shop.Order", Input: json.RawMessage(`{"item":"emma"}`)})
			require.ErrorContains(t, err, "The connection to a service broke before it answered.")
		}
		res, err := c.Call(t.Context(), oxpclient.Call{Tool: "Shop.Orders", Input: struct{}{}})
		require.NoError(t, err)
		require.Equal(t, 1, strings.Count(string(res.Value), "emma"), "%s", res.Value)
	})
	t.Run("no such path", func(t *testing.T) {
		c := oxpclient.Client{URL: base + "/nowhere"}
		_, err := c.Call(t.Context(), oxpclient.Call{Tool: "Calculator.Add", Input: struct{}{}})
		require.ErrorIs(t, err, errkit.NotFound)
	})
	t.Run("the polls", func(t *testing.T) {
		polls := 0
		c := oxpclient.Client{URL: base + "/oxp", Needs: &visitor{t: t}, Poll: time.Millisecond,
			HTTP: &http.Client{Transport: counting(func(r *http.Request) (*http.Response, error) {
				if r.Method == http.MethodGet {
					polls++
				}
				return http.DefaultTransport.RoundTrip(r)
			})}}
		call := oxpclient.Call{Tool: "Files.List", Input: struct{}{}}
		call.Caller.UserID = "another"
		_, err := c.Call(t.Context(), call)
		require.NoError(t, err)
		require.Equal(t, 3, polls)
	})
}
