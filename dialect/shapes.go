package dialect

import (
	"log/slog"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/jsonr"
)

// shaped are the members of an error's data that say what happened whatever
// the code is, and are read by [reader.shapes]; the rest are details.
func shaped(name string) bool {
	switch name {
	case "elicitations", "obtain_url", "consentUrl", "consent_url", "validationErrors", carryMeta, carryMember:
		return true
	}
	return false
}

// shapes reads the data of an error for what its shape says, which beats the
// code. Everything else in it becomes details, but for what is taken.
func (r *reader) shapes(data jsonr.Value, taken func(string) bool) {
	if data.Kind() != jsonr.Object {
		if !null(data) {
			r.note("%s: %s, read as the detail data", place(data), data.Kind())
			r.e.Details = []slog.Attr{{Key: "data", Value: detailOf(data)}}
		}
		return
	}
	r.e.Details = detailsOf(data, taken)
	if list := data.Member("elicitations"); list.Kind() == jsonr.Array && list.Len() > 0 { // MCP 2025-11-25, -32042
		r.kind(errkit.AuthRequired, "data.elicitations")
		for el := list.FirstElement(); el.Kind() != jsonr.Absent; el = el.Next() {
			r.challenge(r.text(el, "elicitationId"), r.text(el, "url"), "", r.text(el, "message"))
		}
	}
	if url, ok := data.Member("obtain_url").Text(); ok { // AAI gateway
		r.kind(errkit.AuthRequired, "data.obtain_url")
		r.challenge("", url, "", r.text(data, "instructions"))
		r.drop("instructions")
	}
	for _, name := range [...]string{"consentUrl", "consent_url"} { // AAI, security
		if url, ok := data.Member(name).Text(); ok {
			r.kind(errkit.PermissionDenied, "data."+name)
			r.challenge("", url, "", "")
			r.retry = errkit.AfterAction
		}
	}
	if _, ok := data.Member("uri").Text(); ok { // MCP, resources
		r.kind(errkit.NotFound, "data.uri")
	}
	if data.Member("supported").Kind() == jsonr.Array && data.Member("requested").Kind() == jsonr.String { // MCP, -32022
		r.kind(errkit.UnsupportedVersion, "data.supported and data.requested")
	}
	if data.Member("requiredCapabilities").Kind() == jsonr.Object { // MCP, -32021
		r.kind(errkit.Unsupported, "data.requiredCapabilities")
	}
	if list := data.Member("validationErrors"); list.Kind() == jsonr.Array && list.Len() > 0 { // AAI gateway
		r.kind(errkit.InvalidInput, "data.validationErrors")
		r.expect(list.Len())
		for f := list.FirstElement(); f.Kind() != jsonr.Absent; f = f.Next() {
			if s, ok := f.Text(); ok {
				r.field(errkit.Field{Message: errkit.Text(s)})
				continue
			}
			r.field(errkit.Field{
				Path: pointerOf(r.text(f, "path")), Message: errkit.Text(r.text(f, "message")),
				Rule: r.text(f, "rule"), Param: r.text(f, "param"),
			})
		}
	}
	if list := data.Member("missingVars"); list.Kind() == jsonr.Array && list.Len() > 0 { // AAI gateway
		r.kind(errkit.AuthConfigInvalid, "data.missingVars")
	}
}

// drop removes a detail that was read as something else.
func (r *reader) drop(name string) {
	for i := range r.e.Details {
		if r.e.Details[i].Key == name {
			r.e.Details = append(r.e.Details[:i], r.e.Details[i+1:]...)
			return
		}
	}
}

func (r *reader) challenge(id, url, check, message string) {
	if n := r.needs(); r.room(len(n.Challenges), "challenges") {
		n.Challenges = append(n.Challenges, errkit.Challenge{ID: id, URL: url, CheckURL: check, Message: errkit.Text(message)})
	}
}
