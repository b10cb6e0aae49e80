package nethttp

import (
	"bytes"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/request"
	"github.com/toolerr/toolerr/middleware"
)

const (
	maxBody     = 4 << 20  // bytes that are kept of a body that may be JSON
	maxUnzipped = 64 << 20 // bytes that are decompressed to find out whether a body is too large
	maxOther    = 64 << 10 // bytes that are kept of any other body, such as an upload

	lastBytes = 128 // of a longer body; the boundary of a multipart one has up to 70 (RFC 2046 §5.1.1)
)

// A body is the body of a request. It keeps the start of what the handler reads
// of it: the evidence by which classifiers decide whether an error is about this
// call, and where the id of a JSON-RPC call is found.
//
// The methods that look at what was read accept nil, the body of a request that has none.
type body struct {
	from  io.ReadCloser
	limit int32 // bytes that are kept

	encoded     bool       // what is read here is not what the handler decodes
	started     bool       // Read was called
	cut         bool       // more was read than is kept
	end         bool       // it was read to its end
	mu          sync.Mutex // for all but from, limit and encoded: a handler may leave a goroutine behind that reads
	kept        []byte     // the first limit bytes, and up to lastBytes of the end of what follows
	back, ahead int32      // kept[back:ahead] was read ahead of the handler
	size        int64      // bytes that were read
	failed      error      // why it could not be read to its end

	requests header.Requests // of the handlers to other services, with the context of the copy
}

// keeps returns how much of a body is kept, in bytes. Many clients send JSON as
// a form, which is curl's default, as text, or without a type.
func keeps(h http.Header) (limit int32, encoded bool) {
	encoding := header.First(h, "Content-Encoding")
	if encoding != "" && !strings.EqualFold(encoding, "identity") {
		return maxOther, true
	}
	if t := header.MediaType(h); t == "" || header.IsJSON(t) || strings.HasPrefix(t, "text/") || t == request.Form {
		return maxBody, false
	}
	return maxOther, false
}

func (b *body) Read(p []byte) (int, error) {
	if n := b.readBack(p); n > 0 {
		return n, nil
	}
	n, err := b.from.Read(p)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.keep(p[:n])
	switch err {
	case nil:
	case io.EOF:
		b.end = true
	default:
		b.failed = err
	}
	return n, err
}

// readBack reads what was read ahead.
func (b *body) readBack(p []byte) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := copy(p, b.kept[b.back:b.ahead])
	b.back += int32(n)
	return n
}

func (b *body) keep(p []byte) {
	b.started = true
	b.size += int64(len(p))
	n := min(len(p), max(0, int(b.limit)-len(b.kept)))
	b.kept = append(b.kept, p[:n]...)
	if p = p[n:]; len(p) > 0 {
		b.cut = true
		b.kept = append(b.kept, p[max(0, len(p)-lastBytes):]...)
		end := b.kept[b.limit:]
		b.kept = b.kept[:int(b.limit)+copy(end, end[max(0, len(end)-lastBytes):])]
	}
}

func (b *body) Close() error { return b.from.Close() }

// input returns what was read so far. What is read later does not change it.
func (b *body) input() (read []byte, whole bool) {
	if b == nil || b.encoded {
		return nil, false
	}
	return b.raw()
}

// raw is input of a body that may be encoded.
func (b *body) raw() (read []byte, whole bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.kept[:min(len(b.kept), int(b.limit))], b.end && !b.cut
}

// least returns how many bytes the body is known to have: those that are declared
// if the handler did not read it, else those that were read, and one more than the
// limit of an [http.MaxBytesReader] outside that ended it.
func (b *body) least(declared int64) int64 {
	if b == nil {
		return max(0, declared)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	link := errchain.Find(b.failed, func(e error) bool { _, ok := e.(*http.MaxBytesError); return ok })
	if e, ok := link.(*http.MaxBytesError); ok {
		return max(b.size, e.Limit+1)
	}
	if b.size == int64(b.ahead-b.back) { // the handler read nothing
		return max(b.size, declared)
	}
	return b.size
}

// endsWithout reports whether the body was read to its end and text is not near
// it.
func (b *body) endsWithout(text string) bool {
	if b == nil {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	end := b.kept
	if b.cut {
		end = end[max(0, len(end)-lastBytes):]
	}
	return b.end && !bytes.Contains(end, []byte(text))
}

// bodyFailure returns why the body of the request could not be read to its end, nil if it could.
func (x *exchange) bodyFailure() error {
	if x == nil || x.body == nil {
		return nil
	}
	x.body.mu.Lock()
	defer x.body.mu.Unlock()
	return x.body.failed
}

// input returns what the caller sent, as far as the handler read it. Of a body
// that it did not read only the declared length is known.
func (x *exchange) input(r *http.Request) middleware.Input {
	var read []byte
	size, whole := r.ContentLength, false
	if x != nil {
		read, whole = x.body.input()
		size = x.body.least(size)
	}
	if read == nil && whole {
		read = []byte{} // the handler read an empty body
	}
	return middleware.Input{Body: read, Truncated: !whole, Size: size, Values: values(r)}
}

// values returns what the caller sent outside of the body, or in a form that the
// handler has parsed.
func values(r *http.Request) (all []middleware.Parameter) {
	for _, source := range []url.Values{r.URL.Query(), r.PostForm} { // PostForm has those of a MultipartForm, too
		for _, name := range slices.Sorted(maps.Keys(source)) { // classifiers must find the same each time
			for _, text := range source[name] {
				all = append(all, middleware.Parameter{Name: name, Text: text})
			}
		}
	}
	for _, name := range request.Wildcards(r.Pattern) {
		all = append(all, middleware.Parameter{Name: name, Text: r.PathValue(name)})
	}
	return all
}
