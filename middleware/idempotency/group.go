package idempotency

import (
	"context"
	"sync"
	"time"

	"github.com/toolerr/toolerr/errkit"
)

// maxRunning is the maximum number of running calls that have a key.
const maxRunning = 1024

// group runs equal calls once. A call runs as long as a request waits for it.
type group struct {
	mu      sync.Mutex
	running map[digest]*shared
}

// shared is a running call.
type shared struct {
	print    digest
	done     chan struct{}
	answer   answer // set before done is closed
	deadline time.Time
	waiting  int // requests that wait for the answer; guarded by group.mu
	cancel   context.CancelFunc
}

// join returns the running call with an id, and whether it started it. It starts none if there are
// too many running calls, and then returns nil. A call with another fingerprint is not joined, and none
// is if waits is false.
func (g *group) join(
	ctx context.Context, id, print digest, waits bool, f func(context.Context) answer,
) (c *shared, first bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if c := g.running[id]; c != nil {
		if waits && c.print == print {
			c.waiting++
		}
		return c, false
	}
	if len(g.running) >= maxRunning {
		return nil, false
	}
	if g.running == nil {
		g.running = map[digest]*shared{}
	}
	c = &shared{print: print, done: make(chan struct{}), waiting: 1}
	ctx, c.deadline, c.cancel = detach(ctx)
	g.running[id] = c
	go g.run(ctx, id, c, f)
	return c, true
}

// detach returns a context with the values and the deadline of ctx that is not canceled with it.
func detach(ctx context.Context) (context.Context, time.Time, context.CancelFunc) {
	own := context.WithoutCancel(ctx)
	if deadline, ok := ctx.Deadline(); ok {
		own, cancel := context.WithDeadline(own, deadline)
		return own, deadline, cancel
	}
	own, cancel := context.WithCancel(own)
	return own, time.Time{}, cancel
}

func (g *group) run(ctx context.Context, id digest, c *shared, f func(context.Context) answer) {
	c.answer = failed(&errkit.Error{Kind: errkit.Internal, Stage: errkit.Execution,
		Effect: errkit.EffectUnknown}) // if f calls runtime.Goexit
	defer func() {
		if v := recover(); v != nil {
			c.answer.panicked = v
		}
		g.mu.Lock()
		delete(g.running, id)
		g.mu.Unlock()
		c.cancel()
		close(c.done)
	}()
	c.answer = f(ctx)
}

// wait returns the answer of a call that was joined. The last request that leaves cancels the call,
// and returns after it.
func (g *group) wait(ctx context.Context, c *shared) answer {
	select {
	case <-c.done:
	case <-ctx.Done():
		if !g.leave(c) {
			return failed(ctx.Err())
		}
		deadline, _ := ctx.Deadline()
		if ctx.Err() != context.DeadlineExceeded || !deadline.Equal(c.deadline) { // else it ends by itself
			c.cancel()
		}
		<-c.done
	}
	if c.answer.panicked != nil {
		panic(c.answer.panicked) // in the goroutine of a request, for the HTTP server
	}
	return c.answer
}

// leave stops waiting for a call, and reports whether no request waits any more.
func (g *group) leave(c *shared) (last bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	c.waiting--
	return c.waiting == 0
}
