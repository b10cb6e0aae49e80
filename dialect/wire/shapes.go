package wire

import (
	"log/slog"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/jsontree"
)

// IsShape reports whether a member of an error's data has a meaning in several protocols, whatever the code is.
// [Reader.Shapes] reads these members; all others are details.
func IsShape(name string) bool {
	switch name {
	case "elicitations", "obtain_url", "consentUrl", "consent_url", "validationErrors", dialect.MetaKey, dialect.CarryMember:
		return true
	}
	return false
}

// shapeDetails are the details that determine a kind, sorted by the protocol that defines them.
var shapeDetails = [...]string{
	"supported", "requested", "requiredCapabilities", // MCP 2026-07-28, -32022 and -32021
	"missingVars", // AAI gateway, the names of variables
}

// Shapes reads the members of an error's data that determine the kind whatever the code is. All members become details,
// except those that taken reports. The details are private ([errkit.Peer]) unless they are among defined, which the protocol
// defines, or determine a kind: the sender decides what else data has (JSON-RPC 2.0 §5.1), for its developers as a rule.
func (r *Reader) Shapes(data jsontree.Value, taken func(name string) bool, defined ...string) {
	defer func() {
		for _, a := range r.Error.Details {
			if !slices.Contains(shapeDetails[:], a.Key) && !slices.Contains(defined, a.Key) {
				r.Peer.Private = append(r.Peer.Private, a.Key)
			}
		}
	}()
	if data.Kind() != jsontree.Object {
		if !data.IsNull() {
			r.NoteAt(data, "%s, read as the detail data", data.Kind())
			r.Error.Details = []slog.Attr{{Key: "data", Value: errkit.ReadDetail(data)}}
		}
		return
	}
	r.Error.Details = errkit.ReadDetails(data, taken)
	if list := data.Member("elicitations"); list.Kind() == jsontree.Array && list.Len() > 0 { // MCP 2025-11-25, -32042
		r.Kind(errkit.AuthRequired, "data.elicitations")
		for el := list.FirstElement(); el.Kind() != jsontree.Absent; el = el.Next() {
			if url, ok := el.Member("url").Text(); ok && url == "" {
				r.Used(el)
				r.NoteAt(el.Member("url"), "empty, the challenge is ignored")
				continue
			}
			r.Used(el.Member("mode"))
			r.Challenge(errkit.Challenge{ID: r.String(el, "elicitationId"), URL: r.String(el, "url"), Message: errkit.Text(r.String(el, "message"))})
		}
	}
	if url, ok := data.Member("obtain_url").Text(); ok && url != "" { // AAI gateway
		r.Kind(errkit.AuthRequired, "data.obtain_url")
		r.Challenge(errkit.Challenge{URL: url, Message: errkit.Text(r.String(data, "instructions"))})
		r.dropDetail("instructions")
	}
	for _, name := range [...]string{"consentUrl", "consent_url"} { // AAI, security
		if url, ok := data.Member(name).Text(); ok && url != "" {
			r.Kind(errkit.PermissionDenied, "data."+name)
			r.Challenge(errkit.Challenge{URL: url})
			r.Peer.Retry = errkit.AfterAction
		}
	}
	if data.Member("supported").Kind() == jsontree.Array && data.Member("requested").Kind() == jsontree.String { // MCP, -32022
		r.Kind(errkit.UnsupportedVersion, "data.supported and data.requested")
	}
	if data.Member("requiredCapabilities").Kind() == jsontree.Object { // MCP, -32021
		r.Kind(errkit.Unsupported, "data.requiredCapabilities")
	}
	if list := data.Member("validationErrors"); list.Kind() == jsontree.Array && list.Len() > 0 { // AAI gateway
		r.Kind(errkit.InvalidInput, "data.validationErrors")
		r.invalidMembers(list, pointer.FromKey, "", 0)
	}
	if list := data.Member("missingVars"); list.Kind() == jsontree.Array && list.Len() > 0 { // AAI gateway
		r.Kind(errkit.AuthConfigInvalid, "data.missingVars")
	}
}

// dropDetail removes a detail that was read as something else.
func (r *Reader) dropDetail(name string) {
	for i := range r.Error.Details {
		if r.Error.Details[i].Key == name {
			r.Error.Details = append(r.Error.Details[:i], r.Error.Details[i+1:]...)
			return
		}
	}
}

