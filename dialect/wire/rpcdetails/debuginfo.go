package rpcdetails

import (
	"strings"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
)

// maxDebug is the number of bytes up to which entries of a stack are added to the text for developers.
const maxDebug = 16 << 10

// debugInfo reads text for developers.
func (r *reader) debugInfo(d jsontree.Value) {
	detail := r.String(d, "detail")
	for v := d.Member("stackEntries").FirstElement(); v.Kind() != jsontree.Absent; v = v.Next() {
		if s, ok := v.Text(); ok && len(detail) < maxDebug {
			detail += "\n" + s
		}
	}
	r.Error.Dev = errkit.Dev(strings.TrimPrefix(detail, "\n"))
}
