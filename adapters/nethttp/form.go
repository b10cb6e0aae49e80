package nethttp

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/internal/request"
)

// The codes of a request whose parameters cannot be parsed, or whose body cannot
// be decompressed. Package middleware has those of a body that is not JSON.
const (
	MalformedQuery     errkit.Code = "malformed_query"
	MalformedForm      errkit.Code = "malformed_form" // application/x-www-form-urlencoded
	MalformedMultipart errkit.Code = "malformed_multipart"
	MalformedGzip      errkit.Code = "malformed_gzip"
)

// badForm returns what an error of [net/url] or [mime/multipart] means if the
// query or the form of this request has that fault, else nil: the handler may
// have parsed another one.
func (c *call) badForm(err error) *errkit.Error {
	var read []byte
	if c.x != nil {
		read, _ = c.x.body.input()
	}
	isForm := header.MediaType(c.r.Header) == request.Form
	switch {
	case c.r.URL != nil && errchain.Any(err, isPairError):
		if e := request.BadPairs(MalformedQuery, "query string", c.r.URL.RawQuery, err); e != nil {
			return e
		}
		if isForm {
			return request.BadPairs(MalformedForm, "form", string(read), err)
		}
	case isForm && errchain.Any(err, func(e error) bool { return e.Error() == "http: POST too large" }):
		// of ParseForm; it has no type
		return &errkit.Error{Kind: errkit.TooLarge, Stage: errkit.BeforeCall, Err: err}
	case c.x != nil && c.x.body != nil && errchain.Any(err, isGzipError):
		read, _ = c.x.body.raw()
		return badGzip(read, err)
	case c.x != nil && errchain.Any(err, isMultipartError):
		return c.badMultipart(read, err)
	}
	return badContentType(c.r.Header.Get("Content-Type"), err)
}

// badContentType returns the error of a Content-Type that cannot be parsed, nil
// if err is not the one of [mime.ParseMediaType] for it.
func badContentType(value string, err error) *errkit.Error {
	_, _, fault := mime.ParseMediaType(value)
	if value == "" || fault == nil || !errchain.Any(err, func(e error) bool { return e.Error() == fault.Error() }) {
		return nil
	}
	e := request.Unsupported("The Content-Type is not valid.")
	e.Err = err
	return e
}

// isPairError reports whether err is one of [url.ParseQuery].
func isPairError(err error) bool {
	_, ok := err.(url.EscapeError)
	return ok || err.Error() == "invalid semicolon separator in query" // which has no type
}

// isGzipError reports whether err is one of [compress/gzip], or of [http.MaxBytesReader].
func isGzipError(err error) bool {
	_, corrupt := err.(flate.CorruptInputError)
	_, large := err.(*http.MaxBytesError)
	return corrupt || large || err == gzip.ErrHeader || err == gzip.ErrChecksum
}

// badGzip returns the error of a body that has the same fault, or is larger than the limit of err
// when it is decompressed, nil if what is kept of it is not.
func badGzip(read []byte, err error) *errkit.Error {
	large, isLarge := errchain.As[*http.MaxBytesError](err)
	most := int64(maxBody)
	if isLarge {
		most = min(large.Limit, maxUnzipped-1) + 1
	}
	n := int64(0)
	unzip, fault := gzip.NewReader(bytes.NewReader(read))
	if fault == nil {
		n, fault = io.CopyN(io.Discard, unzip, most)
	}
	switch {
	case isLarge && n > large.Limit:
		return request.TooLarge(err)
	case isLarge, len(read) == 0, fault == nil, !errchain.Any(err, func(e error) bool { return e == fault }):
		return nil
	}
	const message = "The request is not valid gzip."
	return &errkit.Error{Kind: errkit.InvalidRequest, Code: MalformedGzip, Message: message, Err: err}
}

// isMultipartError reports whether err may be one of [mime/multipart].
func isMultipartError(err error) bool {
	if _, ok := err.(textproto.ProtocolError); ok { // the header of a part
		return true
	}
	return err == io.ErrUnexpectedEOF || strings.HasPrefix(err.Error(), "multipart: ")
}

// badMultipart returns where a multipart body has a fault, nil if it has none.
// Where it is longer than what is kept, it can be missing its end.
func (c *call) badMultipart(read []byte, cause error) *errkit.Error {
	t, params, err := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	boundary := params["boundary"]
	if err != nil || !strings.HasPrefix(t, "multipart/") || boundary == "" {
		return nil
	}
	bad := func(message errkit.Text, details ...slog.Attr) *errkit.Error {
		return &errkit.Error{
			Kind: errkit.InvalidRequest, Code: MalformedMultipart, Message: message, Details: details, Err: cause,
		}
	}
	if c.x.body.endsWithout("--" + boundary + "--") {
		return bad("The multipart body is not valid: it has no end.")
	}
	parts := multipart.NewReader(bytes.NewReader(read), boundary)
	for n := 1; ; n++ {
		part, err := parts.NextRawPart()
		if err == nil {
			_, err = io.Copy(io.Discard, part)
		}
		if _, ok := err.(textproto.ProtocolError); ok {
			return bad(errkit.Textf("The multipart body is not valid: the header of part %d.", n), slog.Int("part", n))
		}
		if err != nil {
			return nil
		}
	}
}
