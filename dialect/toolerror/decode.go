package toolerror

import (
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/foreign"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// Decode decodes a tool result, a payload without its result, or the JSON-RPC errors of the HTTP
// layer. The last block that is a payload counts before structuredContent (Tool Error Responses,
// Error Detection).
func (d Dialect) Decode(c *dialect.Codec, doc dialect.Document) (*errkit.Error, error) {
	return wire.Decode(c, doc, d.Name(), mcp.Read, foreign.Rules{})
}

// Detect rates a document: a payload is certain, a tool result without one a weak sign.
func (Dialect) Detect(_ dialect.Document, v jsontree.Value) (score int, why string) {
	result := v
	if !v.Member("jsonrpc").IsNull() {
		if result = v.Member("result"); result.IsNull() {
			return 50, "an error of JSON-RPC"
		}
	} else if inner := v.Member("result"); inner.Kind() == jsontree.Object {
		result = inner
	}
	if payload := mcp.Payload(result); payload.Kind() == jsontree.Object {
		kind, _ := payload.Member("kind").Text()
		return 95, kind
	}
	if mcp.IsResult(result) {
		return 50, "a tool result"
	}
	return 0, ""
}

// RoundTrips reports whether the code and the status of k are decoded as k.
func (Dialect) RoundTrips(t *mapping.Table, k errkit.Kind) bool {
	return t.RoundTrips(k, mapping.ColumnToolError)
}
