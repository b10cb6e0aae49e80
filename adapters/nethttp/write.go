package nethttp

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/request"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/internal/text"
)

// write writes the response to e, and reports whether it did: a goroutine of the
// handler may have committed one since. It allocates only for headers that few
// errors have.
func (c *call) write(e *errkit.Error, status int) (written bool) {
	b := text.GetBuffer()
	body, head, e := c.render(b.Bytes, e)
	if status != http.StatusNotFound && status != http.StatusMethodNotAllowed { // those of a router stay
		status = head.Status
	}
	if c.notified && status == http.StatusOK { // "an HTTP error status code" (MCP 2025-11-25, Transports)
		status = c.api.Codec.Table.Status(e)
	}
	if status != http.StatusOK && !header.IsError(status) { // 200 is for protocols with errors in the body
		status = http.StatusInternalServerError
	}
	head.Status = status
	challenge := ""
	if status == http.StatusUnauthorized || status == http.StatusForbidden {
		challenge = c.challenge(e)
	}
	encodings := ""
	if e.Kind == errkit.Unsupported {
		if unknown, ok := errors.AsType[*request.EncodingError](e); ok {
			encodings = unknown.Accepted
		}
	}
	if w, ok := c.to.(*writer); ok {
		written = w.writeIfOpen(func(to http.ResponseWriter) { c.send(to, head, body, challenge, encodings) }, c.own)
		c.closed = written && c.own
	} else {
		c.send(c.to, head, body, challenge, encodings)
		written = true
	}
	b.Bytes = body[:0]
	b.Release()
	return written
}

// send writes the headers, the status and the body. The challenge is the value of
// WWW-Authenticate, the encodings are that of Accept-Encoding.
func (c *call) send(to http.ResponseWriter, head dialect.Head, body []byte, challenge, encodings string) {
	h := to.Header()
	// No cache may store a fault, a missing login, or an error that has the status of a success.
	private := head.Status >= 500 || head.Status == http.StatusUnauthorized || head.Status == http.StatusOK
	if len(h) > 0 { // it is empty most of the time, and a loop over nothing costs time, too
		private = clean(h, head.Status, c.encodedOutside(to)) || private
	}
	if private {
		header.NoStore(h)
	}
	header.Set(h, "Www-Authenticate", challenge)
	header.Set(h, "Accept-Encoding", encodings)
	if c.api.Choose != nil {
		vary(h, accept)
	}
	if c.api.boundary().Localize != nil {
		vary(h, header.AcceptLanguage)
	}
	_ = head.Write(to, c.r, body) // the client may be gone
}

// render appends the document of e. If a third-party dialect or [API.Choose]
// panics, it is a problem document about that.
func (c *call) render(dst []byte, e *errkit.Error) (body []byte, head dialect.Head, rendered *errkit.Error) {
	defer func() {
		if v := recover(); v != nil {
			rendered = errkit.From(c.api.boundary().HandlePanic(c.context(), v))
			c.envelope = false
			call := dialect.Call{Repeatable: c.repeatable()}
			body, head = c.api.Codec.Append(dst[:0], defaultDialect, call, rendered)
		}
	}()
	d := c.dialect()
	body, head = c.api.Codec.Append(dst, d, c.callFor(d, e), e)
	return body, head, e
}

// dialect returns the dialect of the responses to this request.
func (c *call) dialect() dialect.Dialect {
	if c.api.Choose != nil {
		if c.x != nil {
			c.x.choosing.Store(c.isInnermost())
			defer c.x.choosing.Store(false)
		}
		if chosen := c.api.Choose(c.r); chosen != nil {
			return chosen
		}
	}
	return cmp.Or(c.api.Dialect, defaultDialect)
}

// isInnermost reports whether no handler inside is running, so that what is left of the body may
// be read.
func (c *call) isInnermost() bool { return c.x.nested.Load() <= c.inside }

// event sends e as the last event of a stream that is between two events, and
// reports whether it did.
func (c *call) event(e *errkit.Error) bool {
	w, ok := c.to.(*writer)
	if !ok || !w.betweenEvents() {
		return false
	}
	b := text.GetBuffer()
	body, _, _ := c.render(b.Bytes, e)
	name := "error"
	if c.envelope {
		name = ""
	}
	event := rpc.AppendEvent(nil, name, body)
	b.Bytes = body[:0]
	b.Release()
	_, err := w.Write(event)
	return err == nil && w.FlushError() == nil
}

// clean removes what the handler set for the response that it did not send, and
// reports whether that included rules for caches.
func clean(h http.Header, status int, encodedOutside bool) (cached bool) {
	for name := range h {
		switch name {
		case "Cache-Control", "Cdn-Cache-Control", "Expires", "Surrogate-Control": // they were for a success
			cached = true
			delete(h, name)
		case "Accept-Ranges", "Content-Digest", "Content-Disposition", "Content-Language", "Content-Length",
			"Content-Location", "Content-Md5", "Digest", "Etag", "Last-Modified", "Repr-Digest", "Transfer-Encoding":
			delete(h, name)
		case "Content-Range":
			if status != http.StatusRequestedRangeNotSatisfiable { // which has the length in it
				delete(h, name)
			}
		case "Content-Encoding":
			if !encodedOutside {
				delete(h, name)
			}
		case "Trailer":
			for announced := range header.Items(h[name]) {
				h.Del(announced)
			}
			delete(h, name)
		default:
			if strings.HasPrefix(name, http.TrailerPrefix) {
				delete(h, name)
			}
		}
	}
	return cached
}

// encodedOutside reports whether a Content-Encoding among the headers belongs to
// an outer handler that compresses what is written. If that is not known, it does
// if a wrapper is between here and the server.
func (c *call) encodedOutside(to http.ResponseWriter) bool {
	w, known := c.to.(*writer)
	return !ofServer(to) && (!known || w.encoded)
}

// challenge returns the value of WWW-Authenticate.
func (c *call) challenge(e *errkit.Error) (value string) {
	if c.api.Authenticate == nil {
		return ""
	}
	defer func() { _ = recover() }() // of the program: the response is sent without it
	return c.api.Authenticate(c.r, e)
}

const accept = "Accept"

// varies has the value of Vary for each header on which a response may depend. Responses share the
// slices, which must not be written to.
var varies = map[string][]string{accept: {accept}, header.AcceptLanguage: {header.AcceptLanguage}}

// vary adds that the response depends on a header of the request (RFC 9110 §12.5.5).
func vary(h http.Header, on string) {
	if len(h["Vary"]) == 0 {
		h["Vary"] = varies[on]
		return
	}
	for name := range header.Items(h["Vary"]) {
		if name == "*" || strings.EqualFold(name, on) {
			return
		}
	}
	h["Vary"] = append(slices.Clip(h["Vary"]), on)
}

// Bearer returns a function for [API.Authenticate]: the challenge for a bearer token (RFC 6750
// §3), with the scopes that the error needs and the URL of the protected resource's metadata (RFC
// 9728 §5.1), "" for none. The details acr_values and max_age of an error ask for another
// authentication of the user (RFC 9470 §3).
func Bearer(resourceMetadata string) func(*http.Request, *errkit.Error) string {
	return func(r *http.Request, e *errkit.Error) string {
		b := header.Challenge(e, header.HasToken(r.Header))
		b.ResourceMetadata = resourceMetadata
		return b.String()
	}
}
