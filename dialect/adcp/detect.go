package adcp

import (
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/jsontree"
)

// Detect rates a document: an adcp_error with a code and a message, or errors with a recovery.
func (Dialect) Detect(_ dialect.Document, v jsontree.Value) (score int, why string) {
	f := find(v, true)
	switch {
	case f.fault.Kind() != jsontree.Object:
		return 0, ""
	case f.why == "errors with recovery" && !isRecovery(f.fault.Member("recovery")):
		return 0, ""
	case f.why == "errors with recovery":
		return 88, f.why
	}
	return 98, f.why
}
