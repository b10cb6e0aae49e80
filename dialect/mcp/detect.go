package mcp

import (
	"strconv"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rpc"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/mapping"
)

// Detect rates a document: headers of MCP, results, and codes and data that only MCP has. Only JSON-RPC is a weak sign.
func (Dialect) Detect(doc dialect.Document, v jsontree.Value) (score int, why string) {
	if doc.Header.Get("Mcp-Protocol-Version") != "" || doc.Header.Get("Mcp-Method") != "" {
		return 97, "a header of MCP"
	}
	if method, _ := v.Member("method").Text(); method == "notifications/cancelled" {
		return 90, "notifications/cancelled"
	}
	result := v
	if inner := v.Member("result"); v.Member("jsonrpc").IsNull() && inner.Kind() == jsontree.Object && inner.Member("success").IsNull() {
		result = inner
	}
	if fault := v.Member("error"); v.Member("jsonrpc").IsNull() && fault.Member("code").Kind() == jsontree.Number {
		score, why = detectFault(fault, 5)
	}
	if !v.Member("jsonrpc").IsNull() {
		score, why = 50, "JSON-RPC"
		if result = v.Member("result"); result.IsNull() {
			if s, w := detectFault(v.Member("error"), 0); s > score {
				return s, w
			}
			return score, why
		}
	}
	switch {
	case !result.Member("resultType").IsNull():
		return 90, "resultType"
	case result.Member("content").Kind() == jsontree.Array, result.Member("isError").Kind() == jsontree.Bool:
		return 85, "a tool result"
	case !result.Member("taskId").IsNull(), !result.Member("task").IsNull():
		return 80, "a task"
	case score == 0 && v.Member("code").Kind() == jsontree.Number && v.Member("message").Kind() == jsontree.String:
		if s, w := detectFault(v, 5); s > 45 {
			return s, w
		}
		return 45, "an error object of JSON-RPC"
	}
	return score, why
}

// detectFault rates an error object; less is subtracted if it has no envelope.
func detectFault(v jsontree.Value, less int) (score int, why string) {
	data := v.Member("data")
	for _, name := range [...]string{"elicitations", "supported", "requiredCapabilities", "uri", dialect.MetaKey} {
		if !data.Member(name).IsNull() {
			return 85 - less, "data." + name
		}
	}
	code, ok := v.Member("code").Int()
	if !ok {
		return 0, ""
	}
	if _, known := mapping.Default().FromMCP(code); !known {
		return 0, ""
	}
	why = "code " + strconv.FormatInt(code, 10)
	if code <= codeHeaderMismatch && code > rpc.InvalidRequest {
		return 80 - less, why + " of MCP"
	}
	return 60 - less, why
}

// RoundTrips reports whether the place or the code of k is decoded as k. Challenges and unsupported versions have data of
// their own.
func (Dialect) RoundTrips(t *mapping.Table, k errkit.Kind) bool {
	return k == errkit.AuthRequired || k == errkit.UnsupportedVersion || t.RoundTrips(k, mapping.ColumnMCP)
}
