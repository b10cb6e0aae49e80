package mapping_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/mapping"
)

// wanted is the expected table: kind, HTTP, OXP, MCP, MCPBefore, MCPOutside, AAI, AAIString, ToolError, RPC, A2A, A2AState,
// Retry. It is not a golden file, so that -update does not change it.
var wanted = []string{
	"internal             500 tool       result -32603 -32603 -32603 INTERNAL_ERROR      SERVER_ERROR         INTERNAL            -32603 FAILED         never",
	"unknown              500 tool       result      - -32603 -32603 INTERNAL_ERROR      UNKNOWN_ERROR        UNKNOWN             -32603 FAILED         never",
	"execution_failed     500 tool       result      - -32603 -32001 EXECUTION_ERROR     SERVER_ERROR         UNKNOWN             -32603 FAILED         -",
	"upstream_failed      502 tool       result      - -32603 -32013 by_upstream         by_upstream          by_upstream         -32603 FAILED         -",
	"output_invalid       500 tool       result      - -32603 -32603 INTERNAL_ERROR      SERVER_ERROR         INTERNAL            -32006 FAILED         never",
	"script_invalid       500 tool       result      - -32603 -32010 PARSE_ERROR         SERVER_ERROR         INTERNAL            -32603 FAILED         never",
	"malformed            400 server     -32700      - -32700 -32700 INVALID_REQUEST     CLIENT_ERROR         INVALID_ARGUMENT    -32700 REJECTED       never",
	"invalid_request      400 server     -32600      - -32600 -32600 INVALID_REQUEST     CLIENT_ERROR         INVALID_ARGUMENT    -32600 REJECTED       never",
	"method_not_found     404 server     result      - -32601 -32601 NOT_IMPLEMENTED     NOT_FOUND            UNIMPLEMENTED       -32601 REJECTED       never",
	"method_not_allowed   405 server     -32600      - -32600 -32600 INVALID_REQUEST     CLIENT_ERROR         UNIMPLEMENTED       -32601 REJECTED       never",
	"invalid_input        422 validation result      - -32602 -32005 INVALID_PARAMS      CLIENT_ERROR         INVALID_ARGUMENT    -32602 REJECTED       never",
	"input_required       422 tool       result      - -32602 -32005 INVALID_PARAMS      needsInput:v1        FAILED_PRECONDITION -32602 INPUT_REQUIRED after_action",
	"too_large            413 server     result      - -32600 -32600 INVALID_REQUEST     CLIENT_ERROR         INVALID_ARGUMENT    -32600 FAILED         never",
	"tool_not_found       404 server     -32602      - -32602 -32003 UNKNOWN_TOOL        NOT_FOUND            NOT_FOUND           -32004 REJECTED       never",
	"version_not_found    404 server     -32602      - -32602 -32003 UNKNOWN_TOOL        NOT_FOUND            NOT_FOUND           -32004 REJECTED       never",
	"app_not_found        404 server     result      - -32602 -32002 UNKNOWN_APP         NOT_FOUND            NOT_FOUND           -32004 REJECTED       never",
	"not_found            404 tool       result      - -32602 -32001 NOT_FOUND           NOT_FOUND            NOT_FOUND           -32602 FAILED         never",
	"unauthenticated      401 server     result      - -32600 -32011 AUTH_INVALID        AUTHENTICATION_ERROR UNAUTHENTICATED     -32000 AUTH_REQUIRED  after_action",
	"auth_required        401 server     result      - -32600 -32011 AUTH_REQUIRED       AUTHENTICATION_ERROR UNAUTHENTICATED     -32000 AUTH_REQUIRED  after_action",
	"auth_expired         401 server     result      - -32600 -32012 AUTH_EXPIRED        AUTHENTICATION_ERROR UNAUTHENTICATED     -32000 AUTH_REQUIRED  after_action",
	"permission_denied    403 server     result      - -32600 -32004 AUTH_DENIED         AUTHENTICATION_ERROR PERMISSION_DENIED   -32000 REJECTED       never",
	"requirement_missing  400 server     result      - -32600 -32014 INVALID_REQUEST     CLIENT_ERROR         FAILED_PRECONDITION -32602 REJECTED       after_action",
	"conflict             409 tool       result      - -32602 -32001 EXECUTION_ERROR     CLIENT_ERROR         ABORTED             -32602 FAILED         never",
	"failed_precondition  400 tool       result      - -32602 -32001 EXECUTION_ERROR     CLIENT_ERROR         FAILED_PRECONDITION -32602 FAILED         never",
	"unsupported          501 server     result      - -32603 -32006 NOT_IMPLEMENTED     SERVER_ERROR         UNIMPLEMENTED       -32004 REJECTED       never",
	"unsupported_version  400 server     result      - -32602 -32600 INVALID_REQUEST     CLIENT_ERROR         FAILED_PRECONDITION -32009 REJECTED       never",
	"app_not_running      503 server     result      - -32603 -32009 SERVICE_UNAVAILABLE SERVER_ERROR         FAILED_PRECONDITION -32603 FAILED         never",
	"rate_limited         429 tool       result      - -32603 -32013 RATE_LIMITED        CLIENT_ERROR         RESOURCE_EXHAUSTED  -32000 FAILED         allowed",
	"timeout              504 tool       result      - -32603 -32008 TIMEOUT             NETWORK_ERROR        DEADLINE_EXCEEDED   -32603 FAILED         allowed",
	"canceled             499 tool       result      - -32603 -32001 EXECUTION_ERROR     CLIENT_ERROR         CANCELLED           -32603 CANCELED       never",
	"network              502 tool       result      - -32603 -32013 SERVICE_UNAVAILABLE NETWORK_ERROR        UNAVAILABLE         -32603 FAILED         allowed",
	"unavailable          503 server     result -32603 -32603 -32013 SERVICE_UNAVAILABLE SERVER_ERROR         UNAVAILABLE         -32603 FAILED         allowed",
	"config_invalid       500 server     result -32603 -32603 -32007 DESCRIPTOR_ERROR    SERVER_ERROR         INTERNAL            -32603 FAILED         never",
	"auth_config_invalid  500 server     result -32603 -32603 -32014 DESCRIPTOR_ERROR    SERVER_ERROR         INTERNAL            -32603 FAILED         never",
}

