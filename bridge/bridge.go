package bridge

import (
	"cmp"
	"context"
	"errors"
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
// dialect of the upstream's errors, and relays what their readers can act on. A Bridge must not be
// changed while it is in use, and is safe for concurrent use.
type Bridge struct {
	To     dialect.Dialect                     // of the responses; nil: [problem.Dialect]
	Choose func(*http.Request) dialect.Dialect // of the response to a request; nil, or a nil result: To
	From   dialect.Dialect                     // of the upstream's errors; nil: detected among Codec.Dialects
	Codec  dialect.Codec                       // decodes and renders; without Dialects: all.Dialects()
	Policy Policy                              // what the client sees of an upstream's error
	Tools  *Tools                              // explains calls of tools that fail, for clients of MCP; nil: none
	Hold   int                                 // bytes of a response, or of one of its events, that are held; 0: 64 KiB

	// HoldAll is how many bytes of all responses are held at a time, with their text if they are
	// compressed, their events and their lists of tools. Beyond it, a response is one that is
	// longer than Hold, and a list is not known. 0: 64 MiB.
	HoldAll int

	// Wait is how long the rest of a response that is held is awaited: then a success passes, and
	// an error is rendered without its body. It is awaited no longer than 5 seconds, which is the
	// default. The head of the answer to a call of JSON-RPC passes after a fifth of a second.
	Wait time.Duration

	// Report is called once for each error that is rendered, and for each success that is passed
	// although it could not be examined. The Report is for reading only. Texts in it may be
	// private. A panic of Report is ignored. Nil: nothing is reported, and losses are not
	// measured.
	Report func(context.Context, *Report)

	held int32 // bytes of all responses; it is changed atomically
}

// What a Bridge does if a field is 0.
const (
	defaultHold    = 64 << 10
	defaultHoldAll = 64 << 20
	defaultWait    = 5 * time.Second // and the most
)

// headWait is how long the head of an answer to a call waits for its body.
const headWait = 200 * time.Millisecond

var allDialects = sync.OnceValue(all.Dialects)

// wait returns how long the rest of a response is awaited.
func (b *Bridge) wait() time.Duration { return min(cmp.Or(max(b.Wait, 0), defaultWait), defaultWait) }

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
	d := b.To
	if b.Choose != nil {
		d = cmp.Or(b.Choose(r), d)
	}
	if n, ok := d.(dialect.Negotiator); ok {
		return n.For(r.Header)
	}
	return cmp.Or[dialect.Dialect](d, problem.Dialect{})
}

// CheckClient returns an error if a dialect of clients cannot be that of an HTTP response with a
// body: the errors of gRPC are in trailers. Programs that take a dialect by its name call it at
// the start.
func CheckClient(to dialect.Dialect) error {
	if to != nil && to.Name() == "grpc" {
		return errors.New("the errors of gRPC are in trailers, which a bridge does not write: use an interceptor" +
			" of package grpcerr in the server, or the dialect connect")
	}
	return nil
}

// isByStatus reports whether the errors of a dialect have the HTTP status of an error.
func (b *Bridge) isByStatus(d dialect.Dialect) bool {
	if envelope, _ := dialect.IsRPC(d); envelope {
		return false
	}
	_, head := b.Codec.Append(nil, d, dialect.Call{}, new(errkit.Error))
	return header.IsError(head.Status)
}
