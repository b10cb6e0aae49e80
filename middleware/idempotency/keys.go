package idempotency

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
)

// Keys are the calls of one program that have a key. The zero Keys join calls. It may be used by
// many goroutines and by several adapters at once; its fields must not be changed after the first
// call.
type Keys struct {
	Replay    bool          // keep answers, for tools that are not read-only
	Store     Store         // of the answers; nil: a [Memory] of its own
	MaxAge    time.Duration // for which an answer is kept; 0: 24 hours
	MaxAnswer int           // maximum size of an answer that is kept, in bytes; 0: 1 MiB
	Log       *slog.Logger  // for answers that are not kept; nil: [slog.Default]

	memory Memory
	group  group
}

// A Call is what an adapter knows about the key of a call.
type Call struct {
	Key       string // "": none
	Principal string // the caller, from [WithPrincipal] or what the adapter knows
	JoinOnly  bool   // the caller is not known for sure, so no answer is replayed
	Busy      bool   // while the first call runs, a second one fails with 409 and does not wait
	Reuse     bool   // a key may be used for another input, which is another call (OXP's call_id)
}

type callKey struct{}

// keyed is a call in the context.
type keyed struct {
	Call
	keys     *Keys
	replayed atomic.Bool
}

// With returns a context in which the call of a tool has a key. Without a key it is ctx.
func (k *Keys) With(ctx context.Context, c Call) context.Context {
	if c.Key == "" {
		return ctx
	}
	return context.WithValue(ctx, callKey{}, &keyed{Call: c, keys: k})
}

// HasKey reports whether the call of a context has a key.
func HasKey(ctx context.Context) bool {
	c, _ := ctx.Value(callKey{}).(*keyed)
	return c != nil
}

// Replayed reports whether the call of a context of [Keys.With] got the answer of an earlier call.
func Replayed(ctx context.Context) bool {
	c, _ := ctx.Value(callKey{}).(*keyed)
	return c != nil && c.replayed.Load()
}

type principalKey struct{}

// WithPrincipal returns a context that identifies the caller, for a program that authenticates its
// callers itself. Calls of different callers never share an answer.
func WithPrincipal(ctx context.Context, caller string) context.Context {
	return context.WithValue(ctx, principalKey{}, caller)
}

// Principal returns the caller that WithPrincipal set, "" for none.
func Principal(ctx context.Context) string {
	caller, _ := ctx.Value(principalKey{}).(string)
	return caller
}

// A Run calls the function of a tool. Its error was handled by the boundary.
type Run func(context.Context) (json.RawMessage, error)

// Do calls f once for equal calls with the key of the context. The fingerprint is what else must be
// equal: the version of the tool, its input, and what the caller brings. Without a key Do calls f.
// An error of Do itself is handled by b.
func Do(ctx context.Context, b *middleware.Boundary, tool string, fingerprint []byte, f Run) (json.RawMessage, error) {
	c, _ := ctx.Value(callKey{}).(*keyed)
	if c == nil {
		return f(ctx)
	}
	once := func(ctx context.Context) (json.RawMessage, error) { // calls within the call have no key
		return f(context.WithValue(ctx, callKey{}, (*keyed)(nil)))
	}
	print := sha256.Sum256(fingerprint)
	id := hash(c.Principal, tool, c.Key)
	a := c.do(ctx, id, print, once)
	if a.err == errOther && c.Reuse {
		c.keys.note(ctx, tool, "a call has the key of a call with another input, and runs as a call of its own")
		a = c.do(ctx, hash(string(id[:]), string(print[:])), print, once)
	}
	c.replayed.Store(a.replayed)
	if a.own {
		return nil, b.Handle(ctx, a.err)
	}
	return a.output, a.err
}

// digest is a SHA-256 of what must not be kept in the clear.
type digest [sha256.Size]byte

