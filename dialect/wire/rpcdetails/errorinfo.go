package rpcdetails

import (
	"cmp"
	"log/slog"
	"slices"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// errorInfo writes reason, domain and metadata.
func (w *writer) errorInfo(s *source) {
	drop, table := s.drop, w.codec.Table
	row := table.Row(s.Kind)
	kind, code := row.Kind.String(), string(s.Code)
	switch {
	case s.options.Reason != "":
		w.string(1, "reason", s.options.Reason)
	case isReason(code, 'a'), isReason(code, 'A'):
		w.reason(1, "reason", code)
	default:
		w.reason(1, "reason", kind)
	}
	w.string(2, "domain", cmp.Or(s.options.Domain, DefaultDomain))
	w.openList("metadata", '{')
	w.entry(keyKind, kind)
	if drop < dropDetails {
		if s.options.Reason != "" || !isReason(code, 'a') || code == kind {
			w.entry(keyCode, code)
		}
		w.metadata(s, row)
	}
	if s.Upstream != 0 {
		w.number(keyUpstream, s.Upstream)
	}
	if w.codec.Carry && drop < dropCarry && !w.brief {
		e := w.openEntry(dialect.CarryMember, -1, "")
		w.dst = wire.AppendCanonical(w.dst, s.Error)
		w.quote(e.value)
		w.closeEntry(e)
	}
	w.closeList('}')
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
		if domain != A2ADomain {
			r.Unused(r.info.Member("domain"))
		}
	}
	if name := strings.ToLower(reason); !r.own || !isReason(name, 'a') {
		r.Error.Code = errkit.Code(reason)
	} else if name != r.Error.Kind.String() && domain != A2ADomain {
		r.Error.Code = errkit.Code(name)
	}
	for m := metadata.FirstMember(); m.Kind() != jsontree.Absent; m = m.Next() {
		s, ok := m.Text()
		switch {
		case !r.own:
			r.addDetail(m.Name(), errkit.ReadDetail(m))
		case ok:
			r.metadata(m, s)
		default:
			r.Unused(m)
		}
	}
}

// isReason reports whether a name in upper case is valid as a reason, [A-Z][A-Z0-9_]+[A-Z0-9] of
// at most 63 characters (google/rpc/error_details.proto, ErrorInfo and FieldViolation). The letters
// of the name start with first: of 'a' a reader finds the name in lower case.
func isReason(name string, first byte) bool {
	for i := range len(name) {
		c := name[i]
		if (c < first || c > first+'z'-'a') && (i == 0 || (c < '0' || c > '9') && (c != '_' || i == len(name)-1)) {
			return false
		}
	}
	return len(name) >= 3 && len(name) <= 63
}

// reason writes a name in upper case.
func (w *writer) reason(number int, field, name string) {
	start := w.open(number, field, '"')
	w.dst = append(w.dst, name...)
	upper := w.dst[len(w.dst)-len(name):]
	for i, c := range upper {
		if c >= 'a' && c <= 'z' {
			upper[i] = c - ('a' - 'A')
		}
	}
	w.close(start, '"')
}

// The members of metadata.
const (
	keyKind     = "kind"
	keyCode     = "code"
	keyStatus   = "status"
	keyHint     = "hint"
	keyRetry    = "retry"
	keyEffect   = "effect"
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
	case keyKind, keyCode, keyStatus, keyHint, keyRetry, keyEffect, keyStage, keyUpstream, keyNeeds, dialect.CarryMember:
		return true
	}
	return strings.HasPrefix(name, challengePrefix) || strings.HasPrefix(name, fieldPrefix)
}

// isMetadataKey reports whether a name is valid in metadata, [a-z][a-zA-Z0-9-_]+ of at most 64
// characters (google/rpc/error_details.proto, ErrorInfo), and has no meaning of its own.
func isMetadataKey(name string) bool {
	for i := range len(name) {
		c := name[i]
		if (c < 'a' || c > 'z') && (i == 0 || (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_') {
			return false
		}
	}
	return len(name) >= 2 && len(name) <= 64 && !isReserved(name)
}

// metadata is the number of the field of ErrorInfo.
const metadata = 3

// metadata writes the members that are not always present.
func (w *writer) metadata(s *source, row mapping.Row) {
	if status := w.codec.Table.Status(s.Error); status != row.HTTP {
		w.number(keyStatus, status)
	}
	if s.Hint != "" {
		e := w.openEntry(keyHint, -1, "")
		w.value(string(s.Hint), w.codec.TextLimit())
		w.closeEntry(e)
	}
	if s.Retry <= errkit.AfterAction {
		w.entry(keyRetry, s.Retry.String())
	}
	if s.Effect <= errkit.EffectDone {
		w.entry(keyEffect, s.Effect.String())
	}
	if s.Stage <= errkit.Execution {
		w.entry(keyStage, s.Stage.String())
	}
	fields := s.fields()
	for i := range fields {
		if f := &fields[i]; !isReason(f.Rule, 'a') {
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
			e := w.openEntry(keyNeeds, -1, "")
			w.dst = input.AppendJSON(w.dst, func(dst []byte, s string) []byte { return wire.AppendText(dst, c, s) })
			w.quote(e.value)
			w.closeEntry(e)
		}
	}
	for i := range s.Details {
		key := s.Details[i].Key
		// Of equal names the last one counts.
		later := slices.ContainsFunc(s.Details[i+1:], func(a slog.Attr) bool { return a.Key == key })
		if isMetadataKey(key) && !later {
			w.detail(s.Details[i : i+1])
		}
	}
}

// detail writes the only attribute of a list, as JSON unless it is a string that is not JSON
// itself.
func (w *writer) detail(a []slog.Attr) {
	key := a[0].Key
	e := w.openEntry(key, -1, "")
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

// resemblesJSON reports whether the text with this body of a JSON string may be a JSON value: it
// starts with a character that JSON starts with or that is escaped, or it is a literal or consists
// of the characters of numbers.
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
	case keyEffect:
		err = r.Error.Effect.UnmarshalText([]byte(s))
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
			err = strconv.ErrSyntax
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
