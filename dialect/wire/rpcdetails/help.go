package rpcdetails

import (
	"strconv"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// help writes challenges as links.
func (w *writer) help(s *source) {
	w.openList("links")
	for i := range s.Needs.Challenges {
		item := w.openItem(1)
		w.text(1, "description", string(s.Needs.Challenges[i].Message))
		w.string(2, "url", s.Needs.Challenges[i].URL)
		w.closeItem(item)
	}
	w.closeList()
}

// help reads links as challenges if the user must visit them, and reports whether they are.
func (r *reader) help(links jsontree.Value) bool {
	k := r.Error.Kind
	if !r.own && k != errkit.Unauthenticated && k != errkit.PermissionDenied {
		return false
	}
	metadata, i := r.info.Member("metadata"), 0
	for v := links.FirstElement(); v.Kind() != jsontree.Absent; v = v.Next() {
		ch := errkit.Challenge{URL: r.String(v, "url"), Message: errkit.Text(r.String(v, "description"))}
		if r.own {
			prefix := challengePrefix + strconv.Itoa(i)
			ch.ID, ch.CheckURL = textOf(metadata, prefix+idSuffix), textOf(metadata, prefix+checkURLSuffix)
		}
		r.Challenge(ch)
		i++
	}
	return true
}