// hash hashes a list of texts. They are quoted, so that different lists have different hashes.
func hash(texts ...string) digest { return sha256.Sum256(fmt.Appendf(nil, "%q", texts)) }

// An answer is what a call returns.
type answer struct {
	output   json.RawMessage
	err      error
	own      bool // err is of this package
	replayed bool
	panicked any // the value of a panic that the boundary does not recover
}

func failed(err error) answer { return answer{err: err, own: true} }

// do joins the running call with an id, or starts it.
func (c *keyed) do(ctx context.Context, id, print digest, f Run) answer {
	k, replay := c.keys, c.keys.Replay && !c.JoinOnly
	shared, first := k.group.join(ctx, id, print, !c.Busy, func(ctx context.Context) answer {
		if replay {
			return c.replay(ctx, fmt.Sprintf("%x", id), print, f)
		}
		return call(ctx, f)
	})
	switch {
	case shared == nil && replay:
		return failed(errFull)
	case shared == nil:
		return call(ctx, f)
	case shared.print != print:
		return failed(errOther)
	case !first && c.Busy:
		return failed(errBusy)
	}
	return k.group.wait(ctx, shared)
}

func call(ctx context.Context, f Run) answer {
	output, err := f(ctx)
	return answer{output: output, err: err}
}

// replay returns the answer that is kept, or runs f and keeps its answer.
func (c *keyed) replay(ctx context.Context, id string, print digest, f Run) (a answer) {
	k, store := c.keys, c.keys.store()
	age := cmp.Or(max(k.MaxAge, 0), 24*time.Hour)
	kept, err := store.Claim(ctx, id, record{Print: print[:], Running: true}.encode(), age)
	switch {
	case err != nil:
		return failed(&errkit.Error{Kind: errkit.Unavailable, Stage: errkit.BeforeCall, Effect: errkit.EffectNone, Err: err})
	case kept != nil:
		return c.answerOf(kept, print)
	}
	keep := record{Print: print[:], Error: &errkit.Error{ // of a call that does not return
		Kind: errkit.Internal, Stage: errkit.Execution, Effect: errkit.EffectUnknown}}
	defer func() { k.save(ctx, store, id, keep, age) }()
	a = call(ctx, f)
	keep = k.recordOf(ctx, a, keep)
	return a
}

// answerOf returns the answer in a record.
func (c *keyed) answerOf(doc []byte, print digest) answer {
	var kept record
	if err := json.Unmarshal(doc, &kept); err != nil {
		return failed(fmt.Errorf("idempotency: the store has a record that is damaged: %w", err))
	}
	switch {
	case string(kept.Print) != string(print[:]):
		return failed(errOther)
	case kept.Running && c.Busy:
		return failed(errBusy)
	case kept.Running:
		return failed(errRunning)
	case kept.Error != nil:
		return answer{err: kept.Error, replayed: true}
	}
	return answer{output: kept.Output, replayed: true}
}

func (k *Keys) store() Store {
	if k.Store != nil {
		return k.Store
	}
	return &k.memory
}

// save keeps a record, or removes the claim if there is none to keep. The client may be gone.
func (k *Keys) save(ctx context.Context, store Store, id string, keep record, age time.Duration) {
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	var err error
	if keep.Output == nil && keep.Error == nil {
		err = store.Delete(end, id)
	} else {
		err = store.Put(end, id, keep.encode(), age)
	}
	if err != nil {
		k.note(ctx, "", "an answer cannot be kept", slog.Any("error", err))
	}
}

func (k *Keys) note(ctx context.Context, tool, text string, attrs ...slog.Attr) {
	attrs = append(attrs, middleware.AttrsFrom(ctx)...)
	if tool != "" && len(attrs) == 0 {
		attrs = append(attrs, slog.String("tool", tool))
	}
	cmp.Or(k.Log, slog.Default()).LogAttrs(ctx, slog.LevelWarn, "idempotency: "+text, attrs...)
}
