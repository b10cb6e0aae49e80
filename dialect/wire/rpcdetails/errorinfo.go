package rpcdetails

import (
	"cmp"
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
	w.string(2, "domain", cmp.Or(s.options.Domain, DefaultDomain))
	w.openList("metadata", '{')
	w.entry(keyKind, kind)
	if drop < dropDetails {
		if s.options.Reason != "" || !isReason(code) || code == kind {
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
	if name := strings.ToLower(reason); !r.own || !isReason(name) {
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
// at most 63 characters (google/rpc/error_details.proto, ErrorInfo and FieldViolation), and is the
// name again in lower case.
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
