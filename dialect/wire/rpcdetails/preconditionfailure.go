package rpcdetails

import (
	"github.com/toolerr/toolerr/jsontree"
)

// The types of violations of preconditions.
const (
	typeSecret = "SECRET"
	typeUserID = "USER_ID"
	typeScope  = "SCOPE"
)

// preconditionFailure writes the user id, the secrets and the scopes that are needed.
func (w *writer) preconditionFailure(s *source) {
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
}

func (w *writer) violation(kind, subject string) {
	item := w.openItem(1)
	w.string(1, "type", kind)
	w.string(2, "subject", subject)
	w.closeItem(item)
}

// preconditionFailure reads the violations with a type of this package, and reports whether all have one.
func (r *reader) preconditionFailure(d jsontree.Value) (all bool) {
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
