package check

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/samber/lo"
	"golang.org/x/time/rate"

	"github.com/toolerr/toolerr/check/internal/input"
	"github.com/toolerr/toolerr/check/internal/probe"
	"github.com/toolerr/toolerr/dialect"
)

type runner struct {
	client   client
	protocol protocol
	rules    []*Rule
	limiter  *rate.Limiter
	tools    []Tool // that may be called, at most as many as the options allow
	listed   int
	probed   int // tools
	refused  int // tools that the options do not allow to call
	calls    map[probe.Name][]call
	plain    bool     // each tool has a URL of its own
	given    []string // the paths in the command, absolute

	mu        sync.Mutex
	exchanges []*probe.Exchange
	kept      int // bytes of their answers
	sent      int // requests
}

// A call is a tool with an input.
type call struct {
	tool *Tool
	input.Input
}

func newRunner(target *Target, o Options) (*runner, error) {
	at := slices.Index(Dialects(), target.Dialect)
	if at < 0 {
		return nil, fmt.Errorf("check: servers of dialect %q cannot be checked", target.Dialect)
	}
	limit := lo.Ternary(o.Rate > 0, rate.Limit(o.Rate), rate.Inf)
	r := &runner{limiter: rate.NewLimiter(limit, 1), calls: map[probe.Name][]call{}, protocol: protocols[at].new()}
	for _, rule := range o.Rules {
		if rule.judge == nil {
			return nil, fmt.Errorf("check: rule %q is not one of Rules", rule.ID)
		}
		if rule.applies(target.Dialect) || target.Dialect == plainHTTP && rule.applies("problem") { // see profile
			r.rules = append(r.rules, rule)
		}
	}
	_, r.plain = r.protocol.(overREST)
	r.client.target, r.client.options, r.client.dialect = target, o, protocols[at].dialect
	r.client.codec = dialect.Codec{Dialects: []dialect.Dialect{r.client.dialect}}
	r.given = lo.Map(target.Command, func(word string, _ int) string {
		at, _ := filepath.Abs(word[strings.IndexByte(word, '=')+1:])
		return at
	})
	return r, nil
}

// start starts the program, or prepares another transport.
func (r *runner) start(ctx context.Context) error {
	t, o := r.client.target, &r.client.options
	if t.overHTTP() {
		r.client.sender = probe.NewHTTP(t.Client, o.Timeout, o.slow, o.now)
		return nil
	}
	sender, err := probe.NewStdio(ctx, t.Command, t.Conn, o.Timeout)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	r.client.sender = sender
	return nil
}

// restart starts a program again that has ended because of the probe before, so that the next one
// is about its own requests.
func (r *runner) restart(ctx context.Context) error {
	if r.client.target.Command == nil || !r.client.sender.Ended() {
		return nil
	}
	if err := r.start(ctx); err != nil {
		return err
	}
	_, err := r.protocol.open(ctx, &r.client)
	return err
}

func (r *runner) open(ctx context.Context) error {
	tools, err := r.protocol.open(ctx, &r.client)
	if err != nil {
		return err
	}
	if r.client.target.Tools != nil {
		tools = r.client.target.Tools
	}
	r.listed = len(tools)
	tools = lo.Filter(tools, func(t Tool, _ int) bool { // not "@evil.example/x"
		_, err := resolve(r.client.target.URL, cmp.Or(t.Path, "/"))
		return err == nil
	})
	changing := map[string]bool{} // the names of tools that may change something, which others may have, too
	for _, t := range tools {
		if !t.ReadOnly {
			changing[t.Name], changing[t.ID], changing[t.method+t.Path], changing[t.Path] = true, true, true, true
		}
	}
	delete(changing, "")
	for i, t := range tools {
		tools[i].ReadOnly = t.ReadOnly && !changing[t.Name] && !changing[t.ID] && !changing[t.method+t.Path]
		tools[i].shared = tools[i].ReadOnly && changing[t.Path]
	}
	o := &r.client.options
	r.tools = input.Shuffled(o.Seed, tools)
	if !o.CallAll {
		readOnly, others := lo.FilterReject(r.tools, func(t Tool, _ int) bool { return t.ReadOnly })
		if !o.CallInvalid {
			r.refused, others = len(others), nil
		}
		r.tools = append(readOnly, others...)
	}
	r.tools = r.tools[:min(len(r.tools), maxTools)]
	for i := range r.tools {
		if err := ctx.Err(); err != nil {
			return err
		}
		t := &r.tools[i]
		lacking := !t.ReadOnly && !o.CallAll
		calls := t.calls(o.Seed, lacking)
		switch {
		case len(calls) > 0:
			r.probed++
		case lacking:
			r.refused++
		}
		for _, c := range calls {
			r.calls[c.Probe] = append(r.calls[c.Probe], c)
		}
	}
	return nil
}

