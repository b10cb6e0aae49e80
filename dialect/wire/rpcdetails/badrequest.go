package rpcdetails

import (
	"strconv"
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/limit"
	"github.com/toolerr/toolerr/internal/pointer"
	"github.com/toolerr/toolerr/jsontree"
)

const reasonRequired = "REQUIRED"

// badRequest writes the fields and, with the reason REQUIRED, the input that is needed.
func (w *writer) badRequest(s *source) {
	fields := s.fields()
	w.openList("fieldViolations")
	for i := range fields {
		f := &fields[i]
		item := w.openItem(1)
		w.path(1, "field", f.Path)
		w.text(2, "description", string(f.Message))
		if isReason(f.Rule) {
			w.reason(3, "reason", f.Rule)
		}
		w.closeItem(item)
	}
	if len(fields) < len(s.Fields) {
		item := w.openItem(1)
		w.string(2, "description", limit.MoreMessage)
		w.reason(3, "reason", limit.MoreRule)
		w.closeItem(item)
	}
	if s.Needs != nil {
		for i := range s.Needs.Input {
			item := w.openItem(1)
			w.string(1, "field", s.Needs.Input[i].Name)
			w.string(3, "reason", reasonRequired)
			w.closeItem(item)
		}
	}
	w.closeList()
}

// badRequest reads the fields, without those that repeat the input that is needed.
func (r *reader) badRequest(list jsontree.Value) {
	n := list.Len() - len(r.inputs)
	i, more := 0, true
	for v := list.FirstElement(); v.Kind() == jsontree.Object && more; v = v.Next() {
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
		more = r.Field(f)
		i++
	}
}
