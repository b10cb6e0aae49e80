package rpcdetails

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// A reader reads a list of messages.
type reader struct {
	*wire.Reader
	own    bool // metadata has a kind: the error was rendered by this package
	info   jsontree.Value
	inputs []errkit.Input
}

// Read sets the kind of an error with a code, for the reason in rule, and reads its details, an
// array of Any in ProtoJSON. Call it after the message is read. A carried error counts if writer
// renders it as what was read, see [wire.Reader.Carry].
//
// A code of 0 means that the protocol has other codes: the kind is the one that is set, unless
// ErrorInfo has a kind of this package.
func Read(wr *wire.Reader, writer dialect.Dialect, code mapping.RPCCode, rule string, details jsontree.Value) {
	r := reader{Reader: wr}
	for d := details.FirstElement(); d.Kind() != jsontree.Absent; d = d.Next() {
		if name, _ := d.Member("@type").Text(); name[strings.LastIndexByte(name, '/')+1:] == names[errorInfo] {
			r.info = d
			break
		}
	}
	r.kind(code, rule)
	r.errorInfo()
	seen := 0
	for d := details.FirstElement(); d.Kind() != jsontree.Absent && r.Room(seen, "details"); d = d.Next() {
		seen++
		if d != r.info {
			r.detail(d)
		}
	}
	if r.own {
		r.carry(writer, details)
	}
}

// detail reads a message other than ErrorInfo. One for which an error has no field becomes a
// detail.
func (r *reader) detail(d jsontree.Value) {
	name, ok := d.Member("@type").Text()
	if !ok {
		return
	}
	m, known := lookup(name)
	switch m {
	case retryInfo:
		known = r.retryInfo(d)
	case badRequest:
		r.badRequest(d.Member("fieldViolations"))
	case violations:
		r.violations(d.Member("violations"))
	case preconditionFailure:
		known = r.preconditionFailure(d)
	case help:
		known = r.help(d.Member("links"))
	case requestInfo:
		r.Error.Ref = r.String(d, "requestId")
	case debugInfo:
		r.debugInfo(d)
	default:
		if known = known && r.own; known { // repeats a detail, or the call
			r.Used(d)
		}
	}
	if !known {
		members := errkit.ReadDetails(d, func(name string) bool { return name == "@type" })
		if message := name[strings.LastIndexByte(name, '/')+1:]; !strings.ContainsFunc(message, isNotOfName) {
			name = message
		}
		r.addDetail(name, slog.GroupValue(members...))
	}
}

// isNotOfName reports whether a character is not of the full name of a message (protobuf, Any).
func isNotOfName(c rune) bool {
	return c != '.' && c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c)
}

func (r *reader) addDetail(name string, v slog.Value) {
	if len(r.Error.Details) < text.MaxDetails {
		r.Error.Details = append(r.Error.Details, slog.Attr{Key: name, Value: v})
	}
}

// carry reads a carried error.
func (r *reader) carry(writer dialect.Dialect, details jsontree.Value) {
	carry := r.info.Member("metadata").Member(dialect.CarryMember)
	if carry.IsNull() {
		return
	}
	if v, ok := carry.Embedded(); ok {
		r.Carry(v, writer)
	} else {
		r.Note("%s: not a canonical error, ignored", wire.Place(carry))
	}
	if !r.Peer.Carried {
		r.Unused(carry)
		return
	}
	for d := details.FirstElement(); d.Kind() != jsontree.Absent; d = d.Next() {
		r.Used(d) // repeats the carried error
	}
}

// IsDetails reports whether v is an array whose first element has the type of an Any, as
// [AppendJSON] writes it.
func IsDetails(v jsontree.Value) bool {
	_, ok := v.FirstElement().Member("@type").Text()
	return ok
}

// IsBare reports whether v has no other members than a google.rpc.Status.
func IsBare(v jsontree.Value) bool {
	for name := range v.Members() {
		if name != "code" && name != "message" && name != "details" {
			return false
		}
	}
	return true
}

func textOf(v jsontree.Value, name string) string {
	s, _ := v.Member(name).Text()
	return s
}

// maxMessages is the number of messages of Connect that are read.
const maxMessages = 100

