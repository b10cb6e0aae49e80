package nethttp

import (
	"sync"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

// A buffer is where documents are rendered.
type buffer struct{ bytes []byte }

var buffers = sync.Pool{New: func() any { return &buffer{bytes: make([]byte, 0, 1024)} }}

// maxBuffer is the size of a buffer that is not kept, in bytes.
const maxBuffer = 64 << 10

func (b *buffer) release(grown []byte) {
	if cap(grown) > maxBuffer {
		return
	}
	b.bytes = grown[:0]
	buffers.Put(b)
}

// render appends the document of e. If a third-party dialect or [API.Choose]
// panics, it is a problem document about that.
func (c *call) render(dst []byte, e *errkit.Error) (body []byte, head dialect.Head, rendered *errkit.Error) {
	if c.x != nil {
		c.x.responding.Store(c.x.running.Load() <= c.inside)
	}
	defer func() {
		if rendered == nil {
			body, head, rendered = c.rescue(dst, recover())
		}
		if c.x != nil {
			c.x.responding.Store(false)
		}
	}()
	d := c.dialect()
	body, head = c.api.Codec.Append(dst, d, c.callFor(d), e)
	return body, head, e
}

// dialect returns the dialect of the responses to this request.
func (c *call) dialect() dialect.Dialect {
	if c.api.Choose != nil {
		if chosen := c.api.Choose(c.r); chosen != nil {
			return chosen
		}
	}
	if c.api.Dialect != nil {
		return c.api.Dialect
	}
	return defaultDialect
}

// rescue is what render returns after a panic; v is nil where the goroutine ends
// by Goexit.
func (c *call) rescue(dst []byte, v any) ([]byte, dialect.Head, *errkit.Error) {
	if v == nil {
		return nil, dialect.Head{}, nil
	}
	e := errkit.From(c.api.boundary().HandlePanic(c.context(), v))
	c.envelope = false
	body, head := c.api.Codec.Append(dst[:0], defaultDialect, dialect.Call{}, e)
	return body, head, e
}
