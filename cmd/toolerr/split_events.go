package main

import (
	"bytes"

	"github.com/toolerr/toolerr/internal/httphead"
)

// isEvents reports whether the body of a response with this first line is a stream of server-sent events.
func (s *splitter) isEvents(first line) bool {
	if httphead.MediaType(s.response.Header) == "text/event-stream" {
		return true
	}
	name, _, colon := bytes.Cut(bytes.TrimRight(first.text, "\r\n"), []byte(":"))
	switch string(name) {
	case "":
		return colon // a comment
	case "data", "event", "id", "retry":
		return true
	}
	return false
}

// events reads server-sent events (HTML, server-sent events: interpreting an event stream). An event at the end of the input
// counts without the blank line after it, so that nothing is lost.
func (s *splitter) events() error {
	for {
		var (
			data  []byte
			start line
			l     line
			err   error
		)
		s.event = "message"
		for l, err = s.nextLine(); err == nil && !l.blank(); l, err = s.nextLine() {
			name, value, _ := bytes.Cut(bytes.TrimRight(l.text, "\r\n"), []byte(":"))
			switch {
			case string(name) == "event" && len(value) <= maxStatusLine:
				s.event = string(bytes.TrimPrefix(value, []byte(" ")))
				continue
			case string(name) != "data":
				continue
			case start.number == 0:
				start = line{number: l.number}
			default:
				data = append(data, '\n')
			}
			start.large = start.large || l.large || len(data)+len(value) > maxDocument+1
			if !start.large {
				data = append(data, bytes.TrimPrefix(value, []byte(" "))...)
			}
		}
		start.text = data
		if text := string(bytes.TrimSpace(data)); start.large || text != "" && text != "[DONE]" { // the end of a stream of OpenAI
			if failure := s.emit(start); failure != nil {
				return failure
			}
		}
		if err != nil {
			return err
		}
	}
}
