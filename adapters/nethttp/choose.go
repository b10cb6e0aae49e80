package nethttp

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/aai"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/mapping"
	"github.com/toolerr/toolerr/middleware"
)

// An Offer is a media type that a client can ask for, and the dialect that it
// gets then.
type Offer struct {
	Type    string // such as "application/problem+json"
	Dialect dialect.Dialect
}

// ChooseByAccept returns an [API.Choose]: it returns the offer that the header
// Accept of a request prefers, the first of equal ones, and nil if Accept is
// missing or names none of them (RFC 9110 §12.5.1). "*/*" is no preference.
func ChooseByAccept(offers ...Offer) func(*http.Request) dialect.Dialect {
	return func(r *http.Request) dialect.Dialect {
		var best dialect.Dialect
		most := 0
		for i := range offers {
			if q := quality(r.Header["Accept"], offers[i].Type); q > most {
				best, most = offers[i].Dialect, q
			}
		}
		return best
	}
}

// quality is how much a media type is preferred, in thousandths: the weight of the
// most specific range that includes it.
func quality(accept []string, offer string) int {
	kind, sub, _ := strings.Cut(offer, "/")
	q, exact := 0, 0
	for item := range header.Items(accept) {
		media, parameters, _ := strings.Cut(item, ";")
		t, s, _ := strings.Cut(strings.TrimSpace(media), "/")
		specific := 0
		switch {
		case !strings.EqualFold(t, kind):
		case strings.EqualFold(s, sub):
			specific = 2
		case s == "*":
			specific = 1
		}
		if specific > exact {
			q, exact = header.Weight(parameters), specific
		}
	}
	return q
}

// ChooseByBody is an [API.Choose]: it returns the dialect of a JSON-RPC call,
// and nil for all other requests, batches among them. It is MCP if the headers
// or the first 4 KiB of the body show that, else AAI.
//
// As [API.Choose] it looks at all that the handler read of the body. Elsewhere
// it reads the first bytes ahead, and puts them back: only of a body that is
// declared as JSON, and not if the client waits for "100 Continue".
func ChooseByBody(r *http.Request) dialect.Dialect {
	if r.Header.Get("Mcp-Protocol-Version") != "" || r.Header.Get("Mcp-Method") != "" {
		return mcp.Dialect{}.For(r.Header)
	}
	found := startOf(r)
	switch {
	case found.Has(rpc.Defined):
		return mcp.Dialect{}
	case found.IsRPC():
		return aai.Dialect{}
	}
	return nil
}

// startOf returns what the start of a body shows of a JSON-RPC call.
func startOf(r *http.Request) (none rpc.Message) {
	if !header.IsJSON(header.MediaType(r.Header)) {
		return none
	}
	x := linkOf(r)
	if x == nil || x.body == nil || !sameMap(r.Header, x.request.Header) ||
		!x.choosing.Load() && !x.body.isStarted() { // the handler asks before it reads
		return peek(r)
	}
	return x.scan(maxStart, x.choosing.Load())
}

// peek reads the start of a body that was not read before, as far as it is
// needed, and puts it back.
func peek(r *http.Request) (found rpc.Message) {
	if !hasBody(r) || r.Header.Get("Expect") != "" {
		return found
	}
	start := make([]byte, maxStart)
	n := 0
	var err error
	for n < len(start) && err == nil && !found.Done && !found.Has(rpc.Defined) {
		var k int
		k, err = r.Body.Read(start[n:])
		found.Write(start[n : n+k])
		n += k
	}
	r.Body = restored(r.Body, start[:n], err)
	return found
}

const (
	maxStart = 4 << 10         // bytes of a body at which [ChooseByBody] looks
	maxAhead = 256 << 10       // bytes that are read to find an id; net/http reads as many to use the connection again
	maxWait  = 2 * time.Second // for a client that sends them; over HTTP/1 net/http itself waits without a bound

	maxRest = 100 * time.Millisecond // for the rest of the body of such a call, before its connection is closed
)

