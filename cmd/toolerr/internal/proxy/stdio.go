package proxy

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/errkit"
)

const (
	maxQueue    = 1000                   // messages that wait for the program
	maxShown    = 2048                   // bytes of a line in the log
	firstWait   = 500 * time.Millisecond // before a restart
	longestWait = 30 * time.Second
	killWait    = 2 * time.Second  // for a program that was asked to end
	againWait   = 30 * time.Second // for the response to the repeated request to initialize, without a Timeout
)

// Stdio is a proxy in front of a program that serves MCP over standard input and output. To its client the program
//   - responds to each request: with an error if it does not in time, or ends before it does;
//   - writes nothing but messages;
//   - does not end: it is restarted, and initialized as the client did. If it was initialized and has no request when it ends, it is
//     restarted for the next one, else at once. If it responded to no request after Restarts in a row, each request gets an error at once.
type Stdio struct {
	Command  []string
	Bridge   bridge.Bridge // its Report is called after the log
	Log      *slog.Logger
	Timeout  time.Duration // for the response to a request; 0: no limit, but 30 s for the program to initialize again
	Grace    time.Duration // for pending requests and for the program when the proxy stops
	Restarts int           // in a row
	Wait     time.Duration // before the first restart; 0: 500 ms

	againWait time.Duration // for the response to the repeated request to initialize; 0: Timeout, or 30 s
}

// Serve serves until in ends or ctx is done, and then ends the program. The error is that of out.
func (s *Stdio) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	d := dispatcher{Stdio: s, bridge: s.Bridge, out: out, events: make(chan func()), done: make(chan struct{}), pending: map[string]*call{}, asked: map[string]asked{}}
	log, more := bridge.Log(s.Log), s.Bridge.Report
	d.bridge.Report = func(ctx context.Context, r *bridge.Report) {
		log(ctx, r)
		if more != nil {
			more(ctx, r)
		}
	}
	d.bridge.Hold = maxLine
	d.wait = backoff.NewExponentialBackOff()
	d.wait.InitialInterval, d.wait.MaxInterval = firstWait, longestWait
	if s.Wait > 0 {
		d.wait.InitialInterval = s.Wait
	}
	defer close(d.done)
	d.start()
	go func() {
		lines := lineWriter{max: maxLine, emit: func(line []byte, cut bool) { d.post(func() { d.fromClient(line, cut) }) }}
		_, err := io.Copy(&lines, in)
		lines.flush()
		d.post(func() { d.stop("the client closed its output", err) })
	}()
	for stopping := ctx.Done(); ; {
		select {
		case f := <-d.events:
			f()
		case <-stopping:
			stopping = nil
			d.stop("the proxy was stopped", nil)
		}
		switch {
		case d.failed != nil:
			d.kill()
			return d.failed
		case d.stopping && d.process == nil:
			return nil
		case d.stopping && len(d.pending) == 0:
			d.closeInput()
		}
	}
}

// A dispatcher is a running proxy. All of its methods but post are called by one goroutine.
type dispatcher struct {
	*Stdio
	bridge bridge.Bridge
	out    io.Writer
	failed error       // of out
	events chan func() // what the goroutine does next
	done   chan struct{}

	process  *process // nil: it does not run
	gaveUp   bool
	idle     bool // it is started for the next request
	stopping bool
	wait     *backoff.ExponentialBackOff
	restarts int // in a row
	number   int // of the process, from 1

	initialize  []byte           // the request of the client that the program responded to
	initialized []byte           // the notification after it
	again       string           // id of the repeated request until the response
	timer       *time.Timer      // of again
	revision    string           // of the protocol
	pending     map[string]*call // by idKey
	queue       []queued         // for the next process
	asked       map[string]asked // requests of processes without a response, by the idKey that the client got
}

// A call is a request of the client without a response.
type call struct {
	message
	exchange *bridge.Exchange
	timer    *time.Timer
	sent     bool // the process got it
}

// asked is a request of a process.
type asked struct {
	number int             // of the process
	id     json.RawMessage // that the process gave it
}

type queued struct {
	line []byte
	call *call // nil: not a request
}

