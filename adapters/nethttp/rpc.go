package nethttp

import (
	"encoding/json"
	"io"
	"net/http"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/internal/httphead"
)

const (
	maxStart = 4 << 10         // bytes of a body at which [ChooseByBody] looks
	maxAhead = 256 << 10       // bytes that are read to find an id; net/http reads as many to use the connection again
	maxWait  = 2 * time.Second // for a client that sends them; over HTTP/1 net/http itself waits without a bound
)

// rpcOf returns what d reports as a [dialect.RPC].
func rpcOf(d dialect.Dialect) (envelope, needsID bool) {
	if r, ok := d.(dialect.RPC); ok {
		return r.RPC()
	}
	return false, false
}

// noCall is a call without an id, to which MCP can only respond by protocol
// errors.
var noCall = dialect.Call{ID: json.RawMessage("null"), Method: "unknown"}

// callFor returns the call that a document of d responds to.
func (c *call) callFor(d dialect.Dialect) dialect.Call {
	var needsID bool
	if c.envelope, needsID = rpcOf(d); !c.envelope {
		return dialect.Call{}
	}
	x := c.exchange()
	found := x.scan(maxAhead, x.responding.Load())
	c.notified = found.rpc && found.whole && found.id == nil && found.method != nil
	if found.rpc && (found.id != nil || !needsID) {
		return found.call()
	}
	if needsID {
		none := noCall
		if found.rpc {
			none.Tool, none.URI = text(found.tool), text(found.uri)
		}
		return none
	}
	return dialect.Call{}
}

// scan returns what the body shows of a JSON-RPC call. With ahead it reads on, up
// to n bytes, where the handler has not read as far.
func (x *exchange) scan(n int, ahead bool) rpcCall {
	if x.body.from == nil || !httphead.IsJSON(httphead.MediaType(x.request.Header)) {
		return rpcCall{}
	}
	start, whole := x.body.input()
	found := scan(start)
	if whole || !ahead || len(start) >= n || found.whole || found.rpc && found.id != nil && found.method != nil {
		return found
	}
	x.readAhead(n)
	start, _ = x.body.input()
	return scan(start)
}

// readAhead reads up to n bytes of the body, as far as they come soon. It reads
// nothing where that could hold up the client: one that waits for "100
// Continue" (HTTP/1; net/http does not show it for HTTP/2), one that expects a
// response while it sends, or one whose time to send cannot be bounded.
func (x *exchange) readAhead(n int) {
	b := &x.body
	if !b.isStarted() && x.request.Header.Get("Expect") != "" {
		return
	}
	w := &x.writer
	w.controls.Lock()
	duplex, deadline := w.duplex, w.deadline
	w.controls.Unlock()
	if duplex {
		return
	}
	server, _ := x.Value(http.ServerContextKey).(*http.Server)
	control := http.NewResponseController(w.inner)
	bounded := control.SetReadDeadline(time.Now().Add(maxWait)) == nil
	if !bounded && server != nil {
		return
	}
	if !b.readAhead(n) || !bounded {
		return
	}
	if deadline.IsZero() && server != nil && server.ReadTimeout > 0 {
		deadline = time.Now().Add(server.ReadTimeout)
	}
	_ = control.SetReadDeadline(deadline)
}

// readAhead reads until n bytes are kept, and reports whether the body can still
// be read. The handler gets them if it reads later, as after [API.WriteError].
func (b *body) readAhead(n int) bool {
	chunk := make([]byte, maxStart)
	for {
		b.mu.Lock()
		left := n - len(b.kept)
		stop := b.end || b.cut || b.failed != nil || left <= 0
		b.mu.Unlock()
		if stop {
			return true
		}
		k, err := b.from.Read(chunk[:min(left, len(chunk))])
		b.mu.Lock()
		b.keep(chunk[:k])
		b.ahead = append(b.ahead, chunk[:k]...)
		b.end = err == io.EOF
		b.mu.Unlock()
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
