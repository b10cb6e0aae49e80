package proxy

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode"

	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/internal/text"
)

// In bytes, over standard input and output:
const (
	maxLine = 32 << 20 // the longest message
	maxID   = 4 << 10  // the longest id of one
)

// A lineWriter passes on the lines of what is written to it.
type lineWriter struct {
	max  int                         // bytes of a line
	emit func(line []byte, cut bool) // cut: the line is longer, and this is its beginning; it may keep the line

	line []byte
	cut  bool // the rest of the line is dropped
}

func (w *lineWriter) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		part, after, end := bytes.Cut(rest, []byte("\n"))
		rest = after
		room := w.max - len(w.line)
		w.line = append(w.line, part[:min(len(part), room)]...)
		w.cut = w.cut || len(part) > room
		if end {
			w.flush()
		}
	}
	return len(p), nil
}

// flush passes on what is left at the end.
func (w *lineWriter) flush() {
	if line := bytes.TrimSpace(w.line); len(line) > 0 {
		w.emit(line, w.cut)
	}
	w.line, w.cut = nil, false
}

// A message is a message of JSON-RPC.
type message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
	Result  json.RawMessage `json:"result"`
	Error   json.RawMessage `json:"error"`

	line []byte
}

// messages parses a line: a message, or a batch of them (MCP 2025-03-26). It is false if the line
// is neither.
func messages(line []byte) (list []message, ok bool) {
	if !bytes.HasPrefix(line, []byte("[")) {
		m, ok := parse(line)
		return []message{m}, ok
	}
	var batch []json.RawMessage
	if json.Unmarshal(line, &batch) != nil || len(batch) == 0 {
		return nil, false
	}
	for _, item := range batch {
		m, ok := parse(item)
		if !ok {
			return nil, false
		}
		list = append(list, m)
	}
	return list, true
}

func parse(line []byte) (m message, ok bool) {
	if json.Unmarshal(line, &m) != nil || m.JSONRPC != "2.0" || m.Method == "" && m.Result == nil && m.Error == nil ||
		len(m.ID) > maxID {
		return m, false
	}
	m.line = line
	return m, true
}

// salvaged returns the response at the end of a line that starts with other text, and whether that
// is only a prompt without a line end, or codes of a terminal. After words the response may be what
// the program reports of something that it read. Any other message there is a copy of one, in a log:
// it is not for the client.
func salvaged(line []byte) (m message, isPrompt, ok bool) {
	i := bytes.Index(line, []byte(`{"jsonrpc"`))
	if i <= 0 {
		return m, false, false
	}
	m, ok = parse(line[i:])
	isWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }
	return m, !strings.ContainsFunc(text.Clean(string(line[:i]), i), isWord), ok && m.Method == ""
}

// isCutRequest reports whether the beginning of a message has a method and an id.
func isCutRequest(line []byte) bool {
	var m rpc.Message
	m.Write(line)
	return m.Damage == 0 && m.HasMethod() && m.CallID() != nil
}

// damagedID returns the id of a response that is not JSON, because of NaN, a control character in
// a string, or an early end. It returns nil for any other line: one that does not start with an
// object, whose object is not a response, or that has text after the object or an ellipsis in
// place of its end, as a copy in a log has. A line that is cut has more after it.
func damagedID(line []byte, cut bool) json.RawMessage {
	var m rpc.Message
	switch n := m.Write(line); {
	case m.Damage == 1, m.Text(rpc.Version) != "2.0", !m.IsAnswered(), m.Has(rpc.Method):
	case m.Done && (cut || n < len(line)), !m.Done && !cut && isShortened(line):
	default:
		return m.CallID()
	}
	return nil
}

// isShortened reports whether there is an ellipsis near the end of a line.
func isShortened(line []byte) bool {
	end := line[max(len(line)-32, 0):]
	return bytes.Contains(end, []byte("...")) || bytes.Contains(end, []byte("…"))
}

// hasID reports whether a message has an id that a response can repeat.
func (m *message) hasID() bool { return len(m.ID) > 0 && string(m.ID) != "null" }

// withID returns a message with another id.
func withID(line []byte, id any) []byte {
	var members map[string]json.RawMessage
	if json.Unmarshal(line, &members) != nil {
		return line
	}
	members["id"], _ = json.Marshal(id)
	changed, _ := json.Marshal(members) // both were valid before
	return changed
}
