package toolerror_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/dialecttest/samples"
	"github.com/toolerr/toolerr/dialect/toolerror"
	"github.com/toolerr/toolerr/lab/golden"
	"github.com/toolerr/toolerr/lab/strict"
)

var (
	call   = dialect.Call{ID: json.RawMessage("7"), Elapsed: 60 * time.Millisecond}
	schema = dialect.Call{ID: json.RawMessage(`"seven"`), OutputSchema: true}
	ways   = []golden.Way{
		{Name: "toolerror", Dialect: toolerror.Dialect{}},
		{Name: "toolerror json", Dialect: toolerror.Dialect{Format: toolerror.JSON}, Call: call},
		{Name: "toolerror both", Dialect: toolerror.Dialect{Format: toolerror.Both, Revision: "2026-07-28"},
			Call: call},
		{Name: "toolerror both, output schema", Dialect: toolerror.Dialect{Format: toolerror.Both}, Call: schema},
	}
)

func TestGolden(t *testing.T) { golden.Test(t, ways) }

func TestLaws(t *testing.T) { golden.Laws(t, ways) }

func TestSchemas(t *testing.T) { golden.Schemas(t, ways, golden.MCP) }

// TestJSONBlock checks that the block of JSON is what json.Indent makes of the payload, except
// for a character that the text escapes.
func TestJSONBlock(t *testing.T) {
	for _, carry := range []bool{false, true} {
		codec := dialect.Codec{Carry: carry}
		for _, v := range samples.Values() {
			body, _ := codec.Append(nil, toolerror.Dialect{Format: toolerror.JSON}, dialect.Call{}, v.Error)
			var r strict.MCPCallToolResult
			require.NoError(t, strict.Unmarshal(body, &r))
			require.JSONEq(t, string(r.StructuredContent), r.Content[0].Text, v.Name)
			var want bytes.Buffer
			require.NoError(t, json.Indent(&want, r.StructuredContent, "", "  "))
			require.Equal(t, strings.ReplaceAll(want.String(), "\u202e", `\u202e`), r.Content[0].Text, v.Name)
		}
	}
}
