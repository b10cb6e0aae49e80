package mapping_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

func TestWithReplacesOneCell(t *testing.T) {
	base := mapping.Default().Row(errkit.Internal) // a row without an empty cell
	tests := []struct {
		name string
		row  mapping.Row
		want func(*mapping.Row)
	}{
		{"HTTP", mapping.Row{HTTP: 503}, func(r *mapping.Row) { r.HTTP = 503 }},
		{"OXP", mapping.Row{OXP: mapping.OXPServer}, func(r *mapping.Row) { r.OXP = mapping.OXPServer }},
		{"MCP", mapping.Row{MCP: -31000}, func(r *mapping.Row) { r.MCP = -31000 }},
		{"MCP in the result", mapping.Row{MCP: mapping.MCPResult}, func(r *mapping.Row) { r.MCP = mapping.MCPResult }},
		{"MCPBefore", mapping.Row{MCPBefore: -32600}, func(r *mapping.Row) { r.MCPBefore = -32600 }},
		{"MCPOutside", mapping.Row{MCPOutside: 17}, func(r *mapping.Row) { r.MCPOutside = 17 }},
		{"AAI", mapping.Row{AAI: -32009}, func(r *mapping.Row) { r.AAI = -32009 }},
		{"AAIString", mapping.Row{AAIString: "BROKEN_2"}, func(r *mapping.Row) { r.AAIString = "BROKEN_2" }},
		{"ToolError", mapping.Row{ToolError: "BROKEN"}, func(r *mapping.Row) { r.ToolError = "BROKEN" }},
		{"ToolError as needsInput", mapping.Row{ToolError: mapping.NeedsInput},
			func(r *mapping.Row) { r.ToolError = mapping.NeedsInput }},
		{"RPC", mapping.Row{RPC: mapping.RPCDataLoss}, func(r *mapping.Row) { r.RPC = mapping.RPCDataLoss }},
		{"A2A", mapping.Row{A2A: mapping.A2AServerError}, func(r *mapping.Row) { r.A2A = mapping.A2AServerError }},
		{"A2AState", mapping.Row{A2AState: "REJECTED"},
			func(r *mapping.Row) { r.A2AState = "REJECTED" }},
		{"Problem", mapping.Row{Problem: "broken"}, func(r *mapping.Row) { r.Problem = "broken" }},
		{"Retry", mapping.Row{Retry: errkit.Allowed}, func(r *mapping.Row) { r.Retry = errkit.Allowed }},
		{"nothing", mapping.Row{}, func(*mapping.Row) {}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := mapping.Default().Rows()
			tt.row.Kind = errkit.Internal
			derived, err := mapping.Default().With(tt.row)
			require.NoError(t, err)
			want := base
			tt.want(&want)
			require.Equal(t, want, derived.Row(errkit.Internal))
			require.Equal(t, before, mapping.Default().Rows(), "the base does not change")
			for _, k := range errkit.Kinds()[1:] {
				require.Equal(t, mapping.Default().Row(k), derived.Row(k), "other rows do not change")
			}
		})
	}
}

func TestWithOfADerivedTable(t *testing.T) {
	first, err := mapping.Default().With(mapping.Row{Kind: errkit.Timeout, HTTP: 408},
		mapping.Row{Kind: errkit.Conflict, HTTP: 412})
	require.NoError(t, err)
	second, err := first.With(mapping.Row{Kind: errkit.Timeout, HTTP: 503})
	require.NoError(t, err)
	require.Equal(t, 408, first.Row(errkit.Timeout).HTTP)
	require.Equal(t, 503, second.Row(errkit.Timeout).HTTP)
	require.Equal(t, 412, second.Row(errkit.Conflict).HTTP)
}

func TestAllIsACopy(t *testing.T) {
	rows := mapping.Default().Rows()
	rows[0].HTTP = 418
	require.Equal(t, 500, mapping.Default().Row(errkit.Internal).HTTP)
	codes := mapping.MCPCodes()
	codes[0].Kind = errkit.NotFound
	require.Equal(t, errkit.Malformed, mapping.MCPCodes()[0].Kind)
}

