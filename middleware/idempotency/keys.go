package idempotency

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

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

	memory  Memory
	unknown sync.Once  // reports that callers are not known
	mu      sync.Mutex // guards running
	running map[digest]*running
}

// A Call is what an adapter knows about the key of a call and about its caller, who is the first
// of [WithPrincipal], Principal, the credentials in Header and TLS, and Session. If none is known,
// the answer of an earlier call is not replayed: anyone could send its key.
type Call struct {
	Key       string               // "": none
	Principal string               // whom the adapter authenticated
	Header    http.Header          // of the request: Authorization and API keys
	TLS       *tls.ConnectionState // of the request: a client certificate
	Session   string               // a session that only its client knows
	Busy      bool                 // while the first call runs, a second one fails with 409 and does not wait
	Reuse     bool                 // a key may be used for another input, which is another call (OXP's call_id)
}

type callKey struct{}

// keyed is a call in the context.
type keyed struct {
	Call
	keys     *Keys
	caller   string
	known    bool // caller is known for sure
	replayed atomic.Bool
}

// With returns a context in which a call has a key, for [Do]. Without a key it is ctx.
func (k *Keys) With(ctx context.Context, c Call) context.Context {
	if c.Key == "" {
		return ctx
	}
	call := &keyed{Call: c, keys: k}
	call.caller, call.known = c.caller(ctx)
	return context.WithValue(ctx, callKey{}, call)
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

// credentials are the headers that identify a caller.
var credentials = []string{"Authorization", "Oxp-Api-Key", "X-Api-Key", "Proxy-Authorization"}

// caller returns who made a call, and whether that is known. A cookie may be that of any browser:
// it only separates unknown callers.
func (c *Call) caller(ctx context.Context) (who string, known bool) {
	if own, _ := ctx.Value(principalKey{}).(string); own != "" {
		return quote("caller", own), true
	}
	if c.Principal != "" {
		return quote("principal", c.Principal), true
	}
	var all []string
	for _, name := range credentials {
		for _, v := range c.Header[name] {
			all = append(all, name, v)
		}
	}
	if c.TLS != nil && len(c.TLS.PeerCertificates) > 0 {
		all = append(all, "certificate", string(c.TLS.PeerCertificates[0].Raw))
	}
	if len(all) == 0 && c.Session != "" {
		all = append(all, "session", c.Session)
	}
	known = len(all) > 0
	for _, v := range c.Header["Cookie"] {
		all = append(all, "Cookie", v)
	}
	return quote(all...), known
}

// A digest is a SHA-256 of what must not be kept in the clear.
type digest [sha256.Size]byte

func hash(texts ...string) digest { return sha256.Sum256([]byte(quote(texts...))) }

// quote returns a text for a list of texts, which is another one for another list.
func quote(texts ...string) string { return fmt.Sprintf("%q", texts) }

func (k *Keys) age() time.Duration { return cmp.Or(max(k.MaxAge, 0), 24*time.Hour) }

func (k *Keys) store() Store { return cmp.Or[Store](k.Store, &k.memory) }

func (k *Keys) note(ctx context.Context, text string, attrs ...slog.Attr) {
	attrs = append(attrs, middleware.AttrsFrom(ctx)...)
	cmp.Or(k.Log, slog.Default()).LogAttrs(ctx, slog.LevelWarn, "idempotency: "+text, attrs...)
}
