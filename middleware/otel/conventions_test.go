package otelerr

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/all"
	"github.com/toolerr/toolerr/errkit"
)

// The names are those of dialects, besides jsonrpc, which is that of every server of JSON-RPC. A
// dialect without one is recorded as a call of a tool.
func TestNamesOfDialects(t *testing.T) {
	known := append(all.Names(), "jsonrpc")
	for _, p := range protocols {
		for _, name := range p.dialects {
			require.True(t, slices.Contains(known, name), "middleware/otel/conventions.go: %s is not in dialect/all",
				name)
		}
	}
	for _, d := range all.Dialects() {
		_, head := new(dialect.Codec).Append(nil, d, dialect.Call{}, &errkit.Error{Kind: errkit.NotFound})
		if head.Status == 404 {
			require.NotSame(t, protocolOf(""), protocolOf(d.Name()),
				"middleware/otel/conventions.go: %s has HTTP statuses, and is not recorded as HTTP", d.Name())
		}
	}
}
