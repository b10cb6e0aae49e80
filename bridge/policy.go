package bridge

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// A Policy decides what of an upstream's error the client sees. The zero Policy relays
//   - the kind, the stage, the retry and the delay of errors that the caller can act on, and the
//     texts that the upstream's protocol addresses to its client, without private ones
//     ([dialect.DiscloseActionable]);
//   - authorizations to complete, scopes and the headers of [Policy.Headers]: without them the
//     call never succeeds. Not those of a 5xx, or about credentials of this program.
//
// The kinds that only describe the upstream's own fault become upstream_failed: internal, unknown,
// output_invalid, script_invalid, config_invalid, auth_config_invalid, network; so does the status
// 407, which is about the connection to the upstream. The status of a response over HTTP stays
// that of the upstream.
type Policy struct {
	Rules []Rule // the first that matches decides

	// Errors replace the kind, the status and the message of errors by their code, whatever a rule
	// discloses of them; their levels are not used.
	Errors mapping.Overrides

	// Disclose is what is relayed of errors for which no rule decides it; unspecified: that of
	// [Bridge.Codec].
	Disclose dialect.Disclosure

	// Quote is that of [dialect.Codec], beside that of [Bridge.Codec].
	Quote bool

	// Headers of an error response are relayed beside those of the protocol, such as "X-Debug-Id",
	// with whatever is in them; none of the body or the connection.
	Headers []string

	// Challenge is WWW-Authenticate of a 401 of an upstream that sends none (RFC 9110 §15.5.2),
	// such as `Bearer
	// resource_metadata="https://tools.example/.well-known/oauth-protected-resource"`.
	Challenge string

	// OwnCredentials states that requests have credentials of this program, such as a key for the
	// upstream: 401 and 403 are about those, and become 502. A Proxy sees that Rewrite changed
	// Authorization.
	OwnCredentials bool
}

// A Rule decides for the errors that match all of its conditions.
type Rule struct {
	Kinds    []errkit.Kind // of the error as it was decoded, also before a guess from a text; nil: every kind
	Statuses []Statuses    // of the upstream's response; nil: every status
	Dialects []string      // that the error was decoded as, of any version, such as "mcp"; nil: every dialect

	Relay    Relay
	Disclose dialect.Disclosure // unspecified: that of the Policy
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

// matches reports whether a rule decides for an error.
func (r *Rule) matches(e *errkit.Error, status int) bool {
	hasKind := func(k errkit.Kind) bool { return k == e.Kind || e.Peer.Guessed && k == e.Peer.Coarse }
	hasStatus := func(s Statuses) bool { return s.First <= status && status <= s.Last }
	isDialect := func(name string) bool { return unversioned(name) == unversioned(e.Peer.Dialect) }
	return (r.Kinds == nil || slices.ContainsFunc(r.Kinds, hasKind)) &&
		(r.Statuses == nil || slices.ContainsFunc(r.Statuses, hasStatus)) &&
		(r.Dialects == nil || slices.ContainsFunc(r.Dialects, isDialect))
}

// unversioned returns the name of a dialect without its version: errors are decoded as "mcp", or
// as "mcp-2025-06-18" if [Bridge.From] is.
func unversioned(name string) string {
	name, _, _ = strings.Cut(name, "-0.3")
	if strings.HasPrefix(name, "mcp-") {
		return "mcp"
	}
	return name
}

// relay returns what the client sees of an upstream's error in response to a call, and what it
// does not see. The rules and the texts are those of the error as it was decoded: a text of an
// internal error is one whatever kind the client sees.
func (p *Policy) relay(c dialect.Codec, call dialect.Call, decoded, e *errkit.Error,
	status int, isOwnFault bool) (*errkit.Error, []dialect.Loss) {
	how, disclose := RelayByKind, p.Disclose
	if i := slices.IndexFunc(p.Rules, func(r Rule) bool { return r.matches(decoded, status) }); i >= 0 {
		how, disclose = p.Rules[i].Relay, cmp.Or(p.Rules[i].Disclose, disclose)
	}
	if how == RelayByKind && (isFault(e.Kind) || isOwnFault) {
		how = RelayFailed
	}
	c.Disclose = cmp.Or(disclose, c.Disclose)
	isOther := how == RelayFailed && c.Disclose != dialect.DiscloseAll && !decoded.Peer.Public
	if isOther {
		c.Disclose = dialect.DiscloseNone // what remains is not about the call
	}
	c.Quote = c.Quote || p.Quote
	shown, losses := c.Disclosed(decoded, nil, call)
	sent := *c.Quoted(shown)
	sent.Kind, sent.Retry, sent.Stage, sent.Status = e.Kind, e.Retry, e.Stage, e.Status
	sent.Upstream, sent.RetryAfter, sent.Peer, sent.Err = e.Upstream, e.RetryAfter, nil, nil
	if how == RelayFailed {
		sent.Kind, sent.Retry, sent.Stage, sent.Status = errkit.UpstreamFailed, e.Peer.Retry, 0, 0
		if status >= 400 {
			sent.Upstream = status
		}
	}
	if isOther && sent.Needs != nil {
		sent.Needs, losses = nil, append(losses, dialect.Loss{Field: "needs", Reason: dialect.Withheld})
	}
	if isOwnFault { // waiting does not help
		sent.RetryAfter = 0
	}
	sent = *p.Errors.Apply(&sent)
	if sent.Kind != e.Kind {
		from, to := e.Kind.String(), sent.Kind.String()
		losses = append(losses, dialect.Loss{Field: "kind", Reason: dialect.Narrowed, From: from, To: to})
	}
	for _, pointer := range e.Peer.Unread {
		losses = append(losses, dialect.Loss{Field: "document", Reason: dialect.Dropped, From: pointer})
	}
	return &sent, losses
}

// isOfCaller reports whether the caller or the user caused an error of a kind.
func isOfCaller(k errkit.Kind) bool {
	return k.Fault() == errkit.CallerFault || k.Fault() == errkit.UserFault
}

// isFault reports whether a kind only describes a fault of the program that sent it: neither the
// caller nor the user caused it, and it does not pass. Unsupported is about the call, and Network
// is about what is behind the program.
func isFault(k errkit.Kind) bool {
	return !isOfCaller(k) &&
		(k == errkit.Network || k != errkit.Unsupported && mapping.Default().Row(k).Retry == errkit.Never)
}
