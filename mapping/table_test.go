package mapping_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

func TestEveryKindHasARow(t *testing.T) {
	rows := mapping.Default().Rows()
	require.Len(t, rows, len(errkit.Kinds()))
	for i, k := range errkit.Kinds() {
		t.Run(k.String(), func(t *testing.T) {
			r := rows[i]
			require.Equal(t, k, r.Kind, "the rows are in the order of the kinds")
			require.Equal(t, r, mapping.Default().Row(k))
			require.NotZero(t, r.HTTP)
			require.NotZero(t, r.OXP)
			require.NotZero(t, r.MCP)
			require.NotZero(t, r.MCPOutside)
			require.NotEqual(t, mapping.MCPResult, r.MCPOutside, "outside tools/call there is no result")
			require.NotZero(t, r.AAI)
			require.NotEmpty(t, r.AAIString)
			require.NotEmpty(t, r.ToolError)
			require.NotZero(t, r.RPC)
			require.NotZero(t, r.A2A)
			require.NotEmpty(t, r.A2AState)
			require.Equal(t, k.String(), r.Problem)
			if r.Retry == errkit.RetryUnspecified {
				require.Contains(t, []errkit.Kind{errkit.ExecutionFailed, errkit.UpstreamFailed}, k,
					"only these two depend on the failure")
			}

			// With accepts every row of the table, and changes nothing.
			same, err := mapping.Default().With(r)
			require.NoError(t, err)
			require.Equal(t, rows, same.Rows())
		})
	}
}

func TestCodesOfRowsAreDefined(t *testing.T) {
	for _, r := range mapping.Default().Rows() {
		_, ok := mapping.Default().FromAAI(int64(r.AAI))
		require.True(t, ok, "%s: AAI code %d", r.Kind.String(), r.AAI)
		_, ok = mapping.Default().FromAAIString(mapping.Default().AAIString(r.Kind, 0))
		require.True(t, ok, "%s: AAI code %s", r.Kind.String(), r.AAIString)
		for _, code := range []int{r.MCP, r.MCPBefore, r.MCPOutside} {
			if code != mapping.MCPResult {
				_, ok = mapping.Default().FromMCP(int64(code))
				require.True(t, ok, "%s: MCP code %d", r.Kind.String(), code)
			}
		}
		if code := mapping.Default().ToolError(r.Kind, 0); code != mapping.NeedsInput {
			_, ok = mapping.Default().FromToolError(code, 0)
			require.True(t, ok, "%s: toolError code %s", r.Kind.String(), code)
		}
		_, ok = mapping.Default().FromRPC(mapping.Default().RPC(r.Kind, 0))
		require.True(t, ok, "%s: google.rpc code %s", r.Kind.String(), r.RPC)
		_, ok = mapping.Default().FromA2A(int64(r.A2A))
		require.Equal(t, r.A2A != mapping.A2AServerError, ok, "%s: A2A code %d", r.Kind.String(), r.A2A)
		_, ok = mapping.Default().FromA2AState(mapping.A2AStatePrefix + r.A2AState)
		require.True(t, ok, "%s: A2A state %s", r.Kind.String(), r.A2AState)
		k, ok := mapping.Default().FromProblem(r.Problem)
		require.True(t, ok)
		require.Equal(t, r.Kind, k)
	}
}

func TestStage(t *testing.T) {
	for _, r := range mapping.Default().Rows() {
		want := errkit.BeforeCall
		if r.OXP == mapping.OXPTool {
			want = errkit.Execution
		}
		require.Equal(t, want, mapping.Default().Stage(r.Kind), r.Kind.String())
	}
}

