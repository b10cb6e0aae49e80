package rpcdetails

import (
	"encoding/base64"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/delay"
	"github.com/toolerr/toolerr/internal/jsonw"
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/mapping"
)

// DefaultDomain is the domain of ErrorInfo if Options has none.
const DefaultDomain = "io.github.toolerr"

// Options configure what is appended.
type Options struct {
	Domain     string // of ErrorInfo: the service that the reason belongs to, such as "bells.example.com"; "": DefaultDomain
	Debug      bool   // append Dev as DebugInfo: only for clients that are trusted
	MaxDetails int    // bytes of a google.rpc.Status in base64, as trailers of gRPC have it; 0: 6,144; negative: no limit
}

// maxDetails is the default of MaxDetails. With a message of limit.Header bytes it leaves room for the other headers within 8 KiB.
const maxDetails = 6 << 10

// A drop is how much is left out where there is little room: the messages of least use first. Each one includes those
// before it.
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

// maxName is the number of characters of a name that the call has, such as that of its tool.
const maxName = 256

// A message is a message of google/rpc/error_details.proto.
type message uint8

// The messages, in the order in which they are appended.
const (
	errorInfo message = iota
	retryInfo
	badRequest
	quotaFailure
	preconditionFailure
	help
	requestInfo
	resourceInfo
	debugInfo
	localizedMessage // is only read
	messages
)

// names are the names of the messages.
var names = [messages]string{
	errorInfo:           "google.rpc.ErrorInfo",
	retryInfo:           "google.rpc.RetryInfo",
	badRequest:          "google.rpc.BadRequest",
	quotaFailure:        "google.rpc.QuotaFailure",
	preconditionFailure: "google.rpc.PreconditionFailure",
	help:                "google.rpc.Help",
	requestInfo:         "google.rpc.RequestInfo",
	resourceInfo:        "google.rpc.ResourceInfo",
	debugInfo:           "google.rpc.DebugInfo",
	localizedMessage:    "google.rpc.LocalizedMessage",
}

// typePrefix is what the type of an Any has before the name of the message.
const typePrefix = "type.googleapis.com/"

// A source is what the messages are made of.
type source struct {
	*errkit.Error
	call    dialect.Call
	options Options
	drop    drop
}

// AppendJSON appends the details as a JSON array of google.protobuf.Any (ProtoJSON).
func AppendJSON(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error, o Options) []byte {
	w, s := writer{dst: append(dst, '['), codec: c}, source{wire.WithRetry(e), call, o, dropNothing}
	for m := range messages {
		if !s.has(m) {
			continue
		}
		item := w.openItem(0)
		w.dst = append(append(append(w.dst, `"@type":"`+typePrefix...), names[m]...), '"')
		w.message(m, &s)
		w.closeItem(item)
	}
	return append(w.dst, ']')
}

// AppendConnect appends the details as a JSON array of Connect (Connect, Error Details).
func AppendConnect(dst []byte, c *dialect.Codec, call dialect.Call, e *errkit.Error, o Options) []byte {
	w, s := writer{dst: append(dst, '['), codec: c}, source{wire.WithRetry(e), call, o, dropNothing}
	for m := range messages {
		if !s.has(m) {
			continue
		}
		item := w.openItem(0)
		w.dst = append(append(append(w.dst, `"type":"`...), names[m]...), `","value":"`...)
		value := len(w.dst)
		w.binary = true
		w.message(m, &s)
		w.encode(value)
		w.binary, w.brief = false, true
		w.dst = append(w.dst, `","debug":{`...)
		w.message(m, &s)
		w.dst = append(w.dst, '}')
		w.closeItem(item)
	}
	return append(w.dst, ']')
}

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
		w.status(&source{wire.WithRetry(e), call, o, drop})
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

