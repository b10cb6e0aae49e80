package rpcdetails

import (
	"encoding/base64"
	"errors"
	"log/slog"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonw"
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// maxMessages is the number of messages of Connect that are read.
const maxMessages = 100

// IsDetails reports whether v is an array whose first element has the type of an Any, as [AppendJSON] writes it.
func IsDetails(v jsontree.Value) bool {
	_, ok := v.FirstElement().Member("@type").Text()
	return ok
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

// ReadConnect is [Read] for the details of Connect. The values count; debug is read only where a value is missing or not valid
// (Connect, Error Details: a client must not depend on it).
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
		next, ok := appendAny(jsonw.AppendComma(doc, n), name, string(bytes))
		if err != nil || !ok || encoded == "" {
			debug := d.Member("debug")
			if debug.Kind() != jsontree.Object {
				continue
			}
			r.Note("%s: not a message of its type, debug is read", wire.Place(d))
			next = appendDebug(doc, n, name, debug)
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

// appendDebug appends the member debug of a detail as element n of a list of Any.
func appendDebug(doc []byte, n int, name string, debug jsontree.Value) []byte {
	doc = jsonw.AppendString(append(jsonw.AppendComma(doc, n), `{"@type":`...), name)
	if debug.Len() > 0 {
		doc = append(doc, ',')
	}
	return append(doc, debug.Raw()[1:]...)
}

// A reader reads a list of messages.
type reader struct {
	*wire.Reader
	own    bool // metadata has a kind: the error was rendered by this package
	info   jsontree.Value
	inputs []errkit.Input
}

// Read sets the kind of an error with a code, for the reason in rule, and reads its details, an array of Any in ProtoJSON. Call
// it after the message is read. A carried error counts if writer renders it as what was read, see [wire.Reader.Carry].
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

// kind sets the kind of a code. A text may refine it where the code means little.
func (r *reader) kind(code mapping.RPCCode, rule string) {
	metadata := r.info.Member("metadata")
	if name, ok := metadata.Member(keyKind).Text(); ok {
		upstream, _ := strconv.Atoi(textOf(metadata, keyUpstream))
		k, known := errkit.LookupKind(name)
		want := r.Codec.Table.RPC(k, upstream)
		if r.own = known && (want == code || textOf(r.info, "domain") == DefaultDomain); r.own { // else another program wrote it
			if want != code {
				r.Note("conflict: the code is %s, that of the kind %s is %s", code, name, want)
			}
			r.Kind(k, "metadata.kind "+name)
			r.Peer.Exact = true
			return
		}
	}
	k, known := r.Codec.Table.FromRPC(code)
	r.Kind(k, rule)
	if reason, ok := r.info.Member("reason").Text(); ok && ByReason(r.Reader, reason) {
		return
	}
	switch {
	case !known, code == mapping.RPCUnknown:
		r.Refine(wire.UnknownCode)
	case code == mapping.RPCInternal:
		r.Refine(wire.ServerFault)
	case code == mapping.RPCResourceExhausted && !r.Codec.NoGuess && isTooLarge(string(r.Error.Message)):
		r.Kind(errkit.TooLarge, `the text "larger than max" or "larger than configured max", as libraries of gRPC and Connect write it`)
		r.Peer.Guessed, r.Peer.Coarse, r.Peer.Retry = true, k, errkit.Never // the text must not invite to repeat the call
		r.Note("low confidence: %s is guessed from a text, after %s", errkit.TooLarge.String(), rule)
	}
}

// ByReason sets the kind of a reason that is more exact than its code, and reports whether it is known. The code stays that of
// the peer.
func ByReason(r *wire.Reader, reason string) bool {
	code := r.Peer.Code
	known := r.ByAPICode(reason, "reason")
	r.Peer.Code = code
	return known
}

func isTooLarge(text string) bool {
	return strings.Contains(text, "larger than max") || strings.Contains(text, "larger than configured max")
}

func textOf(v jsontree.Value, name string) string {
	s, _ := v.Member(name).Text()
	return s
}

// errorInfo reads ErrorInfo.
func (r *reader) errorInfo() {
	if r.info.Kind() != jsontree.Object {
		return
	}
	reason, domain := r.String(r.info, "reason"), r.String(r.info, "domain")
	metadata := r.Object(r.info, "metadata")
	if domain != DefaultDomain && domain != "" {
		r.Peer.Type = domain
		r.Unused(r.info.Member("domain"))
	}
	if !r.own {
		r.Error.Code = errkit.Code(reason)
		for m := metadata.FirstMember(); m.Kind() != jsontree.Absent; m = m.Next() {
			r.addDetail(m.Name(), errkit.ReadDetail(m))
		}
		return
	}
	if name := strings.ToLower(reason); name != r.Error.Kind.String() {
		r.Error.Code = errkit.Code(name)
	}
	for m := metadata.FirstMember(); m.Kind() != jsontree.Absent; m = m.Next() {
		s, ok := m.Text()
		if !ok {
			r.Unused(m)
			continue
		}
		r.metadata(m, s)
	}
}

// metadata reads a member of metadata that this package wrote.
func (r *reader) metadata(m jsontree.Value, s string) {
	var err error
	switch name := m.Name(); name {
	case keyKind, dialect.CarryMember:
	case keyCode:
		r.Error.Code = errkit.Code(s)
	case keyHint:
		r.Error.Hint = errkit.Text(s)
	case keyRetry:
		err = r.Peer.Retry.UnmarshalText([]byte(s))
	case keyStage:
		err = r.Peer.Stage.UnmarshalText([]byte(s))
	case keyUpstream:
		r.Error.Upstream, err = strconv.Atoi(s)
	case keyStatus:
		var n uint64
		n, err = strconv.ParseUint(s, 10, 16)
		r.Error.Status = uint16(n)
	case keyNeeds:
		var needs errkit.Needs
		if v, ok := m.Embedded(); ok && needs.ReadJSON(v) {
			n := r.Needs()
			n.Input, n.Reason, n.Options = needs.Input, needs.Reason, needs.Options
			r.inputs = needs.Input
		} else {
			err = errNotCanonical
		}
	default:
		if isReserved(name) { // of a challenge or a field, which is read with it
			return
		}
		if v, parseErr := jsontree.ParseText(s, jsontree.Limits{}); parseErr == nil {
			r.addDetail(name, errkit.ReadDetail(v))
		} else {
			r.addDetail(name, slog.StringValue(s))
		}
	}
	if err != nil {
		r.Unused(m)
		r.Note("%s: unknown, ignored", wire.Place(m))
	}
}

var errNotCanonical = errors.New("not as in the canonical JSON")

func (r *reader) addDetail(name string, v slog.Value) {
	if len(r.Error.Details) < limit.Details {
		r.Error.Details = append(r.Error.Details, slog.Attr{Key: name, Value: v})
	}
}

// detail reads a message other than ErrorInfo. One for which an error has no field becomes a detail.
func (r *reader) detail(d jsontree.Value) {
	name, ok := d.Member("@type").Text()
	if !ok {
		return
	}
	m, known := lookup(name)
	if known {
		switch m {
		case retryInfo:
			known = r.retryInfo(d)
		case badRequest:
			r.badRequest(d.Member("fieldViolations"))
		case preconditionFailure:
			known = r.preconditions(d)
		case help:
			known = r.help(d.Member("links"))
		case requestInfo:
			r.Error.Ref = r.String(d, "requestId")
		case debugInfo:
			r.debugInfo(d)
		default:
			known = r.own // repeats a detail, or the call
			if known {
				r.Used(d)
			}
		}
	}
	if !known {
		r.addDetail(name[strings.LastIndexByte(name, '/')+1:], slog.GroupValue(errkit.ReadDetails(d, isTypeMember)...))
	}
}

func isTypeMember(name string) bool { return name == "@type" }

// retryInfo reads the delay. A server that sends one invites the client to repeat the call.
func (r *reader) retryInfo(d jsontree.Value) bool {
	delay, ok := parseDuration(textOf(d, "retryDelay"))
	if !ok {
		return false
	}
	r.Error.RetryAfter = delay
	if !r.own {
		r.Peer.Retry = errkit.Allowed
	}
	return true
}

// parseDuration parses a google.protobuf.Duration in ProtoJSON, such as "1.500s". A negative one is 0.
func parseDuration(s string) (time.Duration, bool) {
	s, ok := strings.CutSuffix(s, "s")
	whole, fraction, _ := strings.Cut(s, ".")
	seconds, err := strconv.ParseInt(whole, 10, 64)
	if !ok || err != nil || len(fraction) > 9 {
		return 0, false
	}
	nanos, err := strconv.ParseUint((fraction + "000000000")[:9], 10, 32)
	switch {
	case err != nil:
		return 0, false
	case s[0] == '-':
		return 0, true
	case seconds >= math.MaxInt64/int64(time.Second):
		return math.MaxInt64, true
	}
	return time.Duration(seconds)*time.Second + time.Duration(nanos), true
}

// badRequest reads the fields, without those that repeat the input that is needed.
func (r *reader) badRequest(list jsontree.Value) {
	n := list.Len() - len(r.inputs)
	i, more := 0, true
	for v := list.FirstElement(); v.Kind() == jsontree.Object && more; v = v.Next() {
		if n--; n < 0 {
			r.Used(v)
			continue
		}
		description := r.String(v, "description")
		if description == "" {
			description = textOf(r.Object(v, "localizedMessage"), "message")
		}
		r.GuessFrom(description)
		f := errkit.Field{
			Path:    pointer.FromPath(r.String(v, "field")),
			Message: errkit.Text(description),
			Rule:    strings.ToLower(r.String(v, "reason")),
		}
		if r.own {
			metadata, prefix := r.info.Member("metadata"), fieldPrefix+strconv.Itoa(i)
			f.Param = textOf(metadata, prefix+paramSuffix)
			if f.Rule == "" {
				f.Rule = textOf(metadata, prefix+ruleSuffix)
			}
		}
		more = r.Field(f)
		i++
	}
}

// preconditions reads the violations with a type of this package, and reports whether all have one.
func (r *reader) preconditions(d jsontree.Value) (all bool) {
	all = true
	list := d.Member("violations")
	for v := list.FirstElement(); v.Kind() != jsontree.Absent; v = v.Next() {
		kind := textOf(v, "type")
		all = all && (kind == typeUserID || kind == typeSecret || kind == typeScope)
	}
	if !all {
		return false
	}
	for v := list.FirstElement(); v.Kind() != jsontree.Absent; v = v.Next() {
		n, subject := r.Needs(), r.String(v, "subject")
		switch textOf(v, "type") {
		case typeUserID:
			n.UserID = true
		case typeSecret:
			if r.Room(len(n.Secrets), "secrets") {
				n.Secrets = append(n.Secrets, subject)
			}
		case typeScope:
			if r.Room(len(n.Scopes), "scopes") {
				n.Scopes = append(n.Scopes, subject)
			}
		}
	}
	return true
}

// help reads links as challenges if the user must visit them, and reports whether they are.
func (r *reader) help(links jsontree.Value) bool {
	k := r.Error.Kind
	if !r.own && k != errkit.Unauthenticated && k != errkit.PermissionDenied {
		return false
	}
	metadata, i := r.info.Member("metadata"), 0
	for v := links.FirstElement(); v.Kind() != jsontree.Absent; v = v.Next() {
		ch := errkit.Challenge{URL: r.String(v, "url"), Message: errkit.Text(r.String(v, "description"))}
		if r.own {
			prefix := challengePrefix + strconv.Itoa(i)
			ch.ID, ch.CheckURL = textOf(metadata, prefix+idSuffix), textOf(metadata, prefix+checkURLSuffix)
		}
		r.Challenge(ch)
		i++
	}
	return true
}

// debugInfo reads text for developers.
func (r *reader) debugInfo(d jsontree.Value) {
	detail := r.String(d, "detail")
	for v := d.Member("stackEntries").FirstElement(); v.Kind() != jsontree.Absent; v = v.Next() {
		if s, ok := v.Text(); ok && len(detail) < maxDebug {
			detail += "\n" + s
		}
	}
	r.Error.Dev = errkit.Dev(strings.TrimPrefix(detail, "\n"))
}

// maxDebug is the number of bytes up to which entries of a stack are added to the text for developers.
const maxDebug = 16 << 10

// CodeOfHTTP returns the code of a response of gRPC or Connect that has no code of its own (Connect, HTTP to Error Code; gRPC,
// HTTP to gRPC Status Code Mapping). It is not the inverse of [mapping.RPCCode.HTTP].
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

// ByHTTP replaces the kind of an error of which only the HTTP status counts by that of [CodeOfHTTP]: the response is not of
// the dialect with the name, and the kind is that of the status.
func ByHTTP(c *dialect.Codec, e *errkit.Error, name string, status int) {
	if k, ok := c.Table.FromHTTP(status); !ok || k != e.Kind || e.Peer.Dialect == name {
		return
	}
	code := CodeOfHTTP(status)
	e.Kind, _ = c.Table.FromRPC(code)
	e.Peer.Rule = "HTTP status " + strconv.Itoa(status) + " without a code is " + code.String()
}
