package rpcdetails

import (
	"cmp"
	"log/slog"
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/internal/text"
	"github.com/toolerr/toolerr/jsontree"
)

// badRequest writes the fields and, with the reason REQUIRED, the input that is needed.
func (w *writer) badRequest(s *source) {
	fields := s.fields()
	w.openList("fieldViolations", '[')
	for i := range fields {
		w.fieldViolation(fields[i].Path, string(fields[i].Message), fields[i].Rule)
	}
	if len(fields) < len(s.Fields) {
		w.fieldViolation("", text.MoreMessage, text.MoreRule)
	}
	if s.Needs != nil {
		for i := range s.Needs.Input {
			w.fieldViolation(s.Needs.Input[i].Name, "", "required")
		}
	}
	w.closeList(']')
}

func (w *writer) fieldViolation(path, description, rule string) {
	item := w.open(1, "", '{')
	w.path(1, "field", path)
	w.text(2, "description", description)
	if isReason(rule, 'a') {
		w.reason(3, "reason", rule)
	}
	w.close(item, '}')
}

// badRequest reads the fields, without those that repeat the input that is needed.
func (r *reader) badRequest(list jsontree.Value) {
	n := list.Len() - len(r.inputs)
	i := 0
	for v := list.FirstElement(); v.Kind() == jsontree.Object; v = v.Next() {
		if n--; n < 0 {
			r.Used(v)
			continue
		}
		description := r.String(v, "description")
		if description == "" {
			description = textOf(r.Object(v, "localizedMessage"), "message")
		}
		r.GuessFrom(description)
		f := errkit.Field{
			Path:    pointer.FromPath(r.String(v, "field")),
			Message: errkit.Text(description),
			Rule:    strings.ToLower(r.String(v, "reason")),
		}
		if r.own {
			metadata, prefix := r.info.Member("metadata"), fieldPrefix+strconv.Itoa(i)
			f.Param = textOf(metadata, prefix+paramSuffix)
			if f.Rule == "" {
				f.Rule = textOf(metadata, prefix+ruleSuffix)
			}
		}
		r.Field(f)
		i++
	}
}

// violations reads the fields of protovalidate, whose paths are texts only in versions before 0.8.
func (r *reader) violations(list jsontree.Value) {
	for v := list.FirstElement(); v.Kind() == jsontree.Object; v = v.Next() {
		var path pointer.Builder
		for e := v.Member("field").Member("elements").FirstElement(); e.Kind() == jsontree.Object; e = e.Next() {
			for i := range element {
				if token := r.String(e, element[i].name); token != "" {
					path.Add(token)
				}
			}
		}
		message := r.String(v, "message")
		r.GuessFrom(message)
		place := cmp.Or(path.String(), pointer.FromPath(r.String(v, "fieldPath")))
		r.Field(errkit.Field{Path: place, Message: errkit.Text(message), Rule: r.String(v, "ruleId")})
		r.Used(v)
	}
}

// The types of violations of preconditions.
const (
	typeSecret = "SECRET"
	typeUserID = "USER_ID"
	typeScope  = "SCOPE"
)

// preconditionFailure writes the user id, the secrets and the scopes that are needed.
func (w *writer) preconditionFailure(s *source) {
	w.openList("violations", '[')
	if s.Needs.UserID {
		w.pair("type", typeUserID, "subject", "")
	}
	for _, name := range s.Needs.Secrets {
		w.pair("type", typeSecret, "subject", name)
	}
	for _, name := range s.Needs.Scopes {
		w.pair("type", typeScope, "subject", name)
	}
	w.closeList(']')
}

// preconditionFailure reads the violations with a type of this package, and reports whether all
// have one.
func (r *reader) preconditionFailure(d jsontree.Value) bool {
	list := d.Member("violations")
	for v := list.FirstElement(); v.Kind() != jsontree.Absent; v = v.Next() {
		if kind := textOf(v, "type"); kind != typeUserID && kind != typeSecret && kind != typeScope {
			return false
		}
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

// limit returns the detail limit of an error that is rate limited, 0 for none.
func (s *source) limit() int64 {
	if v := wire.Detail(s.Error, "limit"); s.Kind == errkit.RateLimited && v.Kind() == slog.KindInt64 {
		return max(v.Int64(), 0)
	}
	return 0
}

// quotaFailure writes the limit of an error that is rate limited.
func (w *writer) quotaFailure(s *source) {
	w.openList("violations", '[')
	item := w.open(1, "", '{')
	if w.binary {
		w.integer(7, s.limit())
	} else {
		w.dst = strconv.AppendInt(append(w.dst, `"quotaValue":"`...), s.limit(), 10) // ProtoJSON: 64 bits are a string
		w.dst = append(w.dst, '"')
	}
	w.close(item, '}')
	w.closeList(']')
}

// path writes a JSON pointer as a path such as items[0].sku if that is decoded as the same
// pointer, else as it is.
func (w *writer) path(number int, name, path string) {
	if path == "" {
		return
	}
	start := w.open(number, name, '"')
	if dst, ok := pointer.AppendPath(w.dst, path, false); ok {
		w.dst = dst
	} else {
		w.value(path, 0)
	}
	w.close(start, '"')
}
