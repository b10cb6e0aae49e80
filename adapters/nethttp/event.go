package nethttp

import (
	"bytes"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/httphead"
)

// event sends e as the last event of a stream that is between two events, and
// reports whether it did.
func (c *call) event(e *errkit.Error) bool {
	w, ok := c.to.(*writer)
	if !ok || !w.betweenEvents() {
		return false
	}
	h := w.Header()
	if httphead.MediaType(h) != "text/event-stream" {
		return false
	}
	if h.Get("Content-Encoding") != "" && !w.isEncodedOutside() || h.Get("Content-Length") != "" {
		return false
	}
	b := buffers.Get().(*buffer)
	body, _, _ := c.render(b.bytes[:0], e)
	var event bytes.Buffer
	if !c.envelope {
		event.WriteString("event: error\n")
	}
	for line := range bytes.Lines(body) {
		event.WriteString("data: ")
		event.Write(bytes.TrimRight(line, "\r\n"))
		event.WriteByte('\n')
	}
	event.WriteByte('\n')
	b.release(body)
	if _, err := w.Write(event.Bytes()); err != nil {
		return false
	}
	return w.FlushError() == nil
}
