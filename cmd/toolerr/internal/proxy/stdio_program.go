package proxy

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
)

// asked is a request of a process.
type asked struct {
	number int             // of the process
	id     json.RawMessage // that the process gave it
}

// ask passes a request of the program to the client. Its id is changed if the client has not
// responded to a request with the same id of a process that ended. Requests over maxAsked get an
// error.
func (d *dispatcher) ask(m message) {
	if len(d.asked) >= maxAsked {
		maps.DeleteFunc(d.asked, func(_ string, a asked) bool { return a.number != d.number })
	}
	if len(d.asked) >= maxAsked {
		x := d.bridge.Exchange(d.request())
		x.Sent(m.line)
		d.process.send(x.Fail(&errkit.Error{Kind: errkit.RateLimited, Stage: errkit.BeforeCall,
			Err: errors.New("proxy: the client does not respond")}).Body)
		return
	}
	key := rpc.IDKey(m.ID)
	if old, ok := d.asked[key]; ok && old.number != d.number {
		id, _ := json.Marshal(fmt.Sprintf("toolerr-%d-%s", d.number, strings.TrimPrefix(key, `"`)))
		key, m.line = rpc.IDKey(id), withID(m.line, json.RawMessage(id))
	}
	d.asked[key] = asked{d.number, m.ID}
	d.respond(m.line)
}

// fromProgram gets a line of the program's output.
func (d *dispatcher) fromProgram(p *process, line []byte, cut bool) {
	if p != d.process {
		return
	}
	list, ok := messages(line)
	if !ok && !cut {
		if m, isPrompt, isResponse := salvaged(line); isResponse {
			c := d.pending[rpc.IDKey(m.ID)]
			list, ok = []message{m}, c != nil && c.sent && (isPrompt || c.Method == "initialize") || d.isAgain(m)
		}
	}
	if !ok || cut {
		shown := strings.ToValidUTF8(string(line[:min(len(line), maxShown)]), "\uFFFD")
		d.Log.Warn("dropped output of the program", "line", shown, "bytes", len(line), "cut", cut)
		if id := damagedID(line, cut); id != nil {
			d.unreadable(id, line, cut)
		}
		return
	}
	for _, m := range list {
		d.output(p, m)
	}
}

// unreadable gets the id of a response that is not a message. The request with this id has no
// other response. The repeated request to initialize waits for one until its time is over: an end
// of the program would not mend it.
func (d *dispatcher) unreadable(id json.RawMessage, line []byte, cut bool) {
	c := d.pending[rpc.IDKey(id)]
	if c == nil || !c.sent {
		return
	}
	d.responded()
	if cut {
		d.fail(c, &errkit.Error{Kind: errkit.TooLarge, Retry: errkit.Never, Stage: errkit.Execution,
			Err: fmt.Errorf("proxy: the response of the program is longer than %d bytes", maxLine)})
		return
	}
	d.drop(c)
	d.respond(examined(c.exchange, line))
}

// responded notes that the program responded to a request.
func (d *dispatcher) responded() {
	d.restarts = 0
	d.wait.Reset()
}

// output gets a message of the program.
func (d *dispatcher) output(p *process, m message) {
	c := d.pending[rpc.IDKey(m.ID)]
	asks := m.Method != "" && m.Result == nil && m.Error == nil // a response with a method is one to its client
	switch {
	case asks && m.hasID():
		d.ask(m)
	case asks:
		if m.Method == "notifications/tools/list_changed" {
			d.bridge.Tools.Changed(d.request())
		}
		d.respond(m.line)
	case d.isAgain(m):
		d.reinitialized(m)
	case c != nil && c.sent:
		d.drop(c)
		d.responded()
		if c.Method == "initialize" && m.Error == nil {
			d.initialize = c.line
			var result struct{ ProtocolVersion string }
			_ = json.Unmarshal(m.Result, &result)
			d.revision = result.ProtocolVersion
		}
		d.respond(examined(c.exchange, m.line))
	case !m.hasID() && m.Error != nil:
		d.respond(examined(d.bridge.Exchange(d.request()), m.line))
	default:
		d.Log.Warn("dropped a response of the program to no request", "id", string(m.ID))
	}
}

var headJSON = http.Header{"Content-Type": {"application/json"}}

// examined returns a response of the program, or the error that is sent in its place.
func examined(x *bridge.Exchange, line []byte) []byte {
	x.Head(http.StatusOK, headJSON)
	x.Body(line)
	if x.End(nil) == bridge.Replace {
		return x.Response().Body
	}
	return line
}
