package main

import (
	"bytes"

	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/rpc"
)

// isEvents reports whether the body of a response with this first line is a stream of server-sent
// events.
func (s *splitter) isEvents(first line) bool {
	if header.MediaType(s.response.Header) == "text/event-stream" {
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

// events reads server-sent events (HTML, server-sent events: interpreting an event stream). An
// event at the end of the input counts without the blank line after it, so that nothing is lost.
func (s *splitter) events() error {
	for {
		var (
			data     []byte
			start, l line
			err      error
		)
		s.event = "message"
		for l, err = s.nextLine(); err == nil && !l.blank(); l, err = s.nextLine() {
			name, value := rpc.Field(bytes.TrimRight(l.text, "\r\n"))
			switch {
			case string(name) == "event" && len(value) <= maxStatusLine:
				s.event = string(value)
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
				data = append(data, value...)
			}
		}
		start.text = data
		// [DONE] is the end of a stream of OpenAI.
		if text := string(bytes.TrimSpace(data)); start.large || text != "" && text != "[DONE]" {
			s.emit(start)
		}
		if err != nil {
			return err
		}
	}
}