// post runs f in the goroutine of Serve, unless it has ended.
func (d *dispatcher) post(f func()) {
	select {
	case d.events <- f:
	case <-d.done:
	}
}

// request is the request of HTTP that a message would have, for the bridge.
func (d *dispatcher) request() *http.Request {
	r := &http.Request{Method: http.MethodPost, URL: d.url(), Header: http.Header{"Content-Type": {"application/json"}}}
	if d.revision != "" {
		r.Header.Set("Mcp-Protocol-Version", d.revision)
	}
	return r
}

// fromClient gets a line of the client.
func (d *dispatcher) fromClient(line []byte, cut bool) {
	list, ok := messages(line)
	if cut || !ok {
		e, x := &errkit.Error{Kind: errkit.Malformed}, d.bridge.Exchange(d.request())
		switch {
		case cut:
			if e.Kind = errkit.TooLarge; isCutRequest(line) {
				x.Sent(line)
			}
		case json.Valid(line):
			e.Kind = errkit.InvalidRequest
		}
		d.respond(x.Fail(e).Body)
		return
	}
	for _, m := range list {
		d.message(m)
	}
}

// message gets a message of the client.
func (d *dispatcher) message(m message) {
	switch {
	case m.Method != "" && m.hasID():
		c := &call{message: m, exchange: d.bridge.Exchange(d.request())}
		c.exchange.Sent(m.line)
		if old := d.pending[idKey(m.ID)]; old != nil {
			d.drop(old)
		}
		d.pending[idKey(m.ID)] = c
		if d.gaveUp {
			d.fail(c, errStopped)
			return
		}
		if d.Timeout > 0 {
			c.timer = time.AfterFunc(d.Timeout, func() { d.post(func() { d.late(c) }) })
		}
		d.send(m.line, c)
		return
	case m.Method == "":
		d.answer(m)
		return
	case m.Method == "notifications/initialized":
		d.initialized = m.line
	case m.Method == "notifications/cancelled":
		var params struct{ RequestID json.RawMessage }
		if json.Unmarshal(m.Params, &params) == nil && d.pending[idKey(params.RequestID)] != nil {
			d.drop(d.pending[idKey(params.RequestID)])
		}
	}
	d.send(m.line, nil)
}

// answer passes a response of the client to the process that asked. It does not wait until the process is initialized again, which may
// need it.
func (d *dispatcher) answer(m message) {
	key := idKey(m.ID)
	a, ok := d.asked[key]
	delete(d.asked, key)
	if !ok || d.process == nil || a.number != d.number {
		d.Log.Warn("dropped a response of the client to no request of the program", "id", string(m.ID[:min(len(m.ID), maxShown)]))
		return
	}
	if idKey(a.id) != key {
		m.line = withID(m.line, a.id)
	}
	d.process.send(m.line)
}

// ask passes a request of the program to the client. Its id is changed if the client has not responded to a request with the same id of
// a process that ended.
func (d *dispatcher) ask(m message) {
	key := idKey(m.ID)
	if old, ok := d.asked[key]; ok && old.number != d.number {
		id, _ := json.Marshal(fmt.Sprintf("toolerr-%d-%s", d.number, strings.TrimPrefix(key, `"`)))
		key, m.line = idKey(id), withID(m.line, json.RawMessage(id))
	}
	d.asked[key] = asked{d.number, m.ID}
	d.respond(m.line)
}

// send sends a line to the program, or keeps it for the next one.
func (d *dispatcher) send(line []byte, c *call) {
	switch {
	case d.process == nil || d.again != "":
		if len(d.queue) < maxQueue {
			d.queue = append(d.queue, queued{line, c})
			if d.idle && c != nil {
				d.idle = false
				d.start()
			}
			return
		}
	case d.process.send(line):
		if c != nil {
			c.sent = true
		}
		return
	}
	if c != nil { // it does not read its input
		d.fail(c, &errkit.Error{Kind: errkit.Unavailable, Stage: errkit.BeforeCall, Err: errors.New("proxy: the program does not read its input")})
	}
}