func TestStageOverridesTheKind(t *testing.T) {
	tests := []struct {
		name  string
		kind  errkit.Kind
		stage errkit.Stage
		oxp   mapping.Form
		mcp   int
	}{
		{"unspecified", errkit.NotFound, errkit.StageUnspecified, mapping.OXPTool, mapping.MCPResult},
		{"before the call", errkit.NotFound, errkit.BeforeCall, mapping.OXPServer, mapping.MCPResult},
		{"internal error before the call", errkit.Internal, errkit.BeforeCall, mapping.OXPServer, -32603},
		{"input is validated before the call", errkit.InvalidInput, errkit.BeforeCall, mapping.OXPValidation,
			mapping.MCPResult},
		{"input that the tool rejects", errkit.InvalidInput, errkit.Execution, mapping.OXPTool, mapping.MCPResult},
		{"the tool needs input", errkit.InputRequired, errkit.StageUnspecified, mapping.OXPTool, mapping.MCPResult},
		{"input is needed before the call", errkit.InputRequired, errkit.BeforeCall, mapping.OXPValidation,
			mapping.MCPResult},
		{"unknown tool", errkit.ToolNotFound, errkit.StageUnspecified, mapping.OXPServer, -32602},
		{"a tool calls an unknown tool", errkit.ToolNotFound, errkit.Execution, mapping.OXPTool, mapping.MCPResult},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.oxp, mapping.Default().OXP(tt.kind, tt.stage))
			require.Equal(t, tt.mcp, mapping.Default().MCP(tt.kind, tt.stage))
		})
	}
}

func TestNilTableIsDefault(t *testing.T) {
	var table *mapping.Table
	require.Equal(t, mapping.Default().Rows(), table.Rows())
	require.Equal(t, mapping.Default().Ambiguous(), table.Ambiguous())
	require.Equal(t, mapping.Default().Cells(), table.Cells())
	require.Equal(t, mapping.Default().Markdown(), table.Markdown())
	require.Equal(t, string(mapping.Default().JSON()), string(table.JSON()))
	for _, k := range errkit.Kinds() {
		require.Equal(t, mapping.Default().Row(k), table.Row(k))
		require.Equal(t, mapping.Default().Stage(k), table.Stage(k))
		require.Equal(t, mapping.Default().OXP(k, errkit.BeforeCall), table.OXP(k, errkit.BeforeCall))
		require.Equal(t, mapping.Default().MCP(k, errkit.BeforeCall), table.MCP(k, errkit.BeforeCall))
		require.Equal(t, mapping.Default().Retry(k, 503), table.Retry(k, 503))
		require.Equal(t, mapping.Default().AAIString(k, 404), table.AAIString(k, 404))
		require.Equal(t, mapping.Default().ToolError(k, 404), table.ToolError(k, 404))
		require.Equal(t, mapping.Default().RPC(k, 503), table.RPC(k, 503))
		require.Equal(t, mapping.Default().ToolErrorStatus(k, 404), table.ToolErrorStatus(k, 404))
		require.Equal(t, mapping.Default().RoundTrips(k, mapping.ColumnAAI), table.RoundTrips(k, mapping.ColumnAAI))
	}
	derived, err := table.With(mapping.Row{Kind: errkit.Conflict, HTTP: 412})
	require.NoError(t, err)
	require.Equal(t, 412, derived.Row(errkit.Conflict).HTTP)
}

func TestUnknownKindIsInternal(t *testing.T) {
	for _, k := range []errkit.Kind{errkit.Kind(len(errkit.Kinds())), 200, 255} {
		require.Equal(t, errkit.Internal, mapping.Default().Row(k).Kind)
		require.Equal(t, "INTERNAL_ERROR", mapping.Default().AAIString(k, 429))
		require.Equal(t, "SERVER_ERROR", mapping.Default().ToolError(k, 429))
		require.Equal(t, mapping.RPCInternal, mapping.Default().RPC(k, 429))
		require.Equal(t, errkit.Never, mapping.Default().Retry(k, 429))
		require.Equal(t, errkit.Execution, mapping.Default().Stage(k))
	}
}

func TestForm(t *testing.T) {
	for form, name := range map[mapping.Form]string{mapping.OXPServer: "server", mapping.OXPValidation: "validation",
		mapping.OXPTool: "tool"} {
		require.Equal(t, name, form.String())
	}
	require.Empty(t, mapping.Form(0).String())
	require.Equal(t, "form(9)", fmt.Sprint(mapping.Form(9)))
}
