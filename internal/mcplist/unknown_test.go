package mcplist_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/internal/mcplist"
)

func TestSimilar(t *testing.T) {
	var twenty []string
	for i := range 20 {
		twenty = append(twenty, fmt.Sprintf("bell%02d", i))
	}
	tests := []struct {
		name   string
		tool   string
		listed []string
		want   string
	}{
		{"nothing was listed", "ring", nil, ""},
		{"a typing error", "rnig", []string{"ring", "swing"}, ` Did you mean "ring"?`},
		{"another case", "Ring_Bell", []string{"ringBell", "ring-bells"}, ` Did you mean "ringBell"?`},
		{"nothing is similar", "weather", []string{"swing", "ring"}, " The tools are: ring, swing."},
		{"20 tools", "weather", twenty, " The tools are: " + strings.Join(twenty, ", ") + "."},
		{"21 tools", "weather", append(twenty, "swing"), ""},
		{"one of 21", "swin", append(twenty, "swing"), ` Did you mean "swing"?`},
		{"a long name", strings.Repeat("x", 1<<20), twenty[:1], " The tools are: bell00."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { require.Equal(t, tt.want, mcplist.Similar(tt.tool, tt.listed)) })
	}
	require.EqualValues(t, `There is no tool "rnig". Did you mean "ring"?`,
		mcplist.Unknown("rnig", []string{"ring"}, nil).Message)
}