// line returns a row in the format of wanted.
func line(r mapping.Row) string {
	cell := func(code int) string {
		switch code {
		case 0:
			return "-"
		case mapping.MCPResult:
			return "result"
		}
		return strconv.Itoa(code)
	}
	retry := r.Retry.String()
	if retry == "" {
		retry = "-"
	}
	return strings.Join([]string{
		r.Kind.String(), cell(r.HTTP), r.OXP.String(), cell(r.MCP), cell(r.MCPBefore), cell(r.MCPOutside),
		cell(r.AAI), r.AAIString, r.ToolError, r.RPC.String(), cell(r.A2A), r.A2AState, retry,
	}, " ")
}

func TestTable(t *testing.T) {
	rows := mapping.Default().Rows()
	require.Len(t, rows, len(wanted))
	for i, want := range wanted {
		require.Equal(t, strings.Join(strings.Fields(want), " "), line(rows[i]))
	}
}

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
				require.Contains(t, []errkit.Kind{errkit.ExecutionFailed, errkit.UpstreamFailed}, k, "only these two depend on the failure")
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
		{"input is validated before the call", errkit.InvalidInput, errkit.BeforeCall, mapping.OXPValidation, mapping.MCPResult},
		{"input that the tool rejects", errkit.InvalidInput, errkit.Execution, mapping.OXPTool, mapping.MCPResult},
		{"the tool needs input", errkit.InputRequired, errkit.StageUnspecified, mapping.OXPTool, mapping.MCPResult},
		{"input is needed before the call", errkit.InputRequired, errkit.BeforeCall, mapping.OXPValidation, mapping.MCPResult},
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
	want, err := mapping.Default().MarshalJSON()
	require.NoError(t, err)
	got, err := table.MarshalJSON()
	require.NoError(t, err)
	require.Equal(t, string(want), string(got))
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
	for form, name := range map[mapping.Form]string{mapping.OXPServer: "server", mapping.OXPValidation: "validation", mapping.OXPTool: "tool"} {
		require.Equal(t, name, form.String())
		b, err := form.MarshalText()
		require.NoError(t, err)
		require.Equal(t, name, string(b))
		var decoded mapping.Form
		require.NoError(t, decoded.UnmarshalText(b))
		require.Equal(t, form, decoded)
	}
	require.EqualError(t, new(mapping.Form).UnmarshalText(nil), `mapping: unknown OXP form ""`)
	require.Empty(t, mapping.Form(0).String())
	require.Equal(t, "form(9)", fmt.Sprint(mapping.Form(9)))
	for _, form := range []mapping.Form{0, 4, 9} {
		_, err := form.MarshalText()
		require.EqualError(t, err, fmt.Sprintf("mapping: unknown OXP form %d", uint8(form)))
	}
}
