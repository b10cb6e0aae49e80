package rpcdetails

import (
	"log/slog"
	"strings"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// A reader reads a list of messages.
type reader struct {
	*wire.Reader
	own    bool // metadata has a kind: the error was rendered by this package
	info   jsontree.Value
	inputs []errkit.Input
}

// Read sets the kind of an error with a code, for the reason in rule, and reads its details, an array of Any in ProtoJSON. Call
// it after the message is read. A carried error counts if writer renders it as what was read, see [wire.Reader.Carry].
//
// A code of 0 means that the protocol has other codes: the kind is the one that is set, unless ErrorInfo has a kind of this package.
func Read(wr *wire.Reader, writer dialect.Dialect, code mapping.RPCCode, rule string, details jsontree.Value) {
	r := reader{Reader: wr}
	for d := details.FirstElement(); d.Kind() != jsontree.Absent; d = d.Next() {
		if name, _ := d.Member("@type").Text(); name[strings.LastIndexByte(name, '/')+1:] == names[errorInfo] {
			r.info = d
			break
		}
	}
	r.kind(code, rule)
	r.errorInfo()
	seen := 0
	for d := details.FirstElement(); d.Kind() != jsontree.Absent && r.Room(seen, "details"); d = d.Next() {
		seen++
		if d != r.info {
			r.detail(d)
		}
	}
	if r.own {
		r.carry(writer, details)
	}
}

// detail reads a message other than ErrorInfo. One for which an error has no field becomes a detail.
func (r *reader) detail(d jsontree.Value) {
	name, ok := d.Member("@type").Text()
	if !ok {
		return
	}
	m, known := lookup(name)
	if known {
		switch m {
		case retryInfo:
			known = r.retryInfo(d)
		case badRequest:
			r.badRequest(d.Member("fieldViolations"))
		case preconditionFailure:
			known = r.preconditionFailure(d)
		case help:
			known = r.help(d.Member("links"))
		case requestInfo:
			r.Error.Ref = r.String(d, "requestId")
		case debugInfo:
			r.debugInfo(d)
		default:
			known = r.own // repeats a detail, or the call
			if known {
				r.Used(d)
			}
		}
	}
	if !known {
		r.addDetail(name[strings.LastIndexByte(name, '/')+1:], slog.GroupValue(errkit.ReadDetails(d, isTypeMember)...))
	}
}

func isTypeMember(name string) bool { return name == "@type" }

func (r *reader) addDetail(name string, v slog.Value) {
	if len(r.Error.Details) < limit.Details {
		r.Error.Details = append(r.Error.Details, slog.Attr{Key: name, Value: v})
	}
}

// carry reads a carried error.
func (r *reader) carry(writer dialect.Dialect, details jsontree.Value) {
	carry := r.info.Member("metadata").Member(dialect.CarryMember)
	if carry.IsNull() {
		return
	}
	if v, ok := carry.Embedded(); ok {
		r.Carry(v, writer)
	} else {
		r.Note("%s: not a canonical error, ignored", wire.Place(carry))
	}
	if !r.Peer.Carried {
		r.Unused(carry)
		return
	}
	for d := details.FirstElement(); d.Kind() != jsontree.Absent; d = d.Next() {
		r.Used(d) // repeats the carried error
	}
}

// IsDetails reports whether v is an array whose first element has the type of an Any, as [AppendJSON] writes it.
func IsDetails(v jsontree.Value) bool {
	_, ok := v.FirstElement().Member("@type").Text()
	return ok
}

func textOf(v jsontree.Value, name string) string {
	s, _ := v.Member(name).Text()
	return s
}