// ReadConnect is [Read] for the details of Connect. The values count; debug is read only where a
// value is missing or not valid (Connect, Error Details: a client must not depend on it).
func ReadConnect(r *wire.Reader, writer dialect.Dialect, code mapping.RPCCode, rule string, details jsontree.Value) {
	doc := []byte{'['}
	n := 0
	for d := details.FirstElement(); d.Kind() != jsontree.Absent && n < maxMessages; d = d.Next() {
		name, ok := d.Member("type").Text()
		if !ok {
			continue
		}
		encoded, _ := d.Member("value").Text()
		bytes, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(encoded, "="))
		next, ok := appendAny(text.AppendComma(doc, n), name, string(bytes))
		if err != nil || !ok || encoded == "" {
			debug := d.Member("debug")
			if debug.Kind() != jsontree.Object {
				continue
			}
			r.Note("%s: not a message of its type, debug is read", wire.Place(d))
			next = text.AppendString(append(text.AppendComma(doc, n), `{"@type":`...), name)
			next = append(text.AppendComma(next, debug.Len()), debug.Raw()[1:]...)
		}
		r.Used(d)
		doc = next
		n++
	}
	root, err := jsontree.Parse(append(doc, ']'), jsontree.Limits{})
	if err != nil {
		r.Note("%s: %v", wire.Place(details), err)
	}
	Read(r, writer, code, rule, root)
}

// ReadStatus reads a google.rpc.Status in ProtoJSON, {"code":5,"message":"...","details":[...]},
// and reports whether it is an error.
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

// statusDialect renders a google.rpc.Status in ProtoJSON, to compare a carried error with the one
// that [ReadStatus] read.
type statusDialect struct{}

func (statusDialect) Name() string { return "google.rpc.Status" }

func (statusDialect) Append(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error) ([]byte, dialect.Head) {
	dst = text.AppendInt(append(dst, `{"code":`...), int(c.Table.RPCOf(e)))
	dst = wire.AppendMessage(append(dst, `,"message":`...), c, e)
	dst = AppendJSON(append(dst, `,"details":`...), c, call, e, Options{})
	return append(dst, '}'), dialect.Head{}
}

func (statusDialect) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	return wire.Decode(c, doc, statusDialect{}.Name(), ReadStatus, foreign.Rules{})
}

// kind sets the kind: that in metadata if this package wrote it, else that of the reason or the
// code. A text may refine it if the code is not informative.
func (r *reader) kind(code mapping.RPCCode, rule string) {
	metadata := r.info.Member("metadata")
	if name, ok := metadata.Member(keyKind).Text(); ok {
		k, known := errkit.LookupKind(name)
		stated := errkit.Error{Kind: k, Peer: &errkit.Peer{Code: code.String()}}
		stated.Upstream, _ = strconv.Atoi(textOf(metadata, keyUpstream))
		_ = stated.Retry.UnmarshalText([]byte(textOf(metadata, keyRetry)))
		_ = stated.Effect.UnmarshalText([]byte(textOf(metadata, keyEffect)))
		want := r.Codec.Table.RPCOf(&stated)
		domain := textOf(r.info, "domain")
		r.own = known && (want == code || domain == DefaultDomain || code == 0 && domain == A2ADomain)
		if r.own { // else another program wrote it
			if want != code && code != 0 {
				r.Note("conflict: the code is %s, that of the kind %s is %s", code, name, want)
			}
			r.Kind(k, "metadata.kind "+name)
			r.Peer.Exact = true
			return
		}
	}
	if code == 0 {
		return
	}
	k, known := r.Codec.Table.FromRPC(code)
	r.Kind(k, rule)
	if reason, ok := r.info.Member("reason").Text(); ok && r.byReason(reason, code) {
		return
	}
	has := func(part string) bool { return strings.Contains(string(r.Error.Message), part) }
	switch {
	case !known, code == mapping.RPCUnknown:
		r.Refine(wire.UnknownCode)
	case code == mapping.RPCInternal:
		r.Refine(wire.ServerFault)
	case code == mapping.RPCResourceExhausted && !r.Codec.NoGuess && slices.ContainsFunc(tooLarge[:], has):
		r.Kind(errkit.TooLarge, "the text about the size of a message, as libraries of gRPC and Connect write it")
		r.Peer.Guessed, r.Peer.Coarse = true, k
		r.Peer.Retry = errkit.Never // the text must not invite to repeat the call
		r.Note("low confidence: %s is guessed from a text, after %s", errkit.TooLarge.String(), rule)
	}
}

