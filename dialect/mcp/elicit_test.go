package mcp_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/errkit"
)

func TestFormMembers(t *testing.T) {
	back, front := errkit.Option{Value: "back"}, errkit.Option{Value: "front", Field: "bell"}
	tests := []struct {
		name, why string
		needs     errkit.Needs
		want      string // requestedSchema
	}{
		{"a value twice", "oneOf accepts no value that two of its schemas accept", errkit.Needs{
			Input:   []errkit.Input{{Name: "bell"}},
			Options: []errkit.Option{back, front, {Label: "again", Value: "back", Field: "bell"}},
		}, `{"type":"object","properties":{"bell":{"type":"string","oneOf":[{"const":"back","title":"back"},{"const":"front","title":"front"}]}},"required":["bell"]}`},
		{"a name twice", "a member is written once",
			errkit.Needs{Input: []errkit.Input{{Name: "bell"}, {Name: "bell"}}},
			`{"type":"object","properties":{"bell":{"type":"string"}},"required":["bell"]}`},
		{"no name", "options need none",
			errkit.Needs{Input: []errkit.Input{{}}, Options: []errkit.Option{back, front}},
			`{"type":"object","properties":{"choice":{"type":"string","oneOf":[{"const":"back","title":"back"},{"const":"front","title":"front"}]}},"required":["choice"]}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var codec dialect.Codec
			e := &errkit.Error{Kind: errkit.InputRequired, Needs: &tt.needs}
			body, _ := codec.Append(nil, mcp.Dialect{FormElicitation: true}, dialect.Call{}, e)
			require.Contains(t, string(body), `"requestedSchema":`+tt.want+"}", tt.why)
		})
	}
}
