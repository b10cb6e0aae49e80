// Package orders has an agent that repeats a call if what it reads invites it to, and a shop that
// counts how many orders that places. The adapters' tests run the agent over their protocols, and
// those of the fronts behind them.
package orders

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/adapters/nethttp"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
	"github.com/toolerr/toolerr/tool"
)

// invitation is what the agent repeats a call for: a sentence, a member, a delay, or a code that
// programs repeat a call for.
var invitation = regexp.MustCompile(`tried again|Try again|Wait before you repeat` +
	`|"(retryable|can_retry)": ?true|"retry": ?"allowed"|"effect": ?"none"|"recovery": ?"(transient|correctable)"` +
	`|"(status|code)": ?"(UNAVAILABLE|RESOURCE_EXHAUSTED|ABORTED|DEADLINE_EXCEEDED|SERVICE_UNAVAILABLE|RATE_LIMITED)"` +
	`|"code": ?"(unavailable|resource_exhausted|aborted|deadline_exceeded)"` +
	`|"(retry_?after\w*|retry_delay|retryDelay)"|(?im)^Retry-After: \d|(?m)^grpc-status: (4|8|10|14)\b`)

// Invites reports whether a response invites to repeat the call. Its head has a line for each
// header.
func Invites(response string) bool { return invitation.MatchString(response) }

// Repeat makes a call, and again as long as the response invites to, three times at most.
func Repeat(call func() string) (calls int, last string) {
	for calls = 1; ; calls++ {
		if last = call(); calls == 3 || !Invites(last) {
			return calls, last
		}
	}
}

// Head returns the headers of a response that the agent reads, as lines.
func Head(h http.Header) string {
	if value := h.Get("Retry-After"); value != "" {
		return fmt.Sprintf("Retry-After: %s\n", value)
	}
	return ""
}

// An Order is a call of a tool that fails.
type Order struct {
	Shop   *Shop
	Client *http.Client // of the tool
	Way    Way

	Annotations tool.Annotations // of the tool
}

// Fail is the handler of the tool.
func (o *Order) Fail(ctx context.Context) error { return o.Way.Fail(ctx, o.Shop, o.Client) }

// Input is the input of the tool. It is not read.
type Input struct {
	Way int `json:"way"`
}

// Tool returns the tool as one of package tool.
func (o *Order) Tool() *tool.Tool {
	t := tool.New("Shop.Order", "Orders a book.", func(ctx context.Context, _ Input) (string, error) {
		return "ordered", o.Fail(ctx)
	})
	t.Annotations = o.Annotations
	return t
}

// Call is a call of the tool in JSON-RPC.
const Call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Shop_Order","arguments":{"way":1}}}`

// A Server serves a tool, and returns what a call of it responds: all that the agent reads.
type Server func(t *testing.T, o *Order) (call func() string)

// Boundary returns the boundary of a server, which reports nothing.
func Boundary() *middleware.Boundary {
	b := standard.Boundary()
	b.Report = nil
	return b
}

// Clients returns the HTTP clients of tools: a plain one, and one whose requests are counted.
func Clients(t testing.TB) map[string]*http.Client {
	t.Helper()
	plain, counted := &http.Transport{}, &http.Transport{}
	t.Cleanup(plain.CloseIdleConnections)
	t.Cleanup(counted.CloseIdleConnections)
	return map[string]*http.Client{
		"a plain client": {Transport: plain},
		"a Transport":    {Transport: &nethttp.Transport{Base: counted}},
	}
}

// RequireOne requires that an agent that does what it reads places one order, however the tool
// fails after it placed it.
func RequireOne(t *testing.T, serve Server) {
	t.Helper()
	for name, c := range Clients(t) {
		for _, w := range Ways {
			t.Run(name+"/"+w.Name, func(t *testing.T) {
				o := &Order{Shop: Open(t), Client: c, Way: w}
				_, last := Repeat(serve(t, o))
				require.Equal(t, 1, o.Shop.Orders(), last)
			})
		}
	}
}

// RequireInvitations requires that these ways, in which no order is placed, still invite the
// agent.
func RequireInvitations(t *testing.T, serve Server, ways ...Way) {
	t.Helper()
	c := Clients(t)["a Transport"]
	for _, w := range ways {
		t.Run(w.Name, func(t *testing.T) {
			o := &Order{Shop: Open(t), Client: c, Way: w}
			calls, last := Repeat(serve(t, o))
			require.Equal(t, 3, calls, last)
			require.Zero(t, o.Shop.Orders())
		})
	}
}

// RequireAnnotated requires that a tool that may be called twice invites the agent after a failure
// whose effect is unknown.
func RequireAnnotated(t *testing.T, serve Server) {
	t.Helper()
	c := Clients(t)["a Transport"]
	for name, annotations := range map[string]tool.Annotations{"a tool that only reads": {ReadOnly: true},
		"an idempotent tool": {Idempotent: true}} {
		t.Run(name, func(t *testing.T) {
			calls, last := Repeat(serve(t, &Order{Shop: Open(t), Client: c, Way: Ways[0], Annotations: annotations}))
			require.Equal(t, 3, calls, last)
		})
	}
}
