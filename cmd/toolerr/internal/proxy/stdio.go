package proxy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"slices"
	"syscall"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/samber/lo"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
)

const (
	maxQueue    = 1000                   // messages that wait for the program
	maxAsked    = 1000                   // requests of the program without a response
	maxHeld     = 2 * maxLine            // bytes of what waits, and of requests without a response; one may be over it
	callSize    = 8 << 10                // bytes of a request without a response, beside its message
	maxShown    = 2048                   // bytes of a line in the log
	firstWait   = 500 * time.Millisecond // before a restart
	longestWait = 30 * time.Second
	killWait    = 1500 * time.Millisecond // for a program that was asked to end: SDKs kill the proxy after 2 s
	doubtWait   = time.Second             // for a response after one in a line that is not a message
	againWait   = 30 * time.Second        // for the response to the repeated request to initialize, without a Timeout
)

// Stdio is a proxy in front of a program that serves MCP over standard input and output. To its
// client the program
//   - responds to each request: with an error if it does not in time, or ends before it does;
//   - writes nothing but messages;
//   - does not end: it is restarted, and initialized as the client did. If it was initialized and
//     has no request when it ends, it is restarted for the next one, else at once. If it responded
//     to no request after Restarts in a row, each request gets an error at once.
type Stdio struct {
	Command  []string
	Bridge   bridge.Bridge // without Report
	Log      *slog.Logger
	Timeout  time.Duration // for the response to a request; 0: no limit, but 30 s for the program to initialize again
	Grace    time.Duration // for pending requests and for the program when the proxy stops
	Restarts int           // in a row
	Wait     time.Duration // before the first restart; 0: 500 ms

	againWait time.Duration // for the response to the repeated request to initialize; 0: Timeout, or 30 s
}

// Serve serves until in ends or ctx is done, and then ends the program. The error is that of out,
// or of a program that cannot be started at first: then nothing is read and written.
func (s *Stdio) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	d := dispatcher{Stdio: s, bridge: s.Bridge, out: out, stopped: ctx.Done(), events: make(chan func()),
		done: make(chan struct{}), pending: map[string]*call{}, asked: map[string]asked{}}
	d.bridge.Report = bridge.Log(s.Log)
	d.bridge.Hold, d.bridge.HoldAll = maxLine, math.MaxInt // a line is in memory anyway
	d.wait = backoff.NewExponentialBackOff()
	d.wait.InitialInterval, d.wait.MaxInterval = cmp.Or(s.Wait, firstWait), longestWait
	defer close(d.done)
	if d.start(); d.failed != nil {
		return d.failed
	}
	go func() {
		lines := lineWriter{max: maxLine, emit: func(line []byte, cut *rpc.Message) {
			d.post(func() { d.fromClient(line, cut) })
		}}
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
			if d.stopping { // the client does not wait any more
				d.process.end(0)
			}
			d.stop("the proxy was stopped", nil)
		}
		switch {
		case d.failed != nil:
			if d.process != nil {
				d.process.kill()
			}
			return d.failed
		case d.stopping && d.process == nil:
			return nil
		case d.stopping && (len(d.pending) == 0 || d.deaf):
			d.closeInput()
		}
	}
}

// A dispatcher is a running proxy. All of its methods but post are called by one goroutine.
type dispatcher struct {
	*Stdio
	bridge  bridge.Bridge
	out     io.Writer
	failed  error // of out, or of the first start
	stopped <-chan struct{}
	waited  time.Duration // for a client that does not read, after stopped
	deaf    bool          // it gets no more responses
	events  chan func()   // what the goroutine does next
	done    chan struct{}

	process  *process // nil: it does not run
	gaveUp   bool
	idle     bool // it is started for the next request
	stopping bool
	wait     *backoff.ExponentialBackOff
	restarts int    // in a row
	number   int    // of the process, from 1
	responds bool   // one of the processes responded to a request
	end      string // why none runs: the status of the last process, with its last words, or of the start

	initialize  []byte           // the request of the client that the program responded to
	initialized []byte           // the notification after it
	again       string           // id of the repeated request until the response
	revision    string           // of the protocol
	pending     map[string]*call // by rpc.IDKey
	held        int              // bytes of pending
	queue       []queued         // for the next process
	lines       []byte           // of a message that is written in several lines
	scan        rpc.Message      // of lines
	asked       map[string]asked // requests of processes without a response, by the rpc.IDKey that the client got
}

// post runs f in the goroutine of Serve, unless it has ended.
func (d *dispatcher) post(f func()) {
	select {
	case d.events <- f:
	case <-d.done:
	}
}

// after posts f after a time.
func (d *dispatcher) after(wait time.Duration, f func()) *time.Timer {
	return time.AfterFunc(wait, func() { d.post(f) })
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
	d.after(d.Grace, d.closeInput)
}

// closeInput closes the input of the program, which then has to end.
func (d *dispatcher) closeInput() {
	p := d.process
	if p == nil || p.closed {
		return
	}
	p.closeInput()
	p.end(d.Grace)
}

