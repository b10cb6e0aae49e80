package proxy

import (
	"bytes"
	"encoding/json"
)

// A damaged reads output of a program that is not a message, to find the id of a response in it: JSON with NaN, without its end, or in several
// lines. It keeps nothing but the id.
type damaged struct {
	depth   int
	written int
	quoted  bool
	escaped bool
	naming  bool   // the string at hand is the name of a member
	value   bool   // after the colon of a member
	name    []byte // of the member at hand
	id      []byte // a JSON value, as far as it is known

	rpc      bool // there is a member "jsonrpc"
	answered bool // there is a member "result" or "error"
	known    bool // the id is complete
	found    bool // it was returned
}

// maxID is the longest id, in bytes, and longer than the names that count.
const maxID = 1024

// line reads the next line. It returns the id of a response as soon as it is known, once.
func (s *damaged) line(line []byte) (id json.RawMessage) {
	start := bytes.Index(line, []byte(`{"jsonrpc"`))
	if start < 0 && bytes.HasPrefix(line, []byte("{")) && !s.rpc && !s.answered && s.id == nil {
		start = 0 // not an object in one that may be a response
	}
	first := start >= 0
	if first {
		*s = damaged{}
		line = line[start:]
	} else if s.depth == 0 {
		return nil
	}
	if s.written += len(line); s.written > maxLine {
		*s = damaged{}
		return nil
	}
	for _, c := range line {
		if s.read(c); s.depth == 0 {
			break
		}
	}
	s.read('\n')
	if s.rpc && s.answered && s.known && !s.found {
		s.found, id = true, s.id
	}
	if s.depth == 0 || first && s.found { // all of it
		*s = damaged{}
	}
	return id
}

// read reads a byte.
func (s *damaged) read(c byte) {
	switch {
	case s.quoted:
		s.inString(c)
		return
	case c == '"':
		s.quoted, s.naming = true, s.depth == 1 && !s.value
		if s.naming {
			s.name = s.name[:0]
		}
	case c == '{' || c == '[':
		s.depth++
	case c == '}' || c == ']':
		s.depth--
	case c == ':' && s.depth == 1:
		s.value = true
	}
	switch {
	case s.depth > 1 || !s.value || s.known || string(s.name) != "id":
	case c == ',' || c == '}' || c == '\n' && len(s.id) > 0:
		s.known = json.Valid(s.id)
	case c > ' ' && c != ':' && len(s.id) < maxID:
		s.id = append(s.id, c)
	}
	if c == ',' && s.depth == 1 {
		s.value, s.name = false, s.name[:0]
	}
}

// inString reads a byte of a string.
func (s *damaged) inString(c byte) {
	end := c == '"' && !s.escaped
	s.escaped = c == '\\' && !s.escaped
	s.quoted = !end
	switch {
	case !s.naming:
		if s.depth == 1 && string(s.name) == "id" && !s.known && len(s.id) < maxID {
			s.id = append(s.id, c)
		}
	case !end:
		if len(s.name) < maxID {
			s.name = append(s.name, c)
		}
	default:
		s.naming = false
		s.rpc = s.rpc || string(s.name) == "jsonrpc"
		s.answered = s.answered || string(s.name) == "result" || string(s.name) == "error"
	}
}
