// Package client judges a client by what it makes of answers: a server for each [scenario] has one
// answer for calls, which is right, an error, broken or without an end, and the rules compare the
// outcome with what the answer is.
package client

import (
	"context"
	"time"

	"github.com/toolerr/toolerr/check"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/errkittest/internal/judge"
)

// A Call calls a tool of the server at a URL, once, as the program that is tested does it. It
// returns nil for a success.
type Call = func(ctx context.Context, url string) error

// Patience is how long a call may last after the end of its context.
const Patience = 10 * time.Second

// limits are the times after which the context of a call ends.
var limits = map[class]time.Duration{
	right:      30 * time.Second,
	failed:     5 * time.Second, // calls may be repeated
	broken:     2 * time.Second,
	unanswered: 500 * time.Millisecond,
	unlimited:  30 * time.Second,
}

// An outcome is what a client made of an answer.
type outcome struct {
	*scenario
	wants    *errkit.Error // what the answer is read as, of scenarios that are errors
	err      error
	panicked any
	late     bool // the call did not return in time; nothing else is known
	calls    int  // that the server got
	written  int  // bytes of the answer that the server could write
}

// Run judges a client by all rules. Its error is about the dialect.
func Run(ctx context.Context, dialect string, call Call, patience time.Duration) (*check.Report, error) {
	p, err := protocolOf(dialect)
	if err != nil {
		return nil, err
	}
	var all []*outcome
	for i := range scenarios {
		if s := &scenarios[i]; !s.envelope || p.envelope {
			all = append(all, run(ctx, p, s, call, patience))
		}
	}
	results := judge.Results(rules, all)
	return &check.Report{Target: "client", Dialect: dialect, Requests: len(all), Results: results}, nil
}

// run lets a client call a server that has one answer.
func run(ctx context.Context, p *protocol, s *scenario, call Call, patience time.Duration) *outcome {
	o := &outcome{scenario: s}
	server := newServer(p, s)
	defer server.close()
	ctx, cancel := context.WithTimeout(ctx, limits[s.class])
	defer cancel()
	known := o // which a client that is late still has
	panicked, inTime := judge.Await(limits[s.class]+patience, func() { o.err = call(ctx, server.web.URL) })
	if !inTime {
		known = &outcome{scenario: s, late: true}
	}
	known.panicked = panicked
	known.calls, known.written = int(server.calls.Load()), int(server.written.Load())
	if s.err != nil {
		known.wants = p.read(s)
	}
	return known
}
