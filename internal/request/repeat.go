package request

import (
	"cmp"
	"context"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/toolerr/toolerr/errkit"
)

// A Repeat is the policy of a client that repeats calls that failed. First [MayRepeat] decides
// whether a call may be repeated, then [Repeat.Wait] when.
type Repeat struct {
	Attempts int           // of one call, with the first; 0: 3
	Base     time.Duration // before the second attempt, if the error names no time; doubled for each further one
	MaxWait  time.Duration // a call that must wait longer is not repeated; 0: 30 s
}

// MayRepeat reports whether a program may repeat a call that failed: if the sender of the error
// allows it, or states nothing and it failed in a way that may pass, and if the call had no
// effect, or making it twice has the effect of making it once. Neither an invitation nor a time to
// wait is enough. A call of OXP can always be repeated: its call_id is the key (OXP 1.0, Call
// Tool).
func MayRepeat(e *errkit.Error, mayPass bool, isRepeatable func() bool) bool {
	stated, oxp := e.Retry, false
	if e.Peer != nil {
		stated, oxp = cmp.Or(e.Peer.Retry, e.Retry), strings.HasPrefix(e.Peer.Dialect, "oxp")
	}
	switch {
	case stated == errkit.Never, stated == errkit.AfterAction, stated != errkit.Allowed && !mayPass:
		return false
	}
	return e.Effect == errkit.EffectNone || oxp && stated == errkit.Allowed || isRepeatable()
}

// Wait waits before a call is repeated that failed with e in its n-th attempt, from 1: the time
// that e names, or a random part of the doubled base. It is false at once, and the call is not
// repeated, after the last attempt, if the time is longer than MaxWait, or if ctx ends before. The
// error is why ctx ended meanwhile. announce is called before the wait; it may be nil.
func (p Repeat) Wait(ctx context.Context, e *errkit.Error, n int, announce func(time.Duration)) (bool, error) {
	longest := cmp.Or(max(p.MaxWait, 0), 30*time.Second)
	wait := e.RetryAfter
	if wait <= 0 {
		most := p.Base << min(n-1, 16)
		if most <= 0 || most > longest {
			most = longest
		}
		wait = most/2 + rand.N(most/2+1)
	}
	at, ok := ctx.Deadline()
	if n >= cmp.Or(max(p.Attempts, 0), 3) || wait > longest || ctx.Err() != nil || ok && time.Until(at) <= wait {
		return false, nil
	}
	if announce != nil {
		announce(wait)
	}
	select {
	case <-time.After(wait):
		return true, nil
	case <-ctx.Done():
		return false, context.Cause(ctx)
	}
}