// has reports whether a message is appended.
func (s *source) has(m message) bool {
	drop := s.drop
	switch m {
	case errorInfo:
		return true
	case retryInfo:
		return delay.Milliseconds(s.RetryAfter) > 0
	case badRequest:
		return drop < dropDetails && (len(s.Fields) > 0 || s.Needs != nil && len(s.Needs.Input) > 0)
	case quotaFailure:
		_, ok := s.limit()
		return ok && drop < dropDetails
	case preconditionFailure:
		return drop < dropDetails && s.Needs != nil && (s.Needs.UserID || len(s.Needs.Secrets) > 0 || len(s.Needs.Scopes) > 0)
	case help:
		return drop < dropHelp && s.Needs != nil && len(s.Needs.Challenges) > 0
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
		w.duration(1, "retryDelay", delay.FromMilliseconds(delay.Milliseconds(s.RetryAfter)))
	case badRequest:
		w.badRequest(s)
	case quotaFailure:
		limit, _ := s.limit()
		w.openList("violations")
		item := w.openItem(1)
		if w.binary {
			w.integer(7, limit)
		} else {
			w.dst = strconv.AppendInt(append(w.dst, `"quotaValue":"`...), limit, 10) // ProtoJSON: 64 bits are a string
			w.dst = append(w.dst, '"')
		}
		w.closeItem(item)
		w.closeList()
	case preconditionFailure:
		w.openList("violations")
		if s.Needs.UserID {
			w.violation(typeUserID, "")
		}
		for _, name := range s.Needs.Secrets {
			w.violation(typeSecret, name)
		}
		for _, name := range s.Needs.Scopes {
			w.violation(typeScope, name)
		}
		w.closeList()
	case help:
		w.openList("links")
		for i := range s.Needs.Challenges {
			item := w.openItem(1)
			w.text(1, "description", string(s.Needs.Challenges[i].Message))
			w.string(2, "url", s.Needs.Challenges[i].URL)
			w.closeItem(item)
		}
		w.closeList()
	case requestInfo:
		w.string(1, "requestId", s.Ref)
	case resourceInfo:
		kind, name := s.resource()
		w.string(1, "resourceType", kind)
		start := w.openString(2, "resourceName")
		w.cleanValue(name, maxName)
		w.closeString(start)
	case debugInfo:
		w.text(2, "detail", s.Dev.Reveal())
	}
}

// The types of violations of preconditions.
const (
	typeSecret = "SECRET"
	typeUserID = "USER_ID"
	typeScope  = "SCOPE"
)

func (w *writer) violation(kind, subject string) {
	item := w.openItem(1)
	w.string(1, "type", kind)
	w.string(2, "subject", subject)
	w.closeItem(item)
}

// resource returns the type and the name of what the call names and the error did not find.
func (s *source) resource() (kind, name string) {
	switch s.Kind {
	case errkit.ToolNotFound, errkit.VersionNotFound:
		return "tool", s.call.Tool
	case errkit.NotFound:
		return "resource", s.call.URI
	}
	return "", ""
}

// limit returns the detail limit of an error that is rate limited.
func (s *source) limit() (int64, bool) {
	if s.Kind != errkit.RateLimited {
		return 0, false
	}
	for i := range s.Details {
		if a := &s.Details[i]; a.Key == "limit" && a.Value.Kind() == slog.KindInt64 && a.Value.Int64() > 0 {
			return a.Value.Int64(), true
		}
	}
	return 0, false
}

// duration writes a google.protobuf.Duration of whole milliseconds: without decimals, or with three (ProtoJSON).
func (w *writer) duration(number int, name string, d time.Duration) {
	seconds, nanos := int64(d/time.Second), int64(d%time.Second)
	start := w.open(number, name)
	if w.binary {
		if seconds > 0 {
			w.integer(1, seconds)
		}
		if nanos > 0 {
			w.integer(2, nanos)
		}
		w.insertLength(start)
		return
	}
	w.dst = strconv.AppendInt(append(w.dst, '"'), seconds, 10)
	if ms := nanos / int64(time.Millisecond); ms > 0 {
		w.dst = append(w.dst, '.', byte('0'+ms/100), byte('0'+ms/10%10), byte('0'+ms%10))
	}
	w.dst = append(w.dst, 's', '"')
}

// badRequest writes the fields and, with the reason REQUIRED, the input that is needed.
func (w *writer) badRequest(s *source) {
	fields := s.fields()
	w.openList("fieldViolations")
	for i := range fields {
		f := &fields[i]
		item := w.openItem(1)
		w.path(1, "field", f.Path)
		w.text(2, "description", string(f.Message))
		if isReason(f.Rule) {
			w.reason(3, "reason", f.Rule)
		}
		w.closeItem(item)
	}
	if len(fields) < len(s.Fields) {
		item := w.openItem(1)
		w.string(2, "description", limit.MoreMessage)
		w.reason(3, "reason", limit.MoreRule)
		w.closeItem(item)
	}
	if s.Needs != nil {
		for i := range s.Needs.Input {
			item := w.openItem(1)
			w.string(1, "field", s.Needs.Input[i].Name)
			w.string(3, "reason", reasonRequired)
			w.closeItem(item)
		}
	}
	w.closeList()
}

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

const reasonRequired = "REQUIRED"

