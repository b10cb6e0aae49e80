package oxpserver

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/toolerr/toolerr/errkit"
)

// maxShared is the maximum number of running calls that a repetition can join. Further calls are
// not shared.
const maxShared = 1024

// result is the result of a call.
type result struct {
	output   json.RawMessage
	err      *errkit.Error
	elapsed  time.Duration
	panicked any // the value of a panic that the boundary does not recover
}

// callGroup runs equal calls once. A client that lost its connection repeats a call with the same
// call_id; the repetition waits for the result of the running call (OXP 1.0, call_id).
type callGroup struct {
	mu      sync.Mutex
	running map[callHash]*sharedCall
}

// sharedCall is a running call.
type sharedCall struct {
	done    chan struct{}
	result  result // set before done is closed
	waiting int    // requests that wait for the result; guarded by callGroup.mu
	cancel  context.CancelFunc
}

// do runs f, or waits for the running call with the same key. f is canceled when all requests
// that wait for it have ended, and the last of them returns after f. ok is false if ctx ended
// before there was a result.
func (g *callGroup) do(ctx context.Context, key callHash, f func(context.Context) result) (res result, ok bool) {
	c := g.join(ctx, key, f)
	if c == nil {
		return f(ctx), true
	}
	select {
	case <-c.done:
	case <-ctx.Done():
		if !g.leave(key, c) {
			return result{}, false
		}
		c.cancel()
		<-c.done
	}
	if c.result.panicked != nil {
		panic(c.result.panicked) // in the goroutine of a request, for the HTTP server
	}
	return c.result, true
}

// join returns the running call of a key, and starts it if necessary. It returns nil if there are
// too many running calls.
func (g *callGroup) join(ctx context.Context, key callHash, f func(context.Context) result) *sharedCall {
	g.mu.Lock()
	defer g.mu.Unlock()
	if c := g.running[key]; c != nil {
		c.waiting++
		return c
	}
	if len(g.running) >= maxShared {
		return nil
	}
	if g.running == nil {
		g.running = map[callHash]*sharedCall{}
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	c := &sharedCall{done: make(chan struct{}), waiting: 1, cancel: cancel}
	g.running[key] = c
	go g.run(ctx, key, c, f)
	return c
}

func (g *callGroup) run(ctx context.Context, key callHash, c *sharedCall, f func(context.Context) result) {
	c.result = result{err: &errkit.Error{Kind: errkit.Internal}} // if f calls runtime.Goexit
	defer func() {
		if v := recover(); v != nil {
			c.result.panicked = v
		}
		g.mu.Lock()
		g.remove(key, c)
		g.mu.Unlock()
		c.cancel()
		close(c.done)
	}()
	c.result = f(ctx)
}

// leave stops waiting for a call, and reports whether no request waits any more. A later
// repetition starts a new call.
func (g *callGroup) leave(key callHash, c *sharedCall) (last bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	c.waiting--
	if c.waiting == 0 {
		g.remove(key, c)
	}
	return c.waiting == 0
}

// remove removes a call, unless another one has replaced it. The lock must be held.
func (g *callGroup) remove(key callHash, c *sharedCall) {
	if g.running[key] == c {
		delete(g.running, key)
	}
}

// callHash identifies equal calls.
type callHash [sha256.Size]byte

// hashOf hashes a list of texts. They are quoted, so that different lists have different hashes.
func hashOf(texts ...string) callHash { return sha256.Sum256(fmt.Appendf(nil, "%q", texts)) }