// maxTools is the number of tools that are probed.
const maxTools = 25

// wants reports whether a probe is to be sent: a rule judges its exchanges, and the transport has
// it. A connection cannot be opened again.
func (r *runner) wants(p *probe.Probe) bool {
	t := r.client.target
	if p.Has(probe.OverHTTP) && !t.overHTTP() || p.Has(probe.Ending) && t.Conn != nil {
		return false
	}
	return slices.ContainsFunc(r.rules, func(rule *Rule) bool {
		// The answer to a right input is a control of those to wrong ones.
		return rule.hasProbe(p.Name) || p.Name == probe.Valid && slices.ContainsFunc(inputs, rule.hasProbe)
	})
}

// wrongCall returns a call that fails: one with the wrong input of a probe, of a read-only tool if
// there is one, or else of an unknown tool. The tool must fit.
func (r *runner) wrongCall(fits func(*Tool) bool, probes ...probe.Name) call {
	for _, readOnly := range []bool{true, false} {
		for _, p := range probes {
			for _, c := range r.calls[p] {
				if c.tool.ReadOnly == readOnly && fits(c.tool) {
					return c
				}
			}
		}
	}
	return r.unknownTool()
}

// unknownTool returns a call of a tool that does not exist. Over plain HTTP it is one with GET,
// because a server may have an endpoint for all paths.
func (r *runner) unknownTool() call {
	t := &Tool{Name: noTool}
	if r.plain && !r.client.options.CallAll {
		t.method = http.MethodGet
	}
	return call{t, input.Input{Doc: json.RawMessage(`{}`), Why: "the tool does not exist"}}
}

const (
	methodOfNone = "PROPFIND" // it changes nothing where it exists (RFC 4918 §9.1)

	badToken = "toolerr-check-invalid-token"
	atOnce   = 16 // requests of the probe Concurrent
)

// times is how often some probes make the same call.
var times = map[probe.Name]int{probe.Repeated: 2, probe.Concurrent: atOnce, probe.Cancelled: 1, probe.Slow: 1}

// probe sends the requests of a probe, each of one that may stop the server before a request that
// it must answer.
func (r *runner) probe(ctx context.Context, p *probe.Probe) {
	body := p.Has(probe.Body)
	fits := func(t *Tool) bool { return t.hasBody() || !body && !(t.shared && p.Name == probe.Method) }
	c := r.wrongCall(fits, probe.WrongType, probe.Missing, probe.OutOfBounds, probe.NoInput)
	if r.plain && c.tool.Name == noTool { // no endpoint needs an input
		if right := r.wrongCall(fits, probe.Valid); right.tool.ReadOnly || body && p.Has(probe.Endpoint) {
			c = right
		}
	}
	if r.plain && c.tool.Name == noTool && p.Has(probe.Endpoint) || body && !c.tool.hasBody() {
		return
	}
	var all sync.WaitGroup
	for _, x := range r.requests(ctx, p.Name, c) {
		if p.Name == probe.Concurrent {
			all.Go(func() { r.send(ctx, x) })
			continue
		}
		r.send(ctx, x)
		if p.Has(probe.Dangerous) {
			r.send(ctx, &probe.Exchange{Probe: probe.Alive, After: p.Name, Request: r.protocol.list(&r.client)})
		}
	}
	all.Wait()
}

