package mcpserver

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
)

func TestInvalidInput(t *testing.T) {
	schema := json.RawMessage(`{"type":"object","required":["b"],"properties":{"a":{"items":{"type":"integer","maximum":1}}}}`)
	outOfRange := func(path string) errkit.Field {
		return errkit.Field{Path: path, Message: "is a number out of range", Rule: "range"}
	}
	tests := []struct {
		name, arguments, why string
		want                 []errkit.Field
	}{
		{"by the schema", `{"a":[1e300],"b":1}`, "its cost is bounded",
			[]errkit.Field{{Path: "/a/0", Message: "must be at most 1", Rule: "maximum", Param: "1"}}},
		{"a large exponent", `{"a":[1,1e999999]}`, "the schema would compare a number of a million digits",
			[]errkit.Field{outOfRange("/a/1")}},
		{"a small exponent", `{"a":[1E-0999999]}`, "so it would", []errkit.Field{outOfRange("/a/0")}},
		{"digits without end", `{"c":{"d":1` + strings.Repeat("0", 2000) + `}}`,
			"they are read in more than linear time", []errkit.Field{outOfRange("/c/d")}},
		{"not JSON", `{"a":[1e999999`, "an SDK reports that", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := InvalidInput(schema, json.RawMessage(tt.arguments), true)
			require.Equal(t, errkit.InvalidInput, e.Kind)
			require.Equal(t, tt.want, e.Fields, tt.why)
		})
	}
	many := InvalidInput(schema, json.RawMessage(`{"a":[1e999999`+strings.Repeat(",1e999999", 5000)+`]}`), true)
	require.Equal(t, "truncated", many.Fields[len(many.Fields)-1].Rule)
}
