package rpcdetails

import (
	"cmp"
	"encoding/base64"
	"unicode/utf8"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/errchain"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/mapping"
)

// DefaultDomain is the domain of ErrorInfo if Options has none.
const DefaultDomain = "io.github.toolerr"

// A2ADomain is the domain of the reasons that A2A defines (A2A 1.0 §9.5).
const A2ADomain = "a2a-protocol.org"

// Options configure what is appended.
type Options struct {
	// Domain of ErrorInfo: the service that the reason belongs to, such as "bells.example.com";
	// "": DefaultDomain.
	Domain string
	Reason string // the reason that the protocol of Domain defines for the error; "": the code, else the kind
	Debug  bool   // append Dev as DebugInfo: only for clients that are trusted
	// MaxDetails is the most bytes of the base64 of AppendStatus, as trailers of gRPC have it. 0:
	// 6,144; negative: no limit, also for the message.
	MaxDetails int
}

// maxDetails is the default of MaxDetails. With a message of text.MaxHeader bytes it leaves room
// for the other headers within 8 KiB.
const maxDetails = 6 << 10

// A source is what the messages are made of.
type source struct {
	*errkit.Error
	call    dialect.Call
	options Options
	drop    drop
}

// A drop is how much is left out where there is little room: the messages of least use first. Each
// one includes those before it.
type drop uint8

const (
	dropNothing    drop = iota
	dropDebug           // DebugInfo
	dropCarry           // the carried error, which counts only beside the other messages
	dropHelp            // Help, and ResourceInfo
	dropFields          // all but 10 fields
	dropMoreFields      // all but one field
	dropDetails         // all of metadata but the kind, and the needs
	dropMessage         // all but the start of the message
	drops
)

const (
	fewFields = 10  // that dropFields keeps
	fewBytes  = 128 // of the message that dropMessage keeps, percent-encoded
)

// fields returns the fields that are not dropped.
func (s *source) fields() []errkit.Field {
	switch {
	case s.drop >= dropMoreFields:
		return s.Fields[:min(1, len(s.Fields))]
	case s.drop >= dropFields:
		return s.Fields[:min(fewFields, len(s.Fields))]
	}
	return s.Fields
}

// AppendJSON appends the details as a JSON array of google.protobuf.Any (ProtoJSON).
func AppendJSON(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error, o Options) []byte {
	w, s := writer{dst: append(dst, '['), codec: c}, source{wire.WithRetry(c.Table, e), call, o, dropNothing}
	for m := range s.messages {
		item := w.open(0, "", '{')
		w.dst = append(append(append(w.dst, `"@type":"`+typePrefix...), names[m]...), '"')
		w.message(m, &s)
		w.close(item, '}')
	}
	return append(w.dst, ']')
}

// AppendError appends an error of AIP-193,
// {"code":404,"message":"...","status":"...","details":[]}.
func AppendError(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error, status int, code mapping.RPCCode,
	o Options) []byte {
	dst = text.AppendInt(append(dst, `{"code":`...), status)
	dst = wire.AppendMessage(append(dst, `,"message":`...), c, e)
	dst = append(append(append(dst, `,"status":"`...), code.String()...), `","details":`...)
	return append(AppendJSON(dst, c, call, e, o), '}')
}

// AppendConnect appends the details as a JSON array of Connect (Connect, Error Details).
func AppendConnect(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error, o Options) []byte {
	w, s := writer{dst: append(dst, '['), codec: c}, source{wire.WithRetry(c.Table, e), call, o, dropNothing}
	for m := range s.messages {
		item := w.open(0, "", '{')
		w.dst = append(append(append(w.dst, `"type":"`...), names[m]...), `","value":"`...)
		value := len(w.dst)
		w.binary = true
		w.message(m, &s)
		w.encode(value)
		w.binary, w.brief = false, true
		w.dst = append(w.dst, `","debug":{`...)
		w.message(m, &s)
		w.close(item, '}')
		w.dst = append(w.dst, '}')
	}
	return append(w.dst, ']')
}

// AppendStatus appends a google.rpc.Status with the message, see [AppendMessage], and the details
// of e, in the binary format. If its base64 is longer than MaxDetails, what is of least use is
// left out: DebugInfo, the carried error, Help, all but a few fields, most of metadata, and the
// end of the message. Nothing is appended if it is still too long.
func AppendStatus(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error, o Options) []byte {
	most := cmp.Or(o.MaxDetails, maxDetails)
	w := writer{dst: dst, codec: c, binary: true}
	for drop := range drops {
		w.dst = w.dst[:len(dst)]
		w.status(&source{wire.WithRetry(c.Table, e), call, o, drop})
		if most < 0 || base64.RawStdEncoding.EncodedLen(len(w.dst)-len(dst)) <= most {
			return w.dst
		}
	}
	return w.dst[:len(dst)]
}

// AppendStatusBase64 is [AppendStatus] in base64, without padding.
func AppendStatusBase64(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error, o Options) []byte {
	w := writer{dst: AppendStatus(dst, c, call, e, o)}
	w.encode(len(dst))
	return w.dst
}

