package toolcases

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

// A Response is what a client of an adapter gets for one call.
type Response struct {
	Body   string          // all that was sent
	Output json.RawMessage // of a success
	Err    error           // decoded from the body, which carries the canonical JSON; nil for a success
}

// Run runs cases through an adapter. serve serves the tool within the boundary, and returns a
// function that calls it with an input.
func Run(t *testing.T, cases []Case, serve func(*tool.Tool,
	*middleware.Boundary) func(t *testing.T, input string) Response) {
	var reports, undeclared, facts atomic.Int32
	b := Boundary(func(*errkit.Error) { reports.Add(1) })
	report := b.Report
	b.Report = func(ctx context.Context, e *errkit.Error) {
		for _, a := range middleware.AttrsFrom(ctx) {
			if a.Key == "undeclared" {
				facts.Add(1)
			}
		}
		report(ctx, e)
	}
	b.Undeclared = func(context.Context, *errkit.Error) { undeclared.Add(1) }
	callNew := serve(New(), b)
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			reports.Store(0)
			undeclared.Store(0)
			facts.Store(0)
			call := callNew
			if c.Error.Kind == errkit.Timeout {
				call = serve(c.Tool(), b)
			}
			got := call(t, c.Input)
			require.NotContains(t, got.Body, Canary, c.Why)
			if c.Output != "" {
				require.NoError(t, got.Err, c.Why)
				require.JSONEq(t, c.Output, string(got.Output), c.Why)
				require.Zero(t, reports.Load())
				return
			}
			require.Error(t, got.Err, "%s: %s", c.Why, got.Body)
			c.CheckError(t, errkit.From(got.Err))
			require.EqualValues(t, 1, reports.Load(), "each failure is reported once")
			want := 0
			if c.Error.Code == "no_such_bell" { // the only code that the tool does not declare
				want = 1
			}
			require.EqualValues(t, want, undeclared.Load(), "undeclared")
			require.EqualValues(t, want, facts.Load(), "the fact in the report")
		})
	}
}
