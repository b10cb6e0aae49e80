package mapping_test

import (
	"encoding/json"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// TestGolden compares the table with its golden copies, which go generate ./lab/mapdoc writes and
// a review reads: table.json has every cell, and the page has the columns that are documented.
func TestGolden(t *testing.T) {
	want, err := os.ReadFile("table.json")
	require.NoError(t, err)
	require.JSONEq(t, string(want), string(mapping.Default().JSON()), "run make generate")

	page, err := os.ReadFile("../docs/mapping.md")
	require.NoError(t, err)
	require.Contains(t, string(page), mapping.Default().Markdown(), "run make generate")
}

func TestJSONHasTheRows(t *testing.T) {
	derived, err := mapping.Default().With(mapping.Row{Kind: errkit.Conflict, MCP: -31000, HTTP: 412})
	require.NoError(t, err)
	var rows []map[string]any
	require.NoError(t, json.Unmarshal(derived.JSON(), &rows))
	require.Len(t, rows, len(errkit.Kinds()))
	for i, r := range derived.Rows() {
		got := rows[i]
		require.Equal(t, r.Kind.String(), got["kind"])
		require.Equal(t, string(r.Kind.Text()), got["text"])
		require.EqualValues(t, r.HTTP, got["http"])
		require.Equal(t, r.OXP.String(), got["oxp"])
		require.EqualValues(t, r.MCPOutside, got["mcp_outside"])
		require.EqualValues(t, r.AAI, got["aai"])
		require.Equal(t, r.AAIString, got["aai_string"])
		require.Equal(t, r.ToolError, got["toolerror"])
		require.Equal(t, r.RPC.String(), got["rpc"])
		require.EqualValues(t, r.A2A, got["a2a"])
		require.Equal(t, r.A2AState, got["a2a_state"])
		require.Equal(t, r.Problem, got["problem"])
		if r.MCP == mapping.MCPResult {
			require.Equal(t, "result", got["mcp"])
		} else {
			require.EqualValues(t, r.MCP, got["mcp"])
		}
		if r.MCPBefore == 0 {
			require.NotContains(t, got, "mcp_before")
		} else {
			require.EqualValues(t, r.MCPBefore, got["mcp_before"])
		}
	}
	require.Equal(t, "by_upstream", rows[errkit.UpstreamFailed]["retry"])
	require.Equal(t, "unspecified", rows[errkit.ExecutionFailed]["retry"])
}

func TestCells(t *testing.T) {
	for i, cells := range mapping.Default().Cells() {
		require.Len(t, cells, len(mapping.Header()))
		require.Equal(t, errkit.Kinds()[i].String(), cells[0])
		for j, cell := range cells {
			require.NotEmpty(t, cell, "%s, %s", cells[0], mapping.Header()[j])
			require.NotContains(t, cell, "|")
			require.NotContains(t, cell, "_upstream")
		}
	}
}

// TestAmbiguousAndRoundTrips computes the ambiguous rows in another way.
func TestAmbiguousAndRoundTrips(t *testing.T) {
	derived, err := mapping.Default().With(
		mapping.Row{Kind: errkit.Conflict, AAI: -31000, AAIString: "CONFLICT", MCP: -31001, ToolError: "CONFLICT"},
		mapping.Row{Kind: errkit.ConfigInvalid, HTTP: 501, OXP: mapping.OXPValidation},
	)
	require.NoError(t, err)
	for name, table := range map[string]*mapping.Table{"default": mapping.Default(), "derived": derived} {
		t.Run(name, func(t *testing.T) {
			want := map[string]string{}
			add := func(r mapping.Row, column, cell string, decoded errkit.Kind) {
				same := decoded == r.Kind
				require.Equal(t, same, table.RoundTrips(r.Kind, column), "%s in %s", r.Kind.String(), column)
				if !same {
					want[column+" "+r.Kind.String()] = cell + " " + decoded.String()
				}
			}
			for _, r := range table.Rows() {
				decoded, _ := table.FromHTTP(r.HTTP)
				add(r, mapping.ColumnHTTP, strconv.Itoa(r.HTTP), decoded)

				decoded, cell := mapping.Default().FromOXP(r.OXP), r.OXP.String()
				if r.Kind == errkit.AuthRequired || r.Kind == errkit.RequirementMissing {
					decoded, cell = r.Kind, cell+" with missing_requirements"
				}
				add(r, mapping.ColumnOXP, cell, decoded)

				decoded, cell = errkit.ExecutionFailed, "result"
				if r.MCP != mapping.MCPResult {
					decoded, _ = table.FromMCP(int64(r.MCP))
					cell = strconv.Itoa(r.MCP)
				}
				add(r, mapping.ColumnMCP, cell, decoded)

				decoded, _ = table.FromAAI(int64(r.AAI))
				add(r, mapping.ColumnAAI, strconv.Itoa(r.AAI), decoded)

				cell = table.AAIString(r.Kind, 0)
				decoded, _ = table.FromAAIString(cell)
				add(r, mapping.ColumnAAIString, cell, decoded)

				cell = table.ToolError(r.Kind, 0)
				decoded, _ = table.FromToolError(cell, table.ToolErrorStatus(r.Kind, 0))
				if cell == mapping.NeedsInput {
					decoded = errkit.InputRequired
				}
				add(r, mapping.ColumnToolError, cell, decoded)

				code := table.RPC(r.Kind, 0)
				decoded, _ = table.FromRPC(code)
				add(r, mapping.ColumnRPC, code.String(), decoded)

				decoded, _ = table.FromA2A(int64(r.A2A))
				add(r, mapping.ColumnA2A, strconv.Itoa(r.A2A), decoded)

				decoded, _ = table.FromA2AState(mapping.A2AStatePrefix + r.A2AState)
				add(r, mapping.ColumnA2AState, r.A2AState, decoded)
			}
			got := map[string]string{}
			for _, a := range table.Ambiguous() {
				require.NotEqual(t, a.Kind, a.Decoded)
				got[a.Column+" "+a.Kind.String()] = a.Cell + " " + a.Decoded.String()
			}
			require.Equal(t, want, got)
		})
	}
	require.False(t, mapping.Default().RoundTrips(errkit.NotFound, "no such column"))
}

// TestKindsOfAAICodes checks that the kind that a code is decoded as is encoded as that code.
func TestKindsOfAAICodes(t *testing.T) {
	for _, c := range mapping.AAICodes() {
		if c.Code == -32602 { // invalid_input is encoded as -32005
			continue
		}
		require.Equal(t, c.Code, mapping.Default().Row(c.Kind).AAI, c.Type)
	}
}