// path writes a JSON pointer as a path such as items[0].sku if that is decoded as the same pointer, else as it is.
func (w *writer) path(number int, name, pointer string) {
	if !isPath(pointer) {
		w.string(number, name, pointer)
		return
	}
	start := w.openString(number, name)
	first := len(w.dst)
	for pointer != "" {
		var token string
		token, pointer = nextToken(pointer)
		switch {
		case token[0] >= '0' && token[0] <= '9':
			w.dst = append(append(append(w.dst, '['), token...), ']')
			continue
		case len(w.dst) > first:
			w.dst = append(w.dst, '.')
		}
		w.dst = append(w.dst, token...)
	}
	w.closeString(start)
}

// nextToken returns the first token of a pointer, which starts with a slash, and the rest.
func nextToken(pointer string) (token, rest string) {
	for i := 1; i < len(pointer); i++ {
		if pointer[i] == '/' {
			return pointer[1:i], pointer[i:]
		}
	}
	return pointer[1:], ""
}

// isPath reports whether each token of a pointer is an index or an identifier.
func isPath(pointer string) bool {
	if pointer == "" || pointer[0] != '/' {
		return false
	}
	for pointer != "" {
		var token string
		if token, pointer = nextToken(pointer); !isIndex(token) && !isIdentifier(token) {
			return false
		}
	}
	return true
}

func isIndex(token string) bool {
	for i := range len(token) {
		if token[i] < '0' || token[i] > '9' {
			return false
		}
	}
	return token != "" && (token[0] != '0' || len(token) == 1)
}

