package check

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"golang.org/x/time/rate"

	"github.com/toolerr/toolerr/dialect"
)

// Run probes a server and judges its answers by rules. Its error wraps ErrUnreachable if there was no server of the dialect. If ctx ends
// while it sends probes, or a program cannot be started again, it returns the error and a report about the answers until then.
func Run(ctx context.Context, target Target, rules []*Rule, o Options) (*Report, error) {
	r, err := newRunner(ctx, &target, rules, &o)
	if err != nil {
		return nil, err
	}
	defer func() { r.client.sender.close() }() // of the last start
	if err := r.open(ctx); err != nil {
		return nil, newRedactor(&target).err(err)
	}
	for i := range Probes {
		if ctx.Err() != nil {
			break
		}
		p := Probes[i].Name
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

type runner struct {
	client   client
	protocol protocol
	rules    []*Rule
	limiter  *rate.Limiter
	tools    []Tool // that may be called, at most as many as the options allow
	listed   int
	probed   int // tools
	refused  int // tools that the options do not allow to call
	wrong    map[Probe][]call

	mu        sync.Mutex
	exchanges []*Exchange
	kept      int // bytes of their answers
	requests  int
}

// A call is a tool with an input.
type call struct {
	tool *Tool
	input
}

func newRunner(ctx context.Context, target *Target, rules []*Rule, o *Options) (*runner, error) {
	r := &runner{limiter: rate.NewLimiter(rate.Inf, 1), wrong: map[Probe][]call{}}
	if o.Rate > 0 {
		r.limiter = rate.NewLimiter(rate.Limit(o.Rate), 1)
	}
	for _, p := range protocols {
		if p.name == target.Dialect {
			r.protocol, r.client.dialect = p.new(), p.dialect
			r.client.codec = dialect.Codec{Dialects: []dialect.Dialect{p.dialect}}
		}
	}
	if r.protocol == nil {
		return nil, fmt.Errorf("check: servers of dialect %q cannot be checked", target.Dialect)
	}
	for _, rule := range rules {
		if err := rule.Check(); err != nil {
			return nil, err
		}
		if rule.Applies(target.Dialect) {
			r.rules = append(r.rules, rule)
		}
	}
	r.client.target, r.client.options = target, o
	if target.overHTTP() {
		r.client.sender = newHTTP(target, o)
		return r, nil
	}
	s, err := newStdio(ctx, target, o.timeout())
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	r.client.sender = s
	return r, nil
}

// restart starts a program again that has ended because of the probe before, so that the next one is about its own requests.
func (r *runner) restart(ctx context.Context) error {
	s, ok := r.client.sender.(*overStdio)
	if !ok || r.client.target.Command == nil || !s.hasEnded() {
		return nil
	}
	again, err := newStdio(ctx, r.client.target, r.client.options.timeout())
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	r.client.sender = again
	_, err = r.protocol.open(ctx, &r.client)
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
	tools = slices.DeleteFunc(slices.Clone(tools), func(t Tool) bool { // such as "@evil.example/x"
		if t.Path == "" {
			return false
		}
		_, err := resolve(r.client.target.URL, t.Path)
		return err != nil
	})
	changing := map[string]bool{} // the names of tools that may change something, one of which may be that of a read-only tool
	for _, t := range tools {
		if !t.ReadOnly {
			changing[t.Name], changing[t.ID], changing[t.Path] = true, true, true
		}
	}
	for i, t := range tools {
		for _, name := range []string{t.Name, t.ID, t.Path} {
			if name != "" && changing[name] {
				tools[i].ReadOnly = false
			}
		}
	}
	o := r.client.options
	r.tools = shuffled(o.Seed, tools)
	if !o.CallAll {
		slices.SortStableFunc(r.tools, func(a, b Tool) int { // the read-only tools first
			switch {
			case a.ReadOnly == b.ReadOnly:
				return 0
			case a.ReadOnly:
				return -1
			}
			return 1
		})
	}
	if !o.CallAll && !o.CallInvalid {
		r.tools = slices.DeleteFunc(r.tools, func(t Tool) bool { return !t.ReadOnly })
		r.refused = len(tools) - len(r.tools)
	}
	r.tools = r.tools[:min(len(r.tools), o.tools())]
	for i := range r.tools {
		if err := ctx.Err(); err != nil {
			return err
		}
		t := &r.tools[i]
		all := t.ReadOnly || o.CallAll
		valid, wrong := inputsOf(t, o.Seed, !all)
		for _, in := range wrong {
			r.wrong[in.probe] = append(r.wrong[in.probe], call{t, in})
		}
		if !all && len(wrong) == 0 {
			r.refused++
			continue
		}
		r.probed++
		if all && valid != nil {
			r.wrong[Valid] = append(r.wrong[Valid], call{t, input{probe: Valid, doc: valid}})
		}
	}
	return nil
}

// wants reports whether a probe is to be sent: a rule judges its exchanges.
func (r *runner) wants(p Probe) bool {
	return !slices.Contains(r.client.options.Without, p) && slices.ContainsFunc(r.rules, func(rule *Rule) bool { return rule.probes(p) })
}

// wrongCall returns a call that fails: one with the wrong input of a probe, of a read-only tool if
// there is one, or else of an unknown tool.
func (r *runner) wrongCall(probes ...Probe) call {
	for _, readOnly := range []bool{true, false} {
		for _, p := range probes {
			for _, c := range r.wrong[p] {
				if c.tool.ReadOnly == readOnly {
					return c
				}
			}
		}
	}
	return call{&Tool{Name: noTool}, input{doc: json.RawMessage(`{}`), why: "the tool does not exist"}}
}

// hasEndpoint reports whether the endpoint of a call exists, as far as is known: over plain HTTP
// that of an unknown tool does not.
func (r *runner) hasEndpoint(c call) bool {
	_, each := r.protocol.(overREST)
	return !each || c.tool.Name != noTool || r.refused == 0
}

// probe sends the requests of a probe.
func (r *runner) probe(ctx context.Context, p Probe) {
	c := r.wrongCall(WrongType, Missing, OutOfBounds, NoInput)
	base := func() Request { return r.protocol.call(&r.client, c.tool, c.doc) }
	overHTTP := r.client.target.overHTTP()
	switch p {
	case NotJSON, NotRequest, Method, ContentType:
		if !r.hasEndpoint(c) {
			return
		}
	}
	switch p {
	case List:
		r.send(ctx, &Exchange{Probe: p, Request: r.protocol.list(&r.client)})
	case Valid, Missing, WrongType, OutOfBounds, Extra, NoInput:
		for _, c := range r.wrong[p] {
			r.send(ctx, r.exchange(p, c, r.protocol.call(&r.client, c.tool, c.doc)))
		}
	case UnknownTool:
		r.send(ctx, &Exchange{Probe: p, Tool: noTool, Why: "the tool does not exist",
			Request: r.protocol.call(&r.client, &Tool{Name: noTool}, json.RawMessage(`{}`))})
	case UnknownVersion:
		if request, ok := r.protocol.version(&r.client, c.tool, c.doc); ok && c.tool.Name != noTool {
			r.send(ctx, &Exchange{Probe: p, Tool: c.tool.Name, Why: "the version of the tool does not exist", Request: request})
		}
	case UnknownMethod:
		r.send(ctx, &Exchange{Probe: p, Why: "the method or path does not exist", Request: r.protocol.method(&r.client)})
	case WrongRevision:
		for _, request := range r.protocol.revisions(&r.client, c.tool, c.doc) {
			r.send(ctx, &Exchange{Probe: p, Why: "the revision of the protocol does not exist", Request: request})
		}
	case NotJSON:
		request := base()
		request.Body, request.ID = request.Body[:max(1, len(request.Body)-2)], ""
		r.dangerous(ctx, &Exchange{Probe: p, Why: "the body ends too early", Request: request})
	case NotRequest:
		request := base()
		request.Body, request.ID = []byte(`"text"`), ""
		r.dangerous(ctx, &Exchange{Probe: p, Why: "the body is a string", Request: request})
	case Repeated:
		for range 2 {
			r.send(ctx, r.exchange(p, c, base()))
		}
	case Concurrent:
		r.concurrent(ctx, c)
	case Cancelled:
		r.dangerous(ctx, r.exchange(p, c, base()))
	case Deep:
		n := r.client.options.deep()
		r.dangerous(ctx, r.large(p, n, deepInput(n), fmt.Sprintf("the input has %d levels", n)))
	case Large:
		n := r.client.options.large()
		r.dangerous(ctx, r.large(p, n, largeInput(n), fmt.Sprintf("the input has %d bytes", n)))
	case Method, ContentType, NoCredentials, BadCredentials, Slow:
		if overHTTP {
			r.overHTTP(ctx, p, c, base())
		}
	}
}

// overHTTP sends the requests of the probes that exist only over HTTP.
func (r *runner) overHTTP(ctx context.Context, p Probe, c call, request Request) {
	x := r.exchange(p, c, request)
	switch p {
	case Method:
		if c.tool.hasPatch {
			return
		}
		x.Request.Method, x.Why = "PATCH", "the method is PATCH"
	case ContentType:
		x.Request.Header.Set("Content-Type", "text/plain")
		x.Why = "the content type is text/plain"
	case NoCredentials:
		if r.client.target.Header.Get("Authorization") == "" {
			return
		}
		if with, err := r.client.do(ctx, r.protocol.call(&r.client, c.tool, c.doc)); err == nil {
			x.Authorized = with.Status
		}
		x.Request.Header.Del("Authorization")
		x.Why = "there are no credentials"
	case BadCredentials:
		x.Request.Header.Set("Authorization", "Bearer "+badToken)
		x.Why = "the bearer token is not valid"
	case Slow:
		r.dangerous(ctx, x)
		return
	}
	r.send(ctx, x)
}

const (
	badToken   = "toolerr-check-invalid-token"
	deepLevels = 9000 // encoding/json accepts 10,000
	atOnce     = 16
)

func (r *runner) exchange(p Probe, c call, request Request) *Exchange {
	return &Exchange{Probe: p, Tool: c.tool.Name, Why: c.why, Paths: c.paths, Request: request}
}

// large returns an exchange whose body does not fit into a command line.
func (r *runner) large(p Probe, size int, doc json.RawMessage, why string) *Exchange {
	t := r.wrongCall(NoInput).tool // which has required members, so that a call without them fails
	return &Exchange{Probe: p, Size: size, Tool: t.Name, Why: why, Request: r.protocol.call(&r.client, t, doc)}
}

// concurrent sends calls of unknown tools with different names at once, so that an answer shows to which it belongs.
func (r *runner) concurrent(ctx context.Context, c call) {
	var all sync.WaitGroup
	for range atOnce {
		x := r.exchange(Concurrent, c, r.protocol.call(&r.client, c.tool, c.doc))
		all.Go(func() { r.send(ctx, x) })
	}
	all.Wait()
}

// dangerous sends a request that may stop a server, and then one that it must answer.
func (r *runner) dangerous(ctx context.Context, x *Exchange) {
	r.send(ctx, x)
	r.send(ctx, &Exchange{Probe: Alive, After: x.Probe, Request: r.protocol.list(&r.client)})
}

// send sends a request, unless as many as the options allow were sent.
func (r *runner) send(ctx context.Context, x *Exchange) {
	r.mu.Lock()
	r.requests++
	over, n := r.requests > r.client.options.requests(), r.requests
	r.mu.Unlock()
	if over {
		return
	}
	if r.limiter.Wait(ctx) != nil {
		r.notSent()
		return
	}
	x.Dialect, x.words = r.client.target.Dialect, r.client.target.Command
	r.client.sender.send(ctx, x)
	if ctx.Err() != nil { // the run has ended, which is not a fault of the server
		r.notSent()
		return
	}
	kept := x.keep(r.bound())
	r.client.decode(x) // after keep: an error refers to the text that it was read from
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kept += kept
	r.exchanges = append(r.exchanges, x)
	if r.client.options.Progress != nil {
		r.client.options.Progress(x.Probe, n)
	}
}

// notSent does not count a request of a run that has ended.
func (r *runner) notSent() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.requests--
}

// bound returns how many bytes of the next answer are kept.
func (r *runner) bound() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.kept > maxKeptAll {
		return maxKeptLate
	}
	return maxKept
}
