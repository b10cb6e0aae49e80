package proxy

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"syscall"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
)

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
		Err: fmt.Errorf("proxy: the program ended: %w", cmp.Or(err, errors.New("exit status 0")))}
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
	if d.stopping {
		d.failAll(errStopped)
		return
	}
	if d.restarts >= d.Restarts {
		d.gaveUp = true
		d.Log.Error("the program is not started again", "restarts", d.restarts)
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