// requests returns the requests of a probe. Where it needs a call that fails, that is c.
func (r *runner) requests(ctx context.Context, name probe.Name, c call) (xs []*probe.Exchange) {
	p, client := r.protocol, &r.client
	add := func(tool, why string, requests ...probe.Request) {
		for _, request := range requests {
			xs = append(xs, &probe.Exchange{Probe: name, Tool: tool, Why: why, Request: request})
		}
	}
	called := func(c call) *probe.Exchange {
		add(c.tool.Name, c.Why, p.call(client, c.tool, c.Doc))
		x := xs[len(xs)-1]
		x.Paths, x.Declared, x.Unknown = c.Paths, c.tool.declared, c.tool.guessed
		return x
	}
	large := func(size int, doc json.RawMessage, format string) {
		// A tool with required members, so that a call without them fails.
		if t := r.wrongCall((*Tool).hasBody, probe.NoInput).tool; t.hasBody() {
			add(t.Name, fmt.Sprintf(format, size), p.call(client, t, doc))
			xs[0].Size = size
		}
	}
	switch name {
	case probe.List:
		add("", "", p.list(client))
	case probe.UnknownTool:
		called(r.unknownTool())
	case probe.UnknownVersion:
		if c.tool.Name != noTool {
			add(c.tool.Name, "the version of the tool does not exist", p.version(client, c.tool, c.Doc)...)
		}
	case probe.UnknownMethod:
		add("", "the method or path does not exist", p.method(client))
	case probe.WrongRevision:
		add("", "the revision of the protocol does not exist", p.revisions(client, c.tool, c.Doc)...)
	case probe.NotJSON, probe.NotRequest:
		x := called(c)
		x.Request.ID, x.Paths, x.Why = "", nil, "the body is a string"
		if name == probe.NotRequest {
			x.Request.Body = []byte(`"text"`)
			break
		}
		x.Request.Body, x.Why = x.Request.Body[:max(1, len(x.Request.Body)-2)], "the body ends too early"
	case probe.Repeated, probe.Concurrent, probe.Cancelled, probe.Slow:
		for range times[name] {
			called(c)
		}
	case probe.Deep:
		large(client.options.deep, input.Deep(client.options.deep), "the input has %d levels")
	case probe.Large:
		large(client.options.large, input.Large(client.options.large), "the input has %d bytes")
	case probe.Method:
		x := called(c)
		x.Request.Method, x.Why = methodOfNone, "the method is "+methodOfNone
	case probe.ContentType:
		x := called(c)
		x.Request.Header.Set("Content-Type", "text/plain")
		x.Why = "the content type is text/plain"
	case probe.NoCredentials, probe.BadCredentials:
		if name == probe.NoCredentials && client.target.Header.Get("Authorization") == "" {
			break
		}
		x := called(c)
		if with, err := client.do(ctx, p.call(client, c.tool, c.Doc)); err == nil { // a control
			x.Authorized = with.Status
		}
		x.Request.Header.Del("Authorization")
		x.Why = "there are no credentials"
		if name == probe.BadCredentials {
			x.Request.Header.Set("Authorization", "Bearer "+badToken)
			x.Why = "the bearer token is not valid"
		}
	default:
		for _, c := range r.calls[name] {
			called(c)
		}
	}
	return xs
}

// send sends a request, unless as many as the options allow were sent. One of a run that has
// ended does not count: its failure is not one of the server.
func (r *runner) send(ctx context.Context, x *probe.Exchange) {
	r.mu.Lock()
	r.sent++
	n, bound := r.sent, probe.MaxKept
	if r.kept > probe.MaxKeptAll {
		bound = probe.MaxKeptLate
	}
	r.mu.Unlock()
	if n > r.client.options.Requests {
		return
	}
	x.Dialect, x.Given = r.client.target.Dialect, r.given
	ended := r.limiter.Wait(ctx) != nil
	if !ended {
		r.client.sender.Send(ctx, x)
		ended = ctx.Err() != nil
	}
	kept := 0
	if !ended {
		kept = x.Keep(bound)
		r.client.decode(x) // after Keep: an error refers to the text that it was read from
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if ended {
		r.sent--
		return
	}
	r.kept += kept
	r.exchanges = append(r.exchanges, x)
	if r.client.options.Progress != nil {
		r.client.options.Progress(string(x.Probe), n)
	}
}
