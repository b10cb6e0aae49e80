package acp

import (
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/jsontree"
)

// Detect rates a document: the update of a session. A response is like that of any protocol with
// JSON-RPC.
func (Dialect) Detect(_ dialect.Document, v jsontree.Value) (score int, why string) {
	if updateOf(v).Kind() == jsontree.Object {
		return 94, "sessionUpdate"
	}
	return 0, ""
}
