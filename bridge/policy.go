package bridge

import (
	"slices"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
)

// A Policy decides what of an upstream's error the client sees. The zero Policy relays
//   - the kind, the stage, the retry and the delay of errors that the caller can act on;
//   - authorizations to complete, scopes and the headers of [Policy.Headers]: without them the call never succeeds;
//   - no text of the upstream.
//
// The kinds that only describe the upstream's own fault become upstream_failed: internal, unknown, output_invalid, script_invalid,
// config_invalid, auth_config_invalid, network; so does the status 407, which is about the connection to the upstream.
type Policy struct {
	Rules   []Rule   // the first that matches decides
	Trust   Parts    // what is relayed of errors for which no rule decides it
	Headers []string // of an error response that are relayed beside those of the protocol, such as "X-Request-Id"; none of the body or the connection
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

// Parts are the parts of an error that are text of the upstream. They are relayed only if its authors wrote them for users.
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
var partNames = [...]struct {
	name string
	part Parts
}{
	{"message", PartMessage},
	{"hint", PartHint},
	{"code", PartCode},
	{"fields", PartFields},
	{"details", PartDetails},
	{"needs", PartNeeds},
	{"ref", PartRef},
	{"all", AllParts},
	{"none", NoParts},
}

// matches reports whether a rule decides for an error.
func (r *Rule) matches(e *errkit.Error, status int) bool {
	return (r.Kinds == nil || slices.Contains(r.Kinds, e.Kind)) &&
		(r.Statuses == nil || slices.ContainsFunc(r.Statuses, func(s Statuses) bool { return s.First <= status && status <= s.Last })) &&
		(r.Dialects == nil || slices.ContainsFunc(r.Dialects, func(name string) bool { return unversioned(name) == unversioned(e.Peer.Dialect) }))
}

// unversioned returns the name of a dialect without its version: errors are decoded as "mcp", or as "mcp-2025-06-18" if [Bridge.From] is.
func unversioned(name string) string {
	if i := strings.LastIndex(name, "-0.3"); i > 0 {
		return name[:i]
	}
	if strings.HasPrefix(name, "mcp-") {
		return "mcp"
	}
	return name
}

// relay returns what the client sees of an upstream's error, and what it does not see. The rules are
// for the error as it was decoded: a text of an internal error is one whatever kind the client sees.
func (p *Policy) relay(decoded, e *errkit.Error, status int) (sent *errkit.Error, losses []dialect.Loss) {
	how, trust := RelayByKind, p.Trust
	for i := range p.Rules {
		if r := &p.Rules[i]; r.matches(decoded, status) {
			how = r.Relay
			if r.Trust != 0 {
				trust = r.Trust
			}
			break
		}
	}
	if how == RelayByKind && (isFault(e.Kind) || status == 407) {
		how = RelayFailed
	}
	sent = &errkit.Error{Kind: e.Kind, Retry: e.Retry, Stage: e.Stage, Status: e.Status, Upstream: e.Upstream, RetryAfter: e.RetryAfter}
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
	for _, part := range partsOf(e) {
		if trust&part.part == 0 {
			losses = append(losses, dialect.Loss{Field: part.field, Reason: dialect.Withheld})
			continue
		}
		part.copy(sent)
	}
	if sent.Details == nil && sent.Kind == e.Kind {
		sent.Details = negotiated(e)
	}
	if sent.Kind != e.Kind {
		losses = append(losses, dialect.Loss{Field: "kind", Reason: dialect.Narrowed, From: e.Kind.String(), To: sent.Kind.String()})
	}
	for _, pointer := range e.Peer.Unread {
		losses = append(losses, dialect.Loss{Field: "document", Reason: dialect.Dropped, From: pointer})
	}
	return sent, losses
}

// isFault reports whether a kind only describes a fault of the program that sent it.
func isFault(k errkit.Kind) bool {
	switch k {
	case errkit.Internal, errkit.Unknown, errkit.OutputInvalid, errkit.ScriptInvalid, errkit.ConfigInvalid, errkit.AuthConfigInvalid, errkit.Network:
		return true
	}
	return false
}

// A partOf is a part that an error has.
type partOf struct {
	part  Parts
	field string // of a loss
	copy  func(to *errkit.Error)
}

// partsOf returns the parts that e has.
func partsOf(e *errkit.Error) (parts []partOf) {
	add := func(has bool, part Parts, field string, copy func(to *errkit.Error)) {
		if has {
			parts = append(parts, partOf{part, field, copy})
		}
	}
	add(e.Message != "", PartMessage, "message", func(to *errkit.Error) { to.Message = e.Message })
	add(e.Hint != "", PartHint, "hint", func(to *errkit.Error) { to.Hint = e.Hint })
	add(e.Code != "", PartCode, "code", func(to *errkit.Error) { to.Code = e.Code })
	add(len(e.Fields) > 0, PartFields, "fields", func(to *errkit.Error) { to.Fields = e.Fields })
	add(len(e.Details) > 0, PartDetails, "details", func(to *errkit.Error) { to.Details = e.Details })
	add(hasPrivateNeeds(e.Needs), PartNeeds, "needs", func(to *errkit.Error) { to.Needs = e.Needs })
	add(e.Ref != "", PartRef, "ref", func(to *errkit.Error) { to.Ref = e.Ref })
	add(!e.Dev.IsZero(), 0, "dev", nil)
	return parts
}
