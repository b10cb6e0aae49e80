package rpcdetails

import (
	"encoding/base64"
	"errors"
	"math"
	"strconv"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonw"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// AppendStatus appends a google.rpc.Status with the message, see [AppendMessage], and the details of e, in the binary format. If
// its base64 is longer than MaxDetails, what is of least use is left out: DebugInfo, the carried error, Help, all but a few
// fields, most of metadata, and the end of the message. Nothing is appended if it is still too long.
func AppendStatus(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error, o Options) []byte {
	most := o.MaxDetails
	if most == 0 {
		most = maxDetails
	}
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
	w.integer(1, int64(w.codec.Table.RPC(s.Kind, s.Upstream)))
	text := w.openString(2, "")
	w.dst = AppendMessage(w.dst, w.codec, s.Error, s.options)
	if s.drop >= dropMessage {
		w.dst = cutEncoded(w.dst, text, fewBytes)
	}
	w.closeString(text)
	for m := range messages {
		if !s.has(m) {
			continue
		}
		detail := w.openItem(3)
		w.tag(1)
		start := len(w.dst)
		w.dst = append(append(w.dst, typePrefix...), names[m]...)
		w.insertLength(start)
		value := w.openItem(2)
		w.message(m, s)
		w.closeItem(value)
		w.closeItem(detail)
	}
}

// ReadStatus reads a google.rpc.Status in ProtoJSON, {"code":5,"message":"...","details":[...]}, and reports whether it is an
// error.
func ReadStatus(r *wire.Reader, v jsontree.Value) (found bool, err error) {
	n, ok := v.Member("code").Int()
	if !ok {
		return false, errors.New(`the document: no "code"`)
	}
	if n == 0 {
		return false, nil
	}
	r.Peer.Code = strconv.FormatInt(n, 10)
	code := mapping.RPCCode(min(max(n, 0), math.MaxUint8))
	r.Message(r.String(v, "message"))
	Read(r, statusDialect{}, code, "code "+r.Peer.Code, v.Member("details"))
	return true, nil
}

// statusDialect renders a google.rpc.Status in ProtoJSON, to compare a carried error with the one that [ReadStatus] read.
type statusDialect struct{}

func (statusDialect) Name() string { return "google.rpc.Status" }

func (statusDialect) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	dst = jsonw.AppendInt(append(dst, `{"code":`...), int(c.Table.RPC(e.Kind, e.Upstream)))
	dst = wire.AppendMessage(append(dst, `,"message":`...), c, e)
	dst = AppendJSON(append(dst, `,"details":`...), c, call, e, Options{})
	return append(dst, '}'), dialect.Head{}
}

func (statusDialect) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	return wire.Decode(c, doc, statusDialect{}.Name(), ReadStatus)
}

// ParseStatus parses a google.rpc.Status in the binary format. details is the array of its details in ProtoJSON, as [Read] reads
// it, without those that are not a message of their type. It reports false if status is not one.
func ParseStatus(status []byte) (code int32, message string, details []byte, ok bool) {
	b := string(status)
	if !valid(b) {
		return 0, "", nil, false
	}
	details = []byte{'['}
	for b != "" {
		var v value
		switch v, b, _ = next(b); v.number {
		case 1:
			code = int32(v.n)
		case 2:
			message = v.bytes
		case 3:
			details = appendDetail(details, v.bytes)
		}
	}
	return code, message, append(details, ']'), true
}

// appendDetail appends a google.protobuf.Any in the binary format as an element of a list.
func appendDetail(dst []byte, b string) []byte {
	if !valid(b) {
		return dst
	}
	var typeURL, message string
	for b != "" {
		var v value
		switch v, b, _ = next(b); v.number {
		case 1:
			typeURL = v.bytes
		case 2:
			message = v.bytes
		}
	}
	out, ok := appendAny(jsonw.AppendComma(dst, len(dst)-1), typeURL, message)
	if !ok {
		return dst
	}
	return out
}