// tooLarge are parts of the texts of libraries about a message that is too large, with the code
// of a rate limit. If the message is the answer, the call has run, and must not be repeated.
var tooLarge = [...]string{
	"larger than max",                             // grpc-go, grpc for C++, Python and Ruby
	"message with a size larger than ",            // grpc-js
	"decompresses to a size larger than ",         // grpc-js
	"larger than configured max",                  // connect-go
	"MaxBytes ",                                   // connect-go and connect-es
	"message exceeds maximum size ",               // grpc-java
	"message too large ",                          // grpc-java
	"exceeds the maximum configured message size", // grpc-dotnet
}

// byReason is [ByReason] for a reason that does not contradict the code: NO_SUCH_USER with
// PERMISSION_DENIED is not used.
func (r *reader) byReason(reason string, code mapping.RPCCode) bool {
	defer func(status int) { r.Document.Status = status }(r.Document.Status)
	if code != mapping.RPCUnknown {
		r.Document.Status = code.HTTP()
	}
	return ByReason(r.Reader, reason)
}

// ByReason sets the kind to that of a reason, which is more exact than that of the code, and
// reports whether the reason is known. The code of the Peer does not change.
func ByReason(r *wire.Reader, reason string) bool {
	defer func(code string) { r.Peer.Code = code }(r.Peer.Code)
	return foreign.ByAPICode(r, reason, "reason")
}

// frameHead is the size of what is before each frame of gRPC-Web and each message of a stream of
// Connect: a byte of flags, and the length in four bytes (PROTOCOL-WEB, Message framing; Connect,
// Enveloped-Message).
const frameHead = 5

// LastFrame returns the frame with the flags last and what is after it. It reports false if there
// is no such frame, or if before it are others than frames with some of the flags of before.
func LastFrame(body []byte, last, before byte) (frame, rest []byte, ok bool) {
	for len(body) >= frameHead {
		flags, size := body[0], binary.BigEndian.Uint32(body[1:])
		if body = body[frameHead:]; uint64(size) > uint64(len(body)) || flags != last && flags&^before != 0 {
			break
		}
		if flags == last {
			return body[:size], body[size:], true
		}
		body = body[size:]
	}
	return nil, nil, false
}

// CodeOfHTTP returns the code of a response of gRPC or Connect that has no code of its own
// (Connect, HTTP to Error Code; gRPC, HTTP to gRPC Status Code Mapping). It is not the inverse of
// [mapping.RPCCode.HTTP].
func CodeOfHTTP(status int) mapping.RPCCode {
	switch status {
	case 400:
		return mapping.RPCInternal
	case 401:
		return mapping.RPCUnauthenticated
	case 403:
		return mapping.RPCPermissionDenied
	case 404:
		return mapping.RPCUnimplemented
	case 429, 502, 503, 504:
		return mapping.RPCUnavailable
	}
	return mapping.RPCUnknown
}

// ByHTTP replaces the kind of an error that was decoded from an HTTP status, because the response
// is not of the dialect with the name, by the kind of [CodeOfHTTP]. It does not change other
// errors.
func ByHTTP(c *dialect.Codec, e *errkit.Error, name string, status int) {
	known := &e.Kind
	if e.Peer.Guessed {
		known = &e.Peer.Coarse
	}
	k, ok := c.Table.FromHTTP(status)
	if status == http.StatusBadRequest && (e.Peer.Guessed || e.Peer.Rule == "HTTP status 400") { // of an API
		k, e.Status = errkit.InvalidInput, 0
	}
	if !ok || k != *known || e.Peer.Dialect == name {
		return
	}
	code := CodeOfHTTP(status)
	if *known, _ = c.Table.FromRPC(code); e.Peer.Guessed {
		return
	}
	e.Peer.Rule = "HTTP status " + strconv.Itoa(status) + " without a code is " + code.String()
}