func TestWithRejectsCells(t *testing.T) {
	tests := []struct {
		name string
		why  string
		row  mapping.Row
		want string
	}{
		{name: "HTTP below", row: mapping.Row{HTTP: 399},
			want: "mapping: conflict: HTTP status 399 is not an error status (400 to 599)"},
		{name: "HTTP of a success", row: mapping.Row{HTTP: 200},
			want: "mapping: conflict: HTTP status 200 is not an error status (400 to 599)"},
		{name: "HTTP above", row: mapping.Row{HTTP: 600},
			want: "mapping: conflict: HTTP status 600 is not an error status (400 to 599)"},
		{name: "HTTP negative", row: mapping.Row{HTTP: -404},
			want: "mapping: conflict: HTTP status -404 is not an error status (400 to 599)"},
		{name: "OXP form", row: mapping.Row{OXP: 4}, want: "mapping: conflict: unknown OXP form 4"},
		{name: "MCP first reserved code", row: mapping.Row{MCP: -32768},
			want: "mapping: conflict: MCP code -32768 is reserved"},
		{name: "MCP last reserved code", row: mapping.Row{MCP: -32000},
			want: "mapping: conflict: MCP code -32000 is reserved"},
		{name: "MCP legacy range", row: mapping.Row{MCP: -32001},
			want: "mapping: conflict: MCP code -32001 is reserved"},
		{name: "MCP resource", why: "the dialect uses it for resources", row: mapping.Row{MCP: -32002},
			want: "mapping: conflict: MCP code -32002 is reserved"},
		{name: "MCP elicitation", why: "the dialect uses it for clients that declare elicitation",
			row: mapping.Row{MCP: -32042}, want: "mapping: conflict: MCP code -32042 is reserved"},
		{name: "MCP before the call", row: mapping.Row{MCPBefore: -32604},
			want: "mapping: conflict: MCP code -32604 is reserved"},
		{name: "MCP before the call, in the result", row: mapping.Row{MCPBefore: mapping.MCPResult},
			want: "mapping: conflict: MCP code 1 is reserved"},
		{name: "MCP outside tools/call", row: mapping.Row{MCPOutside: -32099},
			want: "mapping: conflict: MCP code -32099 is reserved"},
		{name: "MCP outside tools/call, in the result", row: mapping.Row{MCPOutside: mapping.MCPResult},
			want: "mapping: conflict: MCP code 1 is reserved"},
		{name: "AAI above its range", row: mapping.Row{AAI: -32000},
			want: "mapping: conflict: AAI code -32000 is reserved"},
		{name: "AAI below its range", row: mapping.Row{AAI: -32015},
			want: "mapping: conflict: AAI code -32015 is reserved"},
		{name: "AAI in the result", row: mapping.Row{AAI: mapping.MCPResult},
			want: "mapping: conflict: AAI code 1 is reserved"},
		{name: "AAI string in lower case", row: mapping.Row{AAIString: "conflict"},
			want: `mapping: conflict: AAI code "conflict" has characters other than A to Z, 0 to 9 and _`},
		{name: "AAI string with a quote", row: mapping.Row{AAIString: `A"`},
			want: `mapping: conflict: AAI code "A\"" has characters other than A to Z, 0 to 9 and _`},
		{name: "AAI string as needsInput", row: mapping.Row{AAIString: mapping.NeedsInput},
			want: `mapping: conflict: AAI code "needsInput:v1" has characters other than A to Z, 0 to 9 and _`},
		{name: "AAI string by upstream", why: "only one kind has the status of an upstream service",
			row:  mapping.Row{AAIString: mapping.ByUpstream},
			want: `mapping: conflict: "by_upstream" is allowed for upstream_failed only`},
		{name: "toolError in lower case", row: mapping.Row{ToolError: "conflict"},
			want: `mapping: conflict: toolError code "conflict" has characters other than A to Z, 0 to 9 and _`},
		{name: "toolError by upstream", row: mapping.Row{ToolError: mapping.ByUpstream},
			want: `mapping: conflict: "by_upstream" is allowed for upstream_failed only`},
		{name: "google.rpc", row: mapping.Row{RPC: 18}, want: "mapping: conflict: unknown code 18 of google.rpc"},
		{name: "google.rpc by upstream", row: mapping.Row{RPC: mapping.RPCByUpstream},
			want: `mapping: conflict: "by_upstream" is allowed for upstream_failed only`},
		{name: "A2A, a task that is not found", why: "the task exists", row: mapping.Row{A2A: -32001},
			want: "mapping: conflict: A2A code -32001 is reserved"},
		{name: "A2A, a task that is not cancelable", row: mapping.Row{A2A: -32002},
			want: "mapping: conflict: A2A code -32002 is reserved"},
		{name: "A2A, reserved", row: mapping.Row{A2A: -32099}, want: "mapping: conflict: A2A code -32099 is reserved"},
		{name: "A2A, a state of a task at work", row: mapping.Row{A2AState: "WORKING"},
			want: `mapping: conflict: "WORKING" is not a state of a task of A2A that failed`},
		{name: "problem", row: mapping.Row{Problem: "%zz"},
			want: `mapping: conflict: problem type "%zz" is not valid in a URI`},
		{name: "retry", row: mapping.Row{Retry: 4}, want: "mapping: conflict: unknown retry 4"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.row.Kind = errkit.Conflict
			derived, err := mapping.Default().With(mapping.Row{Kind: errkit.Timeout, HTTP: 408}, tt.row)
			require.EqualError(t, err, tt.want, tt.why)
			require.Nil(t, derived)
		})
	}
}

