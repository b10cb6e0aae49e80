package proxy

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"math"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/toolerr/toolerr/bridge"
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
