package bridge

import (
	"bytes"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/mapping"
)

// effectOf returns the effect of a call that an upstream responded to with an error. It is unknown
// after a 5xx, except 503 with Retry-After or the code of a limit: a gateway responds with 502,
// 503 and 504 to requests that it has sent, too. It is unknown after a tool that ran and reports a
// limit: that of a service, which may be after an order.
func (x *Exchange) effectOf(e *errkit.Error) errkit.Effect {
	effect := mapping.CertainKind(e).Effect()
	switch {
	case e.Effect != errkit.EffectUnspecified || e.Retry != errkit.RetryUnspecified:
		return e.Effect
	case x.unsent, x.isLimit(e), header.IsRefused(x.status, nil),
		x.status == http.StatusServiceUnavailable && e.RetryAfter > 0:
		return errkit.EffectNone
	case x.status == http.StatusRequestTimeout: // not all of the request arrived (RFC 9110 §15.5.9)
		return errkit.EffectUnspecified
	case effect == errkit.EffectNone && (e.Peer.Public || x.status >= 500), x.status >= 500 && e.Status >= 500,
		effect < errkit.EffectUnknown && e.Kind.Effect() > errkit.EffectNone: // a guess warns, and states no more
		return errkit.EffectUnknown
	}
	return effect
}

// isOverruled reports whether the status of a server fault is truer than an error that blames the
// caller or the user: it is not that of a tool or a limit, and has no envelope or protocol whose
// errors have any status.
func (x *Exchange) isOverruled(e *errkit.Error) bool {
	from, _ := all.Parse(e.Peer.Dialect)
	isRPC, _ := dialect.IsRPC(from)
	hasAny := isRPC || e.Peer.AnyStatus || e.Peer.Public || e.Peer.Carried
	return x.status >= 500 && isOfCaller(e.Kind) && !hasAny && !x.isLimit(e)
}

// isLimit reports whether an error is a limit of calls by its code, for which services such as
// Amazon S3 have 503.
func (x *Exchange) isLimit(e *errkit.Error) bool {
	isKnown := x.status == http.StatusServiceUnavailable && e.Kind == errkit.RateLimited && e.Peer != nil && !e.Peer.Guessed
	return isKnown && rateCode.MatchString(string(e.Code))
}

// rateCode is the code of a limit of calls, rather than that of a quota, which work may reach.
var rateCode = regexp.MustCompile(`(?i)slow_?down|throttl|too_?many_?requests|(request|rate)[ ._-]?(rate|limit)`)

// Unsent states that the upstream's response is that of a gateway which has sent nothing of the
// request to a server: the call had no effect. It is called before [Exchange.Head].
func (x *Exchange) Unsent() { x.unsent = true }

// withEffect returns e, the error of a request without a response because of err, with the effect
// of the call. What the author of err states is kept.
func (x *Exchange) withEffect(e *errkit.Error, err error) *errkit.Error {
	c := *e
	own, ok := errors.AsType[*errkit.Error](err)
	switch {
	case ok && (own.Retry != errkit.RetryUnspecified || own.Effect != errkit.EffectUnspecified):
		return e
	case e.Stage == errkit.BeforeCall, slices.Contains(connectionKinds[:], e.Kind) && !x.maySend(err):
		c.Effect = errkit.EffectNone
	default:
		c.Effect = e.Kind.Effect()
	}
	return &c
}

// connectionKinds are those of a request that may not have been sent.
var connectionKinds = [...]errkit.Kind{errkit.Network, errkit.Timeout, errkit.Canceled}

// repeatable returns whether the call of a message in the request is repeatable: by the HTTP
// method (RFC 9110 §9.2.1, §9.2.2), or by that of JSON-RPC, whose calls are all a POST. Of a tool
// it is not known.
func (x *Exchange) repeatable(m *rpc.Message, method string) errkit.Repeatable {
	of := header.Repeatable(x.request.Method)
	switch isCall := m.Has(rpc.Version) && m.HasMethod(); {
	case of == errkit.RepeatableYes, isCall && rpc.IsRepeatable(method):
		return errkit.RepeatableYes
	case isCall || x.isRPC:
		return errkit.RepeatableUnstated
	}
	return of
}

// callIn returns what a dialect renders with.
func (x *Exchange) callIn(m *rpc.Message) dialect.Call {
	method := m.Text(rpc.Method)
	return dialect.Call{ID: bytes.Clone(m.CallID()), Method: method, Tool: m.Text(rpc.Tool), URI: m.Text(rpc.URI),
		Repeatable: x.repeatable(m, method)}
}

// keys are the headers because of which net/http repeats a POST without a body, or with one that
// it can rewind, after a lost connection.
var keys = [...]string{"Idempotency-Key", "X-Idempotency-Key"}

// sendOnce prepares a request to an upstream so that net/http does not repeat it, unless its
// method is idempotent: that the server honours the key is not known. Names of headers are
// case-insensitive (RFC 9110 §5.1), and net/http looks only for keys in their canonical form.
func sendOnce(r *http.Request) {
	r.GetBody = nil
	if r.Body != nil && r.Body != http.NoBody {
		return
	}
	for _, name := range keys {
		if values, ok := r.Header[name]; ok {
			delete(r.Header, name)
			r.Header[strings.ToLower(name)] = values
		}
	}
}