func TestWithRejectsRows(t *testing.T) {
	_, err := mapping.Default().With(mapping.Row{Kind: errkit.Timeout, HTTP: 408},
		mapping.Row{Kind: errkit.Timeout, AAI: -32001})
	require.EqualError(t, err, "mapping: two rows for timeout")
	_, err = mapping.Default().With(mapping.Row{Kind: 200, HTTP: 408})
	require.EqualError(t, err, "mapping: unknown kind 200")
}

func TestWithAcceptsUnreservedCodes(t *testing.T) {
	for _, code := range []int{-32769, -31999, -1, 2, 404, -32700, -32600, -32601, -32602, -32603} {
		derived, err := mapping.Default().With(mapping.Row{Kind: errkit.Conflict, MCP: code, MCPBefore: code,
			MCPOutside: code, AAI: code})
		require.NoError(t, err, "%d", code)
		require.Equal(t, code, derived.Row(errkit.Conflict).MCP)
	}
	for code := -32014; code <= -32001; code++ {
		_, err := mapping.Default().With(mapping.Row{Kind: errkit.Conflict, AAI: code})
		require.NoError(t, err, "%d", code)
	}
}

func TestCodesOfADerivedTableRoundTrip(t *testing.T) {
	derived, err := mapping.Default().With(
		mapping.Row{Kind: errkit.Conflict, MCP: -31001, AAI: -31002, AAIString: "CONFLICT",
			ToolError: "CONFLICT_ERROR", Problem: "clash"},
		mapping.Row{Kind: errkit.Canceled, MCPBefore: -31003, MCPOutside: -31004},
	)
	require.NoError(t, err)
	tests := []struct {
		name string
		want errkit.Kind
		from func(*mapping.Table) (errkit.Kind, bool)
	}{
		{"MCP", errkit.Conflict, func(t *mapping.Table) (errkit.Kind, bool) { return t.FromMCP(-31001) }},
		{"MCP before", errkit.Canceled, func(t *mapping.Table) (errkit.Kind, bool) { return t.FromMCP(-31003) }},
		{"MCP outside", errkit.Canceled, func(t *mapping.Table) (errkit.Kind, bool) { return t.FromMCP(-31004) }},
		{"AAI", errkit.Conflict, func(t *mapping.Table) (errkit.Kind, bool) { return t.FromAAI(-31002) }},
		{"AAI string", errkit.Conflict, func(t *mapping.Table) (errkit.Kind,
			bool) {
			return t.FromAAIString("CONFLICT")
		}},
		{"toolError", errkit.Conflict, func(t *mapping.Table) (errkit.Kind,
			bool) {
			return t.FromToolError("CONFLICT_ERROR", 409)
		}},
		{"problem", errkit.Conflict, func(t *mapping.Table) (errkit.Kind, bool) { return t.FromProblem("clash") }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			k, ok := tt.from(derived)
			require.True(t, ok)
			require.Equal(t, tt.want, k)
			k, ok = tt.from(mapping.Default())
			require.False(t, ok, "the code is not in the default table")
			require.Equal(t, errkit.Unknown, k)
		})
	}
	for _, column := range []string{mapping.ColumnMCP, mapping.ColumnAAI, mapping.ColumnAAIString,
		mapping.ColumnToolError} {
		require.True(t, derived.RoundTrips(errkit.Conflict, column), column)
	}
	taken, err := mapping.Default().With(mapping.Row{Kind: errkit.Canceled, MCP: -32602})
	require.NoError(t, err)
	k, _ := taken.FromMCP(-32602)
	require.Equal(t, errkit.InvalidInput, k, "the meaning in the protocol has precedence: peers do not know the table")
	k, _ = derived.FromMCP(mapping.MCPResult)
	require.Equal(t, errkit.Unknown, k, "MCPResult is not a code")
}
