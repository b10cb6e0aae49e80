package rpcdetails

import (
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// errorInfo writes reason, domain and metadata.
func (w *writer) errorInfo(s *source) {
	drop, table := s.drop, w.codec.Table
	row := table.Row(s.Kind)
	kind, code := row.Kind.String(), string(s.Code)
	switch {
	case s.options.Reason != "":
		w.string(1, "reason", s.options.Reason)
	case isReason(code):
		w.reason(1, "reason", code)
	default:
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
		if s.options.Reason != "" || !isReason(code) || code == kind {
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
	if !r.own {
		r.Error.Code = errkit.Code(reason)
		for m := metadata.FirstMember(); m.Kind() != jsontree.Absent; m = m.Next() {
			r.addDetail(m.Name(), errkit.ReadDetail(m))
		}
		return
	}
	if name := strings.ToLower(reason); name != r.Error.Kind.String() && domain != A2ADomain {
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
