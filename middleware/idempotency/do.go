package idempotency

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
)

// The errors of calls whose key is in use.
var (
	// draft-ietf-httpapi-idempotency-key-header-07 §2.7: 422.
	errOther = &errkit.Error{Kind: errkit.InvalidRequest, Status: 422, Stage: errkit.BeforeCall,
		Code:    "idempotency_key_reused",
		Message: "The idempotency key was used for another call. Use a new key for this call."}
	// The same, §2.7: 409. A client sends the same key again.
	errBusy = &errkit.Error{Kind: errkit.Conflict, Status: 409, Stage: errkit.BeforeCall,
		Code: "idempotency_key_in_use", Retry: errkit.Allowed, RetryAfter: time.Second,
		Message: "A call with this idempotency key is running. Repeat the call with the same key."}
	// In protocols whose errors a model reads, which repeats a call with another key.
	errRunning = &errkit.Error{Kind: errkit.Conflict, Stage: errkit.BeforeCall,
		Code: "idempotency_key_in_use", Effect: errkit.EffectUnknown,
		Message: "The same call is running, or its server stopped before there was an answer."}
	errNotKept = &errkit.Error{Kind: errkit.OutputInvalid, Stage: errkit.Execution,
		Effect: errkit.EffectDone, Message: "The call was made, but its answer cannot be sent again."}
	errNoAnswer = &errkit.Error{Kind: errkit.Internal, Stage: errkit.Execution, Effect: errkit.EffectUnknown}
)

// Do calls f once for equal calls with the key of the context, and returns what f returned, to
// other calls as a copy that was encoded as JSON. An error of f was handled by the boundary. The
// fingerprint is what else must be equal: the version of the tool, its input, and what the caller
// brings. Without a key Do calls f. An error of Do itself is handled by b, which may be nil.
//
// A result that f returns beside an error is returned, too, and not kept.
func Do[T any](
	ctx context.Context, b *middleware.Boundary, tool string, fingerprint func() []byte,
	f func(context.Context) (T, error),
) (out T, _ error) {
	c, _ := ctx.Value(callKey{}).(*keyed)
	if c == nil {
		return f(ctx)
	}
	var own *T
	run := func(ctx context.Context) answer {
		out, err := f(context.WithValue(ctx, callKey{}, (*keyed)(nil))) // calls within the call have no key
		own = &out
		doc, _ := text.Marshal(out) // nil: it cannot be sent again
		return answer{output: doc, err: err}
	}
	print := sha256.Sum256(fingerprint())
	id := hash(c.caller, tool, c.Key)
	a := c.do(ctx, id, print, run)
	if a.refused == errOther && c.Reuse {
		c.keys.note(ctx, "a call has the key of a call with another input, and runs as a call of its own")
		a = c.do(ctx, hash(string(id[:]), string(print[:])), print, run)
	}
	c.replayed.Store(a.replayed)
	switch {
	case a.refused != nil: // f may still be running for another call
		return out, b.Handle(ctx, a.refused)
	case own != nil:
		return *own, a.err
	}
	var copied T
	if err := json.Unmarshal(a.output, &copied); err != nil && a.err == nil {
		return out, b.Handle(ctx, errNotKept)
	}
	return copied, a.err
}

// An answer is what a call returns.
type answer struct {
	output   json.RawMessage
	err      error
	refused  error // in place of an answer, by this package
	replayed bool
	panicked any // the value of a panic that the boundary does not recover
}

// do joins the running call with an id, or starts it.
func (c *keyed) do(ctx context.Context, id, print digest, f func(context.Context) answer) answer {
	r, first := c.keys.join(ctx, id, print, !c.Busy, func(ctx context.Context) answer {
		switch {
		case c.keys.Replay && c.known:
			return c.replay(ctx, fmt.Sprintf("%x", id), print, f)
		case c.keys.Replay:
			c.keys.unknown.Do(func() { c.keys.note(ctx, "a call has a key and no known caller: such answers are not kept") })
		}
		return f(ctx)
	})
	switch {
	case r.print != print:
		return answer{refused: errOther}
	case !first && c.Busy:
		return answer{refused: errBusy}
	}
	return c.wait(ctx, r)
}

// replay returns the answer that is kept, or runs f and keeps its answer.
func (c *keyed) replay(ctx context.Context, id string, print digest, f func(context.Context) answer) (a answer) {
	k := c.keys
	kept, err := k.store().Claim(ctx, id, record{Print: print[:], Running: true, Since: time.Now()}.encode(), k.age())
	switch {
	case err != nil:
		return answer{refused: &errkit.Error{Kind: errkit.Unavailable, Stage: errkit.BeforeCall,
			Effect: errkit.EffectNone, Err: err}}
	case kept != nil:
		return c.answerOf(ctx, kept, print)
	}
	a.err = errNoAnswer // if f does not return
	defer func() { k.save(ctx, id, k.recordOf(ctx, print, a)) }()
	return f(ctx)
}