// late fails a request whose response did not arrive in time.
func (d *dispatcher) late(c *call) {
	if d.pending[idKey(c.ID)] != c {
		return
	}
	d.fail(c, &errkit.Error{Kind: errkit.Timeout})
	if c.sent && c.Method != "initialize" { // MCP, Cancellation
		d.send(fmt.Appendf(nil, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%s,"reason":"timeout"}}`, c.ID), nil)
	}
}

// fail responds to a request with an error.
func (d *dispatcher) fail(c *call, err error) {
	d.drop(c)
	d.respond(c.exchange.Fail(err).Body)
}

// drop forgets a request.
func (d *dispatcher) drop(c *call) {
	delete(d.pending, idKey(c.ID))
	if c.timer != nil {
		c.timer.Stop()
	}
}

// respond writes a line to the client.
func (d *dispatcher) respond(line []byte) {
	if d.failed == nil {
		_, d.failed = d.out.Write(append(line[:len(line):len(line)], '\n'))
	}
}

// fromProgram gets a line of the program's output.
func (d *dispatcher) fromProgram(p *process, line []byte, cut bool) {
	if p != d.process {
		return
	}
	list, ok := messages(line)
	if !ok && !cut {
		var m message
		if m, ok = salvaged(line); ok {
			c := d.pending[idKey(m.ID)]
			list, ok = []message{m}, c != nil && c.sent || d.isAgain(m)
		}
	}
	if !ok || cut {
		d.Log.Warn("dropped output of the program", "line", strings.ToValidUTF8(string(line[:min(len(line), maxShown)]), "\uFFFD"), "bytes", len(line), "cut", cut)
		return
	}
	for _, m := range list {
		d.output(p, m)
	}
}

// output gets a message of the program.
func (d *dispatcher) output(p *process, m message) {
	c := d.pending[idKey(m.ID)]
	switch {
	case m.Method != "" && m.hasID():
		d.ask(m)
	case m.Method != "":
		d.respond(m.line)
	case d.isAgain(m):
		d.reinitialized(m)
	case c != nil && c.sent:
		d.drop(c)
		d.restarts = 0
		d.wait.Reset()
		if c.Method == "initialize" && m.Error == nil {
			d.initialize = c.line
			var result struct{ ProtocolVersion string }
			_ = json.Unmarshal(m.Result, &result)
			d.revision = result.ProtocolVersion
		}
		d.respond(examined(c.exchange, m.line))
	case !m.hasID() && m.Error != nil:
		d.respond(examined(d.bridge.Exchange(d.request()), m.line))
	default:
		d.Log.Warn("dropped a response of the program to no request", "id", string(m.ID[:min(len(m.ID), maxShown)]))
	}
}

var headJSON = http.Header{"Content-Type": {"application/json"}}

// examined returns a response of the program, or the error that is sent in its place.
func examined(x *bridge.Exchange, line []byte) []byte {
	action := x.Head(http.StatusOK, headJSON)
	if action == bridge.Hold {
		action = x.Body(line)
	}
	if action == bridge.Hold {
		action = x.End(nil)
	}
	if action == bridge.Replace {
		return x.Response().Body
	}
	return line
}

// start starts the program. What it writes before it got a message is passed on, too.
func (d *dispatcher) start() {
	d.number++
	p, err := startProcess(d.Command, d.Log, d.post, d.fromProgram, d.ended)
	if err != nil {
		d.Log.Error("the program cannot be started", "error", err)
		d.restart(err)
		return
	}
	d.process = p
	d.Log.Info("started the program", "pid", p.command.Process.Pid, "number", d.number)
	if d.initialize != nil {
		d.again = fmt.Sprintf("toolerr-%d", d.number)
		p.send(withID(d.initialize, d.again))
		d.timer = time.AfterFunc(cmp.Or(d.againWait, d.Timeout, againWait), func() {
			d.post(func() {
				if d.process == p && d.again != "" {
					d.Log.Error("the program does not initialize again in time")
					p.kill()
				}
			})
		})
		return
	}
	d.flush()
}

// isAgain reports whether a response is that to the repeated request to initialize.
func (d *dispatcher) isAgain(m message) bool { return d.again != "" && idKey(m.ID) == `"`+d.again }

// reinitialized gets the response to the repeated request to initialize.
func (d *dispatcher) reinitialized(m message) {
	if m.Error != nil {
		d.Log.Error("the program does not initialize again", "error", string(m.Error[:min(len(m.Error), maxShown)]))
		d.process.kill()
		return
	}
	d.again = ""
	d.timer.Stop()
	if d.initialized != nil {
		d.process.send(d.initialized)
	}
	d.flush()
}

// flush sends what waited for the program.
func (d *dispatcher) flush() {
	waiting := d.queue
	d.queue = nil
	for _, q := range waiting {
		if q.call == nil || d.pending[idKey(q.call.ID)] == q.call {
			d.send(q.line, q.call)
		}
	}
}

// ended is called when the program ended.
func (d *dispatcher) ended(p *process, err error) {
	if p != d.process {
		return
	}
	idle := d.initialize != nil && d.again == "" && !d.isAsked()
	if d.again != "" {
		d.timer.Stop()
	}
	d.process, d.again = nil, ""
	if d.stopping {
		d.Log.Info("the program ended", "error", err, "pending", len(d.pending))
		d.failAll(errStopped)
		return
	}
	if idle {
		d.Log.Info("the program ended, and is started again for the next request", "error", err)
		d.idle = true
		return
	}
	d.Log.Error("the program ended", "error", err, "pending", len(d.pending))
	d.restart(err)
}

// isAsked reports whether the program has a request without a response.
func (d *dispatcher) isAsked() bool {
	for _, c := range d.pending {
		if c.sent {
			return true
		}
	}
	return false
}

// restart responds to the requests that the program got, except the one to initialize, which the next program gets. The program may have
// done what they ask for, so they are not repeated.
func (d *dispatcher) restart(err error) {
	if err == nil {
		err = errors.New("exit status 0")
	}
	var waiting []queued
	for _, c := range d.pending {
		switch {
		case c.sent && c.Method == "initialize":
			c.sent = false
			waiting = append(waiting, queued{c.line, c})
		case c.sent:
			d.fail(c, &errkit.Error{Kind: errkit.UpstreamFailed, Stage: errkit.Execution, Err: fmt.Errorf("proxy: the program ended: %w", err)})
		}
	}
	d.queue = append(waiting, d.queue...)
	if d.restarts >= d.Restarts {
		d.gaveUp = true
		d.Log.Error("the program is not started again", "restarts", d.restarts)
		d.failAll(errStopped)
		return
	}
	d.restarts++
	wait := d.wait.NextBackOff()
	d.Log.Info("the program is started again", "after", wait.String(), "restart", d.restarts)
	time.AfterFunc(wait, func() {
		d.post(func() {
			if d.process == nil && !d.stopping {
				d.start()
			}
		})
	})
}

// errStopped is the error of requests after the last restart.
var errStopped = &errkit.Error{Kind: errkit.Unavailable, Retry: errkit.Never, Stage: errkit.BeforeCall, Err: errors.New("proxy: the program does not run")}

func (d *dispatcher) failAll(err error) {
	d.queue = nil
	for _, c := range d.pending {
		d.fail(c, err)
	}
}

// stop waits for pending requests, and then ends the program.
func (d *dispatcher) stop(reason string, err error) {
	if d.stopping {
		return
	}
	d.stopping = true
	d.Log.Info("stopping", "reason", reason, "error", err)
	if d.process == nil {
		d.failAll(errStopped)
		return
	}
	time.AfterFunc(d.Grace, func() { d.post(d.closeInput) })
}

// closeInput closes the input of the program, which then has to end.
func (d *dispatcher) closeInput() {
	p := d.process
	if p == nil || p.closed {
		return
	}
	p.closeInput()
	time.AfterFunc(d.Grace, func() { d.post(p.terminate) })
	time.AfterFunc(d.Grace+killWait, func() { d.post(p.kill) })
}

// kill ends the program if it runs.
func (d *dispatcher) kill() {
	if d.process != nil {
		d.process.kill()
	}
}

// url names the program in reports.
func (d *dispatcher) url() *url.URL {
	return &url.URL{Scheme: "stdio", Path: filepath.Base(d.Command[0])}
}