// start starts the program. What it writes before it got a message is passed on, too.
func (d *dispatcher) start() {
	d.number++
	p, err := startProcess(d.Command, d.Log, d.post, d.fromProgram, d.ended)
	switch {
	case err != nil && d.number == 1:
		d.failed = fmt.Errorf("the program cannot be started: %w", err)
		return
	case err != nil:
		d.Log.Error("the program cannot be started", "error", err)
		d.end = "it cannot be started again"
		if errno, ok := errors.AsType[syscall.Errno](err); ok { // err has the path of the program, too
			d.end += ": " + errno.Error()
		}
		d.restart(err)
		return
	}
	d.process = p
	d.Log.Info("started the program", "pid", p.command.Process.Pid, "number", d.number)
	if d.initialize != nil {
		d.again = fmt.Sprintf("toolerr-%d", d.number)
		p.send(withID(d.initialize, d.again))
		d.after(cmp.Or(d.againWait, d.Timeout, againWait), func() {
			if d.process == p && d.again != "" {
				d.Log.Error("the program does not initialize again in time")
				p.kill()
			}
		})
		return
	}
	d.flush()
}

// isAgain reports whether a response is that to the repeated request to initialize.
func (d *dispatcher) isAgain(m message) bool { return d.again != "" && rpc.IDKey(m.ID) == `"`+d.again }

// reinitialized gets the response to the repeated request to initialize.
func (d *dispatcher) reinitialized(m message) {
	if m.Error != nil {
		d.Log.Error("the program does not initialize again", "error", string(m.Error[:min(len(m.Error), maxShown)]))
		d.process.kill()
		return
	}
	d.again = ""
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
		if q.call == nil || d.pending[rpc.IDKey(q.call.ID)] == q.call {
			d.send(q.line, q.call)
		}
	}
}

// ended is called when the program ended.
func (d *dispatcher) ended(p *process, err error) {
	if p != d.process {
		return
	}
	idle := d.initialize != nil && d.again == "" &&
		lo.EveryBy(lo.Values(d.pending), func(c *call) bool { return !c.sent })
	d.process, d.again, d.lines, d.scan, d.end = nil, "", nil, rpc.Message{}, p.command.ProcessState.String()
	if p.last != "" && showsStandardError(&d.bridge) {
		d.end += `, after "` + p.last + `"`
	}
	if idle && !d.stopping {
		d.Log.Info("the program ended, and is started again for the next request", "error", err)
		d.idle = true
		return
	}
	lo.Ternary(d.stopping, d.Log.Info, d.Log.Error)("the program ended", "error", err, "pending", len(d.pending))
	d.restart(err)
}

// showsStandardError reports whether the client sees what the program wrote to standard error,
// which cannot be quoted. No rule may disclose less of the failure of a program that ended, which
// has neither a status nor a dialect.
func showsStandardError(b *bridge.Bridge) bool {
	disclose := cmp.Or(b.Policy.Disclose, b.Codec.Disclose)
	restricts := func(r bridge.Rule) bool {
		isAbout := r.Kinds == nil || slices.Contains(r.Kinds, errkit.UpstreamFailed)
		return isAbout && cmp.Or(r.Disclose, disclose) != dialect.DiscloseAll
	}
	isQuoted := b.Policy.Quote || b.Codec.Quote
	return disclose == dialect.DiscloseAll && !isQuoted && !slices.ContainsFunc(b.Policy.Rules, restricts)
}

// restart responds to the requests that the program got, except the one to initialize, which the
// next program gets. The program may have done what they ask for, so they are not repeated. A
// program that never responded is started for the next request only: time mends no wrong option.
func (d *dispatcher) restart(err error) {
	e := &errkit.Error{Kind: errkit.UpstreamFailed, Stage: errkit.Execution,
		Message: "The server's program ended before it responded to this call.",
		Err:     fmt.Errorf("proxy: the program ended: %w", cmp.Or(err, errors.New("exit status 0")))}
	if !d.responds {
		e.Retry, e.Effect = errkit.Never, errkit.EffectUnknown
		e.Message = errkit.Textf("The server's program ended before its first response (%s). The log of toolerr has "+
			"what it wrote to standard error.", d.end)
	}
	var waiting []queued
	for _, c := range d.pending {
		switch {
		case c.sent && c.Method == "initialize" && d.responds:
			c.sent = false
			waiting = append(waiting, queued{c.line, c})
		case c.sent || !d.responds:
			d.fail(c, e)
		}
	}
	d.queue = append(waiting, d.queue...)
	if d.gaveUp = d.restarts >= d.Restarts && !d.stopping; d.gaveUp {
		d.Log.Error("the program is not started again", "restarts", d.restarts)
	}
	if d.gaveUp || d.stopping {
		d.failAll(errStopped)
		return
	}
	d.restarts++
	if d.idle = !d.responds; d.idle {
		return
	}
	wait := d.wait.NextBackOff()
	d.Log.Info("the program is started again", "after", wait.String(), "restart", d.restarts)
	d.after(wait, func() {
		if d.process == nil && !d.stopping {
			d.start()
		}
	})
}

// errStopped is the error of requests after the last restart.
var errStopped = &errkit.Error{Kind: errkit.Unavailable, Retry: errkit.Never, Stage: errkit.BeforeCall,
	Err: errors.New("proxy: the program does not run")}

func (d *dispatcher) failAll(err error) {
	d.queue = nil
	for _, c := range d.pending {
		d.fail(c, err)
	}
}
