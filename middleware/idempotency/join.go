package idempotency

import (
	"context"
	"time"
)

// running is a call that runs, as long as a request waits for it.
type running struct {
	print   digest
	done    chan struct{}
	answer  answer // set before done is closed
	ctx     context.Context
	cancel  context.CancelFunc
	waiting int // requests that wait for the answer; guarded by Keys.mu
}

// join returns the running call with an id, and whether it started it. A call with another
// fingerprint is not joined, and none is if waits is false.
func (k *Keys) join(
	ctx context.Context, id, print digest, waits bool, f func(context.Context) answer,
) (r *running, first bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if r := k.running[id]; r != nil {
		if waits && r.print == print {
			r.waiting++
		}
		return r, false
	}
	r = &running{print: print, done: make(chan struct{}), answer: answer{refused: errNoAnswer}, waiting: 1}
	own := context.WithoutCancel(ctx)
	if deadline, ok := ctx.Deadline(); ok {
		r.ctx, r.cancel = context.WithDeadline(own, deadline)
	} else {
		r.ctx, r.cancel = context.WithCancel(own)
	}
	if k.running == nil {
		k.running = map[digest]*running{}
	}
	k.running[id] = r
	go func() {
		defer func() {
			r.answer.panicked = recover()
			k.mu.Lock()
			delete(k.running, id)
			k.mu.Unlock()
			r.cancel()
			close(r.done)
		}()
		r.answer = f(r.ctx)
	}()
	return r, true
}

// wait returns the answer of a call that was joined. The last request that leaves cancels the call,
// unless its time is over as well, and returns after it.
func (k *Keys) wait(ctx context.Context, r *running) answer {
	select {
	case <-r.done:
	case <-ctx.Done():
		k.mu.Lock()
		r.waiting--
		last := r.waiting == 0
		k.mu.Unlock()
		if !last {
			return answer{refused: ctx.Err()}
		}
		if deadline, ok := r.ctx.Deadline(); !ok || time.Now().Before(deadline) {
			r.cancel()
		}
		<-r.done
	}
	if r.answer.panicked != nil {
		panic(r.answer.panicked) // in the goroutine of a request, for the HTTP server
	}
	return r.answer
}
