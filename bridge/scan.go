package bridge

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/internal/limit"
)

// A scanner reads a JSON object that arrives in parts, and keeps what identifies a JSON-RPC call or response: the clients of
// some SDKs write the id last, so a large request cannot be identified by its start. It keeps nothing else but the types of
// some params. It does not validate. Of equal names the last counts. Of an array it reads whether it starts with an object of JSON-RPC, as a batch does
// (JSON-RPC 2.0 §6). The zero scanner is ready to use.
type scanner struct {
	rpc      bool // there is a member "jsonrpc", in an array in the first item
	done     bool // the end of the first value was reached
	answered bool // there is a member "result" or "error", or one whose name has an escape
	failed   bool // the member "error" is an object or a string, or "isError" in the member "result" is true
	batch    bool // the value is an array
	item     bool // the first item of the array has ended

	id, method, tool, uri []byte // JSON values, of which tool and uri are params.name and params.uri

	types  [typedMembers]byte // the first byte of the value of each of these members; 0: it is absent
	typed  *byte              // where the first byte of the value at hand is stored
	hidden bool               // a name has an escape: it may be that of one of these members

	depth    int
	object   [3]bool           // whether the value at this depth is an object
	params   bool              // the value at depth 2 is the member "params"
	result   bool              // the value at depth 2 is the member "result"
	erring   bool              // the value at hand is the member "error"
	flag     bool              // the value at hand is the member "isError" of the result
	quoted   bool              // within a string
	escaped  bool              // after a backslash
	expected bool              // a string is the name of a member
	naming   bool              // the string at hand is one
	name     [maxName + 1]byte // of the member at hand, within depth 2, as far as it is known
	nameLen  int
	value    *[]byte     // what the value at hand is stored in
	room     [4][24]byte // of most values

	written int  // bytes before the part at hand
	start   int  // of the string at hand
	quotes  bool // it may have quotes in it
	longest span // of the strings that have none
}

// A span is a part of what was written, from start to before end.
type span struct{ start, end int }

func (s span) length() int { return s.end - s.start }

// maxName is the longest name that a scanner knows.
const maxName = len("arguments")

// reset makes s ready for another value, and keeps its memory.
func (s *scanner) reset() {
	*s = scanner{id: s.id[:0], method: s.method[:0], tool: s.tool[:0], uri: s.uri[:0]}
}

// write reads the next part. It returns how many bytes of it belong to the first value.
func (s *scanner) write(p []byte) (n int) {
	defer func() { s.written += n }()
	for i := 0; i < len(p); i++ {
		if s.done {
			return i
		}
		if s.quoted && !s.naming && s.value == nil && !s.escaped { // most of a long document
			if i += s.skip(p[i:]); i == len(p) {
				break
			}
		}
		c := p[i]
		if s.typed != nil && strings.IndexByte(": \t\r\n", c) < 0 && !s.quoted {
			*s.typed, s.typed = c, nil
		}
		if s.quoted {
			s.inString(c)
			if !s.quoted && !s.quotes && s.written+i-s.start > s.longest.length() {
				s.longest = span{s.start, s.written + i}
			}
			continue
		}
		switch c {
		case '"':
			s.quoted, s.start, s.quotes, s.flag = true, s.written+i, false, false
			if s.naming = s.expected && s.depth <= 2; s.naming {
				s.nameLen = 0
			} else {
				s.failed = s.failed || s.erring && s.depth == 1
				s.keep(c)
			}
		case '{', '[':
			if c == '[' && s.depth == 0 && !s.batch {
				s.batch = true
				break
			}
			s.failed = s.failed || s.erring && s.depth == 1 && c == '{'
			s.value, s.flag = nil, false
			if s.depth++; s.depth <= 2 {
				s.object[s.depth] = c == '{'
			}
			s.expected = c == '{'
		case '}', ']':
			s.value = nil
			if s.depth--; s.depth <= 1 {
				s.params, s.result = false, false
			}
			s.done = s.depth < 0 || s.depth == 0 && !s.batch
			s.item = s.item || s.depth <= 0
		case ',':
			s.value, s.erring = nil, s.erring && s.depth > 1
			s.item = s.item || s.depth == 0
			s.expected = s.depth <= 2 && s.depth > 0 && s.object[s.depth]
		case ':':
			s.expected = false
		case ' ', '\t', '\r', '\n':
		default:
			s.failed, s.flag = s.failed || s.flag && c == 't', false
			s.keep(c)
		}
	}
	return len(p)
}

