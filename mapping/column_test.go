package mapping_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/lab/allocs"
	"github.com/toolerr/toolerr/mapping"
)

// column has three codes; the second one is only decoded.
func column() mapping.Column[string] {
	failed := []errkit.Kind{errkit.ExecutionFailed}
	for _, k := range errkit.Kinds() {
		if k != errkit.ExecutionFailed && k != errkit.NotFound && k != errkit.ToolNotFound {
			failed = append(failed, k)
		}
	}
	return mapping.Column[string]{
		{Code: "not_found", Kinds: []errkit.Kind{errkit.NotFound, errkit.ToolNotFound}},
		{Code: "missing", Kinds: []errkit.Kind{errkit.NotFound}},
		{Code: "failed", Kinds: failed},
	}
}

func TestColumn(t *testing.T) {
	c := column()
	require.NoError(t, c.Check())
	tests := []struct {
		name  string
		kind  errkit.Kind
		code  string
		trips bool
	}{
		{"the first kind of a row", errkit.NotFound, "not_found", true},
		{"another kind of a row", errkit.ToolNotFound, "not_found", false},
		{"the first kind of a later row", errkit.ExecutionFailed, "failed", true},
		{"an unknown kind", 200, "failed", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.code, c.Code(tt.kind))
			require.Equal(t, tt.trips, c.RoundTrips(tt.kind))
		})
	}
	k, ok := c.Kind("missing")
	require.True(t, ok)
	require.Equal(t, errkit.NotFound, k)
	k, ok = c.Kind("other")
	require.False(t, ok)
	require.Equal(t, errkit.Unknown, k)
	require.Zero(t, allocs.Of(func() { c.Kind(c.Code(errkit.Timeout)) }))
}

func TestColumnWithoutRows(t *testing.T) {
	var c mapping.Column[int]
	require.Zero(t, c.Code(errkit.Timeout))
	require.False(t, c.RoundTrips(errkit.Timeout))
	require.EqualError(t, c.Check(), "mapping: no code for internal")
}

func TestColumnCheck(t *testing.T) {
	tests := []struct {
		name   string
		change func(c mapping.Column[string]) mapping.Column[string]
		want   string
	}{
		{"a code twice", func(c mapping.Column[string]) mapping.Column[string] { return append(c, c[0]) },
			`mapping: the code "not_found" is the zero value or in two rows`},
		{"no code", func(c mapping.Column[string]) mapping.Column[string] { c[1].Code = ""; return c },
			`mapping: the code "" is the zero value or in two rows`},
		{"no kind", func(c mapping.Column[string]) mapping.Column[string] { c[1].Kinds = nil; return c },
			`mapping: the code "missing" has no kind`},
		{"a kind twice", func(c mapping.Column[string]) mapping.Column[string] { c[0].Kinds[1] = errkit.NotFound; return c }, `mapping: the code "not_found" has a kind twice or an unknown one: not_found`},
		{"a kind that is not known", func(c mapping.Column[string]) mapping.Column[string] { c[0].Kinds[1] = 200; return c }, `mapping: the code "not_found" has a kind twice or an unknown one: kind(200)`},
		{"a kind without a code", func(c mapping.Column[string]) mapping.Column[string] { return c[1:] },
			"mapping: no code for tool_not_found"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { require.EqualError(t, tt.change(column()).Check(), tt.want) })
	}
}