func isIdentifier(token string) bool {
	for i := range len(token) {
		c := token[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		if !letter && (i == 0 || c != '-' && (c < '0' || c > '9')) {
			return false
		}
	}
	return token != ""
}

// isReason reports whether a name in upper case is valid as a reason, [A-Z][A-Z0-9_]+[A-Z0-9] of at most 63 characters
// (google/rpc/error_details.proto, ErrorInfo and FieldViolation), and is the name again in lower case.
func isReason(name string) bool {
	for i := range len(name) {
		c := name[i]
		if (c < 'a' || c > 'z') && (i == 0 || (c < '0' || c > '9') && (c != '_' || i == len(name)-1)) {
			return false
		}
	}
	return len(name) >= 3 && len(name) <= 63
}

// reason writes a name in upper case.
func (w *writer) reason(number int, field, name string) {
	start := w.openString(number, field)
	for i := range len(name) {
		c := name[i]
		if c >= 'a' && c <= 'z' {
			c -= 'a' - 'A'
		}
		w.dst = append(w.dst, c)
	}
	w.closeString(start)
}

// isMetadataKey reports whether a name is valid in metadata, [a-z][a-zA-Z0-9-_]+ of at most 64 characters
// (google/rpc/error_details.proto, ErrorInfo), and has no meaning of its own.
func isMetadataKey(name string) bool {
	for i := range len(name) {
		c := name[i]
		if (c < 'a' || c > 'z') && (i == 0 || (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_') {
			return false
		}
	}
	return len(name) >= 2 && len(name) <= 64 && !isReserved(name)
}

// The members of metadata.
const (
	keyKind     = "kind"
	keyCode     = "code"
	keyStatus   = "status"
	keyHint     = "hint"
	keyRetry    = "retry"
	keyStage    = "stage"
	keyUpstream = "upstream"
	keyNeeds    = "needs"

	challengePrefix = "challenge_" // and the index of the challenge
	idSuffix        = "_id"
	checkURLSuffix  = "_check_url"
	fieldPrefix     = "field_" // and the index of the field
	ruleSuffix      = "_rule"
	paramSuffix     = "_param"
)

// isReserved reports whether a member of metadata has a meaning of its own.
func isReserved(name string) bool {
	switch name {
	case keyKind, keyCode, keyStatus, keyHint, keyRetry, keyStage, keyUpstream, keyNeeds, dialect.CarryMember:
		return true
	}
	return strings.HasPrefix(name, challengePrefix) || strings.HasPrefix(name, fieldPrefix)
}

// metadata is the number of the field of ErrorInfo.
const metadata = 3

// errorInfo writes reason, domain and metadata.
func (w *writer) errorInfo(s *source) {
	drop, table := s.drop, w.codec.Table
	row := table.Row(s.Kind)
	kind, code := row.Kind.String(), string(s.Code)
	if isReason(code) {
		w.reason(1, "reason", code)
	} else {
		w.reason(1, "reason", kind)
	}
	domain := s.options.Domain
	if domain == "" {
		domain = DefaultDomain
	}
	w.string(2, "domain", domain)
	if !w.binary {
		w.dst = append(w.dst, `,"metadata":{`...)
	}
	w.entry(metadata, keyKind, kind)
	if drop < dropDetails {
		if !isReason(code) || code == kind {
			w.entry(metadata, keyCode, code)
		}
		w.metadata(s, row)
	}
	if s.Upstream != 0 {
		w.number(keyUpstream, s.Upstream)
	}
	if w.codec.Carry && drop < dropCarry && !w.brief {
		e := w.openEntry(metadata, dialect.CarryMember)
		w.dst = wire.AppendCanonical(w.dst, s.Error)
		w.quote(e.value)
		w.closeEntry(e)
	}
	if !w.binary {
		w.dst = append(w.dst, '}')
	}
}

// metadata writes the members that are not always present.
func (w *writer) metadata(s *source, row mapping.Row) {
	if status := w.codec.Table.Status(s.Error); status != row.HTTP {
		w.number(keyStatus, status)
	}
	if s.Hint != "" {
		e := w.openEntry(metadata, keyHint)
		w.cleanValue(string(s.Hint), w.codec.TextLimit())
		w.closeEntry(e)
	}
	if s.Retry <= errkit.AfterAction {
		w.entry(metadata, keyRetry, s.Retry.String())
	}
	if s.Stage <= errkit.Execution {
		w.entry(metadata, keyStage, s.Stage.String())
	}
	fields := s.fields()
	for i := range fields {
		if f := &fields[i]; !isReason(f.Rule) {
			w.indexed(fieldPrefix, i, ruleSuffix, f.Rule)
		}
		w.indexed(fieldPrefix, i, paramSuffix, fields[i].Param)
	}
	if n := s.Needs; n != nil {
		for i := range n.Challenges {
			w.indexed(challengePrefix, i, idSuffix, n.Challenges[i].ID)
			w.indexed(challengePrefix, i, checkURLSuffix, n.Challenges[i].CheckURL)
		}
		if n.WantsInput() {
			c, input := w.codec, errkit.Needs{Input: n.Input, Reason: n.Reason, Options: n.Options}
			e := w.openEntry(metadata, keyNeeds)
			w.dst = input.AppendJSON(w.dst, func(dst []byte, s string) []byte { return jsonw.AppendClean(dst, s, c.TextLimit()) })
			w.quote(e.value)
			w.closeEntry(e)
		}
	}
	for i := range s.Details {
		if a := &s.Details[i]; isMetadataKey(a.Key) && !isRepeated(s.Details[i+1:], a.Key) {
			w.detail(s.Details[i : i+1])
		}
	}
}

func (w *writer) number(key string, n int) {
	e := w.openEntry(metadata, key)
	w.dst = jsonw.AppendInt(w.dst, n)
	w.closeEntry(e)
}

// indexed writes a member of metadata about a challenge or a field.
func (w *writer) indexed(prefix string, index int, suffix, value string) {
	if value != "" {
		e := w.openIndexed(metadata, prefix, index, suffix)
		w.value(value)
		w.closeEntry(e)
	}
}

// isRepeated reports whether a later detail has the same name: of equal names the last one counts.
func isRepeated(rest []slog.Attr, key string) bool {
	for i := range rest {
		if rest[i].Key == key {
			return true
		}
	}
	return false
}

// detail writes the only attribute of a list, as JSON unless it is a string that is not JSON itself.
func (w *writer) detail(a []slog.Attr) {
	key := a[0].Key
	e := w.openEntry(metadata, key)
	w.dst = errkit.AppendDetails(w.dst, a, nil)
	member := len(`"":`) + len(key)
	w.dst = append(w.dst[:e.value], w.dst[e.value+member:]...)
	if text := w.dst[e.value:]; text[0] == '"' && !resemblesJSON(text[1:len(text)-1]) {
		w.dst = append(w.dst[:e.value], text[1:len(text)-1]...)
		w.unescape(e.value)
	} else {
		w.quote(e.value)
	}
	w.closeEntry(e)
}

// resemblesJSON reports whether the text with this body of a JSON string may be a JSON value: it starts with a character that
// JSON starts with or that is escaped, or it is a literal or consists of the characters of numbers.
func resemblesJSON(body []byte) bool {
	switch string(body) {
	case "":
		return false
	case "true", "false", "null":
		return true
	}
	switch body[0] {
	case '{', '[', '\\', ' ':
		return true
	}
	for i, c := range body {
		sign := (c == '-' || c == '+') && (i == 0 || body[i-1]|0x20 == 'e')
		if (c < '0' || c > '9') && c != '.' && c|0x20 != 'e' && !sign {
			return false
		}
	}
	return true
}