// callFor returns the call that a document of d for e responds to. Most are problem details, which
// depend on it only if the call may have had an effect.
func (c *call) callFor(d dialect.Dialect, e *errkit.Error) dialect.Call {
	if _, ok := d.(problem.Dialect); ok && !mapping.MayHaveEffect(e.Effect) {
		c.envelope = false
		return dialect.Call{}
	}
	var needsID bool
	if c.envelope, needsID = dialect.IsRPC(d); !c.envelope {
		return dialect.Call{Repeatable: c.repeatable()}
	}
	if c.x == nil { // as [API.WriteError] outside of the handlers of this package
		c.x, c.original = newExchange(c.to, c.r), c.r
	}
	found := c.x.scan(maxAhead, c.isInnermost())
	c.notified = found.IsRPC() && found.Done && found.Damage == 0 && !found.Has(rpc.ID) && found.Has(rpc.Method)
	var called dialect.Call
	if found.IsRPC() {
		called = dialect.Call{
			ID:     bytes.Clone(found.Value(rpc.ID)),
			Method: found.Text(rpc.Method), Tool: found.Text(rpc.Tool), URI: found.Text(rpc.URI),
		}
	}
	if called.Repeatable = c.repeatable(); c.r.Method == http.MethodPost {
		// The method states nothing about the call in the body.
		called.Repeatable = middleware.RepeatableFrom(c.r.Context())
	}
	if needsID && called.ID == nil {
		called.ID, called.Method = noCall.ID, noCall.Method
	}
	return called
}

// repeatable returns whether the request may be made twice, by the context, such as the
// annotations of a tool, else by its method.
func (c *call) repeatable() errkit.Repeatable {
	return cmp.Or(middleware.RepeatableFrom(c.r.Context()), header.Repeatable(c.r.Method))
}

// noCall is a call without an id, to which MCP can only respond by protocol
// errors.
var noCall = dialect.Call{ID: json.RawMessage("null"), Method: "unknown"}

// scan returns what the body shows of a JSON-RPC call. With ahead it reads on, up
// to n bytes, where the handler has not read as far.
func (x *exchange) scan(n int, ahead bool) (found rpc.Message) {
	if x.body == nil || !header.IsJSON(header.MediaType(x.request.Header)) {
		return found
	}
	start, whole := x.body.input()
	found.Write(start)
	if !whole && ahead && len(start) < n {
		x.readAhead(&found, n)
	}
	return found
}

// isIdentified reports whether more of a body would not change which call it is.
func isIdentified(m *rpc.Message) bool {
	return m.Done || m.IsRPC() && m.Value(rpc.ID) != nil && m.Value(rpc.Method) != nil
}

// readAhead reads the body until the call is identified, up to n bytes, as far as they come soon.
// It reads nothing where that could hold up the client: one that waits for "100 Continue" (HTTP/1;
// net/http does not show it for HTTP/2), one that expects a response while it sends, or one whose
// time to send cannot be bounded.
func (x *exchange) readAhead(found *rpc.Message, n int) {
	b := x.body
	if !b.isStarted() && x.request.Header.Get("Expect") != "" {
		return
	}
	w := &x.writer
	w.controls.Lock()
	duplex := w.duplex
	var deadline time.Time
	if w.control != nil {
		deadline = w.control.deadline
	}
	w.controls.Unlock()
	if duplex {
		return
	}
	server, _ := x.Value(http.ServerContextKey).(*http.Server)
	control := http.NewResponseController(w.inner)
	wait := maxWait
	if isIdentified(found) {
		wait = maxRest
	}
	bounded := control.SetReadDeadline(time.Now().Add(wait)) == nil
	if !bounded && server != nil {
		return
	}
	if !b.readAhead(found, n) || !bounded {
		return
	}
	if _, whole := b.raw(); isIdentified(found) && !whole { // net/http reads it, up to 256 KiB
		_ = control.SetReadDeadline(time.Now().Add(maxRest))
		return
	}
	if deadline.IsZero() && server != nil && server.ReadTimeout > 0 {
		deadline = time.Now().Add(server.ReadTimeout)
	}
	_ = control.SetReadDeadline(deadline)
}

// readAhead reads until the call is identified or n bytes are kept, and reports whether the body
// can still be read. The handler gets them if it reads later, as after [API.WriteError].
func (b *body) readAhead(found *rpc.Message, n int) bool {
	chunk := make([]byte, maxStart)
	for {
		b.mu.Lock()
		left := min(n, int(b.limit)) - len(b.kept)
		stop := b.end || b.cut || b.failed != nil || left <= 0 || isIdentified(found)
		b.mu.Unlock()
		if stop {
			return true
		}
		k, err := b.from.Read(chunk[:min(left, len(chunk))])
		b.mu.Lock()
		if b.back == b.ahead {
			b.back = int32(len(b.kept))
		}
		b.keep(chunk[:k])
		b.ahead = int32(len(b.kept))
		b.end = err == io.EOF
		b.mu.Unlock()
		found.Write(chunk[:k])
		if err != nil {
			return err == io.EOF
		}
	}
}

func (b *body) isStarted() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.started
}
