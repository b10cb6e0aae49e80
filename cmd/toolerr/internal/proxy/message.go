package proxy

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/toolerr/toolerr/internal/rpc"
)

// In bytes, over standard input and output:
const (
	maxLine = 32 << 20 // the longest message
	maxID   = 4 << 10  // the longest id of one

	maxObjects = 8 // of a line that is not a message in which a response is looked for
)

// A lineWriter passes on the lines of what is written to it.
type lineWriter struct {
	max int // bytes of a line

	// It may keep the line. If cut is not nil, the line is longer, this is its beginning, and cut
	// what all of it shows.
	emit func(line []byte, cut *rpc.Message)

	line []byte
	cut  *rpc.Message // not nil: the rest of the line is dropped
}

func (w *lineWriter) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		part, after, end := bytes.Cut(rest, []byte("\n"))
		rest = after
		fits := min(len(part), w.max-len(w.line))
		w.line = append(w.line, part[:fits]...)
		if fits < len(part) && w.cut == nil {
			w.cut = new(rpc.Message)
			w.cut.Write(w.line)
		}
		if w.cut != nil {
			w.cut.Write(part[fits:])
		}
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
	w.line, w.cut = nil, nil
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

// messages parses a line: a message, a batch of them (MCP 2025-03-26), or several of both. It is
// false if there is anything else in the line.
func messages(line []byte) (list []message, ok bool) {
	if m, ok := parse(line); ok {
		return []message{m}, true
	}
	for values := json.NewDecoder(bytes.NewReader(line)); ; {
		var value json.RawMessage
		if err := values.Decode(&value); err != nil {
			return list, err == io.EOF && len(list) > 0
		}
		items := []json.RawMessage{value}
		if value[0] == '[' {
			_ = json.Unmarshal(value, &items)
		}
		for _, item := range items {
			m, ok := parse(item)
			if !ok {
				return nil, false
			}
			list = append(list, m)
		}
	}
}

func parse(line []byte) (m message, ok bool) {
	if json.Unmarshal(line, &m) != nil || m.JSONRPC != "2.0" || m.Method == "" && m.Result == nil && m.Error == nil ||
		len(m.ID) > maxID {
		return m, false
	}
	if m.line = line; string(m.Error) == "null" && m.Result != nil {
		// Some serializers write it, and some clients refuse it.
		m.Error, m.line = nil, withID(line, m.ID)
	}
	return m, true
}

// responseIn returns what the first response shows that is in a line which is not a message,
// because there is other text in it, or it is damaged. at is its start, -1 if no response is in the
// first objects of the line.
func responseIn(line []byte) (m rpc.Message, at int) {
	for range maxObjects {
		i := bytes.IndexByte(line[at:], '{')
		if i < 0 {
			break
		}
		at += i + 1
		m = rpc.Message{}
		m.Write(line[at-1:])
		if m.CallID() != nil && !m.Has(rpc.Method) && (m.IsAnswered() || m.Has(rpc.Version)) {
			return m, at - 1
		}
	}
	return rpc.Message{}, -1
}

// hasID reports whether a message has an id that a response can repeat.
func (m *message) hasID() bool { return len(m.ID) > 0 && string(m.ID) != "null" }

// withID returns a message with another id, and without an error that is null.
func withID(line []byte, id any) []byte {
	var members map[string]json.RawMessage
	if json.Unmarshal(line, &members) != nil {
		return line
	}
	members["id"], _ = json.Marshal(id)
	if string(members["error"]) == "null" {
		delete(members, "error")
	}
	changed, _ := json.Marshal(members) // both were valid before
	return changed
}