// FastAPI reads the list of errors of FastAPI: strings, which become the message, or objects with msg, loc and type, which
// become fields.
func (r *Reader) FastAPI(list jsontree.Value) {
	var more strings.Builder // of the message
	for d := list.FirstElement(); d.Kind() != jsontree.Absent; d = d.Next() {
		if s, ok := d.Text(); ok {
			if r.Error.Message == "" {
				r.Message(s)
				continue
			}
			r.GuessFrom(s)
			if len(r.Error.Message)+more.Len() < maxJoined {
				more.WriteString("; " + s)
			}
			continue
		}
		msg, ok := d.Member("msg").Text()
		if !ok {
			continue
		}
		rule, _ := d.Member("type").Text()
		r.GuessFrom(msg)
		if !r.Field(errkit.Field{Path: r.fastAPIPath(d.Member("loc")), Message: errkit.Text(msg), Rule: rule}) {
			break
		}
	}
	r.Error.Message += errkit.Text(more.String())
}

// IsToolDefinition reports whether v looks like the definition of a tool, of MCP or of OXP.
func IsToolDefinition(v jsontree.Value) bool {
	return v.Member("name").Kind() == jsontree.String && (!v.Member("inputSchema").IsNull() || !v.Member("input_schema").IsNull())
}

// Arcade's ToolCallError succeeds OXP's ToolError: the same members and a kind. It is sent as a ToolError, and over MCP in
// _meta.arcade.
var arcadeKinds = [...]struct {
	name string
	kind errkit.Kind
}{
	{"TOOLKIT_LOAD_FAILED", errkit.ConfigInvalid},
	{"TOOL_DEFINITION_BAD_DEFINITION", errkit.ConfigInvalid},
	{"TOOL_DEFINITION_BAD_INPUT_SCHEMA", errkit.ConfigInvalid},
	{"TOOL_DEFINITION_BAD_OUTPUT_SCHEMA", errkit.ConfigInvalid},
	{"TOOL_REQUIREMENTS_NOT_MET", errkit.RequirementMissing},
	{"TOOL_RUNTIME_BAD_INPUT_VALUE", errkit.InvalidInput},
	{"TOOL_RUNTIME_BAD_OUTPUT_VALUE", errkit.OutputInvalid},
	{"TOOL_RUNTIME_RETRY", errkit.ExecutionFailed},
	{"TOOL_RUNTIME_CONTEXT_REQUIRED", errkit.InputRequired},
	{"TOOL_RUNTIME_FATAL", errkit.ExecutionFailed},
	{"CONTEXT_CHECK_FAILED", errkit.FailedPrecondition},
	{"CONTEXT_DENIED", errkit.PermissionDenied},
	{"UPSTREAM_RUNTIME_BAD_REQUEST", errkit.UpstreamFailed},
	{"UPSTREAM_RUNTIME_AUTH_ERROR", errkit.UpstreamFailed},
	{"UPSTREAM_RUNTIME_NOT_FOUND", errkit.UpstreamFailed},
	{"UPSTREAM_RUNTIME_VALIDATION_ERROR", errkit.UpstreamFailed},
	{"UPSTREAM_RUNTIME_RATE_LIMIT", errkit.RateLimited},
	{"UPSTREAM_RUNTIME_SERVER_ERROR", errkit.UpstreamFailed},
	{"UPSTREAM_RUNTIME_UNMAPPED", errkit.UpstreamFailed},
	{"NETWORK_TRANSPORT_RUNTIME_TIMEOUT", errkit.Timeout},
	{"NETWORK_TRANSPORT_RUNTIME_UNREACHABLE", errkit.Network},
	{"NETWORK_TRANSPORT_RUNTIME_UNMAPPED", errkit.Network},
	{"UNKNOWN", errkit.Unknown},
}

// ArcadeKind sets the kind that Arcade's own kind determines; an unknown name changes nothing.
func (r *Reader) ArcadeKind(v jsontree.Value) {
	name, ok := v.Text()
	if !ok {
		return
	}
	for _, k := range arcadeKinds {
		if k.name == name {
			r.Kind(k.kind, "Arcade's kind "+name)
			r.Peer.Type = name
			return
		}
	}
	r.Unused(v)
}