// status appends a google.rpc.Status.
func (w *writer) status(s *source) {
	w.integer(1, int64(w.codec.Table.RPCOf(s.Error)))
	text := w.open(2, "", '"')
	w.dst = AppendMessage(w.dst, w.codec, s.Error, s.options)
	if s.drop >= dropMessage {
		w.dst = cutEncoded(w.dst, text, fewBytes)
	}
	w.close(text, '"')
	for m := range s.messages {
		detail := w.open(3, "", '{')
		typeURL := w.open(1, "", 0)
		w.dst = append(append(w.dst, typePrefix...), names[m]...)
		w.close(typeURL, 0)
		value := w.open(2, "", '{')
		w.message(m, s)
		w.close(value, '}')
		w.close(detail, '}')
	}
}

// AppendMessage appends the message of e as text. If there is a limit for the details, the message
// has a limit, too, so that both fit into the headers of a response: 1 KiB after percent-encoding
// (PROTOCOL-HTTP2, Status-Message). A longer one ends with an ellipsis.
func AppendMessage(dst []byte, c *dialect.Codec, e *errkit.Error, o Options) []byte {
	for start, most := len(dst), text.MaxHeader; ; most /= 2 {
		dst = wire.AppendMessageBody(dst[:start], c, e)
		dst = dst[:start+len(text.Unescape(dst[start:]))]
		if o.MaxDetails < 0 {
			return dst
		}
		whole, m := len(dst), string(e.Message)
		dst = cutEncoded(dst, start, text.MaxHeader)
		if len(dst) == whole || dialect.CutQuote(m, 1) == m {
			return dst
		}
		short := *e // a quote that has an end
		short.Message = errkit.Text(dialect.CutQuote(m, most/2))
		e = &short
	}
}

const ellipsis = "…"

// cutEncoded cuts the text since start to at most most bytes after percent-encoding. No character
// is divided.
func cutEncoded(dst []byte, start, most int) []byte {
	const spaces = 4 // additional bytes of spaces at both ends
	if 3*(len(dst)-start) <= most {
		return dst
	}
	size, end := spaces, start
	for i := start; i < len(dst); i++ {
		if utf8.RuneStart(dst[i]) && size <= most-3*len(ellipsis) {
			end = i
		}
		size++
		if c := dst[i]; c < ' ' || c > '~' || c == '%' {
			size += 2
		}
		if size > most {
			return append(dst[:end], ellipsis...)
		}
	}
	return dst
}

// messages are the messages that are appended.
func (s *source) messages(yield func(message) bool) {
	for m := range messages {
		if s.has(m) && !yield(m) {
			return
		}
	}
}

// has reports whether a message is appended.
func (s *source) has(m message) bool {
	drop := s.drop
	switch m {
	case errorInfo:
		return true
	case retryInfo:
		return text.Milliseconds(s.RetryAfter) > 0
	case badRequest:
		return drop < dropDetails && (len(s.Fields) > 0 || s.Needs != nil && len(s.Needs.Input) > 0)
	case quotaFailure:
		return drop < dropDetails && s.limit() > 0
	case preconditionFailure:
		n := s.Needs
		return drop < dropDetails && n != nil && (n.UserID || len(n.Secrets) > 0 || len(n.Scopes) > 0)
	case help:
		return drop < dropHelp && (s.DocURL != "" || s.Needs != nil && len(s.Needs.Challenges) > 0)
	case requestInfo:
		return s.Ref != ""
	case resourceInfo:
		_, name := s.resource()
		return drop < dropHelp && name != ""
	case debugInfo:
		return drop < dropDebug && s.options.Debug && s.Dev.Reveal() != ""
	}
	return false
}

// message appends the fields of a message.
func (w *writer) message(m message, s *source) {
	switch m {
	case errorInfo:
		w.errorInfo(s)
	case retryInfo:
		w.retryInfo(s)
	case badRequest:
		w.badRequest(s)
	case quotaFailure:
		w.quotaFailure(s)
	case preconditionFailure:
		w.preconditionFailure(s)
	case help:
		w.help(s)
	case requestInfo:
		w.string(1, "requestId", s.Ref)
	case resourceInfo:
		w.resourceInfo(s)
	case debugInfo:
		w.text(2, "detail", s.Dev.Reveal())
	}
}

// A Coded is an error of a handler, with the code that it has in a library of gRPC or Connect.
type Coded struct {
	Err  error
	Code mapping.RPCCode
}

func (c *Coded) Error() string { return c.Err.Error() }

// Unwrap returns Err.
func (c *Coded) Unwrap() error { return c.Err }

// WithCode returns e as it is rendered, with the code of the [Coded] that caused it as that of a
// peer: see [mapping.Table.RPCOf].
func WithCode(e *errkit.Error) *errkit.Error {
	own, ok := errchain.As[*Coded](e.Err)
	if !ok {
		return e
	}
	exact := *e
	exact.Peer = &errkit.Peer{Code: own.Code.String()}
	return &exact
}
