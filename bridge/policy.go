package bridge

import (
	"cmp"
	"log/slog"
	"regexp"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// A Policy decides what of an upstream's error the client sees. The zero Policy relays
//   - the kind, the stage, the retry and the delay of errors that the caller can act on;
//   - authorizations to complete, scopes and the headers of [Policy.Headers]: without them the
//     call never succeeds;
//   - no text of the upstream.
//
// The kinds that only describe the upstream's own fault become upstream_failed: internal, unknown,
// output_invalid, script_invalid, config_invalid, auth_config_invalid, network; so does the status
// 407, which is about the connection to the upstream.
type Policy struct {
	Rules []Rule // the first that matches decides
	Trust Parts  // what is relayed of errors for which no rule decides it

	// Headers of an error response are relayed beside those of the protocol, such as
	// "X-Request-Id"; none of the body or the connection.
	Headers []string
}

// A Rule decides for the errors that match all of its conditions.
type Rule struct {
	Kinds    []errkit.Kind // of the error as it was decoded; nil: every kind
	Statuses []Statuses    // of the upstream's response; nil: every status
	Dialects []string      // that the error was decoded as, of any version, such as "mcp"; nil: every dialect

	Relay Relay
	Trust Parts // replaces that of the Policy unless it is 0
}

// Statuses are HTTP statuses, from First to Last.
type Statuses struct{ First, Last int }

// Relay is as what an upstream's error is rendered.
type Relay uint8

const (
	RelayByKind Relay = iota // see [Policy]
	RelayOwn                 // as the error that it is
	RelayFailed              // as upstream_failed, with the status of the upstream and the delay
)

var relayNames = [...]string{RelayByKind: "by_kind", RelayOwn: "own", RelayFailed: "upstream_failed"}

// Parts are the parts of an error that are text of the upstream. They are relayed only if its
// authors wrote them for users.
type Parts uint8

const (
	PartMessage Parts = 1 << iota // the message
	PartHint                      // the hint for models
	PartCode                      // the application's code
	PartFields                    // paths, rules and messages of fields
	PartDetails                   // the details
	PartNeeds                     // secrets, inputs, options, reasons, and the texts of challenges
	PartRef                       // the reference of the upstream's log, in place of that of the bridge

	NoParts  Parts = 1 << 7 // nothing, in a rule of a policy that trusts something
	AllParts       = PartMessage | PartHint | PartCode | PartFields | PartDetails | PartNeeds | PartRef
)

// partNames are the names in policy files.
var partNames = map[string]Parts{
	"message": PartMessage,
	"hint":    PartHint,
	"code":    PartCode,
	"fields":  PartFields,
	"details": PartDetails,
	"needs":   PartNeeds,
	"ref":     PartRef,
	"all":     AllParts,
	"none":    NoParts,
}

// matches reports whether a rule decides for an error.
func (r *Rule) matches(e *errkit.Error, status int) bool {
	hasStatus := func(s Statuses) bool { return s.First <= status && status <= s.Last }
	isDialect := func(name string) bool { return unversioned(name) == unversioned(e.Peer.Dialect) }
	return (r.Kinds == nil || slices.Contains(r.Kinds, e.Kind)) &&
		(r.Statuses == nil || slices.ContainsFunc(r.Statuses, hasStatus)) &&
		(r.Dialects == nil || slices.ContainsFunc(r.Dialects, isDialect))
}

// unversioned returns the name of a dialect without its version: errors are decoded as "mcp", or
// as "mcp-2025-06-18" if [Bridge.From] is.
func unversioned(name string) string {
	if i := strings.LastIndex(name, "-0.3"); i > 0 {
		return name[:i]
	}
	if strings.HasPrefix(name, "mcp-") {
		return "mcp"
	}
	return name
}

// relay returns what the client sees of an upstream's error, and what it does not see. The rules
// are for the error as it was decoded: a text of an internal error is one whatever kind the client
// sees.
func (p *Policy) relay(decoded, e *errkit.Error, status int) (sent *errkit.Error, losses []dialect.Loss) {
	how, trust := RelayByKind, p.Trust
	if i := slices.IndexFunc(p.Rules, func(r Rule) bool { return r.matches(decoded, status) }); i >= 0 {
		how, trust = p.Rules[i].Relay, cmp.Or(p.Rules[i].Trust, trust)
	}
	if how == RelayByKind && (isFault(e.Kind) || status == 407) {
		how = RelayFailed
	}
	sent = &errkit.Error{
		Kind: e.Kind, Retry: e.Retry, Stage: e.Stage, Status: e.Status, Upstream: e.Upstream, RetryAfter: e.RetryAfter,
	}
	if how == RelayFailed {
		upstream := e.Upstream
		if status >= 400 {
			upstream = status
		}
		sent = &errkit.Error{Kind: errkit.UpstreamFailed, Upstream: upstream, RetryAfter: e.RetryAfter}
		if e.Peer.Retry != errkit.RetryUnspecified { // what the upstream stated, not what follows from its kind
			sent.Retry = e.Peer.Retry
		}
	}
	sent.Needs = publicNeeds(e.Needs, trust)
	losses = relayParts(sent, e, trust)
	if sent.Details == nil && sent.Kind == e.Kind {
		sent.Details = negotiated(e)
	}
	if sent.Kind != e.Kind {
		from, to := e.Kind.String(), sent.Kind.String()
		losses = append(losses, dialect.Loss{Field: "kind", Reason: dialect.Narrowed, From: from, To: to})
	}
	for _, pointer := range e.Peer.Unread {
		losses = append(losses, dialect.Loss{Field: "document", Reason: dialect.Dropped, From: pointer})
	}
	return sent, losses
}

// isFault reports whether a kind only describes a fault of the program that sent it: neither the
// caller nor the user caused it, and it does not pass. Unsupported is about the call, and Network
// is about what is behind the program.
func isFault(k errkit.Kind) bool {
	switch k.Fault() {
	case errkit.CallerFault, errkit.UserFault:
		return false
	}
	return k == errkit.Network || k != errkit.Unsupported && mapping.Default().Row(k).Retry == errkit.Never
}

// relayParts copies the parts of an error that are trusted, and returns the others.
func relayParts(to, e *errkit.Error, trust Parts) (withheld []dialect.Loss) {
	relay := func(has bool, part Parts, field string, relay func()) {
		switch {
		case !has:
		case trust&part == 0:
			withheld = append(withheld, dialect.Loss{Field: field, Reason: dialect.Withheld})
		default:
			relay()
		}
	}
	relay(e.Message != "", PartMessage, "message", func() { to.Message = e.Message })
	relay(e.Hint != "", PartHint, "hint", func() { to.Hint = e.Hint })
	relay(e.Code != "", PartCode, "code", func() { to.Code = e.Code })
	relay(len(e.Fields) > 0, PartFields, "fields", func() { to.Fields = e.Fields })
	relay(len(e.Details) > 0, PartDetails, "details", func() { to.Details = e.Details })
	relay(hasPrivateNeeds(e.Needs), PartNeeds, "needs", func() { to.Needs = e.Needs })
	relay(e.Ref != "", PartRef, "ref", func() { to.Ref = e.Ref })
	relay(!e.Dev.IsZero(), 0, "dev", nil)
	return withheld
}

// publicNeeds returns the needs that are relayed without their texts: authorizations to complete,
// scopes and the user id.
func publicNeeds(n *errkit.Needs, trust Parts) *errkit.Needs {
	if n == nil || trust&PartNeeds != 0 || len(n.Challenges) == 0 && len(n.Scopes) == 0 && !n.UserID {
		return nil
	}
	public := &errkit.Needs{UserID: n.UserID, Scopes: n.Scopes}
	for _, c := range n.Challenges {
		c.Message = ""
		public.Challenges = append(public.Challenges, c)
	}
	return public
}

// hasPrivateNeeds reports whether there are needs that publicNeeds leaves out.
func hasPrivateNeeds(n *errkit.Needs) bool {
	hasText := func(c errkit.Challenge) bool { return c.Message != "" }
	return n != nil && (slices.ContainsFunc(n.Challenges, hasText) || len(n.Secrets) > 0 || n.WantsInput())
}

// negotiated returns the details with which a client negotiates with the server, if they have no
// room for another text: versions of the protocol, and capabilities that it has to declare (MCP
// 2026-07-28, -32021 and -32022).
func negotiated(e *errkit.Error) []slog.Attr {
	switch e.Kind {
	case errkit.UnsupportedVersion:
		return publicDetails(e.Details, onlyVersions, "supported", "requested")
	case errkit.Unsupported:
		isPublic := func(v jsontree.Value) bool { return v.Kind() == jsontree.Object && onlyNames(v, 3) }
		return publicDetails(e.Details, isPublic, "requiredCapabilities")
	}
	return nil
}

// publicDetails returns the details with one of these keys and a value that is public.
func publicDetails(details []slog.Attr, isPublic func(jsontree.Value) bool, keys ...string) (public []slog.Attr) {
	for _, d := range details {
		if !slices.Contains(keys, d.Key) {
			continue
		}
		doc := append(errkit.AppendDetails([]byte("{"), []slog.Attr{d}, nil), '}')
		if v, err := jsontree.Parse(doc, jsontree.Limits{}); err == nil && isPublic(v.Member(d.Key)) {
			public = append(public, d)
		}
	}
	return public
}

// version is a version of a protocol, such as "2025-11-25", "1.0" or "v2". It has no room for
// another text.
var version = regexp.MustCompile(`^v?[0-9][0-9.-]{0,15}$`)

func onlyVersions(v jsontree.Value) bool {
	switch v.Kind() {
	case jsontree.String:
		s, _ := v.Text()
		return version.MatchString(s)
	case jsontree.Number:
		return true
	case jsontree.Array:
		for item := range v.Elements() {
			if item.Kind() == jsontree.Array || !onlyVersions(item) {
				return false
			}
		}
		return true
	}
	return false
}

// capability is the name of a capability or of an extension, such as "sampling" or
// "io.modelcontextprotocol/tasks".
var capability = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9._/-]{0,63}$`)

// onlyNames reports whether v is an object of capabilities, which are objects of capabilities or
// flags, with at most this depth.
func onlyNames(v jsontree.Value, depth int) bool {
	switch v.Kind() {
	case jsontree.Bool:
		return true
	case jsontree.Object:
		if depth == 0 || v.Len() > 32 {
			return v.Len() == 0
		}
		for name, m := range v.Members() {
			if !capability.MatchString(name) || !onlyNames(m, depth-1) {
				return false
			}
		}
		return true
	}
	return false
}
