package oxpserver

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"hash"
	"sync"
	"time"

	"github.com/toolerr/toolerr/errkit"
)

// maxFlights bounds the calls that others can join; calls beyond it run each by itself.
const maxFlights = 1024

// outcome is what became of a call.
type outcome struct {
	value    json.RawMessage
	err      *errkit.Error
	elapsed  time.Duration
	panicked any // a panic that nobody was to catch
}

// key names a call: two are one if everything about them is equal, the caller too.
type key [sha256.Size]byte

// flights are the calls in flight. A call that is repeated, for its client lost the connection, joins the first one
// instead of running twice (OXP 1.0, call_id).
type flights struct {
	mu  sync.Mutex
	all map[key]*flight
}

type flight struct {
	done    chan struct{}
	out     outcome // once done is closed
	waiting int
	cancel  context.CancelFunc
}

// run runs f, or waits for the call of the same key that is running. f is not canceled before all who wait for it are
// gone, and the last one to go waits until it has ended. It returns false, and the outcome is empty, if ctx ended first.
func (s *flights) run(ctx context.Context, k key, f func(context.Context) outcome) (outcome, bool) {
	fl := s.join(ctx, k, f)
	if fl == nil {
		return f(ctx), true
	}
	select {
	case <-fl.done:
	case <-ctx.Done():
		if !s.leave(k, fl) {
			return outcome{}, false
		}
		fl.cancel()
		<-fl.done
	}
	if fl.out.panicked != nil {
		panic(fl.out.panicked) // in the goroutine of a request, where the HTTP server knows what to do
	}
	return fl.out, true
}

// join returns the flight of a key, and starts it if there is none; nil if there are too many.
func (s *flights) join(ctx context.Context, k key, f func(context.Context) outcome) *flight {
	s.mu.Lock()
	defer s.mu.Unlock()
	if fl := s.all[k]; fl != nil {
		fl.waiting++
		return fl
	}
	if len(s.all) >= maxFlights {
		return nil
	}
	if s.all == nil {
		s.all = map[key]*flight{}
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	fl := &flight{done: make(chan struct{}), waiting: 1, cancel: cancel}
	s.all[k] = fl
	go s.fly(ctx, k, fl, f)
	return fl
}

func (s *flights) fly(ctx context.Context, k key, fl *flight, f func(context.Context) outcome) {
	fl.out = outcome{err: &errkit.Error{Kind: errkit.Internal}} // should f end its goroutine
	defer func() {
		if v := recover(); v != nil {
			fl.out.panicked = v
		}
		s.remove(k, fl)
		fl.cancel()
		close(fl.done)
	}()
	fl.out = f(ctx)
}

// leave reports whether nobody waits any more. Who comes after that starts anew.
func (s *flights) leave(k key, fl *flight) (last bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fl.waiting--
	if fl.waiting == 0 && s.all[k] == fl {
		delete(s.all, k)
	}
	return fl.waiting == 0
}

func (s *flights) remove(k key, fl *flight) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all[k] == fl {
		delete(s.all, k)
	}
}

// digest sums up texts, each with its length, so that no two lists of texts are alike.
type digest struct{ h hash.Hash }

func newDigest() digest { return digest{sha256.New()} }

func (d digest) add(texts ...string) {
	var n [8]byte
	for _, t := range texts {
		binary.BigEndian.PutUint64(n[:], uint64(len(t)))
		d.h.Write(n[:])
		d.h.Write([]byte(t))
	}
}

func (d digest) sum() (k key) {
	d.h.Sum(k[:0])
	return k
}