// skip returns the number of bytes up to the end of a string that is not kept, or up to a backslash at the end of p.
func (s *scanner) skip(p []byte) (n int) {
	quote := -1 // the index of a quote before which there is none
	for {
		if quote < n {
			quote = n + indexByte(p[n:], '"')
		}
		if n += indexByte(p[n:quote], '\\'); n == quote || n+1 == len(p) {
			return n
		}
		s.quotes = s.quotes || p[n+1] == '"' || p[n+1] == 'u'
		n += 2
	}
}

// indexByte returns the index of a byte, len(p) if there is none.
func indexByte(p []byte, c byte) int {
	if i := bytes.IndexByte(p, c); i >= 0 {
		return i
	}
	return len(p)
}

// inString reads a byte of a string.
func (s *scanner) inString(c byte) {
	end := c == '"' && !s.escaped
	s.quotes = s.quotes || s.escaped && (c == '"' || c == 'u')
	s.escaped = c == '\\' && !s.escaped
	switch {
	case !s.naming:
		s.keep(c)
	case !end:
		if s.nameLen < len(s.name) {
			s.name[s.nameLen] = c
			s.nameLen++
		}
	default:
		s.named()
	}
	if end {
		s.quoted, s.naming = false, false
	}
}

// named decides where the value of the member at hand is stored.
func (s *scanner) named() {
	s.value = nil
	name := s.name[:s.nameLen]
	escaped := bytes.IndexByte(name, '\\') >= 0
	s.hidden = s.hidden || escaped
	if s.depth == 1 {
		s.erring = string(name) == "error"
		s.answered = s.answered || s.erring || string(name) == "result" || escaped
	}
	switch {
	case s.depth == 1 && string(name) == "jsonrpc":
		s.rpc = s.rpc || !s.item
	case s.batch:
	case s.depth == 1 && string(name) == "id":
		s.store(&s.id, 0)
	case s.depth == 1 && string(name) == "method":
		s.store(&s.method, 1)
	case s.depth == 1:
		if s.params, s.result = string(name) == "params", string(name) == "result"; s.params {
			s.typed = &s.types[memberParams]
		}
	case s.result:
		s.flag = string(name) == "isError"
	case s.params && string(name) == "name":
		s.store(&s.tool, 2)
		s.typed = &s.types[memberName]
	case s.params && string(name) == "uri":
		s.store(&s.uri, 3)
		s.typed = &s.types[memberURI]
	case s.params && string(name) == "arguments":
		s.typed = &s.types[memberArguments]
	}
}

// store stores the value of the member at hand, at first in a part of the room.
func (s *scanner) store(value *[]byte, room int) {
	if s.value = value; *value == nil {
		*value = s.room[room][:]
	}
	*value = (*value)[:0]
}

// keep stores a byte of a value. A value that is too long is dropped.
func (s *scanner) keep(c byte) {
	if s.value == nil {
		return
	}
	if *s.value = append(*s.value, c); len(*s.value) > limit.URI {
		*s.value = nil
		s.value = nil
	}
}

// call returns what a dialect renders with.
func (s *scanner) call() dialect.Call {
	return dialect.Call{ID: s.callID(), Method: text(s.method), Tool: text(s.tool), URI: text(s.uri)}
}

// isRequest reports whether the object is a request or a notification of JSON-RPC.
func (s *scanner) isRequest() bool { return s.rpc && !s.answered && s.hasMethod() }

// hasMethod reports whether the object has a method, as a response has not, whose id may be that of a call in the other direction.
func (s *scanner) hasMethod() bool { return len(s.method) > len(`""`) && s.method[0] == '"' }

// isFailure reports whether an object of JSON-RPC, which may be damaged or without its end, is known to be an error. A batch is not: others
// of its responses may be results.
func (s *scanner) isFailure() bool { return s.rpc && s.failed && !s.batch }

// callID returns the id, nil if it is neither a string nor a number.
func (s *scanner) callID() json.RawMessage {
	if len(s.id) == 0 || !json.Valid(s.id) || s.id[0] != '"' && s.id[0] != '-' && (s.id[0] < '0' || s.id[0] > '9') {
		return nil
	}
	return json.RawMessage(s.id)
}

// text decodes a JSON string, "" for anything else.
func text(value []byte) (s string) {
	if json.Unmarshal(value, &s) != nil {
		return ""
	}
	return s
}
