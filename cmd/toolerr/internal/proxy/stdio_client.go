package proxy

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"time"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
)

// A call is a request of the client without a response.
type call struct {
	message      // its id and method, and of the request to initialize the line
	size     int // in bytes
	exchange *bridge.Exchange
	timer    *time.Timer
	sent     bool // the process got it
}

type queued struct {
	line []byte
	call *call // nil: not a request
}

// request is the request of HTTP that a message would have, for the bridge.
func (d *dispatcher) request() *http.Request {
	r := &http.Request{Method: http.MethodPost, Header: http.Header{"Content-Type": {"application/json"}},
		URL: &url.URL{Scheme: "stdio", Path: filepath.Base(d.Command[0])}} // names the program in reports
	if d.revision != "" {
		r.Header.Set("Mcp-Protocol-Version", d.revision)
	}
	return r
}

// fromClient gets a line of the client.
func (d *dispatcher) fromClient(line []byte, cut *rpc.Message) {
	list, ok := messages(line)
	if cut != nil || !ok {
		e, x := &errkit.Error{Kind: errkit.Malformed}, d.bridge.Exchange(d.request())
		switch {
		case cut != nil:
			e.Kind = errkit.TooLarge
		case json.Valid(line):
			e.Kind, cut = errkit.InvalidRequest, new(rpc.Message)
			cut.Write(line)
		}
		if cut != nil && cut.Damage == 0 && cut.HasMethod() && cut.CallID() != nil {
			x.Sent(fmt.Appendf(nil, `{"id":%s,%s`, cut.CallID(), line[1:])) // which may be behind the beginning
		}
		d.respond(x.Fail(e).Body)
		return
	}
	for _, m := range list {
		d.message(m)
	}
}

// message gets a message of the client.
func (d *dispatcher) message(m message) {
	switch {
	case m.Method != "" && m.hasID():
		c := &call{exchange: d.bridge.Exchange(d.request()), size: len(m.line) + callSize}
		if c.ID, c.Method = m.ID, m.Method; m.Method == "initialize" {
			c.line = m.line
		}
		c.exchange.Sent(m.line)
		if resp := c.exchange.Refused(); resp != nil {
			d.respond(resp.Body)
			return
		}
		if old := d.pending[rpc.IDKey(m.ID)]; old != nil {
			d.drop(old)
		}
		d.pending[rpc.IDKey(m.ID)] = c
		d.held += c.size
		switch {
		case d.gaveUp:
			d.fail(c, errStopped)
		case d.held-c.size > maxHeld:
			d.fail(c, errBusy)
		default:
			if d.Timeout > 0 {
				c.timer = d.after(d.Timeout, func() { d.late(c) })
			}
			d.send(m.line, c)
		}
		return
	case m.Method == "":
		d.answer(m)
		return
	case m.Method == "notifications/initialized":
		d.initialized = m.line
	case m.Method == "notifications/cancelled":
		var params struct{ RequestID json.RawMessage }
		if json.Unmarshal(m.Params, &params) == nil && d.pending[rpc.IDKey(params.RequestID)] != nil {
			d.drop(d.pending[rpc.IDKey(params.RequestID)])
		}
	}
	d.send(m.line, nil)
}

// answer passes a response of the client to the process that asked. It does not wait until the
// process is initialized again, which may need it.
func (d *dispatcher) answer(m message) {
	key := rpc.IDKey(m.ID)
	a, ok := d.asked[key]
	delete(d.asked, key)
	if !ok || d.process == nil || a.number != d.number {
		d.Log.Warn("dropped a response of the client to no request of the program", "id", string(m.ID))
		return
	}
	if rpc.IDKey(a.id) != key {
		m.line = withID(m.line, a.id)
	}
	d.process.send(m.line)
}

// send sends a line to the program, or keeps it for the next one.
func (d *dispatcher) send(line []byte, c *call) {
	switch {
	case d.process == nil || d.again != "":
		waiting := lo.SumBy(d.queue, func(q queued) int { return len(q.line) })
		if len(d.queue) < maxQueue && waiting <= maxHeld {
			d.queue = append(d.queue, queued{line, c})
			if d.idle && c != nil {
				d.idle = false
				d.start()
			}
			return
		}
	case d.process.send(line):
		if c != nil {
			c.sent = true
		}
		return
	}
	if c != nil {
		d.fail(c, errBusy)
	}
}

var errBusy = &errkit.Error{Kind: errkit.Unavailable, Stage: errkit.BeforeCall,
	Err: errors.New("proxy: the program does not read its input, or has too many requests without a response")}

// late fails a request whose response did not arrive in time.
func (d *dispatcher) late(c *call) {
	if d.pending[rpc.IDKey(c.ID)] != c {
		return
	}
	// A request that was sent may have had an effect.
	d.fail(c, &errkit.Error{Kind: errkit.Timeout, Stage: lo.Ternary(c.sent, 0, errkit.BeforeCall)})
	if c.sent && c.Method != "initialize" { // MCP, Cancellation
		const cancelled = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%s,"reason":"timeout"}}`
		d.send(fmt.Appendf(nil, cancelled, c.ID), nil)
	}
}

// fail responds to a request with an error.
func (d *dispatcher) fail(c *call, err error) {
	d.drop(c)
	d.respond(c.exchange.Fail(err).Body)
}

// drop forgets a request.
func (d *dispatcher) drop(c *call) {
	delete(d.pending, rpc.IDKey(c.ID))
	d.held -= c.size
	if c.timer != nil {
		c.timer.Stop()
	}
}

// respond writes a line to the client. When the proxy is stopped, it does not wait for a client
// that does not read.
func (d *dispatcher) respond(line []byte) {
	if d.failed != nil || d.deaf {
		return
	}
	wrote := make(chan error, 1)
	go func() {
		_, err := d.out.Write(append(line[:len(line):len(line)], '\n'))
		wrote <- err
	}()
	select {
	case d.failed = <-wrote:
		return
	case <-d.stopped:
	}
	start := time.Now()
	select {
	case d.failed = <-wrote:
	case <-time.After(d.Grace + killWait - d.waited):
		d.deaf = true
		d.Log.Warn("the client does not read: it gets no more responses")
	}
	d.waited += time.Since(start)
}
