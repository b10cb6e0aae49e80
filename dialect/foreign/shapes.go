package foreign

import (
	"log/slog"
	"slices"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/jsontree"
)

// IsShape reports whether a member of an error's data has a meaning in several protocols, whatever
// the code is. [Shapes] reads these members; all others are details.
func IsShape(name string) bool { return slices.Contains(shapeNames[:], name) }

var shapeNames = [...]string{"elicitations", "obtain_url", "consentUrl", "consent_url", "validationErrors", dialect.MetaKey,
	dialect.CarryMember}

// shapeDetails are the details that determine a kind, sorted by the protocol that defines them.
var shapeDetails = [...]string{
	"supported", "requested", "requiredCapabilities", // MCP 2026-07-28, -32022 and -32021
	"missingVars", // AAI gateway, the names of variables
}

// Shapes reads the members of an error's data that determine the kind whatever the code is. All
// members become details, except those that taken reports. The details are private ([errkit.Peer])
// unless they are among defined, which the protocol defines, or determine a kind: the sender
// decides what else data has (JSON-RPC 2.0 §5.1), for its developers as a rule.
func Shapes(r *wire.Reader, data jsontree.Value, taken func(name string) bool, defined ...string) {
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
			id, url := r.String(el, "elicitationId"), r.String(el, "url")
			r.Challenge(errkit.Challenge{ID: id, URL: url, Message: errkit.Text(r.String(el, "message"))})
		}
	}
	if url, ok := data.Member("obtain_url").Text(); ok && url != "" { // AAI gateway
		r.Kind(errkit.AuthRequired, "data.obtain_url")
		r.Challenge(errkit.Challenge{URL: url, Message: errkit.Text(r.String(data, "instructions"))})
		r.Error.Details = slices.DeleteFunc(r.Error.Details, func(a slog.Attr) bool { return a.Key == "instructions" })
	}
	for _, name := range [...]string{"consentUrl", "consent_url"} { // AAI, security
		if url, ok := data.Member(name).Text(); ok && url != "" {
			r.Kind(errkit.PermissionDenied, "data."+name)
			r.Challenge(errkit.Challenge{URL: url})
			r.Peer.Retry = errkit.AfterAction
		}
	}
	isVersion := data.Member("requested").Kind() == jsontree.String
	if isVersion && data.Member("supported").Kind() == jsontree.Array { // MCP, -32022
		r.Kind(errkit.UnsupportedVersion, "data.supported and data.requested")
	}
	if data.Member("requiredCapabilities").Kind() == jsontree.Object { // MCP, -32021
		r.Kind(errkit.Unsupported, "data.requiredCapabilities")
	}
	if list := data.Member("validationErrors"); list.Kind() == jsontree.Array && list.Len() > 0 { // AAI gateway
		r.Kind(errkit.InvalidInput, "data.validationErrors")
		invalidMembers(r, list, pointer.FromKey, "", 0)
	}
	if list := data.Member("missingVars"); list.Kind() == jsontree.Array && list.Len() > 0 { // AAI gateway
		r.Kind(errkit.AuthConfigInvalid, "data.missingVars")
	}
}

// FastAPI reads the list of errors of FastAPI: strings, which become the message, or objects with
// msg, loc and type, which become fields.
func FastAPI(r *wire.Reader, list jsontree.Value) {
	var more strings.Builder // of the message
	for d := list.FirstElement(); d.Kind() != jsontree.Absent; d = d.Next() {
		s, isText := d.Text()
		msg, isItem := d.Member("msg").Text()
		switch {
		case isItem:
			rule, _ := d.Member("type").Text()
			r.GuessFrom(msg)
			r.Field(errkit.Field{Path: fastAPIPath(r, d), Message: errkit.Text(msg), Rule: rule})
		case isText && r.Error.Message == "":
			r.Message(s)
		case isText:
			r.GuessFrom(s)
			if len(r.Error.Message)+more.Len() < maxJoined {
				more.WriteString("; " + s)
			}
		}
	}
	r.Error.Message += errkit.Text(more.String())
}

// IsToolDefinition reports whether v looks like the definition of a tool, of MCP or of OXP.
func IsToolDefinition(v jsontree.Value) bool {
	schema := !v.Member("inputSchema").IsNull() || !v.Member("input_schema").IsNull()
	return schema && v.Member("name").Kind() == jsontree.String
}

// ArcadeKind sets the kind that Arcade's own kind determines; an unknown name changes nothing.
func ArcadeKind(r *wire.Reader, v jsontree.Value) {
	name, ok := v.Text()
	if !ok {
		return
	}
	m, ok := meaningIn(arcadeName, name)
	if !ok {
		r.Unused(v)
		return
	}
	r.Kind(m.kind, "Arcade's kind "+name)
	r.Peer.Type = name
}