// A record is what a store has of a call. Only hashes of the key, the caller and the input are in
// it, but the output is in the clear.
type record struct {
	Print   []byte          `json:"fingerprint"`
	Running bool            `json:"running,omitempty"`
	Since   time.Time       `json:"since,omitzero"` // it runs
	Output  json.RawMessage `json:"output,omitempty"`
	Error   *errkit.Error   `json:"error,omitempty"`
}

func (r record) encode() []byte {
	doc, _ := text.Marshal(r) // an output is JSON
	return doc
}

// recordOf returns the record of an answer, empty if the call must run again. An error that is not
// an *errkit.Error belongs to a protocol, and has no record but that of a call of unknown effect.
func (k *Keys) recordOf(ctx context.Context, print digest, a answer) record {
	keep, instead := record{Print: print[:], Output: a.output}, errNotKept
	if a.err != nil {
		e, ok := a.err.(*errkit.Error)
		if ok && runsAgain(ctx, e) {
			return record{}
		}
		if instead = errNoAnswer; !ok {
			e = instead
		}
		keep.Output, keep.Error = nil, e
	}
	if keep.Output == nil && keep.Error == nil || len(keep.encode()) > cmp.Or(max(k.MaxAnswer, 0), 1<<20) {
		k.note(ctx, "an answer cannot be kept, or is too large")
		keep.Output, keep.Error = nil, instead
	}
	return keep
}

// runsAgain reports whether a call that failed runs again when it is repeated: it had no effect,
// the error invites to repeat it, or it asks for something that the next call brings.
func runsAgain(ctx context.Context, e *errkit.Error) bool {
	switch e.Kind {
	case errkit.AuthRequired, errkit.InputRequired, errkit.RequirementMissing, errkit.Unauthenticated:
		return true
	}
	retry, _ := mapping.Default().Narrow(e, middleware.RepeatableFrom(ctx))
	return e.Needs != nil || e.Effect == errkit.EffectNone || e.Stage == errkit.BeforeCall || retry == errkit.Allowed
}

// save keeps a record, or removes the claim for an empty one. The client may be gone.
func (k *Keys) save(ctx context.Context, id string, keep record) {
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	var err error
	if keep.Print == nil {
		err = k.store().Delete(end, id)
	} else {
		err = k.store().Put(end, id, keep.encode(), k.age())
	}
	if err != nil {
		k.note(ctx, "an answer cannot be kept", slog.Any("error", err))
	}
}

// silent is the boundary of failures that the first call has reported.
var silent = &middleware.Boundary{Report: func(context.Context, *errkit.Error) {}}

// answerOf returns the answer in a record. A call that runs longer than maxAlone may be one of a
// server that stopped: a client that waits for its answer would wait for the age of the record.
func (c *keyed) answerOf(ctx context.Context, doc []byte, print digest) answer {
	var kept record
	if err := json.Unmarshal(doc, &kept); err != nil {
		return answer{refused: fmt.Errorf("idempotency: the store has a record that is damaged: %w", err)}
	}
	switch {
	case string(kept.Print) != string(print[:]):
		return answer{refused: errOther}
	case kept.Running && c.Busy && time.Since(kept.Since) < maxAlone:
		return answer{refused: errBusy}
	case kept.Running:
		return answer{refused: errRunning}
	case kept.Error != nil && kept.Error.Ref != "":
		return answer{err: silent.Handle(ctx, kept.Error), replayed: true}
	case kept.Error != nil:
		return answer{err: kept.Error, replayed: true}
	}
	return answer{output: kept.Output, replayed: true}
}

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

// maxAlone is how long a call without a deadline runs when its client has left, whose key it holds.
const maxAlone = 5 * time.Minute

// wait returns the answer of a call that was joined. The last request that leaves cancels the
// call, unless its time is over as well, and returns after it. Over HTTP a client that leaves may
// have lost its connection, and asks for an answer that is kept: it cancels nothing, but a call
// without a deadline ends after maxAlone.
func (c *keyed) wait(ctx context.Context, r *running) answer {
	select {
	case <-r.done:
	case <-ctx.Done():
		c.keys.mu.Lock()
		r.waiting--
		last := r.waiting == 0
		c.keys.mu.Unlock()
		if !last {
			return answer{refused: ctx.Err()}
		}
		asks := c.keys.Replay && c.known && (c.Busy || c.Reuse) && context.Cause(ctx) == context.Canceled
		if deadline, ok := r.ctx.Deadline(); asks && !ok {
			defer time.AfterFunc(maxAlone, r.cancel).Stop()
		} else if !asks && (!ok || time.Now().Before(deadline)) {
			r.cancel()
		}
		<-r.done
	}
	if r.answer.panicked != nil {
		panic(r.answer.panicked) // in the goroutine of a request, for the HTTP server
	}
	return r.answer
}
