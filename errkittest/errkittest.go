// Package errkittest tests how a server reports errors, in process and without configuration: the rules of the command
// `toolerr check` as subtests.
//
//	func TestErrors(t *testing.T) {
//		errkittest.Handler(t, newHandler(), errkittest.Options{Dialect: "problem"})
//	}
//
// A subtest has the name of a rule, such as TestErrors/leak/sql/1, so that -run selects rules or groups of them. Its failure is
// the sentence of the rule with its source, and a command line that sends the request again.
package errkittest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/toolerr/toolerr/internal/check"
	"github.com/toolerr/toolerr/internal/check/rules"
)

// Options of a test. Only Dialect is required.
type Options struct {
	Dialect string      // mcp, oxp, aai, problem, google or connect
	Path    string      // of the endpoint, such as /mcp; "": the root
	Header  http.Header // of all requests, such as Authorization
	Strict  bool        // rules of level SHOULD fail the test, too; else they are logged
	CallAll bool        // call tools without readOnlyHint with valid input, too
	Tools   []byte      // a list of tools as JSON, for protocols that have none: that of MCP or OXP, or an OpenAPI document
	Known   []string    // IDs of rules that the server is known to break; one that it does not break fails the test
}

// Handler tests a server. It sends requests that must fail, and compares the answers with the rules.
func Handler(t *testing.T, h http.Handler, o Options) {
	t.Helper()
	server := httptest.NewServer(h)
	defer server.Close()
	target := check.Target{Dialect: o.Dialect, URL: server.URL + o.Path, Header: o.Header, Client: server.Client()}
	if o.Tools != nil {
		tools, err := check.ReadTools(o.Tools)
		if err != nil {
			t.Fatalf("errkittest: Options.Tools: %v", err)
		}
		target.Tools = tools
	}
	report, err := check.Run(t.Context(), target, rules.All(), check.Options{CallAll: o.CallAll})
	if err != nil {
		t.Fatalf("errkittest: %v", err)
	}
	results(t, report, o)
}

// results runs a subtest for each rule.
func results(t *testing.T, r *check.Report, o Options) {
	for i := range r.Results {
		x := &r.Results[i]
		t.Run(x.Rule.ID, func(t *testing.T) {
			known := slices.Contains(o.Known, x.Rule.ID)
			switch {
			case x.Status == check.Skipped:
				t.Log("there was no answer to judge")
			case x.Status == check.Passed && known:
				t.Error("the server does not break this rule any more: remove it from Options.Known")
			case x.Status == check.Failed && (known || x.Rule.Level == check.Should && !o.Strict):
				t.Log(describe(x))
			case x.Status == check.Failed:
				t.Error(describe(x))
			}
		})
	}
}

// describe returns the sentence of a rule with its source, and what breaks it.
func describe(x *check.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s, %s)\nSource: %s", x.Rule.Text, x.Rule.Category, x.Rule.Level, x.Rule.Source)
	for _, f := range x.Findings {
		fmt.Fprintf(&b, "\n%s: %s\n  %s", f.Exchange.Probe, f.Text, f.Command)
	}
	return b.String()
}
