package bridge

import (
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"iter"
	"strings"
	"sync"

	"github.com/toolerr/toolerr/internal/header"
)

// AcceptEncoding returns the value of Accept-Encoding in the request to the upstream, in place of
// the client's: "gzip" if the client accepts it, else "identity", because responses in other
// encodings cannot be examined: without the header all are acceptable (RFC 9110 §12.5.3). It is ""
// if the header stays as it is.
func (x *Exchange) AcceptEncoding() string {
	values := x.request.Header["Accept-Encoding"]
	switch {
	case len(values) == 1 && (values[0] == "gzip" || values[0] == "identity"):
		return ""
	case acceptsGzip(values):
		return "gzip"
	}
	return "identity"
}

// acceptsGzip reports whether the lines of Accept-Encoding name gzip (RFC 9110 §12.5.3).
func acceptsGzip(lines []string) bool {
	for item := range header.Items(lines) {
		name, parameter, _ := strings.Cut(item, ";")
		if !strings.EqualFold(strings.TrimSpace(name), "gzip") {
			continue
		}
		return header.Weight(parameter) > 0
	}
	return false
}

// errEncoding is the cause of the error of a response whose encoding is not that of
// AcceptEncoding.
var errEncoding = errors.New("bridge: the response has an encoding that was not requested and cannot be read")

// unreadable returns the action for a response in an encoding that cannot be read: it is not the
// answer to a call. Another success passes, because the status decides.
func (x *Exchange) unreadable() Action {
	if isFailure(x.status) || x.channel == toCall || x.channel == messages {
		x.fail(errEncoding)
		return Replace
	}
	return x.unread()
}

const (
	inflated    = 8 << 10  // bytes of the text of a compressed body that are decoded at once
	maxDeflated = 4 << 10  // bytes of a compressed stream that are edited at once: deflate makes at most 1,032 of one
	maxInflated = 16 << 20 // bytes of the text of one part of a compressed stream
)

// Causes of the error of a compressed stream that cannot be decoded.
var (
	errInflated  = errors.New("bridge: a part of the compressed stream is too long")
	errAbandoned = errors.New("bridge: the request has ended")
)

// atOnce returns how many of n bytes of a stream of events are edited at once, at least one.
func (x *Exchange) atOnce(n int) int {
	if x.inflater != nil {
		n = min(n, maxDeflated)
	}
	return max(n, 1)
}

// An inflater decodes a body that is compressed with gzip (RFC 1952), whose parts arrive one by
// one: what the sender flushed (a sync flush of RFC 1951) is decoded at once. The decoder runs as
// a coroutine that waits for the next part.
type inflater struct {
	mu     sync.Mutex
	next   func() (text []byte, ok bool) // nil: the decoder needs the next part; false: it has ended
	stop   func()
	forget func() bool // stops waiting for the end of the request
	in     []byte      // the rest of the part at hand
	last   bool        // there is no part after it
	err    error       // of the decoder
}

// newInflater returns an inflater, which ends with the request at the latest.
func newInflater(ctx context.Context) *inflater {
	z := new(inflater)
	z.next, z.stop = iter.Pull(z.run)
	z.forget = context.AfterFunc(ctx, z.halt) // it may run at once
	return z
}

// write decodes the next part, and calls emit for each part of its text, until emit returns false.
// It returns the error of the decoder.
func (z *inflater) write(p []byte, emit func(text []byte) bool) error {
	z.mu.Lock()
	defer z.mu.Unlock()
	z.in = p
	for {
		switch text, ok := z.next(); {
		case !ok && z.last:
			return z.err
		case !ok:
			return cmp.Or(z.err, errAbandoned)
		case text == nil || !emit(text):
			return nil
		}
	}
}

// close decodes what is left at the end of the body, whose error is that of a body without its
// end, and ends the inflater.
func (z *inflater) close(emit func(text []byte) bool) error {
	defer z.end()
	z.mu.Lock()
	z.last = true
	z.mu.Unlock()
	return z.write(nil, emit)
}

// end ends the decoder and the wait for the end of the request.
func (z *inflater) end() {
	z.forget()
	z.halt()
}

// halt ends the decoder.
func (z *inflater) halt() {
	z.mu.Lock()
	defer z.mu.Unlock()
	z.stop()
}

// run decodes the members of the body, one after the other.
func (z *inflater) run(yield func([]byte) bool) {
	in, text := &deflated{z, yield}, make([]byte, inflated)
	r := new(gzip.Reader)
	for in.more() {
		if z.err = r.Reset(in); z.err != nil {
			return
		}
		r.Multistream(false) // it would keep the end of the text until the next member, or the end, arrives
		for z.err == nil {
			var n int
			if n, z.err = r.Read(text); n > 0 && !yield(text[:n]) {
				return
			}
		}
		if !errors.Is(z.err, io.EOF) {
			return
		}
		z.err = nil
	}
}

// deflated is what the decoder reads, byte by byte, so that it reads no more than it needs.
type deflated struct {
	*inflater
	yield func([]byte) bool
}

// more waits for the next byte. It is false at the end of the body.
func (d *deflated) more() bool {
	for len(d.in) == 0 {
		if d.last || !d.yield(nil) {
			return false
		}
	}
	return true
}

func (d *deflated) ReadByte() (byte, error) {
	if !d.more() {
		return 0, io.ErrUnexpectedEOF
	}
	c := d.in[0]
	d.in = d.in[1:]
	return c, nil
}

func (d *deflated) Read(p []byte) (int, error) {
	if !d.more() {
		return 0, io.ErrUnexpectedEOF
	}
	n := copy(p, d.in)
	d.in = d.in[n:]
	return n, nil
}
