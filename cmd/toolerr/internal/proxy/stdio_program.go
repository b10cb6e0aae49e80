package proxy

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/internal/text"
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
func (d *dispatcher) fromProgram(p *process, line []byte, cut *rpc.Message) {
	if p != d.process {
		return
	}
	if !utf8.Valid(line) { // which some clients do not survive
		line = bytes.ToValidUTF8(line, []byte("\uFFFD"))
	}
	list, ok := messages(line)
	if !ok && cut == nil {
		list, ok = d.salvaged(line)
	}
	if !ok && cut == nil {
		list, ok = d.join(line)
	}
	if !ok || cut != nil {
		shown := string(line[:min(len(line), maxShown)])
		d.Log.Warn("dropped output of the program", "line", shown, "bytes", len(line), "cut", cut != nil)
		d.doubt(line, cut)
		return
	}
	for _, m := range list {
		d.output(p, m)
	}
}

// salvaged returns the response at the end of a line that starts with other text, if that is only
// a prompt without a line end, or codes of a terminal, or the program is not initialized. After
// words the response may be what the program reports of something that it read. Any other message
// there is a copy of one, in a log: it is not for the client.
func (d *dispatcher) salvaged(line []byte) ([]message, bool) {
	found, at := responseIn(line)
	before := line[:max(at, 0)]
	m, ok := parse(line[len(before):])
	isWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }
	isPrompt := !strings.ContainsFunc(text.Clean(string(before), at), isWord)
	c := d.called(found.CallID())
	return []message{m}, ok && (d.isAgain(m) || c != nil && (isPrompt || c.Method == "initialize"))
}

// join adds a line to those of a message that is written in several, and returns it after the last
// one.
func (d *dispatcher) join(line []byte) ([]message, bool) {
	if len(d.lines) > 0 || line[0] == '{' {
		d.lines = append(append(d.lines, line...), '\n')
		d.scan.Write(line)
	}
	if d.scan.IsValid() && !d.scan.Done && len(d.lines) <= maxLine {
		return nil, false
	}
	var all bytes.Buffer
	_ = json.Compact(&all, d.lines)
	d.lines, d.scan = nil, rpc.Message{}
	return messages(all.Bytes())
}

// called returns the request that the program got with an id, or with one of another type: 7 and
// "7".
func (d *dispatcher) called(id json.RawMessage) *call {
	key := rpc.IDKey(id)
	c := cmp.Or(d.pending[key], d.pending[`"`+key], d.pending[strings.TrimPrefix(key, `"`)])
	return lo.Ternary(c != nil && c.sent, c, nil)
}

// plain makes UTF-16, and Python's text of a dict, look like JSON.
var plain = strings.NewReplacer("\x00", "", "'", `"`)

// doubt gets a line that is not a message. If there is a response in it, then the line may be
// that, or a report of one, such as that of another server. So the request fails if there is no
// other response within doubtWait. The repeated request to initialize waits until its time is
// over: an end of the program would not mend it.
func (d *dispatcher) doubt(line []byte, cut *rpc.Message) {
	m, at := responseIn(line)
	if at < 0 {
		m, at = responseIn([]byte(plain.Replace(string(line))))
	}
	if cut != nil && cut.CallID() != nil && !cut.Has(rpc.Method) { // its id may be behind the beginning
		m, at = *cut, 0
	}
	c := d.called(m.CallID())
	is2 := m.Text(rpc.Version) == "2.0"
	isResult := c != nil && m.Has(rpc.Result) && (mcp.Dialect{}).IsAnswer(c.Method, m.FirstOf)
	// A log line may have an id and an error, and words behind what it quotes.
	isError := m.First(rpc.Error) == '{' && (at == 0 || is2 && bytes.HasSuffix(bytes.TrimSpace(line), []byte("}")))
	if isSure := at == 0 && is2; c == nil || !isSure && !isResult && !isError {
		return
	}
	e := &errkit.Error{Kind: errkit.UpstreamFailed, Stage: errkit.Execution,
		Message: "The server's answer to this call cannot be read: it is not a message of JSON-RPC in a line of its own. " +
			"Other text, such as logs, belongs on standard error."}
	if cut != nil {
		e.Kind, e.Retry, e.Effect, e.Message = errkit.TooLarge, errkit.Never, errkit.EffectUnknown, ""
	}
	d.after(doubtWait, func() {
		if d.pending[rpc.IDKey(c.ID)] == c {
			d.responded()
			d.fail(c, e)
		}
	})
}

// responded notes that the program responded to a request.
func (d *dispatcher) responded() {
	d.restarts, d.responds = 0, true
	d.wait.Reset()
}

// output gets a message of the program.
func (d *dispatcher) output(p *process, m message) {
	c := d.called(m.ID)
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
	case c != nil:
		if !rpc.IsSameID(m.ID, c.ID) {
			m.line = withID(m.line, c.ID)
		}
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
