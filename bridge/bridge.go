package bridge

import (
	"cmp"
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
)

// A Bridge replaces the errors in an upstream's responses by documents of one dialect. The zero
// Bridge renders problem details (RFC 9457) for responses with the status of an error, detects the
// dialect of the upstream's errors, and relays what their readers can act on. A Bridge must not be changed
// while it is in use, and is safe for concurrent use.
type Bridge struct {
	To     dialect.Dialect                     // of the responses; nil: [problem.Dialect]
	Choose func(*http.Request) dialect.Dialect // of the response to a request; nil, or a nil result: To
	From   dialect.Dialect                     // of the upstream's errors; nil: detected among Codec.Dialects
	Codec  dialect.Codec                       // decodes and renders; without Dialects: all.Dialects()
	Policy Policy                              // what the client sees of an upstream's error
	Tools  *Tools                              // explains calls of tools that fail, for clients of MCP; nil: none
	Hold   int                                 // bytes of a response, or of one of its events, that are held; 0: 1 MiB

	// Wait is how long the rest of a response that is held is awaited: then a success passes, and
	// an error is rendered without its body. It is awaited no longer than a minute for a success,
	// which is the default, and 5 seconds for an error.
	Wait time.Duration

	// Report is called once for each error that is rendered, and for each success that is passed
	// although it could not be examined. The Report is for reading only. Texts in it may be
	// private. A panic of Report is ignored. Nil: nothing is reported, and losses are not
	// measured.
	Report func(context.Context, *Report)
}

// defaultHold is [Bridge.Hold] if it is 0.
const defaultHold = 1 << 20

// The most that [Bridge.Wait] has an effect for.
const (
	maxWait      = time.Minute     // for the rest of a response of 2xx that is held
	maxErrorWait = 5 * time.Second // for the rest of the body of an error
)

var allDialects = sync.OnceValue(all.Dialects)

// wait returns how long the rest of a response with a status is awaited.
func (b *Bridge) wait(status int) time.Duration {
	most := maxWait
	if isFailure(status) {
		most = maxErrorWait
	}
	return min(cmp.Or(max(b.Wait, 0), most), most)
}

func (b *Bridge) hold() int { return cmp.Or(max(b.Hold, 0), defaultHold) }

// codec returns the codec that decodes the upstream's documents.
func (b *Bridge) codec() dialect.Codec {
	c := b.Codec
	if len(c.Dialects) == 0 {
		c.Dialects = allDialects()
	}
	c.Strict, c.Unread = false, b.Report != nil
	return c
}

// to returns the dialect of the response to a request, in the revision of the request.
func (b *Bridge) to(r *http.Request) dialect.Dialect {
	d := b.chosen(r)
	if n, ok := d.(dialect.Negotiator); ok {
		return n.For(r.Header)
	}
	if d == nil {
		return problem.Dialect{}
	}
	return d
}

// chosen returns the result of Choose, or To. A panic of Choose means To.
func (b *Bridge) chosen(r *http.Request) (d dialect.Dialect) {
	if b.Choose == nil {
		return b.To
	}
	defer func() {
		if v := recover(); v != nil || d == nil {
			d = b.To
		}
	}()
	return b.Choose(r)
}

// readsSuccesses reports whether a response of 2xx may be an error, for a client with a dialect:
// its errors have such a status, or From names a dialect whose errors have. For others the status
// decides (RFC 9110 §15.3).
func (b *Bridge) readsSuccesses(to dialect.Dialect) bool {
	s, ok := b.From.(dialect.Succeeder)
	return !b.isByStatus(to) || b.From != nil && (ok && s.InSuccess() || !b.isByStatus(b.From))
}

// readsRPC reports whether the errors of the upstream may be those of JSON-RPC.
func (b *Bridge) readsRPC() bool {
	envelope, _ := dialect.IsRPC(b.From)
	return b.From == nil || envelope
}

// isByStatus reports whether the errors of a dialect have the HTTP status of an error.
func (b *Bridge) isByStatus(d dialect.Dialect) bool {
	if envelope, _ := dialect.IsRPC(d); envelope {
		return false
	}
	_, head := b.Codec.Append(nil, d, dialect.Call{}, new(errkit.Error))
	return header.IsError(head.Status)
}
