package mapping

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/rows"
)

// TestTables checks that every cell of tables.txt is read: it is what the field prints.
func TestTables(t *testing.T) {
	tables := map[string]any{"kinds": defaultTable.rows, "mcp": mcpCodes, "aai": aaiCodes,
		"aai-string": aaiStringCodes, "toolerror": toolErrorCodes, "a2a": a2aCodes, "CLIENT_ERROR": clientErrors, "SERVER_ERROR": serverErrors, "upstream aai-string": upstreamAAI,
		"upstream toolerror": upstreamToolError, "upstream retry": upstreamRetry, "rpc": rpcCodes}
	read := map[string]int{}
	for name, cells := range rows.All(tablesText) {
		require.Contains(t, tables, name)
		row := reflect.ValueOf(tables[name]).Index(read[name])
		read[name]++
		want := strings.Split(cells, "|")
		require.Len(t, want, row.NumField(), cells)
		for i, cell := range want {
			require.Equal(t, strings.TrimSpace(cell), printed(row, i), "%s: %s", name, cells)
		}
	}
	for name, table := range tables {
		require.Equal(t, reflect.ValueOf(table).Len(), read[name], name)
	}
	for i, r := range defaultTable.rows {
		require.Equal(t, errkit.Kind(i), r.Kind, "the rows are in the order of the kinds")
	}
	require.Len(t, defaultTable.rows, len(errkit.Kinds()))
	require.Equal(t, [...]string{"OK", "NOT_FOUND", "UNAUTHENTICATED"},
		[...]string{rpcCodes[0].Name, rpcCodes[RPCNotFound].Name, rpcCodes[RPCUnauthenticated].Name}, "the rows are in the order of the codes")
	require.Len(t, rpcCodes, int(RPCByUpstream))
}

// printed returns a field as it is in tables.txt.
func printed(row reflect.Value, i int) string {
	field := row.Field(i)
	switch v := field.Interface().(type) {
	case errkit.Kind:
		return v.String()
	case int:
		if row.Type().Field(i).Name == "MCP" && v == MCPResult {
			return "result"
		}
		if row.Type().Field(i).Name == "Code" {
			return fmt.Sprint(v)
		}
	}
	if field.IsZero() {
		return "-"
	}
	return fmt.Sprint(field.Interface())
}
