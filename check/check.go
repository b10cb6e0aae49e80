// Package check, for applications, probes a live server of tools and compares its answers with
// rules about errors, as the command toolerr check does. [Run] checks a server and returns a
// [Report], and a [Format] prints it; package errkittest does the same in tests.
//
// A run finds the tools of the server, makes inputs from their schemas, calls those that are
// declared read-only, or more of them if the options allow it, and sends requests that must fail:
// unknown names, wrong inputs, bodies that are not JSON, wrong methods and credentials, large and
// deep bodies. The answers are decoded with the dialects of this module, and judged by [Rules].
//
//	Target -> protocol (lists tools, builds requests) -> runner (which requests) -> exchanges
//	-> rules -> Report -> Format
//
// check.go has the parameters of a run, run.go the order of the requests, protocol.go the
// protocols, and a file for each of them what it sends. rule.go has the rules as data, and a file
// rules_*.go the table of each subject. Package check/internal/input makes inputs, and
// check/internal/probe has the requests with their answers.
package check

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/toolerr/toolerr/check/internal/probe"
)

// A Target is the server that is probed: an HTTP server at URL, a program that serves MCP over
// stdio, or a server that reads and writes what such a program does.
type Target struct {
	Dialect string // the name of the dialect, see Dialects
	URL     string
	Command []string           // the program and its arguments; the URL is then not used
	Conn    io.ReadWriteCloser // to a server in this process
	Header  http.Header        // of all requests, such as Authorization
	Tools   []Tool             // nil: those that the server lists
	Client  *http.Client
}

// overHTTP reports whether the server has a URL.
func (t *Target) overHTTP() bool { return t.Command == nil && t.Conn == nil }

// header returns the values of a header, nil without it. The name is canonical.
func (t *Target) header(name string) []string {
	for n, values := range t.Header {
		if http.CanonicalHeaderKey(n) == name {
			return values
		}
	}
	return nil
}

// A Tool is what is known about a tool.
type Tool struct {
	Name     string
	ID       string          // in protocols where it differs from the name
	Path     string          // of its HTTP endpoint, in protocols that have one for each tool
	Schema   json.RawMessage // of the input; nil if it is not known
	Examples []json.RawMessage
	ReadOnly bool // it is declared that a call changes nothing

	components json.RawMessage // of the OpenAPI document; shared by its tools
	declared   []string        // the codes of its errors; nil: it does not declare them
	guessed    bool            // its server did not say what it takes
	endpoint
}

// Options of a run. The zero Options are the defaults. Only tools that are declared read-only are
// called, unless CallInvalid or CallAll is set: no input is safe for every server, because one
// that does not validate runs a tool with any input.
type Options struct {
	CallInvalid bool                             // call the others, too, with inputs that lack something required
	CallAll     bool                             // call the others, too, with all inputs, valid ones among them
	Rules       []*Rule                          // some of Rules; nil: all
	Seed        uint64                           // chooses among the possible inputs
	Rate        float64                          // requests per second; 0: no limit
	Requests    int                              // at most; 0: 2000
	Timeout     time.Duration                    // of one request; 0: 10 seconds
	Progress    func(probe string, requests int) // is called after each request

	deep, large int              // levels of a deep input, bytes of a large one; 0: 9000, 5 MiB
	slow        time.Duration    // that a slow body takes; 0: 2 seconds
	now         func() time.Time // measures how long HTTP answers take; nil: time.Now
}

// withDefaults returns o with the default of each member that is not set.
func (o Options) withDefaults() Options {
	o.Requests, o.Timeout = cmp.Or(max(o.Requests, 0), 2000), cmp.Or(max(o.Timeout, 0), 10*time.Second)
	o.deep = cmp.Or(o.deep, 9000)    // encoding/json accepts 10,000
	o.large = cmp.Or(o.large, 5<<20) // more than most servers read
	o.slow = cmp.Or(o.slow, 2*time.Second)
	if o.now == nil {
		o.now = time.Now
	}
	if o.Rules == nil {
		o.Rules = Rules()
	}
	return o
}

// ErrUnreachable is wrapped by the errors of Run for a server that did not answer, or not in the
// protocol.
var ErrUnreachable = errors.New("the server could not be reached")

// UnexpectedAnswer is the error of Run for a server that answered, but not in the protocol. It
// wraps ErrUnreachable.
type UnexpectedAnswer struct {
	Status int // HTTP status, 0 for a program
	text   string
}

func unexpected(x *probe.Exchange, what string) error {
	return &UnexpectedAnswer{x.Status, what + ": " + x.Summary()}
}

func (e *UnexpectedAnswer) Error() string {
	return "the server answered, but not in the protocol: " + e.text
}
func (e *UnexpectedAnswer) Unwrap() error { return ErrUnreachable }

// Run probes a server and judges its answers by rules. Its error wraps ErrUnreachable if there
// was no server of the dialect. If ctx ends while it sends probes, or a program cannot be started
// again, it returns the error and a report about the answers until then.
func Run(ctx context.Context, target Target, o Options) (*Report, error) {
	r, err := newRunner(&target, o.withDefaults())
	if err == nil {
		err = r.start(ctx)
	}
	if err != nil {
		return nil, err
	}
	defer func() { r.client.sender.Close() }() // of the last start
	if err := r.open(ctx); err != nil {
		return nil, newRedactor(&target).err(err)
	}
	for i := range probe.All {
		if ctx.Err() != nil {
			break
		}
		p := &probe.All[i]
		if !r.wants(p) {
			continue
		}
		if err := r.restart(ctx); err != nil {
			return r.report(), newRedactor(&target).err(err)
		}
		r.probe(ctx, p)
	}
	return r.report(), ctx.Err()
}
