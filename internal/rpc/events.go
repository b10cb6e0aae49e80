package rpc

import "bytes"

// Events divides a stream of server-sent events that arrives in parts (HTML, Server-sent events,
// Parsing an event stream), in which servers send messages. First [Events.Next] finds the end of
// an event, then [Events.Read] reads it, of which the fields are. The zero Events is ready to use.
type Events struct {
	Name  []byte // of the event
	Data  []byte // of the event, whose lines are joined; it is valid until the next Read
	ID    []byte // of the event; nil: it has none
	Retry []byte // the delay before the client continues a stream, in milliseconds; nil: the event has none

	line   int    // bytes of the line at hand
	fields bool   // the event has a line that is not a comment
	cr     bool   // the last byte was a carriage return
	begun  bool   // an event was read
	joined []byte // of Data, if it has several lines
}

// Next returns how many bytes of p belong to the event at hand, and whether they complete it.
// Comments between events are complete at the end of their line, because servers send them to keep
// the connection open.
func (s *Events) Next(p []byte) (n int, complete bool) {
	for n < len(p) {
		c := p[n]
		switch {
		case c == '\n' && s.cr: // the end of the same line
			s.cr = false
			n++
			if s.line == 0 && !s.fields {
				return n, true
			}
		case c == '\n' || c == '\r':
			s.cr = c == '\r'
			n++
			empty := s.line == 0
			s.line = 0
			if empty || !s.fields {
				s.fields = false
				return n, true
			}
		default:
			s.cr = false
			if s.line == 0 && c != ':' {
				s.fields = true
			}
			k := lineLength(p[n:])
			s.line += k
			n += k
		}
	}
	return n, false
}

// window is how far an end of a line is searched before the other one is, in bytes: in a text that
// has one of them only, too, the work is linear.
const window = 256

// lineLength returns the number of bytes before the end of a line, len(p) if it has none.
func lineLength(p []byte) int {
	for n := 0; ; n += window {
		part := p[n:min(n+window, len(p))]
		k := bytes.IndexByte(part, '\n')
		if k < 0 {
			k = len(part)
		}
		if cr := bytes.IndexByte(part[:k], '\r'); cr >= 0 {
			k = cr
		}
		if k < len(part) || n+k == len(p) {
			return n + k
		}
	}
}

// Read reads an event that is complete.
func (s *Events) Read(event []byte) {
	s.Name, s.Data, s.ID, s.Retry = nil, nil, nil, nil
	s.joined = s.joined[:0]
	if !s.begun { // a stream may start with a byte order mark
		event, s.begun = bytes.TrimPrefix(event, []byte("\ufeff")), true
	}
	hasReturn := bytes.IndexByte(event, '\r') >= 0
	lines := 0
	for len(event) > 0 {
		n := bytes.IndexByte(event, '\n')
		if hasReturn || n < 0 {
			n = lineLength(event)
		}
		name, value := Field(event[:n])
		event = event[min(n+1, len(event)):]
		switch string(name) {
		case "event":
			s.Name = value
		case "id":
			s.ID = value
		case "retry":
			if len(value) > 0 && len(bytes.Trim(value, "0123456789")) == 0 { // clients ignore any other
				s.Retry = value
			}
		case "data":
			if lines++; lines == 1 {
				s.Data = value
				continue
			}
			if lines == 2 {
				s.joined = append(s.joined, s.Data...)
			}
			s.joined = append(append(s.joined, '\n'), value...)
			s.Data = s.joined
		}
	}
}

// Short reads the event that p starts with if it is between events and the event has at most the
// name message and one line of data, as SDKs write it, and returns its length, which is 0 for any
// other, and its data. There must be no carriage return in p.
func (s *Events) Short(p []byte) (size int, data []byte) {
	const named = "event: message\n"
	if data = p; len(p) > len(named) && string(p[:len(named)]) == named {
		data = p[len(named):]
	}
	n := bytes.IndexByte(data, '\n')
	if n < 6 || n+1 == len(data) || string(data[:6]) != "data: " || data[n+1] != '\n' || s.line > 0 || s.fields || s.cr {
		return 0, nil
	}
	s.begun = true
	return len(p) - len(data) + n + 2, data[6:n]
}

// Field returns the name and the value of a line of an event, which has no end. The name of a
// comment is empty.
func Field(line []byte) (name, value []byte) {
	n := 0
	for n < len(line) && line[n] != ':' {
		n++
	}
	return line[:n], bytes.TrimPrefix(line[min(n+1, len(line)):], []byte(" "))
}

// AppendFields appends the lines with the id and the delay of the event, if it has them, before
// those of another one in its place.
func (s *Events) AppendFields(dst []byte) []byte {
	if s.ID != nil {
		dst = append(append(append(dst, "id: "...), s.ID...), '\n')
	}
	if s.Retry != nil {
		dst = append(append(append(dst, "retry: "...), s.Retry...), '\n')
	}
	return dst
}

// AppendEvent appends an event with a name, unless that is "", and data.
func AppendEvent(dst []byte, name string, data []byte) []byte {
	if name != "" {
		dst = append(append(append(dst, "event: "...), name...), '\n')
	}
	for line := range bytes.Lines(data) {
		dst = append(append(append(dst, "data: "...), bytes.TrimRight(line, "\r\n")...), '\n')
	}
	return append(dst, '\n')
}
